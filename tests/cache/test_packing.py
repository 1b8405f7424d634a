import random

import pytest

from service.cache.packing import PACK_FROM_BYTES, DamagedValue, packed, unpacked

LISTED = b'{"type":"place-disc","actor":"red","space":"E1-a"},' * 200
NOISE = random.Random(1).randbytes(20_000)


@pytest.mark.parametrize("value", [b"", b"x", b"x" * (PACK_FROM_BYTES - 1), b"x" * PACK_FROM_BYTES, LISTED, NOISE])
def test_what_was_packed_comes_out_as_it_was(value: bytes) -> None:
    assert unpacked(packed(value)) == value


def test_what_compression_gains_nothing_for_is_stored_as_it_is() -> None:
    assert len(packed(LISTED)) < len(LISTED) / 20
    assert packed(NOISE).endswith(NOISE)
    short = b"x" * (PACK_FROM_BYTES - 1)
    assert packed(short).endswith(short)


@pytest.mark.parametrize("value", [b"short", LISTED])
def test_whatever_is_not_whole_is_told_apart(value: bytes) -> None:
    stored = packed(value)
    for length in range(len(stored)):
        with pytest.raises(DamagedValue):
            unpacked(stored[:length])
    for at in range(len(stored)):
        with pytest.raises(DamagedValue):
            unpacked(stored[:at] + bytes([stored[at] ^ 0x55]) + stored[at + 1 :])
    for foreign in (b"\x00", b"\x03" + stored[1:], b"garbage", b'{"json": true}', NOISE, stored + b"x"):
        with pytest.raises(DamagedValue):
            unpacked(foreign)

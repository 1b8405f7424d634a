"""What reads requests, fed with what is almost one. In process; `fuzz_sockets` has the server's own parser too.

Each case follows from the seed of the run and its number; one that fails says which it was, and what was sent.
"""

from __future__ import annotations

import random

import pytest

from tests.fuzz.failures import retold
from tests.fuzz.gateway import put
from tests.fuzz.promises import Promises
from tests.fuzz.settings import NOISE, SEED
from tests.fuzz.spoilt import is_json, is_plain, request
from tests.fuzz.stopwatch import in_time
from tests.fuzz.subject import APP, DOCUMENT, MATERIALS, WATCH
from tests.fuzz.tally import BYTES, count

SHARES = 10
PROMISES = Promises(DOCUMENT)


@pytest.mark.parametrize("share", range(SHARES))
def test_noise_is_refused_and_nothing_breaks(share: int) -> None:
    for number in range(share, NOISE, SHARES):
        message = request(random.Random(f"bytes {SEED} {number}"), list(MATERIALS.values()))
        with retold(f"bytes-{number}", message):
            answer = put(APP, message)
            PROMISES.look_at(message.method, message.target, answer)
            label = PROMISES.label(message.method, message.target)
            if label.startswith("POST ") and is_plain(message) and not is_json(message.body):
                assert answer.slug in ("malformed-json", "too-large"), f"{answer.slug}: the body is not JSON"
            in_time(WATCH.seconds, "this")
        count(BYTES, label, answer.status, WATCH.seconds, len(message.body), len(answer.data))

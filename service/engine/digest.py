"""Digests: the same situation has the same digest, whoever computes it."""

from hashlib import sha256

import msgspec

_encoder = msgspec.json.Encoder(order="sorted")


def canonical_bytes(value: object) -> bytes:
    """Canonical JSON (RFC 8785): keys sorted, no white space.

    Holds for ASCII keys and integers, which is all a state has.
    """
    return _encoder.encode(value)


def digest_of(value: object) -> str:
    """``sha256:`` and the hash of the canonical JSON."""
    return "sha256:" + sha256(canonical_bytes(value)).hexdigest()

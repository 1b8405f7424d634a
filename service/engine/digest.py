"""Digests: the same situation has the same digest, whoever computes it."""

from hashlib import sha256

import msgspec

PREFIX = "sha256:"
_encoder = msgspec.json.Encoder(order="sorted")


def canonical_bytes(value: object) -> bytes:
    """Canonical JSON (RFC 8785): keys sorted, no white space.

    Holds for ASCII keys and integers, which is all a state has.
    """
    return _encoder.encode(value)


def digest_of(value: object) -> str:
    """``sha256:`` and the hash of the canonical JSON."""
    return digest_of_canonical(canonical_bytes(value))


def digest_of_canonical(data: bytes) -> str:
    """The digest of whatever has this canonical JSON."""
    return named_by(sha256(data).digest())


def named_by(hashed: bytes) -> str:
    """The digest of whatever has canonical JSON with this SHA-256."""
    return PREFIX + hashed.hex()


def hash_in(digest: str) -> bytes:
    """The SHA-256 that a digest names."""
    return bytes.fromhex(digest.removeprefix(PREFIX))

"""Seals: the service's word that legal actions have led to a state, kept by the client beside the state.

A seal is `key-id.mark.signature`. The mark says where all chance since the beginning came from: `none` (there was none
yet), `seed-` and the SHA-256 of the one seed that settled all of it, or `hand` (some was entered by hand, or came from
another seed). The signature is the HMAC-SHA256 of the JSON array [game, rules version, digest, mark] in base64url.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from service.api.problems import Problem
from service.engine.referee import Outcome, Position
from service.setting_readers import SealKey

NONE, HAND, SEED = "none", "hand", "seed-"
FORM = re.compile(r"([A-Za-z0-9_-]{1,32})\.(none|hand|seed-[0-9a-f]{64})\.([A-Za-z0-9_-]{43})", re.ASCII)


class Seal(NamedTuple):
    """The parts of a seal, of which only the form has been checked."""

    key: str
    mark: str
    signature: str


class Seals:
    """The operator's signing keys. Without any nothing is sealed, and no seal is believed."""

    def __init__(self, keys: Sequence[SealKey], required: bool) -> None:
        """The first of `keys` signs, all of them verify. `required`: states without a seal are refused."""
        self._secrets = {key.id: key.secret for key in keys}
        self._first = keys[0].id if keys else ""
        self.required = required

    def check(self, position: Position, given: str | None) -> str | None:
        """The mark of the good seal beside a state; None for a state without one.

        Raises `bad-seal` for any other seal, and for none where one is required. A view has no seal and needs none.
        """
        if given is None:
            if self.required and position.viewer is None:
                raise Problem("bad-seal", "this service rules on states with their seal only; there is none")
            return None
        seal = self.read(given)
        if position.viewer is not None:
            raise Problem("bad-seal", "a seal belongs to a full state; a view has none")
        # As text: a signature has other spellings that would decode to the same bytes.
        if not hmac.compare_digest(self._signature(seal.key, position, seal.mark), seal.signature):
            raise Problem("bad-seal", "this seal does not belong to this state")
        return seal.mark

    def read(self, given: str) -> Seal:
        """The parts of a seal. Raises `bad-seal` for what has not the form of one, or names a key that is not known."""
        if not self._secrets:
            raise Problem(
                "bad-seal", "this service has no signing keys, so it can verify no seal; send the state without"
            )
        match = FORM.fullmatch(given)
        if match is None:
            raise Problem("bad-seal", "this is no seal: key-id.mark.signature")
        seal = Seal(*match.groups())
        if seal.key not in self._secrets:
            raise Problem("bad-seal", "this seal was made with a key that is not known here")
        return seal

    def seal(self, position: Position, mark: str | None) -> str | UnsetType:
        """The seal of a state whose chain is good so far; UNSET where there is no `mark` or no key."""
        if mark is None or not self._secrets:
            return UNSET
        return f"{self._first}.{mark}.{self._signature(self._first, position, mark)}"

    def after(self, mark: str | None, outcome: Outcome, seed: str | None) -> str | UnsetType:
        """The seal of where a ruling has led from a state with `mark` (None: without a good seal)."""
        if mark is None or not self._secrets:
            return UNSET
        return self.seal(outcome.position, mark_after(mark, outcome, seed))

    def _signature(self, key: str, position: Position, mark: str) -> str:
        state = position.state
        signed = msgspec.json.encode([position.game.id, state.rules_version, position.digest, mark])
        return urlsafe_b64encode(hmac.digest(self._secrets[key], signed, "sha256")).rstrip(b"=").decode()


def mark_after(mark: str, outcome: Outcome, seed: str | None) -> str:
    """The mark of what has come of a state with `mark`, chance settled by `seed` or by hand."""
    if outcome.by_hand:
        return HAND
    if not outcome.by_seed or seed is None:
        return mark
    ours = SEED + hashlib.sha256(seed.encode()).hexdigest()
    return ours if mark in (NONE, ours) else HAND

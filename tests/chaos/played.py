"""What players tell when they have played."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from tests.chaos.client import Sent


@dataclass(frozen=True, slots=True)
class Noted:
    """A request and what was answered."""

    request: bytes
    answer: bytes
    """SHA-256 of the answer's body."""


@dataclass
class Played:
    """What the players have seen."""

    sent: list[Sent] = field(default_factory=list)
    noted: list[Noted] = field(default_factory=list)
    games: int = 0
    """Played to the end."""
    versions: list[list[str]] = field(default_factory=list)
    """Of each game, finished or not, the rules versions of its states in order."""

    unsealed: int = 0
    """Positions and verdicts without a seal."""

    @property
    def went_both_ways(self) -> bool:
        """Whether in some game a state went from one build to another and to the first again."""
        return any(len([key for key, _ in itertools.groupby(game)]) > 2 for game in self.versions)

    @property
    def changes(self) -> int:
        """How often a state made by one build was taken further by another one."""
        return sum(old != new for game in self.versions for old, new in itertools.pairwise(game))

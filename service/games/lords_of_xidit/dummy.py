"""The Dummy Player of a game of three: whoever has received rewards advances one of its tokens."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.lords_of_xidit.events import DummyAdvanced, DummyNotAdvanced
from service.games.lords_of_xidit.ids import TRACKS, Track
from service.games.lords_of_xidit.table import Table


class AdvanceDummyToken(Action, tag="advance-dummy", frozen=True):
    """Advance one token of the Dummy Player by one space."""

    track: Track

    @classmethod
    def candidates(cls, table: Table, step: "AdvanceDummy", actor: str, where: Where) -> Iterable["AdvanceDummyToken"]:
        return [cls(actor=actor, track=track) for track in TRACKS]

    def violations(self, table: Table, step: "AdvanceDummy", actor: str) -> Iterator[Violation]:
        if self.track not in open_tracks(table):
            yield Violation("three-players.dummy-track-end", "the {track} token is on its last space", track=self.track)

    def apply(self, table: Table, step: "AdvanceDummy", actor: str) -> None:
        space = table.state.dummy.get(self.track, 0) + 1
        table.state.dummy[self.track] = space
        table.log(DummyAdvanced(rule="three-players.dummy-advance", seat=actor, track=self.track, space=space))


def open_tracks(table: Table) -> list[Track]:
    """The tracks on which the Dummy Player's token can still advance."""
    return [t for t in TRACKS if table.state.dummy.get(t, 0) < len(table.pack.dummy_tracks[t]) - 1]


class AdvanceDummy(Choice, tag="advance-dummy"):
    """With three players whoever has received rewards advances a token of the Dummy Player."""

    rule: ClassVar[str] = "three-players.dummy-advance"
    prompt: ClassVar[str] = "Choose the Dummy Player's token that advances."
    actions: ClassVar[tuple[type[Action], ...]] = (AdvanceDummyToken,)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if open_tracks(table) else ()

    def run(self, table: Table) -> None:
        table.log(DummyNotAdvanced(rule="three-players.dummy-track-end", seat=self.seat))

    def consistency(self, table: Table) -> Iterator[Defect]:
        if not table.has_dummy:
            detail = f"there is no Dummy Player in a game of {len(table.state.seats)}"
            yield error("three-players.no-dummy-otherwise", "", "dummy", detail)

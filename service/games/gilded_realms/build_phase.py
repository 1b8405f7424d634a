"""Step 1, Draw and Build: what players may do once they have drawn their cards."""

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from service.engine.action import Action
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.banquet import BANQUET_ACTIONS
from service.games.gilded_realms.building import BuildEndeavour, BuyWildcard, ExtraBuild
from service.games.gilded_realms.events import StepDone
from service.games.gilded_realms.market import MARKET_ACTIONS
from service.games.gilded_realms.moments import Moment
from service.games.gilded_realms.negotiation import NEGOTIATION
from service.games.gilded_realms.solo_actions import SOLO_ACTIONS, SOLO_BUILD_ACTIONS
from service.games.gilded_realms.table import Table


class EndBuild(Action, tag="end-build", frozen=True):
    """Be done with Step 1; free Builds that are left are lost."""

    def violations(self, table: Table, step: "BuildPhase", actor: str) -> Iterator[Violation]:
        return iter(())

    def apply(self, table: Table, step: "BuildPhase", actor: str) -> None:
        table.leave(step)
        table.player(actor).builds = 0
        table.log(StepDone(rule="draw-build.finish-own-time", seat=actor, step="Draw and Build"))


class BuildPhase(Moment, tag="build-phase"):
    """A player Builds, in the own time."""

    rule: ClassVar[str] = "draw-build.options"
    prompt: ClassVar[str] = "Build, Extra Build, buy a Serpens Wildcard, or end Step 1."
    windows: ClassVar[tuple[str, ...]] = ("build-phase", "anytime")
    actions: ClassVar[tuple[type[Action], ...]] = (
        BuildEndeavour,
        ExtraBuild,
        BuyWildcard,
        *MARKET_ACTIONS,
        *SOLO_BUILD_ACTIONS,
        *NEGOTIATION,
        EndBuild,
        *ANYTIME,
    )

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        """Those that this player's game and Faction have."""
        return open_types(table, actor, self.actions)


def open_types(table: Table, seat: str, actions: tuple[type[Action], ...]) -> tuple[type[Action], ...]:
    """The types of action without those of a Market, of solo play or of negotiation where there is none."""
    return _open_to(table.player(seat).faction, table.solo, actions)


@cache
def _open_to(faction: str | None, solo: bool, actions: tuple[type[Action], ...]) -> tuple[type[Action], ...]:
    closed: set[type[Action]] = set()
    if faction != "kihleed-guild":
        closed |= set(MARKET_ACTIONS)
    if faction != "ender-clan":
        closed |= set(BANQUET_ACTIONS)
    if solo:
        closed |= set(NEGOTIATION)
    else:
        closed |= set(SOLO_BUILD_ACTIONS) | set(SOLO_ACTIONS)
    return tuple(kind for kind in actions if kind not in closed)

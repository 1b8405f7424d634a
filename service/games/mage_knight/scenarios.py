"""Scenarios: what ends them, their cities, and what they change in the preparation of Rounds."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.mage_knight.bags import put_new
from service.games.mage_knight.events_scenarios import TacticLeaves
from service.games.mage_knight.hand_limit import is_conquered_city, leader_of
from service.games.mage_knight.ids import DUMMY, TacticId
from service.games.mage_knight.table import Table

END_RULES = {
    "first-reconnaissance": "recon.end",
    "first-reconnaissance-solo": "recon.solo-end",
    "full-conquest": "conquest.end",
    "blitz-conquest": "blitz.end-and-scoring",
    "solo-conquest": "solo.end",
    "full-cooperation": "cooperation.end",
    "blitz-cooperation": "blitz-cooperation.as-full",
}
"""The clause by which the conditions of each scenario are met."""
ROUNDS_OF_A_DAY = 2


def city_spaces(table: Table) -> list[str]:
    """The spaces of the cities on the map."""
    return sorted(space for space in table.revealed() if table.site(space) == "city")


def conquered_cities(table: Table) -> list[str]:
    """The spaces of the cities that have fallen."""
    return [space for space in city_spaces(table) if is_conquered_city(table, space)]


def cities_of_the_game(table: Table) -> int:
    """How many cities the scenario has."""
    return int(table.scenario.core_city[table.count()])


def all_cities_conquered(table: Table) -> bool:
    """Whether every city of the scenario has fallen."""
    return len(conquered_cities(table)) >= cities_of_the_game(table)


def led_by(table: Table, seat: str) -> list[str]:
    """The conquered cities that a player leads."""
    return [space for space in conquered_cities(table) if leader_of(table, space) == seat]


def scenario_met(table: Table) -> str | None:
    """The clause by which the conditions of the scenario are met now, if they are."""
    if table.scenario.end["trigger"] == "city-tile-revealed":
        met = bool(table.state.world.cities)
    else:
        met = all_cities_conquered(table)
    return END_RULES[table.scenario.id] if met else None


# --- Tactics that leave the game --------------------------------------------------------------------------------------


def remove_tactics(table: Table) -> list[Step]:
    """At the end of a Round: the Tactics used leave the game, or the players choose one of theirs that does."""
    how = table.scenario.special.get("remove_used_tactics")
    if how == "all-used":
        for tactic in used_tactics(table, dummy=True):
            take_tactic_out(table, tactic, "solo.tactics-used-once")
    elif how is not None and table.state.round + ROUNDS_OF_A_DAY <= len(table.scenario.rounds):
        seat = next((party for party in table.state.order if party != DUMMY), None)
        if seat is not None and used_tactics(table, dummy=False):
            return [GiveUpTactic(seat=seat)]
    return []


def used_tactics(table: Table, *, dummy: bool) -> list[str]:
    """The Tactics that the players hold, and the dummy player's where it counts too."""
    found = [player.tactic for player in table.state.players.values()]
    if dummy and table.state.dummy is not None:
        found.append(table.state.dummy.tactic)
    return sorted(tactic for tactic in found if tactic is not None)


def take_tactic_out(table: Table, tactic: str, rule: str) -> None:
    """A Tactic leaves the game."""
    put_new(table.state.tactics_gone, tactic)
    table.log(TacticLeaves(rule=rule, tactic=tactic))


class RemoveTactic(Action, tag="remove-tactic", frozen=True):
    """Name the Tactic that leaves the game: one that a player used in this Round."""

    tactic: TacticId

    @classmethod
    def candidates(cls, table: Table, step: "GiveUpTactic", actor: str, where: object) -> Sequence["RemoveTactic"]:
        return [cls(actor=actor, tactic=tactic) for tactic in used_tactics(table, dummy=False)]

    def violations(self, table: Table, step: "GiveUpTactic", actor: str) -> Iterator[Violation]:
        if self.tactic not in used_tactics(table, dummy=False):
            yield Violation(
                "cooperation.tactic-removed",
                "no player used {tactic} in this Round",
                at="tactic",
                tactic=self.tactic,
            )

    def apply(self, table: Table, step: "GiveUpTactic", actor: str) -> None:
        take_tactic_out(table, self.tactic, step.rule)


class GiveUpTactic(Choice, tag="give-up-tactic"):
    """The player first in Round Order says on which of the Tactics used the players have agreed."""

    rule: ClassVar[str] = "cooperation.tactic-removed"
    prompt: ClassVar[str] = "Name the Tactic on which you have agreed: it leaves the game."
    actions: ClassVar[tuple[type[Action], ...]] = (RemoveTactic,)

    seat: Seat

    def consistency(self, table: Table) -> Iterator[Defect]:
        if not used_tactics(table, dummy=False):
            yield error(self.rule, "", "no-tactic", "no player holds a Tactic")


SCENARIO_STEPS: tuple[type[Step], ...] = (GiveUpTactic,)

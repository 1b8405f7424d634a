"""Why an action has no execution for a player: what stands in the way of each that there could be."""

from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.ids import ActionName
from service.games.heroes_of_land_air_and_sea.table import Table

MOST = 3
"""So many different reasons are told."""
NOTHING: dict[ActionName, str] = {
    "march": "no own Unit is on land",
    "sail": "no own Sea Vessel is in play",
    "fly": "no own Air Vessel is in play",
    "cast": "there is no CAST Spell in the own Library and no Scribed Spell",
}
"""What is missing where there is nothing that an action could be carried out with."""


def obstacles(table: Table, seat: str, step: Choice) -> list[Violation] | None:
    """What keeps a player from each execution at the step of an action, one reason each; None where one is legal."""
    found = []
    for kind in step.types(table, seat):
        for candidate in kind.candidates(table, step, seat, {}) if kind.kind == "action" else ():
            violation = next(iter(candidate.violations(table, step, seat)), None)
            if violation is None:
                return None
            found.append(violation)
    return found


def told(table: Table, action: ActionName, found: list[Violation]) -> str:
    """Obstacles as words: the first of each kind, and no more than ``MOST``."""
    kinds: dict[str, Violation] = {}
    for violation in found:
        kinds.setdefault(violation.code, violation)
    reasons = [violation.told(table.pack.words) for violation in list(kinds.values())[:MOST]]
    return "; ".join(reasons) or NOTHING.get(action, "there is nothing to do it with")

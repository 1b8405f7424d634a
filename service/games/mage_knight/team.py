"""Teams, and who may fight whom: in cooperative scenarios all players are allies."""

from collections.abc import Iterator

from service.engine.violation import Violation
from service.games.mage_knight.table import Table


def may_fight_each_other(table: Table) -> bool:
    """Whether players may fight each other in this game at all."""
    agreed = table.state.options.pvp
    return not is_team(table) and (bool(table.scenario.special.get("pvp", True)) if agreed is None else agreed)


def is_team(table: Table) -> bool:
    """Whether all players form one team (``team.one-team-in-cooperation``)."""
    return bool(table.scenario.special.get("team"))


def allies(table: Table, seat: str) -> list[str]:
    """The other players of the same team."""
    return [other for other in table.state.seats if other != seat] if is_team(table) else []


def forbidden(table: Table, other: str) -> Iterator[Violation]:
    """Why another player cannot be fought at all now (``move.pvp-forbidden-cases``)."""
    if is_team(table):
        yield Violation("team.no-pvp", "allies do not fight each other", at="type")
    elif not table.scenario.special.get("pvp", True) and not table.state.options.pvp:
        yield Violation("recon.no-pvp", "players do not fight each other in this scenario", at="type")
    if table.state.options.pvp is False:
        yield Violation("variant.no-pvp", "fights between players have been ruled out", at="type")
    if table.state.ending is not None:
        yield Violation("pvp.conditions:ending", "the End of the Round or of the scenario has been reached", at="type")
    if table.player(other).flipped:
        yield Violation(
            "pvp.conditions:flipped", "the Round Order token of {other} lies face down", at="defender", other=other
        )

"""Teams: in cooperative scenarios all players are allies."""

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

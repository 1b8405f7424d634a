"""Teams: in cooperative scenarios all players are allies."""

from service.games.mage_knight.table import Table


def is_team(table: Table) -> bool:
    """Whether all players form one team (``team.one-team-in-cooperation``)."""
    return bool(table.scenario.special.get("team"))


def allies(table: Table, seat: str) -> list[str]:
    """The other players of the same team."""
    return [other for other in table.state.seats if other != seat] if is_team(table) else []

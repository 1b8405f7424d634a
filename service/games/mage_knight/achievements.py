"""Achievements: what each player has in the six categories, and who has a title there."""

from collections.abc import Callable, Sequence

from service.engine.answers import ScoreLine
from service.games.mage_knight.cards import all_deed_cards
from service.games.mage_knight.ids import WOUND
from service.games.mage_knight.table import Table

CONQUERED = ("keep", "mage-tower", "monastery")
EXPLORED = ("dungeon", "tomb", "monster-den", "spawning-grounds", "ancient-ruins")
TITLE, SHARED = 3, 1
PER_SPELL, PER_ADVANCED, PER_ARTIFACT, PER_SHIELD, PER_WOUND = 2, 1, 2, 2, -2


def deed_cards(table: Table, seat: str) -> list[str]:
    """All Deed cards of a player: Deed deck, hand, Play area, discard pile and what is set aside."""
    return [card for card in all_deed_cards(table.player(seat)) if card is not None]


def _of_kind(table: Table, seat: str, kind: str) -> int:
    return sum(card != WOUND and table.card(card).kind == kind for card in deed_cards(table, seat))


def knowledge(table: Table, seat: str) -> int:
    """Spells and Advanced Actions."""
    return PER_SPELL * _of_kind(table, seat, "spell") + PER_ADVANCED * _of_kind(table, seat, "advanced-action")


def loot(table: Table, seat: str) -> int:
    """Artifacts, also those on Units, and pairs of crystals."""
    player = table.player(seat)
    artifacts = _of_kind(table, seat, "artifact") + sum(unit.banner is not None for unit in player.units.values())
    return PER_ARTIFACT * artifacts + sum(player.crystals.values()) // 2


def leader(table: Table, seat: str) -> int:
    """The levels of Units, halved for Wounded ones."""
    units = table.player(seat).units.items()
    return sum(table.unit(ref).level // (2 if unit.wounds else 1) for ref, unit in units)


def _shields(table: Table, seat: str, sites: Sequence[str]) -> int:
    on = table.state.world.on.items()
    return PER_SHIELD * sum(there.shields.count(seat) for space, there in on if table.site(space) in sites)


def conqueror(table: Table, seat: str) -> int:
    """Shields on keeps, mage towers and monasteries."""
    return _shields(table, seat, CONQUERED)


def adventurer(table: Table, seat: str) -> int:
    """Shields on adventure sites."""
    return _shields(table, seat, EXPLORED)


def beating(table: Table, seat: str) -> int:
    """Wounds among the Deed cards, which cost points."""
    return PER_WOUND * deed_cards(table, seat).count(WOUND)


CATEGORIES: tuple[tuple[str, str, Callable[[Table, str], int]], ...] = (
    ("score.knowledge", "Greatest Knowledge", knowledge),
    ("score.loot", "Greatest Loot", loot),
    ("score.leader", "Greatest Leader", leader),
    ("score.conqueror", "Greatest Conqueror", conqueror),
    ("score.adventurer", "Greatest Adventurer", adventurer),
    ("score.beating", "Greatest Beating", beating),
)


def achievement_lines(table: Table, seat: str, *, titles: bool) -> list[ScoreLine]:
    """The lines of a player in every category, with titles where the scenario gives them."""
    lines = []
    for rule, label, points in CATEGORIES:
        lines.append(ScoreLine(rule=rule, label=label, points=points(table, seat)))
        won = title(points, table, seat) if titles else 0
        if won:
            name = "score.title-beating" if won < 0 else "score.title"
            lines.append(ScoreLine(rule=name, label=f"{label}: title", points=won))
    return lines


def title(points: Callable[[Table, str], int], table: Table, seat: str) -> int:
    """What the title of a category is worth to a player: the most, of points or of Wounds, alone or tied."""
    amounts = {other: abs(points(table, other)) for other in table.state.seats}
    most = max(amounts.values())
    if not most or amounts[seat] < most:
        return 0
    worth = TITLE if list(amounts.values()).count(most) == 1 else SHARED
    return -worth if points(table, seat) < 0 else worth


def best_lines(table: Table) -> list[ScoreLine]:
    """The lines of a team: in each category the best player only, for Wounds the one with most."""
    lines = []
    for rule, label, points in CATEGORIES:
        amounts = [points(table, seat) for seat in table.state.seats]
        best = min(amounts) if rule == "score.beating" else max(amounts)
        lines.append(ScoreLine(rule="cooperation.score-achievements", label=label, points=best))
    return lines

"""Gaining: tokens, crystals, points, Fame and Reputation, and new cards."""

from service.games.mage_knight.bags import more, put
from service.games.mage_knight.events_effects import (
    CardGained,
    CrystalGained,
    CrystalLost,
    FameGained,
    PointsGained,
    PointsLost,
    ReputationChanged,
    TokenGained,
)
from service.games.mage_knight.events_scenarios import ExtraFame
from service.games.mage_knight.table import Table

CRYSTALS_OF_A_COLOR = 3
LEAST_REPUTATION, MOST_REPUTATION = -7, 7


def gain_token(table: Table, seat: str, color: str, number: int = 1, rule: str = "gain.mana-token") -> None:
    """Mana tokens into the Play area."""
    if number > 0:
        more(table.player(seat).tokens, color, number)
        table.log(TokenGained(rule=rule, seat=seat, color=color, number=number))


def gain_crystal(
    table: Table,
    seat: str,
    color: str,
    rule: str = "gain.crystal",
    *,
    overflow: bool = True,
    full: str = "mana.crystal-limit",
) -> None:
    """A crystal into the Inventory; a fourth of a colour becomes a token where an effect gives it, else it is lost.

    ``full`` is the clause by which it is lost.
    """
    crystals = table.player(seat).crystals
    if crystals.get(color, 0) < CRYSTALS_OF_A_COLOR:  # type: ignore[call-overload]
        more(crystals, color, 1)
        table.log(CrystalGained(rule=rule, seat=seat, color=color))
    elif overflow:
        gain_token(table, seat, color, 1, "gain.crystal-overflow")
    else:
        table.log(CrystalLost(rule=full, seat=seat, color=color))


def gain_points(table: Table, seat: str, points: str, amount: int, rule: str = "effects.shortcuts") -> None:
    """Move, Influence or Healing points of the turn."""
    if amount <= 0:
        return
    turn = table.turn
    if points == "move":
        turn.move += amount
    elif points == "influence":
        covered = min(turn.debt, amount)
        turn.debt -= covered
        turn.influence += amount - covered
    else:
        turn.healing += amount
    table.log(PointsGained(rule=rule, seat=seat, points=points.capitalize(), amount=amount))


def lose_points(table: Table, *kinds: str) -> None:
    """Move and Influence points that are left when the action of the turn begins."""
    turn = table.turn
    for points in kinds:
        amount = turn.move if points == "move" else turn.influence
        if amount:
            rule = "turn.points-lost-at-action"
            table.log(PointsLost(rule=rule, seat=turn.seat, points=points.capitalize(), amount=amount))
        setattr(turn, points, 0)


def gain_fame(table: Table, seat: str, amount: int, rule: str) -> None:
    """Fame; levels follow at the end of the turn."""
    if amount > 0:
        player = table.player(seat)
        level = table.fame_level(player.fame)
        player.fame += amount
        table.log(FameGained(rule=rule, seat=seat, amount=amount))
        _extra_fame(table, seat, level)


def _extra_fame(table: Table, seat: str, level: int) -> None:
    """Blitz scenarios: extra Fame for each end of a row that has been crossed, at once (``blitz.fame``)."""
    each, player = int(table.scenario.special.get("fame_per_row_crossed", 0)), table.player(seat)
    while each and (crossed := table.fame_level(player.fame) - level):
        level += crossed
        player.fame += each * crossed
        table.log(ExtraFame(rule="blitz.fame", seat=seat, amount=each * crossed))


def change_reputation(table: Table, seat: str, change: int, rule: str) -> None:
    """The Reputation token moves, at most to either end of its track."""
    player = table.player(seat)
    new = max(LEAST_REPUTATION, min(MOST_REPUTATION, player.reputation + change))
    if new != player.reputation:
        player.reputation = new
        table.log(ReputationChanged(rule=rule, seat=seat, change=change, reputation=new))


def gain_card(table: Table, seat: str, card: str, to: str = "deck-top", rule: str = "gain.deed-card-on-top") -> None:
    """A new Deed card, on top of the Deed deck unless something else is said."""
    player = table.player(seat)
    if to == "deck-top":
        player.deck.put_on_top(card, sorted(table.state.seats))
        place = "on top of the Deed deck"
    elif to == "hand":
        put(player.hand, card)
        place = "into the hand"
    else:
        put(player.discard, card)
        place = "into the discard pile"
    table.log(CardGained(rule=rule, seat=seat, card=card, place=place))

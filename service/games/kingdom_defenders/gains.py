"""Gaining and paying goods and Fame, suffering and healing Wounds: what every chapter does.

Every function changes the table and tells what happened; ``rule`` is the clause on whose account it happens.
"""

from service.games.kingdom_defenders.end_events import FeatAchieved
from service.games.kingdom_defenders.events import (
    DiscsRecovered,
    FameGained,
    FameLossStopped,
    FameLost,
    FameTileReturned,
    FameTileTurned,
    GoodsGained,
    GoodsPaid,
    GreyDiscReturned,
    WoundsHealed,
)
from service.games.kingdom_defenders.ids import Amounts
from service.games.kingdom_defenders.state import Feat
from service.games.kingdom_defenders.table import Table

LEGEND = 120
FAME_TILE = {60: "how-to-play.fame-60", 120: "how-to-play.fame-120"}
POPULAR = 5


def gain_goods(table: Table, seat: str, goods: Amounts, rule: str) -> None:
    """Take goods from the general reserve, which never runs out (``components.resources-unlimited``)."""
    player = table.player(seat)
    for kind, number in goods.items():
        setattr(player, kind, getattr(player, kind) + number)
    table.log(GoodsGained(rule=rule, seat=seat, goods=dict(goods)))


def pay_goods(table: Table, seat: str, goods: Amounts, rule: str) -> None:
    """Deliver goods to the general reserve; nothing is told when there is nothing to pay."""
    if not goods:
        return
    player = table.player(seat)
    for kind, number in goods.items():
        setattr(player, kind, getattr(player, kind) - number)
    table.log(GoodsPaid(rule=rule, seat=seat, goods=dict(goods)))


def gain_fame(table: Table, seat: str, fame: int, rule: str) -> None:
    """Gain Fame once; the Bard adds one to every gain of the round, however large."""
    if fame <= 0:
        return
    _advance(table, seat, fame, rule)
    if table.is_on(seat, "P2"):
        _advance(table, seat, 1, "character-effects.p2-plus-one")
        player = table.player(seat)
        player.bard_this_round += 1
        if player.bard_this_round >= POPULAR:
            achieve(table, seat, "popular", "achievements.popular")


def _advance(table: Table, seat: str, fame: int, rule: str) -> None:
    player = table.player(seat)
    before = player.fame
    player.fame += fame
    table.log(FameGained(rule=rule, seat=seat, fame=fame, total=player.fame))
    for tile in (60, 120):
        if before <= tile < player.fame:
            table.log(FameTileTurned(rule=FAME_TILE[tile], seat=seat, tile=tile))
    if player.fame >= LEGEND:
        achieve(table, seat, "legend", "achievements.legend")


def lose_fame(table: Table, seat: str, fame: int, rule: str) -> None:
    """Lose Fame, never below 0 (``how-to-play.fame-floor``); the Bard has no part in it."""
    player = table.player(seat)
    before, lost = player.fame, min(fame, player.fame)
    player.fame -= lost
    table.log(FameLost(rule=rule, seat=seat, fame=lost, total=player.fame))
    for tile in (60, 120):
        if player.fame <= tile < before:
            table.log(FameTileReturned(rule=FAME_TILE[tile], seat=seat, tile=tile))
    if lost < fame:
        table.log(FameLossStopped(rule="how-to-play.fame-floor", seat=seat, dropped=fame - lost))


def achieve(table: Table, seat: str, feat: Feat, rule: str) -> None:
    """Note an achievement that is earned during play, once."""
    player = table.player(seat)
    if feat not in player.feats:
        player.feats = sorted([*player.feats, feat])
        table.log(FeatAchieved(rule=rule, seat=seat, feat=feat))


def heal(table: Table, seat: str, wounds: int, rule: str) -> None:
    """Move the Wound disc back; at 0 it returns to the Hero tile. A surplus is lost."""
    player = table.player(seat)
    healed = min(wounds, player.wounds)
    if not healed:
        return
    player.wounds -= healed
    table.log(WoundsHealed(rule=rule, seat=seat, wounds=healed, total=player.wounds))
    if not player.wounds:
        player.discs += 1
        table.log(DiscsRecovered(rule="adventures.wound-disc-returned", seat=seat, space="wound-track", discs=1))


def recover(table: Table, space: str, rule: str) -> None:
    """Take the discs off a space: the player's own to the Hero tile, the grey one to the reserve."""
    standing = table.state.discs.pop(space)
    own = standing.discs - standing.grey
    if own:
        table.player(standing.seat).discs += own
        table.log(DiscsRecovered(rule=rule, seat=standing.seat, space=space, discs=own))
    if standing.grey:
        table.log(GreyDiscReturned(rule="building-effects.e13-grey-returns", space=space))

"""4.4 Movement of the Horde: victory, defeat, siege, and the next Horde."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction
from service.engine.shapes import CHANCE
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.kingdom_defenders.buildings import ChooseGain
from service.games.kingdom_defenders.end_of_game import end_game
from service.games.kingdom_defenders.gains import gain_fame, lose_fame, pay_goods
from service.games.kingdom_defenders.horde_events import (
    CampsEmptied,
    CityBesieged,
    HordeAdvanced,
    HordeDefeated,
    NothingForTheMost,
    WallFallen,
    WallTurned,
)
from service.games.kingdom_defenders.ids import HordeCard
from service.games.kingdom_defenders.levels import ChooseLevel
from service.games.kingdom_defenders.reveals import Reveal
from service.games.kingdom_defenders.rewards import ChooseReward
from service.games.kingdom_defenders.setup_events import HordeRevealed
from service.games.kingdom_defenders.state import Horde
from service.games.kingdom_defenders.table import CAMP_RESOURCES, Table
from service.games.kingdom_defenders.wounds import WOUND_LIMIT, lacks_wound_disc, suffer

FOR_GOODS, FOR_LEVEL = 2, 3


class MoveHorde(Step, tag="move-horde"):
    """Nobody acts: it is checked whether the Camps together hold what the Horde requires."""

    rule: ClassVar[str] = "horde-move.no-player-action"

    def run(self, table: Table) -> None:
        card, horde = table.horde_card(), table.state.horde
        if card is None or horde is None:
            return
        if all(table.lacking(kind) == 0 for kind in CAMP_RESOURCES):
            win(table)
            return
        horde.distance -= 1
        if horde.distance > 0:
            table.log(HordeAdvanced(rule="defeat.spaces-2-and-1", distance=horde.distance))
            return
        table.log(HordeAdvanced(rule="defeat.counter-advances", distance=0))
        table.log(CityBesieged(rule="defeat.wall-reached", horde=card.id))
        besiege(table, card.siege_penalty)


def win(table: Table) -> None:
    """The rewards of a victory, step by step for everybody."""
    state, order = table.state, table.state.turn_order
    card = table.horde_card()
    assert card is not None
    table.log(HordeDefeated(rule="horde-move.victory-condition", horde=card.id))
    state.victories = sorted({*state.victories, state.round})
    for seat in order:
        gain_fame(table, seat, table.camp_total(seat), "victory.fame-per-resource")
    totals, most = {seat: table.camp_total(seat) for seat in order}, with_the_most(table)
    goods_rule, level_rule = "victory.two-resources-coin-or-loot", "victory.three-resources-level"
    steps: list[Step] = [
        ChooseGain(seat=seat, number=1, kinds=["coin", "loot"], gained_by=goods_rule)
        for seat in order
        if totals[seat] >= FOR_GOODS
    ]
    steps += [ChooseLevel(seat=seat, gained_by=level_rule) for seat in order if totals[seat] >= FOR_LEVEL]
    if len(most) == 1:
        steps.append(ChooseReward(seat=most[0], bonus=False, gained_by="victory.most-resources-reward"))
    table.push(*steps, NextHorde())


def with_the_most(table: Table) -> list[str]:
    """The players with the most resources in the Camps, in turn order."""
    order = table.state.turn_order
    most = max((table.camp_total(seat) for seat in order), default=0)
    return [seat for seat in order if table.camp_total(seat) == most]


def besiege(table: Table, penalty: int) -> None:
    """The penalties of a siege, step by step for everybody."""
    order = table.state.turn_order
    totals = {seat: table.camp_total(seat) for seat in order}
    for seat in order:
        loss = max(0, penalty - totals[seat])
        if loss:
            lose_fame(table, seat, loss, "siege.fame-loss")
    fewest = [seat for seat in order if totals[seat] == min(totals.values())]
    levels = [
        ChooseLevel(seat=seat, gained_by="siege.three-resources-level") for seat in order if totals[seat] >= FOR_LEVEL
    ]
    penalties = [SiegePenalty(seat=seat, tied=len(fewest) > 1) for seat in fewest]
    table.push(*levels, *penalties, EndSiege())


class SufferWound(Action, tag="suffer-wound", frozen=True):
    """Suffer a Wound for having given the fewest resources."""

    def violations(self, table: Table, step: "SiegePenalty", actor: str) -> Iterator[Violation]:
        if table.player(actor).wounds >= WOUND_LIMIT and not table.is_on(actor, "P7"):
            yield Violation("adventures.wound-limit-4:siege", "{seat} already has 4 Wounds", seat=actor)
        if lacks_wound_disc(table, actor) and not table.is_on(actor, "P7"):
            yield Violation(
                "adventures.wound-disc-from-board:none", "{seat} has no disc that could count Wounds", seat=actor
            )

    def apply(self, table: Table, step: "SiegePenalty", actor: str) -> None:
        suffer(table, actor, 1, step.cites())
        lose_fame(table, actor, 2, step.cites())


class PayLoot(Action, tag="pay-loot", frozen=True):
    """Deliver a Loot for having given the fewest resources."""

    def violations(self, table: Table, step: "SiegePenalty", actor: str) -> Iterator[Violation]:
        if not table.stock(actor, "loot"):
            yield Violation("siege.least-resources-penalty:no-loot", "{seat} has no Loot", seat=actor)

    def apply(self, table: Table, step: "SiegePenalty", actor: str) -> None:
        pay_goods(table, actor, {"loot": 1}, step.cites())
        lose_fame(table, actor, 2, step.cites())


class OnlyLoseFame(Action, tag="only-lose-fame", frozen=True):
    """Lose the 2 Fame alone: for a player who can neither suffer a Wound nor pay a Loot."""

    def violations(self, table: Table, step: "SiegePenalty", actor: str) -> Iterator[Violation]:
        others = SufferWound(actor=actor), PayLoot(actor=actor)
        if any(not list(other.violations(table, step, actor)) for other in others):
            yield Violation("siege.least-resources-penalty:must", "{seat} can suffer a Wound or pay a Loot", seat=actor)

    def apply(self, table: Table, step: "SiegePenalty", actor: str) -> None:
        lose_fame(table, actor, 2, step.cites())


class SiegePenalty(Choice, tag="siege-penalty"):
    """A player with the fewest resources in the Camps chooses the extra penalty."""

    rule: ClassVar[str] = "siege.least-resources-penalty"
    prompt: ClassVar[str] = "Suffer a Wound or pay a Loot; you also lose 2 Fame."
    actions: ClassVar[tuple[type[Action], ...]] = (SufferWound, PayLoot, OnlyLoseFame)

    also_cites: ClassVar[tuple[str, ...]] = ("siege.tied-all-penalised",)

    tied: bool = False

    def cites(self) -> str:
        return "siege.tied-all-penalised" if self.tied else self.rule


class EndSiege(Step, tag="end-siege"):
    """The Wall tile is turned; the second time the city falls and the game ends at once."""

    rule: ClassVar[str] = "siege.flip-wall"

    def run(self, table: Table) -> None:
        if table.state.wall == "A":
            table.state.wall = "B"
            table.log(WallTurned(rule=self.rule, side="B"))
            table.push(NextHorde())
            return
        table.state.wall = "gone"
        table.log(WallFallen(rule="siege.second-siege-ends-game"))
        end_game(table, "siege.second-siege-ends-game")


class NextHorde(Step, tag="next-horde"):
    """The Camps are emptied and a new Horde comes into play, except in round 6."""

    rule: ClassVar[str] = "new-horde.after-victory-or-siege"

    def run(self, table: Table) -> None:
        state, most = table.state, with_the_most(table)
        # A tie is told in its place, after the steps before it. After a siege the old Horde stands at the Wall.
        if state.horde is not None and state.horde.distance > 0 and len(most) > 1:
            table.log(NothingForTheMost(rule="victory.tie-no-reward", tied=most))
        for player in state.players.values():
            player.camps = {}
        table.log(CampsEmptied(rule="new-horde.return-resources"))
        state.horde = None
        if state.round in (4, 5):
            side = "4" if state.round == 4 else "5"
            rule = f"new-horde.special-round-{side}"
            state.horde_deck.unseen, state.horde_deck.count = {}, 0
            put_in_play(table, table.pack.special_card(table.number), side, rule)
        elif state.round < 4:
            table.push(RevealHorde(asked_by="new-horde.rounds-2-3-from-deck"))


def put_in_play(table: Table, card: str, side: str | None, rule: str) -> None:
    """Lay a Horde open and set the Horde Advance Counter to its speed."""
    horde = table.pack.horde(card, side, table.number)
    assert horde is not None
    speed = horde.speed
    table.state.horde = Horde(card=card, side=side, distance=speed)  # type: ignore[arg-type]
    table.log(HordeRevealed(rule=rule, horde=card, side=side, distance=speed))  # type: ignore[arg-type]


class HordeTurnedUp(ChanceAction, tag="reveal-horde", frozen=True):
    """The next card of the Horde deck."""

    horde: HordeCard

    def apply(self, table: Table, step: "RevealHorde", actor: str) -> None:
        table.state.horde_deck.take(self.horde)
        put_in_play(table, self.horde, None, step.cites())


class RevealHorde(Reveal, tag="reveal-horde", kw_only=True):
    """The next card of the Horde deck is turned up."""

    rule: ClassVar[str] = "new-horde.replace-card"
    prompt: ClassVar[str] = "Turn up the next Horde card."
    actions: ClassVar[tuple[type[Action], ...]] = (HordeTurnedUp,)

    also_cites: ClassVar[tuple[str, ...]] = (
        "new-round.round-2-reveal-horde",
        "extreme.horde-from-start",
        "new-horde.rounds-2-3-from-deck",
    )

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = table.state.horde_deck.draws()
        return [HordeTurnedUp(actor=CHANCE, horde=card, weight=n) for card, n in draws.items()]

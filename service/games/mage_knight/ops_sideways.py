"""Effects on cards played sideways: more than one point, and Wounds that can be played so."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.step import Choice, Step
from service.games.mage_knight.combat_points import add_sideways
from service.games.mage_knight.effects import CarryOut, modifier, op
from service.games.mage_knight.events_rewards import DiceForgone
from service.games.mage_knight.gains import gain_points
from service.games.mage_knight.ids import WOUND, Card, Points
from service.games.mage_knight.ops_force import goes_on, in_force
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_turn import Modifier
from service.games.mage_knight.table import Table


@op("sideways-bonus")
@op("wound-sideways")
def sideways_effect(table: Table, run: CarryOut, node: EffectNode) -> None:
    """It waits for the next card played sideways; the colour that was paid for it counts."""
    noted = modifier(run, node)
    noted.chosen = run.found.paid
    table.turn.in_force.append(noted)
    goes_on(table, run, node)


def wounds_playable(table: Table) -> list[Modifier]:
    """The effects by which a Wound can be played sideways now, the best last."""
    found = [effect for effect in in_force(table, "wound-sideways") if not effect.used]
    return sorted(found, key=lambda effect: int(table.node(effect.node).params["value"]))


def source_die_used(table: Table) -> bool:
    """Whether a die of the Source has been used this turn; the one on Mana Steal is none of it."""
    turn = table.turn
    return turn.die_used or len(turn.dice) > int(turn.stored_die_used)


def value_of(table: Table, effect: Modifier, card: str, *, without_dice: bool) -> int:
    """What a card played sideways gives by an effect; ``without_dice``: no die is used in the whole turn."""
    node, info = table.node(effect.node), table.card(card)
    values = [int(node.params["value"])]
    for better in node.params.get("better", ()):
        fits = (
            ("kind" not in better or info.kind in better["kind"])
            and ("color" not in better or (info.color is not None and info.color == effect.chosen))
            and (not better.get("no_source_die_this_turn") or without_dice)
        )
        if fits:
            values.append(int(better["value"]))
    return max(values)


def best_bonus(table: Table, card: str, *, without_dice: bool) -> tuple[int, Modifier | None]:
    """What a card gives played sideways, and the one effect that is used on it."""
    best: tuple[int, Modifier | None] = (1, None)
    for effect in in_force(table, "sideways-bonus"):
        value = value_of(table, effect, card, without_dice=without_dice)
        if not effect.used and value > best[0]:
            best = (value, effect)
    return best


def give_sideways(table: Table, seat: str, card: str, points: Points) -> None:
    """A card played sideways gives its point, or more by an effect in force."""
    if card == WOUND:
        effect = wounds_playable(table)[-1]
        effect.used = 1
        _give(table, seat, card, points, int(table.node(effect.node).params["value"]))
        return
    promised = table.turn.no_die
    more = best_bonus(table, card, without_dice=True)[0] > best_bonus(table, card, without_dice=False)[0]
    if more and not promised and not source_die_used(table):
        table.push(ForgoDice(seat=seat, card=card, points=points))
    else:
        _give_best(table, seat, card, points, without_dice=promised)


def _give_best(table: Table, seat: str, card: str, points: Points, *, without_dice: bool) -> None:
    value, effect = best_bonus(table, card, without_dice=without_dice)
    if effect is not None:
        effect.used = 1
    _give(table, seat, card, points, value)


def _give(table: Table, seat: str, card: str, points: Points, value: int) -> None:
    """One point comes by the clause for all cards; what is more, and what a Wound gives, by the text of an effect."""
    by_effect = "effects.follow-card-text" if card == WOUND or value > 1 else None
    if points in ("attack", "block"):
        add_sideways(table, seat, card, points, value, by_effect)
    else:
        gain_points(table, seat, points, value, by_effect or "deed.sideways-gives-one")


class ForgoDie(Action, tag="forgo-dice", frozen=True):
    """Use no die of the Source this turn for the higher value, or take the lower one."""

    forgo: bool

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["ForgoDie"]:
        return [cls(actor=actor, forgo=True), cls(actor=actor, forgo=False)]

    def apply(self, table: Table, step: "ForgoDice", actor: str) -> None:
        if self.forgo:
            table.turn.no_die = True
            table.log(DiceForgone(rule=step.rule, seat=actor))
        _give_best(table, actor, step.card, step.points, without_dice=self.forgo)


class ForgoDice(Choice, tag="forgo-dice"):
    """A card played sideways gives more if no die of the Source is used in the whole turn."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Use no die of the Source this turn for the higher value?"
    actions: ClassVar[tuple[type[Action], ...]] = (ForgoDie,)

    card: Card
    points: Points

    def consistency(self, table: Table) -> Iterator[Defect]:
        combat = table.state.combat
        if self.points in ("attack", "block"):
            blocks = None if combat is None or combat.assembly is None else combat.assembly.attack is not None
            if blocks is None or blocks != (self.points == "block"):
                yield error("combat.effects-by-phase", "/points", "no-combat", "no such attack or block is open")


SIDEWAYS_STEPS: tuple[type[Step], ...] = (ForgoDice,)

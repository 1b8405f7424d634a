"""A mana token that its effect gives for the next act only."""

from collections.abc import Sequence
from typing import ClassVar

from service.engine.action import Action
from service.engine.step import Step
from service.games.mage_knight.adventure import EnterSite
from service.games.mage_knight.bags import less, put
from service.games.mage_knight.buying import BuySpell
from service.games.mage_knight.effects import CarryOut, ForEffect, running
from service.games.mage_knight.events_rewards import EffectTakenBack
from service.games.mage_knight.ids import WOUND
from service.games.mage_knight.ops_composite import PlayOfferSpell
from service.games.mage_knight.playing import PlayCard
from service.games.mage_knight.skills import UseSkill
from service.games.mage_knight.table import Table
from service.games.mage_knight.units import ActivateUnit


class TakeEffectBack(Action, tag="take-effect-back", frozen=True):
    """Take the effect back: its mana is not used, so it was not allowed."""

    def apply(self, table: Table, step: "UseAtOnce", actor: str) -> None:
        player, turn, run = table.player(actor), table.turn, running(table)
        assert turn.at_once is not None
        less(player.tokens, turn.at_once)
        turn.at_once = None
        for card in run.found.discarded[-1:]:
            player.discard.remove(card)
            put(player.hand, card)
            turn.cards_used -= card != WOUND
        if run.source.id in turn.skills_used:
            turn.skills_used.remove(run.source.id)
        run.todo.clear()
        table.log(EffectTakenBack(rule=step.rule, seat=actor, thing=run.source.id, half=run.source.half))


class UseAtOnce(ForEffect, tag="use-at-once"):
    """The mana that was gained is used now, or the effect is taken back."""

    rule: ClassVar[str] = "effects.follow-card-text"
    prompt: ClassVar[str] = "Use the mana that you have just gained, or take the effect back."
    actions: ClassVar[tuple[type[Action], ...]] = (
        PlayCard,
        PlayOfferSpell,
        ActivateUnit,
        UseSkill,
        BuySpell,
        EnterSite,
        TakeEffectBack,
    )
    asked_by: ClassVar[tuple[str, ...]] = ("gain-mana",)

    def must(self, table: Table) -> Sequence[str]:
        color = table.turn.at_once
        return (self.seat,) if color is not None and table.player(self.seat).tokens.get(color) else ()


def ask_at_once(table: Table, run: CarryOut, node: str) -> None:
    """Have the token that was just gained used by the next act."""
    table.turn.at_once = run.found.gained
    table.push(UseAtOnce(seat=run.seat, node=node))


AT_ONCE_STEPS: tuple[type[Step], ...] = (UseAtOnce,)

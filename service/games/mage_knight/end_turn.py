"""The end of a turn in the order of the rulebook: dice, withdrawal, Play area, space, rewards, levels, cards."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.mage_knight.bags import put
from service.games.mage_knight.drawing_up import DiscardBeforeDrawing, DrawUp
from service.games.mage_knight.effects import CarryOut
from service.games.mage_knight.end_of_game import check_scenario_end
from service.games.mage_knight.events_effects import CardSetAside, CardsReturned, ManaExpired
from service.games.mage_knight.gains import gain_crystal
from service.games.mage_knight.ids import WOUND
from service.games.mage_knight.levels import LevelUps
from service.games.mage_knight.occasions import end_of_turn_tokens
from service.games.mage_knight.putting_back import PutBack
from service.games.mage_knight.returning_dice import ReturnDice
from service.games.mage_knight.rewards import TakeRewards
from service.games.mage_knight.sites import SpaceBenefits
from service.games.mage_knight.state_turn import Found
from service.games.mage_knight.table import Table
from service.games.mage_knight.withdrawing import ForcedWithdrawal, leave_portal


def end_sequence(seat: str) -> list[Step]:
    """The steps of the end of a turn, the first one first."""
    return [
        ReturnDice(seat=seat),
        ForcedWithdrawal(seat=seat),
        EffectsAtEnd(seat=seat),
        PutBack(seat=seat),
        ClearPlayArea(seat=seat),
        SpaceBenefits(seat=seat),
        TakeRewards(seat=seat),
        LevelUps(seat=seat),
        TakeRewards(seat=seat, late=True),
        DiscardBeforeDrawing(seat=seat),
        DrawUp(seat=seat),
        FinishTurn(seat=seat),
    ]


class EffectsAtEnd(Step, tag="effects-at-end"):
    """Effects of this turn that are carried out at its end, in the order in which they were played."""

    rule: ClassVar[str] = "effects.modification-lasts-turn"

    seat: Seat

    def run(self, table: Table) -> None:
        turn = table.turn
        due, turn.at_end = turn.at_end, []
        for modifier in reversed(due):
            table.push(
                CarryOut(
                    seat=self.seat,
                    source=modifier.source,
                    todo=[modifier.node],
                    at_end=True,
                    found=Found(healed=modifier.used),
                )
            )


class ClearPlayArea(Step, tag="clear-play-area"):
    """Mana goes back to the bank, cards to the discard pile, or where an effect has them go."""

    rule: ClassVar[str] = "end-turn.clear-cards"

    seat: Seat

    def run(self, table: Table) -> None:
        player, turn = table.player(self.seat), table.turn
        if player.tokens:
            left = [f"{number} {color}" for color, number in player.tokens.items()]
            table.log(ManaExpired(rule="mana.pure-expires", seat=self.seat, mana=left))
        player.tokens = {}
        everybody, back = sorted(table.state.seats), list[str]()
        for played in player.played:
            if played.goes == "deck-top":
                player.deck.put_on_top(played.card, everybody)
            elif played.goes == "deck-bottom":
                player.deck.put_at_bottom(played.card, everybody)
            elif played.goes == "hand":
                put(player.hand, played.card)
            elif played.goes == "box":
                put(table.state.removed.cards, played.card)
            elif played.goes == "aside":
                put(player.aside, played.card)
                self._set_aside(table, played.card)
            elif turn.return_played and played.card != WOUND:
                put(player.hand, played.card)
                back.append(played.card)
            else:
                put(player.discard, played.card)
        player.played = []
        if back:
            table.log(CardsReturned(rule="effects.follow-card-text", seat=self.seat, cards=sorted(back)))
        if turn.crystals_return:
            return_spent_crystals(table, self.seat)

    def _set_aside(self, table: Table, card: str) -> None:
        """Time Bending, or the card that has played it."""
        mine = any(table.node(at).op == "set-aside-self" for half in table.card(card).halves.values() for at in half)
        rule = "composite.time-bending-set-aside" if mine else "composite.time-bending-by-other-card"
        table.log(CardSetAside(rule=rule, seat=self.seat, card=card))


def return_spent_crystals(table: Table, seat: str) -> None:
    """Crystals spent this turn come back, up to three of a colour."""
    for color, number in sorted(table.turn.crystals_spent.items()):
        for _ in range(number):
            gain_crystal(table, seat, color, "effects.follow-card-text", overflow=False)


class FinishTurn(Step, tag="finish-turn"):
    """The turn is over, and the end of the scenario is checked."""

    rule: ClassVar[str] = "turns.check-scenario-end"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        player.tokens, player.tactic_used = {}, False
        player.motivated = max(0, player.motivated - 1)
        leave_portal(table, self.seat)
        end_of_turn_tokens(table, self.seat)
        check_scenario_end(table, self.seat)


END_TURN_STEPS: tuple[type[Step], ...] = (
    ReturnDice,
    EffectsAtEnd,
    PutBack,
    ClearPlayArea,
    DiscardBeforeDrawing,
    DrawUp,
    FinishTurn,
)

"""The end of a turn in the order of the rulebook: dice, withdrawal, Play area, space, rewards, levels, cards."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.mage_knight.bags import put
from service.games.mage_knight.cards import draw_cards
from service.games.mage_knight.effects import CarryOut
from service.games.mage_knight.end_of_game import check_scenario_end
from service.games.mage_knight.events_effects import CrystalGained
from service.games.mage_knight.gains import CRYSTALS_OF_A_COLOR
from service.games.mage_knight.hand_limit import hand_limit
from service.games.mage_knight.levels import LevelUps
from service.games.mage_knight.rewards import TakeRewards
from service.games.mage_knight.sites import SpaceBenefits
from service.games.mage_knight.source import RollSource, return_die
from service.games.mage_knight.state_turn import Found
from service.games.mage_knight.table import Table
from service.games.mage_knight.withdrawing import ForcedWithdrawal, leave_portal


def end_sequence(seat: str) -> list[Step]:
    """The steps of the end of a turn, the first one first."""
    return [
        ReturnDice(seat=seat),
        ForcedWithdrawal(seat=seat),
        EffectsAtEnd(seat=seat),
        ClearPlayArea(seat=seat),
        SpaceBenefits(seat=seat),
        TakeRewards(seat=seat),
        LevelUps(seat=seat),
        DrawUp(seat=seat),
        FinishTurn(seat=seat),
    ]


class ReturnDice(Step, tag="return-dice"):
    """Dice that were used are rolled and return to the Source, others return as they are."""

    rule: ClassVar[str] = "mana.dice-rerolled-at-turn-end"

    seat: Seat

    def run(self, table: Table) -> None:
        turn = table.turn
        rolled = sum(die.reroll for die in turn.dice)
        for die in turn.dice:
            if not die.reroll:
                return_die(table, die.color, "end-turn.return-dice-first")
        turn.dice = []
        if rolled:
            table.push(RollSource(left=rolled))


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
        player.tokens = {}
        for played in player.played:
            if played.goes == "box":
                put(table.state.removed.cards, played.card)
            elif played.goes == "aside":
                put(player.aside, played.card)
            elif turn.return_played:
                put(player.hand, played.card)
            else:
                put(player.discard, played.card)
        player.played = []
        if turn.crystals_return:
            return_spent_crystals(table, self.seat)


def return_spent_crystals(table: Table, seat: str) -> None:
    """Crystals spent this turn come back, up to three of a colour."""
    crystals = table.player(seat).crystals
    for color, number in sorted(table.turn.crystals_spent.items()):
        for _ in range(number):
            if crystals.get(color, 0) < CRYSTALS_OF_A_COLOR:
                crystals[color] = crystals.get(color, 0) + 1
                table.log(CrystalGained(rule="effects.follow-card-text", seat=seat, color=color))


class DrawUp(Step, tag="draw-up"):
    """Cards are drawn up to the Hand limit."""

    rule: ClassVar[str] = "end-turn.draw-to-limit"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        if table.turn.skip_draw:
            return
        missing = hand_limit(table, self.seat) - len(player.hand)
        player.next_draw = 0
        draw_cards(table, self.seat, missing, self.rule)


class FinishTurn(Step, tag="finish-turn"):
    """The turn is over, and the end of the scenario is checked."""

    rule: ClassVar[str] = "turns.check-scenario-end"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        player.tokens, player.tactic_used = {}, False
        player.motivated = max(0, player.motivated - 1)
        leave_portal(table, self.seat)
        check_scenario_end(table, self.seat)


END_TURN_STEPS: tuple[type[Step], ...] = (ReturnDice, EffectsAtEnd, ClearPlayArea, DrawUp, FinishTurn)

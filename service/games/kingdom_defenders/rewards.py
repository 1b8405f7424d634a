"""Reward tiles (Activating Deeds, Situation of Victory): which may be taken, their bonuses, and what a chest holds."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal

from service.engine.action import Action, ChanceAction, Where
from service.engine.shapes import CHANCE, RuleRef, Seat
from service.engine.step import ChanceStep, Choice
from service.engine.violation import Violation
from service.games.kingdom_defenders.card_events import RewardDrawn, RewardTaken
from service.games.kingdom_defenders.effects import Use, carry_out, obstacle, operation
from service.games.kingdom_defenders.events import DieRolled
from service.games.kingdom_defenders.gains import gain_goods
from service.games.kingdom_defenders.ids import Die, Face, Relic, RewardSlot
from service.games.kingdom_defenders.pack import CHEST, Effect
from service.games.kingdom_defenders.table import Table

BONUS_RULE = {"die-healing": "deeds.reward-red-die", "die-wealth": "deeds.reward-yellow-die"}


def is_any_reward_left(table: Table) -> bool:
    """Whether a Reward lies open or in the reserve."""
    return bool(table.state.rewards) or table.state.reward_reserve.count > 0


class TakeReward(Action, tag="take-reward", frozen=True):
    """Take a Reward: a random one from the chest, or one that lies face up."""

    slot: RewardSlot

    @classmethod
    def candidates(cls, table: Table, step: "ChooseReward", actor: str, where: Where) -> Iterable["TakeReward"]:
        return [cls(actor=actor, slot=slot) for slot in table.pack.reward_slots]

    def violations(self, table: Table, step: "ChooseReward", actor: str) -> Iterator[Violation]:
        if self.slot == CHEST and table.state.reward_reserve.count == 0:
            yield Violation("deeds.reward-random", "the Reward reserve is empty", slot=self.slot)
        if self.slot != CHEST and self.slot not in table.state.rewards:
            yield Violation("deeds.reward-gap-not-refilled", "no Reward lies on {slot}", slot=self.slot)

    def apply(self, table: Table, step: "ChooseReward", actor: str) -> None:
        reward = table.state.rewards.get(self.slot)
        table.log(RewardTaken(rule=step.gained_by, seat=actor, slot=self.slot, reward=reward))
        if self.slot == CHEST:
            if step.bonus:
                gain_goods(table, actor, {"coin": 1}, "deeds.reward-random")
            table.push(DrawReward(seat=actor))
            return
        keep_reward(table, actor, table.state.rewards.pop(self.slot))
        if step.bonus:
            table.push(RollBonusDie(seat=actor, die=table.pack.reward_slots[self.slot]["die"]))


def keep_reward(table: Table, seat: str, relic: str) -> None:
    """Put a Reward tile behind the screen."""
    player = table.player(seat)
    player.rewards = sorted([*player.rewards, relic])


class ChooseReward(Choice, tag="choose-reward"):
    """A player takes one of the available Rewards; ``bonus`` says whether the bonus of its place comes with it."""

    rule: ClassVar[str] = "deeds.prize-reward"
    prompt: ClassVar[str] = "Choose a Reward."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeReward,)

    also_cites: ClassVar[tuple[str, ...]] = ("character-effects.p6-reward", "victory.most-resources-reward")

    bonus: bool
    gained_by: RuleRef

    def cites(self) -> str:
        return self.gained_by

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if is_any_reward_left(table) else ()


class RewardFromReserve(ChanceAction, tag="draw-reward", frozen=True):
    """The Reward that a player finds in the chest."""

    reward: Relic

    def apply(self, table: Table, step: "DrawReward", actor: str) -> None:
        table.state.reward_reserve.take(self.reward)
        keep_reward(table, step.seat, self.reward)
        table.log(RewardDrawn(rule="deeds.rewards-hidden", seat=step.seat, reward=self.reward, seen_by=[step.seat]))


class DrawReward(ChanceStep, tag="draw-reward"):
    """A random Reward goes to a player, who alone sees it."""

    rule: ClassVar[str] = "deeds.reward-random"
    prompt: ClassVar[str] = "Draw a Reward from the reserve for {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (RewardFromReserve,)

    seat: Seat

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = table.state.reward_reserve.draws()
        return [RewardFromReserve(actor=CHANCE, reward=relic, weight=n) for relic, n in draws.items()]


class RollBonus(ChanceAction, tag="roll-bonus-die", frozen=True):
    """The face that the die of a face-up Reward shows."""

    die: Die
    face: Face

    def apply(self, table: Table, step: "RollBonusDie", actor: str) -> None:
        rule = BONUS_RULE[self.die]
        table.log(DieRolled(rule=rule, die=self.die, face=self.face))
        carry_out(table, step.seat, table.pack.dice[self.die].faces[self.face][1], rule)


class RollBonusDie(ChanceStep, tag="roll-bonus-die"):
    """The die of a face-up Reward is rolled for the player who took it."""

    rule: ClassVar[str] = "deeds.reward-red-die"
    prompt: ClassVar[str] = "Roll {die}, which comes with the Reward, for {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (RollBonus,)

    seat: Seat
    die: Literal["die-healing", "die-wealth"]

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        faces = table.pack.dice[self.die].faces
        return [RollBonus(actor=CHANCE, die=self.die, face=f, weight=weight) for f, (weight, _) in faces.items()]


@operation("take-reward")
def _take_reward(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    table.push(ChooseReward(seat=seat, bonus=effect["bonus"], gained_by=rule))


@obstacle("take-reward")
def _no_reward(table: Table, use: Use, effect: Effect) -> Iterator[Violation]:
    if not is_any_reward_left(table):
        yield Violation("character-effects.p6-reward", "no Reward is left")

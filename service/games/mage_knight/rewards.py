"""Rewards: what a combat, a site or a purchase gives at the end of the turn."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction, Where
from service.engine.shapes import CHANCE, RuleRef, Seat
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.mage_knight.events_rewards import (
    RewardLost,
    RewardPostponed,
    RewardRolled,
    RewardTaken,
)
from service.games.mage_knight.gains import gain_card, gain_crystal, gain_fame
from service.games.mage_knight.ids import BASIC, COLORS, Basic, Card, Color, UnitKind, UnitRef
from service.games.mage_knight.offers import CardOffer, offer_of, take_from_offer
from service.games.mage_knight.recruiting import offered_units, place_violations, places, take_unit
from service.games.mage_knight.rewards_artifacts import ARTIFACT_STEPS, MOST_ARTIFACTS, DrawArtifacts
from service.games.mage_knight.state_turn import Reward, RewardKind
from service.games.mage_knight.table import Table
from service.games.mage_knight.units import has_free_command_token

WORDS = {
    "artifact": "Artifact",
    "spell": "Spell",
    "advanced-action": "Advanced Action",
    "unit": "Unit",
    "crystal-set": "a crystal of each basic colour",
    "random-crystal": "random crystal",
    "die-roll": "Spell or Artifact by a die",
    "fame": "Fame",
}


def kinds_due(table: Table, *, late: bool) -> list[str]:
    """The kinds of rewards still due; before the level ups without the Unit that waits for them."""
    return list(dict.fromkeys(r.kind for r in table.turn.rewards if late or not r.postponed))


class TakeReward(Action, tag="take-reward", frozen=True):
    """Take a reward of this kind next."""

    reward: RewardKind

    @classmethod
    def candidates(cls, table: Table, step: "TakeRewards", actor: str, where: Where) -> Iterable["TakeReward"]:
        kinds = kinds_due(table, late=step.late)
        return [cls(actor=actor, reward=kind) for kind in kinds]  # type: ignore[arg-type]

    def violations(self, table: Table, step: "TakeRewards", actor: str) -> Iterator[Violation]:
        if self.reward not in kinds_due(table, late=step.late):
            kind = WORDS[self.reward]
            yield Violation("end-turn.rewards-order", "no such reward is due ({kind})", at="reward", kind=kind)

    def apply(self, table: Table, step: "TakeRewards", actor: str) -> None:
        begin_reward(table, actor, self.reward, late=step.late)


class TakeRewards(Step, tag="take-rewards"):
    """The rewards that are due are taken, in any order; ``late`` is after the level ups."""

    rule: ClassVar[str] = "end-turn.rewards-order"
    prompt: ClassVar[str] = "Take the rewards in an order of your choice."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeReward,)

    seat: Seat
    late: bool = False

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if len(kinds_due(table, late=self.late)) > 1 else ()

    def run(self, table: Table) -> None:
        for kind in kinds_due(table, late=self.late):
            table.push(self)
            begin_reward(table, self.seat, kind, late=self.late)


def begin_reward(table: Table, seat: str, kind: str, *, late: bool) -> None:
    """Hand out a reward of a kind: all Artifacts together, of the others one."""
    turn = table.turn
    due = [reward for reward in turn.rewards if reward.kind == kind and (late or not reward.postponed)]
    first, rule = due[0], due[0].rule
    table.log(RewardTaken(rule=rule, seat=seat, kind=WORDS[kind]))
    if kind == "artifact":
        turn.rewards = [reward for reward in turn.rewards if reward.kind != "artifact"]
        keep = min(sum(reward.count for reward in due), MOST_ARTIFACTS - 1)
        table.push(DrawArtifacts(seat=seat, left=keep + 1, keep=keep))
        return
    if first.count > 1 and kind != "fame":
        first.count -= 1
    else:
        turn.rewards.remove(first)
    if kind == "fame":
        gain_fame(table, seat, first.count, rule)
    elif kind == "crystal-set":
        for color in BASIC:
            gain_crystal(table, seat, color, rule, overflow=False, full="end-turn.reward-crystal-full")
    elif kind == "unit":
        table.push(RewardUnit(seat=seat, late=late))
    elif kind == "random-crystal":
        table.push(RollCrystal(seat=seat))
    elif kind == "die-roll":
        table.push(RollReward(seat=seat, rolled_for=rule))
    else:
        table.push(RewardCard(seat=seat, offer=kind))  # type: ignore[arg-type]


# --- Spells and Advanced Actions --------------------------------------------------------------------------------------


class TakeRewardCard(Action, tag="take-reward-card", frozen=True):
    """Choose the Spell or Advanced Action that was won from its offer."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: "RewardCard", actor: str, where: Where) -> Iterable["TakeRewardCard"]:
        return [cls(actor=actor, card=card) for card in offer_of(table, step.offer)]

    def violations(self, table: Table, step: "RewardCard", actor: str) -> Iterator[Violation]:
        if self.card not in offer_of(table, step.offer):
            yield Violation(
                "end-turn.reward-spell-or-advanced",
                "{card} is not in the offer of {offer}",
                at="card",
                card=self.card,
                offer=f"{WORDS[step.offer]}s",
            )

    def apply(self, table: Table, step: "RewardCard", actor: str) -> None:
        take_from_offer(table, step.offer, self.card)
        gain_card(table, actor, self.card, "deck-top", step.rule)


class RewardCard(Choice, tag="reward-card"):
    """A Spell or Advanced Action that was won is chosen from its offer."""

    rule: ClassVar[str] = "end-turn.reward-spell-or-advanced"
    prompt: ClassVar[str] = "Choose the card that you have won ({offer})."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeRewardCard,)

    offer: CardOffer

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if offer_of(table, self.offer) else ()

    def run(self, table: Table) -> None:
        table.log(RewardLost(rule=self.rule, seat=self.seat, kind=WORDS[self.offer]))


# --- Units ------------------------------------------------------------------------------------------------------------


class TakeRewardUnit(Action, tag="take-reward-unit", frozen=True):
    """Choose the Unit that was won from the Unit offer, and where all Command tokens are occupied one to disband.

    ``loyal``: it stands under the token of Bonds of Loyalty.
    """

    unit: UnitKind
    disband: UnitRef | None = None
    loyal: bool = False

    @classmethod
    def candidates(cls, table: Table, step: "RewardUnit", actor: str, where: Where) -> Iterable["TakeRewardUnit"]:
        return [
            cls(actor=actor, unit=unit, disband=ref, loyal=loyal)
            for unit in offered_units(table)
            for ref, loyal in places(table, actor)
        ]

    def violations(self, table: Table, step: "RewardUnit", actor: str) -> Iterator[Violation]:
        if self.unit not in offered_units(table):
            yield Violation("end-turn.reward-unit", "{unit} are not in the Unit offer", at="unit", unit=self.unit)
        yield from place_violations(table, actor, self.disband, loyal=self.loyal)

    def apply(self, table: Table, step: "RewardUnit", actor: str) -> None:
        take_unit(table, actor, self.unit, self.disband, loyal=self.loyal)


class PostponeUnit(Action, tag="postpone-unit", frozen=True):
    """Take the Unit after the level up of this turn that brings a Command token."""

    def violations(self, table: Table, step: "RewardUnit", actor: str) -> Iterator[Violation]:
        player = table.player(actor)
        coming = range(player.level + 1, table.fame_level(player.fame) + 1)
        if step.late or not any(level % 2 for level in coming):
            yield Violation(
                "end-turn.reward-unit-after-level-up", "no level up of this turn brings a Command token", at="type"
            )

    def apply(self, table: Table, step: "RewardUnit", actor: str) -> None:
        table.turn.rewards.append(Reward(kind="unit", rule="end-turn.reward-unit-after-level-up", postponed=True))
        table.log(RewardPostponed(rule="end-turn.reward-unit-after-level-up", seat=actor))


class GiveUpReward(Action, tag="give-up-reward", frozen=True):
    """Give the Unit that was won up."""

    def violations(self, table: Table, step: "RewardUnit", actor: str) -> Iterator[Violation]:
        if has_free_command_token(table, actor):
            yield Violation("end-turn.reward-unit:free", "{seat} has a free Command token", at="type", seat=actor)

    def apply(self, table: Table, step: "RewardUnit", actor: str) -> None:
        table.log(RewardLost(rule=step.rule, seat=actor, kind=WORDS["unit"]))


class RewardUnit(Choice, tag="reward-unit"):
    """Any Unit of the offer is won; without a free Command token one is disbanded or the reward given up."""

    rule: ClassVar[str] = "end-turn.reward-unit"
    prompt: ClassVar[str] = "Choose the Unit that you have won."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeRewardUnit, PostponeUnit, GiveUpReward)

    late: bool = False

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,) if offered_units(table) else ()

    def run(self, table: Table) -> None:
        table.log(RewardLost(rule=self.rule, seat=self.seat, kind=WORDS["unit"]))


# --- dice -------------------------------------------------------------------------------------------------------------


class RollCrystalFace(ChanceAction, tag="roll-crystal", frozen=True):
    """The face that says which random crystal is won."""

    color: Color

    def apply(self, table: Table, step: "RollCrystal", actor: str) -> None:
        table.log(RewardRolled(rule=step.rule, seat=step.seat, color=self.color))
        if self.color == "black":
            gain_fame(table, step.seat, 1, step.rule)
        elif self.color == "gold":
            table.push(RewardCrystal(seat=step.seat))
        else:
            _reward_crystal(table, step.seat, self.color)


def _reward_crystal(table: Table, seat: str, color: str) -> None:
    gain_crystal(table, seat, color, "site.random-crystal", overflow=False, full="end-turn.reward-crystal-full")


class RollCrystal(ChanceStep, tag="roll-crystal"):
    """A random crystal: a die says which."""

    rule: ClassVar[str] = "site.random-crystal"
    prompt: ClassVar[str] = "Roll a mana die for the random crystal of {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (RollCrystalFace,)

    seat: Seat

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [RollCrystalFace(actor=CHANCE, color=color, weight=1) for color in COLORS]


class TakeRewardCrystal(Action, tag="take-reward-crystal", frozen=True):
    """Choose the colour of the random crystal."""

    color: Basic

    @classmethod
    def candidates(cls, table: Table, step: "RewardCrystal", actor: str, where: Where) -> Iterable["TakeRewardCrystal"]:
        return [cls(actor=actor, color=color) for color in BASIC]

    def apply(self, table: Table, step: "RewardCrystal", actor: str) -> None:
        _reward_crystal(table, actor, self.color)


class RewardCrystal(Choice, tag="reward-crystal"):
    """Gold was rolled: the crystal is of any basic colour."""

    rule: ClassVar[str] = "site.random-crystal"
    prompt: ClassVar[str] = "Choose the colour of the crystal."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeRewardCrystal,)


class RollRewardFace(ChanceAction, tag="roll-reward", frozen=True):
    """The face that says whether a Spell or an Artifact is won."""

    color: Color

    def apply(self, table: Table, step: "RollReward", actor: str) -> None:
        table.log(RewardRolled(rule=step.cites(), seat=step.seat, color=self.color))
        kind: RewardKind = "spell" if self.color in ("gold", "black") else "artifact"
        table.turn.rewards.append(Reward(kind=kind, rule=step.cites()))


class RollReward(ChanceStep, tag="roll-reward"):
    """Gold or black gives a Spell, any other colour an Artifact."""

    rule: ClassVar[str] = "site.dungeon-reward"
    prompt: ClassVar[str] = "Roll a mana die for the reward of {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (RollRewardFace,)

    seat: Seat
    rolled_for: RuleRef = "site.dungeon-reward"

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [RollRewardFace(actor=CHANCE, color=color, weight=1) for color in COLORS]


REWARD_STEPS: tuple[type[Step], ...] = (
    TakeRewards,
    *ARTIFACT_STEPS,
    RewardCard,
    RewardUnit,
    RollCrystal,
    RewardCrystal,
    RollReward,
)

"""Quests: whether a player has met what the Quest asks for, and the reward at the End of Age."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal

from service.engine.action import Action, Where
from service.engine.shapes import Seat
from service.engine.step import Choice, Step
from service.games.gilded_realms.anytime import ANYTIME, can_upgrade
from service.games.gilded_realms.effects_due import CarryOut
from service.games.gilded_realms.event_events import QuestChecked, QuestReturned
from service.games.gilded_realms.moments import Moment
from service.games.gilded_realms.table import Table

RewardOption = Literal["gold", "goods", "people"]
REWARDS: tuple[RewardOption, ...] = ("gold", "goods", "people")


def advisors_owned(table: Table, seat: str) -> int:
    """Council Advisors and the Commander; a Commander that was discarded is gone."""
    player = table.player(seat)
    standing = {*player.army, *(piece for pieces in player.queue.values() for piece in pieces)}
    return sum(advisor not in table.pack.pieces or advisor in standing for advisor in player.advisors)


HAS: dict[str, Callable[[Table, str], int]] = {
    "campaigns_in_one_round_at_least": lambda table, seat: table.player(seat).most_campaigns,
    "council_or_commander_at_least": advisors_owned,
    "gems_at_least": lambda table, seat: table.player(seat).gem,
    "gold_at_least": lambda table, seat: table.player(seat).silver // int(table.pack.constants["silver_per_gold"]),
    "fortifications_at_least": lambda table, seat: table.player(seat).fortification,
    "knowledges_at_least": lambda table, seat: len(table.player(seat).knowledge),
    "units_in_standing_army_at_least": lambda table, seat: table.army_size(seat),
    "trade_route_tokens_at_least": lambda table, seat: sum(table.player(seat).routes.values()),
}
"""What a requirement of the form ``…_at_least`` counts."""


def meets(table: Table, seat: str, wanted: dict[str, Any]) -> bool:
    """Whether one entry of a Quest's requirement holds."""
    if "province" in wanted:
        return bool(table.level(seat, wanted["province"]) >= wanted["level_at_least"])
    if "provinces_at_level" in wanted:
        reached = sum(face.level >= wanted["provinces_at_level"] for face in table.province_faces(seat))
        return bool(reached >= wanted["count_at_least"])
    if "knowledge" in wanted:
        return wanted["knowledge"] in table.player(seat).knowledge
    if "hardship_at_most" in wanted:
        return bool(table.hardship(seat) <= wanted["hardship_at_most"])
    return all(HAS[key](table, seat) >= number for key, number in wanted.items())


def is_fulfilled(table: Table, seat: str) -> bool:
    """Whether a player has met all criteria of the own Quest; not without one."""
    quest = table.player(seat).quest
    return quest is not None and all(meets(table, seat, wanted) for wanted in table.pack.quests[quest].requirement.all)


def unmet(table: Table, seat: str) -> list[dict[str, Any]]:
    """The criteria of a player's Quest that are not met yet."""
    quest = table.player(seat).quest
    wanted = table.pack.quests[quest].requirement.all if quest is not None else ()
    return [entry for entry in wanted if not meets(table, seat, entry)]


def upgrades_may_help(table: Table, seat: str) -> bool:
    """Whether an Upgrade that can be made may meet the Quest: of its Provinces, or Influence for the Core Advisor."""
    missing = unmet(table, seat)
    if any("provinces_at_level" in entry for entry in missing):
        provinces = set(table.pack.provinces)
    else:
        provinces = {"influence", *(entry["province"] for entry in missing if "province" in entry)}
    return bool(missing) and any(can_upgrade(table, seat, province) for province in sorted(provinces))


class LeaveQuest(Action, tag="check-quest", frozen=True):
    """Have the Quest checked as things are."""

    def apply(self, table: Table, step: Any, actor: str) -> None:
        table.leave(step)


class BeforeQuest(Moment, tag="before-quest"):
    """End of Age: before the Quest is checked its owner may still Upgrade, where that may meet it."""

    rule: ClassVar[str] = "quests.deadline"
    prompt: ClassVar[str] = "Upgrade for your Quest, or have it checked as things are."
    actions: ClassVar[tuple[type[Action], ...]] = (LeaveQuest, *ANYTIME)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if upgrades_may_help(table, self.seat) else ()


class CheckQuest(Step, tag="check-quest"):
    """End of Age: a player's Quest is checked; whoever has met it chooses a reward."""

    rule: ClassVar[str] = "quests.deadline"

    seat: Seat

    def run(self, table: Table) -> None:
        quest = table.player(self.seat).quest
        if quest is None:
            return
        done, name = is_fulfilled(table, self.seat), table.pack.title(quest)
        table.log(QuestChecked(rule=self.rule, seat=self.seat, quest=quest, name=name, fulfilled=done))
        if done:
            table.push(ChooseReward(seat=self.seat))


class TakeReward(Action, tag="quest-reward", frozen=True):
    """Take this reward."""

    reward: RewardOption

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["TakeReward"]:
        return [cls(actor=actor, reward=reward) for reward in REWARDS]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Any]:
        return iter(())

    def apply(self, table: Table, step: Any, actor: str) -> None:
        table.push(CarryOut(seat=actor, effect=f"quest.{self.reward}"))


class ChooseReward(Choice, tag="choose-reward"):
    """A player whose Quest is fulfilled chooses one of three rewards."""

    rule: ClassVar[str] = "quests.rewards"
    prompt: ClassVar[str] = "Choose the reward of your Quest."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeReward, *ANYTIME)

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,)


class ReturnQuest(Step, tag="return-quest"):
    """A Quest returns to the box, rewarded or not."""

    rule: ClassVar[str] = "end-of-age.quests-leave"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        if player.quest is not None:
            name = table.pack.title(player.quest)
            table.log(QuestReturned(rule=self.rule, seat=self.seat, quest=player.quest, name=name))
            player.quest = None

"""Three types of reward: collecting gold, placing Bard tokens and building Stories."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import RuleRef, Secret, a_bag
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.lords_of_xidit.dummy import AdvanceDummy
from service.games.lords_of_xidit.events import (
    BardPlaced,
    BardPlacedSomewhere,
    BardsTooFew,
    CensusRewardForfeited,
    GoldCollected,
    RewardsChosen,
    StoriesBuilt,
    StoriesLost,
)
from service.games.lords_of_xidit.ids import CENTRAL, City, Eliminated, Region, Reward
from service.games.lords_of_xidit.renewing_tiles import remove_tile
from service.games.lords_of_xidit.scoring import is_hidden
from service.games.lords_of_xidit.state import Guild
from service.games.lords_of_xidit.table import Table

REWARDS: tuple[Reward, ...] = ("bards", "gold", "stories")


def obstacles(table: Table, seat: str, reward: Reward) -> Iterator[Violation]:
    """Why this reward cannot be chosen; gold always can."""
    city, player = table.city(seat), table.player(seat)
    if reward == "bards" and player.bards == 0:
        yield Violation("bard-reward.none-left", "{seat} has placed all Bard tokens", at="rewards", seat=seat)
    if reward != "stories":
        return
    yield from guild_obstacles(table, seat, city, "rewards")
    if not table.room_in_guild(seat, city):
        yield Violation(
            "story-reward.reward-unavailable",
            "{seat} cannot build a single Story in City {city}",
            at="rewards",
            seat=seat,
            city=city,
        )
    if not player.stories:
        yield Violation(
            "story-reward.reward-unavailable:stock", "{seat} has no Story left in the stock", at="rewards", seat=seat
        )


def guild_obstacles(table: Table, seat: str, city: str, at: str) -> Iterator[Violation]:
    """Why the Guild of a City, a rival's or a full one, takes no Story of this player."""
    guild = table.state.guilds.get(city)
    if guild is not None and guild.seat != seat:
        yield Violation(
            "story-reward.foreign-guild-blocks",
            "City {city} holds the Guild of {owner}",
            at=at,
            city=city,
            owner=guild.seat,
        )
        yield Violation(
            "story-reward.one-guild-per-city",
            "a Guild of {seat} in City {city} would be the second one",
            at=at,
            seat=seat,
            city=city,
        )
        yield Violation(
            "story-reward.single-color",
            "the Guild in City {city} is built of Stories of {owner}",
            at=at,
            city=city,
            owner=guild.seat,
        )
    elif not table.room_in_guild(seat, city):
        yield Violation("story-reward.max-four", "the Guild in City {city} is full", at=at, city=city)


def available(table: Table, seat: str) -> list[Reward]:
    """The rewards that can be chosen."""
    return [reward for reward in REWARDS if next(obstacles(table, seat, reward), None) is None]


class TakeRewards(Action, tag="choose-rewards", frozen=True):
    """Choose two of the three rewards, or all that can be chosen if they are fewer."""

    rewards: Annotated[list[Reward], a_bag(3)]

    @classmethod
    def candidates(cls, table: Table, step: "ChooseRewards", actor: str, where: Where) -> Iterable["TakeRewards"]:
        pairs = [list(pair) for pair in combinations(REWARDS, 2)]
        return [cls(actor=actor, rewards=rewards) for rewards in (*pairs, *([reward] for reward in REWARDS))]

    def violations(self, table: Table, step: "ChooseRewards", actor: str) -> Iterator[Violation]:
        for reward in sorted(set(self.rewards)):
            yield from obstacles(table, actor, reward)
        twice = [reward for reward in REWARDS if self.rewards.count(reward) > 1]
        if twice:
            yield Violation("rewards.two-different", "chosen more than once: {twice}", at="rewards", twice=twice)
        possible = available(table, actor)
        due = min(2, len(possible))
        if len(self.rewards) > 2:
            yield Violation(
                "rewards.choose-two", "two rewards are chosen, not {found}", at="rewards", found=len(self.rewards)
            )
        elif len(self.rewards) < due or (due < 2 and not set(possible) <= set(self.rewards)):
            yield Violation(
                "rewards.must-take-two",
                "can be chosen: {possible}; to be chosen of these: {due}; chosen: {chosen}",
                at="rewards",
                possible=possible,
                due=due,
                chosen=list(self.rewards),
            )

    def apply(self, table: Table, step: "ChooseRewards", actor: str) -> None:
        rule = "rewards.choose-two" if len(self.rewards) == 2 else "rewards.must-take-two"
        table.log(RewardsChosen(rule=rule, seat=actor, rewards=list(self.rewards)))
        amounts = step.amounts(table)
        after: list[Step] = [RenewAfter(city=table.city(actor))] if step.is_threat(table) else []
        if table.has_dummy:
            after.insert(0, AdvanceDummy(seat=actor))
        table.push(*after)
        if "gold" in self.rewards:
            collect_gold(table, actor, amounts["gold"], "gold-reward.collect")
        if "stories" in self.rewards:
            build(table, actor, amounts["stories"])
        if "bards" in self.rewards:
            left = min(amounts["bards"], table.player(actor).bards)
            if left < amounts["bards"]:
                table.log(BardsTooFew(rule="bard-reward.too-few-left", seat=actor, bards=left, seen_by=[actor]))
            table.push(PlaceBards(seat=actor, left=left, won_by="bard-reward.place-number"))


class ChooseRewards(Choice, tag="choose-rewards"):
    """A threat or a Titan (``source``) has been eliminated: the player chooses two of its three rewards."""

    rule: ClassVar[str] = "rewards.choose-two"
    prompt: ClassVar[str] = "Choose two of the three rewards."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeRewards,)

    source: Eliminated

    def consistency(self, table: Table) -> Iterator[Defect]:
        if not self.is_threat(table):
            if not table.is_boxed(table.pack.titans[self.source]):
                yield error("raging-titan.remove-from-game", "/source", "not-gone", f"{self.source} is in the Lair")
            return
        city, here = table.card(self.source).city, table.city(self.seat)
        tile = table.tile_on(city)
        if tile is None or tile.tile != self.source or tile.side != "threat":
            detail = f"threat {self.source} does not lie in City {city}"
            yield error("rewards.reward-before-tile-change", "/source", "gone", detail)
        elif city != here:
            detail = f"threat {self.source} lies in City {city}, and the Idrakys of {self.seat} is in City {here}"
            yield error("provide-units.reward-follows", "/source", "elsewhere", detail)

    def is_threat(self, table: Table) -> bool:
        """Whether a Threat tile was eliminated, which is now to be replaced."""
        return self.source in table.pack.tiles

    def amounts(self, table: Table) -> dict[str, int]:
        """The numbers shown for the three rewards."""
        return (table.pack.tiles if self.is_threat(table) else table.pack.titans)[self.source].rewards


def collect_gold(table: Table, seat: str, gold: int, rule: str) -> None:
    """Take gold from the Royal Bank."""
    table.player(seat).gold += gold
    table.log(GoldCollected(rule=rule, seat=seat, gold=gold))


def build(table: Table, seat: str, stories: int) -> None:
    """Build Stories in the City of the Idrakys, as many as fit and as the stock holds; the surplus is lost."""
    city, player = table.city(seat), table.player(seat)
    room = table.room_in_guild(seat, city)
    built = min(stories, room, player.stories)
    rule = "story-reward.stock-too-small" if player.stories < min(stories, room) else "story-reward.surplus-kept"
    add_stories(table, seat, city, built, "story-reward.place-stories")
    player.stories -= built
    if built < stories:
        table.log(StoriesLost(rule=rule, seat=seat, stories=stories - built, city=city))
    waiting = min(player.waiting_stories, table.room_in_guild(seat, city))
    if waiting:
        player.waiting_stories -= waiting
        add_stories(table, seat, city, waiting, "census.pending-story-must-place")


def add_stories(table: Table, seat: str, city: str, stories: int, rule: str) -> None:
    """Put Stories on the Guild of a City; they have left the stock already."""
    guild = table.state.guilds.get(city)
    if guild is None:
        table.state.guilds[city] = Guild(seat=seat, stories=stories)
    else:
        guild.stories += stories
    table.log(StoriesBuilt(rule=rule, seat=seat, stories=stories, city=city))


# --- Bard tokens ------------------------------------------------------------------------------------------------------


class PlaceBard(Action, tag="place-bard", frozen=True):
    """Place one Bard token in a Region next to the Idrakys; in the central Region it goes into the Bastion."""

    region: Region

    @classmethod
    def candidates(cls, table: Table, step: "PlaceBards", actor: str, where: Where) -> Iterable["PlaceBard"]:
        return [cls(actor=actor, region=region) for region in table.pack.regions]

    def violations(self, table: Table, step: "PlaceBards", actor: str) -> Iterator[Violation]:
        city = table.city(actor)
        if not table.player(actor).bards:
            yield Violation("census.census-bards-none-left", "{seat} has no Bard token left", seat=actor)
        if self.region in table.pack.adjacent_regions[city]:
            return
        if self.region == CENTRAL:
            yield Violation(
                "bard-reward.bastion-needs-adjacency",
                "City {city} is not next to the central Region",
                at="region",
                city=city,
            )
        yield Violation(
            "bard-reward.adjacent-regions", "{region} is not next to City {city}", region=self.region, city=city
        )

    def apply(self, table: Table, step: "PlaceBards", actor: str) -> None:
        player = table.player(actor)
        player.bards -= 1
        if self.region == CENTRAL:
            player.bastion += 1
            rule = "census.bastion-by-census" if step.may_stop else "bard-reward.central-in-bastion"
            table.log(BardPlacedSomewhere(rule=rule, seat=actor, seen_by=[actor]))
        else:
            there = table.state.bards.setdefault(self.region, {})
            there[actor] = there.get(actor, 0) + 1
            rule = step.won_by if step.may_stop else "bard-reward.adjacent-regions"
            table.log(BardPlaced(rule=rule, seat=actor, region=self.region))
        if step.left > 1:
            table.push(PlaceBards(seat=actor, left=step.left - 1, won_by=step.won_by, may_stop=step.may_stop))


class DeclineCensusReward(Action, tag="decline-census-reward", frozen=True):
    """Forfeit what is left of a census reward."""

    def apply(self, table: Table, step: Step, actor: str) -> None:
        reward: Literal["bards", "bonus-story"] = "bards" if isinstance(step, PlaceBards) else "bonus-story"
        table.log(CensusRewardForfeited(rule="census.placing-optional", seat=actor, reward=reward))


class PlaceBards(Choice, tag="place-bards"):
    """A player places Bard tokens one by one. How many are still to come is the player's own knowledge.

    ``may_stop``: tokens won in a census may be left unplaced.
    """

    rule: ClassVar[str] = "bard-reward.place-number"
    prompt: ClassVar[str] = "Place a Bard token in a Region next to your Idrakys."
    actions: ClassVar[tuple[type[Action], ...]] = (PlaceBard, DeclineCensusReward)
    also_cites: ClassVar[tuple[str, ...]] = (
        "census.infantry-reward",
        "census.cleric-reward",
        "census.tie",
        "census.tie-clerics",
    )

    left: Secret[Annotated[int, Meta(ge=1, le=20)]]
    won_by: RuleRef
    may_stop: bool = False

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        return self.actions if self.may_stop else (PlaceBard,)

    def cites(self) -> str:
        return self.won_by

    def consistency(self, table: Table) -> Iterator[Defect]:
        owners = self.also_cites if self.may_stop else (self.rule,)
        if self.won_by not in owners:
            yield error(self.rule, "/won_by", "won-by", f"Bard tokens are not placed here by {self.won_by}")
        elif self.left is None or is_hidden(table.player(self.seat)):
            return
        elif self.may_stop:
            form = "sole" if self.won_by == "census.cleric-reward" else "tied"
            if self.left > table.pack.census_rewards["cleric"][form]["bards"]:
                yield error(self.won_by, "/left", "too-many", f"Bard tokens still to come: {self.left}")
        elif self.left > table.player(self.seat).bards:
            detail = f"Bard tokens still to come: {self.left}, left: {table.player(self.seat).bards}"
            yield error("bard-reward.too-few-left", "/left", "too-many", detail)


# --- a Story won in a census ------------------------------------------------------------------------------------------


class PlaceBonusStory(Action, tag="place-bonus-story", frozen=True):
    """Add the bonus Story to one of the own Guilds."""

    city: City

    @classmethod
    def candidates(cls, table: Table, step: "PlaceStory", actor: str, where: Where) -> Iterable["PlaceBonusStory"]:
        return [cls(actor=actor, city=city) for city in table.pack.cities if city in table.state.guilds]

    def violations(self, table: Table, step: "PlaceStory", actor: str) -> Iterator[Violation]:
        guild = table.state.guilds.get(self.city)
        if guild is None or guild.seat != actor:
            yield Violation(
                "census.mage-reward-any-own-guild", "{seat} has no Guild in City {city}", seat=actor, city=self.city
            )
        elif not table.room_in_guild(actor, self.city):
            yield Violation("census.mage-reward-limit", "the Guild in City {city} is full", city=self.city)
        yield from guild_obstacles(table, actor, self.city, "city")

    def apply(self, table: Table, step: "PlaceStory", actor: str) -> None:
        table.player(actor).stories -= 1
        add_stories(table, actor, self.city, 1, step.won_by)


class PlaceStory(Choice, tag="place-story", kw_only=True):
    """The leader of the Battle Mages, or each of several, may add a Story to an own Guild with room."""

    rule: ClassVar[str] = "census.mage-reward"
    prompt: ClassVar[str] = "Add a Story to one of your Guilds, or forfeit it."
    actions: ClassVar[tuple[type[Action], ...]] = (PlaceBonusStory, DeclineCensusReward)
    also_cites: ClassVar[tuple[str, ...]] = ("census.tie",)

    won_by: RuleRef = "census.mage-reward"

    def cites(self) -> str:
        return self.won_by

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.won_by not in (self.rule, *self.also_cites):
            yield error(self.rule, "/won_by", "won-by", f"no Story is added by {self.won_by}")
        if not table.player(self.seat).stories:
            detail = f"{self.seat} has no Story in the stock"
            yield error("census.bonus-story-from-stock", "/seat", "no-story", detail)
        if not table.own_guilds_with_room(self.seat):
            detail = f"{self.seat} has no Guild with room"
            yield error("census.mage-reward-any-own-guild", "/seat", "no-guild", detail)


class RenewAfter(Step, tag="renew-after"):
    """The rewards of a threat have been received: its tile is replaced."""

    rule: ClassVar[str] = "rewards.reward-before-tile-change"

    city: City

    def run(self, table: Table) -> None:
        remove_tile(table, self.city)

    def consistency(self, table: Table) -> Iterator[Defect]:
        tile = table.tile_on(self.city)
        if tile is None or tile.side != "threat":
            yield error(self.rule, "/city", "no-threat", f"no Threat tile lies in City {self.city}")

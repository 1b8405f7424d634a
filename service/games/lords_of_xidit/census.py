"""Phase Four: Military Census. Five secret counts, one after the other, each with its reward."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error, warning
from service.engine.step import Commitment, Step
from service.engine.violation import Violation
from service.games.lords_of_xidit.events import (
    BardsTooFew,
    BonusStoryLost,
    CensusCommitted,
    CensusHandTaken,
    CensusNotWon,
    CensusRevealed,
    CensusWon,
    StoryWaits,
    UnitsTakenBack,
)
from service.games.lords_of_xidit.ids import UNITS, Unit
from service.games.lords_of_xidit.rewards import PlaceBards, PlaceStory, collect_gold
from service.games.lords_of_xidit.scoring import is_hidden
from service.games.lords_of_xidit.table import Table

SOLE_RULE: dict[Unit, str] = {
    "peasant-militia": "census.peasant-reward",
    "archer": "census.archer-reward",
    "infantry": "census.infantry-reward",
    "cleric": "census.cleric-reward",
    "battle-mage": "census.mage-reward",
}


class BeginCensus(Step, tag="begin-census"):
    """The five types are counted in their order."""

    rule: ClassVar[str] = "census.five-types"

    def run(self, table: Table) -> None:
        table.push(*(CountUnits(unit=unit) for unit in UNITS))


class CountUnits(Step, tag="count-units"):
    """Everybody takes Units of one type in a hand, in secret; then all hands are opened."""

    rule: ClassVar[str] = "census.secret-hand"

    unit: Unit

    def run(self, table: Table) -> None:
        lanes = {seat: [FillHand(seat=seat, unit=self.unit)] for seat in table.in_turn()}
        table.push(table.lanes(lanes), OpenHands(unit=self.unit))


class RevealUnits(Action, tag="census-reveal", frozen=True):
    """Say how many Units of the type the hand holds."""

    number: Annotated[int, Meta(ge=0, le=99)]

    @classmethod
    def candidates(cls, table: Table, step: "FillHand", actor: str, where: Where) -> Iterable["RevealUnits"]:
        owned = table.player(actor).units.get(step.unit, 0)
        return [cls(actor=actor, number=number) for number in range(owned + 1)]

    def violations(self, table: Table, step: "FillHand", actor: str) -> Iterator[Violation]:
        owned = table.player(actor).units.get(step.unit, 0)
        if self.number > owned:
            yield Violation(
                "census.may-hold-back",
                "of the type {unit} {seat} has {owned}, not {number}",
                seat=actor,
                owned=owned,
                unit=step.unit,
                number=self.number,
            )

    def apply(self, table: Table, step: "FillHand", actor: str) -> None:
        table.player(actor).census_hand, step.committed = self.number, True
        table.log(CensusCommitted(rule=step.rule, seat=actor))
        hand = CensusHandTaken(rule=step.rule, seat=actor, unit=step.unit, number=self.number, seen_by=[actor])
        table.log(hand)


class FillHand(Commitment, tag="fill-hand", kw_only=True):
    """A player takes Units in the hand, from none up to all of the type."""

    rule: ClassVar[str] = "census.secret-hand"
    prompt: ClassVar[str] = "Take Units in your hand, as many as you like, of the type {unit}."
    actions: ClassVar[tuple[type[Action], ...]] = (RevealUnits,)

    unit: Unit

    def consistency(self, table: Table) -> Iterator[Defect]:
        player = table.player(self.seat)
        if is_hidden(player):
            return
        if self.committed and player.census_hand is None:
            yield error(self.rule, "/committed", "no-hand", f"{self.seat} has closed a hand that holds no number")
        if not self.committed and player.census_hand is not None:
            yield warning(self.rule, "/committed", "hand", f"{self.seat} has a number in an open hand")
        owned = player.units.get(self.unit, 0)
        if player.census_hand is not None and player.census_hand > owned:
            detail = f"{self.unit} in the hand of {self.seat}: {player.census_hand}, owned: {owned}"
            yield warning("census.may-hold-back", "/committed", "too-many", detail)

    def take_back(self, table: Table) -> None:
        table.player(self.seat).census_hand = None
        self.committed = False


class OpenHands(Step, tag="open-hands"):
    """All hands are opened at the same time, and the leaders are rewarded; the Units go back behind the Screens."""

    rule: ClassVar[str] = "census.simultaneous-reveal"

    unit: Unit

    def run(self, table: Table) -> None:
        hands = {seat: table.player(seat).census_hand or 0 for seat in table.in_turn()}
        for seat in hands:
            table.player(seat).census_hand = None
        table.log(CensusRevealed(rule=self.rule, unit=self.unit, hands=hands))
        most = max(hands.values())
        leaders = [seat for seat in hands if hands[seat] == most and most > 0]
        if leaders:
            tied = len(leaders) > 1
            table.log(CensusWon(rule="census.tie" if tied else "census.majority", unit=self.unit, seats=leaders))
        else:
            table.log(CensusNotWon(rule="census.zero-never-wins", unit=self.unit))
        if most:
            table.log(UnitsTakenBack(rule="census.units-return", unit=self.unit))
        if leaders:
            reward(table, self.unit, leaders)


def reward(table: Table, unit: Unit, leaders: list[str]) -> None:
    """Give the reward of a type: in full to a sole leader, in its small form to each of several."""
    form = table.pack.census_rewards[unit]["sole" if len(leaders) == 1 else "tied"]
    rule = SOLE_RULE[unit] if len(leaders) == 1 else TIED_RULE.get(unit, "census.tie")
    steps: list[Step] = []
    for seat in leaders:
        if "gold" in form:
            collect_gold(table, seat, form["gold"], rule)
        elif "bards" in form:
            # Whoever has no tokens left is asked too: how many a player has is nobody else's business.
            tell_too_few(table, seat, form["bards"])
            steps.append(PlaceBards(seat=seat, left=form["bards"], won_by=rule, may_stop=True))
        elif "bonus_story" in form:
            steps += bonus_story(table, seat, rule)
    if steps:
        table.push(*steps)


TIED_RULE: dict[Unit, str] = {"archer": "census.tie-archers", "cleric": "census.tie-clerics"}


def tell_too_few(table: Table, seat: str, won: int) -> None:
    """Remind a winner, and nobody else, that fewer Bard tokens are left than the reward allows."""
    left = table.player(seat).bards
    if left < won:
        table.log(BardsTooFew(rule="census.census-bards-none-left", seat=seat, bards=left, seen_by=[seat]))


def bonus_story(table: Table, seat: str, rule: str) -> list[Step]:
    """A bonus Story comes from the stock: it may be placed at once, or waits while no own Guild has room."""
    player = table.player(seat)
    if not player.stories:
        table.log(BonusStoryLost(rule="census.bonus-story-from-stock", seat=seat))
        return []
    if table.own_guilds_with_room(seat):
        return [PlaceStory(seat=seat, won_by=rule)]
    has_guild = any(guild.seat == seat for guild in table.state.guilds.values())
    player.stories -= 1
    player.waiting_stories += 1
    table.log(StoryWaits(rule="census.mage-reward-all-full" if has_guild else "census.mage-reward-no-guild", seat=seat))
    return []

"""What can happen in Lords of Xidit, as the record tells it."""

from typing import ClassVar, Literal

from service.engine.event import Event
from service.games.lords_of_xidit.ids import Icon, Reward, Side, Track, Unit


class TileDrawn(Event, tag="tile-drawn", kw_only=True):
    template: ClassVar[str] = "City tile {tile} is drawn for the {place}"
    reveals: ClassVar[bool] = True
    tile: str
    place: str


class TilePlaced(Event, tag="tile-placed", kw_only=True):
    template: ClassVar[str] = "Tile {tile} is placed in City {city}, {side} side up"
    tile: str
    city: str
    side: Side


class UnitsPlaced(Event, tag="units-placed", kw_only=True):
    template: ClassVar[str] = "In City {city} now stand {units}"
    city: str
    units: dict[Unit, int]


class TileIncomplete(Event, tag="tile-incomplete", kw_only=True):
    template: ClassVar[str] = "Missing in the Barracks for tile {tile}: {missing}"
    tile: str
    missing: dict[Unit, int]


class AssessmentDrawn(Event, tag="assessment-drawn", kw_only=True):
    template: ClassVar[str] = "Assessment {position} will be {track}"
    reveals: ClassVar[bool] = True
    track: Track
    position: int


class IdrakysPlaced(Event, tag="idrakys-placed", kw_only=True):
    template: ClassVar[str] = "{seat} begins in City {city}"
    seat: str
    city: str


class WheelSet(Event, tag="wheel-set", kw_only=True):
    template: ClassVar[str] = "{seat} sets wheel {wheel} to {icon}"
    seat: str
    wheel: int
    icon: Icon


class ProgramCommitted(Event, tag="program-committed", kw_only=True):
    template: ClassVar[str] = "{seat} finishes programming"
    seat: str


class ProgramRevealed(Event, tag="program-revealed", kw_only=True):
    template: ClassVar[str] = "{seat} reveals the program: {orders}"
    reveals: ClassVar[bool] = True
    seat: str
    orders: list[Icon]


class OrderExecuted(Event, tag="order-executed", kw_only=True):
    """One for each Order of each player: what it did, or by which clause nothing happened."""

    template: ClassVar[str] = "Order {order} of {seat} ({icon}): {outcome}, in City {city}"
    seat: str
    order: int
    icon: Icon
    origin: str
    outcome: Literal["moved", "road-missing", "waited", "recruited", "eliminated", "may-fight-titan", "nothing"]
    city: str


class TileGone(Event, tag="tile-gone", kw_only=True):
    """Why an Action finds no tile: somebody has used it up this Game Year."""

    template: ClassVar[str] = "The tile in City {city} has gone since {seat} was there"
    seat: str
    city: str


class UnitRecruited(Event, tag="unit-recruited", kw_only=True):
    template: ClassVar[str] = "{seat} recruits 1 {unit} in City {city}"
    seat: str
    unit: Unit
    city: str


class UnitsPaid(Event, tag="units-paid", kw_only=True):
    template: ClassVar[str] = "{seat} returns {units} to the Barracks"
    seat: str
    units: dict[Unit, int]


class ThreatEliminated(Event, tag="threat-eliminated", kw_only=True):
    template: ClassVar[str] = "{seat} eliminates threat {tile} in City {city}"
    seat: str
    tile: str
    city: str


class TitanChosen(Event, tag="titan-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} fights {titan}"
    seat: str
    titan: str


class TitanDeclined(Event, tag="titan-declined", kw_only=True):
    template: ClassVar[str] = "{seat} fights no Titan"
    seat: str


class TitanEliminated(Event, tag="titan-eliminated", kw_only=True):
    template: ClassVar[str] = "{seat} eliminates {titan}, which leaves the game"
    seat: str
    titan: str


class RewardsChosen(Event, tag="rewards-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} chooses {rewards}"
    seat: str
    rewards: list[Reward]


class GoldCollected(Event, tag="gold-collected", kw_only=True):
    template: ClassVar[str] = "{seat} collects {gold} gold"
    seat: str
    gold: int


class StoriesBuilt(Event, tag="stories-built", kw_only=True):
    template: ClassVar[str] = "Stories that {seat} builds in City {city}: {stories}"
    seat: str
    stories: int
    city: str


class StoriesLost(Event, tag="stories-lost", kw_only=True):
    template: ClassVar[str] = "Stories that {seat} cannot build in City {city}: {stories}"
    seat: str
    stories: int
    city: str


class StoryWaits(Event, tag="story-waits", kw_only=True):
    template: ClassVar[str] = "A bonus Story of {seat} waits for a Guild with room"
    seat: str


class BonusStoryLost(Event, tag="bonus-story-lost", kw_only=True):
    template: ClassVar[str] = "{seat} has no Story in the stock and loses the bonus Story"
    seat: str


class BardPlaced(Event, tag="bard-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places a Bard token in {region}"
    seat: str
    region: str


class BardPlacedSomewhere(Event, tag="bard-placed-somewhere", kw_only=True):
    template: ClassVar[str] = "{seat} places a Bard token in the Bastion"
    seat: str


class BardsTooFew(Event, tag="bards-too-few", kw_only=True):
    template: ClassVar[str] = "{seat} has too few Bard tokens for the reward; left: {bards}"
    seat: str
    bards: int


class DummyAdvanced(Event, tag="dummy-advanced", kw_only=True):
    template: ClassVar[str] = "{seat} advances the Dummy Player's {track} token to space {space}"
    seat: str
    track: Track
    space: int


class DummyNotAdvanced(Event, tag="dummy-not-advanced", kw_only=True):
    template: ClassVar[str] = "{seat} advances nothing: all the Dummy Player's tokens are on their last spaces"
    seat: str


class TileDiscarded(Event, tag="tile-discarded", kw_only=True):
    template: ClassVar[str] = "Tile {tile} is discarded from City {city}"
    tile: str
    city: str
    side: Side


class NextTileSet(Event, tag="next-tile-set", kw_only=True):
    template: ClassVar[str] = "Tile {tile} moves from the {pile} pile to the next {queue} space"
    tile: str
    queue: Side
    pile: Side


class PileReplenished(Event, tag="pile-replenished", kw_only=True):
    template: ClassVar[str] = "The {queue} pile is replenished with {tiles}"
    queue: Side
    tiles: list[str]


class PileStaysEmpty(Event, tag="pile-stays-empty", kw_only=True):
    template: ClassVar[str] = "The {queue} pile is empty, and so is the discard pile that feeds it"
    queue: Side


class TitansAwakened(Event, tag="titans-awakened", kw_only=True):
    template: ClassVar[str] = "The Titans awaken"


class TitanTurned(Event, tag="titan-turned", kw_only=True):
    template: ClassVar[str] = "{titan} is turned and rages"
    reveals: ClassVar[bool] = True
    titan: str


class TitanRagesOn(Event, tag="titan-rages-on", kw_only=True):
    template: ClassVar[str] = "{titan} rages already and stays on top of its pile"
    titan: str


class NoTitanLeft(Event, tag="no-titan-left", kw_only=True):
    template: ClassVar[str] = "No Titan is left in {pile}"
    pile: str


class ReinforcementsArrived(Event, tag="reinforcements-arrived", kw_only=True):
    template: ClassVar[str] = "Reinforcements arrive"


class ThreatDiscardCollected(Event, tag="threat-discard-collected", kw_only=True):
    template: ClassVar[str] = "The Threat discard pile is turned over: {tiles}"
    tiles: list[str]


class RecruitmentPileOnTop(Event, tag="recruitment-pile-on-top", kw_only=True):
    template: ClassVar[str] = "The Recruitment pile is laid on top; tiles in it: {number}"
    number: int


class RecruitmentPileFormed(Event, tag="recruitment-pile-formed", kw_only=True):
    template: ClassVar[str] = "The first tiles form the new Recruitment pile: {tiles}"
    tiles: list[str]


class ThreatPileShuffled(Event, tag="threat-pile-shuffled", kw_only=True):
    template: ClassVar[str] = "The other tiles are shuffled into the new Threat pile; tiles in it: {number}"
    number: int


class CensusHandTaken(Event, tag="census-hand-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes in hand: {number} {unit}"
    seat: str
    unit: Unit
    number: int


class CensusCommitted(Event, tag="census-committed", kw_only=True):
    template: ClassVar[str] = "{seat} closes the hand"
    seat: str


class CensusRevealed(Event, tag="census-revealed", kw_only=True):
    template: ClassVar[str] = "Hands in the census of {unit}: {hands}"
    reveals: ClassVar[bool] = True
    unit: Unit
    hands: dict[str, int]


class CensusWon(Event, tag="census-won", kw_only=True):
    template: ClassVar[str] = "The census of {unit} is led by {seats}"
    unit: Unit
    seats: list[str]


class CensusNotWon(Event, tag="census-not-won", kw_only=True):
    template: ClassVar[str] = "Nobody shows a Unit in the census of {unit}, and nobody is rewarded"
    unit: Unit


class UnitsTakenBack(Event, tag="units-taken-back", kw_only=True):
    template: ClassVar[str] = "All {unit} shown go back behind the Screens"
    unit: Unit


class CensusRewardForfeited(Event, tag="census-reward-forfeited", kw_only=True):
    template: ClassVar[str] = "{seat} forfeits what is left of the census reward"
    seat: str


class YearBegun(Event, tag="year-begun", kw_only=True):
    template: ClassVar[str] = "Game Year {year} begins"
    year: int


class YearEnded(Event, tag="year-ended", kw_only=True):
    template: ClassVar[str] = "Game Year {year} ends"
    year: int


class LimitsReset(Event, tag="limits-reset", kw_only=True):
    template: ClassVar[str] = "Every player may recruit and fight in every City again"


class YearAdvanced(Event, tag="year-advanced", kw_only=True):
    template: ClassVar[str] = "The Year token moves to Game Year {year}"
    year: int


class FirstPlayerPassed(Event, tag="first-player-passed", kw_only=True):
    template: ClassVar[str] = "{seat} receives the First Player token"
    seat: str


class FirstPlayerStays(Event, tag="first-player-stays", kw_only=True):
    template: ClassVar[str] = "{seat} keeps the First Player token"
    seat: str


class Assessed(Event, tag="assessed", kw_only=True):
    template: ClassVar[str] = "Assessment {number} ({track}): {ranking}"
    reveals: ClassVar[bool] = True
    number: int
    track: Track
    ranking: list[str]
    values: dict[str, int]


class Eliminated(Event, tag="eliminated", kw_only=True):
    template: ClassVar[str] = "{contestant} drops out"
    contestant: str


class Won(Event, tag="won", kw_only=True):
    template: ClassVar[str] = "{winner} is the Savior of the Kingdom"
    winner: str


class DummyWon(Event, tag="dummy-won", kw_only=True):
    template: ClassVar[str] = "The Dummy Player is the last one left: all players have lost"


EVENTS: tuple[type[Event], ...] = tuple(
    shape
    for shape in list(globals().values())
    if isinstance(shape, type) and issubclass(shape, Event) and shape is not Event
)

"""What can happen in Lords of Xidit, as the record tells it."""

from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType

from service.engine.event import Event
from service.games.lords_of_xidit.closing_events import CLOSING_EVENTS, XiditEvent
from service.games.lords_of_xidit.ids import Icon, Reward, Side, Track, Unit

Outcome = Literal["moved", "road-missing", "waited", "recruited", "eliminated", "may-fight-titan", "nothing"]
Because = Literal[
    "recruited-already", "no-unit-left", "units-missing", "titan-eliminated", "threat-eliminated", "no-titan"
]


class TileDrawn(XiditEvent, tag="tile-drawn", kw_only=True):
    template: ClassVar[str] = "City tile {tile} is drawn for {place}"
    reveals: ClassVar[bool] = True
    tile: str
    place: str


class TilePlaced(XiditEvent, tag="tile-placed", kw_only=True):
    template: ClassVar[str] = "Tile {tile} is placed in City {city}, {side} side up"
    tile: str
    city: str
    side: Side


class UnitsPlaced(XiditEvent, tag="units-placed", kw_only=True):
    template: ClassVar[str] = "Units that now stand in City {city}: {units}"
    city: str
    units: dict[Unit, int]


class TileIncomplete(XiditEvent, tag="tile-incomplete", kw_only=True):
    template: ClassVar[str] = "Missing in the Barracks for tile {tile}: {missing}"
    tile: str
    missing: dict[Unit, int]


class AssessmentDrawn(XiditEvent, tag="assessment-drawn", kw_only=True):
    template: ClassVar[str] = "Assessment {position} will be {track}"
    reveals: ClassVar[bool] = True
    track: Track
    position: int


class IdrakysPlaced(XiditEvent, tag="idrakys-placed", kw_only=True):
    template: ClassVar[str] = "{seat} begins in City {city}"
    seat: str
    city: str


class WheelSet(XiditEvent, tag="wheel-set", kw_only=True):
    template: ClassVar[str] = "{seat} sets wheel {wheel} to {icon}"
    seat: str
    wheel: int
    icon: Icon


class ProgramCommitted(XiditEvent, tag="program-committed", kw_only=True):
    template: ClassVar[str] = "{seat} finishes programming"
    seat: str


class ProgramRevealed(XiditEvent, tag="program-revealed", kw_only=True):
    template: ClassVar[str] = "{seat} reveals the program: {orders}"
    reveals: ClassVar[bool] = True
    seat: str
    orders: list[Icon]


class OrderExecuted(XiditEvent, tag="order-executed", kw_only=True):
    """One for each Order of each player: what it did, or by which clause, and why, nothing happened."""

    template: ClassVar[str] = "Order {order} of {seat} ({icon}), in City {city}: {outcome}{because}"
    seat: str
    order: int
    icon: Icon
    origin: str
    outcome: Outcome
    city: str
    because: Because | UnsetType = UNSET

    def shows(self) -> bool:
        """Which Units a player lacks nobody else knew."""
        return self.because == "units-missing"


class TileGone(XiditEvent, tag="tile-gone", kw_only=True):
    """Why an Action finds no tile: it was used up this Game Year, and by whom.

    Of several who have recruited in the City this Game Year the state does not say who took the last Unit.
    """

    template: ClassVar[str] = "The {side} tile of City {city} was used up this Game Year by {seats}"
    side: Side
    seats: list[str]
    city: str


class UnitRecruited(XiditEvent, tag="unit-recruited", kw_only=True):
    template: ClassVar[str] = "{seat} recruits 1 {unit} in City {city}"
    seat: str
    unit: Unit
    city: str


class UnitsPaid(XiditEvent, tag="units-paid", kw_only=True):
    template: ClassVar[str] = "{seat} returns to the Barracks: {units}"
    reveals: ClassVar[bool] = True
    seat: str
    units: dict[Unit, int]


class ThreatEliminated(XiditEvent, tag="threat-eliminated", kw_only=True):
    template: ClassVar[str] = "{seat} eliminates threat {tile} in City {city}"
    seat: str
    tile: str
    city: str


class TitanChosen(XiditEvent, tag="titan-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} fights {titan}"
    seat: str
    titan: str


class TitanDeclined(XiditEvent, tag="titan-declined", kw_only=True):
    template: ClassVar[str] = "{seat} fights no Titan"
    seat: str


class TitanEliminated(XiditEvent, tag="titan-eliminated", kw_only=True):
    template: ClassVar[str] = "{seat} eliminates {titan}, which leaves the game"
    seat: str
    titan: str


class RewardsChosen(XiditEvent, tag="rewards-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} chooses {rewards}"
    seat: str
    rewards: list[Reward]


class GoldCollected(XiditEvent, tag="gold-collected", kw_only=True):
    template: ClassVar[str] = "{seat} collects {gold} gold"
    seat: str
    gold: int


class StoriesBuilt(XiditEvent, tag="stories-built", kw_only=True):
    template: ClassVar[str] = "Stories that {seat} builds in City {city}: {stories}"
    seat: str
    stories: int
    city: str


class StoriesLost(XiditEvent, tag="stories-lost", kw_only=True):
    template: ClassVar[str] = "Stories that {seat} cannot build in City {city}: {stories}"
    seat: str
    stories: int
    city: str


class StoryWaits(XiditEvent, tag="story-waits", kw_only=True):
    template: ClassVar[str] = "A bonus Story of {seat} waits for a Guild with room"
    seat: str


class BonusStoryLost(XiditEvent, tag="bonus-story-lost", kw_only=True):
    template: ClassVar[str] = "{seat} has no Story in the stock and loses the bonus Story"
    seat: str


class BardPlaced(XiditEvent, tag="bard-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places a Bard token in {region}"
    seat: str
    region: str


class BardPlacedSomewhere(XiditEvent, tag="bard-placed-somewhere", kw_only=True):
    template: ClassVar[str] = "{seat} places a Bard token in the Bastion"
    seat: str


class BardsTooFew(XiditEvent, tag="bards-too-few", kw_only=True):
    template: ClassVar[str] = "{seat} has too few Bard tokens for the reward; left: {bards}"
    seat: str
    bards: int


class DummyAdvanced(XiditEvent, tag="dummy-advanced", kw_only=True):
    template: ClassVar[str] = "{seat} advances the Dummy Player's {track} token to space {space}"
    seat: str
    track: Track
    space: int


class DummyNotAdvanced(XiditEvent, tag="dummy-not-advanced", kw_only=True):
    template: ClassVar[str] = "{seat} advances nothing: all the Dummy Player's tokens are on their last spaces"
    seat: str


class TileDiscarded(XiditEvent, tag="tile-discarded", kw_only=True):
    template: ClassVar[str] = "Tile {tile} is discarded from City {city}"
    tile: str
    city: str
    side: Side


class NextTileSet(XiditEvent, tag="next-tile-set", kw_only=True):
    template: ClassVar[str] = "Tile {tile} moves from the {pile} pile to the next {queue} space"
    tile: str
    queue: Side
    pile: Side


class PileReplenished(XiditEvent, tag="pile-replenished", kw_only=True):
    template: ClassVar[str] = "The {queue} pile is replenished with {tiles}"
    queue: Side
    tiles: list[str]


class PileStaysEmpty(XiditEvent, tag="pile-stays-empty", kw_only=True):
    template: ClassVar[str] = "The {queue} pile is empty, and so is the discard pile that feeds it"
    queue: Side


class TitansAwakened(XiditEvent, tag="titans-awakened", kw_only=True):
    template: ClassVar[str] = "The Titans awaken"


class TitanTurned(XiditEvent, tag="titan-turned", kw_only=True):
    template: ClassVar[str] = "{titan} is turned and rages"
    reveals: ClassVar[bool] = True
    titan: str


class TitanRagesOn(XiditEvent, tag="titan-rages-on", kw_only=True):
    template: ClassVar[str] = "{titan} rages already and stays on top of its pile"
    titan: str


class NoTitanLeft(XiditEvent, tag="no-titan-left", kw_only=True):
    template: ClassVar[str] = "No Titan is left in {pile}"
    pile: str


class ReinforcementsArrived(XiditEvent, tag="reinforcements-arrived", kw_only=True):
    template: ClassVar[str] = "Reinforcements arrive"


class ThreatDiscardCollected(XiditEvent, tag="threat-discard-collected", kw_only=True):
    template: ClassVar[str] = "The Threat discard pile is turned over: {tiles}"
    tiles: list[str]


class RecruitmentPileOnTop(XiditEvent, tag="recruitment-pile-on-top", kw_only=True):
    template: ClassVar[str] = "The Recruitment pile is laid on top; tiles in it: {number}"
    number: int


class RecruitmentPileFormed(XiditEvent, tag="recruitment-pile-formed", kw_only=True):
    template: ClassVar[str] = "The first tiles form the new Recruitment pile: {tiles}"
    tiles: list[str]


class ThreatPileShuffled(XiditEvent, tag="threat-pile-shuffled", kw_only=True):
    template: ClassVar[str] = "The other tiles are shuffled into the new Threat pile; tiles in it: {number}"
    number: int


class CensusHandTaken(XiditEvent, tag="census-hand-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes in hand: {unit}: {number}"
    seat: str
    unit: Unit
    number: int


class CensusCommitted(XiditEvent, tag="census-committed", kw_only=True):
    template: ClassVar[str] = "{seat} closes the hand"
    seat: str


class CensusRevealed(XiditEvent, tag="census-revealed", kw_only=True):
    template: ClassVar[str] = "Hands in the census of {unit}: {hands}"
    reveals: ClassVar[bool] = True
    unit: Unit
    hands: dict[str, int]


class CensusWon(XiditEvent, tag="census-won", kw_only=True):
    template: ClassVar[str] = "The census of {unit} is led by {seats}"
    unit: Unit
    seats: list[str]


class CensusNotWon(XiditEvent, tag="census-not-won", kw_only=True):
    template: ClassVar[str] = "Nobody shows a Unit in the census of {unit}, and nobody is rewarded"
    unit: Unit


class UnitsTakenBack(XiditEvent, tag="units-taken-back", kw_only=True):
    template: ClassVar[str] = "The Units shown go back behind the Screens: {unit}"
    unit: Unit


class CensusRewardForfeited(XiditEvent, tag="census-reward-forfeited", kw_only=True):
    """How many Bard tokens are left unplaced is not told: it would betray those in the Bastion."""

    template: ClassVar[str] = "{seat} forfeits what is left of the census reward: {reward}"
    seat: str
    reward: Literal["bards", "bonus-story"]


class YearBegun(XiditEvent, tag="year-begun", kw_only=True):
    template: ClassVar[str] = "Game Year {year} begins"
    year: int


class YearEnded(XiditEvent, tag="year-ended", kw_only=True):
    template: ClassVar[str] = "Game Year {year} ends"
    year: int


class LimitsReset(XiditEvent, tag="limits-reset", kw_only=True):
    template: ClassVar[str] = "Every player may recruit and fight in every City again"


class YearAdvanced(XiditEvent, tag="year-advanced", kw_only=True):
    template: ClassVar[str] = "The Year token moves to Game Year {year}"
    year: int


class FirstPlayerPassed(XiditEvent, tag="first-player-passed", kw_only=True):
    template: ClassVar[str] = "{seat} receives the First Player token"
    seat: str


class FirstPlayerStays(XiditEvent, tag="first-player-stays", kw_only=True):
    template: ClassVar[str] = "{seat} keeps the First Player token"
    seat: str


EVENTS: tuple[type[Event], ...] = (
    *(
        shape
        for shape in list(globals().values())
        if isinstance(shape, type) and issubclass(shape, Event) and shape not in (Event, XiditEvent)
    ),
    *CLOSING_EVENTS,
)

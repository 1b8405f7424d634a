"""What the Capital Actions tell, and movement and exploring."""

from typing import ClassVar

from service.engine.event import Event
from service.games.heroes_of_land_air_and_sea.ids import Resource

Amounts = dict[str, int]


# --- Capital Actions --------------------------------------------------------------------------------------------------


class UnitsRecruited(Event, tag="units-recruited", kw_only=True):
    template: ClassVar[str] = "{seat} recruits {units}, placed in {region}"
    seat: str
    units: Amounts
    region: str


class RecruitDeclined(Event, tag="recruit-declined", kw_only=True):
    template: ClassVar[str] = "{seat} does not recruit {unit} again"
    seat: str
    unit: str


class VesselBuilt(Event, tag="vessel-built", kw_only=True):
    template: ClassVar[str] = "{seat} builds the {vessel} in {region}"
    seat: str
    vessel: str
    region: str


class BuildingBuilt(Event, tag="building-built", kw_only=True):
    template: ClassVar[str] = "{seat} builds the {building} and puts a Serf on it"
    seat: str
    building: str


class CapitalUpgraded(Event, tag="capital-upgraded", kw_only=True):
    template: ClassVar[str] = "The Capital City of {seat} is now Level {level}"
    seat: str
    level: int


class TowerBuilt(Event, tag="tower-built", kw_only=True):
    template: ClassVar[str] = "{seat} builds a Tower in {region}, at distance {distance}"
    seat: str
    region: str
    distance: int


class CardsDrawn(Event, tag="cards-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} draws a Spell Card"
    reveals: ClassVar[bool] = True
    seat: str


class CardSeen(Event, tag="card-seen", kw_only=True):
    """The private half of a draw."""

    template: ClassVar[str] = "{seat} has drawn {name}"
    seat: str
    spell: str
    name: str


class DeckReshuffled(Event, tag="deck-reshuffled", kw_only=True):
    template: ClassVar[str] = "The discard pile is shuffled into a new Spell Deck; cards: {number}"
    number: int


class NothingToDraw(Event, tag="nothing-to-draw", kw_only=True):
    template: ClassVar[str] = "There is no Spell Card left for {seat} to draw"
    seat: str


class CardDiscarded(Event, tag="card-discarded", kw_only=True):
    template: ClassVar[str] = "{seat} discards a Spell Card face down"
    seat: str


class DiscardSeen(Event, tag="discard-seen", kw_only=True):
    """The private half of a discard."""

    template: ClassVar[str] = "{seat} has discarded {name}"
    seat: str
    spell: str
    name: str


class SpellScribed(Event, tag="spell-scribed", kw_only=True):
    template: ClassVar[str] = "{seat} scribes {name}"
    reveals: ClassVar[bool] = True
    seat: str
    spell: str
    name: str


class TaxTaken(Event, tag="tax-taken", kw_only=True):
    template: ClassVar[str] = "{seat} taxes {resource}, which stands on {amount}"
    seat: str
    resource: Resource
    amount: int


class TaxTrackAdvanced(Event, tag="tax-track-advanced", kw_only=True):
    template: ClassVar[str] = "The Tax Track advances: now {track}"
    track: dict[Resource, int]


# --- movement and exploring -------------------------------------------------------------------------------------------


class ArmyMarched(Event, tag="army-marched", kw_only=True):
    template: ClassVar[str] = "{seat} marches with {units} from {origin} to {destination}"
    seat: str
    units: Amounts
    origin: str
    destination: str


class VesselSailed(Event, tag="vessel-sailed", kw_only=True):
    template: ClassVar[str] = "The {vessel} of {seat} sails from {origin} to {destination}"
    seat: str
    vessel: str
    origin: str
    destination: str


class VesselFlown(Event, tag="vessel-flown", kw_only=True):
    template: ClassVar[str] = "The {vessel} of {seat} flies from {origin} to {destination}"
    seat: str
    vessel: str
    origin: str
    destination: str


class UnitsExchanged(Event, tag="units-exchanged", kw_only=True):
    template: ClassVar[str] = "{seat} brings aboard the {vessel}: {board}; ashore: {leave}"
    seat: str
    vessel: str
    board: Amounts
    leave: Amounts


class TokenRevealed(Event, tag="token-revealed", kw_only=True):
    template: ClassVar[str] = "The token in {area} is turned up: {name}"
    reveals: ClassVar[bool] = True
    area: str
    token: str
    name: str


class TokenResolved(Event, tag="token-resolved", kw_only=True):
    template: ClassVar[str] = "{seat} resolves {name} in {area}"
    seat: str
    area: str
    token: str
    name: str


class TokenStays(Event, tag="token-stays", kw_only=True):
    template: ClassVar[str] = "{name} stays in {area}"
    area: str
    token: str
    name: str


class ExploringEnded(Event, tag="exploring-ended", kw_only=True):
    template: ClassVar[str] = "Nobody of {seat} is left in {area} to explore it"
    seat: str
    area: str


ACTION_EVENTS: tuple[type[Event], ...] = (
    UnitsRecruited,
    RecruitDeclined,
    VesselBuilt,
    BuildingBuilt,
    CapitalUpgraded,
    TowerBuilt,
    CardsDrawn,
    CardSeen,
    DeckReshuffled,
    NothingToDraw,
    CardDiscarded,
    DiscardSeen,
    SpellScribed,
    TaxTaken,
    TaxTrackAdvanced,
    ArmyMarched,
    VesselSailed,
    VesselFlown,
    UnitsExchanged,
    TokenRevealed,
    TokenResolved,
    TokenStays,
    ExploringEnded,
)

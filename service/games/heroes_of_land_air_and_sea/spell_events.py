"""What Spells and abilities tell."""

from typing import ClassVar

from service.engine.event import Event
from service.games.heroes_of_land_air_and_sea.ids import Resource

Amounts = dict[str, int]


class SpellCast(Event, tag="spell-cast", kw_only=True):
    """A card is shown; its effect comes later, if nobody cancels it."""

    template: ClassVar[str] = "{seat} casts {name}"
    reveals: ClassVar[bool] = True
    seat: str
    spell: str
    name: str


class TargetChosen(Event, tag="target-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} aims {source} at {target}"
    seat: str
    source: str
    target: str


class UnitTargetChosen(Event, tag="unit-target-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} aims {source} at {unit} in {region}"
    seat: str
    source: str
    unit: str
    region: str


class InterruptPassed(Event, tag="interrupt-passed", kw_only=True):
    template: ClassVar[str] = "{seat} does not answer {name}"
    seat: str
    spell: str
    name: str


class SpellWorks(Event, tag="spell-works", kw_only=True):
    template: ClassVar[str] = "{name} of {seat} takes effect"
    seat: str
    spell: str
    name: str


class SpellCancelled(Event, tag="spell-cancelled", kw_only=True):
    template: ClassVar[str] = "{name} of {seat} is cancelled"
    seat: str
    spell: str
    name: str


class SpellCopied(Event, tag="spell-copied", kw_only=True):
    template: ClassVar[str] = "The effect of {name} is now for {seat}"
    seat: str
    spell: str
    name: str


class PaymentRefused(Event, tag="payment-refused", kw_only=True):
    template: ClassVar[str] = "{seat} does not pay {mana} more Mana for {name}"
    seat: str
    spell: str
    name: str
    mana: int


class NothingHappens(Event, tag="nothing-happens", kw_only=True):
    template: ClassVar[str] = "{name} does nothing for {seat}"
    seat: str
    source: str
    name: str


class AbilityUsed(Event, tag="ability-used", kw_only=True):
    template: ClassVar[str] = "{seat} uses {ability}"
    seat: str
    ability: str


class ResourceExchanged(Event, tag="resource-exchanged", kw_only=True):
    template: ClassVar[str] = "{seat} exchanges 1 {give} for 1 {get}"
    seat: str
    give: Resource
    get: Resource


class ExchangeEnded(Event, tag="exchange-ended", kw_only=True):
    template: ClassVar[str] = "{seat} exchanges no more Resources"
    seat: str


class ArmyTeleported(Event, tag="army-teleported", kw_only=True):
    template: ClassVar[str] = "{seat} takes {units} from {origin} to {destination} at once"
    seat: str
    units: Amounts
    origin: str
    destination: str


class UnitsMoved(Event, tag="units-moved", kw_only=True):
    """``by`` is the player whose Spell or ability moves them."""

    template: ClassVar[str] = "{by} moves {units} of {seat} from {origin} to {destination}"
    seat: str
    units: Amounts
    origin: str
    destination: str
    by: str


SPELL_EVENTS: tuple[type[Event], ...] = (
    SpellCast,
    TargetChosen,
    UnitTargetChosen,
    InterruptPassed,
    SpellWorks,
    SpellCancelled,
    SpellCopied,
    PaymentRefused,
    NothingHappens,
    AbilityUsed,
    ResourceExchanged,
    ExchangeEnded,
    ArmyTeleported,
    UnitsMoved,
)

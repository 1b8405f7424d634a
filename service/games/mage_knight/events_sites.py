"""What happens at sites, as the record tells it."""

from typing import ClassVar

from service.engine.event import Event


class ShieldsHelp(Event, tag="shields-help", kw_only=True):
    template: ClassVar[str] = "The own shields on the City card add Influence {influence} for {seat}"
    seat: str
    influence: int


class InteractionBegun(Event, tag="interaction-begun", kw_only=True):
    template: ClassVar[str] = "{seat} interacts with the locals of {space}: Reputation changes Influence by {influence}"
    seat: str
    space: str
    influence: int


class InfluencePaid(Event, tag="influence-paid", kw_only=True):
    template: ClassVar[str] = "{seat} pays Influence {cost} for {what}"
    seat: str
    cost: int
    what: str


class WoundHealed(Event, tag="wound-healed", kw_only=True):
    template: ClassVar[str] = "{seat} heals a Wound of the hand"
    seat: str


class UnitHealed(Event, tag="unit-healed", kw_only=True):
    template: ClassVar[str] = "{unit} of {seat}: a Wound is healed"
    seat: str
    unit: str


class RestDeclared(Event, tag="rest-declared", kw_only=True):
    template: ClassVar[str] = "{seat} rests this turn"
    seat: str


class Rested(Event, tag="rested", kw_only=True):
    template: ClassVar[str] = "{seat} carries the Rest out: {kind}"
    seat: str
    kind: str


class VillagePlundered(Event, tag="village-plundered", kw_only=True):
    template: ClassVar[str] = "{seat} plunders {space}"
    seat: str
    space: str


class SiteEntered(Event, tag="site-entered", kw_only=True):
    template: ClassVar[str] = "{seat} enters {space}"
    seat: str
    space: str


class Challenged(Event, tag="challenged", kw_only=True):
    template: ClassVar[str] = "{seat} challenges the rampaging enemies on {spaces}"
    seat: str
    spaces: list[str]


class MonasteryAttacked(Event, tag="monastery-attacked", kw_only=True):
    template: ClassVar[str] = "{seat} sets out to burn {space}"
    seat: str
    space: str


class AltarPaid(Event, tag="altar-paid", kw_only=True):
    template: ClassVar[str] = "{seat} has paid the tribute of the altar on {space}"
    seat: str
    space: str


class CardTurnedUp(Event, tag="card-turned-up", kw_only=True):
    template: ClassVar[str] = "The top card of the Advanced Action deck is {card}"
    reveals: ClassVar[bool] = True
    card: str


SITE_EVENTS: tuple[type[Event], ...] = (
    InteractionBegun,
    ShieldsHelp,
    InfluencePaid,
    WoundHealed,
    UnitHealed,
    RestDeclared,
    Rested,
    VillagePlundered,
    SiteEntered,
    Challenged,
    MonasteryAttacked,
    AltarPaid,
    CardTurnedUp,
)

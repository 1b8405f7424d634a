"""What can happen in The Gilded Realms, as the record tells it: Year Events, Invasions, End Harvest."""

from typing import Any, ClassVar

from service.engine.event import Event
from service.games.gilded_realms.events import Amounts

# --- Year Events ------------------------------------------------------------------------------------------------------


class OverlayResolved(Event, tag="overlay-resolved", kw_only=True):
    template: ClassVar[str] = "{name} is resolved"
    card: str
    name: str


class YearEventRevealed(Event, tag="year-event-revealed", kw_only=True):
    template: ClassVar[str] = "The Year Event of round {round} is {name}"
    reveals: ClassVar[bool] = True
    round: int
    event: str
    name: str


class DrawRewardPlaced(Amounts, tag="draw-reward-placed", kw_only=True):
    template: ClassVar[str] = "On {name} lies its Draw reward: {amounts}"
    event: str
    name: str
    amounts: dict[str, int]


class YearEventDiscarded(Event, tag="year-event-discarded", kw_only=True):
    template: ClassVar[str] = "{name} is discarded"
    round: int
    event: str
    name: str


class ShroudDiscarded(Event, tag="shroud-discarded", kw_only=True):
    template: ClassVar[str] = "The Shroud of {seat} on the Year Event of round {round} is discarded"
    seat: str
    round: int


class DecreeChosen(Event, tag="decree-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} resolves {name} of the Civil Decree"
    seat: str
    option: str
    name: str


class QuestChecked(Event, tag="quest-checked", kw_only=True):
    template: ClassVar[str] = "{seat} has {fulfilled} the Quest {name}"
    seat: str
    quest: str
    name: str
    fulfilled: bool

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "fulfilled": "fulfilled" if self.fulfilled else "not fulfilled"}


class QuestReturned(Event, tag="quest-returned", kw_only=True):
    template: ClassVar[str] = "The Quest {name} of {seat} returns to the box"
    seat: str
    quest: str
    name: str


class DeckRebuilt(Event, tag="deck-rebuilt", kw_only=True):
    template: ClassVar[str] = "The {deck} deck is shuffled anew, with {number} more"
    deck: str
    number: int


# --- Invasions --------------------------------------------------------------------------------------------------------


class ThreatRolled(Event, tag="threat-rolled", kw_only=True):
    template: ClassVar[str] = "{name} adds {threat} Threat to that of everybody"
    name: str
    threat: int


class ThreatCounted(Event, tag="threat-counted", kw_only=True):
    template: ClassVar[str] = "{seat}: {threat} Threat from {source}"
    seat: str
    source: str
    threat: int


class UnitDefends(Event, tag="unit-defends", kw_only=True):
    template: ClassVar[str] = "{name} of {seat} defends and goes to position {position} of the Build Queue"
    seat: str
    piece: str
    name: str
    position: str


class DefenceCounted(Event, tag="defence-counted", kw_only=True):
    template: ClassVar[str] = "{seat}: {defence} Defence from {source}"
    seat: str
    source: str
    defence: int


class DamageDetermined(Event, tag="damage-determined", kw_only=True):
    template: ClassVar[str] = "{threat} Threat against {defence} Defence: {seat} suffers {damage} Damage"
    seat: str
    threat: int
    defence: int
    damage: int


class DamageResolved(Event, tag="damage-resolved", kw_only=True):
    template: ClassVar[str] = "{seat} resolves {resolved} Damage; {left} Damage is left"
    seat: str
    resolved: int
    left: int


class DamageVanished(Event, tag="damage-vanished", kw_only=True):
    template: ClassVar[str] = "{seat} has nothing left to resolve {damage} Damage with"
    seat: str
    damage: int


# --- End Harvest ------------------------------------------------------------------------------------------------------


class HarvestDone(Event, tag="harvest-done", kw_only=True):
    template: ClassVar[str] = "{seat} has finished End Harvest"
    seat: str


EVENTS: tuple[type[Event], ...] = (
    OverlayResolved,
    YearEventRevealed,
    DrawRewardPlaced,
    YearEventDiscarded,
    ShroudDiscarded,
    DecreeChosen,
    QuestChecked,
    QuestReturned,
    DeckRebuilt,
    ThreatRolled,
    ThreatCounted,
    UnitDefends,
    DefenceCounted,
    DamageDetermined,
    DamageResolved,
    DamageVanished,
    HarvestDone,
)

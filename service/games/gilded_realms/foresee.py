"""Foresee: a player looks at a face-down Year Event, for good."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, ChanceAction
from service.engine.piles import Pile
from service.engine.shapes import CHANCE, RuleRef, Seat
from service.engine.step import ChanceStep, Step
from service.games.gilded_realms.dice_events import EventForeseen, EventLookedAt, NothingToForesee
from service.games.gilded_realms.ids import EventCard
from service.games.gilded_realms.table import Table

Scope = Literal["default", "current", "next-after-current"]
RoundNumber = Annotated[int, Meta(ge=1, le=12)]


def event_pile(table: Table, round_: int) -> Pile:
    """The Year Events of which one lies beside this round, if nobody has seen it yet."""
    return table.state.events_1 if round_ <= table.pack.constants["age_1_rounds"][1] else table.state.events_2


class Foresee(Step, tag="foresee"):
    """A player Foresees so many Year Events, one after the other, those that no choice is needed for."""

    rule: ClassVar[str] = "foresee.default-target"

    seat: Seat
    number: Annotated[int, Meta(ge=0, le=12)] = 1
    scope: Scope = "default"
    asked_by: RuleRef = "foresee.default-target"

    def run(self, table: Table) -> None:
        if not self.number:
            return
        left = Foresee(seat=self.seat, number=self.number - 1, scope=self.scope, asked_by=self.asked_by)
        table.push(left)
        targets = table.foreseeable(self.seat)
        if self.scope == "next-after-current":
            targets = [number for number in targets if number != table.state.round]
        if targets:
            look_at(table, self.seat, targets[0], self.asked_by)
        else:
            table.log(NothingToForesee(rule="foresee.nothing-left", seat=self.seat))


def look_at(table: Table, seat: str, round_: int, rule: str) -> None:
    """Let a player look at the Year Event of a round; chance says which it is if nobody has seen it yet."""
    place = table.state.year_events[round_ - 1]
    place.known_to = sorted([*place.known_to, seat])
    table.log(EventForeseen(rule=rule, seat=seat, round=round_))
    if place.event is None:
        table.push(LookAtEvent(seat=seat, round=round_, asked_by=rule))
    else:
        tell_event(table, seat, round_, rule)


def tell_event(table: Table, seat: str, round_: int, rule: str) -> None:
    """Tell one player alone which Year Event it is."""
    event = table.state.year_events[round_ - 1].event
    assert event is not None
    name = table.pack.title(event)
    table.log(EventLookedAt(rule=rule, seat=seat, round=round_, event=event, name=name, seen_by=[seat]))


class EventSeen(ChanceAction, tag="see-event", frozen=True):
    """The Year Event that a player sees."""

    event: EventCard

    def apply(self, table: Table, step: "LookAtEvent", actor: str) -> None:
        event_pile(table, step.round).take(self.event)
        table.state.year_events[step.round - 1].event = self.event
        tell_event(table, step.seat, step.round, step.asked_by)


class LookAtEvent(ChanceStep, tag="look-at-event"):
    """A player looks at a Year Event that nobody has seen before."""

    rule: ClassVar[str] = "foresee.private-look"
    prompt: ClassVar[str] = "Tell which Year Event lies beside round {round}."
    actions: ClassVar[tuple[type[Action], ...]] = (EventSeen,)

    seat: Seat
    round: RoundNumber
    asked_by: RuleRef = "foresee.private-look"

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = event_pile(table, self.round).draws()
        return [EventSeen(actor=CHANCE, event=event, weight=n) for event, n in draws.items()]

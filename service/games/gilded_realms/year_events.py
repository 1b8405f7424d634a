"""Step 6, Resolve Event Cards: the cards on top of this round's Year Event, then the Year Event itself."""

from collections.abc import Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction
from service.engine.shapes import CHANCE
from service.engine.step import ChanceStep, Step
from service.games.gilded_realms.event_events import YearEventRevealed
from service.games.gilded_realms.foresee import event_pile
from service.games.gilded_realms.ids import EventCard
from service.games.gilded_realms.table import Table


class ResolveOverlays(Step, tag="resolve-overlays"):
    """Kingdom Advancement, End of Age: the cards on top, from the top down."""

    rule: ClassVar[str] = "events.cards-on-top-first"

    def run(self, table: Table) -> None:
        return


class RevealYearEvent(Step, tag="reveal-year-event"):
    """This round's Year Event is turned up: chance says which it is, if nobody has seen it."""

    rule: ClassVar[str] = "events.reveal"

    def run(self, table: Table) -> None:
        place = table.state.year_events[table.state.round - 1]
        steps: list[Step] = [TurnUpEvent()] if place.event is None else []
        table.push(*steps, ResolveYearEvent())


class EventTurnedUp(ChanceAction, tag="turn-up-event", frozen=True):
    """The Year Event that is turned up."""

    event: EventCard

    def apply(self, table: Table, step: "TurnUpEvent", actor: str) -> None:
        event_pile(table, table.state.round).take(self.event)
        table.state.year_events[table.state.round - 1].event = self.event


class TurnUpEvent(ChanceStep, tag="turn-up-event"):
    """The Year Event of this round is turned up."""

    rule: ClassVar[str] = "events.reveal"
    prompt: ClassVar[str] = "Turn up this round's Year Event."
    actions: ClassVar[tuple[type[Action], ...]] = (EventTurnedUp,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = event_pile(table, table.state.round).draws()
        return [EventTurnedUp(actor=CHANCE, event=event, weight=n) for event, n in draws.items()]


class ResolveYearEvent(Step, tag="resolve-year-event"):
    """What the Year Event of this round does."""

    rule: ClassVar[str] = "year-events.one-per-round"

    def run(self, table: Table) -> None:
        number = table.state.round
        place, card = table.state.year_events[number - 1], table.event(number)
        assert card is not None
        place.lies = "up" if card.kind == "looming-threat" else "gone"
        table.log(YearEventRevealed(rule="events.reveal", round=number, event=card.id, name=card.name))

"""Step 6, Resolve Event Cards: the cards on top of this round's Year Event, then the Year Event itself."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction
from service.engine.shapes import CHANCE
from service.engine.step import ChanceStep, Step
from service.games.gilded_realms.advisors import ChooseAdvisor
from service.games.gilded_realms.allies import ChooseAlly
from service.games.gilded_realms.decrees import CelebrateFestival, ChooseDecree
from service.games.gilded_realms.effects_due import CarryOut
from service.games.gilded_realms.epic_rebuild import RebuildDecks
from service.games.gilded_realms.event_cards import discard_year_event, reveal_under_shroud
from service.games.gilded_realms.event_events import DrawRewardPlaced, OverlayResolved, YearEventRevealed
from service.games.gilded_realms.foresee import event_pile
from service.games.gilded_realms.ids import EventCard
from service.games.gilded_realms.invasion import BeginInvasion
from service.games.gilded_realms.pack_cards import YearEvent
from service.games.gilded_realms.quests import BeforeQuest, CheckQuest, ReturnQuest
from service.games.gilded_realms.table import Table, in_silver


class ResolveOverlays(Step, tag="resolve-overlays"):
    """The card on top of this round's Year Event: Kingdom Advancement or End of Age.

    The Serpens Ceremony lies on the last one, but takes place after that round (``ceremony.when``).
    """

    rule: ClassVar[str] = "events.cards-on-top-first"

    def run(self, table: Table) -> None:
        card = table.pack.overlays[table.state.options.length].get(str(table.state.round))
        if card == "kingdom-advancement":
            table.log(OverlayResolved(rule="kingdom-advancement.when", card=card, name="Kingdom Advancement"))
            table.push(table.lanes({seat: _advancement(table, seat) for seat in table.state.seats}))
        elif card == "end-of-age":
            table.log(OverlayResolved(rule="end-of-age.when", card=card, name="End of Age"))
            rebuild = [RebuildDecks()] if table.epic else []
            table.push(table.lanes({seat: _end_of_age(seat) for seat in table.state.seats}), *rebuild)


def _advancement(table: Table, seat: str) -> list[Step]:
    """What Kingdom Advancement does for a player, the first step last."""
    ally: list[Step] = [ChooseAlly(seat=seat)] if table.solo else []
    return [*ally, ChooseAdvisor(seat=seat, asked_by="kingdom-advancement.choose")]


def _end_of_age(seat: str) -> list[Step]:
    """What End of Age does for a player, the first step last: the Quest comes before the new Advisor."""
    quest = [ReturnQuest(seat=seat), CheckQuest(seat=seat), BeforeQuest(seat=seat)]
    return [ChooseAdvisor(seat=seat, asked_by="end-of-age.advisor"), *quest]


class RevealYearEvent(Step, tag="reveal-year-event"):
    """This round's Year Event is turned up: chance says which it is, if nobody has seen it."""

    rule: ClassVar[str] = "events.reveal"

    def run(self, table: Table) -> None:
        place = table.state.year_events[table.state.round - 1]
        if place.lies == "gone":
            return
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
    """What the Year Event of this round does; unless it is a Looming Threat it is discarded afterwards."""

    rule: ClassVar[str] = "year-events.one-per-round"

    def run(self, table: Table) -> None:
        number = table.state.round
        place, card = table.state.year_events[number - 1], table.event(number)
        if card is None:
            return
        place.lies = "up"
        log = table.log_known if set(table.state.seats) <= set(place.known_to) else table.log
        log(YearEventRevealed(rule="events.reveal", round=number, event=card.id, name=card.name))
        discard: list[Step] = [] if card.kind == "looming-threat" else [DiscardYearEvent()]
        table.push(*_KINDS[card.kind](table, card), *discard)
        reveal_under_shroud(table, number)


class DiscardYearEvent(Step, tag="discard-year-event"):
    """The resolved Year Event is discarded, together with the Shroud on it."""

    rule: ClassVar[str] = "events.discard-resolved"

    def run(self, table: Table) -> None:
        discard_year_event(table, table.state.round, self.rule)


# --- what each kind does ----------------------------------------------------------------------------------------------


def _invasion(table: Table, card: YearEvent) -> list[Step]:
    return [BeginInvasion()]


def _looming(table: Table, card: YearEvent) -> list[Step]:
    """The Draw reward is put on the card, which stays (``event-looming.active``)."""
    reward = in_silver({k: n for k, n in card.rewards["draw"].reward.items() if not isinstance(n, bool)})
    rule = "looming-threat.place-draw-reward"
    table.log(DrawRewardPlaced(rule=rule, event=card.id, name=card.name, amounts=reward))
    return []


def _decree(table: Table, card: YearEvent) -> list[Step]:
    return [table.lanes({seat: [ChooseDecree(seat=seat)] for seat in table.state.seats})]


def _festival(table: Table, card: YearEvent) -> list[Step]:
    return [table.lanes({seat: [CelebrateFestival(seat=seat)] for seat in table.state.seats})]


def _productive(table: Table, card: YearEvent) -> list[Step]:
    """Workers gain, Defenders Foresee; nothing is decided, so one after the other."""
    found: list[Step] = []
    for seat in table.rank_order():
        effect = f"productive.{table.player(seat).stance}"
        if effect in table.pack.effects:
            found.append(CarryOut(seat=seat, effect=effect))
    return found


_KINDS: dict[str, Callable[[Table, YearEvent], list[Step]]] = {
    "invasion": _invasion,
    "looming-threat": _looming,
    "civil-decree": _decree,
    "serpens-festival": _festival,
    "productive-year": _productive,
}

"""A game: its shapes, steps, data and the few functions in which games differ, put together once."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct

from service.engine import messages
from service.engine.action import Action, TakeBack
from service.engine.answers import About, ActionType, Details, OpenType, PlayerRange, Scores, StepType
from service.engine.catalogue import Catalogue
from service.engine.defect import Defect
from service.engine.derive import lanes_type, state_with_agenda, union_of, view_of
from service.engine.event import Event, TakenBack, tag_of
from service.engine.pack import Pack, read_data
from service.engine.shapes import CHANCE, Ids, Seat, Shape
from service.engine.state import State
from service.engine.step import Commitment, Step
from service.engine.table import Table

WORK_BUDGET = 200_000
"""Steps that one enumeration may take, unless ``Game.within`` says otherwise."""


class SeatSetup(Shape):
    """One entry of the list form of ``players``. A game adds what may be chosen beforehand for a seat."""

    seat: Seat


class NoOptions(Shape):
    """The options of a game that has none."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game begins with: the seats in clockwise order with what is chosen for them, and the options."""

    seats: list[str]
    presets: dict[str, SeatSetup]
    options: Any
    pack: str
    salt: str | None

    def chosen(self, what: str) -> dict[str, Any]:
        """What is chosen beforehand under a name of the game's ``SeatSetup``, by the seats for which something is."""
        named = {seat: getattr(entry, what, None) for seat, entry in self.presets.items()}
        return {seat: thing for seat, thing in named.items() if thing}

    def chosen_twice(self, what: str) -> dict[Any, list[str]]:
        """What is chosen so for several seats, each with those seats."""
        seats: dict[Any, list[str]] = {}
        for seat, thing in self.chosen(what).items():
            seats.setdefault(thing, []).append(seat)
        return {thing: those for thing, those in seats.items() if len(those) > 1}


def _nothing(*_: Any) -> None:
    return None


def _no_violations(*_: Any) -> Iterable[Any]:
    return ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A step at which a game may be entered in the middle.

    ``agenda`` builds the agenda for it (next step last) from the table as entered and the actor that the client named,
    if any; ``refuses`` says why this table has no such step, and warns of what does not add up. ``prepares`` comes
    before both and writes what the step and the named actor say of the table, where that has not been entered. With
    ``actor_begins`` the named actor is whose turn comes next, and need not be who decides next.
    """

    agenda: Callable[[Any, str | None], list[Any]]
    prepares: Callable[[Any, str | None], None] = _nothing
    refuses: Callable[[Any], Iterable[Defect]] = _no_violations
    actor_begins: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a game's package provides.

    ``deal`` makes the state before the first decision; ``setup_violations`` are the clauses that a setup breaks;
    ``conceal`` hides in a view what its viewer may not see; ``consistency`` finds why a state cannot be judged, and may
    warn; ``tally`` only warns, of counts that do not add up: nothing that is judged waits for it. ``scores`` counts
    points; ``preset`` is the action that a setup has chosen beforehand for the decision now due; ``fill_in``
    completes a state entered in the middle (piles), given the names of the fields that the client did enter,
    within objects too (``players/red/units``);
    ``messages`` are the templates of refusals whose code is worked out from the pack.
    """

    package: str
    id: str
    title: str
    rules_version: str
    players: tuple[int, int]
    seats: tuple[str, ...]
    state: type[State]
    table: type[Table[Any, Any]]
    packs: tuple[Pack, ...]
    steps: tuple[type[Step], ...]
    events: tuple[type[Event], ...]
    entries: Mapping[str, Entry]
    deal: Callable[[Setup, Any], Any]
    conceal: Callable[[Any, str], None]
    consistency: Callable[[Any], Iterator[Defect]]
    scores: Callable[[Any], Scores]
    tally: Callable[[Any], Iterable[Defect]] = _no_violations
    options: type[Struct] = NoOptions
    seat_setup: type[SeatSetup] = SeatSetup
    setup_violations: Callable[[Setup, Any], Iterable[Any]] = _no_violations
    preset: Callable[[Any, Step, str], Action | None] = _nothing
    fill_in: Callable[[Any, frozenset[str]], None] = _nothing
    not_enforced: Mapping[str, str] = field(default_factory=dict)
    messages: Mapping[str, str] = field(default_factory=dict)


class Game:
    """A game as the referee and the web use it."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.work_budget = WORK_BUDGET
        self.id, self.title, self.rules_version = parts.id, parts.title, parts.rules_version
        self.players, self.seats = parts.players, parts.seats
        self.accepts = [".".join(parts.rules_version.split(".")[:2]) + ".x"]
        self.steps = parts.steps
        self.action_types = _action_types(parts.steps)
        self.event_types = _event_types(parts)
        self.entry_steps = list(parts.entries)
        self.has_presets = parts.preset is not _nothing
        self.Options, self.SeatSetup = parts.options, parts.seat_setup
        self.State: type[Any] = state_with_agenda(parts.state, parts.steps)
        self.View: type[Any] = view_of(self.State)
        self.Lanes = lanes_type(self.State)
        self.Action: Any = union_of(self.action_types)
        self.Event: Any = union_of(self.event_types)
        self.packs = {pack.name: pack for pack in parts.packs}
        self.catalogue = Catalogue(read_data(parts.package, "rules.json"), parts.not_enforced)
        self.schemas = {tag_of(kind): msgspec.json.schema(kind) for kind in self.action_types}
        self._ids: dict[tuple[str, tuple[str, ...]], Ids] = {}
        self._encode = msgspec.msgpack.Encoder().encode
        self._decoders = {shape: msgspec.msgpack.Decoder(shape) for shape in (self.State, self.View)}

    def within(self, work_budget: int) -> "Game":
        """The same game, everything shared, whose enumerations may take so many steps."""
        other = copy(self)
        other.work_budget = work_budget
        return other

    def table(self, state: Any) -> Table[Any, Any]:
        """The table of a state or view; the state itself, not a copy."""
        return self.parts.table(state, self.packs[state.pack], self.Lanes)

    def copy(self, state: Any) -> Any:
        """An independent copy of a state or view."""
        return self._decoders[type(state)].decode(self._encode(state))

    def ids(self, pack: Pack, seats: Iterable[str]) -> Ids:
        """Every kind of id with the ids that exist in a game of these seats."""
        key = (pack.name, tuple(seats))
        if key not in self._ids:
            if len(self._ids) > 1000:
                self._ids.clear()
            known = frozenset(key[1])
            rules = frozenset(clause.id for clause in self.catalogue)
            self._ids[key] = {**pack.ids, "seat": known, "actor": known | {CHANCE}, "rule": rules}
        return self._ids[key]

    def takes(self, rules_version: str) -> bool:
        """Whether a state of this version can be judged: the same major and minor number."""
        return rules_version.split(".")[:2] == self.rules_version.split(".")[:2]

    def messages(self) -> dict[str, str]:
        """The English template of every refusal and event code."""
        found = messages.templates(self.parts.package, self.event_types)
        for step in self.steps:
            for rule in (step.rule, *step.also_cites):
                found |= messages.wrong_moment(rule)
        found |= self.parts.messages
        return dict(sorted(found.items()))

    def about(self) -> About:
        """The game in one paragraph of data."""
        low, high = self.players
        return About(
            id=self.id,
            title=self.title,
            players=PlayerRange(min=low, max=high),
            seats=list(self.seats),
            rules_version=self.rules_version,
            accepts=self.accepts,
            packs=list(self.packs),
        )

    def details(self) -> Details:
        """Everything that a client may want to know before the first move."""
        about = self.about()
        return Details(
            **{name: getattr(about, name) for name in about.__struct_fields__},
            options=msgspec.json.schema(self.Options),
            seat=msgspec.json.schema(self.SeatSetup),
            action_types=[self._action_type(kind) for kind in self.action_types],
            steps=[
                StepType(step=tag_of(s), rule=s.rule, prompt=s.prompt, actions=[tag_of(a) for a in s.actions])
                for s in self.steps
            ],
            entry_steps=self.entry_steps,
            ids={kind: sorted(ids) for kind, ids in sorted(self.parts.packs[0].ids.items())},
            provenance={name: pack.provenance for name, pack in self.packs.items()},
        )

    def _action_type(self, kind: type[Action]) -> ActionType:
        tag = tag_of(kind)
        return ActionType(
            type=tag,
            title=tag.replace("-", " ").capitalize(),
            sentence=(kind.__doc__ or "").strip().split("\n")[0],
            kind=kind.kind,  # type: ignore[arg-type]
            schema=self.schemas[tag],
        )

    def open_type(self, kind: type[Action]) -> OpenType:
        """How a list tells of a type of action that it does not hold."""
        tag = tag_of(kind)
        listed = bool(getattr(kind, "listed", False))
        return OpenType(type=tag, kind=kind.kind, listed=listed, schema=self.schemas[tag])  # type: ignore[arg-type]


def _event_types(parts: Parts) -> tuple[type[Event], ...]:
    commits = any(issubclass(step, Commitment) for step in parts.steps)
    return (*parts.events, TakenBack) if commits else parts.events


def _action_types(steps: tuple[type[Step], ...]) -> tuple[type[Action], ...]:
    """Every type of action, in the order in which the steps name them."""
    kinds = dict.fromkeys(kind for step in steps for kind in step.actions)
    if any(issubclass(step, Commitment) for step in steps):
        kinds[TakeBack] = None
    return tuple(kinds)

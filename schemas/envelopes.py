"""The bodies of the POST calls, as marshmallow schemas made for one game from its shapes.

Each loads to a dict with every member of the call; one that was left out is `None` unless it has a default. A `state`
arrives as what `admit` made of it, after everything else in the body was found sound.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from marshmallow import Schema, ValidationError, fields, missing, post_load, validates_schema
from msgspec import Meta

from schemas import limits
from schemas.compounds import StructSchema
from schemas.fields import Arrived, Memory, Shape, StateOrView
from schemas.messages import Message, exactly_one_of, not_together, only_with, pattern, unknown_field
from schemas.openapi import any_of, array_of, pascal, ref

Seat = Annotated[str, Meta(pattern=limits.SEAT_PATTERN, max_length=32)]
Seed = Annotated[str, Meta(min_length=1, max_length=limits.MAX_SEED)]
Salt = Annotated[str, Meta(max_length=limits.MAX_SALT)]
Seal = Annotated[str, Meta(min_length=1, max_length=limits.MAX_SEAL)]
Cursor = Annotated[str, Meta(min_length=1, max_length=limits.MAX_CURSOR)]
PackName = Annotated[str, Meta(pattern=limits.PACK_PATTERN, max_length=limits.MAX_PACK_NAME)]
Part = Annotated[str, Meta(pattern=limits.INCLUDE_PATTERN, max_length=64)]
Parts = Annotated[list[Part], Meta(max_length=limits.MAX_INCLUDES)]
Where = Annotated[dict[str, Any], Meta(max_length=limits.MAX_WHERE_KEYS)]
Limit = Annotated[int, Meta(ge=1, le=limits.MAX_LEGAL_ACTIONS)]
PlayerCount = Annotated[int, Meta(ge=1, le=limits.MAX_SEATS)]


class Chance(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Settle chance decisions at once, by this seed.

    Send the same one with every call of a game: each draw follows from the seed and from how many there were before.
    """

    seed: Seed


@dataclass(frozen=True)
class Envelopes:
    """The schemas of one game's calls, and the shapes that their documents refer to."""

    prefix: str
    """The game's name as `KingdomDefenders`, before each name of a component."""
    shapes: Sequence[tuple[str, Any]]
    """What `openapi.components` must be given (perhaps with more) so that every reference resolves."""
    state_or_view: StateOrView
    """For `validations`: its `examine` tells what is wrong with the shape of a state."""
    states: type[Schema]
    legal_actions: type[Schema]
    adjudications: type[Schema]
    validations: type[Schema]
    views: type[Schema]
    scores: type[Schema]
    replays: type[Schema]


class Request(StructSchema):
    """Base of all envelopes: members that exclude or need each other, and the state settled at the very end."""

    one_of: ClassVar[tuple[str, ...]] = ()
    """Exactly one of these must be given."""
    apart: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Members that may not stand beside the member that is the key."""
    needs: ClassVar[Mapping[str, str]] = {}
    """Members that only make sense beside another."""

    @classmethod
    def keywords(cls) -> dict[str, Any]:
        """All three in JSON Schema. As exactly one of `one_of` is given, what excludes the one needs the other."""
        needs = {member: [other] for member, other in cls.needs.items()}
        for member, others in cls.apart.items():
            needs |= {other: [rest for rest in cls.one_of if rest != member] for other in others}
        found: dict[str, Any] = {}
        if cls.one_of:
            found["oneOf"] = [{"required": [member]} for member in cls.one_of]
        if needs:
            found["dependentRequired"] = dict(sorted(needs.items()))
        return found

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        defaults = {name: field.load_default for name, field in self.load_fields.items()}
        self._required = {name for name, default in defaults.items() if default is missing}
        self._made = {name: make for name, make in defaults.items() if callable(make) and make is not _nothing}
        self._left_out = {
            name: None if default is _nothing else default
            for name, default in defaults.items()
            if name not in self._required and name not in self._made
        }

    def load(self, data: Any, **kwargs: Any) -> Any:
        """As marshmallow's. A body without a flaw, and most are, takes a shorter way to the same result."""
        if not kwargs and isinstance(data, dict) and data.keys() <= self.load_fields.keys():
            loaded = self._sound(data)
            if loaded is not None:
                return _settled(loaded)
        return super().load(data, **kwargs)

    def _sound(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """Every member of a body, or None where there is a flaw for the long way to tell of."""
        if not self._required <= data.keys():
            return None
        loaded = dict(self._left_out)
        try:
            for name, value in data.items():
                loaded[name] = self.load_fields[name].deserialize(value, name, data)
            for name, make in self._made.items():
                if name not in loaded:
                    loaded[name] = make()
            self._check_together(data)
        except ValidationError:
            return None
        return loaded

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _members_agree(self, data: Any, original: Mapping[str, Any], **kwargs: Any) -> None:
        if isinstance(original, Mapping):
            self._check_together(original)

    def _check_together(self, body: Mapping[str, Any]) -> None:
        if self.one_of and sum(member in body for member in self.one_of) != 1:
            raise ValidationError([exactly_one_of(self.one_of)])
        found: dict[str, list[Message]] = {}
        for member, others in self.apart.items():
            if member in body:
                found |= {other: [not_together(other, member)] for other in others if other in body}
        for member, other in self.needs.items():
            if member in body and other not in body:
                found[member] = [only_with(other)]
        if found:
            raise ValidationError(found)

    @post_load
    def _settle(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return _settled(data)


def _settled(members: dict[str, Any]) -> dict[str, Any]:
    """The members with the state as what the engine works on: looked at last, once all else is found sound."""
    for name, value in members.items():
        if type(value) is Arrived:
            members[name] = value.settle()
    return members


class SetupRequest(Request):
    one_of = ("players", "state")
    apart = {"state": ("options", "pack", "salt")}
    needs = {"seal": "state"}


class AdjudicationRequest(Request):
    one_of = ("action", "actions")


class ReplayRequest(Request):
    one_of = ("setup", "state")
    needs = {"seal": "state"}


def envelopes(
    name: str,
    *,
    state: Any,
    view: Any,
    action: Any,
    event: Any,
    options: Any,
    seat: Any,
    at_steps: Sequence[str],
    remember: Memory | None = None,
    admit: Callable[[Any, bytes | None], Any] | None = None,
    foreign: Callable[[Any], None] | None = None,
) -> Envelopes:
    """The schemas of the game `name` (its id, kebab-case).

    `admit` makes of a state or view (given with the hash of its canonical JSON, where that is known) what the engine
    works on, and `remember` keeps that by the hash of the bytes it came from (one memory per game). `foreign` is shown
    a state that does not fit its shape before that is explained. Both may raise what they like. `POST states` neither
    admits nor remembers: it is the call that repairs impossible states.
    """
    prefix = pascal(name)
    full = ref(prefix, "State")
    either = any_of(full, ref(prefix, "View"))
    at = _at(at_steps)
    setup = _setup(options, seat, at)
    actions = array_of(ref(prefix, "Action"), maximum=limits.MAX_REPLAYED_ACTIONS)

    def state_only(**kwargs: Any) -> StateOrView:
        return StateOrView(
            state, None, document=full, memory=remember, admit=admit, foreign=foreign, allow_none=False, **kwargs
        )

    def state_or_view() -> StateOrView:
        return StateOrView(
            state, view, document=either, memory=remember, admit=admit, foreign=foreign, allow_none=False, required=True
        )

    def call(base: type[Request], kind: str, members: dict[str, fields.Field[Any]]) -> type[Schema]:
        schema = base.from_dict({**members}, name=f"{prefix}{kind}Request")
        schema.error_messages = {"unknown": unknown_field(list(members))}
        return schema

    return Envelopes(
        prefix=prefix,
        shapes=[
            ("State", state),
            ("View", view),
            ("Action", action),
            ("Event", event),
            ("Options", options),
            ("SeatSetup", seat),
            ("At", at),
            ("Setup", setup),
            ("Chance", Chance),
        ],
        state_or_view=state_or_view(),
        states=call(
            SetupRequest,
            "States",
            {
                "players": _optional(_players(seat), _players_document(prefix)),
                "options": _optional(options, ref(prefix, "Options")),
                "pack": _optional(PackName, validate=_whole(limits.PACK_PATTERN)),
                "salt": _optional(Salt | None),
                "at": _optional(at, ref(prefix, "At")),
                "state": StateOrView(
                    state, None, document=full, foreign=foreign, allow_none=False, load_default=_nothing
                ),
                "seal": _optional(Seal),
                "chance": _optional(Chance, ref(prefix, "Chance")),
                "include": _include(),
            },
        ),
        legal_actions=call(
            Request,
            "LegalActions",
            {
                "state": state_or_view(),
                "seal": _optional(Seal),
                "actor": _optional(Seat, validate=_whole(limits.SEAT_PATTERN)),
                "where": _optional(Where),
                "explain": Shape(bool, load_default=False),
                "limit": Shape(Limit, load_default=limits.DEFAULT_LEGAL_ACTIONS),
                "cursor": _optional(Cursor),
            },
        ),
        adjudications=call(
            AdjudicationRequest,
            "Adjudication",
            {
                "state": state_only(required=True),
                "seal": _optional(Seal),
                "action": _optional(action, ref(prefix, "Action")),
                "actions": _optional(
                    Annotated[list[action], Meta(min_length=1, max_length=limits.MAX_ADJUDICATED_ACTIONS)],
                    array_of(ref(prefix, "Action"), minimum=1, maximum=limits.MAX_ADJUDICATED_ACTIONS),
                ),
                "chance": _optional(Chance, ref(prefix, "Chance")),
                "include": _include(),
            },
        ),
        validations=call(
            Request,
            "Validation",
            {"state": Shape(dict[str, Any], document=_ANY_STATE, required=True), "seal": _optional(Seal)},
        ),
        views=call(
            Request,
            "Views",
            {
                "state": state_or_view(),
                "seal": _optional(Seal),
                "viewer": Shape(Seat, validate=_whole(limits.SEAT_PATTERN), required=True),
                "events": _optional(
                    Annotated[list[event], Meta(max_length=limits.MAX_EVENTS)],
                    array_of(ref(prefix, "Event"), maximum=limits.MAX_EVENTS),
                ),
            },
        ),
        scores=call(Request, "Scores", {"state": state_or_view(), "seal": _optional(Seal)}),
        replays=call(
            ReplayRequest,
            "Replay",
            {
                "setup": _optional(setup, ref(prefix, "Setup")),
                "state": state_only(load_default=_nothing),
                "seal": _optional(Seal),
                "actions": Shape(
                    Annotated[list[action], Meta(max_length=limits.MAX_REPLAYED_ACTIONS)],
                    document=actions,
                    required=True,
                ),
                "chance": _optional(Chance, ref(prefix, "Chance")),
            },
        ),
    )


_ANY_STATE = {
    "type": "object",
    "description": "A state or a view. Whatever is wrong with it is answered as a defect; nothing in it is refused.",
}


def _nothing() -> None:
    """A default that no document shows, unlike a plain `None`."""


def _optional(type_: Any, document: Mapping[str, Any] | None = None, **kwargs: Any) -> Shape:
    return Shape(type_, document=document, load_default=_nothing, **kwargs)


def _include() -> Shape:
    told = "What comes with the answer, each under its own name; where `state` is not named it stays away."
    document = {**msgspec.json.schema(Parts), "default": ["state"], "description": told}
    return Shape(
        Parts, document=document, validate=_whole_entries(limits.INCLUDE_PATTERN), load_default=lambda: ["state"]
    )


def _players(seat: Any) -> Any:
    return PlayerCount | Annotated[list[seat], Meta(min_length=1, max_length=limits.MAX_SEATS)]


def _players_document(prefix: str) -> dict[str, Any]:
    seats = array_of(ref(prefix, "SeatSetup"), minimum=1, maximum=limits.MAX_SEATS)
    return any_of(msgspec.json.schema(PlayerCount), seats)


def _at(steps: Sequence[str]) -> type[msgspec.Struct]:
    step: Any = Literal[tuple(steps)] if steps else Annotated[str, Meta(max_length=0)]
    return msgspec.defstruct(
        "At",
        [("step", step), ("actor", Seat | None, None), ("table", dict[str, Any], msgspec.field(default_factory=dict))],
        namespace={"__doc__": "A moment in the middle of a game: who is to do what, and what lies on the table."},
        kw_only=True,
        forbid_unknown_fields=True,
    )


def _setup(options: Any, seat: Any, at: Any) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        "Setup",
        [
            ("players", _players(seat)),
            ("options", options | None, None),
            ("pack", PackName | None, None),
            ("salt", Salt | None, None),
            ("at", at | None, None),
        ],
        namespace={"__doc__": "What a game begins with: the members of `POST states`."},
        kw_only=True,
        forbid_unknown_fields=True,
    )


def _whole(regex: str) -> Callable[[str], None]:
    # `$` also matches before a final line break, and msgspec searches: a name with a line break would get through.
    compiled = re.compile(regex)

    def check(value: str) -> None:
        if not compiled.fullmatch(value):
            raise ValidationError([pattern(regex)])

    return check


def _whole_entries(regex: str) -> Callable[[Sequence[str]], None]:
    check = _whole(regex)

    def check_all(values: Sequence[str]) -> None:
        found: dict[Any, Any] = {}
        for index, value in enumerate(values):
            try:
                check(value)
            except ValidationError as error:
                found[index] = error.messages
        if found:
            raise ValidationError(found)

    return check_all

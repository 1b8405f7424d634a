"""Fields that accept through msgspec and explain a refusal through the derived schema."""

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar

import msgspec
from marshmallow import ValidationError, fields

from schemas.body import is_nested_deeper, strict_loads
from schemas.depth import may_be_deep_of
from schemas.derive import field_of
from schemas.limits import MAX_DEPTH
from schemas.messages import Message
from schemas.pointers import Flaw, flatten

T = TypeVar("T")


class Noted(NamedTuple):
    """What a memory keeps of bytes that were read before: not the value, which is quickly read from them again."""

    finding: Any
    """What was found out about the value, in the memory's own words."""
    is_view: bool
    tidy: bool
    """Reading the bytes gives the value as it was admitted; of others it is to be put in order first."""


class Memory(Protocol):
    """What is known of values by the hash of their bytes. One per game: the hash says nothing of the type."""

    def get(self, key: bytes, /) -> Noted | None:
        """What is known of these very bytes."""

    def note(self, key: bytes, value: Any, admitted: Any, /, *, is_view: bool, in_order: bool) -> None:
        """Keeps what `admit` has made of the value that bytes gave, put in order unless they have it `in_order`."""

    def again(self, noted: Noted, value: Any, /) -> Any:
        """What `admit` made of the value of these bytes, which has been read and put in order once more."""

    def recall(self, content: bytes, value: Any, /) -> object | None:
        """What `admit` would make of a value, if it is known to have been admitted, whatever bytes it was read from.

        `content`: the hash of its canonical JSON.
        """

    def mark(self, content: bytes, value: Any, admitted: Any, /) -> None:
        """A value has been admitted, and this was made of it."""


class ViewGiven(Exception):
    """A view stands where only a full state will do."""


class Shape(fields.Field[Any]):
    """A member of any msgspec type.

    Takes decoded JSON, or `msgspec.Raw` which it first reads strictly (raising `MalformedJson`). `document` is the
    JSON Schema that the OpenAPI document shows; by default the type's own, which must then need no `$defs`.
    """

    def __init__(self, type_: Any, *, document: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        self.type_ = type_
        self.derived = field_of(type_)
        self._read = _reader_of(type_)
        self._document = document
        kwargs.setdefault("allow_none", self.derived.allow_none)
        super().__init__(**kwargs)

    @property
    def document(self) -> dict[str, Any]:
        if self._document is None:
            self._document = msgspec.json.schema(self.type_)
        return dict(self._document)

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        return self.derived.make_error(key, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        plain = _plain(value)
        try:
            return self._read(plain)
        except msgspec.ValidationError:
            explain(self.type_, plain)


class StateOrView(fields.Field[Any]):
    """A full state, or a view where `view` is given: the one with a member `viewer` is a view. Its dicts are in order.

    Loads to an `Arrived`, whose `settle` makes of it what the engine works on. Bytes that were settled before are
    read again but not checked again: reading takes less time than to keep objects, and to copy them before a ruling.
    """

    def __init__(
        self,
        state: Any,
        view: Any | None,
        *,
        document: Mapping[str, Any],
        memory: Memory | None = None,
        admit: Callable[[Any, bytes | None], Any] | None = None,
        foreign: Callable[[Any], None] | None = None,
        **kwargs: Any,
    ) -> None:
        self.state, self.view = state, view
        self.document = dict(document)
        self.memory, self.admit, self.foreign = memory, admit, foreign
        self._may_be_deep = may_be_deep_of(state)
        self._decode = msgspec.json.Decoder(state).decode
        self._decode_view = msgspec.json.Decoder(state if view is None else view).decode
        super().__init__(**kwargs)

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        return field_of(self.state).make_error(key, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> "Arrived":
        if not isinstance(value, msgspec.Raw) or self.memory is None:
            return Arrived(self, self._accept(_plain(value)))
        digest = hashlib.sha256(value).digest()
        noted = self.memory.get(digest)
        again = None if noted is None else self._read_again(value, noted)
        if again is not None:
            return Arrived(self, again, noted=noted)
        written = self._as_written(value)
        if written is not None:
            state, without_space = written
            alike = len(without_space) == len(memoryview(value))
            content = digest if alike else hashlib.sha256(without_space).digest()
            return Arrived(self, state, key=digest, content=content, in_order=True)
        plain = _plain(value)
        struct = self._accept(plain)
        return Arrived(self, struct, key=digest, content=hashlib.sha256(canonical_bytes(struct)).digest())

    def _read_again(self, value: msgspec.Raw, noted: Noted) -> Any | None:
        """The value of bytes that are known, in order; None where a rule has made what no schema takes."""
        if noted.is_view and self.view is None:
            raise ViewGiven
        try:
            read = self._decode_view(value) if noted.is_view else self._decode(value)
            return read if noted.tidy else in_order(read)
        except msgspec.MsgspecError:
            return None

    def _as_written(self, value: msgspec.Raw) -> tuple[Any, bytes] | None:
        """The state and its canonical JSON, from bytes that are that but for white space; None from any others.

        The strict reader would find nothing in such bytes: no name twice, no number that is none, no half character.
        The names in its dicts are sorted, as they are in canonical JSON.
        """
        sent = bytes(value)
        try:
            state = self._decode(sent)
            data = canonical_bytes(state)
            alike = data == sent or data == msgspec.json.format(sent, indent=-1)
            if not alike or (self._may_be_deep(state) and is_nested_deeper(data, MAX_DEPTH - 1)):
                return None
        except (msgspec.MsgspecError, RecursionError):
            return None
        return state, data

    def _accept(self, plain: Any) -> Any:
        type_ = self.view if is_view(plain) else self.state
        if type_ is None:
            raise ViewGiven
        try:
            return in_order(msgspec.convert(plain, type_))
        except msgspec.ValidationError:
            if self.foreign is not None:
                self.foreign(plain)
            explain(type_, plain)

    def examine(self, plain: Any) -> tuple[Any, list[Flaw]]:
        """The struct of decoded JSON and no flaws, or `None` and the flaws, with pointers below the value itself.

        Raises what `foreign` raises, and `ViewGiven`.
        """
        try:
            return self._accept(plain), []
        except ValidationError as error:
            return None, flatten(error.messages)


class Arrived:
    """A state or view that fits its schema. Whether it is possible is for `admit` to say, once the body is sound."""

    __slots__ = ("_content", "_field", "_in_order", "_key", "_noted", "_value")

    def __init__(
        self,
        field: StateOrView,
        value: Any,
        *,
        noted: Noted | None = None,
        key: bytes | None = None,
        content: bytes = b"",
        in_order: bool = False,
    ) -> None:
        self._field, self._value, self._noted = field, value, noted
        self._key, self._content, self._in_order = key, content, in_order

    def settle(self) -> Any:
        """What `admit` makes of the struct; that it was admitted is noted for the next time. Raises what `admit` does.

        Nobody else has the struct, so whoever gets it may use it up.
        """
        memory, admit, value = self._field.memory, self._field.admit, self._value
        if memory is None or (self._key is None and self._noted is None):
            return value if admit is None else admit(value, None)
        if self._noted is not None:
            return memory.again(self._noted, value)
        admitted = memory.recall(self._content, value)
        if admitted is None:
            admitted = value if admit is None else admit(value, self._content)
            memory.mark(self._content, value, admitted)
        if self._key is not None:
            is_view = self._field.view is not None and isinstance(value, self._field.view)
            memory.note(self._key, value, admitted, is_view=is_view, in_order=self._in_order)
        return admitted


canonical_bytes = msgspec.json.Encoder(order="sorted").encode
"""Canonical JSON (RFC 8785), as long as keys are ASCII and numbers whole."""
_write = msgspec.json.Encoder(order="deterministic").encode
_write_as_it_is = msgspec.json.Encoder().encode


def in_order(value: T) -> T:
    """The same struct with the keys of its dicts sorted. Raises msgspec's `ValidationError` where it breaks its schema.

    States that differ in nothing else have one digest. They must have one answer too, even from a rule that goes
    through a dict as it comes: the first answer is kept for all of them.
    """
    data = _write(value)
    return value if data == _write_as_it_is(value) else msgspec.json.decode(data, type=type(value))


def is_view(plain: Any) -> bool:
    return isinstance(plain, dict) and "viewer" in plain


def accept(type_: Any, plain: Any) -> Any:
    """Decoded JSON as a value of `type_`. Raises marshmallow's `ValidationError` with every flaw."""
    try:
        return _reader_of(type_)(plain)
    except msgspec.ValidationError:
        explain(type_, plain)


def flaws_of(type_: Any, plain: Any) -> list[Flaw]:
    """Every flaw of decoded JSON that is meant to be of `type_`, with pointers below it; none if it is."""
    try:
        accept(type_, plain)
    except ValidationError as error:
        return flatten(error.messages)
    return []


def explain(type_: Any, plain: Any) -> NoReturn:
    """Raises marshmallow's `ValidationError` for decoded JSON that msgspec has refused."""
    field_of(type_).deserialize(plain)
    # Only what a struct's own `__post_init__` refuses gets here: the derived schema cannot know of it.
    try:
        msgspec.convert(plain, type_)
    except msgspec.ValidationError as error:
        detail, path = split_reason(str(error))
    messages: Any = [Message(f"{detail}.", "invalid")]
    for token in reversed(path):
        messages = {token: messages}
    raise ValidationError(messages)


@cache
def _reader_of(type_: Any) -> Callable[[Any], Any]:
    """`msgspec.convert` to the type. msgspec prepares a struct once but a union at every call, so it gets a struct."""
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
        return lambda plain: msgspec.convert(plain, type_)
    box: Any = msgspec.defstruct("Box", [("value", type_)])
    return lambda plain: msgspec.convert({"value": plain}, box).value


_PLACE = re.compile(r" - at (?:`key` in )?`\$(.*)`$", re.DOTALL)
_TOKEN = re.compile(r"\.([^.\[]+)|\[(\d+)\]|(\[\.\.\.\])")


def split_reason(reason: str) -> tuple[str, list[str | int]]:
    """msgspec's message without its path, and the path as far as it names places (it does not name keys of dicts)."""
    place = _PLACE.search(reason)
    if place is None:
        return reason, []
    path: list[str | int] = []
    for token in _TOKEN.finditer(place[1]):
        if token[3]:
            break
        path.append(token[1] if token[1] is not None else int(token[2]))
    return reason[: place.start()], path


def _plain(value: Any) -> Any:
    return strict_loads(value, MAX_DEPTH - 1) if isinstance(value, msgspec.Raw) else value

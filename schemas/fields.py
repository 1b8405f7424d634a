"""Fields that accept through msgspec and explain a refusal through the derived schema."""

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NoReturn, Protocol, TypeVar

import msgspec
from marshmallow import ValidationError, fields

from schemas.body import is_nested_deeper, strict_loads
from schemas.derive import field_of
from schemas.limits import MAX_DEPTH
from schemas.messages import Message
from schemas.pointers import Flaw, flatten

T = TypeVar("T")


class Memory(Protocol):
    """Where accepted values are kept by the hash of their bytes. One per game: the hash says nothing of the type."""

    def get(self, key: bytes, /) -> object | None: ...

    def put(self, key: bytes, value: object, size: int, /) -> None:
        """`size`: of the bytes that the value came from."""

    def recall(self, content: bytes, value: Any, /) -> object | None:
        """What `admit` would make of a value, if it is known to have been admitted, whatever bytes it was read from.

        `content`: the hash of the value as msgspec writes it, marked as a view's where it is one.
        """

    def mark(self, content: bytes, admitted: Any, /) -> None:
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
    neither parsed nor checked again.
    """

    def __init__(
        self,
        state: Any,
        view: Any | None,
        *,
        document: Mapping[str, Any],
        memory: Memory | None = None,
        admit: Callable[[Any], Any] | None = None,
        foreign: Callable[[Any], None] | None = None,
        **kwargs: Any,
    ) -> None:
        self.state, self.view = state, view
        self.document = dict(document)
        self.memory, self.admit, self.foreign = memory, admit, foreign
        self._decode = msgspec.json.Decoder(state).decode
        super().__init__(**kwargs)

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        return field_of(self.state).make_error(key, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> "Arrived":
        if not isinstance(value, msgspec.Raw) or self.memory is None:
            return Arrived(self, self._accept(_plain(value)))
        digest = hashlib.sha256(value).digest()
        known = self._recall(digest)
        if known is not None:
            return Arrived(self, known, known=True)
        size = len(memoryview(value))
        written = self._as_written(value)
        if written is not None:
            state, without_space = written
            content = digest if len(without_space) == size else hashlib.sha256(without_space).digest()
            return Arrived(self, state, key=digest, content=content, size=size)
        plain = _plain(value)
        struct = self._accept(plain)
        content = hashlib.sha256(_write(struct)).digest()
        if is_view(plain):
            digest, content = _view_key(digest), _view_key(content)
        return Arrived(self, struct, key=digest, content=content, size=size)

    def _as_written(self, value: msgspec.Raw) -> tuple[Any, bytes] | None:
        """The state and what msgspec writes for it, from bytes that are that but for white space; None from any others.

        The strict reader would find nothing in such bytes: no name twice, no number that is none, no half character.
        The names in its dicts are sorted, as they are in what msgspec writes here.
        """
        sent = bytes(value)
        try:
            state = self._decode(sent)
            data = _write(state)
            alike = data == sent or data == msgspec.json.format(sent, indent=-1)
        except (msgspec.MsgspecError, RecursionError):
            return None
        return (state, data) if alike and not is_nested_deeper(data, MAX_DEPTH - 1) else None

    def _recall(self, digest: bytes) -> object | None:
        assert self.memory is not None
        known = self.memory.get(digest)
        if known is None and self.view is not None:
            known = self.memory.get(_view_key(digest))
        return known

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

    __slots__ = ("_content", "_field", "_key", "_known", "_size", "_value")

    def __init__(
        self,
        field: StateOrView,
        value: Any,
        *,
        known: bool = False,
        key: bytes | None = None,
        content: bytes = b"",
        size: int = 0,
    ) -> None:
        self._field, self._value, self._known = field, value, known
        self._key, self._content, self._size = key, content, size

    def settle(self) -> Any:
        """What `admit` makes of the struct, remembered for the next time. Raises whatever `admit` raises."""
        if self._known:
            return self._value
        memory, admit = self._field.memory, self._field.admit
        if memory is None or self._key is None:
            return self._value if admit is None else admit(self._value)
        admitted = memory.recall(self._content, self._value)
        if admitted is None:
            admitted = self._value if admit is None else admit(self._value)
            memory.mark(self._content, admitted)
        memory.put(self._key, admitted, self._size)
        return admitted


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


def _view_key(digest: bytes) -> bytes:
    # A view must never be found where only a full state is taken.
    return b"view" + digest

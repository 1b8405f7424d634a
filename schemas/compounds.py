"""Derived fields with parts: arrays, objects, structs and unions. Every part is looked at, errors or not."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, pre_load

from schemas.limits import MAX_ERRORS
from schemas.messages import Key, Message, bad_key, kind_of, required, too_few, too_many, unknown_tag, wrong_type
from schemas.scalars import Derived, OneOf

_T = TypeVar("_T")


class Once(Generic[_T]):
    """A value made at its first use: how a shape may contain itself."""

    def __init__(self, make: Callable[[], _T]) -> None:
        self._make = make
        self._made: _T | None = None

    def __call__(self) -> _T:
        if self._made is None:
            self._made = self._make()
        return self._made


class StructSchema(Schema):
    """Base of every derived schema: unknown members are refused, and a flood of them is not all looked at."""

    class Meta:
        unknown = RAISE
        register = False

    @classmethod
    def keywords(cls) -> dict[str, Any]:
        """JSON Schema keywords of the whole object, beside those of its members, for documents."""
        return {}

    @pre_load
    def _only_so_many_unknown(self, data: Any, **kwargs: Any) -> Any:
        known = {field.data_key or name for name, field in self.fields.items()}
        if not isinstance(data, Mapping) or len(data) <= len(known) + MAX_ERRORS:
            return data
        unknown = sorted(key for key in data if key not in known)[:MAX_ERRORS]
        return {key: data[key] for key in [*(key for key in known if key in data), *unknown]}


class OpenStructSchema(StructSchema):
    """For structs that ignore what they do not know."""

    class Meta:
        unknown = EXCLUDE
        register = False


class Items(Derived):
    """An array with entries of one kind. One that is too long is not looked into."""

    takes = ("array",)

    def __init__(
        self, item: Derived, *, min_length: int | None = None, max_length: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.item, self.min_length, self.max_length = item, min_length, max_length

    def flaws(self, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            return [wrong_type(self.takes, value)]
        if self.max_length is not None and len(value) > self.max_length:
            return [too_many(self.max_length)]
        found = _flaws_of_parts((index, self.item, part) for index, part in enumerate(value))
        if self.min_length is not None and len(value) < self.min_length:
            found[None] = [too_few(self.min_length)]
        return found


class Tuple(Derived):
    """An array with a fixed number of entries, each of its own kind."""

    takes = ("array",)

    def __init__(self, items: Sequence[Derived], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.items = tuple(items)

    def flaws(self, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            return [wrong_type(self.takes, value)]
        if len(value) > len(self.items):
            return [too_many(len(self.items))]
        if len(value) < len(self.items):
            return [too_few(len(self.items))]
        return _flaws_of_parts(
            (index, item, part) for index, (item, part) in enumerate(zip(self.items, value, strict=True))
        )


class Entries(Derived):
    """An object with free names and values of one kind. One that is too large is not looked into."""

    takes = ("object",)

    def __init__(
        self,
        key: Derived,
        item: Derived,
        *,
        min_length: int | None = None,
        max_length: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.key, self.item, self.min_length, self.max_length = key, item, min_length, max_length

    def flaws(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return [wrong_type(self.takes, value)]
        if self.max_length is not None and len(value) > self.max_length:
            return [too_many(self.max_length)]
        found: dict[Any, Any] = {}
        for name in sorted(value):
            flaws = _merged(self._flaws_of_name(name), _flaws_of(self.item, value[name]))
            if flaws:
                found[Key(name)] = flaws
            if len(found) >= MAX_ERRORS:
                break
        if self.min_length is not None and len(value) < self.min_length:
            found[None] = [too_few(self.min_length)]
        return found

    def _flaws_of_name(self, name: str) -> list[Message]:
        return [bad_key(message) for message in self.key.flaws(name)]


class Record(Derived):
    """An object with the members of a struct."""

    takes = ("object",)

    def __init__(self, schema: Callable[[], Schema], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.schema = schema

    def flaws(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return [wrong_type(self.takes, value)]
        try:
            self.schema().load(value)
        except ValidationError as error:
            return error.messages
        return []


class Variants(Derived):
    """An object whose tag says which struct it is."""

    takes = ("object",)

    def __init__(self, tag_field: str, variants: Mapping[str | int, Record], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.tag_field = tag_field
        self.variants = dict(sorted(variants.items(), key=lambda variant: str(variant[0])))
        self._tag_kind = kind_of(next(iter(variants)))

    def flaws(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return [wrong_type(self.takes, value)]
        if self.tag_field not in value:
            return {self.tag_field: [required()]}
        tag = value[self.tag_field]
        if kind_of(tag) != self._tag_kind:
            return {self.tag_field: [wrong_type([self._tag_kind], tag)]}
        if tag not in self.variants:
            return {self.tag_field: [unknown_tag(list(self.variants))]}
        return self.variants[tag].flaws(value)


class Union(Derived):
    """One of several kinds that JSON tells apart by its types."""

    def __init__(self, members: Sequence[Derived], **kwargs: Any) -> None:
        self._by_kind: dict[str, Derived] = {}
        # Beside a whole type the literals of that type say nothing, in whatever order they stand.
        for member in sorted(members, key=lambda member: isinstance(member, OneOf)):
            for kind in member.takes:
                self._by_kind.setdefault(kind, member)
        super().__init__(takes=tuple(self._by_kind), **kwargs)

    def flaws(self, value: Any) -> Any:
        kind = kind_of(value)
        if kind == "integer" and "integer" not in self._by_kind:
            kind = "number"
        member = self._by_kind.get(kind)
        return [wrong_type(self.takes, value)] if member is None else member.flaws(value)


def _flaws_of(item: Derived, value: Any) -> Any:
    try:
        item.deserialize(value)
    except ValidationError as error:
        return error.messages
    return []


def _flaws_of_parts(parts: Any) -> dict[Any, Any]:
    """Messages by place, for the first `MAX_ERRORS` places that have any."""
    found: dict[Any, Any] = {}
    for place, item, part in parts:
        flaws = _flaws_of(item, part)
        if flaws:
            found[place] = flaws
            if len(found) >= MAX_ERRORS:
                break
    return found


def _merged(own: list[Message], inner: Any) -> Any:
    if not own or not inner:
        return own or inner
    if isinstance(inner, dict):
        return {**inner, None: [*own, *inner.get(None, [])]}
    return [*own, *inner]

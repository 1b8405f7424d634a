"""The annotations that the engine reads out of a shape: ids, secrets, sets and counts.

A shape is a ``msgspec.Struct``. Its limits stand in ``Annotated[..., Meta(...)]``; what msgspec cannot know (that a
string names a space, that a number is hidden behind a screen) stands in ``Meta.extra`` under the keys defined here.
"""

from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct
from msgspec import inspect as mi

T = TypeVar("T")
Path = tuple[str | int, ...]

CHANCE = "chance"
SPECTATOR = "spectator"

Secret = Annotated[T, Meta(extra={"secret": True})]
"""``Secret[T]``: some seat may not see it. Rules read ``T``; the derived view has ``T | None`` there."""


class Shape(Struct, forbid_unknown_fields=True, kw_only=True):
    """A struct of the wire: unknown fields are refused."""


def an_id(kind: str) -> Meta:
    """The Meta of a string that names something of ``kind`` in the pack (or ``seat``: a player of this game).

    The pattern only documents: an id has to be one of the pack's anyway, and matching each would take most of the
    time that it takes to read a state.
    """
    return Meta(
        min_length=1,
        max_length=64,
        extra_json_schema={"x-id-of": kind, "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"},
        extra={"id": kind},
    )


def a_set(most: int, least: int = 0) -> Meta:
    """The Meta of a list whose order does not matter and which holds nothing twice; kept sorted."""
    return Meta(min_length=least, max_length=most, extra={"set": True})


def a_bag(most: int) -> Meta:
    """The Meta of a list whose order does not matter and which may hold a thing several times; kept sorted."""
    return Meta(max_length=most, extra={"bag": True})


def counts(most: int) -> Meta:
    """The Meta of a map from a kind to how many there are of it; zeros are left out. Of a map of such maps the empty
    ones are.
    """
    return Meta(max_length=most, extra={"counts": True})


def _a_player(kind: str) -> Meta:
    """The Meta of a string that names a seat, or who acts. Its pattern only documents, like that of ``an_id``."""
    pattern = {"pattern": "^[a-z0-9-]{1,32}$"}
    return Meta(max_length=32, extra_json_schema=pattern, extra={"id": kind})


Seat = Annotated[str, _a_player("seat")]
Actor = Annotated[str, _a_player("actor")]
RuleRef = Annotated[str, Meta(min_length=1, max_length=128, extra={"id": "rule"})]
"""A clause named in a state: the engine checks that the catalogue has it."""

RuleId = Annotated[str, Meta(pattern="^[a-z0-9.:-]{3,160}$", max_length=160)]


def hide(view: Struct, *fields: str) -> None:
    """Put ``null`` in the place of secret values of a view: in a list, in the place of each member."""
    for field in fields:
        value = getattr(view, field)
        setattr(view, field, [None] * len(value) if isinstance(value, list) else None)


class Flaw(Shape):
    """Something in a body that is not well-formed: where, what kind, and a sentence."""

    pointer: str
    code: str
    detail: str
    params: dict[str, Any]


def pointer_of(path: Path) -> str:
    """The JSON pointer (RFC 6901) of a path."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


Ids = dict[str, frozenset[str]]
"""Each kind of id with the ids that exist."""


def runtime_class(node: Any) -> type:
    """The class that a decoded value of this type has."""
    while isinstance(node, mi.Metadata):
        node = node.type
    if isinstance(node, mi.StructType):
        return node.cls
    if isinstance(node, mi.StrType):
        return str
    if isinstance(node, mi.ListType):
        return list
    return dict if isinstance(node, mi.DictType) else type(None)


def refuse_recursion(shape: type, above: tuple[type, ...]) -> None:
    """Raise ``TypeError`` for a shape that holds itself: ids and sets are looked for to a fixed depth."""
    if shape in above:
        raise TypeError(f"{shape.__name__} holds itself, which no state or action may")

"""The annotations that the engine reads out of a shape: ids, secrets, sets and counts.

A shape is a ``msgspec.Struct``. Its limits stand in ``Annotated[..., Meta(...)]``; what msgspec cannot know (that a
string names a space, that a number is hidden behind a screen) stands in ``Meta.extra`` under the keys defined here.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
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
    """The Meta of a string that names something of ``kind`` in the pack (or ``seat``: a player of this game)."""
    return Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9][A-Za-z0-9._-]*$", extra={"id": kind})


def a_set(most: int, least: int = 0) -> Meta:
    """The Meta of a list whose order does not matter and which holds nothing twice; kept sorted."""
    return Meta(min_length=least, max_length=most, extra={"set": True})


def counts(most: int) -> Meta:
    """The Meta of a map from a kind to how many there are of it; zeros are left out."""
    return Meta(max_length=most, extra={"counts": True})


Seat = Annotated[str, Meta(pattern="^[a-z0-9-]{1,32}$", max_length=32, extra={"id": "seat"})]
Actor = Annotated[str, Meta(pattern="^[a-z0-9-]{1,32}$", max_length=32, extra={"id": "actor"})]
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
Visit = Callable[[Any, Path], Iterator[tuple[Path, str, str]]]


@cache
def _id_visitor(shape: type) -> Visit | None:
    return _visitor_of(mi.type_info(shape), {})


def _visitor_of(node: Any, busy: dict[type, list[Visit | None]]) -> Visit | None:
    """A function yielding (path, kind, id) for every id below a value of this type, or None where there can be none."""
    if isinstance(node, mi.Metadata):
        kind = (node.extra or {}).get("id")
        return _yield_id(kind) if kind else _visitor_of(node.type, busy)
    if isinstance(node, mi.ListType):
        item = _visitor_of(node.item_type, busy)
        return _visit_list(item) if item else None
    if isinstance(node, mi.DictType):
        key, value = _visitor_of(node.key_type, busy), _visitor_of(node.value_type, busy)
        return _visit_dict(key, value) if key or value else None
    if isinstance(node, mi.StructType):
        return _visit_struct_type(node, busy)
    if isinstance(node, mi.UnionType):
        return _visit_union_type(node, busy)
    return None


def _yield_id(kind: str) -> Visit:
    def visit(value: Any, path: Path) -> Iterator[tuple[Path, str, str]]:
        yield path, kind, value

    return visit


def _visit_list(item: Visit) -> Visit:
    def visit(value: Any, path: Path) -> Iterator[tuple[Path, str, str]]:
        for index, member in enumerate(value):
            yield from item(member, (*path, index))

    return visit


def _visit_dict(key: Visit | None, value: Visit | None) -> Visit:
    def visit(mapping: Any, path: Path) -> Iterator[tuple[Path, str, str]]:
        for name, member in mapping.items():
            if key:
                yield from key(name, (*path, name))
            if value:
                yield from value(member, (*path, name))

    return visit


def _visit_struct_type(node: mi.StructType, busy: dict[type, list[Visit | None]]) -> Visit | None:
    if node.cls in busy:
        box = busy[node.cls]
        return lambda value, path: box[0](value, path) if box[0] else iter(())
    box = busy[node.cls] = [None]
    fields = [(f.name, f.encode_name, v) for f in node.fields if (v := _visitor_of(f.type, busy))]
    if not fields:
        return None

    def visit(value: Any, path: Path) -> Iterator[tuple[Path, str, str]]:
        for name, encoded, below in fields:
            member = getattr(value, name)
            if member is not msgspec.UNSET:
                yield from below(member, (*path, encoded))

    box[0] = visit
    return visit


def _visit_union_type(node: mi.UnionType, busy: dict[type, list[Visit | None]]) -> Visit | None:
    by_class: dict[type, Visit] = {}
    for member in node.types:
        below = _visitor_of(member, busy)
        if below:
            by_class[_runtime_class(member)] = below
    if not by_class:
        return None

    def visit(value: Any, path: Path) -> Iterator[tuple[Path, str, str]]:
        below = by_class.get(type(value))
        return below(value, path) if below else iter(())

    return visit


def _runtime_class(node: Any) -> type:
    while isinstance(node, mi.Metadata):
        node = node.type
    if isinstance(node, mi.StructType):
        return node.cls
    if isinstance(node, mi.StrType):
        return str
    if isinstance(node, mi.ListType):
        return list
    return dict if isinstance(node, mi.DictType) else type(None)


Collect = Callable[[Any, dict[str, set[str]]], None]


@cache
def _id_collector(shape: type) -> Collect | None:
    return _collector_of(mi.type_info(shape), ())


def _collector_of(node: Any, busy: tuple[type, ...]) -> Collect | None:
    """A function adding every id below a value to a set for its kind: where all is well, no path is needed."""
    if isinstance(node, mi.Metadata):
        kind = (node.extra or {}).get("id")
        return _collect_id(kind) if kind else _collector_of(node.type, busy)
    if isinstance(node, mi.ListType):
        kind = _id_kind(node.item_type)
        if kind:
            return _collect_many(kind)
        item = _collector_of(node.item_type, busy)
        return _collect_members(None, item) if item else None
    if isinstance(node, mi.DictType):
        kind, value = _id_kind(node.key_type), _collector_of(node.value_type, busy)
        return _collect_members(kind, value) if kind or value else None
    if isinstance(node, mi.UnionType):
        by_class = {_runtime_class(m): below for m in node.types if (below := _collector_of(m, busy))}
        return _collect_union(by_class) if by_class else None
    if isinstance(node, mi.StructType) and node.cls not in busy:
        fields = [(f.name, b) for f in node.fields if (b := _collector_of(f.type, (*busy, node.cls)))]
        return _collect_struct(fields) if fields else None
    return None


def _id_kind(node: Any) -> str | None:
    return (node.extra or {}).get("id") if isinstance(node, mi.Metadata) else None


def _collect_id(kind: str) -> Collect:
    return lambda value, found: found[kind].add(value)


def _collect_many(kind: str) -> Collect:
    return lambda value, found: found[kind].update(value)


def _collect_members(kind: str | None, below: Collect | None) -> Collect:
    def collect(value: Any, found: dict[str, set[str]]) -> None:
        if kind:
            found[kind].update(value)
        if below:
            for member in value.values() if isinstance(value, dict) else value:
                below(member, found)

    return collect


def _collect_union(by_class: dict[type, Collect]) -> Collect:
    def collect(value: Any, found: dict[str, set[str]]) -> None:
        below = by_class.get(type(value))
        if below:
            below(value, found)

    return collect


def _collect_struct(fields: list[tuple[str, Collect]]) -> Collect:
    def collect(value: Any, found: dict[str, set[str]]) -> None:
        for name, below in fields:
            member = getattr(value, name)
            if member is not msgspec.UNSET:
                below(member, found)

    return collect


def unknown_ids(value: Struct, known: Ids) -> Iterator[Flaw]:
    """Every id in ``value`` that names nothing: ``known`` maps each kind to the ids that exist."""
    collect, visit = _id_collector(type(value)), _id_visitor(type(value))
    if collect is None or visit is None:
        return
    found: dict[str, set[str]] = {kind: set() for kind in known}
    collect(value, found)
    if all(found[kind] <= known[kind] for kind in known):
        return
    for path, kind, name in visit(value, ()):
        if name not in known[kind]:
            yield Flaw(
                pointer=pointer_of(path),
                code="unknown-id",
                detail=f"there is no {kind} {name!r}",
                params={"kind": kind},
            )


Mend = Callable[[Any, Path, list[Flaw]], Any]


@cache
def _canoniser(shape: Any) -> Mend | None:
    return _mender_of(mi.type_info(shape), ())


def _mender_of(node: Any, busy: tuple[type, ...]) -> Mend | None:
    """A function that brings sets and counts below a value into canonical form, or None where there are none."""
    if isinstance(node, mi.Metadata):
        extra = node.extra or {}
        if extra.get("set"):
            return _sort_set
        if extra.get("counts"):
            return _tidy_counts
        return _mender_of(node.type, busy)
    if isinstance(node, mi.ListType | mi.DictType):
        below = _mender_of(node.item_type if isinstance(node, mi.ListType) else node.value_type, busy)
        return _mend_members(below) if below else None
    if isinstance(node, mi.UnionType):
        by_class = {_runtime_class(m): below for m in node.types if (below := _mender_of(m, busy))}
        return _mend_union(by_class) if by_class else None
    if isinstance(node, mi.StructType) and node.cls not in busy:
        menders = [(f.name, f.encode_name, b) for f in node.fields if (b := _mender_of(f.type, (*busy, node.cls)))]
        return _mend_struct(menders) if menders else None
    return None


def _sort_set(value: Any, path: Path, flaws: list[Flaw]) -> Any:
    if not isinstance(value, list) or len(value) < 2:
        return value
    ordered = sorted(value, key=lambda member: (member is None, str(member)))
    for index, member in enumerate(ordered[1:]):
        if member is not None and member == ordered[index]:
            flaws.append(
                Flaw(pointer=pointer_of(path), code="duplicate", detail=f"{member!r} stands twice in a set", params={})
            )
    return ordered if ordered != value else value


def _tidy_counts(value: Any, path: Path, flaws: list[Flaw]) -> Any:
    if not isinstance(value, dict) or 0 not in value.values():
        return value
    return {kind: number for kind, number in value.items() if number != 0}


def _mend_members(below: Mend) -> Mend:
    def mend(value: Any, path: Path, flaws: list[Flaw]) -> Any:
        if isinstance(value, list):
            mended = [below(member, (*path, index), flaws) for index, member in enumerate(value)]
            return mended if any(new is not old for new, old in zip(mended, value, strict=True)) else value
        members = {name: below(member, (*path, name), flaws) for name, member in value.items()}
        return members if any(new is not value[name] for name, new in members.items()) else value

    return mend


def _mend_union(by_class: dict[type, Mend]) -> Mend:
    def mend(value: Any, path: Path, flaws: list[Flaw]) -> Any:
        below = by_class.get(type(value))
        return below(value, path, flaws) if below else value

    return mend


def _mend_struct(menders: list[tuple[str, str, Mend]]) -> Mend:
    def mend(value: Any, path: Path, flaws: list[Flaw]) -> Any:
        changes = {}
        for name, encoded, below in menders:
            old = getattr(value, name)
            if old is msgspec.UNSET:
                continue
            new = below(old, (*path, encoded), flaws)
            if new is not old:
                changes[name] = new
        return msgspec.structs.replace(value, **changes) if changes else value

    return mend


Check = Callable[[Any], bool]


@cache
def _canonical_check(shape: Any) -> Check | None:
    return _check_of(mi.type_info(shape), ())


def _check_of(node: Any, busy: tuple[type, ...]) -> Check | None:
    """Whether all sets and counts below a value are in canonical form already: the usual case, told quickly."""
    if isinstance(node, mi.Metadata):
        extra = node.extra or {}
        if extra.get("set"):
            return _is_sorted_set
        if extra.get("counts"):
            return lambda value: 0 not in value.values()
        return _check_of(node.type, busy)
    if isinstance(node, mi.ListType | mi.DictType):
        below = _check_of(node.item_type if isinstance(node, mi.ListType) else node.value_type, busy)
        return _check_members(below) if below else None
    if isinstance(node, mi.UnionType):
        by_class = {_runtime_class(m): below for m in node.types if (below := _check_of(m, busy))}
        return (lambda value: by_class[type(value)](value) if type(value) in by_class else True) if by_class else None
    if isinstance(node, mi.StructType) and node.cls not in busy:
        fields = [(f.name, b) for f in node.fields if (b := _check_of(f.type, (*busy, node.cls)))]
        return _check_struct(fields) if fields else None
    return None


def _is_sorted_set(value: Any) -> bool:
    return len(value) < 2 or (None not in value and len(set(value)) == len(value) and sorted(value) == value)


def _check_members(below: Check) -> Check:
    return lambda value: all(map(below, value.values() if isinstance(value, dict) else value))


def _check_struct(fields: list[tuple[str, Check]]) -> Check:
    def check(value: Any) -> bool:
        for name, below in fields:
            member = getattr(value, name)
            if member is not msgspec.UNSET and not below(member):
                return False
        return True

    return check


def canonical(value: T) -> tuple[T, list[Flaw]]:
    """``value`` with its sets sorted and zero counts dropped; a flaw for every set that holds something twice."""
    shape: Any = type(value)
    check = _canonical_check(shape)
    if check is None or check(value):
        return value, []
    mend = _canoniser(shape)
    flaws: list[Flaw] = []
    return (mend(value, (), flaws) if mend else value), flaws

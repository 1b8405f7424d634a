"""Canonical form: sets are sorted, counts have no zeros, so that equal situations look the same."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as mi

from service.engine.shapes import Flaw, Path, T, pointer_of, refuse_recursion, runtime_class

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
        if extra.get("bag"):
            return _sort
        if extra.get("counts"):
            below = _mender_of(node.type, busy)
            return _tidy_members(below) if below else _tidy_counts
        return _mender_of(node.type, busy)
    if isinstance(node, mi.ListType | mi.DictType):
        below = _mender_of(node.item_type if isinstance(node, mi.ListType) else node.value_type, busy)
        return _mend_members(below) if below else None
    if isinstance(node, mi.UnionType):
        by_class = {runtime_class(m): below for m in node.types if (below := _mender_of(m, busy))}
        return _mend_union(by_class) if by_class else None
    if isinstance(node, mi.StructType):
        refuse_recursion(node.cls, busy)
        menders = [(f.name, f.encode_name, b) for f in node.fields if (b := _mender_of(f.type, (*busy, node.cls)))]
        return _mend_struct(menders) if menders else None
    return None


def _sort(value: Any, path: Path, flaws: list[Flaw]) -> Any:
    if not isinstance(value, list):
        return value
    ordered = sorted(value, key=lambda member: (member is None, 0 if member is None else member))
    return ordered if ordered != value else value


def _sort_set(value: Any, path: Path, flaws: list[Flaw]) -> Any:
    if not isinstance(value, list) or len(value) < 2:
        return value
    ordered = _sort(value, path, flaws)
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


def _tidy_members(below: Mend) -> Mend:
    """Counts of counts: first each of them, then those that are empty."""

    def mend(value: Any, path: Path, flaws: list[Flaw]) -> Any:
        mended = below(value, path, flaws)
        if not isinstance(mended, dict) or {} not in mended.values():
            return mended
        return {kind: counted for kind, counted in mended.items() if counted != {}}

    return mend


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


def canonical(value: T) -> tuple[T, list[Flaw]]:
    """``value`` with its sets sorted and zero counts dropped; a flaw for every set that holds something twice."""
    shape: Any = type(value)
    mend = _canoniser(shape)
    flaws: list[Flaw] = []
    return (mend(value, (), flaws) if mend else value), flaws


def holds_set(shape: Any) -> bool:
    """Whether a set or a bag stands anywhere in values of this type."""
    return _holds_set(mi.type_info(shape))


def _holds_set(node: Any) -> bool:
    if isinstance(node, mi.Metadata):
        extra = node.extra or {}
        return bool(extra.get("set") or extra.get("bag")) or _holds_set(node.type)
    if isinstance(node, mi.ListType | mi.DictType):
        return _holds_set(node.item_type if isinstance(node, mi.ListType) else node.value_type)
    return isinstance(node, mi.UnionType) and any(_holds_set(member) for member in node.types)

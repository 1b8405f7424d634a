"""Checks that every id in a state or an action names something that exists."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec import inspect as mi

from service.engine.shapes import Flaw, Ids, Path, pointer_of, refuse_recursion, runtime_class

Visit = Callable[[Any, Path], Iterator[tuple[Path, str, str]]]


@cache
def _id_visitor(shape: type) -> Visit | None:
    return _visitor_of(mi.type_info(shape), ())


def _visitor_of(node: Any, busy: tuple[type, ...]) -> Visit | None:
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


def _visit_struct_type(node: mi.StructType, busy: tuple[type, ...]) -> Visit | None:
    refuse_recursion(node.cls, busy)
    below = (*busy, node.cls)
    fields = [(f.name, f.encode_name, v) for f in node.fields if (v := _visitor_of(f.type, below))]
    if not fields:
        return None

    def visit(value: Any, path: Path) -> Iterator[tuple[Path, str, str]]:
        for name, encoded, visit_member in fields:
            member = getattr(value, name)
            if member is not msgspec.UNSET:
                yield from visit_member(member, (*path, encoded))

    return visit


def _visit_union_type(node: mi.UnionType, busy: tuple[type, ...]) -> Visit | None:
    by_class: dict[type, Visit] = {}
    for member in node.types:
        below = _visitor_of(member, busy)
        if below:
            by_class[runtime_class(member)] = below
    if not by_class:
        return None

    def visit(value: Any, path: Path) -> Iterator[tuple[Path, str, str]]:
        below = by_class.get(type(value))
        return below(value, path) if below else iter(())

    return visit


def unknown_ids(value: Struct, known: Ids) -> Iterator[Flaw]:
    """Every id in ``value`` that names nothing: ``known`` maps each kind to the ids that exist."""
    visit = _id_visitor(type(value))
    if visit is None:
        return
    for path, kind, name in visit(value, ()):
        if name not in known[kind]:
            yield Flaw(
                pointer=pointer_of(path),
                code="unknown-id",
                detail=f"there is no {kind} {name!r}",
                params={"kind": kind},
            )

"""How deeply the values of a type can be nested: what fits its shape hardly ever needs a look at its own depth."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as mi

from schemas.limits import MAX_DEPTH

IsOpen = Callable[[Any], bool]


@cache
def may_be_deep_of(type_: Any) -> IsOpen:
    """A function that tells whether a value of this type may be nested deeper than `MAX_DEPTH`.

    It only may where its type leaves the shape of a part open (as `Any`, or by holding itself), and where the value has
    an array or an object in such a place.
    """
    node = mi.type_info(type_)
    return _open_places(node, ()) or _nowhere if _levels(node, ()) < MAX_DEPTH else _anywhere


def _nowhere(value: Any) -> bool:
    return False


def _anywhere(value: Any) -> bool:
    return isinstance(value, list | tuple | dict | msgspec.Struct)


def _open_places(node: Any, above: tuple[type, ...]) -> IsOpen | None:
    """The function for one type, or None for one that is closed everywhere."""
    if isinstance(node, FLAT):
        return None
    if isinstance(node, mi.Metadata):
        return _open_places(node.type, above)
    if isinstance(node, mi.UnionType):
        # Whichever member it is that a value belongs to: an open one makes all containers open.
        members = [_open_places(member, above) for member in node.types]
        structs = {m.cls: found for m, found in zip(node.types, members, strict=True) if isinstance(m, mi.StructType)}
        others = any(f for m, f in zip(node.types, members, strict=True) if not isinstance(m, mi.StructType))
        return _open_member(structs, others) if any(members) else None
    if isinstance(node, mi.ListType | mi.DictType):
        below = _open_places(node.item_type if isinstance(node, mi.ListType) else node.value_type, above)
        return _open_entry(below) if below else None
    if isinstance(node, mi.StructType) and node.cls not in above:
        fields = [(f.name, b) for f in node.fields if (b := _open_places(f.type, (*above, node.cls)))]
        return _open_field(fields) if fields else None
    return _anywhere


def _open_member(structs: dict[type, IsOpen | None], others: bool) -> IsOpen:
    def is_open(value: Any) -> bool:
        if isinstance(value, msgspec.Struct):
            found = structs[type(value)]
            return found is not None and found(value)
        return others and _anywhere(value)

    return is_open


def _open_entry(below: IsOpen) -> IsOpen:
    return lambda value: any(map(below, value.values() if isinstance(value, dict) else value))


def _open_field(fields: list[tuple[str, IsOpen]]) -> IsOpen:
    return lambda value: any(below(getattr(value, name)) for name, below in fields)


def _levels(node: Any, above: tuple[type, ...]) -> int:
    """The levels of arrays and objects down to where nothing more comes, or to an open place."""
    if isinstance(node, mi.Metadata):
        return _levels(node.type, above)
    if isinstance(node, mi.UnionType):
        return max(_levels(member, above) for member in node.types)
    if isinstance(node, mi.ListType | mi.DictType):
        return 1 + _levels(node.item_type if isinstance(node, mi.ListType) else node.value_type, above)
    if isinstance(node, mi.StructType) and node.cls not in above:
        return 1 + max((_levels(field.type, (*above, node.cls)) for field in node.fields), default=0)
    return 0


FLAT = (mi.NoneType, mi.BoolType, mi.IntType, mi.FloatType, mi.StrType, mi.LiteralType)

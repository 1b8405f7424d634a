"""Whether a value is sound: in canonical form, and with no id that names nothing.

Nearly all are, and one pass tells so, without keeping where it has been. What is wrong with the others `canonical` and
`unknown_ids` find out, with paths. A state has hundreds of places to look at, so for each shape that pass is written
out as one Python function (as `dataclasses` writes an `__init__`): to call a function for each place takes thrice as
long.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec import inspect as mi

from service.engine.shapes import Ids, refuse_recursion, runtime_class

Check = Callable[[Any, Ids], bool]
Lines = list[str]


def is_sound(value: Struct, known: Ids) -> bool:
    """Whether all sets and counts in ``value`` are in canonical form, and all ids are in ``known``."""
    return _check_of(type(value))(value, known)


@cache
def _check_of(shape: type) -> Check:
    lines = [
        "def check(value, known):",
        *_indented(_lines(mi.type_info(shape), "value", ())),
        "    return True",
    ]
    scope: dict[str, Any] = {"is_set": _is_set, "is_bag": _is_bag, "check_of": _check_of}
    exec("\n".join(lines), scope)
    check: Check = scope["check"]
    return check


def _lines(node: Any, name: str, busy: tuple[type, ...]) -> Lines:
    """Statements that return False where the value called ``name`` is not sound; none where nothing can be wrong."""
    if isinstance(node, mi.Metadata):
        return _marked(node, name, busy)
    if isinstance(node, mi.ListType):
        return _members(node.item_type, name, name, busy)
    if isinstance(node, mi.DictType):
        return _members(node.key_type, name, name, busy) + _members(node.value_type, name, f"{name}.values()", busy)
    if isinstance(node, mi.UnionType):
        return _union(node, name, busy)
    return _struct(node, name, busy) if isinstance(node, mi.StructType) else []


def _marked(node: mi.Metadata, name: str, busy: tuple[type, ...]) -> Lines:
    extra = node.extra or {}
    kind = extra.get("id")
    if kind:
        return _unless(f"{name} in known[{kind!r}]")
    below = _lines(node.type, name, busy)
    if extra.get("set"):
        return _unless(f"len({name}) < 2 or is_set({name})") + below
    if extra.get("bag"):
        return _unless(f"len({name}) < 2 or is_bag({name})") + below
    if extra.get("counts"):
        nothing = "{}" if isinstance(node.type, mi.DictType) and _is_counts(node.type.value_type) else "0"
        return _unless(f"{nothing} not in {name}.values()") + below
    return below


def _is_counts(node: Any) -> bool:
    return isinstance(node, mi.Metadata) and bool((node.extra or {}).get("counts"))


def _members(node: Any, name: str, members: str, busy: tuple[type, ...]) -> Lines:
    """The same for each of ``members``, an expression."""
    kind = (node.extra or {}).get("id") if isinstance(node, mi.Metadata) else None
    if kind:
        return _unless(f"known[{kind!r}].issuperset({members})")
    below = _lines(node, f"{name}_", busy)
    return [f"for {name}_ in {members}:", *_indented(below)] if below else []


def _union(node: mi.UnionType, name: str, busy: tuple[type, ...]) -> Lines:
    structs = [member.cls for member in node.types if isinstance(member, mi.StructType)]
    if len(structs) > 1:
        for shape in structs:
            refuse_recursion(shape, busy)
        return _unless(f"check_of(type({name}))({name}, known)")
    if len(node.types) == 2 and isinstance(node.types[1], mi.NoneType):
        below = _lines(node.types[0], name, busy)
        return [f"if {name} is not None:", *_indented(below)] if below else []
    found = []
    for member in node.types:
        below = _lines(member, name, busy)
        if below:
            found += [f"if type({name}).__name__ == {runtime_class(member).__name__!r}:", *_indented(below)]
    return found


def _struct(node: mi.StructType, name: str, busy: tuple[type, ...]) -> Lines:
    refuse_recursion(node.cls, busy)
    found = []
    for field in node.fields:
        below = _lines(field.type, f"{name}_", (*busy, node.cls))
        if below:
            # Most lists and maps are empty, and sound then; None and UNSET name nothing, but an empty name does.
            unless_empty = f"if {name}_ or {name}_ == '':" if _may_be_text(field.type) else f"if {name}_:"
            found += [f"{name}_ = {name}.{field.name}", unless_empty, *_indented(below)]
    return found


def _may_be_text(node: Any) -> bool:
    if isinstance(node, mi.Metadata):
        return _may_be_text(node.type)
    if isinstance(node, mi.UnionType):
        return any(map(_may_be_text, node.types))
    return not isinstance(node, mi.ListType | mi.DictType | mi.NoneType | mi.StructType)


def _unless(condition: str) -> Lines:
    return [f"if not ({condition}):", "    return False"]


def _indented(lines: Lines) -> Lines:
    return ["    " + line for line in lines]


def _is_set(value: list[Any]) -> bool:
    return None not in value and len(set(value)) == len(value) and sorted(value) == value


def _is_bag(value: list[Any]) -> bool:
    return None in value or sorted(value) == value

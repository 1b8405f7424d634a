"""Shapes made from a game's own: its state with its agenda, and the views in which secrets may be null."""

import types
from collections import Counter
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from service.engine.event import tag_of
from service.engine.shapes import Seat
from service.engine.state import State
from service.engine.step import Lanes, Step

AGENDA_DEPTH = 64


def union_of(shapes: tuple[type[Struct], ...]) -> Any:
    """The tagged union of these shapes; alone, the shape itself. Raises ``TypeError`` where two have the same tag."""
    tags = Counter(tag_of(shape) for shape in set(shapes))
    twice = sorted(tag for tag, number in tags.items() if number > 1)
    if twice:
        raise TypeError(f"several shapes have the tag {', '.join(twice)}")
    return Union[shapes]  # noqa: UP007  (built at run time)


def state_with_agenda(base: type[State], steps: tuple[type[Step], ...]) -> Any:
    """The game's state, with an agenda of exactly its own steps (and lanes of them)."""
    plain: Any = union_of(steps)
    lanes = msgspec.defstruct(
        "Lanes",
        [
            (
                "lanes",
                Annotated[dict[Seat, _stack_of(plain)], Meta(max_length=8)],  # type: ignore[misc]
            )
        ],
        bases=(Lanes,),
        **_config(Lanes),
    )
    entry: Any = union_of((*steps, lanes))
    return msgspec.defstruct(
        base.__name__,
        [("agenda", _stack_of(entry), msgspec.field(default_factory=list))],
        bases=(base,),
        module=base.__module__,
        **_config(base),
    )


def _stack_of(step: Any) -> Any:
    return Annotated[list[step], Meta(max_length=AGENDA_DEPTH)]


def lanes_type(state: type[State]) -> type[Lanes]:
    """The ``lanes`` step of a state made by ``state_with_agenda``."""
    for step in get_args(_item(_hints(state)["agenda"])):
        if issubclass(step, Lanes):
            return step  # type: ignore[no-any-return]
    raise AssertionError("every agenda has lanes")


def view_of(state: type[State]) -> Any:
    """The shape of a view: every secret of the state may be null, and ``viewer`` says who sees it so."""
    made: dict[type, type] = {}
    fields = _widened_fields(state, made)
    fields.append(("viewer", Annotated[str, Meta(pattern="^[a-z0-9-]{1,32}$", max_length=32)]))
    return msgspec.defstruct("View", fields, bases=(state,), module=state.__module__, **_config(state))


def _hints(shape: type) -> dict[str, Any]:
    return get_type_hints(shape, include_extras=True)


def _item(annotation: Any) -> Any:
    """The member type of an annotated list."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return get_args(annotation)[0]


def _config(shape: type[Struct]) -> dict[str, Any]:
    config = shape.__struct_config__
    kept: dict[str, Any] = {"kw_only": True, "forbid_unknown_fields": True, "frozen": config.frozen}
    if config.tag is not None:
        kept |= {"tag_field": config.tag_field, "tag": tag_of(shape)}
    return kept


def _widened_fields(shape: type[Struct], made: dict[type, type]) -> list[Any]:
    """The fields of a shape that look different in a view."""
    hints = _hints(shape)
    fields: list[Any] = []
    for field in msgspec.structs.fields(shape):
        widened = _widen(hints[field.name], made)
        if widened is hints[field.name]:
            continue
        if field.default is not msgspec.NODEFAULT:
            fields.append((field.name, widened, field.default))
        elif field.default_factory is not msgspec.NODEFAULT:
            fields.append((field.name, widened, msgspec.field(default_factory=field.default_factory)))
        else:
            fields.append((field.name, widened))
    return fields


def _view_of_shape(shape: type[Struct], made: dict[type, type]) -> type[Struct]:
    if shape not in made:
        made[shape] = shape
        fields = _widened_fields(shape, made)
        if fields:
            made[shape] = msgspec.defstruct(
                shape.__name__ + "View", fields, bases=(shape,), module=shape.__module__, **_config(shape)
            )
    return made[shape]


def _widen(annotation: Any, made: dict[type, type]) -> Any:
    """The annotation with ``| None`` wherever a secret stands; the very same object where nothing changes."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *metas = get_args(annotation)
        if any(isinstance(meta, Meta) and (meta.extra or {}).get("secret") for meta in metas):
            return _hidden(inner, metas, made)
        widened = _widen(inner, made)
        return annotation if widened is inner else Annotated[(widened, *metas)]
    if origin in (list, dict):
        old = get_args(annotation)
        new = tuple(_widen(part, made) for part in old)
        return annotation if all(a is b for a, b in zip(old, new, strict=True)) else origin[new]
    if origin in (Union, types.UnionType):
        old = get_args(annotation)
        new = tuple(_widen(part, made) for part in old)
        return annotation if all(a is b for a, b in zip(old, new, strict=True)) else Union[new]  # noqa: UP007
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return _view_of_shape(annotation, made)
    return annotation


def _hidden(inner: Any, metas: list[Any], made: dict[type, type]) -> Any:
    """A secret in a view may be null. A hand is a list of secrets: its length stays open."""
    limits = [meta for meta in metas if not (isinstance(meta, Meta) and (meta.extra or {}).get("secret"))]
    widened = _widen(inner, made)
    shown = Annotated[(widened, *limits)] if limits else widened
    return shown | None if not isinstance(shown, str) else shown

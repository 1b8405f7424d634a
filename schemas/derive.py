"""marshmallow schemas and fields derived from msgspec shapes.

A derived field gives the verdict of `msgspec.convert(value, type)` in strict mode on anything that JSON can say, with
all errors instead of the first. Where the two could differ the derived field is the stricter one: it refuses
infinities and NaN, which no JSON has. It does not see what a struct's `__post_init__` refuses.
"""

from collections.abc import Callable
from typing import Any

from marshmallow import Schema
from msgspec import inspect as shapes

from schemas.compounds import Entries, Items, Once, OpenStructSchema, Record, StructSchema, Tuple, Union, Variants
from schemas.messages import unknown_field
from schemas.scalars import Anything, Derived, Flag, Null, OneOf, Real, Text, Whole

_schemas: dict[Any, type[Schema]] = {}
_fields: dict[Any, Derived] = {}


def schema_of(struct: Any) -> type[Schema]:
    """The marshmallow schema of a msgspec struct, made once per struct.

    Raises `TypeError` for a type that is no struct, and for shapes that JSON has no plain form for (sets, bytes, dates,
    array-like structs, keys that are not strings). Does not fill in defaults.
    """
    info = _bare(shapes.type_info(struct))
    if not isinstance(info, shapes.StructType):
        raise TypeError(f"not a struct: {struct!r}")
    return _schema_of(info)


def field_of(type_: Any) -> Derived:
    """The marshmallow field of any msgspec type, made once per type. Raises as `schema_of` does."""
    if type_ not in _fields:
        _fields[type_] = _field_of(shapes.type_info(type_))
    return _fields[type_]


def _bare(info: shapes.Type) -> shapes.Type:
    while isinstance(info, shapes.Metadata):
        info = info.type
    return info


def _schema_of(info: shapes.StructType) -> type[Schema]:
    if info.cls not in _schemas:
        _schemas[info.cls] = _make_schema(info)
    return _schemas[info.cls]


def _make_schema(info: shapes.StructType) -> type[Schema]:
    if info.array_like:
        raise TypeError(f"array-like structs have no schema: {info.cls!r}")
    members: dict[str, Derived] = {}
    if info.tag_field is not None and info.tag is not None:
        members[info.tag_field] = OneOf([info.tag], data_key=info.tag_field)
    for field in info.fields:
        members[field.name] = _field_of(field.type, required=field.required, data_key=field.encode_name)
    known = [field.data_key or name for name, field in members.items()]
    base = StructSchema if info.forbid_unknown_fields else OpenStructSchema
    schema = base.from_dict({**members}, name=getattr(info.cls, "__name__", str(info.cls)))
    schema.error_messages = {"unknown": unknown_field(known)}
    return schema


def _field_of(info: shapes.Type, **kwargs: Any) -> Derived:
    info = _bare(info)
    make: Callable[..., Derived] | None = _MAKERS.get(type(info))
    if make is None:
        raise TypeError(f"no schema can be derived from {info!r}")
    return make(info, **kwargs)


def _number(make: Callable[..., Derived]) -> Callable[..., Derived]:
    def field(info: shapes.IntType | shapes.FloatType, **kwargs: Any) -> Derived:
        return make(ge=info.ge, gt=info.gt, le=info.le, lt=info.lt, multiple_of=info.multiple_of, **kwargs)

    return field


def _text(info: shapes.StrType, **kwargs: Any) -> Derived:
    return Text(min_length=info.min_length, max_length=info.max_length, regex=info.pattern, **kwargs)


def _literal(info: shapes.LiteralType, **kwargs: Any) -> Derived:
    return OneOf(info.values, **kwargs)


def _enum(info: shapes.EnumType, **kwargs: Any) -> Derived:
    return OneOf([member.value for member in info.cls], **kwargs)


def _items(info: shapes.ListType | shapes.VarTupleType, **kwargs: Any) -> Derived:
    return Items(_field_of(info.item_type), min_length=info.min_length, max_length=info.max_length, **kwargs)


def _tuple(info: shapes.TupleType, **kwargs: Any) -> Derived:
    return Tuple([_field_of(item) for item in info.item_types], **kwargs)


def _entries(info: shapes.DictType, **kwargs: Any) -> Derived:
    key = _field_of(info.key_type)
    if not isinstance(key, Anything) and key.takes != ("string",):
        raise TypeError(f"keys that are not strings have no schema: {info.key_type!r}")
    item = _field_of(info.value_type)
    return Entries(key, item, min_length=info.min_length, max_length=info.max_length, **kwargs)


def _record(info: shapes.StructType, **kwargs: Any) -> Record:
    return Record(Once(lambda: _schema_of(info)()), **kwargs)


def _union(info: shapes.UnionType, **kwargs: Any) -> Derived:
    infos = [_bare(member) for member in info.types]
    if any(isinstance(member, shapes.AnyType) for member in infos):
        return Anything(**kwargs)
    structs = [member for member in infos if isinstance(member, shapes.StructType)]
    members = [_field_of(member) for member in infos if not isinstance(member, shapes.StructType)]
    if len(structs) == 1:
        members.append(_record(structs[0]))
    elif structs:
        members.append(_variants(structs))
    return Union(members, **kwargs)


def _variants(structs: list[shapes.StructType]) -> Variants:
    tag_field = structs[0].tag_field
    assert tag_field is not None, "msgspec refuses unions of structs without tags"
    return Variants(tag_field, {struct.tag: _record(struct) for struct in structs if struct.tag is not None})


_MAKERS: dict[type[shapes.Type], Callable[..., Derived]] = {
    shapes.AnyType: lambda info, **kwargs: Anything(**kwargs),
    shapes.NoneType: lambda info, **kwargs: Null(**kwargs),
    shapes.BoolType: lambda info, **kwargs: Flag(**kwargs),
    shapes.IntType: _number(Whole),
    shapes.FloatType: _number(Real),
    shapes.StrType: _text,
    shapes.LiteralType: _literal,
    shapes.EnumType: _enum,
    shapes.ListType: _items,
    shapes.VarTupleType: _items,
    shapes.TupleType: _tuple,
    shapes.DictType: _entries,
    shapes.StructType: _record,
    shapes.UnionType: _union,
}

"""How shapes are shown: OpenAPI components, JSON Schema documents, and the glue to apispec.

msgspec writes the JSON Schemas. Here they get names that are unique in the whole document and stay the same when a
game grows, and the form that code generators understand: `oneOf` beside a discriminator, a type beside an enum of
strings.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import fields, missing

from schemas.compounds import StructSchema
from schemas.fields import Shape, StateOrView

_COMPONENTS: Final = "#/components/schemas/"
_DEFS: Final = "#/$defs/"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

Document = dict[str, Any]


def pascal(name: str) -> str:
    """`kingdom-defenders`, `kingdom_defenders` or `KingdomDefenders` as `KingdomDefenders`."""
    return "".join(word[0].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", name) if word)


def ref(prefix: str, name: str) -> Document:
    return {"$ref": f"{_COMPONENTS}{prefix}{name}"}


def any_of(*documents: Mapping[str, Any]) -> Document:
    return {"anyOf": [dict(document) for document in documents]}


def array_of(item: Mapping[str, Any], *, minimum: int | None = None, maximum: int | None = None) -> Document:
    document: Document = {"type": "array", "items": dict(item)}
    if minimum is not None:
        document["minItems"] = minimum
    if maximum is not None:
        document["maxItems"] = maximum
    return document


def shape2properties(self: Any, field: fields.Field[Any], **kwargs: Any) -> Document:
    """For apispec's `converter.add_attribute_function`: shows a `Shape` as its document, and as nothing else."""
    if not isinstance(field, Shape | StateOrView):
        return {}
    kwargs["ret"].clear()
    document = dict(field.document)
    default = field.load_default
    if default is not missing and not callable(default):
        document["default"] = default
    return document


class Converter(OpenAPIConverter):
    """apispec's converter, with what the members of a body ask of each other."""

    def schema2jsonschema(self, schema: Any) -> Document:
        """The object with its members, and the further keywords of a `StructSchema`."""
        untyped: Any = super()
        document: Document = untyped.schema2jsonschema(schema)
        return {**document, **schema.keywords()} if isinstance(schema, StructSchema) else document


class Plugin(MarshmallowPlugin):
    """apispec's plugin for marshmallow, showing our schemas and fields as they are."""

    Converter = Converter

    def init_spec(self, spec: Any) -> None:
        """Called by apispec, which makes the converter here."""
        super().init_spec(spec)
        converter: Any = self.converter
        converter.add_attribute_function(shape2properties)


def components(types: Sequence[tuple[str, Any]], prefix: str) -> dict[str, Document]:
    """OpenAPI components for these named types and everything that they refer to, all named with the prefix.

    Every type gets the name it is listed with. The structs inside get the names of their classes; of two classes with
    one name, the one first met (in the order of `types`) gets it plain, the other with the name of the listed type
    that led to it.
    """
    found = _named(types, lambda name: f"{_COMPONENTS}{prefix}{name}")
    return {prefix + name: document for name, document in found.items()}


def standalone(type_: Any) -> Document:
    """A JSON Schema 2020-12 document that needs nothing beside itself."""
    definitions = _named([("Root", type_)], lambda name: "#" if name == "Root" else _DEFS + name)
    document = {"$schema": _DIALECT, **definitions.pop("Root")}
    if definitions:
        document["$defs"] = definitions
    return document


def _named(types: Sequence[tuple[str, Any]], address: Callable[[str], str]) -> dict[str, Document]:
    """The listed types and all inside them by our names; `address` makes of such a name what a `$ref` says."""
    roots, inner = msgspec.json.schema_components([type_ for _, type_ in types], ref_template=_DEFS + "{name}")
    names = _names([(name, root) for (name, _), root in zip(types, roots, strict=True)], inner)

    def rename(reference: str) -> str:
        return address(names[reference.removeprefix(_DEFS)])

    found = {names[old]: _tidy(document, rename) for old, document in inner.items()}
    for (name, _), root in zip(types, roots, strict=True):
        # A struct is there already under this name; a union, or a struct listed twice, is not.
        found.setdefault(name, _tidy(root, rename))
    return dict(sorted(found.items()))


def _names(roots: Sequence[tuple[str, Document]], inner: Mapping[str, Document]) -> dict[str, str]:
    """From msgspec's name of a component (which may be a module path or have a number) to ours."""
    names: dict[str, str] = {}
    for name, root in roots:
        if "$ref" in root:
            names.setdefault(root["$ref"].removeprefix(_DEFS), name)
    taken = {name for name, _ in roots}
    for name, root in roots:
        for old in _reached(root, inner):
            if old not in names:
                names[old] = _free(pascal(inner[old].get("title", old)), name, taken)
                taken.add(names[old])
    return names


def _free(short: str, root: str, taken: set[str]) -> str:
    candidates = [short, root + short, *(f"{root}{short}{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in candidates if name not in taken)


def _reached(root: Document, inner: Mapping[str, Document]) -> Iterator[str]:
    """Names of the components below a document, each once, nearest first."""
    seen: set[str] = set()
    queue: list[Document] = [root]
    while queue:
        for reference in _references(queue.pop(0)):
            name = reference.removeprefix(_DEFS)
            if name not in seen:
                seen.add(name)
                yield name
                queue.append(inner[name])


def _references(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        for key, value in document.items():
            if key == "$ref" and isinstance(value, str):
                yield value
            else:
                yield from _references(value)
    elif isinstance(document, list):
        for value in document:
            yield from _references(value)


def _tidy(document: Any, rename: Callable[[str], str]) -> Any:
    if isinstance(document, list):
        return [_tidy(value, rename) for value in document]
    if not isinstance(document, dict):
        return document
    tidy = {key: _tidy(value, rename) for key, value in document.items()}
    if isinstance(document.get("$ref"), str):
        tidy["$ref"] = rename(document["$ref"])
    discriminator = document.get("discriminator")
    if isinstance(discriminator, dict) and "propertyName" in discriminator and isinstance(document.get("anyOf"), list):
        tidy["discriminator"]["mapping"] = {tag: rename(name) for tag, name in discriminator["mapping"].items()}
        tidy["oneOf"] = tidy.pop("anyOf")
    if document.get("items") is False:
        # Of a tuple; `maxItems` says it too, and apispec takes it for the name of a schema.
        del tidy["items"]
    values = document.get("enum")
    if isinstance(values, list) and "type" not in document and all(isinstance(value, str) for value in values):
        tidy = {"type": "string", **tidy}
    return tidy

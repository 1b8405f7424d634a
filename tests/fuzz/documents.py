"""The OpenAPI document as Schemathesis gets it: with real cases among the generated ones, or with opaque states."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import schemathesis
from flask import Flask
from hypothesis import strategies as st
from schemathesis import Case, HookContext
from schemathesis.schemas import BaseSchema

from schemas.openapi import pascal
from tests.fuzz.cases import real_cases
from tests.fuzz.material import Material
from tests.fuzz.settings import fuzzing

Document = dict[str, Any]
Cases = st.SearchStrategy[Case]


def mixed(document: Document, materials: dict[str, Material], cases: int) -> BaseSchema:
    """A document whose generated cases have real ones among them."""
    return _begun(document, materials, cases, lambda generated, begun: st.one_of(generated, begun))


def real(document: Document, materials: dict[str, Material], cases: int) -> BaseSchema:
    """A document whose cases begin from what is really there, wherever anything is."""
    return _begun(document, materials, cases, lambda generated, begun: begun)


def _begun(
    document: Document, materials: dict[str, Material], cases: int, chosen: Callable[[Cases, Cases], Cases]
) -> BaseSchema:
    calls = [path for path, item in document["paths"].items() if "post" in item]
    schema = schemathesis.openapi.from_dict(document, config=fuzzing(calls, cases))

    @schema.hook
    def before_generate_case(context: HookContext, strategy: Cases) -> Cases:
        begun = real_cases(context.operation, materials)
        return strategy if begun is None else chosen(strategy, begun)

    return schema


def served(app: Flask) -> Document:
    """The document, as a client gets it."""
    document: Document = app.test_client().get("/openapi.json").get_json()
    return document


def opaque(document: Document, materials: dict[str, Material]) -> Document:
    """The document with one real state, view, action and event as all that requests may hold of them."""
    schemas = deepcopy(document["components"]["schemas"])
    for material in materials.values():
        prefix = pascal(material.game.id)
        moment = next(moment for moment in material.moments if moment.actions and moment.events)
        view = next(iter(moment.views.values()))
        only = {"State": moment.state, "View": view, "Action": moment.actions[0], "Event": moment.events[0]}
        for name, value in only.items():
            schemas[f"{prefix}Only{name}"] = {"type": "object", "const": value}
            for asking in (name for name in schemas if name.startswith(prefix) and name.endswith("Request")):
                schemas[asking] = renamed(schemas[asking], f"{prefix}{name}", f"{prefix}Only{name}")
    return {**document, "components": {**document["components"], "schemas": schemas}}


def renamed(node: Any, old: str, new: str) -> Any:
    """A copy of a schema that refers to another component."""
    text = json.dumps(node).replace(f'"#/components/schemas/{old}"', f'"#/components/schemas/{new}"')
    return json.loads(text)

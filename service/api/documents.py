"""The OpenAPI document: its frame, its components, and `GET /openapi.json`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Annotated, Any

from flask import Flask, Response
from flask_smorest import Api
from msgspec import Meta

from schemas.fields import Shape
from schemas.openapi import Plugin, any_of, components, ref
from schemas.problems import Problem as ProblemDetails
from service.api.answers import Document, document, served
from service.api.arguments import Query, Resources
from service.api.desk import Desk
from service.api.examples import add_examples, read_examples
from service.api.exchange import current
from service.api.index import CONTRACT
from service.api.operations import HEADERS, add_page
from service.api.pages import missing, nothing
from service.api.shapes import (
    Explained,
    GameDetails,
    Games,
    Health,
    Index,
    Messages,
    ReplayProblem,
    answer_shapes,
)
from service.engine.answers import Rules
from service.engine.catalogue import Clause

SHARED = [
    ("Index", Index),
    ("Games", Games),
    ("GameDetails", GameDetails),
    ("Rules", Rules),
    ("Clause", Clause),
    ("Messages", Messages),
    ("Health", Health),
    ("Explained", Explained),
    ("ReplayProblem", ReplayProblem),
    ("Problem", ProblemDetails),
]
GameId = Annotated[str, Meta(max_length=64, description="Only what belongs to this game, by its id.")]
DESCRIPTION = """\
A referee for board games. Every ruling is a POST that is a pure function of its body: send the state, get the answer,
and keep the state that comes with it. Nothing about a game is stored here, and every request may be repeated at will.

A round: `POST …/states` with `{"players": 2}` answers a position, with its `state` and the `decisions` that are due.
`POST …/legal-actions` with that `state` lists what may be done. `POST …/adjudications` with the `state` and one
`action` answers a verdict: if `legal`, it holds the new `state`, which takes the place of the old one; if not,
`violations` says which rules the action would break. So on until `finished`. `include` in an adjudication brings the
next list and the views of players along, so that one call a move is enough.

Dice and draws are decisions of the actor `chance`. Leave `chance` out of a request and the service stops at each of
them until you send what was rolled, as an action of that actor; with `"chance": {"seed": "…"}` it settles them at
once. The same seed goes with every call: each draw follows from it and from the number of draws before, which the
state keeps. Actions of chance are listed with their `weight` and `probability`, and may be sent back with or without.

States and events are the referee's own copy and hold every secret: an event with `seen_by` is for those seats alone.
`POST …/views` gives the state and the events as one seat, or `spectator`, may see them; what it may not see is null
there.

An illegal action is answered with status 200: that is what a referee is asked for. Status 422 means that the question
itself was not well-formed; `errors` then has a JSON pointer for each flaw, `violations` the clauses that a setup
breaks, `defects` what cannot be in a state; the `type` of a problem is the path of its explanation.

Answers may gain members within version 1: ignore what you do not know. What is sent is checked strictly: unknown
members are refused. Every GET can be asked with HEAD too, and carries an `ETag` that `If-None-Match` takes.
"""
BEARER = {
    "type": "http",
    "scheme": "bearer",
    "description": "A key that the operator has given out. Where none are set, none is needed; a GET never needs one.",
}


class Documents(Api):  # type: ignore[misc]
    """flask-smorest's registry of operations. Errors are `service.api.problems`' business, not its own."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        pass


def open_documents(app: Flask) -> Documents:
    """The registry with everything in it that belongs to no game."""
    frame = {
        "title": "Tabletop Referee",
        "version": CONTRACT,
        "openapi_version": "3.1.0",
        "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": "/"}],
    }
    api = Documents(app, spec_kwargs={**frame, "marshmallow_plugin": Plugin()})
    api.spec.components.security_scheme("bearer", BEARER)
    for component, (_, header) in HEADERS.items():
        api.spec.components.header(component, header)
    for name, schema in components(SHARED, "").items():
        api.spec.components.schema(name, component=opened(schema))
    return api


def add_components(api: Documents, desk: Desk) -> None:
    """Adds the shapes of one game: what it takes as strict as it is checked, what it answers open to growth."""
    prefix = desk.envelopes.prefix
    taken = components(desk.envelopes.shapes, prefix)
    everything = components([*desk.envelopes.shapes, *answer_shapes(desk.game)], prefix)
    for name, schema in everything.items():
        api.spec.components.schema(name, component=schema if name in taken else opened(schema))
    for name in ("Position", "LegalVerdict"):
        with_included(api.spec.components.schemas[prefix + name], prefix)
    # A union of two structs without tags is nothing that msgspec could read, so it cannot be declared.
    validated = api.spec.components.schemas[prefix + "Validation"]["properties"]
    validated["state"] = any_of(ref(prefix, "State"), ref(prefix, "View"))


def opened(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an answer, which may gain members."""
    return {key: value for key, value in schema.items() if key != "additionalProperties" or value is not False}


def with_included(schema: dict[str, Any], prefix: str) -> None:
    """Documents what `include` adds."""
    schema["properties"] |= {"legal-actions": ref(prefix, "LegalActions"), "scores": ref(prefix, "Scores")}
    schema["patternProperties"] = {"^view:[a-z0-9-]{1,32}$": ref(prefix, "Viewed")}


class DocumentQuery(Query):
    """Which part of the document."""

    game = Shape(GameId, load_default=nothing)


def add(resources: Resources, api: Documents, desks: Iterable[Desk]) -> None:
    """Adds the page. The document is made when it is first asked for: by then all operations are registered."""
    games = [desk.game.id for desk in desks]
    made: dict[str | None, Document] = {}

    def openapi(query: dict[str, Any]) -> Response:
        """This document; with `game` the part of it that a client of one game needs."""
        game = query["game"]
        if game is not None and game not in games:
            raise missing("game", game)
        if game not in made:
            made[game] = document(openapi_document(api, games, game))
        return served(current(), made[game])

    add_page(
        resources,
        "/openapi.json",
        openapi,
        name="openapi",
        summary="Show this document",
        answer={"type": "object"},
        query=DocumentQuery,
        refusals=("not-found",),
    )


def openapi_document(api: Documents, games: Iterable[str], game: str | None = None) -> dict[str, Any]:
    """The whole OpenAPI document, or the part without the other games."""
    whole: dict[str, Any] = deepcopy(api.spec.to_dict())
    others = [] if game is None else [f"/v1/games/{other}" for other in games if other != game]
    whole["paths"] = {path: _finished(path, item) for path, item in whole["paths"].items() if not _below(path, others)}
    whole["tags"] = [tag for tag in whole["tags"] if f"/v1/games/{tag['name']}" not in others]
    whole["components"] = _reached(whole["components"], whole["paths"])
    return whole


def _finished(path: str, item: dict[str, Any]) -> dict[str, Any]:
    """A path's operations with their responses in the order of the status, and with their examples."""
    for operation in item.values():
        if "responses" in operation:
            operation["responses"] = dict(sorted(operation["responses"].items()))
            add_examples(path, operation, read_examples().get(operation["operationId"], {}))
    return item


def _below(path: str, bases: Iterable[str]) -> bool:
    return any(path == base or path.startswith(base + "/") for base in bases)


def _reached(everything: dict[str, Any], paths: Any) -> dict[str, Any]:
    """The components that the paths lead to, in the order of the whole."""
    wanted: set[tuple[str, str]] = set()
    queue = list(_references(paths))
    while queue:
        section, name = queue.pop()
        if (section, name) not in wanted:
            wanted.add((section, name))
            queue += _references(everything[section][name])
    return {
        section: {name: part for name, part in parts.items() if (section, name) in wanted}
        for section, parts in everything.items()
    }


def _references(node: Any) -> Iterator[tuple[str, str]]:
    """Every component named below a node: in references, in the mappings of discriminators, and as `security`."""
    if isinstance(node, dict):
        for requirement in node.get("security", ()):
            if isinstance(requirement, dict):
                yield from (("securitySchemes", name) for name in requirement)
        for value in node.values():
            yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)
    elif isinstance(node, str) and node.startswith("#/components/"):
        section, _, name = node.removeprefix("#/components/").partition("/")
        yield section, name

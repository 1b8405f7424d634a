"""How flask-smorest reads requests here: strict JSON bodies, strict query strings, problems for their flaws."""

from __future__ import annotations

from typing import Any, NoReturn

from flask import Request, current_app
from flask_smorest import Blueprint
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser

from schemas.body import read_body
from schemas.fields import StateOrView
from schemas.messages import Message
from schemas.pointers import flatten
from service.api.bodies import read_bytes, require_json
from service.api.exchange import Exchange, current
from service.api.problems import Problem
from service.refusals import invalid_body


class Query(Schema):
    """The query string of a path that takes none; base of those that take some."""

    class Meta:
        unknown = RAISE

    error_messages = {"unknown": Message("This parameter is unknown here.", "unknown-parameter")}


class Arguments(FlaskParser):
    """Reads a JSON body (and refuses a query string beside it), or a query string."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"json": None, "query": RAISE}

    def _get_schema(self, argmap: Any, req: Request) -> Schema:
        """One instance for each class: flask-smorest copies what documents a view, and instances hold locks."""
        schema = _INSTANCES.get(argmap)
        if schema is None:
            schema = _INSTANCES[argmap] = argmap()
        return schema

    def body_as(self, body: type[Schema], exchange: Exchange) -> dict[str, Any]:
        """The loaded body of a POST, as `parse` would load it by way of all that it takes into account elsewhere."""
        schema = self._get_schema(body, exchange)
        try:
            loaded: dict[str, Any] = schema.load(self.load_json(exchange, schema))
        except ValidationError as error:
            self._on_validation_error(error, exchange, schema, "json")
        return loaded

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The members of the body; a state stays as bytes, which the memory may know."""
        return read_body(body_of(current()), raw_members(schema))

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        """The parameters, each once."""
        repeated = {
            name: [Message("This parameter is given twice.", "repeated")]
            for name, values in req.args.lists()
            if len(values) > 1
        }
        if repeated:
            raise ValidationError(repeated)
        return req.args.to_dict()

    def _on_validation_error(
        self, error: ValidationError, req: Request, schema: Schema, location: str, **kwargs: Any
    ) -> NoReturn:
        flaws = flatten(error.messages)
        if location == "query":
            raise Problem("invalid-query", "the query string does not fit", errors=flaws) from error
        raise invalid_body(flaws) from error


def body_of(exchange: Exchange) -> bytes:
    """The body of a POST, inflated; read when this is asked first. Raises a `Problem` for one that cannot be JSON."""
    if exchange.body is None:
        exchange.begin()
        require_json(exchange)
        if exchange.query_string:
            Resources.ARGUMENTS_PARSER.parse(Query, exchange, location="query")
        exchange.body = read_bytes(exchange, current_app.config["MAX_BODY_BYTES"])
    return exchange.body


def raw_members(schema: Schema) -> frozenset[str]:
    """The members of a body that are looked up by the hash of their bytes before anybody parses them."""
    known = _RAW_MEMBERS.get(type(schema))
    if known is None:
        fields = schema.fields.items()
        known = frozenset(name for name, field in fields if isinstance(field, StateOrView) and field.memory is not None)
        _RAW_MEMBERS[type(schema)] = known
    return known


_INSTANCES: dict[type[Schema], Schema] = {}
_RAW_MEMBERS: dict[type[Schema], frozenset[str]] = {}


class Resources(Blueprint):  # type: ignore[misc]
    """A blueprint that reads requests as above."""

    ARGUMENTS_PARSER = Arguments()

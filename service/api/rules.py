"""`GET /v1/games/{game}/rules`, `…/rules/{rule}` and `…/messages`: the clauses, and the words of every refusal."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Response
from msgspec import Meta

from schemas.fields import Shape
from service.api.answers import document
from service.api.arguments import Resources
from service.api.desk import Desk
from service.api.operations import add_page
from service.api.pages import GameQuery, game_page, missing, nothing
from service.api.shapes import Messages
from service.engine.answers import Rules

Kind = Annotated[str, Meta(max_length=200, description="The kind of clause, as `legality`.")]
Section = Annotated[str, Meta(max_length=200, description="Part of the printed heading.")]
Words = Annotated[str, Meta(max_length=200, description="Part of the id, the text or the ruling.")]


class RulesQuery(GameQuery):
    """Which clauses."""

    kind = Shape(Kind, load_default=nothing)
    section = Shape(Section, load_default=nothing)
    q = Shape(Words, load_default=nothing)


def add(resources: Resources, desk: Desk) -> None:
    """Adds the pages for the game of `desk`."""
    game = desk.game
    clauses = {clause.id: document(clause) for clause in game.catalogue.rules()}
    everything = document(Rules(rules=game.catalogue.rules()))
    words = document(Messages(messages=game.messages()))

    def rules(query: dict[str, Any]) -> Response:
        """The clauses of the rulebook in our own words, with our rulings; case does not matter to the filters."""
        kind, section, q = query["kind"], query["section"], query["q"]
        if kind is section is q is None:
            return game_page(game, everything, query)
        return game_page(game, document(Rules(rules=game.catalogue.rules(kind, section, q))), query)

    def clause(query: dict[str, Any], rule: str) -> Response:
        """One clause by its id."""
        if rule not in clauses:
            raise missing("rule", rule)
        return game_page(game, clauses[rule], query)

    def messages(query: dict[str, Any]) -> Response:
        """The English template of every refusal and event by its code, for translators."""
        return game_page(game, words, query)

    add_page(
        resources,
        "/rules",
        rules,
        name="rules",
        summary="List the rules",
        answer={"$ref": "#/components/schemas/Rules"},
        query=RulesQuery,
    )
    add_page(
        resources,
        "/rules/<rule>",
        clause,
        name="rule",
        summary="Show a rule",
        answer={"$ref": "#/components/schemas/Clause"},
        query=GameQuery,
        refusals=("not-found",),
    )
    add_page(
        resources,
        "/messages",
        messages,
        name="messages",
        summary="List the templates of refusals and events",
        answer={"$ref": "#/components/schemas/Messages"},
        query=GameQuery,
    )

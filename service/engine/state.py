"""The part of a state that every game has."""

from typing import Annotated, Any

from msgspec import Meta

from service.engine.shapes import RuleRef, Seat, Shape

Ranking = Annotated[list[list[Seat]], Meta(max_length=8)]


class Award(Shape):
    """A distinction that a game gives beside the ranking."""

    award: str
    seat: Seat
    rule: RuleRef


class Result(Shape):
    """How a game ended: the clause that ended it, who won, and everybody's place (ties share a list)."""

    rule: RuleRef
    reason: Annotated[str, Meta(max_length=400)]
    winners: Annotated[list[Seat], Meta(max_length=8)]
    ranking: Ranking
    awards: Annotated[list[Award], Meta(max_length=200)] = []
    legacy: dict[str, Any] | None = None


class State(Shape, kw_only=True):
    """Everything on the table.

    A game adds its own fields; ``agenda`` gets the game's steps when the game is put together.
    """

    game: Annotated[str, Meta(max_length=64)]
    rules_version: Annotated[str, Meta(max_length=32, pattern="^[0-9]+[.][0-9]+[.][0-9]+$")]
    pack: Annotated[str, Meta(max_length=96)]
    salt: Annotated[str, Meta(max_length=256)] | None = None
    seats: Annotated[list[Seat], Meta(min_length=1, max_length=8)]
    agenda: list[Any] = []
    chances: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    result: Result | None = None

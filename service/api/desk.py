"""What the calls about one game share: the game, the memory of states, the cache of answers."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from schemas.envelopes import Envelopes
from schemas.fields import in_order
from schemas.limits import DEFAULT_LEGAL_ACTIONS
from service.api.answers import joined
from service.api.exchange import Exchange, current
from service.api.memory import GameMemory
from service.api.metrics import Metrics
from service.api.seals import Seals
from service.asking import bodies_of, encode, encode_answer
from service.cache import Answers, ObjectCache, answer_key
from service.engine import referee
from service.engine.digest import canonical_bytes, hash_in
from service.engine.game import Game
from service.engine.referee import Position
from service.engine.shapes import SPECTATOR
from service.refusals import invalid_body

VIEW = "view:"
QUESTION_BYTES = 400
QUESTIONS_BYTES = 4 * 1024 * 1024
"""For the hashes of bodies that were answered, of all games together, and what one takes."""


class Question(NamedTuple):
    """What a body came to: the key of its answer, and the digest of the position asked about."""

    key: str
    digest: str


@dataclass(frozen=True, slots=True)
class Desk:
    """Where the questions about one game are answered."""

    game: Game
    envelopes: Envelopes
    memory: GameMemory
    questions: ObjectCache
    """The key of an answer and the position's digest, by the hash of a body that asked for it."""
    answers: Answers
    build: str
    metrics: Metrics
    seals: Seals

    def recalled(self, exchange: Exchange, body: bytes) -> bytes | None:
        """The list that these very bytes have asked for before, if this worker still has both.

        A body is answered alike whenever it comes, so one that was answered needs no second look: most lists are
        asked for more than once, by every player at the table.
        """
        exchange.asked = hashlib.sha256(self.game.id.encode() + b"/" + body).digest()
        found = self.questions.get(exchange.asked)
        if not isinstance(found, Question):
            return None
        known = self.answers.recent(found.key)
        if known is not None:
            exchange.cache = "hit"
        return known

    def legal_actions(
        self,
        position: Position,
        *,
        actor: str | None = None,
        where: Mapping[str, Any] | None = None,
        explain: bool = False,
        limit: int = DEFAULT_LEGAL_ACTIONS,
        cursor: str | None = None,
    ) -> bytes:
        """The encoded answer of the engine's `legal_actions`, computed or remembered. Raises what the engine raises."""
        question: dict[str, Any] = {
            "actor": actor,
            "where": where,
            "explain": explain,
            "limit": limit,
            "cursor": cursor,
            "budget": self.game.work_budget,
        }
        key = answer_key(
            build=self.build,
            game=self.game.id,
            rules_version=self.game.rules_version,
            pack=position.state.pack,
            digest=position.digest,
            call="legal-actions",
            question=question,
        )
        exchange = current()
        if exchange.asked is not None:
            self.questions.put(exchange.asked, Question(key, position.digest))
        recent = self.answers.recent(key)
        if recent is not None:
            exchange.cache = "hit"
            return recent

        def compute() -> bytes:
            listed = referee.legal_actions(position, **question)
            self.metrics.listed(self.game.id, sum(len(decision.actions) for decision in listed.decisions))
            return encode(listed)

        data, known = self.answers.answer(key, self._kind(position, question), compute)
        exchange.cache = "hit" if known else "miss"
        return data

    def with_parts(self, answer: Any, position: Position, include: Iterable[str], events: list[Any]) -> bytes:
        """`answer`, whose state is that of `position`, encoded with what `include` asks for and nothing else.

        Which viewers it may name is for the caller to check.
        """
        data = self.remembered(position)
        state = msgspec.Raw(data) if "state" in include else UNSET
        parts = [name for name in include if name != "state"]
        if parts:
            position = as_sent_back(position)
        told = {name: self._part(position, name, events) for name in parts}
        return joined(encode(msgspec.structs.replace(answer, state=state)), told)

    def remembered(self, position: Position) -> bytes:
        """The state of a position that was reached here, as canonical JSON: sent back, it need not be checked."""
        # A client that keeps these bytes can see by the digest that they are whole.
        data = position.canonical or canonical_bytes(position.state)
        content = hash_in(position.digest)
        self.memory.note(content, position.state, position, is_view=False, in_order=True)
        self.memory.mark(content, position.state, position)
        return data

    def _kind(self, position: Position, question: Mapping[str, Any]) -> Hashable:
        """Questions about the same kind of moment that narrow the list down in the same way take about as long."""
        agenda, where = position.state.agenda, question["where"] or {}
        named = where.get("type")
        return (
            self.game.id,
            type(agenda[-1]) if agenda else None,
            named if isinstance(named, str) else None,
            len(where),
            question["actor"] is None,
            question["explain"],
        )

    def _part(self, position: Position, name: str, events: list[Any]) -> bytes:
        if name == "legal-actions":
            return self.legal_actions(position)
        if name == "scores":
            return encode(referee.scores(position))
        return encode_answer(referee.view(position, name.removeprefix(VIEW), events))


def open_desk(
    game: Game,
    *,
    objects: ObjectCache,
    questions: ObjectCache,
    answers: Answers,
    build: str,
    metrics: Metrics,
    seals: Seals,
) -> Desk:
    """The desk of `game`; makes the schemas of its requests, which takes a while."""
    memory = GameMemory(game, objects, answers, build, metrics)
    bodies = bodies_of(game, memory.admit, memory)
    return Desk(game, bodies, memory, questions, answers, build, metrics, seals)


def as_sent_back(position: Position) -> Position:
    """The position as it will be read from its encoded state: names in order, whatever a rule has made of them.

    A state that its own schema refuses, which a rule can make of a doubtful one, stays as it is: who sends it back will
    hear so.
    """
    try:
        state = in_order(position.state)
    except msgspec.ValidationError:
        return position
    return position if state is position.state else msgspec.structs.replace(position, state=state, due=None)


def check_include(include: Iterable[str], seats: Iterable[str]) -> None:
    """Raises `invalid-body` where `include` names a viewer who does not play."""
    if not any(part.startswith(VIEW) for part in include):
        return
    viewers = {VIEW + seat for seat in (*seats, SPECTATOR)}
    flaws = [
        {
            "pointer": f"/include/{index}",
            "code": "unknown-id",
            "detail": f"there is no viewer {part.removeprefix(VIEW)!r}",
            "params": {"kind": "viewer"},
        }
        for index, part in enumerate(include)
        if part.startswith(VIEW) and part not in viewers
    ]
    if flaws:
        raise invalid_body(flaws)

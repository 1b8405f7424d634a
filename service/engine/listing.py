"""The list of legal actions: the candidates without violations."""

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UNSET

from service.engine.action import Action, Bundle, ChanceAction, Offer, Where
from service.engine.agenda import Due
from service.engine.canonical import holds_set
from service.engine.errors import BadCursor, MalformedAction, TooMuchWork
from service.engine.event import tag_of
from service.engine.game import Game
from service.engine.judge import is_refused, perform
from service.engine.shapes import CHANCE, Flaw, pointer_of
from service.engine.table import Table
from service.engine.violation import Violation

TRIAL = 50
"""Steps that trying a bundle out takes: a copy of the state and several rulings. Any other candidate takes one."""


class Work:
    """Counts the steps of one question, over all its decisions, so that every worker stops at the same place."""

    def __init__(self, budget: int, *, of_several: bool = False) -> None:
        """``of_several``: more than one actor's list is worked out, so that naming one makes the question smaller."""
        self.left = budget
        self._of_several = of_several
        self._kinds: Iterable[type[Action]] = ()

    def turn_to(self, kinds: Iterable[type[Action]]) -> None:
        """From now on it is actions of these types that are looked for."""
        self._kinds = kinds

    def spend(self, steps: int) -> None:
        """Count; raises ``TooMuchWork`` once the budget is spent."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork(sorted(self._parameters()))

    def _parameters(self) -> set[str]:
        named = {name for kind in self._kinds for name in kind.__struct_fields__} - {"actor", "weight", "probability"}
        return named | {"actor"} if self._of_several else named


def check_where(game: Game, where: Where) -> None:
    """Refuse a ``where`` that names a type or a parameter that no action of the game has."""
    if not where:
        return
    kinds = [kind for kind in game.action_types if where.get("type", tag_of(kind)) == tag_of(kind)]
    if not kinds:
        detail = f"no action of this game has the type {where['type']!r}"
        raise MalformedAction([Flaw(pointer="/where/type", code="unknown-id", detail=detail, params={})])
    known = {name for kind in kinds for name in kind.__struct_encode_fields__} | {"type"}
    flaws = [_no_such(name, "no such action has the parameter") for name in sorted(set(where) - known)]
    if flaws:
        raise MalformedAction(flaws)


def _no_such(name: str, sentence: str) -> Flaw:
    return Flaw(pointer=pointer_of(("where", name)), code="unknown-field", detail=f"{sentence} {name!r}", params={})


def agrees(value: Any, wanted: Any, unordered: bool = False) -> bool:
    """Whether a value agrees with a partial one: null in a list is anything, an object names only what counts."""
    if isinstance(wanted, Mapping):
        return isinstance(value, Mapping) and all(
            k in value and agrees(value[k], v, unordered) for k, v in wanted.items()
        )
    if isinstance(wanted, list):
        if not isinstance(value, list) or len(value) != len(wanted):
            return False
        if unordered:
            named = [w for w in wanted if w is not None]
            return all(named.count(w) <= value.count(w) for w in named)
        return all(w is None or agrees(v, w) for v, w in zip(value, wanted, strict=True))
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    return bool(value == wanted)


def agrees_with(action: Action, where: Where) -> bool:
    """Whether an action agrees with a partial action."""
    for name, wanted in where.items():
        value = tag_of(type(action)) if name == "type" else getattr(action, name, UNSET)
        if value is UNSET or not agrees(msgspec.to_builtins(value), wanted, name in set_fields(type(action))):
            return False
    return True


@cache
def set_fields(kind: type[Action]) -> frozenset[str]:
    """The parameters that are sets or hold sets: there the order of a list does not matter."""
    return frozenset(field.name for field in msgspec.structs.fields(kind) if holds_set(field.type))


def candidates(game: Game, table: Table[Any, Any], decision: Due, where: Where, work: Work) -> Iterator[Action]:
    """Every candidate of a decision that agrees with ``where``, legal or not."""
    for kind in decision.step.types(table, decision.actor):
        named = where.get("type")
        if named is not None and named != tag_of(kind):
            continue
        if issubclass(kind, Bundle | Offer) and not (named and getattr(kind, "listed", False)):
            continue
        trial = TRIAL if issubclass(kind, Bundle) else 0
        with table.sealing():
            for candidate in kind.candidates(table, decision.step, decision.actor, where):
                work.spend(1)
                if not where or agrees_with(candidate, where):
                    work.spend(trial)
                    yield candidate


def names_bundle(kinds: Iterable[type[Action]], where: Where) -> bool:
    """Whether a ``where`` asks for a type of bundle."""
    return any(issubclass(kind, Bundle) and where.get("type") == tag_of(kind) for kind in kinds)


def is_legal(game: Game, table: Table[Any, Any], decision: Due, action: Action) -> bool:
    """Whether nothing speaks against a candidate: the same question as ``refusals``, without the reasons."""
    if isinstance(action, Bundle):
        return not refusals(game, table, decision, action)
    return not is_refused(table, decision, action)


def refusals(game: Game, table: Table[Any, Any], decision: Due, action: Action) -> list[Violation]:
    """Why a candidate is not legal; a bundle is tried out on a copy. The caller has sealed the table."""
    if isinstance(action, Bundle):
        return perform(game.table(game.copy(table.state)), action)
    return list(action.violations(table, decision.step, decision.actor))


def legal(game: Game, table: Table[Any, Any], decision: Due, where: Where, work: Work) -> tuple[list[Action], bool]:
    """The legal actions of a decision, in their fixed order, and whether these are all.

    Outcomes of chance have weight and probability. A list of bundles may end where the budget does, if it has got
    anywhere; raises ``TooMuchWork`` for every other.
    """
    actions: list[Action] = []
    try:
        with table.sealing():
            for action in candidates(game, table, decision, where, work):
                if is_legal(game, table, decision, action):
                    actions.append(action)
    except TooMuchWork:
        if not actions or not isinstance(actions[0], Bundle):
            raise
        return actions, False
    if decision.actor != CHANCE or not actions or isinstance(actions[0], Bundle):
        return actions, True
    everything = actions if not where else legal_unweighted(game, table, decision, work)
    total = sum(a.weight for a in everything if isinstance(a, ChanceAction) and a.weight is not UNSET)
    return [_with_probability(action, total) for action in actions], True


def legal_unweighted(game: Game, table: Table[Any, Any], decision: Due, work: Work) -> list[Action]:
    """The legal actions of a decision as their candidates came."""
    with table.sealing():
        return [a for a in candidates(game, table, decision, {}, work) if is_legal(game, table, decision, a)]


def _with_probability(action: Action, total: int) -> Action:
    if isinstance(action, ChanceAction) and action.weight is not UNSET:
        return msgspec.structs.replace(action, probability=action.weight / total)
    return action


def make_cursor(offset: int, mark: str) -> str:
    """A cursor for the page that begins at ``offset``."""
    return base64.urlsafe_b64encode(f"{offset}.{mark}".encode()).decode().rstrip("=")


def read_cursor(cursor: str, mark: str) -> int:
    """The offset of a cursor; raises ``BadCursor`` unless it was made for this question."""
    try:
        offset, _, found = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii").partition(".")
    except (binascii.Error, ValueError):
        raise BadCursor from None
    if found != mark or not offset.isdigit() or len(offset) > 9:
        raise BadCursor
    return int(offset)


def question_mark(digest: str, actor: str, where: Where, explain: bool) -> str:
    """What a cursor is bound to."""
    question = msgspec.json.encode([digest, actor, where, explain], order="sorted")
    return sha256(question).hexdigest()[:16]

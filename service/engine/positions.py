"""Positions: states that have been found fit to be judged, and what is wrong with those that are not."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from service.engine.action import Action
from service.engine.agenda import Due, due
from service.engine.canonical import canonical
from service.engine.defect import Defect, error
from service.engine.digest import digest_of
from service.engine.errors import ImpossibleState, RulesVersion
from service.engine.event import tag_of
from service.engine.game import Game
from service.engine.ids import unknown_ids
from service.engine.shapes import SPECTATOR, Flaw, Path, pointer_of
from service.engine.soundness import is_sound
from service.engine.step import ChanceStep, Lanes, Step
from service.engine.table import Table

NOBODY_DECIDES = "nobody-decides"


class Position(Struct, frozen=True, eq=False):
    """A state (or a view, then with its ``viewer``) that has been found fit to be judged.

    The state is never changed, except by a ruling that is told to spend it. ``due`` are the decisions that are due in
    it, where somebody has looked already; ``canonical`` is its canonical JSON, where somebody has written it.
    """

    game: Game
    state: Any
    digest: str
    viewer: str | None = None
    due: Sequence[Due] | None = None
    canonical: bytes | None = None


def admit(game: Game, state: Any, digest: str | None = None) -> Position:
    """The position of a decoded state or view. ``digest`` is that of the state as it is, where somebody knows it.

    Raises ``RulesVersion`` for a state of other rules and ``ImpossibleState`` for one that cannot be judged.
    """
    if not game.takes(state.rules_version):
        raise RulesVersion(state.rules_version, game.accepts)
    tidy, defects, decisions = _looked_at(game, state)
    if errors_of(defects):
        # With the warnings, so that the list is the one that a validation gives.
        raise ImpossibleState(examine(game, tidy)[1])
    if digest is None or tidy is not state:
        digest = digest_of(tidy)
    return Position(game, tidy, digest, getattr(tidy, "viewer", None), decisions)


def unchecked(game: Game, state: Any) -> Position:
    """A decoded state in canonical form with its digest, fit to be judged or not: for comparing it, nothing else."""
    state, _ = canonical(state)
    return Position(game, state, digest_of(state), getattr(state, "viewer", None))


def recall(game: Game, state: Any, digest: str, *, tidy: bool = True) -> Position:
    """The position of a decoded state or view that ``admit`` is known to have found fit, under the same rules and pack.

    ``digest`` is what it found then. A state that is not ``tidy`` is brought into canonical form.
    """
    if not tidy:
        state, _ = canonical(state)
    return Position(game, state, digest, getattr(state, "viewer", None))


def examine(game: Game, state: Any) -> tuple[Any, list[Defect]]:
    """A state in canonical form, with everything that is wrong with it or does not add up."""
    state, defects, _ = _looked_at(game, state, telling=True)
    return state, defects


def _looked_at(game: Game, state: Any, *, telling: bool = False) -> tuple[Any, list[Defect], list[Due]]:
    """A state in canonical form, with what is wrong with it, and the decisions due if nothing much is.

    What does not add up, and is judged all the same, is told only with ``telling``: no ruling depends on it.
    """
    state, defects = identify(game, state)
    if defects:
        return state, defects, []
    return state, *_consistency(game, state, telling)


def identify(game: Game, state: Any) -> tuple[Any, list[Defect]]:
    """A state in canonical form, with every name in it that names nothing; without any, rules may look things up."""
    foreign = [*_foreign(game, state), *_seat_defects(game, state)]
    known = {} if foreign else game.ids(game.packs[state.pack], state.seats)
    if not foreign and is_sound(state, known):
        return state, []
    state, flaws = canonical(state)
    defects = [_malformed(flaw) for flaw in flaws] + foreign
    return state, defects or [_malformed(flaw) for flaw in unknown_ids(state, known)]


def _foreign(game: Game, state: Any) -> Iterator[Defect]:
    if state.game != game.id:
        yield error("referee.malformed-state", "/game", "wrong-game", f"this is not a state of {game.id}")
    if state.pack not in game.packs:
        yield error("referee.malformed-state", "/pack", "unknown-id", f"there is no pack {state.pack!r}")


def _seat_defects(game: Game, state: Any) -> list[Defect]:
    low, high = game.players
    found = []
    if not low <= len(state.seats) <= high or len(set(state.seats)) != len(state.seats):
        found.append(error("referee.malformed-state", "/seats", "wrong-seats", f"{low} to {high} different seats play"))
    if not set(state.seats) <= set(game.seats):
        found.append(error("referee.malformed-state", "/seats", "unknown-id", f"seats are {', '.join(game.seats)}"))
    viewer = getattr(state, "viewer", None)
    if viewer is not None and viewer != SPECTATOR and viewer not in state.seats:
        found.append(error("referee.malformed-state", "/viewer", "unknown-id", "the viewer is no seat of this game"))
    return found


def _consistency(game: Game, state: Any, telling: bool) -> tuple[list[Defect], list[Due]]:
    table, steps = game.table(state), list(_agenda_steps(state))
    with table.sealing():
        found = [*_strangers_in_lanes(steps), *game.parts.consistency(table)]
        # Steps look at a table on which everybody has a place, as the rest of the rules do.
        if not errors_of(found):
            for path, _, step in steps:
                if type(step).consistency is not Step.consistency:
                    for defect in step.consistency(table):
                        found.append(msgspec.structs.replace(defect, pointer=pointer_of(path) + defect.pointer))
        if telling and not errors_of(found):
            found += game.parts.tally(table)
    if errors_of(found):
        return found, []
    decisions = due(table)
    if state.result is None and not decisions:
        found.append(error("referee.malformed-state", "/agenda", NOBODY_DECIDES, "nobody has to decide anything"))
    if state.result is not None and state.agenda:
        found.append(error("referee.game-over", "/agenda", "finished", "nothing is to come after the end of the game"))
    return found + nothing_may_come(table, decisions) + _dead_ends(game, table, decisions), decisions


def _dead_ends(game: Game, table: Table[Any, Any], decisions: Sequence[Due]) -> list[Defect]:
    """Decisions that cannot be made: somebody must, and nothing is legal. A view is asked for its viewer alone."""
    viewer = getattr(table.state, "viewer", None)
    return [
        error(decision.step.cites(), "/agenda", "dead-end", f"{decision.actor} cannot do anything at this step")
        for decision in decisions
        if not decision.optional and viewer in (None, decision.actor) and not can_act(game, table, decision)
    ]


def can_act(game: Game, table: Table[Any, Any], decision: Due) -> bool:
    """Whether anything legal is left to an actor; bundles stand for single steps, offers are always open.

    Whoever has more candidates than the work budget, all of them illegal so far, is not called stuck.
    """
    kinds, looked_at = _tried(decision.step.types(table, decision.actor)), 0
    if kinds is None:
        return True
    with table.sealing():
        every = (candidate for kind in kinds for candidate in kind.candidates(table, decision.step, decision.actor, {}))
        for candidate in islice(every, game.work_budget):
            looked_at += 1
            if next(iter(candidate.violations(table, decision.step, decision.actor)), None) is None:
                return True
    return looked_at == game.work_budget


@lru_cache(maxsize=4096)
def _tried(kinds: tuple[type[Action], ...]) -> tuple[type[Action], ...] | None:
    """The types among which something legal is looked for; None where one is an offer."""
    if any(kind.kind == "offer" for kind in kinds):
        return None
    single = [kind for kind in kinds if kind.kind == "action"]
    # What no rule restricts comes first: at many steps that is to pass or to decline.
    return tuple(sorted(single, key=lambda kind: kind.violations is not Action.violations))


def nothing_may_come(table: Table[Any, Any], decisions: Sequence[Due]) -> list[Defect]:
    """A die or a draw that can give nothing: what a wrong count of a pile leads to."""
    return [
        error(
            decision.step.rule, "/agenda", "nothing-may-come", f"nothing can come up at {tag_of(type(decision.step))}"
        )
        for decision in decisions
        if isinstance(decision.step, ChanceStep) and not decision.step.outcomes(table)
    ]


def _strangers_in_lanes(steps: Iterable[tuple[Path, str | None, Any]]) -> Iterator[Defect]:
    """Whoever decides in the lane of another seat: an action goes to the lane of its own actor, and is judged there.

    Looks at whose a step says that it is, so before any rule is asked.
    """
    for path, seat, step in steps:
        if seat is not None and _owner(step) not in (None, seat):
            detail = f"{_owner(step)} cannot decide in the lane of {seat}"
            yield error("referee.malformed-state", pointer_of((*path, "seat")), "wrong-lane", detail)


def _owner(step: Any) -> str | None:
    """The seat that a step belongs to: of one that takes actions, and has a seat."""
    found: str | None = getattr(step, "seat", None) if step.actions and not isinstance(step, ChanceStep) else None
    return found


def _agenda_steps(state: Any) -> Iterator[tuple[Path, str | None, Any]]:
    """Every step of the agenda with its path, those in lanes too, with whose lane that is."""
    for index, step in enumerate(state.agenda):
        if isinstance(step, Lanes):
            for seat, lane in step.lanes.items():
                for at, inner in enumerate(lane):
                    yield ("agenda", index, "lanes", seat, at), seat, inner
        else:
            yield ("agenda", index), None, step


def _malformed(flaw: Flaw) -> Defect:
    return error("referee.malformed-state", flaw.pointer, flaw.code, flaw.detail)


def errors_of(defects: Sequence[Defect]) -> list[Defect]:
    return [defect for defect in defects if defect.severity == "error"]


def under(flaw: Flaw, *path: str | int) -> Flaw:
    return msgspec.structs.replace(flaw, pointer=pointer_of(path) + flaw.pointer)

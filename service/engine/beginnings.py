"""How a game begins, is entered in the middle, and is corrected."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from service.engine.agenda import due, run_until_due
from service.engine.canonical import canonical
from service.engine.defect import Defect, error
from service.engine.errors import IllegalSetup, MalformedAction, RulesVersion
from service.engine.game import Game, SeatSetup, Setup
from service.engine.ids import unknown_ids
from service.engine.positions import NOBODY_DECIDES, errors_of, examine, identify, under
from service.engine.rulings import Outcome, as_told, finish
from service.engine.setup import FIXED, At, Explain, build, make_setup, merged
from service.engine.shapes import Flaw, pointer_of
from service.engine.table import Table


@dataclass(slots=True)
class Entered:
    """A game entered in the middle, or what keeps it from being one."""

    defects: list[Defect]
    outcome: Outcome | None


def begin(
    game: Game,
    players: int | Sequence[SeatSetup],
    options: Any = None,
    pack: str | None = None,
    salt: str | None = None,
    seed: str | None = None,
) -> Outcome:
    """A new game. Raises ``IllegalSetup``, ``UnknownPack`` or ``MalformedAction`` (an id that does not exist)."""
    table = game.table(_dealt(game, _setup(game, players, options, pack, salt)))
    run_until_due(table)
    return finish(game, table, seed)


def _setup(game: Game, players: int | Sequence[SeatSetup], options: Any, pack: str | None, salt: str | None) -> Setup:
    setup = make_setup(game, players, options, pack, salt)
    known = game.ids(game.packs[setup.pack], setup.seats)
    setup_options, flaws = canonical(setup.options)
    flaws = [under(flaw, "options") for flaw in [*flaws, *unknown_ids(setup_options, known)]]
    for index, entry in enumerate(setup.presets.values()):
        flaws += [under(flaw, "players", index) for flaw in unknown_ids(entry, known)]
    if flaws:
        raise MalformedAction(flaws)
    setup = Setup(setup.seats, setup.presets, setup_options, setup.pack, setup.salt)
    components = game.packs[setup.pack]
    broken = [as_told(game, v, None, components.words) for v in game.parts.setup_violations(setup, components)]
    if broken:
        raise IllegalSetup("the rules do not allow this setup", broken)
    return setup


def _dealt(game: Game, setup: Setup) -> Any:
    state = game.parts.deal(setup, game.packs[setup.pack])
    return msgspec.convert(msgspec.to_builtins(state), game.State)


def enter(
    game: Game,
    players: int | Sequence[SeatSetup],
    options: Any,
    pack: str | None,
    salt: str | None,
    at: At,
    seed: str | None = None,
    explain: Explain | None = None,
) -> Entered:
    """A game entered in the middle: ``at.table`` over the state that the setup begins with."""
    before = _dealt(game, _setup(game, players, options, pack, salt))
    return _entered(game, before, at, seed, explain, fill_in=game.parts.fill_in)


def correct(game: Game, state: Any, at: At | None, seed: str | None = None, explain: Explain | None = None) -> Entered:
    """A game corrected: ``at.table`` over the state; without ``at`` the state as it is, brought up to date."""
    if not game.takes(state.rules_version):
        raise RulesVersion(state.rules_version, game.accepts)
    if at is not None:
        return _entered(game, state, at, seed, explain)
    state, defects = examine(game, state)
    if any(defect.severity == "error" for defect in defects):
        return Entered(defects, None)
    return Entered(defects, finish(game, game.table(game.copy(state)), seed))


def _named(table: Mapping[str, Any], under: str = "") -> Iterator[str]:
    """The fields that a client has entered; those of an object within another are named with it, ``players/red``."""
    for name, value in table.items():
        yield under + name
        if isinstance(value, Mapping):
            yield from _named(value, f"{under}{name}/")


def wrong_actor(table: Table[Any, Any], actor: str | None) -> list[Defect]:
    """The client has named somebody who does not decide at this step."""
    decisions = due(table)
    if actor is None or any(decision.actor == actor for decision in decisions):
        return []
    deciding = ", ".join(decision.actor for decision in decisions) or "nobody"
    rule = decisions[0].step.cites() if decisions else "referee.not-your-decision"
    return [error(rule, "/agenda", "wrong-actor", f"{deciding} decides here, not {actor}")]


def _entered(
    game: Game,
    before: Any,
    at: At,
    seed: str | None,
    explain: Explain | None,
    fill_in: Callable[[Any, frozenset[str]], None] | None = None,
) -> Entered:
    defects = [
        error("referee.malformed-state", pointer_of((name,)), "fixed", f"{name} cannot be entered by hand")
        for name in FIXED
        if name in at.table
    ]
    if at.step not in game.parts.entries:
        defects.append(error("referee.malformed-state", "/agenda", "unknown-id", f"no entry step {at.step!r}"))
    if at.actor is not None and at.actor not in before.seats:
        flaw = Flaw(pointer="/at/actor", code="unknown-id", detail=f"no seat {at.actor!r} plays", params={})
        raise MalformedAction([flaw])
    state, found = build(game, merged(before, {k: v for k, v in at.table.items() if k not in FIXED}), explain)
    if state is None or defects:
        return Entered(defects + found, None)
    state, defects, entry = *identify(game, state), game.parts.entries[at.step]
    if not defects:
        if fill_in is not None:
            fill_in(game.table(state), frozenset(_named(at.table)))
        entry.prepares(game.table(state), at.actor)
        defects = [defect for defect in examine(game, state)[1] if defect.code != NOBODY_DECIDES]
    if errors_of(defects):
        return Entered(defects, None)
    table = game.table(state)
    refused = list(entry.refuses(table))
    if errors_of(refused):
        return Entered([*defects, *refused], None)
    state.agenda.extend(entry.agenda(table, at.actor))
    # What does not add up in the state as entered is told even if it goes by before anybody has to decide.
    refused += [defect for defect in examine(game, state)[1] if defect.severity == "warning"]
    run_until_due(table)
    table.state, defects = examine(game, state)
    defects += [defect for defect in refused if defect not in defects]
    if not errors_of(defects) and not entry.actor_begins:
        defects += wrong_actor(table, at.actor)
    return Entered(defects, None if errors_of(defects) else finish(game, table, seed))

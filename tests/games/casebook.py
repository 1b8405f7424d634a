"""Runs the published casebooks: one case is a position, what is done there, and what the referee must say.

A case is an object in the wire format::

    {"rule": "wall-rule.no-return-to-city",          the clause that it shows
     "also": ["placement-order.no-occupied-space"],  further clauses that it shows
     "title": "…",                                   one sentence
     "given": {"base": "three-players", "options": {…}, "at": {"step": …, "table": {…}}, "after": [actions]},
     "when": {action} or [actions],                  left out: only the position is looked at
     "then": {…}}

``given`` is the body of ``POST …/states`` laid over one of the positions of ``bases.json`` (objects are merged);
``after`` are legal actions on the way to the position, ``seed`` settles chance. ``then`` may hold, each optional:

* ``legal``; ``violations``: exactly the codes (or rule ids) that are broken
* ``state``: a part of the resulting state, objects compared key by key, the rest whole; ``absent``: pointers to nothing
* ``events``: partial events that occur in this order; ``no_events``: event types that do not occur
* ``decisions``: the partial decisions due afterwards, exactly as many
* ``listed`` / ``unlisted``: partial actions that the legal list holds / does not hold; ``list``: the whole list
* ``open``: action types accepted without being listed; ``reversible``; ``scores``; ``result``;
  ``view``: ``{"viewer", "state", "events"}``
* ``illegal_setup``: rule ids; ``defects``: partial defects, exactly as many
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from service.engine import referee
from service.engine.answers import IllegalVerdict
from service.engine.errors import IllegalSetup
from service.engine.game import Game
from service.engine.setup import At
from service.engine.violation import Violated

Case = dict[str, Any]

KEYS = {"rule", "also", "title", "given", "when", "then"}
THEN = {
    "legal",
    "violations",
    "state",
    "absent",
    "events",
    "no_events",
    "decisions",
    "listed",
    "unlisted",
    "list",
    "open",
    "reversible",
    "scores",
    "result",
    "view",
    "illegal_setup",
    "defects",
}


def load_cases(folder: Path) -> Iterator[tuple[str, Case]]:
    """Every case of a game's casebook with a name for it."""
    for path in sorted(folder.glob("*.json")):
        if path.name == "bases.json":
            continue
        for number, case in enumerate(json.loads(path.read_text(encoding="utf-8"))):
            yield f"{path.stem}-{number:02d}-{case['rule']}", case


def load_bases(folder: Path) -> dict[str, Any]:
    """The positions that cases build on."""
    loaded: dict[str, Any] = json.loads((folder / "bases.json").read_text(encoding="utf-8"))
    return loaded


def overlay(old: Any, new: Any) -> Any:
    """``new`` over ``old``: objects are merged, null removes a member, everything else replaces."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    merged = {**old}
    for key, value in new.items():
        if value is None and key in merged:
            del merged[key]
        else:
            merged[key] = overlay(merged.get(key), value)
    return merged


@dataclass
class Ruling:
    """What the referee said about a case."""

    position: referee.Position | None = None
    legal: bool | None = None
    violations: list[Violated] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)
    reversible: bool | None = None
    illegal_setup: list[str] | None = None
    defects: list[Any] = field(default_factory=list)

    @property
    def rules(self) -> set[str]:
        """Every clause that the ruling has cited."""
        told = {event.rule for event in self.events} | {violation.rule for violation in self.violations}
        return told | {defect.rule for defect in self.defects} | set(self.illegal_setup or ())


def run_case(game: Game, bases: dict[str, Any], case: Case) -> Ruling:
    """Set a case up and ask the referee."""
    assert set(case) <= KEYS, set(case) - KEYS
    given = dict(case.get("given", {}))
    base = given.pop("base", None)
    body = overlay(bases[base], given) if base else given
    ruling = Ruling()
    try:
        outcome = _position(game, body, ruling)
    except IllegalSetup as refusal:
        ruling.illegal_setup = [violation.rule for violation in refusal.violations]
        return ruling
    if outcome is None:
        return ruling
    ruling.position, ruling.events = outcome.position, outcome.events
    seed = body.get("seed")
    for action in _actions(game, body.get("after", [])):
        position = ruling.position
        step, refused = referee.play(position, [action], seed)
        assert step is not None, ("an action on the way is illegal", action, refused)
        ruling.position, ruling.events = step.position, step.events
    if "when" in case:
        when = case["when"] if isinstance(case["when"], list) else [case["when"]]
        _judge(ruling, _actions(game, when), seed)
    return ruling


def _position(game: Game, body: dict[str, Any], ruling: Ruling) -> referee.Outcome | None:
    players = body["players"]
    if not isinstance(players, int):
        players = msgspec.convert(players, list[game.SeatSetup])  # type: ignore[name-defined]
    options = msgspec.convert(body.get("options", {}), game.Options)
    at, seed = body.get("at"), body.get("seed")
    if at is None:
        return referee.begin(game, players, options, body.get("pack"), body.get("salt"), seed)
    entry = msgspec.convert(at, At)
    entered = referee.enter(game, players, options, body.get("pack"), body.get("salt"), entry, seed)
    ruling.defects = entered.defects
    return entered.outcome


def _actions(game: Game, actions: list[Any]) -> list[Any]:
    converted: list[Any] = msgspec.convert(actions, list[game.Action])  # type: ignore[name-defined]
    return converted


def _judge(ruling: Ruling, actions: list[Any], seed: str | None) -> None:
    assert ruling.position is not None
    verdict = referee.adjudicate(ruling.position, actions, seed)
    ruling.events = []
    if isinstance(verdict, IllegalVerdict):
        ruling.legal, ruling.violations = False, verdict.violations
        return
    ruling.legal, ruling.events, ruling.reversible = True, verdict.events, verdict.reversible
    ruling.position = referee.admit(ruling.position.game, verdict.state)


def refused(game: Game, position: referee.Position, **action: Any) -> list[tuple[str, str]]:
    """The codes of an illegal action with their pointers, which a case does not tell."""
    verdict = referee.adjudicate(position, [msgspec.convert(action, game.Action)])
    assert isinstance(verdict, IllegalVerdict)
    return [(violation.code, violation.pointer) for violation in verdict.violations]


def hold(game: Game, bases: dict[str, Case], case: Case) -> set[str]:
    """Run a case and compare; the clauses that it has touched."""
    named = {case["rule"], *case.get("also", ())}
    for rule in named:
        assert rule in game.catalogue, rule
    ruling = run_case(game, bases, case)
    check_case(game, ruling, case["then"])
    return {*named, *ruling.rules}


# --- comparing --------------------------------------------------------------------------------------------------------


def check_case(game: Game, ruling: Ruling, then: dict[str, Any]) -> None:
    """Compare a ruling with what the case expects."""
    assert set(then) <= THEN, set(then) - THEN
    if "illegal_setup" in then:
        assert sorted(then["illegal_setup"]) == sorted(ruling.illegal_setup or []), ruling.illegal_setup
        return
    assert ruling.illegal_setup is None, ruling.illegal_setup
    if "defects" in then:
        found = [msgspec.to_builtins(defect) for defect in ruling.defects]
        assert len(found) == len(then["defects"]), found
        for wanted in then["defects"]:
            assert any(agrees(defect, wanted) for defect in found), (wanted, found)
    elif ruling.position is None:
        raise AssertionError(("the position has defects", ruling.defects))
    if "legal" in then:
        reasons = [(violation.code, violation.detail) for violation in ruling.violations]
        assert ruling.legal is then["legal"], reasons
    if "violations" in then:
        _check_violations(ruling, then["violations"])
    if ruling.position is not None:
        _check_position(game, ruling, ruling.position, then)


def _check_violations(ruling: Ruling, wanted: list[str]) -> None:
    found = {violation.code: violation.rule for violation in ruling.violations}
    unexplained = {code for code, rule in found.items() if code not in wanted and rule not in wanted}
    missing = [code for code in wanted if code not in found and code not in found.values()]
    assert not unexplained, ("also broken", unexplained)
    assert not missing, ("not broken", missing, list(found))


def _check_position(game: Game, ruling: Ruling, position: referee.Position, then: dict[str, Any]) -> None:
    state = msgspec.to_builtins(position.state)
    if "state" in then:
        _check_part(state, then["state"], "state")
    for pointer in then.get("absent", []):
        assert _at(state, pointer) is None, (pointer, _at(state, pointer))
    events = [msgspec.to_builtins(event) for event in ruling.events]
    if "events" in then:
        _check_events(events, then["events"])
    for kind in then.get("no_events", []):
        assert all(event["type"] != kind for event in events), events
    if "decisions" in then:
        decisions = [msgspec.to_builtins(d) for d in referee.decisions_of(game, position.state)]
        assert len(decisions) == len(then["decisions"]), decisions
        for decision, wanted in zip(decisions, then["decisions"], strict=True):
            _check_part(decision, wanted, "decision")
    _check_lists(position, then)
    if "reversible" in then:
        assert ruling.reversible is then["reversible"]
    if "scores" in then:
        _check_part(msgspec.to_builtins(referee.scores(position)), then["scores"], "scores")
    if "result" in then:
        _check_part(state["result"], then["result"], "result")
    if "view" in then:
        seen = referee.view(position, then["view"]["viewer"], ruling.events)
        shown = msgspec.to_builtins(seen)
        _check_part(shown["state"], then["view"].get("state", {}), "view")
        if "events" in then["view"]:
            _check_events(shown["events"], then["view"]["events"])


def _check_lists(position: referee.Position, then: dict[str, Any]) -> None:
    wanted = {"listed", "unlisted", "list", "open"} & set(then)
    if not wanted:
        return
    decisions = referee.legal_actions(position).decisions
    actions = [_bare(msgspec.to_builtins(action)) for decision in decisions for action in decision.actions]
    for partial in then.get("listed", []):
        assert any(agrees(action, partial) for action in actions), ("not listed", partial, actions[:60])
    for partial in then.get("unlisted", []):
        assert not any(agrees(action, partial) for action in actions), ("listed", partial)
    if "list" in then:
        assert actions == then["list"]
    if "open" in then:
        assert sorted(kind.type for decision in decisions for kind in decision.open) == sorted(then["open"])


def _bare(action: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in action.items() if key != "probability"}


def _check_events(events: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    rest = iter(events)
    for partial in wanted:
        assert any(agrees(event, partial) for event in rest), ("no such event in this order", partial, events)


def agrees(value: Any, wanted: Any) -> bool:
    """Whether a value agrees with a partial one: objects key by key, everything else whole."""
    if isinstance(wanted, dict) and isinstance(value, dict):
        return all(key in value and agrees(value[key], part) for key, part in wanted.items())
    if isinstance(wanted, list) and isinstance(value, list):
        return len(wanted) == len(value) and all(agrees(v, w) for v, w in zip(value, wanted, strict=True))
    return bool(value == wanted)


def _check_part(value: Any, wanted: Any, path: str) -> None:
    if isinstance(wanted, dict):
        assert isinstance(value, dict), (path, value)
        for key, part in wanted.items():
            assert key in value or part is None, (path, key, "is not there")
            _check_part(value.get(key), part, f"{path}/{key}")
        return
    assert agrees(value, wanted), (path, value, wanted)


def _at(value: Any, pointer: str) -> Any:
    for token in pointer.split("/")[1:]:
        if not isinstance(value, dict) or token not in value:
            return None
        value = value[token]
    return value

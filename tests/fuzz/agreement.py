"""That the calls agree about a state: what one takes the others take, and what one lists another calls legal."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any, Final

from flask import Flask
from schemathesis.schemas import BaseSchema

from service.engine.game import Game
from service.engine.shapes import SPECTATOR
from tests.fuzz import checks
from tests.fuzz.cases import JSON
from tests.fuzz.mutants import Mutant
from tests.fuzz.stopwatch import Stopwatch, in_time
from tests.fuzz.tally import note

Body = dict[str, Any]

OF_THE_STATE: Final = ("impossible-state", "invalid-body", "hidden-value", "rules-version")
"""How a state is refused that cannot be judged."""

LISTED: Final = 3
"""So many listed actions of each decision are judged."""


@dataclass(frozen=True)
class Answer:
    """What a call said: a problem's slug, or `accepted`."""

    slug: str
    body: Any

    @property
    def takes_the_state(self) -> bool:
        return self.slug not in OF_THE_STATE


class Calls:
    """Asks the calls of one game, and looks at each answer with every check there is."""

    def __init__(self, game: Game, schema: BaseSchema, app: Flask, watch: Stopwatch, kind: str | None = None) -> None:
        self.game, self._schema, self._app, self._watch, self._kind = game, schema, app, watch, kind

    def ask(self, call: str, **body: Any) -> Answer:
        """One exchange; fails with the body that anybody can send again."""
        path = f"/v1/games/{self.game.id}/{call}"
        case = self._schema[path]["POST"].Case(body=body, media_type=JSON)
        response = case.call_and_validate(app=self._app, headers=PLAIN, additional_checks=checks.ALL)
        note(case, response, self._watch.seconds, self._kind)
        in_time(self._watch.seconds, request(path, body))
        answer = response.json()
        return Answer(checks.slug_of(answer) if response.status_code >= 400 else "accepted", answer)


PLAIN = {"Accept-Encoding": "identity"}
"""In process nobody undoes a content coding."""


def request(path: str, body: Body) -> str:
    """The request as a command that sends it."""
    data = json.dumps(body, ensure_ascii=True, separators=(",", ":")).replace("'", "\\u0027")
    return f"curl http://127.0.0.1:8000{path} -H 'Content-Type: application/json' -d '{data}'"


def look_at(calls: Calls, mutant: Mutant) -> str:
    """Asks every call about a state. Returns what it is taken for; fails where two answers do not agree."""
    state = mutant.state
    rng = random.Random(mutant.seed)
    told = calls.ask("validations", state=state)
    assert told.slug == "accepted", "validations must answer whatever is inside a state"
    valid = told.body["valid"]
    assert valid == all(defect["severity"] != "error" for defect in told.body["defects"])
    action = rng.choice(mutant.moment.actions or [{"type": "nothing", "actor": "nobody"}])
    viewer = rng.choice(sorted(mutant.moment.views))
    answers = {
        "legal-actions": calls.ask("legal-actions", state=state, explain=rng.random() < 0.3),
        "scores": calls.ask("scores", state=state),
        "views": calls.ask("views", state=state, viewer=SPECTATOR),
        "replays": calls.ask("replays", state=state, actions=mutant.moment.actions),
        "adjudications": calls.ask("adjudications", state=state, action=action, chance={"seed": "fuzz"}),
        "states": calls.ask("states", state=state),
    }
    for call, answer in answers.items():
        agree(call, valid, told.body, answer)
    if not valid:
        return "not valid"
    listed = answers["legal-actions"].body
    digests = {answers[call].body.get("digest") for call in ("legal-actions", "states")} | {told.body["digest"]}
    assert listed.get("narrow_by") or len(digests) == 1, f"one state has several digests: {digests}"
    if answers["legal-actions"].slug == "accepted":
        what_is_listed_is_legal(calls, rng, mutant, listed, told.body)
        if viewer in (SPECTATOR, *state["seats"]):
            a_view_answers_as_the_state_does(calls, state, viewer, listed)
    return "valid with warnings" if told.body["defects"] else "valid"


def agree(call: str, valid: bool, told: Body, answer: Answer) -> None:
    """A call takes a state exactly if it is valid, and refuses it for the defects that `validations` tells."""
    if call in ("adjudications", "replays") and answer.slug == "invalid-body":
        # Whether it is the state or the action that does not fit.
        pointers = [error["pointer"] for error in answer.body["errors"]]
        assert not valid or not any(pointer.startswith("/state") for pointer in pointers), f"{call}: {pointers}"
        return
    if valid and call in ("adjudications", "replays") and stuck(answer):
        return
    if call == "states" and answer.slug == "accepted" and "digest" not in answer.body:
        # A game that cannot go on yet, with what is wrong with it.
        assert not valid, "states finds defects that validations does not"
        assert told["defects"] == answer.body["defects"], "states finds other defects than validations"
        return
    assert answer.takes_the_state == valid, f"validations says valid: {valid}, {call} says {answer.slug}"
    if answer.slug == "impossible-state":
        assert told["defects"] == answer.body["defects"], f"{call} finds other defects than validations"


def stuck(answer: Answer) -> bool:
    """Whether a game has got stuck on the way: a draw from a pile that the state has wrong, found when it is due."""
    codes = {defect["code"] for defect in answer.body["defects"]} if answer.slug == "impossible-state" else set()
    return codes == {"nothing-may-come"}


def what_is_listed_is_legal(calls: Calls, rng: random.Random, mutant: Mutant, listed: Body, told: Body) -> None:
    """The decisions are those of the position; some of the listed actions of each are carried out, to a valid state."""
    state = mutant.state
    due = [(decision["actor"], decision["step"]) for decision in told["decisions"]]
    assert due == [(decision["actor"], decision["step"]) for decision in listed["decisions"]]
    for decision in listed["decisions"]:
        actions = decision["actions"]
        for action in rng.sample(actions, min(LISTED, len(actions))):
            verdict = calls.ask("adjudications", state=state, action=action)
            if stuck(verdict):
                continue
            assert verdict.slug == "accepted", f"a listed action is refused: {action}"
            assert verdict.body["legal"], f"a listed action is illegal: {action}: {verdict.body['violations']}"
            # What an agenda that no game has leads to is found when it is due, if at all.
            if state["agenda"] == mutant.moment.state["agenda"]:
                after = calls.ask("validations", state=verdict.body["state"])
                assert after.body["valid"], f"what {action} leads to is not valid: {after.body['defects']}"
                assert after.body["digest"] == verdict.body["digest"], (
                    f"{action}: the digest is another when read again"
                )


def a_view_answers_as_the_state_does(calls: Calls, state: Body, viewer: str, listed: Body) -> None:
    """Whoever holds only a view gets the same list for the viewer, whom alone it may be asked for."""
    view = calls.ask("views", state=state, viewer=viewer).body["state"]
    told = calls.ask("validations", state=view).body
    assert told["valid"], f"a view of a valid state is not valid: {told['defects']}"
    assert calls.ask("scores", state=view).slug == "accepted", "scores of a view"
    if viewer == SPECTATOR:
        return
    seen = calls.ask("legal-actions", state=view, actor=viewer)
    full = calls.ask("legal-actions", state=state, actor=viewer)
    assert seen.slug == full.slug, f"the view of {viewer}: {seen.slug}, the state: {full.slug}"
    if full.slug == "accepted":
        mine = [decision["actions"] for decision in full.body["decisions"]]
        assert [decision["actions"] for decision in seen.body["decisions"]] == mine, f"the list of {viewer} is another"

#!/usr/bin/env python3
"""Plays a game of Kingdom Defenders with random legal actions: play.py [BASE_URL] [SEED]."""

import json
import random
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Json = dict[str, Any]
# The events worth a line each; the service sends many more.
TOLD = {
    "round-begun",
    "favor-begun",
    "turn-order-changed",
    "player-passed",
    "horde-advanced",
    "city-besieged",
    "wall-fallen",
    "game-ended",
    "final-score",
    "victory",
}


class Problem(Exception):
    """A request that was refused; `report` is the problem+json that says why."""

    def __init__(self, report: Json) -> None:
        self.report = report
        # A flaw of the body is in `errors`; a setup against the rules has `violations`.
        flaws = report.get("errors", []) + report.get("violations", [])
        super().__init__(
            "\n  ".join(
                [
                    f"{report['status']} {report['title']}: {report['detail']}",
                    *(f"at {f['pointer'] or '(body)'} [{f['code']}]: {f['detail']}" for f in flaws),
                ]
            )
        )


class Game:
    """The calls of one game. Nothing is kept by the service: the state goes along each time."""

    def __init__(self, base: str) -> None:
        self.url = f"{base.rstrip('/')}/v1/games/kingdom-defenders"

    def post(self, call: str, **body: Any) -> Json:
        request = Request(f"{self.url}/{call}", json.dumps(body).encode(), {"Content-Type": "application/json"})
        try:
            with urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except HTTPError as error:
            if error.headers.get_content_type() != "application/problem+json":
                raise
            raise Problem(json.load(error)) from None


def tell(events: list[Json]) -> None:
    for event in events:
        # Events with `seen_by` are for those seats only, not for the whole table.
        if event["type"] in TOLD and "seen_by" not in event:
            print(("\n" if event["type"] == "round-begun" else "  ") + event["text"])


def show(game: Game, state: Json, action: Json) -> None:
    """An illegal action, a body that is not well-formed, and a view."""
    print(f"\nIllegal, {action['actor']} wants {action['space']} too:")
    for broken in game.post("adjudications", state=state, action=action)["violations"]:
        print(f"  {broken['detail']}; clause {broken['rule']}: {broken['text']}")
    try:
        game.post("states", players="three", colour="red")
    except Problem as problem:
        print(f"Malformed, see {problem.report['type']}:\n  {problem}")
    print(f"What {action['actor']} sees:")
    view = game.post("views", state=state, viewer=action["actor"])
    for seat, player in view["state"]["players"].items():
        goods = ("fate", "weapon", "spell", "loot", "coin")  # null where the viewer may not look
        print(f"  {seat}:", *(f"{g}={'?' if player[g] is None else player[g]}" for g in goods))


def play(game: Game, seed: str) -> None:
    rng = random.Random(seed)
    # The state counts the draws, so the same seed with every call gives fresh dice each time.
    ask: Json = {"chance": {"seed": seed}, "include": ["state", "legal-actions"]}
    position, shown = game.post("states", players=3, **ask), False
    tell(position["events"])
    print(f"\nRound {position['state']['round']} begins")  # round 1 has no event of its own
    while not position["finished"]:
        # Optional decisions only offer to take a commitment back: random play would dither.
        due = [d for d in position["legal-actions"]["decisions"] if not d["optional"]]
        action = rng.choice(rng.choice(due)["actions"])
        position = game.post("adjudications", state=position["state"], action=action, **ask)
        tell(position["events"])
        if action["type"] == "place-disc" and not shown:
            shown = True
            show(game, position["state"], {**action, "actor": position["decisions"][0]["actor"]})
    scores = game.post("scores", state=position["state"])
    totals = {player["seat"]: player["total"] for player in scores["players"]}
    print(f"\nThe end: {position['result']['reason']}")
    for tied in scores["ranking"]:  # seats that share a place share a list
        print("  " + " and ".join(f"{seat} with {totals[seat]}" for seat in tied))
    for tie_break in scores["tie_breaks"]:
        print(f"  ({tie_break['detail']})")


if __name__ == "__main__":
    base, seed = (sys.argv[1:] + ["http://127.0.0.1:8000", "1"][len(sys.argv) - 1 :])[:2]
    try:
        play(Game(base), seed)
    except (Problem, OSError, ValueError) as error:  # refused, not reached, or not JSON
        sys.exit(f"{error}")  # to stderr, with exit status 1

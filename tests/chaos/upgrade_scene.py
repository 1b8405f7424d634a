"""A rolling upgrade in the middle of games: the rules become one patch newer while they are played."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping

from service.engine.registry import load_games
from tests.chaos.builds import ASKED_AGAIN, apart, newer_build, replace, strangers
from tests.chaos.instance import Instance, read
from tests.chaos.outcome import Outcome, Wanted
from tests.chaos.playing import Players
from tests.chaos.proxied import behind_a_proxy
from tests.chaos.scene import ASK_REDIS_EVERY_TIME, Run
from tests.servers import redis_server

PLAYERS_A_GAME = 2
SEALED = {"REFEREE_SEAL_KEYS": f"chaos:{'0123456789abcdef' * 4}", "REFEREE_REQUIRE_SEAL": "1"}
WAIT_FOR_REDIS = {"REFEREE_REDIS_TIMEOUT_MS": "500"}
"""Nothing happens to redis here, and a slow machine must not keep the builds apart."""
MIXED_TWICE = 2
"""The time in which both builds answer is what it is all about: twice as long as others."""


def plain(run: Run) -> Outcome:
    return _upgrade(run, "rolling upgrade during games", {})


def sealed(run: Run) -> Outcome:
    """No state is taken that has no seal, so each build has to believe the other's."""
    return _upgrade(run, "rolling upgrade during games, sealed", SEALED)


def _upgrade(run: Run, name: str, env: Mapping[str, str]) -> Outcome:
    outcome, phases = Outcome(name), list[tuple[float, str]]()
    with newer_build() as tree, redis_server() as url:
        settings = {"REFEREE_REDIS_URL": url, **ASK_REDIS_EVERY_TIME, **WAIT_FOR_REDIS, **env}
        with behind_a_proxy(settings) as (pair, port), Players(port, _tables()) as players:
            time.sleep(run.warm_up_s)
            phases.append((time.monotonic(), "before"))
            time.sleep(run.before_s)
            phases.append((time.monotonic(), "during"))
            replace(pair[0], tree)
            names = {_build(each) for each in pair}
            # Without seals, since these questions have none.
            outcome.wanted += [] if env else apart(pair[1], pair[0], run.questions)
            time.sleep(MIXED_TWICE * run.during_s)
            replace(pair[1], tree)
            phases.append((time.monotonic(), "after"))
            time.sleep(run.after_s)
            played = players.stop()
        outcome.count(played.sent, phases)
        wrong = strangers(played.noted, tree, env)
    outcome.count(wrong, [])
    outcome.sent -= len(wrong)
    outcome.none_failed()
    outcome.wanted += [
        Wanted("two builds", len(names) == 2),
        Wanted("states went from the older build to the newer and back", played.went_both_ways),
        Wanted("games came to their end", played.games > 0),
    ]
    if env:
        outcome.wanted.append(Wanted("every state had a seal", played.unsealed == 0))
    outcome.notes += [
        f"{played.games} games to the end",
        f"{played.changes} states of one build taken further by the other",
        f"{min(len(played.noted), ASKED_AGAIN)} of {len(played.noted)} answers compared with those of each build alone",
    ]
    return outcome


def _build(each: Instance) -> str:
    return str(json.loads(read(f"{each.base}/v1"))["build"])


def _tables() -> list[tuple[str, int]]:
    """Games of as few seats as there may be and one more: the shortest, so that some end."""
    return [(game.id, game.players[0] + more) for game in load_games().values() for more in range(PLAYERS_A_GAME)]

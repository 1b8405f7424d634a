"""Random games over HTTP from a process of its own, each played by a client that notes all that it is told.

What is checked at once: every answer is there, a listed action is legal, digests follow from each other, games end.
What was noted can be held against another service afterwards.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import pickle
import random
import sys
import time
from collections.abc import Sequence
from typing import Any

from tests.chaos.client import ANSWERS_WITHIN_S, Failed, Sent, ask, hashed, post
from tests.chaos.load import Helper, told_to_end
from tests.chaos.played import Noted, Played

MOST_ACTIONS = 3000
PAUSE_S = 0.02
"""Between two requests of a player."""
EXPLAINED = 0.25
"""How often a player also asks what is not legal, and why."""
LAST_GAMES_S = 15.0
"""How long games may go on that have begun when the end comes."""


class Players(Helper):
    """Players of these games, for two and three, through a port of 127.0.0.1 from now on."""

    def __init__(self, port: int, games: Sequence[tuple[str, int]]) -> None:
        """`games`: for each player, the id of the game and the number of seats."""
        super().__init__("tests.chaos.playing", (port, list(games)))

    def stop(self) -> Played:
        """Once those who are at a game have finished it, or have tried for a while."""
        played: Played = self.end(LAST_GAMES_S + 2 * ANSWERS_WITHIN_S)
        return played


class Player:
    """Plays one random game after the other."""

    def __init__(self, port: int, game: str, seats: int, name: str, played: Played) -> None:
        self._port, self._base, self._seats, self._name, self._played = port, f"/v1/games/{game}", seats, name, played
        self._rng = random.Random(name)

    async def play(self, end: asyncio.Event) -> None:
        """Until `end`, and then to the end of the game."""
        for number in itertools.count():
            versions: list[str] = []
            self._played.versions.append(versions)
            try:
                await self._game(f"{self._name}-{number}", versions)
            except Failed:
                # It has been counted. Whoever plays would ask again; here the next game begins.
                pass
            else:
                self._played.games += 1
            if end.is_set():
                return

    async def _game(self, seed: str, versions: list[str]) -> None:
        chance = {"chance": {"seed": seed}}
        position = await self._ask("states", {"players": self._seats, "salt": seed, **chance})
        for _ in range(MOST_ACTIONS):
            versions.append(position["state"]["rules_version"])
            self._played.unsealed += "seal" not in position
            if position["finished"]:
                return
            state = {name: position[name] for name in ("state", "seal") if name in position}
            listed = await self._ask("legal-actions", state)
            self._check(listed["digest"] == position["digest"], "legal-actions", "another digest")
            if self._rng.random() < EXPLAINED:
                await self._ask("legal-actions", {**state, "explain": True})
            action = self._choice(listed["decisions"])
            position = await self._ask("adjudications", {**state, "action": action, **chance})
            self._check(position["legal"] is True, "adjudications", "a listed action is illegal")
        self._check(False, "adjudications", "the game does not end")

    def _choice(self, decisions: list[dict[str, Any]]) -> dict[str, Any]:
        able = [decision for decision in decisions if decision["actions"]]
        must = [decision for decision in able if not decision["optional"]]
        decision = self._rng.choice(must if must and self._rng.random() < 0.9 else able)
        action: dict[str, Any] = self._rng.choice(decision["actions"])
        return action

    async def _ask(self, call: str, body: dict[str, Any]) -> Any:
        await asyncio.sleep(PAUSE_S)
        request = post(f"{self._base}/{call}", json.dumps(body, separators=(",", ":")).encode())
        began = time.monotonic()
        try:
            answer = await ask(self._port, request)
        except Failed as failed:
            self._played.sent.append(Sent(call, began, time.monotonic() - began, str(failed)))
            raise
        self._played.sent.append(Sent(call, began, time.monotonic() - began))
        self._played.noted.append(Noted(request, hashed(answer)))
        return json.loads(answer)

    def _check(self, kept: bool, call: str, failure: str) -> None:
        if not kept:
            self._played.sent.append(Sent(call, time.monotonic(), 0.0, failure))
            raise Failed(failure)


async def play(port: int, games: Sequence[tuple[str, int]]) -> Played:
    """Until standard input ends, and then until the games have ended, or the time for that has."""
    played, end = Played(), asyncio.Event()
    players = [Player(port, game, seats, f"{game}-{n}", played) for n, (game, seats) in enumerate(games)]
    tasks = [asyncio.create_task(player.play(end)) for player in players]
    await told_to_end()
    end.set()
    await asyncio.wait(tasks, timeout=LAST_GAMES_S)
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
    return played


def main() -> None:
    """Reads from standard input what to play where, and writes what became of it to standard output."""
    port, games = pickle.load(sys.stdin.buffer)
    pickle.dump(asyncio.run(play(port, games)), sys.stdout.buffer)


if __name__ == "__main__":
    main()

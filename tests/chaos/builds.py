"""Two builds of the service, the one here and one whose rules are a patch newer, and whose answer is whose."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from service.engine.registry import load_games
from tests.chaos.client import Question, Sent, ask, hashed
from tests.chaos.instance import Instance, instance, wait_until_ready
from tests.chaos.outcome import Wanted
from tests.chaos.played import Noted
from tests.chaos.redis_scenes import hits
from tests.servers import ROOT

TREE = ("service", "schemas", "openapi", "deploy")
"""All that a build is made of."""
PATCH = re.compile(r'^(RULES_VERSION = "\d+\.\d+\.)(\d+)"$', re.MULTILINE)
REPAIRED = " Told in other words than before."
"""Ends the text of every clause of the newer build, so that its answers can be told from the older one's."""
ASKED_OF_BOTH = 40
ASKED_AGAIN = 1200
"""At most: of what players were answered, so much is asked again."""
AT_ONCE = 8


@contextmanager
def newer_build() -> Iterator[Path]:
    """A copy of the source with the patch number of every game raised and every clause a little longer."""
    with tempfile.TemporaryDirectory(prefix="referee-newer-") as directory:
        tree = Path(directory)
        for name in TREE:
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        games = sum(_raised(path) for path in (tree / "service" / "games").rglob("*.py"))
        if games != len(load_games()):
            raise RuntimeError(f"{games} rules versions found for {len(load_games())} games")
        for path in (tree / "service" / "games").rglob("rules.json"):
            clauses = json.loads(path.read_text())
            path.write_text(json.dumps([{**clause, "text": clause["text"] + REPAIRED} for clause in clauses]))
        yield tree


def _raised(path: Path) -> int:
    text, number = PATCH.subn(lambda found: f'{found[1]}{int(found[2]) + 1}"', path.read_text())
    if number:
        path.write_text(text)
    return number


def replace(each: Instance, tree: Path) -> None:
    """Stops it, and starts it with other source; returns when it is ready."""
    each.stop()
    each.tree = tree
    each.start()
    wait_until_ready(each)


def apart(older: Instance, newer: Instance, questions: Iterable[Question]) -> list[Wanted]:
    """Asks both, twice and in turns, what they would have in the same redis under the same name, were it not for the
    build: why actions are not legal, with the text of the clauses.
    """
    asked = [each for each in questions if b'"explain":true' in each.request][:ASKED_OF_BOTH]
    own, seen = True, 0
    before = [hits(each.counts()) for each in (older, newer)]
    for _ in range(2):
        for question in asked:
            old, new = (asyncio.run(ask(each.port, question.request)) for each in (older, newer))
            marked = new.replace(REPAIRED.encode(), b"")
            own &= hashed(old) == hashed(marked) == question.answer
            seen += marked != new
    used = [hits(each.counts()) > was for each, was in zip((older, newer), before, strict=True)]
    return [
        Wanted("asked directly, each build answers in its own words", own and seen > 0),
        Wanted("both builds had answers in the same redis", all(used)),
    ]


def strangers(noted: Sequence[Noted], tree: Path, env: Mapping[str, str]) -> list[Sent]:
    """Of what players were answered, that which neither build, alone and without a cache in common, answers."""
    chosen = random.Random(1).sample(noted, min(len(noted), ASKED_AGAIN))
    answers: list[list[bytes]] = []
    for source in (ROOT, tree):
        with instance(2, env, source) as alone:
            answers.append(asyncio.run(_all_of(alone.port, [each.request for each in chosen])))
    told = zip(chosen, *answers, strict=True)
    return [Sent("a player's", 0.0, 0.0, "answer of neither build") for each, *own in told if each.answer not in own]


async def _all_of(port: int, requests: Sequence[bytes]) -> list[bytes]:
    few = asyncio.Semaphore(AT_ONCE)

    async def one(request: bytes) -> bytes:
        async with few:
            return hashed(await ask(port, request))

    return list(await asyncio.gather(*map(one, requests)))

"""Everybody asks the same expensive question at the same moment, and it is worked out once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from tests.chaos import material
from tests.chaos.client import Question, Sent, ask_question
from tests.chaos.instance import instance
from tests.chaos.outcome import Outcome, Wanted
from tests.chaos.scene import Run
from tests.servers import redis_server

WORKERS = 2
PATIENT = {"REFEREE_CACHE_WAIT_MS": "20000", "REFEREE_REDIS_TIMEOUT_MS": "1000", "REFEREE_TIMEOUT_S": "120"}
"""Instead of the defaults: the point is that one worker waits for the other, not how fast this machine is just now."""


def stampede(run: Run) -> Outcome:
    """Both workers are asked; one works, and what it finds is everybody's."""
    outcome = Outcome(f"{run.stampede} clients ask one cold expensive question")
    question = material.expensive("stampede")
    with redis_server() as url, instance(WORKERS, {"REFEREE_REDIS_URL": url, **PATIENT}) as service:
        began = time.monotonic()
        sent = asyncio.run(_at_once(service.port, [question] * run.stampede))
        outcome.count(sent, [(began, "during")])
        enumerations = service.counts().sum("referee_listed_actions_count")
    outcome.notes.append(f"{enumerations} enumeration{'s' if enumerations != 1 else ''}")
    outcome.none_failed()
    outcome.wanted.append(Wanted("exactly one enumeration over all workers", enumerations == 1))
    return outcome


async def _at_once(port: int, questions: Sequence[Question]) -> list[Sent]:
    return list(await asyncio.gather(*(ask_question(port, each) for each in questions)))

"""Scenes with two instances of the service behind nginx, as deploy/ has them."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tests.chaos import material
from tests.chaos.client import ANSWERS_WITHIN_S, Failed, Sent, body_of, post_head
from tests.chaos.instance import Instance, instances, wait_until_ready
from tests.chaos.outcome import Outcome, Wanted
from tests.chaos.scene import Run, Stage, under_load
from tests.proxy import nginx_in_front_of

BEHIND_A_PROXY = {"REFEREE_TRUSTED_PROXIES": "1"}
ROUNDS = 2
SLOW_REQUEST = b'{"players":3}'
"""With spaces behind it, as many as it takes to be slow."""
PIECE = 4
"""Bytes of a slow upload that come at once, one piece a second."""
SPREAD_S = 2.0
"""How long it takes until all slow uploads have begun: they should not all end at the same moment."""


@contextmanager
def behind_a_proxy(env: Mapping[str, str]) -> Iterator[tuple[list[Instance], int]]:
    """Two instances with one worker each, and the port of the proxy before them."""
    with (
        instances(2, 1, {**BEHIND_A_PROXY, **env}) as pair,
        nginx_in_front_of([each.port for each in pair]) as proxy,
    ):
        yield pair, proxy.port


def restart(each: Instance) -> None:
    """SIGTERM, then started anew; returns when it is ready."""
    each.stop()
    each.start()
    wait_until_ready(each)


def rolling_restart(run: Run) -> Outcome:
    """Each of the two is restarted twice, never both at once."""
    outcome = Outcome("rolling restart of two instances, twice")
    with behind_a_proxy({}) as (pair, port), under_load(run, port, outcome) as stage:
        stage.before()
        for _ in range(ROUNDS):
            for each in pair:
                stage.during(lambda each=each: restart(each), seconds=0.5)
        stage.after()
    outcome.none_failed()
    return outcome


def slow_uploads(run: Run) -> Outcome:
    """The slow ones have to be answered too, in the end."""
    outcome = Outcome(f"{run.uploads} slow uploads")
    with behind_a_proxy({}) as (_, port):
        with under_load(run, port, outcome) as stage:
            stage.before()
            # A p99 wants many requests, and one is compared with the other.
            time.sleep(run.before_s)
            slow = asyncio.run(_uploads(port, run.uploads, 2 * run.during_s, stage))
            stage.after()
        outcome.count(slow, [])
    before, during = outcome.p99("before"), outcome.p99("during")
    longest = max(each.took_s for each in slow)
    outcome.notes.append(f"each of the {len(slow)} took {longest:.0f} s to send its request")
    outcome.none_failed()
    outcome.wanted.append(Wanted("health green", not any(kind.startswith("healthz") for kind in outcome.failures)))
    if before is not None and during is not None:
        outcome.wanted.append(
            Wanted("p99 of the others at most twice the quiet one", during <= 2 * before, binding=False)
        )
    return outcome


async def _uploads(port: int, number: int, during_s: float, stage: Stage) -> list[Sent]:
    """So many, and `during_s` in which all have begun and none has ended."""
    stage.enter("")
    pieces = math.ceil(max(SPREAD_S + during_s, len(SLOW_REQUEST) / PIECE))
    body = SLOW_REQUEST.ljust(PIECE * pieces)
    uploads = [asyncio.create_task(_upload(port, body, SPREAD_S * each / number)) for each in range(number)]
    await asyncio.sleep(SPREAD_S)
    stage.enter("during")
    await asyncio.sleep(during_s)
    stage.enter("")
    return list(await asyncio.gather(*uploads))


async def _upload(port: int, body: bytes, begin_after_s: float) -> Sent:
    await asyncio.sleep(begin_after_s)
    began, failure = time.monotonic(), ""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(post_head(f"{material.base_of_a_game()}/states", len(body)))
            for start in range(0, len(body), PIECE):
                await asyncio.sleep(1.0)
                writer.write(body[start : start + PIECE])
            async with asyncio.timeout(ANSWERS_WITHIN_S):
                body_of(await reader.read())
        finally:
            writer.close()
    except Failed as failed:
        failure = str(failed)
    except TimeoutError:
        failure = "no answer"
    except OSError as error:
        failure = type(error).__name__
    return Sent("slow upload", began, time.monotonic() - began, failure)

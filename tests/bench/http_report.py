"""The part of the report that `tests.bench.http` measures, in words and tables."""

import statistics
from collections.abc import Sequence
from typing import NamedTuple

from service.engine.game import Game
from tests.bench import http, state_check
from tests.bench.http import Batch, Measured, Results
from tests.bench.questions import POSITIONS, SEEN, UNSEEN
from tests.bench.state_check import StateCheck

STATE_CHECK_GOAL = 0.1


class Figure(NamedTuple):
    """One ratio of the report, for the plot."""

    game: str
    setting: str
    kind: str
    ratio: float
    goal: float | None


def report(game: Game, measured: Results, figures: list[Figure]) -> list[str]:
    """Tells what was measured without redis and with it; the ratios are added to `figures`."""
    alone, shared = measured
    for name, results in (("without redis", alone), ("with redis", shared)):
        figures += [Figure(game.title, name, m.kind.name, m.ratio, m.kind.goal) for m in results]
    return [
        f"## {game.title} over HTTP, beside an echo",
        "",
        f"{POSITIONS} positions from the middle of a game, each asked about in {len(alone[0].service)} rounds.",
        "The echo is a bare Flask application that reads as many bytes and answers as many. Both run under",
        "deploy/gunicorn.conf.py with one worker each, both on one processor; they are started anew",
        f"{http.SITTINGS} times, in turns with the other games. One client on loopback asks both alternately, with a",
        "connection for each request.",
        "Processor time is the worker's own, the ratio the median of the ratios of the rounds. An unseen state has",
        "a salt of its own. Cold: the state unseen, the list never asked for; warm: both known. Known to redis alone:",
        "another worker has answered about the state. Requests a second: four clients at once, one worker.",
        "",
        "Without redis:",
        "",
        *_cpu(alone),
        "",
        *_latencies(alone),
        "",
        "With redis, through a unix socket:",
        "",
        *_cpu(shared),
        "",
        *_latencies(shared),
        "",
        *_checks(alone, state_check.measure(game)),
        "",
    ]


def _cpu(results: Sequence[Measured]) -> list[str]:
    lines = [
        "| processor time of a request | kB in | kB out | µs | echo, µs | ratio | goal |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for measured in results:
        sizes = statistics.mean(measured.sent) / 1000, statistics.mean(measured.service[0].sizes) / 1000
        lines.append(
            f"| {measured.kind.name} | {sizes[0]:.1f} | {sizes[1]:.1f} | {_cpu_us(measured.service):,.0f} "
            f"| {_cpu_us(measured.echo):,.0f} | {measured.ratio:.2f} | {_against(measured.ratio, measured.kind.goal)} |"
        )
    return lines


def _latencies(results: Sequence[Measured]) -> list[str]:
    lines = [
        "| latency, ms, and requests a second | p50 | p99 | echo, p50 | echo, p99 | a second | echo, a second |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for measured in results:
        figures = [*_percentiles(measured.service), *_percentiles(measured.echo)]
        rates = [statistics.median(pair[which] for pair in measured.rates) for which in (0, 1)]
        cells = [*(f"{1000 * figure:.2f}" for figure in figures), *(f"{figure:,.0f}" for figure in rates)]
        lines.append(f"| {measured.kind.name} | {' | '.join(cells)} |")
    return lines


def _checks(results: Sequence[Measured], check: StateCheck) -> list[str]:
    requests = {measured.kind.name: _cpu_us(measured.service) for measured in results}
    rows = [
        ("seen: known by the hash of its bytes, and read", check.found, requests[SEEN]),
        ("unseen: read, and held against its schema", check.shape, requests[UNSEEN]),
        ("the same, JSON with spaces", check.shape_spaced, requests[UNSEEN]),
        ("unseen: ids, counts, agenda, somebody can act", check.admitted, requests[UNSEEN]),
        ("unseen: all that makes it dearer than one seen", requests[UNSEEN] - requests[SEEN], requests[UNSEEN]),
    ]
    lines = [
        "Checking the state, in process and warm but for the last line, and its share of an adjudication over HTTP:",
        "",
        "| state check | µs | share | goal |",
        "| --- | ---: | ---: | --- |",
    ]
    for name, microseconds, request in rows:
        share = microseconds / request
        lines.append(f"| {name} | {microseconds:,.0f} | {share:.0%} | {_against(share, STATE_CHECK_GOAL)} |")
    return lines


def _against(figure: float, goal: float | None) -> str:
    if goal is None:
        return ""
    return f"{goal:g}: {'met' if figure <= goal else 'falls short'}"


def _cpu_us(batches: Sequence[Batch]) -> float:
    return 1e6 * statistics.median(batch.cpu_s for batch in batches)


def _percentiles(batches: Sequence[Batch]) -> tuple[float, float]:
    """p50 and p99 of all latencies."""
    cuts = statistics.quantiles((took for batch in batches for took in batch.latencies_s), n=100, method="inclusive")
    return cuts[49], cuts[98]

"""The outcomes as a page of Markdown."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path

from tests.chaos.outcome import PHASES, Outcome
from tests.chaos.scene import Run

PATH = Path(__file__).parent / "report.md"


def page(run: Run, outcomes: Sequence[Outcome], took_s: float, busy: float) -> str:
    """The whole of it. `busy` is the load average of the machine before the run."""
    lines = [
        "# What happens when things break",
        "",
        f"Steady load of {run.rate:g} requests a second (new games, lists, rulings, validations, health) on real games",
        "while something is taken away. Every answer is compared, byte for byte, with the one that a service gives to",
        "which nothing happens; whatever is not that answer counts as failed, and nothing is ever asked twice.",
        "Where something happens to redis, workers keep nothing in memory, so that they ask it all the time. Two",
        "instances of one worker stand behind the proxy (nginx, configured as in deploy/); elsewhere it is one of two.",
        "",
        f"{os.cpu_count()} cores for service, proxy, redis and clients together, Python {platform.python_version()},",
        f"load average {busy:.1f} before the run, which took {took_s:.0f} s. Again: `make chaos CHAOS_ARGS=--write`.",
        "",
        "| scene | sent | failed | p99 before, ms | during | after |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for outcome in outcomes:
        times = " | ".join(_figure(outcome.p99(phase)) for phase in PHASES)
        lines.append(f"| {outcome.scene} | {outcome.sent} | {outcome.failed} | {times} |")
    lines += ["", "| scene | wanted | |", "| --- | --- | --- |"]
    for outcome in outcomes:
        lines += [f"| {outcome.scene} | {each.what} | {each.verdict} |" for each in outcome.wanted]
    lines += [
        "",
        "Times are the machine's as much as the service's: they are told, and only failures fail the run.",
        "",
    ]
    for outcome in outcomes:
        failures = [f"failed: {number} {kind}" for kind, number in outcome.failures.most_common()]
        told = [*failures, *outcome.notes]
        lines += [f"* {outcome.scene}: {'; '.join(told)}."] if told else []
    return "\n".join([*lines, ""])


def _figure(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.1f}"

"""Breaks what the service stands on while it is under steady load: `python -m tests.chaos [--quick] [--scene NAME …]`.

Everything is on loopback and bounded: at most about five minutes. Exits 1 when more requests have failed than may,
or when an answer was wrong. Times are told, and what was wanted of them, but they are not held against the run.
"""

import argparse
import os
import sys
import time

from tests.chaos import material, report
from tests.chaos.outcome import Outcome
from tests.chaos.scene import Run
from tests.chaos.scenes import SCENES


def main() -> int:
    """Runs the scenes one after the other and tells what came of each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scene", action="append", choices=sorted(SCENES), help="this one only; may be repeated")
    parser.add_argument("--quick", action="store_true", help="a few seconds a scene")
    parser.add_argument("--rate", type=float, default=Run.rate, help="requests a second (default: %(default)g)")
    parser.add_argument("--redis-timeout-ms", help="REFEREE_REDIS_TIMEOUT_MS where something happens to redis")
    parser.add_argument("--write", action="store_true", help=f"write {report.PATH.name}")
    arguments = parser.parse_args()
    started, busy = time.monotonic(), os.getloadavg()[0]
    print("playing the games that will be asked about", flush=True)
    questions = material.steady()
    short = {"before_s": 1.5, "during_s": 2.0, "after_s": 1.0} if arguments.quick else {}
    timeout = arguments.redis_timeout_ms
    redis = {"REFEREE_REDIS_TIMEOUT_MS": timeout} if timeout else {}
    run = Run(questions, rate=arguments.rate, redis=redis, **short)
    outcomes: list[Outcome] = []
    for name, scene in SCENES.items():
        if not arguments.scene or name in arguments.scene:
            outcomes.append(scene(run))
            print(outcomes[-1].line(), flush=True)
    text = report.page(run, outcomes, time.monotonic() - started, busy)
    print(f"\n{text}")
    if arguments.write:
        report.PATH.write_text(text, encoding="utf-8")
    return 0 if all(outcome.passed for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())

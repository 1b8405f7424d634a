"""The fuzzers, in a limited time: Schemathesis over the OpenAPI document, changed states, noise in requests.

    python -m tests.fuzz [--cases 20000] [--seed 1] [--processes 2] [--minutes 40] [-- PYTEST OPTION ...]

Exits with pytest's code; 1 as well when the time is up.
"""

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path

TESTS = sorted(Path(__file__).parent.glob("fuzz_*.py"))


def main() -> int:
    """Runs them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20_000, help="cases for Schemathesis; noise comes on top")
    parser.add_argument("--seed", type=int, default=1, help="another one explores further")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("options", nargs="*", help="for pytest, as -x")
    arguments = parser.parse_args()
    # Named outright: their names keep them out of `make test`.
    command = [sys.executable, "-m", "pytest", *TESTS, "-n", str(arguments.processes), "--dist", "worksteal"]
    # The strategies that Schemathesis makes hold the whole document.
    command += ["-W", "ignore:Generating overly large repr"]
    chosen = {"FUZZ_CASES": str(arguments.cases), "FUZZ_SEED": str(arguments.seed)}
    process = subprocess.Popen(
        [*command, *arguments.options], env={**os.environ, **chosen}, stdin=subprocess.DEVNULL, start_new_session=True
    )
    # Asked to stop, stop what was started too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("fuzz: stopped"))
    try:
        return process.wait(60 * arguments.minutes)
    except subprocess.TimeoutExpired:
        print(f"fuzz: not done within {arguments.minutes:g} minutes", file=sys.stderr)
        return 1
    finally:
        if process.poll() is None:
            # With its workers and their servers.
            os.killpg(process.pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())

"""python -m tests.deploy.check [NAME]…     runs all checks, or those named; exits 1 when one fails

With REQUIRE_PROGRAMS=1 a check that cannot be made here counts as failed.
"""

import os
import sys
import time
from collections.abc import Callable

from tests.deploy.check import DEPLOY, Failed, Skipped, compose, files, image, manifests, proxy, watching

CHECKS: dict[str, Callable[[], str]] = {
    "files": lambda: files.check(DEPLOY),
    "dockerfile": lambda: files.check_dockerfile(DEPLOY / "Dockerfile"),
    "nginx": proxy.check,
    "compose": lambda: compose.check(DEPLOY / "compose.yaml"),
    "kubernetes": lambda: manifests.check(DEPLOY / "kubernetes"),
    "prometheus": lambda: watching.check_prometheus(DEPLOY / "prometheus"),
    "metrics": lambda: watching.check_names(DEPLOY / "prometheus", DEPLOY / "grafana"),
    "image": image.check,
}
"""By name; each returns what it has done."""


def main(names: list[str]) -> int:
    """Prints a line for each check."""
    if not set(names) <= CHECKS.keys():
        print(f"usage: python -m tests.deploy.check [{' | '.join(CHECKS)}]…", file=sys.stderr)
        return 2
    outcomes = [run(name) for name in names or CHECKS]
    print(f"{outcomes.count('ok')} passed, {outcomes.count('FAILED')} failed, {outcomes.count('skipped')} skipped")
    return 1 if "FAILED" in outcomes else 0


def run(name: str) -> str:
    """`ok`, `FAILED` or `skipped`."""
    began, outcome = time.monotonic(), "ok"
    try:
        told = CHECKS[name]()
    except Failed as error:
        outcome, told = "FAILED", str(error)
    except Skipped as error:
        outcome, told = "FAILED" if os.environ.get("REQUIRE_PROGRAMS") == "1" else "skipped", str(error)
    print(f"{outcome:8}{name} ({time.monotonic() - began:.1f} s): {told}", flush=True)
    return outcome


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

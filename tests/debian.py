"""Programs that tests need and pip does not bring.

python -m tests.debian nginx chromium     installs Debian's packages of those that are not there; needs root
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest


class Program(NamedTuple):
    """What Debian calls its packages, and what they bring."""

    packages: tuple[str, ...]
    executables: tuple[str, ...]


PROGRAMS = {
    "chromium": Program(("chromium", "chromium-driver"), ("chromium", "chromedriver")),
    "nginx": Program(("nginx",), ("nginx",)),
    "promtool": Program(("prometheus",), ("promtool",)),
    "redis-server": Program(("redis-server",), ("redis-server",)),
}


class CannotInstall(RuntimeError):
    """The message says why."""


def find(name: str) -> list[Path] | None:
    """Where its executables are; None where one is missing."""
    # Debian keeps servers where only root looks.
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"])
    found = [shutil.which(executable, path=path) for executable in PROGRAMS[name].executables]
    return [Path(place) for place in found if place] if all(found) else None


def needed(name: str) -> list[Path]:
    """For a test that cannot run without a program: its executables, or the test is skipped.

    With REQUIRE_PROGRAMS=1 in the environment, as in CI, it fails instead: a test that never runs proves nothing.
    """
    found = find(name)
    if found is not None:
        return found
    message = f"{name} is not installed (on Debian: apt-get install {' '.join(PROGRAMS[name].packages)})"
    if os.environ.get("REQUIRE_PROGRAMS") == "1":
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def install(names: Iterable[str]) -> None:
    """Installs what is missing, starting no service. Raises CannotInstall, also without root or apt-get."""
    missing = [name for name in names if find(name) is None]
    if not missing:
        return
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        raise CannotInstall(f"cannot install {', '.join(missing)}: that needs root and apt-get")
    packages = [package for name in missing for package in PROGRAMS[name].packages]
    # RUNLEVEL=1 makes Debian's invoke-rc.d refuse to start a service.
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for command in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *packages]):
        done = subprocess.run(["apt-get", *command], env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotInstall(f"apt-get {' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def main(names: list[str]) -> int:
    """Exits 1 with a reason where something cannot be installed."""
    if not names or not set(names) <= PROGRAMS.keys():
        print(f"usage: python -m tests.debian [{' | '.join(PROGRAMS)}]…", file=sys.stderr)
        return 2
    try:
        install(names)
    except CannotInstall as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Installs the package of a third party without network, and runs tests where it is installed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.servers import ROOT

SOURCE = Path(__file__).parent / "tic_tac_toe"
GAME = "tic-tac-toe"


@dataclass(frozen=True)
class Installed:
    """An installed package: what PYTHONPATH must name, and the copy of its project that it was built from."""

    site: Path
    project: Path

    @property
    def package(self) -> Path:
        """The modules and data as they were installed."""
        return self.site / "tictactoe_referee"

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to find the package."""
        return {"PYTHONPATH": str(self.site), "PYTHONDONTWRITEBYTECODE": "1"}

    def run_tests(self, *arguments: str | Path) -> "Report":
        """Run pytest with the package installed."""
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "-q",
            "-rA",
            "--tb=short",
        ]
        command += ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), *map(str, arguments)]
        # A pytest that is being run by another one's worker must not take itself for that worker.
        surroundings = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        environment = {**surroundings, **self.environment}
        run = subprocess.run(
            command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        return Report(run.returncode, run.stdout + run.stderr)


@dataclass(frozen=True)
class Report:
    """What a run of pytest has told."""

    status: int
    text: str

    def tests(self, outcome: str) -> set[str]:
        """The names of the tests that have passed (``PASSED``) or failed (``FAILED``), without their files."""
        return set(self._names(outcome))

    def _names(self, outcome: str) -> Iterator[str]:
        for found in re.finditer(rf"^{outcome} \S+?::(.+?)(?: - .*)?$", self.text, re.M):
            yield found[1]


def install(directory: Path) -> Installed:
    """Build and install the package below ``directory``, by pip as its author's users would, but without network."""
    made = Installed(directory / "site", directory / "project")
    # A copy: building leaves files beside the source.
    shutil.copytree(SOURCE, made.project, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(made.site), str(made.project)]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(f"the package cannot be installed:\n{run.stdout}{run.stderr}")
    return made

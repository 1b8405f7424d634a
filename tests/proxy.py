"""nginx in front of the service, with the very configuration of deploy/nginx."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.debian import needed
from tests.servers import ROOT, answers, die_with_parent, end_of, free_port

NGINX = ROOT / "deploy" / "nginx"
POD = ROOT / "deploy" / "kubernetes" / "base" / "upstream.conf"
"""What stands behind nginx in a pod of Kubernetes; in compose it is deploy/nginx/upstream.conf."""
POD_SOCKET = "unix:/run/referee/gunicorn.sock"
INSTANCES = ("referee-1:8000", "referee-2:8000")
STOPS_WITHIN_S = 60.0


@dataclass(frozen=True)
class Proxy:
    """A running nginx: where it listens on 127.0.0.1, and what it has logged."""

    port: int
    directory: Path

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def log(self) -> str:
        """The access log: what the service did not see, or had to be asked again. A JSON object in each line."""
        return (self.directory / "access.log").read_text()


@contextmanager
def nginx_in_front_of(
    ports: Sequence[int], replace: Mapping[str, str] | None = None, behind: str | None = None
) -> Iterator[Proxy]:
    """nginx before instances of the service at these ports of 127.0.0.1; one of them at least has to answer already.

    `behind` is another upstream.conf than that of compose. All else is as it is deployed but for addresses, directories
    and what `replace` replaces in nginx.conf (a text that does not stand there is an error). Skips the test where there
    is no nginx. Raises RuntimeError with nginx's log when it does not start, or does not stop on SIGQUIT.
    """
    (program,) = needed("nginx")
    with tempfile.TemporaryDirectory(prefix="nginx-", ignore_cleanup_errors=True) as name:
        directory, log = Path(name), Path(name, "error.log")
        port = free_port()
        render(directory, port, behind or upstream(ports), replace or {})
        with log.open("ab") as output:
            process = subprocess.Popen(
                command(program, directory),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=die_with_parent,
            )
        try:
            if not answers(f"http://127.0.0.1:{port}/healthz", process):
                raise RuntimeError(f"nginx does not start:\n{end_of(log)}")
            yield Proxy(port, directory)
        finally:
            # Finishes the requests at hand, as a container's stop signal does.
            process.send_signal(signal.SIGQUIT)
            try:
                process.wait(STOPS_WITHIN_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise RuntimeError(f"nginx does not stop:\n{end_of(log)}") from None


def command(program: Path, directory: Path, *arguments: str) -> list[str | Path]:
    """nginx with the configuration rendered into `directory`."""
    # Started as root it would hand its work to `nobody`, who may not write into our directories.
    user = ["-g", "user root;"] if os.geteuid() == 0 else []
    return [program, "-p", directory, "-c", directory / "nginx.conf", "-e", "stderr", *user, *arguments]


def render(directory: Path, port: int, behind: str, replace: Mapping[str, str]) -> None:
    """Writes nginx.conf for `port` of 127.0.0.1, with `directory` instead of /tmp, and upstream.conf."""
    text = (NGINX / "nginx.conf").read_text()
    changes = {
        " /tmp/": f" {directory}/",
        " /dev/stdout ": f" {directory}/access.log ",
        "listen 8080 ": f"listen 127.0.0.1:{port} ",
    }
    for old, new in {**changes, **replace}.items():
        if old not in text:
            raise ValueError(f"{old!r} is not in nginx.conf")
        text = text.replace(old, new)
    (directory / "nginx.conf").write_text(text)
    (directory / "upstream.conf").write_text(behind)


def upstream(ports: Sequence[int]) -> str:
    """upstream.conf, with an entry at each of these ports for every entry of the first instance there."""
    lines: list[str] = []
    for line in (NGINX / "upstream.conf").read_text().splitlines(keepends=True):
        if INSTANCES[0] in line:
            lines += [line.replace(INSTANCES[0], f"127.0.0.1:{port}") for port in ports]
        elif INSTANCES[1] not in line:
            lines.append(line)
    return "".join(lines)


def pod(server: str, internal: int) -> str:
    """upstream.conf of a pod whose gunicorn is at `server` (`127.0.0.1:port` or `unix:path`), with the port of its own
    that probes and Prometheus use.
    """
    text = POD.read_text()
    return text.replace(POD_SOCKET, server).replace("listen 8081;", f"listen 127.0.0.1:{internal};")

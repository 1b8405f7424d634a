"""gunicorn as this service wants it, in the package so that an installed wheel has it too.

`referee serve` and deploy/gunicorn.conf.py both take it from here. Settings: deploy/README.md.
"""

import os
import secrets
import shutil
import tempfile
from typing import Any

from service.collector import freeze_survivors
from service.settings import Settings, SettingsError
from service.workers import announce_stops

try:
    settings = Settings.from_env(os.environ)
except SettingsError as error:
    # Without this gunicorn prints a traceback, in which the one useful line is hard to find.
    raise SystemExit(f"tabletop-referee cannot start:\n{error}") from None

wsgi_app = "service.app:create_app()"
proc_name = "tabletop-referee"
bind = settings.bind

# A ruling is short and needs nothing but the processor: one process for each core, one request at a time in each.
# Threads would share one interpreter lock and only make the slowest answers slower.
worker_class = "service.workers.Worker"
cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
workers = settings.workers or cores

# Packs and schemas are built once and shared. No connection is open at that moment: redis is first
# spoken to by the request that first asks the cache, so each worker has connections of its own.
preload_app = True

# Room for the longest query string that the service documents.
limit_request_line = 8190

timeout = settings.timeout_s
# Counted from SIGTERM on; the time for the last requests begins when no more are taken.
graceful_timeout = settings.drain_s + settings.graceful_timeout_s
max_requests = settings.max_requests
max_requests_jitter = settings.max_requests // 10

# Connections that the kernel keeps until a worker has time; it also has a limit of its own (net.core.somaxconn).
backlog = 2048

# Sync workers close the connection after each answer, so `keepalive` is not set here. Clients that should
# keep theirs open talk to a proxy in front (nginx, Caddy, Envoy), which also shields the workers from slow senders.

# The heartbeat file must not lie on a disk that can stall.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None

# Each worker counts into files of its own here, and GET /metrics tells the sum. What a worker has counted that has died
# stays in the sums, so that none ever falls; all is gone with the server.
metrics_dir = os.path.join(worker_tmp_dir or tempfile.gettempdir(), f"referee-metrics-{secrets.token_hex(8)}")
os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics_dir


def on_starting(server: Any) -> None:
    """Nothing has been counted yet (gunicorn's own hook, called in its master process before there are workers)."""
    os.mkdir(metrics_dir, 0o700)


def when_ready(server: Any) -> None:
    """The application is loaded and nothing forked yet (gunicorn's own hook, called in its master process)."""
    freeze_survivors()
    announce_stops(server, settings.drain_s, shared=settings.bind.startswith("fd://"))


def post_worker_init(worker: Any) -> None:
    """A worker is about to take requests (gunicorn's own hook, called in the worker): time to connect to redis."""
    referee = getattr(worker.wsgi, "extensions", {}).get("referee")
    if referee is None:
        return
    if referee["redis"] is not None:
        referee["redis"].open()
    referee["metrics"].begin_worker(lambda: sum(listener.get_backlog() for listener in worker.sockets))


def pre_request(worker: Any, req: Any) -> None:
    """A request begins. gunicorn's own hook of this name logs its path, which may hold anything, when debugging."""


def worker_exit(server: Any, worker: Any) -> None:
    """A worker ends (gunicorn's own hook, called in the worker)."""
    if settings.otel:
        from service.tracing import shut_down

        shut_down()


def child_exit(server: Any, worker: Any) -> None:
    """A worker has ended, in whatever way (gunicorn's own hook, called in its master process)."""
    # Imported only now: prometheus_client looks at once whether there is a directory for several processes.
    from service.metrics_files import fold

    fold(metrics_dir, {server.pid, *server.WORKERS})


def on_exit(server: Any) -> None:
    """The server has stopped (gunicorn's own hook, called in its master process alone)."""
    shutil.rmtree(metrics_dir, ignore_errors=True)


# Requests to standard output, everything else to standard error.
logger_class = "service.workers.JsonLogger"
loglevel = settings.log_level
accesslog = "-" if settings.access_log else None
errorlog = "-"

# Would put a socket into the home directory, shared by every gunicorn of the same user.
control_socket_disable = True

"""The test servers themselves, and how deploy/gunicorn.conf.py reads its settings."""

import subprocess
import sys
from pathlib import Path

import pytest
import redis

from tests.redis_server import NoRedisServer, find_redis_server
from tests.servers import ROOT, redis_process, redis_server

CONFIG = ROOT / "deploy" / "gunicorn.conf.py"


def configured(**environ: str) -> subprocess.CompletedProcess[str]:
    """The outcome of `gunicorn --print-config`, which does not load the application."""
    command = [sys.executable, "-m", "gunicorn", "-c", str(CONFIG), "--print-config"]
    return subprocess.run(
        command, cwd=ROOT, env={"PATH": "/usr/bin:/bin", **environ}, capture_output=True, text=True, check=False
    )


@pytest.mark.redis
def test_a_redis_server_answers_while_the_context_lasts_and_not_after() -> None:
    with redis_server() as url, redis.Redis.from_url(url) as client:
        assert client.ping()
        assert client.dbsize() == 0
    with pytest.raises(redis.ConnectionError):
        redis.Redis.from_url(url).ping()


@pytest.mark.redis
def test_a_redis_process_starts_again_at_its_addresses() -> None:
    with redis_process() as server:
        addresses = (server.url, server.tcp_url)
        server.kill()
        server.start()
        assert (server.url, server.tcp_url) == addresses
        for url in addresses:
            with redis.Redis.from_url(url) as client:
                assert client.ping()


def test_a_redis_server_that_was_named_and_does_not_run_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REDIS_SERVER", str(tmp_path / "missing"))
    with pytest.raises(NoRedisServer, match="REDIS_SERVER="):
        find_redis_server()


@pytest.mark.gunicorn
def test_gunicorn_takes_its_settings_from_the_environment() -> None:
    printed = configured(REFEREE_BIND="127.0.0.1:9999", REFEREE_WORKERS="3", REFEREE_TIMEOUT_S="70").stdout
    found = dict(line.split(" = ", 1) for line in printed.splitlines() if " = " in line)
    values = {name.strip(): value.strip() for name, value in found.items()}
    assert "127.0.0.1:9999" in values["bind"]
    assert (values["workers"], values["timeout"], values["worker_class"]) == ("3", "70", "service.workers.Worker")
    assert (values["preload_app"], values["accesslog"]) == ("True", "None")


@pytest.mark.gunicorn
def test_gunicorn_does_not_start_with_settings_that_cannot_be_used() -> None:
    outcome = configured(REFEREE_WORKERS="many", REFEREE_REDIS_ULR="redis://localhost")
    assert outcome.returncode != 0
    assert "REFEREE_WORKERS=many: must be a whole number" in outcome.stderr
    assert "did you mean REFEREE_REDIS_URL" in outcome.stderr
    assert "Traceback" not in outcome.stderr

import re
from dataclasses import fields
from pathlib import Path

import pytest

from service.setting_readers import ApiKey, Limit, SealKey
from service.settings import READERS, Settings, SettingsError, field_of, variable_of
from tests.servers import ROOT

HASH = "ab" * 32


def test_an_empty_environment_gives_the_defaults() -> None:
    assert Settings.from_env({}) == Settings()
    assert (
        Settings.from_env({"REFEREE_CACHE_BYTES": "", "REFEREE_REDIS_URL": " ", "PORT": "", "HOME": "/root"})
        == Settings()
    )


@pytest.mark.parametrize(
    ("variable", "text", "value"),
    [
        ("REFEREE_BIND", "0.0.0.0:80", "0.0.0.0:80"),
        ("REFEREE_BIND", "[::1]:8000", "[::1]:8000"),
        ("REFEREE_BIND", ":8000", ":8000"),
        ("REFEREE_BIND", "unix:/run/referee.sock", "unix:/run/referee.sock"),
        ("REFEREE_BIND", "fd://3", "fd://3"),
        ("REFEREE_WORKERS", "4", 4),
        ("REFEREE_TIMEOUT_S", "60", 60),
        ("REFEREE_GRACEFUL_TIMEOUT_S", "5", 5),
        ("REFEREE_ACCESS_LOG", "1", True),
        ("REFEREE_ACCESS_LOG", "0", False),
        ("REFEREE_MAX_BODY_BYTES", "2097152", 2 * 1024 * 1024),
        ("REFEREE_MAX_BODY_BYTES", " 2 MiB ", 2 * 1024 * 1024),
        ("REFEREE_WORK_BUDGET", "50000", 50_000),
        ("REFEREE_CORS_ORIGINS", "*", ("*",)),
        (
            "REFEREE_CORS_ORIGINS",
            "https://a.example, http://localhost:5173",
            ("https://a.example", "http://localhost:5173"),
        ),
        ("REFEREE_CACHE_BYTES", "0", 0),
        ("REFEREE_CACHE_BYTES", "1GiB", 1024**3),
        ("REFEREE_STATE_CACHE_BYTES", "512KiB", 512 * 1024),
        ("REFEREE_CACHE_MIN_MS", "0", 0.0),
        ("REFEREE_CACHE_MIN_MS", "1.25", 1.25),
        ("REFEREE_CACHE_TTL_S", "60", 60),
        ("REFEREE_REDIS_URL", "redis://:secret@cache.example:6380/2", "redis://:secret@cache.example:6380/2"),
        ("REFEREE_REDIS_URL", "rediss://cache/0?ssl_ca_certs=/ca.pem", "rediss://cache/0?ssl_ca_certs=/ca.pem"),
        ("REFEREE_REDIS_URL", "unix:///run/redis.sock?db=1", "unix:///run/redis.sock?db=1"),
        ("REFEREE_REDIS_TIMEOUT_MS", "20", 20),
        ("REFEREE_BUILD", "2026-11.3+abc", "2026-11.3+abc"),
        ("REFEREE_DRAIN_S", "5", 5),
        ("REFEREE_MAX_REQUESTS", "0", 0),
        ("REFEREE_LOG_LEVEL", "warning", "warning"),
        ("REFEREE_METRICS_RULES", "1", True),
        ("REFEREE_OTEL", "1", True),
        ("REFEREE_TRUSTED_PROXIES", "2", 2),
        ("REFEREE_API_KEYS", f"app:{HASH}", (ApiKey("app", HASH),)),
        ("REFEREE_API_KEYS", f"app:{HASH},\n app:{'1' * 64}", (ApiKey("app", HASH), ApiKey("app", "1" * 64))),
        ("REFEREE_RATE_LIMIT", "50/second; 1000/minute", (Limit(50, 1), Limit(1000, 60))),
        ("REFEREE_SEAL_KEYS", f"b:{HASH}, a:{'1' * 128}", (SealKey("b", b"\xab" * 32), SealKey("a", b"\x11" * 64))),
        ("REFEREE_CACHE_MAX_VALUE_BYTES", "2MiB", 2 * 1024 * 1024),
        ("REFEREE_CACHE_WAIT_MS", "0", 0),
        ("REFEREE_REDIS_URL", "redis://127.0.0.1:6379", "redis://127.0.0.1:6379"),
        ("REFEREE_REDIS_URL", "redis://[::1]:6379/0", "redis://[::1]:6379/0"),
        ("REFEREE_REDIS_URL", "redis+sentinel://:pw@one,two:26379/main/1", "redis+sentinel://:pw@one,two:26379/main/1"),
        ("REFEREE_REDIS_URL", "rediss+cluster://a:6379,b:6380", "rediss+cluster://a:6379,b:6380"),
    ],
)
def test_values_are_read(variable: str, text: str, value: object) -> None:
    settings = Settings.from_env({variable: text})
    read = getattr(settings, field_of(variable))
    assert (type(read), read) == (type(value), value)
    others = [field.name for field in fields(Settings) if field.name != field_of(variable)]
    assert [getattr(settings, name) for name in others] == [getattr(Settings(), name) for name in others]


@pytest.mark.parametrize(
    ("variable", "text", "reason"),
    [
        ("REFEREE_BIND", "8000", "host:port"),
        ("REFEREE_BIND", "127.0.0.1:70000", "from 1 to 65535"),
        ("REFEREE_BIND", "a b:80", "host:port"),
        ("PORT", "http", "from 1 to 65535"),
        ("PORT", "0", "from 1 to 65535"),
        ("REFEREE_WORKERS", "0", "from 1 to 256"),
        ("REFEREE_WORKERS", "-1", "from 1 to 256"),
        ("REFEREE_WORKERS", "2.0", "from 1 to 256"),
        ("REFEREE_WORKERS", "٣", "from 1 to 256"),
        ("REFEREE_WORKERS", "9" * 5000, "from 1 to 256"),
        ("REFEREE_ACCESS_LOG", "yes", "0 or 1"),
        ("REFEREE_MAX_BODY_BYTES", "1MB", "1MiB"),
        ("REFEREE_MAX_BODY_BYTES", "10", "from 1024"),
        ("REFEREE_MAX_BODY_BYTES", "1GiB", "to 67108864"),
        ("REFEREE_CACHE_MIN_MS", "nan", "milliseconds"),
        ("REFEREE_CACHE_MIN_MS", "1e400", "milliseconds"),
        ("REFEREE_CACHE_MIN_MS", "-1", "milliseconds"),
        ("REFEREE_CACHE_TTL_S", "0", "from 1"),
        ("REFEREE_CORS_ORIGINS", "*, https://a.example", "nor * alone"),
        ("REFEREE_CORS_ORIGINS", "https://a.example/", "not an origin"),
        ("REFEREE_CORS_ORIGINS", "https://a.example,", "not an origin"),
        ("REFEREE_REDIS_URL", "http://localhost", "must begin with"),
        ("REFEREE_REDIS_URL", "localhost:6379", "must begin with"),
        ("REFEREE_REDIS_URL", "redis://", "name a host"),
        ("REFEREE_REDIS_URL", "redis://localhost:port", "name a host"),
        ("REFEREE_REDIS_URL", "redis://localhost/first", "by its number"),
        ("REFEREE_REDIS_URL", "unix:", "name a socket"),
        ("REFEREE_REDIS_URL", "redis://localhost/0?socket_timeout=60", "nothing else"),
        ("REFEREE_REDIS_URL", "unix:///run/redis.sock?db=x", "nothing else"),
        ("REFEREE_BUILD", "a b", "characters"),
        ("REFEREE_LOG_LEVEL", "loud", "must be debug"),
        ("REFEREE_TRUSTED_PROXIES", "17", "to 16"),
        ("REFEREE_API_KEYS", "app:secret", "64 hex digits"),
        ("REFEREE_API_KEYS", HASH, "name:hash"),
        ("REFEREE_API_KEYS", f"a:{HASH},b:{HASH}", "one key twice"),
        ("REFEREE_RATE_LIMIT", "50", "as 50/second"),
        ("REFEREE_RATE_LIMIT", "0/second", "as 50/second"),
        ("REFEREE_RATE_LIMIT", "50/second;60/second", "same time twice"),
        ("REFEREE_SEAL_KEYS", "a:abc", "32 to 64 bytes"),
        ("REFEREE_SEAL_KEYS", f"a:{HASH}1", "32 to 64 bytes"),
        ("REFEREE_SEAL_KEYS", f"a:{HASH},a:{'1' * 64}", "one id"),
        ("REFEREE_REQUIRE_SEAL", "1", "there are no REFEREE_SEAL_KEYS"),
        ("REFEREE_TIMEOUT_S", "5", "may need 27 s"),
        ("REFEREE_REDIS_URL", "redis://one,two/0", "several hosts"),
        ("REFEREE_REDIS_URL", "redis://localhost:99999", "a port that there is not"),
        ("REFEREE_REDIS_URL", "redis+sentinel://one:26379/", "name the master"),
        ("REFEREE_REDIS_URL", "redis+cluster://one:6379/1", "no database"),
        ("REFEREE_REDIS_URL", "redis+ring://one", "must begin with"),
        ("REFEREE_REDIS_URL", "unix+cluster:///a", "must begin with"),
    ],
)
def test_values_that_cannot_be_used_are_named(variable: str, text: str, reason: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({variable: text})
    assert str(caught.value).startswith(variable)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("REFEREE_REDIS_URL", "redis://:hunter2@localhost/x"),
        ("REFEREE_API_KEYS", "app:hunter2"),
        ("REFEREE_SEAL_KEYS", "a:hunter2"),
    ],
)
def test_a_secret_is_not_repeated(variable: str, text: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({variable: text})
    assert "hunter2" not in str(caught.value)


def test_secrets_may_stand_in_files(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(f"b:{HASH}\na:{'1' * 64}\n")
    assert [key.id for key in Settings.from_env({"REFEREE_SEAL_KEYS_FILE": str(path)}).seal_keys] == ["b", "a"]
    for environ, reason in (
        ({"REFEREE_SEAL_KEYS_FILE": str(tmp_path / "none")}, "No such file"),
        ({"REFEREE_SEAL_KEYS_FILE": str(path), "REFEREE_SEAL_KEYS": f"a:{HASH}"}, "is set as well"),
        ({"REFEREE_WORKERS_FILE": str(path)}, "is not a setting"),
    ):
        with pytest.raises(SettingsError, match=reason):
            Settings.from_env(environ)


def test_unknown_names_are_refused_with_a_suggestion() -> None:
    with pytest.raises(SettingsError, match="REFEREE_REDIS is not a setting; did you mean REFEREE_REDIS_URL"):
        Settings.from_env({"REFEREE_REDIS": "redis://localhost"})
    with pytest.raises(SettingsError, match=r"REFEREE_XYZZY is not a setting; there are .*REFEREE_BIND"):
        Settings.from_env({"REFEREE_XYZZY": ""})


def test_the_time_out_leaves_room_for_waiting_and_working() -> None:
    enough = {"REFEREE_TIMEOUT_S": "30"}
    assert Settings.from_env(enough).timeout_s == 30
    with pytest.raises(SettingsError, match="may need 37 s"):
        Settings.from_env({**enough, "REFEREE_REDIS_URL": "redis://localhost"})
    short = {**enough, "REFEREE_REDIS_URL": "redis://localhost", "REFEREE_CACHE_WAIT_MS": "1000"}
    assert Settings.from_env(short).cache_wait_ms == 1000


def test_all_problems_are_reported_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({"REFEREE_WORKERS": "x", "REFEREE_CACHE_TTL_S": "x", "REFEREE_CASHE_BYTES": "1"})
    assert [line.split()[0].split("=")[0] for line in str(caught.value).splitlines()] == [
        "REFEREE_CACHE_TTL_S",
        "REFEREE_CASHE_BYTES",
        "REFEREE_WORKERS",
    ]


def test_port_moves_the_default_address_and_gives_way_to_bind() -> None:
    assert Settings.from_env({"PORT": "9000"}).bind == "127.0.0.1:9000"
    assert Settings.from_env({"PORT": "9000", "REFEREE_BIND": "0.0.0.0:80"}).bind == "0.0.0.0:80"


def test_every_field_is_a_setting_and_stands_in_the_table() -> None:
    table = (ROOT / "deploy" / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(REFEREE_\w+)` \| (.*?) \|", table, re.MULTILINE))
    assert set(rows) == set(READERS) == {variable_of(field.name) for field in fields(Settings)}
    for variable, cell in rows.items():
        default = re.fullmatch(r"`(.*)`", cell)
        if default:
            assert Settings.from_env({variable: default[1]}) == Settings(), variable
        else:
            assert not getattr(Settings(), field_of(variable)), variable

"""`referee key`: what it prints is what the settings take and the service knows."""

import hashlib

import pytest

from service.cli.refusals import Code
from service.setting_readers import api_keys, seal_keys
from service.settings import Settings
from tests.api.client import Client, stones_app
from tests.cli.terminal import Terminal


def test_an_api_key_opens_the_service_that_has_its_entry(terminal: Terminal) -> None:
    first, second = terminal.run("key", "app"), terminal.run("key", "app")
    assert first.code == Code.YES
    told_key, told_entry = first.lines
    key, entry = told_key.removeprefix("key (of the client): "), told_entry.rpartition(" ")[2]
    assert told_entry == f"entry for REFEREE_API_KEYS (of the service): {entry}"
    assert key.startswith("ref_")
    assert len(key) >= 40
    assert first.out != second.out
    client = Client(stones_app(api_keys=Settings.from_env({"REFEREE_API_KEYS": entry}).api_keys))
    assert client.post("./states", {"players": 2}, Authorization=f"Bearer {key}").status_code == 200
    assert client.post("./states", {"players": 2}, Authorization=f"Bearer {key}x").status_code == 401


def test_a_signing_key(terminal: Terminal) -> None:
    (told,) = terminal.run("key", "--seal", "k-1").lines
    (read,) = seal_keys(told.removeprefix("entry for REFEREE_SEAL_KEYS (of the service): "))
    assert (read.id, len(read.secret)) == ("k-1", 32)
    assert terminal.run("key", "--seal", "k-1").lines != [told]


def test_both_as_json(terminal: Terminal) -> None:
    made = terminal.answer("key", "app")
    assert made["variable"] == "REFEREE_API_KEYS"
    assert api_keys(made["entry"]) == (("app", hashlib.sha256(made["key"].encode()).hexdigest()),)
    sealing = terminal.answer("key", "--seal", "k-1")
    assert set(sealing) == {"variable", "entry"}
    assert sealing["variable"] == "REFEREE_SEAL_KEYS"


@pytest.mark.parametrize("name", ["", "a b", "a:b", "a,b", "x" * 33, "é"])
@pytest.mark.parametrize("options", [(), ("--seal",)])
def test_a_name_that_the_settings_would_not_take(terminal: Terminal, name: str, options: tuple[str, ...]) -> None:
    ended = terminal.run("key", *options, "--", name)
    assert (ended.code, ended.out) == (Code.MALFORMED, b"")
    assert "NAME has 1 to 32 of the characters" in ended.err

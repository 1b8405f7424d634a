"""Games are found through the entry-point group, ours and others' alike."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

import pytest

from service.engine import registry
from service.engine.game import Game
from tests.api.stones import GAME as STONES
from tests.engine.harbour import GAME


def register(monkeypatch: pytest.MonkeyPatch, **entries: str) -> None:
    """Let these be the installed entry points."""
    installed = [EntryPoint(name, value, registry.GROUP) for name, value in entries.items()]

    def entry_points(*, group: str) -> list[EntryPoint]:
        return [entry for entry in installed if entry.group == group]

    monkeypatch.setattr(registry, "entry_points", entry_points)


def module(monkeypatch: pytest.MonkeyPatch, **members: Any) -> None:
    made = ModuleType("a_game_of_a_third_party")
    vars(made).update(members)
    monkeypatch.setitem(sys.modules, made.__name__, made)


def test_our_games_are_installed() -> None:
    games = registry.load_games()
    assert "kingdom-defenders" in games
    assert list(games) == sorted(games)
    for name, game in games.items():
        assert isinstance(game, Game)
        assert game.id == name


def test_a_third_party_registers_as_we_do(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, b="tests.api.stones:GAME", a="tests.engine.harbour:GAME")
    assert registry.load_games() == {"harbour": GAME, "stones": STONES}
    assert list(registry.load_games()) == ["harbour", "stones"]


@pytest.mark.parametrize("thing", [None, "GAME", Game, {"id": "chess"}])
def test_what_is_not_a_game_is_refused(monkeypatch: pytest.MonkeyPatch, thing: Any) -> None:
    module(monkeypatch, GAME=thing)
    register(monkeypatch, chess="a_game_of_a_third_party:GAME")
    with pytest.raises(TypeError, match=r"'chess'.*not a Game"):
        registry.load_games()


def test_two_games_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, one="tests.engine.harbour:GAME", two="tests.engine.harbour.game:GAME")
    with pytest.raises(ValueError, match="harbour"):
        registry.load_games()


def test_what_cannot_be_imported_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, lost="tests.engine.no_such_module:GAME")
    with pytest.raises(ModuleNotFoundError):
        registry.load_games()


def test_a_game_tells_about_itself() -> None:
    about, details = GAME.about(), GAME.details()
    assert (about.players.min, about.players.max, about.seats) == (2, 3, ["red", "blue", "green"])
    assert (about.rules_version, about.accepts, about.packs) == ("2.1.0", ["2.1.x"], ["standard"])
    kinds = {kind.type: kind for kind in details.action_types}
    assert (kinds["march"].kind, kinds["march"].title) == ("bundle", "March")
    assert kinds["offer-card"].kind == "offer"
    assert kinds["take-back"].kind == "action"
    assert kinds["walk"].sentence == "Walk along a road."
    steps = {step.step: step for step in details.steps}
    assert (steps["toll"].rule, steps["toll"].actions) == ("roads.bridge", ["charge"])
    assert details.entry_steps == ["turn", "open-trade"]

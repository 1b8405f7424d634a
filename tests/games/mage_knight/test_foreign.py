"""States that no game leads to: what the referee finds wrong with them, and what it still says of an action there."""

from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.answers import IllegalVerdict
from service.engine.positions import examine
from service.games.mage_knight import GAME
from tests.games.casebook import run_case
from tests.games.mage_knight.test_cases import BASES


def state_of(given: dict[str, Any]) -> Any:
    """The state to which a case's position leads, open to be changed."""
    position = run_case(GAME, BASES, {"given": given}).position
    assert position is not None
    return msgspec.to_builtins(position.state)


def errors(state: Any) -> set[tuple[str, str]]:
    """The rule and the code of everything that cannot be."""
    _, found = examine(GAME, msgspec.convert(state, GAME.State))
    return {(defect.rule, defect.code) for defect in found if defect.severity == "error"}


def doubts(state: Any) -> set[tuple[str, str]]:
    """The rule and the code of everything that does not add up, and is judged all the same."""
    _, found = examine(GAME, msgspec.convert(state, GAME.State))
    return {(defect.rule, defect.code) for defect in found if defect.severity == "warning"}


def refused(state: Any, action: dict[str, Any]) -> list[Any]:
    """What speaks against an action of amber in such a state; nothing where it is legal."""
    position = referee.admit(GAME, msgspec.convert(state, GAME.State))
    verdict = referee.adjudicate(position, [msgspec.convert({**action, "actor": "amber"}, GAME.Action)], "a")
    return verdict.violations if isinstance(verdict, IllegalVerdict) else []


def test_a_further_target_is_asked_for_only_when_it_can_be_paid() -> None:
    paid = [{"source": "token", "color": color, "counts_as": color} for color in ("white", "black")]
    wings = {"type": "play-card", "actor": "amber", "card": "wings-of-wind", "mode": "strong", "mana": paid}
    enemies = {
        name: {"enemy": name, "space": "countryside-1.NW"} for name in ("cursed-hags", "prowlers", "wolf-riders")
    }
    table = {
        "players": {"amber": {"hand": ["wings-of-wind"], "tokens": {"white": 1, "black": 1}}},
        "combat": {"foes": enemies},
        "world": {"on": {"countryside-1.NW": {"enemies": sorted(enemies)}}},
        "round": 2,
        "turn": {"move": 1},
    }
    aimed = {"type": "choose-enemy", "actor": "amber", "enemy": "prowlers"}
    state = state_of({"base": "fight", "at": {"table": table}, "after": [wings, aimed]})
    assert state["agenda"][-1]["type"] == "aim-effect"
    assert errors(state) == set()
    state["turn"]["move"] = 0
    assert errors(state) == {("effects.follow-card-text", "price")}


def test_nobody_is_attacked_in_the_last_turns() -> None:
    table = {
        "players": {"amber": {"at": "countryside-1.SE"}, "indigo": {"at": "countryside-1.SE"}},
        "turn": {"moved": True, "path": ["countryside-1.E", "countryside-1.SE"], "cards_used": 1},
    }
    attack = {"type": "attack-player", "actor": "amber", "defender": "indigo"}
    state = state_of({"base": "conquest", "at": {"table": table}, "after": [attack]})
    assert state["agenda"][-1]["type"] == "attend"
    assert errors(state) == set()
    state["ending"] = {"by": "indigo", "cause": "announced", "left": []}
    assert errors(state) == {("pvp.conditions", "ending")}


OFF_THE_MAP: list[tuple[dict[str, Any], str]] = [
    ({"type": "move", "space": "start-a.NE"}, "move.space-by-space"),
    ({"type": "explore", "place": "x1y1"}, "explore.from-adjacent-space"),
    ({"type": "enter-site"}, "combat.enter-adventure-site"),
    ({"type": "burn-monastery"}, "site.monastery-burn"),
    ({"type": "challenge", "spaces": ["countryside-1.NW"]}, "combat.challenge"),
    ({"type": "begin-interaction"}, "interact.where"),
    ({"type": "attack-player", "defender": "indigo"}, "pvp.conditions"),
]


@pytest.mark.parametrize(("action", "rule"), OFF_THE_MAP, ids=[action["type"] for action, _ in OFF_THE_MAP])
def test_a_figure_off_the_map_does_nothing_there(action: dict[str, Any], rule: str) -> None:
    state = state_of({"base": "conquest", "at": {"table": {"turn": {"move": 9}}}})
    state["players"]["amber"]["at"] = None
    assert doubts(state) == {("setup.figure-off-map", "off-the-map")}
    assert [violation.rule for violation in refused(state, action)] == [rule]


def test_a_tribute_that_can_be_paid_no_further_is_left() -> None:
    table = {
        "players": {"amber": {"tokens": {"blue": 3}, "at": "countryside-8.NE"}},
        "world": {"tiles": {"x1y1": "countryside-8"}, "on": {"countryside-8.NE": {"ruins": "ruins-altar-blue"}}},
    }
    begun = {"source": "token", "color": "blue", "counts_as": "blue"}
    after = [{"type": "enter-site", "actor": "amber"}, {"type": "pay-tribute", "actor": "amber", "mana": begun}]
    state = state_of({"base": "two-players", "at": {"table": table}, "after": after})
    leave = {"type": "leave-altar"}
    assert [violation.code for violation in refused(state, leave)] == ["site.ruins-altar:begun"]
    state["players"]["amber"]["tokens"] = {}
    state["turn"]["die_used"] = True
    assert refused(state, leave) == []


def test_an_effect_none_of_whose_options_is_left_is_skipped() -> None:
    state = state_of(
        {
            "base": "fight",
            "at": {"table": {"combat": {"phase": "block"}}},
            "after": [
                {"type": "open-block", "actor": "amber", "enemy": "prowlers", "attack": 1},
                {"type": "play-card", "actor": "amber", "card": "rage", "mode": "basic"},
            ],
        }
    )
    skip = {"type": "skip-effect"}
    assert [violation.code for violation in refused(state, skip)] == ["effects.follow-card-text:possible"]
    state["combat"]["assembly"] = None
    assert refused(state, skip) == []


def test_with_no_unit_left_in_the_offer_none_is_borrowed() -> None:
    white = {"source": "token", "color": "white", "counts_as": "white"}
    call = {"type": "play-card", "actor": "amber", "card": "call-to-arms", "mode": "basic", "mana": [white]}
    table = {"players": {"amber": {"hand": ["call-to-arms"], "tokens": {"white": 1}}}}
    state = state_of({"base": "two-players", "at": {"table": table}, "after": [call]})
    nobody = {"type": "borrow-nobody"}
    assert [violation.code for violation in refused(state, nobody)] == ["effects.follow-card-text:borrow"]
    state["offers"]["units"] = []
    assert refused(state, nobody) == []

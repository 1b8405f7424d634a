"""States that no game leads to: what the referee finds wrong with a step that asks for what cannot be asked."""

from typing import Any

import msgspec

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

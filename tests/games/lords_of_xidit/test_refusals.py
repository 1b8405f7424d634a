"""What the casebook cannot tell of a refusal: where it points, and what is refused without a verdict."""

from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.answers import IllegalVerdict
from service.engine.errors import ImpossibleState
from service.engine.referee import Position
from service.games.lords_of_xidit import GAME
from tests.games.casebook import refused, run_case
from tests.games.lords_of_xidit.test_cases import BASES

WAITING = ["wait"] * 6


def entered(base: str, **table: Any) -> Position:
    """A Game Year in which the First Player acts and everybody else waits."""
    seats = BASES[base]["at"]["table"]["idrakys"]
    orders = dict.fromkeys(seats, WAITING) | {"blue": ["action", *WAITING[1:]]}
    case = {"given": {"base": base, "at": {"step": "execute-orders", "table": {"orders": orders, **table}}}}
    ruling = run_case(GAME, BASES, {"rule": "", "then": {}, **case})
    assert ruling.position is not None, ruling.defects
    return ruling.position


def after(position: Position, **action: Any) -> Position:
    outcome, verdict = referee.play(position, [msgspec.convert(action, GAME.Action)])
    assert outcome is not None, verdict
    return outcome.position


def test_a_payment_points_to_the_unit_that_is_missing() -> None:
    position = entered(
        "four-players",
        idrakys={"blue": "4"},
        players={"blue": {"units": {"peasant-militia": 2, "archer": 1}}},
        titans={"titans-3": {"slumbering": ["titan-3b"], "raging": "titan-3a"}},
    )
    position = after(position, type="fight-titan", actor="blue", titan="titan-3a")
    pay = {"type": "pay-titan", "actor": "blue"}
    missing = refused(GAME, position, **pay, units={"peasant-militia": 2, "cleric": 1})
    assert missing == [("raging-titan.unit-choice:too-many", "/units/cleric")]
    both = refused(GAME, position, **pay, units={"archer": 3, "infantry": 1})
    assert both == [
        ("raging-titan.unit-choice:too-many", "/units/archer"),
        ("raging-titan.unit-choice:too-many", "/units/infantry"),
        ("raging-titan.unit-choice:number", "/units"),
    ]
    verdict = referee.adjudicate(position, [msgspec.convert({**pay, "units": {"archer": 3}}, GAME.Action)])
    assert isinstance(verdict, IllegalVerdict)
    assert [violation.detail for violation in verdict.violations] == ["of the type archer blue has 1, not 3"]
    assert refused(GAME, position, **pay, units={"archer": 1}) == [("raging-titan.unit-choice:number", "/units")]


def test_a_program_points_to_the_wheel_that_is_set() -> None:
    position = run_case(GAME, BASES, {"rule": "", "given": {"base": "four-players"}, "then": {}}).position
    assert position is not None
    position = after(position, type="set-wheel", actor="blue", wheel=3, icon="wait")
    found = refused(
        GAME, position, type="set-program", actor="blue", orders=["wait", "wait", "red", "wait", "wait", "wait"]
    )
    assert found == [("secret-orders.all-wheels-set:twice", "/orders/2")]
    position = after(position, type="set-wheel", actor="blue", wheel=5, icon="wait")
    found = refused(GAME, position, type="set-program", actor="blue", orders=["red"] * 6)
    assert found == [("secret-orders.all-wheels-set:twice", f"/orders/{wheel}") for wheel in (2, 4)]


@pytest.mark.parametrize(
    "spoil", [lambda agenda: agenda[:1] * 2 + agenda[1:], lambda agenda: agenda[:1] + agenda[:0:-1]]
)
def test_programs_are_not_revealed_before_they_are_set(spoil: Any) -> None:
    """Twice, or with somebody still to place an Idrakys in between: there would be no Orders to execute."""
    position = run_case(GAME, BASES, {"rule": "", "given": {"base": "four-players"}, "then": {}}).position
    assert position is not None
    state = msgspec.to_builtins(position.state)
    assert [step["type"] for step in state["agenda"]] == ["reveal-programs", "lanes"]
    assert referee.validate(GAME, msgspec.convert(state, GAME.State)).valid
    state["agenda"] = spoil([*state["agenda"], {"type": "place-idrakys", "seat": "blue"}])
    found = referee.validate(GAME, msgspec.convert(state, GAME.State))
    assert ("order-resolution.reveal", "/agenda/0", "not-programmed") in {
        (defect.rule, defect.pointer, defect.code) for defect in found.defects if defect.severity == "error"
    }


@pytest.mark.parametrize("spoil", [{"presets": {"red": "5", "green": "5"}}, {"idrakys": {"blue": "5"}}])
def test_a_city_chosen_beforehand_that_is_not_free(spoil: dict[str, Any]) -> None:
    """No play leads there: two who are still to place cannot both have it, nor can one whom it is taken from."""
    players = msgspec.convert([{"seat": "blue"}, {"seat": "red", "city": "5"}, {"seat": "green"}], list[GAME.SeatSetup])  # type: ignore[name-defined]
    state = msgspec.to_builtins(referee.begin(GAME, players, seed="preset").position.state)
    assert referee.validate(GAME, msgspec.convert(state, GAME.State)).valid
    found = referee.validate(GAME, msgspec.convert(state | spoil, GAME.State))
    assert ("setup.initial-idrakys-distinct", "preset") in {(defect.rule, defect.code) for defect in found.defects}
    assert not found.valid


def test_reinforcements_without_a_tile_are_impossible() -> None:
    """Every tile lies on a City, so that no Threat Queue can ever be filled again."""
    bare = BASES["three-players"]["at"]["table"]["tiles"]
    tiles = {
        GAME.packs["standard"].tiles[tile].city: {"tile": tile, "side": "threat"}  # type: ignore[attr-defined]
        for tile in GAME.packs["standard"].tile_sets[3]  # type: ignore[attr-defined]
    }
    without_units = {
        city: tile | ({"units": None} if "units" in bare.get(city, {}) else {}) for city, tile in tiles.items()
    }
    position = entered(
        "three-players",
        tiles=without_units,
        idrakys={"blue": "1"},
        players={"blue": {"units": {"peasant-militia": 4, "archer": 4, "infantry": 4, "cleric": 4, "battle-mage": 4}}},
        next_recruitment=None,
        next_threat=None,
        recruitment_pile={"top": [], "unseen": 0},
        threat_pile={"top": [], "unseen": 0},
        titans={pile: {"slumbering": [], "raging": None} for pile in ("titans-3", "titans-4", "titans-5")},
    )
    position = after(position, type="choose-rewards", actor="blue", rewards=["gold", "stories"])
    with pytest.raises(ImpossibleState):
        after(position, type="advance-dummy", actor="blue", track="wealth")

"""States entered by hand that would go wrong only later are refused at once, and no state in play is."""

from collections.abc import Callable
from itertools import product
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.setup import At
from service.games.kingdom_defenders import GAME
from tests.games.casebook import load_bases, overlay
from tests.games.kingdom_defenders import defenders
from tests.games.kingdom_defenders.test_cases import CASES
from tests.games.kingdom_defenders.test_promises import NUMBERS, VARIANTS, options
from tests.games.players import random_positions

BASES = load_bases(CASES)


def entered(step: str, table: dict[str, Any], pool: dict[str, Any] | None = None) -> dict[str, Any]:
    """A state with 3 players, as a client would send it."""
    body = overlay(BASES["three-players"], {"at": {"step": step, "table": table}})
    at = msgspec.convert(body["at"], At)
    chosen = msgspec.convert(pool or {}, GAME.Options)
    outcome = referee.enter(GAME, 3, chosen, None, None, at, None).outcome
    assert outcome is not None
    plain: dict[str, Any] = msgspec.to_builtins(outcome.position.state)
    return plain


def defects_of(state: dict[str, Any]) -> list[tuple[str, str, str]]:
    found = referee.validate(GAME, msgspec.convert(state, GAME.State)).defects
    return [(defect.severity, defect.rule, defect.pointer) for defect in found]


# --- the agenda reaches the end ---------------------------------------------------------------------------------------

ASSIGN, SCORE = {"type": "assign-orbs", "waiting": ["blue"]}, {"type": "final-scoring", "ended_by": "end-game.sources"}
DEAL = {"type": "deal-fate", "seat": "red"}
LATER = [{"type": kind} for kind in ("maintenance", "activate-area-d", "move-horde", "activate-area-c")]
PLACE = {"type": "place-discs", "next": "blue"}
AREA_B, END = {"type": "activate-area-b"}, {"type": "end-round"}


@pytest.mark.parametrize(
    ("agenda", "rule"),
    [
        ([AREA_B], "how-to-play.phase-order"),
        ([{"type": "maintenance"}, AREA_B], "how-to-play.phase-order"),
        ([ASSIGN], "how-to-play.phase-order"),
        ([ASSIGN, SCORE, AREA_B], "end-game.sources"),
        ([SCORE, SCORE, AREA_B], "end-game.sources"),
        ([SCORE, {"type": "take-start-goods"}, ASSIGN], "end-game.sources"),
        ([END, *LATER, AREA_B, {"type": "choose-swap", "seat": "blue"}, PLACE], "how-to-play.phase-order"),
        ([END, *LATER, AREA_B, {"type": "activate-area-a"}, PLACE], None),
        ([END, AREA_B], "how-to-play.phase-order"),
        ([END, *LATER[::-1], AREA_B], "how-to-play.phase-order"),
        ([*LATER, END, AREA_B], "how-to-play.phase-order"),
        ([END, *LATER, AREA_B, {"type": "new-round"}], "how-to-play.phase-order"),
        ([END, *LATER, {"type": "take-start-goods"}, AREA_B], "how-to-play.phase-order"),
        ([END, *LATER, AREA_B, {"type": "take-start-goods"}], "how-to-play.phase-order"),
        ([END, *LATER, AREA_B], None),
        ([END, {"type": "reveal-building", "site": "V4"}], "buildings.reveal-per-round"),
        ([END, {"type": "reveal-building", "site": "V3"}], None),
        ([SCORE, ASSIGN], None),
    ],
)
def test_an_agenda_leads_to_the_end_of_the_game(agenda: list[Any], rule: str | None) -> None:
    table = {"discs": {"E1-a": {"seat": "blue", "discs": 1}}, "players": {"blue": {"discs": 5}}}
    state = {**entered("activate-area-b", table), "agenda": agenda}
    wanted = [("error", rule, "/agenda")] if rule else []
    assert [found for found in defects_of(state) if found[0] == "error" and found[2] == "/agenda"] == wanted


# --- discs are recovered ----------------------------------------------------------------------------------------------

REVEAL = {"type": "reveal-building", "site": "V3"}


@pytest.mark.parametrize(
    ("round_", "agenda", "rule"),
    [
        (2, [END, REVEAL], "maintenance.recover-passive-discs"),
        (2, [END, {"type": "recover-passive"}, REVEAL], None),
        (6, [END, {"type": "siege-penalty", "seat": "blue"}], None),
    ],
)
def test_a_passive_character_is_left_in_maintenance(round_: int, agenda: list[Any], rule: str | None) -> None:
    discs = {"A-1": {"seat": "blue", "discs": 1}, "E1-a": {"seat": "red", "discs": 1}}
    table = {"discs": discs, "players": {"blue": {"discs": 5}, "red": {"discs": 5}}}
    state = {**entered("activate-area-b", table), "round": round_, "agenda": agenda}
    left = [(tell, clause) for tell, clause, pointer in defects_of(state) if pointer == "/discs/A-1"]
    assert left == ([("error", rule)] if rule else [])


# --- steps that only a client's agenda has ----------------------------------------------------------------------------


def with_step(step: dict[str, Any]) -> Callable[[dict[str, Any]], None]:
    return lambda state: state["agenda"].append(step)


def sets(**members: Any) -> Callable[[dict[str, Any]], None]:
    return lambda state: state.update(members)


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        (
            [with_step({"type": "lodge-grey-disc", "seat": "blue", "origin": "V1"})] * 2,
            ("error", "components.grey-disc", "/discs"),
        ),
        (
            [
                sets(fate_cards={"unseen": {"F7": 1}, "count": 1}),
                *[with_step({"type": "deal-fate", "seat": "red"})] * 2,
            ],
            ("error", "players-setup.deal-fate", "/fate_cards/count"),
        ),
        (
            [sets(reward_reserve={}), with_step({"type": "draw-reward", "seat": "red"})],
            ("error", "deeds.reward-random", "/reward_reserve/count"),
        ),
        (
            [with_step({"type": "draw-character"})],
            ("error", "difficulty-setup.tiles-per-game", "/character_tiles"),
        ),
        ([with_step({"type": "draw-pawn"})], ("error", "players-setup.random-turn-order", "/turn_order")),
        (
            [sets(turn_order=["blue"]), with_step({"type": "deal-fate-cards"})],
            ("error", "players-setup.random-turn-order", "/turn_order"),
        ),
    ],
)
def test_steps_find_what_they_need(changes: list[Callable[[Any], None]], found: tuple[str, str, str]) -> None:
    table = {"discs": {"E1-a": {"seat": "blue", "discs": 1}}, "players": {"blue": {"discs": 5}}}
    state = entered("activate-area-b", table)
    for change in changes:
        change(state)
    assert found in defects_of(state)


def test_a_fate_card_that_is_kept_was_dealt() -> None:
    """Taken back, there would be nothing to choose from."""
    position = referee.begin(GAME, 3, seed="fate").position
    dealt = position.state.players["red"].fate_dealt
    keep = {"type": "choose-fate", "actor": "red", "card": dealt[0]}
    outcome, _ = referee.play(position, [msgspec.convert(keep, GAME.Action)], "fate")
    assert outcome is not None
    state = msgspec.to_builtins(outcome.position.state)
    assert defects_of(state) == []
    for spoil in ({"fate_dealt": []}, {"fate": None}):
        spoilt = {**state, "players": {**state["players"], "red": {**state["players"]["red"], **spoil}}}
        found = [(severity, rule) for severity, rule, pointer in defects_of(spoilt) if pointer.endswith("/committed")]
        assert found == [("error", "players-setup.choose-fate")]


# --- in play ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "variant", "pool"), list(product(NUMBERS, VARIANTS, (0, 1))))
def test_no_state_in_play_has_a_defect(number: int, variant: str, pool: int) -> None:
    name = f"no-defect-{number}-{variant}-{pool}"
    for position, _ in random_positions(GAME, number, options(variant, pool), name, defenders.weigh):
        assert referee.validate(GAME, position.state).defects == []
    for viewer in (*position.state.seats, "spectator"):
        assert referee.validate(GAME, referee.view(position, viewer).state).defects == []

"""Contents that no play leads to are told with their clause, and judged all the same."""

from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.games.heroes_of_land_air_and_sea import GAME
from tests.games.casebook import overlay, run_case
from tests.games.heroes_of_land_air_and_sea.test_cases import BASES
from tests.games.heroes_of_land_air_and_sea.test_refusals import blue, entered

STAYS = "explore-land.removed"


def warnings_of(change: dict[str, Any], base: str = "three-players", **changed: Any) -> list[tuple[str, str]]:
    """What is told of a position that is changed by hand: clauses and pointers."""
    state = overlay(msgspec.to_builtins(entered(base=base).state), change) | changed
    position = referee.admit(GAME, msgspec.convert(state, GAME.State))
    assert referee.legal_actions(position).decisions[0].actions
    told = referee.examine(GAME, position.state)[1]
    return [(defect.rule, defect.pointer) for defect in told if not defect.rule.startswith("components.")]


def of_blue(**changes: Any) -> dict[str, Any]:
    return {"players": {"blue": changes}}


@pytest.mark.parametrize(
    ("change", "rule", "pointer"),
    [
        (of_blue(level=3, towers=["nw-k", "nw-l"]), "tower.continent-limit", "/players/blue/towers"),
        (of_blue(units={"nw-k": {"human-paladin": 1}}), "recruit.building-needed", "/players/blue/buildings"),
        (of_blue(vessels={"human-galleon": {"at": "sea-n"}}), "recruit.building-needed", "/players/blue/buildings"),
        (of_blue(used=["barracks-1"]), "heroes.ability-precedence", "/players/blue/used"),
        (of_blue(used=["academy-1"]), "heroes.ability-precedence", "/players/blue/used"),
        (of_blue(slots={"sail": "serf"}), "muster.once", "/players/blue/slots"),
        (of_blue(slots={"tax": "serf"}), "follow.right", "/players/blue/slots/tax"),
        ({"presets": {"blue": {}}}, "setup.choose-faction", "/presets/blue"),
        ({"land_tokens": {"nw-k": {"down": 2}}}, "setup.land-tokens", "/land_tokens/nw-k"),
        ({"land_tokens": {"nw-k": {"down": 1, "up": ["land-ore"]}}}, "setup.land-tokens", "/land_tokens/nw-k"),
        ({"land_tokens": {"nw-g": {"down": 1}}}, "explore-land.capital-courtyard", "/land_tokens/nw-g"),
        ({"land_tokens": {"nw-a": {"down": 2, "up": ["land-ore"]}}}, "setup.swamp-tokens", "/land_tokens/nw-a"),
        ({"sea_tokens": {"sea-n": {"down": 2}}}, "setup.sea-tokens", "/sea_tokens/sea-n"),
        (
            {"sea_tokens": {"sea-center": {"down": 2, "up": ["sea-ore"]}}},
            "setup.central-sea-tokens",
            "/sea_tokens/sea-center",
        ),
        (
            {"land_tokens": {"nw-k": {"down": 0, "stay": ["land-ore"]}}},
            STAYS,
            "/land_tokens/nw-k/stay",
        ),
        ({"land_pool": {"resolved": {"land-shrine": 1}}}, STAYS, "/land_pool/resolved"),
        ({"land_tokens": None}, "object.explore", "/ending"),
        ({"players": {"blue": {"level": 3, "towers": ["nw-k", "ne-b", "se-b"]}}}, "object.exploit", "/ending"),
        (of_blue(units={"nw-g": {"human-serf": 12, "human-warrior": 5}}), "object.expand", "/ending"),
        ({"ending": {"objective": "explore", "last_round": 2}}, "object.explore", "/ending"),
        ({"ending": {"objective": "exploit", "last_round": 2}}, "object.exploit", "/ending/seat"),
        ({"ending": {"objective": "exterminate", "seat": "red", "last_round": 2}}, "object.exterminate", "/ending"),
        (
            {"ending": {"objective": "exploit", "seat": "red", "last_round": 9}},
            "object.final-round",
            "/ending/last_round",
        ),
        ({"round": 13, "options": {"round_limit": 12}}, "object.most-vp-wins", "/round"),
    ],
)
def test_it_is_told_and_judged(change: dict[str, Any], rule: str, pointer: str) -> None:
    assert warnings_of({}) == []
    assert warnings_of(change) == [(rule, pointer)]


def test_a_library_is_over_its_limit_only_until_cards_are_discarded() -> None:
    given = {"base": "three-players", "at": {"table": of_blue(library=["harvest-blessing", "scrying"])}}
    ruling = run_case(GAME, BASES, {"rule": "", "then": {}, "given": given})
    assert [(d.rule, d.pointer) for d in ruling.defects] == [("round.hand-limit", "/players/blue/library")]
    assert ruling.position is not None
    agenda = [*msgspec.to_builtins(ruling.position.state)["agenda"], {"type": "discard-spells", "seat": "blue"}]
    state = msgspec.to_builtins(ruling.position.state) | {"agenda": agenda}
    assert referee.examine(GAME, msgspec.convert(state, GAME.State))[1] == []


def test_the_limit_of_two_players_is_two_towers_on_a_continent() -> None:
    assert warnings_of(of_blue(level=2, towers=["nw-k", "nw-l"]), "two-players") == []
    assert ("tower.continent-limit", "/players/blue/towers") in warnings_of(
        of_blue(level=3, towers=["nw-k", "nw-l", "nw-i"]), "two-players"
    )


def test_explore_is_achieved_by_nobody_alone() -> None:
    change = {"land_tokens": None, "ending": {"objective": "explore", "seat": "red", "last_round": 2}}
    assert warnings_of(change) == [("object.explore", "/ending/seat")]


@pytest.mark.parametrize(
    ("window", "rule"),
    [
        ({"type": "follow-window", "seat": "red", "action": "tax"}, "follow.right"),
        ({"type": "muster-window", "seat": "blue"}, "muster.right"),
    ],
)
def test_a_window_belongs_to_a_turn(window: dict[str, Any], rule: str) -> None:
    agenda = msgspec.to_builtins(entered(base="three-players").state)["agenda"]
    change = of_blue(units={"nw-g": {"human-serf": 2}})
    assert warnings_of(change, agenda=[*agenda, window]) == [(rule, f"/agenda/{len(agenda)}")]


@pytest.mark.parametrize(
    ("change", "objective"),
    [
        ({"land_tokens": None}, "explore"),
        ({"land_tokens": {"nw-l": {"down": 0, "up": ["land-ore"]}}}, "explore"),
        ({"land_tokens": {"nw-l": {"down": 0, "stay": ["land-shrine"]}}}, "explore"),
        (of_blue(level=3, towers=["nw-k", "ne-b", "se-b"]), "exploit"),
        (of_blue(units={"nw-g": {"human-serf": 12, "human-warrior": 5}}), "expand"),
    ],
)
def test_what_is_achieved_already_triggers_the_end_at_the_next_action(change: dict[str, Any], objective: str) -> None:
    state = msgspec.to_builtins(entered(base="three-players").state)
    if "land_tokens" in change:
        state |= {"land_tokens": {}}
    position = referee.admit(GAME, msgspec.convert(overlay(state, change), GAME.State))
    assert f"object.{objective}" in {warning.rule for warning in referee.examine(GAME, position.state)[1]}
    outcome, refused = referee.play(position, [msgspec.convert(blue("place-token", action="tax"), GAME.Action)])
    assert outcome is not None, refused
    assert [event.type for event in map(Told, outcome.events)][1] == "end-triggered"
    assert outcome.position.state.ending.objective == objective
    assert outcome.position.state.ending.last_round == 2


class Told:
    """An event with the name of its type."""

    def __init__(self, event: Any) -> None:
        self.type = msgspec.to_builtins(event)["type"]


def test_nobody_is_out_of_a_game_that_is_being_set_up() -> None:
    """Whoever is out is not asked for a Faction, and then the setup would not lead on."""
    position = referee.begin(GAME, 2, GAME.Options()).position
    assert referee.validate(GAME, position.state).valid
    state = overlay(msgspec.to_builtins(position.state), of_blue(eliminated=True))
    told = referee.validate(GAME, msgspec.convert(state, GAME.State))
    assert "/players/blue/eliminated" in [defect.pointer for defect in told.defects if defect.severity == "error"]

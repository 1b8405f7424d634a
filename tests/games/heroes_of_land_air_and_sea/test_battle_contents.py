"""Battles that cannot be: from afar, without an army, or with cards and losses of another moment."""

from typing import Any

import pytest

from service.games.heroes_of_land_air_and_sea import GAME
from tests.games.casebook import overlay, run_case
from tests.games.heroes_of_land_air_and_sea.test_cases import BASES

ARMIES = {"players": {"blue": {"units": {"ne-k": {"human-warrior": 2}}}, "red": {"units": {"ne-k": {"orc-serf": 2}}}}}
GALLEON = {"buildings": ["sea-dock"], "level": 2}
FROM_AFAR = {"remote": "human-galleon"}


def told(step: str, table: dict[str, Any], severity: str = "error") -> set[tuple[str, str, str]]:
    """The defects of a Battle that is entered at this step: clause, code and pointer."""
    given = {"base": "battle-humans-orcs", "at": {"step": step, "table": table}}
    ruling = run_case(GAME, BASES, {"rule": "", "then": {}, "given": given})
    assert (ruling.position is None) == any(defect.severity == "error" for defect in ruling.defects)
    return {(d.rule, d.code, d.pointer) for d in ruling.defects if d.severity == severity}


def afar(at: str, area: str = "ne-a", **blue: Any) -> dict[str, Any]:
    """A Galleon in a Sea Region that fights against an army in another Region."""
    vessels = {"human-galleon": {"at": at}} if at else {}
    players = {"blue": {**GALLEON, "vessels": vessels, **blue}, "red": {"units": {area: {"orc-serf": 1}}}}
    return {"players": players, "battle": {"area": area, **FROM_AFAR}}


@pytest.mark.parametrize("step", ["battle", "tactics"])
@pytest.mark.parametrize(
    ("table", "defect"),
    [
        (afar(""), ("battle.attacking-pieces", "gone", "/battle/remote")),
        (afar("sea-sw"), ("building.level-abilities", "range", "/battle/remote")),
        (afar("sea-n", buildings=[]), ("building.level-abilities", "locked", "/battle/remote")),
        (afar("sea-ne", "ne-g"), ("cast.capital-immune", "remote", "/battle/area")),
        ({"players": {"red": {"units": {"ne-k": {"orc-serf": 2}}}}}, ("battle.start", "nobody", "/battle/attacker")),
        (overlay(ARMIES, {"battle": {"defender": "blue"}}), ("battle.two-sides", "self", "/battle/defender")),
    ],
)
def test_a_battle_needs_two_armies_that_reach_each_other(
    step: str, table: dict[str, Any], defect: tuple[str, str, str]
) -> None:
    assert defect in told(step, table)


def test_a_galleon_fights_from_afar() -> None:
    assert told("tactics", afar("sea-n")) == told("battle", afar("sea-n")) == set()


def test_the_orcs_have_no_vessel_that_fights_from_afar() -> None:
    players = {
        "blue": {"level": 3, "buildings": ["raider-dock"], "vessels": {"orc-longship": {"at": "sea-n"}}},
        "red": {"units": {"ne-a": {"human-serf": 1}}},
    }
    table = {"players": players, "battle": {"area": "ne-a", "remote": "orc-longship"}}
    given = {"base": "battle-orcs-humans", "at": {"step": "battle", "table": table}}
    ruling = run_case(GAME, BASES, {"rule": "", "then": {}, "given": given})
    assert ruling.position is None
    assert {(defect.rule, defect.code) for defect in ruling.defects} == {("building.level-abilities", "locked")}


@pytest.mark.parametrize(
    ("side", "defect"),
    [
        ({"adrift": {"human-paladin": 1}}, ("vessel-battle.passengers-survive", "early", "adrift")),
        ({"tactic": "feint"}, ("tactic.secret-choice", "early", "tactic")),
        ({"standing": "ignored"}, ("tactic.secret-choice", "early", "tactic")),
        ({"sacrificed": {"human-warrior": 1}}, ("sacrifice.timing-choice", "when", "sacrificed")),
        ({"damaged": {"human-serf": 1}}, ("battle.any-damage-destroys", "when", "damaged")),
        ({"chosen": "hold-the-line"}, ("tactic.requirements", "requirements", "chosen")),
        ({"spells": ["stone-skin"]}, ("strength.spell-effects", "role", "spells")),
    ],
)
def test_what_a_side_has_not_done_while_tactic_cards_are_chosen(
    side: dict[str, Any], defect: tuple[str, str, str]
) -> None:
    rule, code, field = defect
    vessels = {"vessels": {"human-galleon": {"at": "sea-n"}, "human-skyship": {"at": "nw-g"}}}
    table = overlay(ARMIES, {"players": {"blue": vessels}, "battle": {"attacking": side}})
    assert told("tactics", table) == {(rule, code, f"/battle/attacking/{field}")}


def test_an_army_of_serfs_alone_has_not_chosen_to_charge() -> None:
    table = overlay(ARMIES, {"battle": {"defending": {"chosen": "charge"}}})
    assert told("tactics", table) == {("tactic.requirements", "requirements", "/battle/defending/chosen")}


def test_each_side_casts_one_combat_spell() -> None:
    table = overlay(ARMIES, {"battle": {"attacking": {"spells": ["rage", "rage"]}}})
    assert told("tactics", table) == set()
    table = overlay(table, {"battle": {"defending": {"spells": ["fireball"]}}})
    assert told("tactics", table) == {("strength.one-combat-spell", "spells", "/battle")}


@pytest.mark.parametrize("step", ["battle", "tactics"])
def test_nobody_has_won_before_the_comparison(step: str) -> None:
    table = overlay(ARMIES, {"battle": {"winner": "blue"}})
    assert told(step, table) == {("battle.outcome", "early", "/battle/winner")}


@pytest.mark.parametrize("side", [{"tactic": "charge"}, {"chosen": "charge"}, {"spells": ["rage"]}])
def test_nothing_has_happened_in_a_battle_that_is_about_to_begin(side: dict[str, Any]) -> None:
    (field,) = side
    table = overlay(ARMIES, {"battle": {"attacking": side}})
    assert told("battle", table) == {("battle.start", "early", f"/battle/attacking/{field}")}


@pytest.mark.parametrize("step", ["battle", "tactics"])
def test_whoever_fights_has_placed_an_action_token(step: str) -> None:
    table = overlay(ARMIES, {"players": {"blue": {"tokens": 2}}})
    assert told(step, table, "warning") == {("round.place-token", "count", "/players/blue/tokens")}
    assert told(step, ARMIES, "warning") == set()


@pytest.mark.parametrize("step", ["battle", "tactics"])
def test_no_army_has_more_than_five_units(step: str) -> None:
    table = overlay(ARMIES, {"players": {"blue": {"units": {"ne-k": {"human-warrior": 4, "human-serf": 2}}}}})
    assert told(step, table, "warning") == {("march.region-limit", "limit", "/players/blue/units/ne-k")}

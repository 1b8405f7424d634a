"""A referee's evening: four people at a table, a game of Kingdom Defenders in the middle of round 3, and a quarrel."""

import copy
import random
from typing import Any

import pytest

from tests.evenings.client import Game, Json
from tests.evenings.hands import move, thrown
from tests.evenings.reading import (
    assert_readable,
    at_pointer,
    differences,
    due,
    look_at,
    look_at_violations,
)
from tests.evenings.table import ON_THE_TABLE, WHERE_WE_ARE, table

pytestmark = pytest.mark.gunicorn

MOST_QUESTIONS = 10
"""More questions than this, and nobody enters a game by hand."""

BACK_TO_THE_CITY = {"type": "place-disc", "actor": "blue", "space": "E1-b"}
TO_THE_WALL = {"type": "place-disc", "actor": "blue", "space": "D-1"}
THE_WIZARD = {"type": "place-disc", "actor": "yellow", "space": "A-P1"}


@pytest.fixture(scope="module")
def entered(game: Game) -> Json:
    """The game as it lies on the table, blue to place."""
    answer = game.ask("states", players=4, at=table())
    assert answer["defects"] == []
    return dict(answer)


# --- Eight o'clock: the table is told ---


def test_the_service_asks_for_what_is_missing_until_there_is_a_position(game: Game) -> None:
    """Somebody who knows nothing but the phase lays down what each defect points at, and ends with a position."""
    assert WHERE_WE_ARE["step"] in game.about["entry_steps"]
    told: Json = {"round": 3}
    answer = game.ask("states", players=4, at={**WHERE_WE_ARE, "table": told})
    assert "state" not in answer, "an empty table is no position"
    for _ in range(MOST_QUESTIONS):
        if not answer["defects"]:
            break
        before = copy.deepcopy(told)
        for defect in answer["defects"]:
            assert defect["rule"] in game.rules
            assert_readable(defect["detail"])
            lay(told, defect["pointer"])
        assert told != before, f"asked again for what has been told: {answer['defects']}"
        answer = game.ask("states", players=4, at={**WHERE_WE_ARE, "table": told})
    assert answer["defects"] == []
    look_at(game, answer)
    assert due(answer)["actor"] == "blue"


def lay(told: Json, pointer: str) -> None:
    """Tell what really lies at a pointer: all of it, or the one place that was asked for."""
    *path, last = pointer.split("/")[1:]
    value = at_pointer(ON_THE_TABLE, pointer)
    assert value is not None, f"asked for {pointer}, where nothing lies"
    for name in path:
        told = told.setdefault(name, {})
    told[last] = copy.deepcopy(value)


def test_the_first_answer_names_everything_that_is_missing(game: Game) -> None:
    answer = game.ask("states", players=4, at={**WHERE_WE_ARE, "table": {"round": 3}})
    missing = {defect["pointer"].split("/")[1] for defect in answer["defects"] if defect["severity"] == "error"}
    assert missing >= {"turn_order", "characters", "buildings", "horde"}


@pytest.mark.parametrize("name", ["adventures", "deeds", "rewards"])
def test_cards_that_must_lie_open_are_asked_for(game: Game, name: str) -> None:
    # Maintenance fills these places from piles that cannot be empty in round 3.
    answer = game.ask("states", players=4, at=table(**{name: {}}))
    assert any(defect["pointer"].startswith(f"/{name}") for defect in answer["defects"])


@pytest.mark.parametrize(
    ("slip", "pointer", "severity"),
    [
        ({"turn_order": ["red", "blue", "yellow", "geen"]}, "/turn_order/3", "error"),
        ({"adventures": {"ADV-2": "A99"}}, "/adventures/ADV-2", "error"),
        ({"discs": {"ADV-2": {"seat": "blue", "discs": 1}}}, "/discs/ADV-2", "error"),
        ({"horde": {"card": "H01", "distance": 1}}, "/horde/card", "error"),
        ({"rond": 3}, "/rond", "error"),
        ({"players": {"red": {"fame": "27"}}}, "/players/red/fame", "error"),
        ({"players": {"red": {"discs": 6}}}, "/players/red/discs", "warning"),
    ],
)
def test_a_slip_of_the_pen_is_told_with_its_place(game: Game, slip: Json, pointer: str, severity: str) -> None:
    told = copy.deepcopy(ON_THE_TABLE)
    overwrite(told, slip)
    answer = game.ask("states", players=4, at={**WHERE_WE_ARE, "table": told})
    (defect,) = (defect for defect in answer["defects"] if defect["pointer"] == pointer)
    assert defect["severity"] == severity
    assert defect["rule"] in game.rules
    assert_readable(defect["detail"])
    # A count that does not add up is judged all the same; what cannot be is not.
    assert ("state" in answer) == (severity == "warning")


def overwrite(old: Json, new: Json) -> None:
    for name, value in new.items():
        if isinstance(value, dict) and isinstance(old.get(name), dict):
            overwrite(old[name], value)
        else:
            old[name] = value


def test_the_table_is_taken_as_it_was_told(game: Game, entered: Json) -> None:
    look_at(game, entered)
    state = entered["state"]
    assert state["round"] == 3
    assert state["discs"] == {place: {**standing, "grey": False} for place, standing in ON_THE_TABLE["discs"].items()}
    for seat, pieces in ON_THE_TABLE["players"].items():
        assert pieces.items() <= state["players"][seat].items()
    valid = game.ask("validations", state=state)
    assert (valid["valid"], valid["defects"], valid["digest"]) == (True, [], entered["digest"])


# --- Half past eight: a quarrel ---


def test_blue_may_not_go_back_to_the_city(game: Game, entered: Json) -> None:
    verdict = game.ask("adjudications", state=entered["state"], action=BACK_TO_THE_CITY)
    assert verdict["legal"] is False
    look_at_violations(game, verdict["violations"])
    (violation,) = verdict["violations"]
    assert violation["rule"] == "wall-rule.no-return-to-city"
    assert "Rule of the Wall" in violation["section"]
    assert violation["pointer"] == "/space"
    # What blue is told names what blue did.
    assert "blue" in violation["detail"]
    assert "ADV-2" in violation["detail"]
    # The clause can be read out.
    clause = game.read(f"/rules/{violation['rule']}")
    assert clause["text"] == violation["text"]
    # Nothing has happened.
    assert verdict["digest"] == entered["digest"]


def test_every_clause_that_a_move_breaks_is_named(game: Game, entered: Json) -> None:
    on_top_of_yellow = {**BACK_TO_THE_CITY, "space": "E1-a"}
    verdict = game.ask("adjudications", state=entered["state"], action=on_top_of_yellow)
    look_at_violations(game, verdict["violations"])
    assert [violation["rule"] for violation in verdict["violations"]] == [
        "placement-order.no-occupied-space",
        "wall-rule.no-return-to-city",
    ]


def test_blue_may_go_to_the_wall_whatever_the_others_say(game: Game, entered: Json) -> None:
    verdict = game.ask("adjudications", state=entered["state"], action=TO_THE_WALL)
    assert verdict["legal"] is True
    look_at(game, verdict)
    assert verdict["applied"] == [TO_THE_WALL]
    assert verdict["state"]["discs"]["D-1"] == {"seat": "blue", "discs": 1, "grey": False}
    assert verdict["state"]["players"]["blue"]["discs"] == entered["state"]["players"]["blue"]["discs"] - 1
    assert due(verdict)["actor"] == "yellow"


@pytest.mark.parametrize(
    ("action", "pointer"),
    [
        ({**TO_THE_WALL, "actor": "red"}, "/actor"),
        ({"type": "take-die", "actor": "blue", "die": "die-force"}, "/type"),
    ],
)
def test_the_wrong_seat_and_the_wrong_moment_cite_the_clause_of_this_one(
    game: Game, entered: Json, action: Json, pointer: str
) -> None:
    verdict = game.ask("adjudications", state=entered["state"], action=action)
    look_at_violations(game, verdict["violations"])
    (violation,) = verdict["violations"]
    assert violation["rule"] == due(entered)["rule"]
    assert violation["pointer"] == pointer


def test_the_list_says_the_same_with_the_reasons_for_what_is_not_on_it(game: Game, entered: Json) -> None:
    listed = game.ask("legal-actions", state=entered["state"], explain=True)
    (decision,) = listed["decisions"]
    assert decision["actor"] == "blue"
    assert TO_THE_WALL in decision["actions"]
    refused = {entry["action"]["space"]: entry["violations"] for entry in decision["unavailable"]}
    verdict = game.ask("adjudications", state=entered["state"], action=BACK_TO_THE_CITY)
    assert refused["E1-b"] == verdict["violations"]
    for violations in refused.values():
        look_at_violations(game, violations)
    # Every space of the board is on one of the two sides.
    spaces = {space["id"] for space in game.read("/components/standard")["board"]["spaces"]}
    free = {action["space"] for action in decision["actions"] if action["type"] == "place-disc"}
    assert free | set(refused) == spaces
    assert not free & set(refused)


# --- Nine o'clock: a Coin under the screen ---


def test_a_wrong_count_is_corrected(game: Game, entered: Json) -> None:
    after = game.ask("adjudications", state=entered["state"], action=TO_THE_WALL)
    # Yellow points at the Wizard, and by what was written down cannot pay.
    refused = game.ask("adjudications", state=after["state"], action=THE_WIZARD)
    assert {violation["rule"] for violation in refused["violations"]} >= {"placing.requirement-disc-and-coin"}
    look_at_violations(game, refused["violations"])
    # But there is a Coin.
    found = {"players": {"yellow": {"coin": 1}}}
    corrected = game.ask(
        "states", state=after["state"], at={"step": "placing-discs", "actor": "yellow", "table": found}
    )
    assert corrected["defects"] == []
    look_at(game, corrected)
    assert list(differences(after["state"], corrected["state"])) == ["/players/yellow/coin"]
    assert corrected["decisions"] == after["decisions"]
    accepted = game.ask("adjudications", state=corrected["state"], action=THE_WIZARD)
    look_at(game, accepted)
    assert accepted["state"]["players"]["yellow"]["coin"] == 0


def test_a_correction_that_does_not_add_up_is_taken_with_a_warning(game: Game, entered: Json) -> None:
    too_many = {"players": {"green": {"discs": 7}}}
    corrected = game.ask("states", state=entered["state"], at={**WHERE_WE_ARE, "table": too_many})
    (defect,) = corrected["defects"]
    assert (defect["severity"], defect["pointer"]) == ("warning", "/players/green/discs")
    assert_readable(defect["detail"])
    assert game.ask("adjudications", state=corrected["state"], action=TO_THE_WALL)["legal"]


def test_a_correction_that_cannot_be_gives_no_position(game: Game, entered: Json) -> None:
    answer = game.ask("states", state=entered["state"], at={**WHERE_WE_ARE, "table": {"horde": None}})
    assert "state" not in answer
    assert [defect["pointer"] for defect in answer["defects"] if defect["severity"] == "error"] == ["/horde"]


def test_a_correction_of_nothing_changes_nothing(game: Game, entered: Json) -> None:
    rng = random.Random("until round 4")
    position = entered
    while position["state"]["round"] == 3 or due(position)["step"] != "place-discs":
        position = game.ask("adjudications", state=position["state"], action=next_move(game, position, rng))
    at = {"step": "placing-discs", "actor": due(position)["actor"], "table": {}}
    corrected = game.ask("states", state=position["state"], at=at)
    assert list(differences(position["state"], corrected["state"])) == []


def next_move(game: Game, position: Json, rng: random.Random) -> Json:
    return move(rng, game.ask("legal-actions", state=position["state"]))


# --- To midnight: dice on the table, cards from the box ---


def test_dice_that_cannot_have_fallen_are_refused(game: Game) -> None:
    begun = game.ask(
        "states", players=4, at={"step": "favor-of-the-king", "table": {**ON_THE_TABLE, "discs": {}, **home_again()}}
    )
    assert begun["defects"] == []
    assert due(begun)["actor"] == "chance"
    # Green has the least Fame: somebody has to read that out.
    assert any("green" in event["text"] for event in begun["events"])
    faces = {"die-force": "weapon-2", "die-healing": "nothing", "die-magic": "magic", "die-wealth": "coin-1"}
    verdict = game.ask("adjudications", state=begun["state"], action=roll({**faces, "die-force": "coin-1"}))
    assert verdict["legal"] is False
    look_at_violations(game, verdict["violations"])
    verdict = game.ask("adjudications", state=begun["state"], action=roll(faces))
    look_at(game, verdict)
    # The roll is spelled out die by die, and nobody can take it back.
    assert {action["die"]: action["face"] for action in verdict["applied"]} == faces
    assert verdict["reversible"] is False
    assert due(verdict)["actor"] == "green"


def home_again() -> Json:
    """Everybody's discs on the Hero tile, save the one that counts a Wound."""
    players = ON_THE_TABLE["players"].items()
    return {"players": {seat: {**pieces, "discs": 5 if "wounds" in pieces else 6} for seat, pieces in players}}


def roll(faces: dict[str, str]) -> Json:
    return {"type": "roll-dice", "actor": "chance", "faces": faces}


def test_the_game_is_played_to_its_end_with_dice_and_cards_of_the_table(game: Game, entered: Json) -> None:
    rng = random.Random("a referee's evening")
    dice = game.read("/components/standard")["dice"]["items"]
    position, rolls, draws = entered, 0, 0
    while not position["finished"]:
        listed = game.ask("legal-actions", state=position["state"])
        assert listed["digest"] == position["digest"]
        assert {d["actor"] for d in listed["decisions"]} == {d["actor"] for d in position["decisions"]}
        decision = due(listed)
        if decision["step"] == "roll-dice":
            # Four dice fall at once, and are typed in at once.
            action, rolls = roll(thrown(rng, dice)), rolls + 1
        else:
            action = move(rng, listed)
        if decision["actor"] == "chance":
            assert len(listed["decisions"]) == 1
            assert abs(sum(outcome["probability"] for outcome in decision["actions"]) - 1) < 1e-9
            draws += 1
        position = game.ask("adjudications", state=position["state"], action=action)
        assert position["legal"] is True, (action, position)
        look_at(game, position)
    assert rolls >= 1
    assert draws > rolls
    look_at_the_end(game, position)


def look_at_the_end(game: Game, position: Json) -> None:
    """The final scores, as they are read out."""
    result, scores = position["result"], game.ask("scores", state=position["state"])
    assert scores["final"] is True
    totals: dict[str, int] = {}
    for player in scores["players"]:
        for line in player["lines"]:
            assert line["rule"] in game.rules
            assert_readable(line["label"])
        totals[player["seat"]] = player["total"]
        assert player["total"] == sum(line["points"] for line in player["lines"])
    assert set(totals) == set(position["seats"])
    ranked = [seat for place in scores["ranking"] for seat in place]
    assert [totals[seat] for seat in ranked] == sorted(totals.values(), reverse=True)
    for tie in scores["tie_breaks"]:
        assert len({totals[seat] for seat in tie["seats"]}) == 1
        assert tie["rule"] in game.rules
        assert_readable(tie["detail"])
    assert (result["ranking"], result["winners"]) == (scores["ranking"], scores["ranking"][0])
    assert result["rule"] in game.rules
    assert_readable(result["reason"])
    nothing_more(game, position)


def nothing_more(game: Game, position: Json) -> None:
    """After the end there is nothing to decide, and whoever tries is told so."""
    assert game.ask("legal-actions", state=position["state"])["decisions"] == []
    late: dict[str, Any] = game.ask("adjudications", state=position["state"], action=TO_THE_WALL)
    assert [violation["rule"] for violation in late["violations"]] == ["referee.game-over"]

"""How games begin, are entered in the middle and corrected; and which states can be judged."""

import random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from service.engine import referee
from service.engine.errors import IllegalSetup, ImpossibleState, MalformedAction, UnknownPack
from service.engine.setup import At, merged
from tests.api.mutations import mutated, words
from tests.engine.harbour import GAME
from tests.engine.harbour.game import HarbourSeat, Options
from tests.engine.moves import action, after, due_of, entered, hands, illegal, legal, position, sent
from tests.games.players import random_positions

# --- setups -----------------------------------------------------------------------------------------------------------


def seats(*entries: tuple[str, int | None]) -> list[HarbourSeat]:
    return [HarbourSeat(seat=seat, bid=bid) for seat, bid in entries]


def test_a_number_takes_the_default_seats_and_a_list_its_own() -> None:
    assert referee.begin(GAME, 2).position.state.seats == ["red", "blue"]
    named = referee.begin(
        GAME, seats(("green", None), ("red", None)), Options(coins=5, quay="market"), salt="x"
    ).position
    assert (named.state.seats, named.state.salt) == (["green", "red"], "x")
    assert {player.place for player in named.state.players.values()} == {"market"}
    assert due_of(named) == [("green", "bid", False), ("red", "bid", False)]


@pytest.mark.parametrize(
    ("players", "options", "refusal"),
    [
        (1, None, IllegalSetup),
        (4, None, IllegalSetup),
        (seats(("red", None), ("red", None)), None, IllegalSetup),
        (seats(("red", None), ("yellow", None)), None, IllegalSetup),
        (2, Options(quay="moon"), MalformedAction),
        (2, Options(quay="reef"), IllegalSetup),
    ],
)
def test_setups_that_are_refused(players: Any, options: Any, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        referee.begin(GAME, players, options)


def test_a_refused_setup_cites_the_rule() -> None:
    with pytest.raises(IllegalSetup) as refusal:
        referee.begin(GAME, 2, Options(quay="reef"))
    (violation,) = refusal.value.violations
    assert (violation.code, violation.rule, violation.detail) == (
        "roads.reef:start",
        "roads.reef",
        "nobody begins at reef",
    )


def test_an_unknown_pack() -> None:
    with pytest.raises(UnknownPack):
        referee.begin(GAME, 2, pack="deluxe")
    assert referee.begin(GAME, 2, pack="standard").position.state.pack == "standard"


def test_a_preset_is_the_action_that_it_stands_for() -> None:
    preset = referee.begin(GAME, seats(("red", 2), ("blue", None)))
    chosen = after(referee.begin(GAME, 2).position, action("bid", "red", coins=2))
    assert preset.applied == [action("bid", "red", coins=2)]
    assert preset.position.digest == chosen.digest
    both = referee.begin(GAME, seats(("red", 0), ("blue", 3)))
    assert due_of(both.position) == [("blue", "turn", False)]
    assert [event.text for event in both.events] == ["red has bid", "blue has bid", "the order is blue, red"]


def test_what_was_applied_can_be_said_again_though_the_setup_does_a_part_of_it() -> None:
    state = referee.begin(GAME, 2).position.state
    state.players["blue"].bid_preset = 3
    start = referee.admit(GAME, state)
    verdict = legal(start, action("bid", "red", coins=2))
    assert verdict.applied == [action("bid", "red", coins=2), action("bid", "blue", coins=3)]
    again = legal(start, *verdict.applied)
    assert (again.digest, again.applied) == (verdict.digest, verdict.applied)
    assert illegal(start, *verdict.applied, verdict.applied[1]).failed_at == 2


def test_an_illegal_preset_is_an_illegal_setup() -> None:
    with pytest.raises(IllegalSetup) as refusal:
        referee.begin(GAME, seats(("red", 4), ("blue", None)))
    assert [violation.code for violation in refusal.value.violations] == ["bids.limit"]
    assert "red" in refusal.value.detail


# --- entering and correcting ------------------------------------------------------------------------------------------


def test_objects_are_merged_and_all_else_replaces() -> None:
    state = position(**hands(red={"hand": ["lamp"], "coins": 7}, blue={})).state
    assert state.players["red"] == type(state.players["red"])(coins=7, hand=["lamp"])
    assert state.players["blue"].coins == 3
    assert state.deck.unseen == {"lamp": 2, "map": 2, "rope": 1}
    plain = merged(state, {"deck": {"count": 2}, "players": {"red": {"hand": []}}})
    assert plain["deck"]["unseen"] == {"lamp": 2, "map": 2, "rope": 1}
    assert plain["players"]["red"]["hand"] == []
    assert plain["agenda"] == []


def test_null_removes() -> None:
    state = position(players={"red": {"coins": 9, "hand": ["lamp"]}}, salt="x").state
    plain = merged(state, {"salt": None, "players": {"red": {"coins": None}}, "deck": {"unseen": {"map": None}}})
    assert "salt" not in plain
    assert "coins" not in plain["players"]["red"]
    assert plain["deck"]["unseen"] == {"lamp": 3, "rope": 1}
    assert plain["players"]["red"]["hand"] == ["lamp"]
    corrected = referee.correct(GAME, state, At(step="turn", table={"players": {"red": {"coins": None}}}))
    assert corrected.outcome is not None
    assert corrected.outcome.position.state.players["red"].coins == 3


def test_a_seat_that_is_removed_is_missing() -> None:
    assert [defect.code for defect in entered(players={"red": None}).defects] == ["wrong-seats"]


@pytest.mark.parametrize("member", ["agenda", "game", "rules_version", "pack", "result"])
def test_some_members_cannot_be_entered(member: str) -> None:
    there = {member: msgspec.to_builtins(position().state)[member]}
    found = referee.enter(GAME, 2, None, None, None, At(step="turn", table=there))
    assert found.outcome is None
    assert [(defect.pointer, defect.code, defect.severity) for defect in found.defects] == [
        (f"/{member}", "fixed", "error")
    ]


def test_an_unknown_step_and_what_is_wrong_with_the_table_are_told_together() -> None:
    found = entered("bid", round=0, agenda=[])
    assert found.outcome is None
    assert {defect.code for defect in found.defects} == {"unknown-id", "fixed", "malformed"}


def test_every_defect_comes_from_the_explainer() -> None:
    told: list[Any] = []

    def explain(shape: Any, plain: Any) -> list[Any]:
        told.append((shape, plain["round"]))
        return []

    referee.enter(GAME, 2, None, None, None, At(step="turn", table={"round": 0}), explain=explain)
    assert told == [(GAME.State, 0)]


def test_ids_that_name_nothing_are_told_with_their_places() -> None:
    found = entered(players={"red": {"place": "moon", "hand": ["lamp", "sun"]}, "grey": {}})
    assert {(defect.pointer, defect.code) for defect in found.defects} == {
        ("/players/red/place", "unknown-id"),
        ("/players/red/hand/1", "unknown-id"),
        ("/players/grey", "unknown-id"),
    }


@pytest.mark.parametrize(
    ("table", "pointer"),
    [
        ({"players": {"red": {"hand": ["sun"]}}}, "/players/red/hand/0"),
        ({"players": {"red": {"place": "moon"}}}, "/players/red/place"),
        ({"players": {"red": {"visited": ["moon"]}}}, "/players/red/visited/0"),
        ({"offers": [{"giver": "red", "taker": "grey", "card": "lamp"}]}, "/offers/0/taker"),
        ({"offers": [{"giver": "red", "taker": "blue", "card": "sun"}]}, "/offers/0/card"),
        ({"deck": {"top": [{"card": "lamp", "known_to": ["grey"]}]}}, "/deck/top/0/known_to/0"),
    ],
)
def test_one_id_that_names_nothing_is_enough(table: dict[str, Any], pointer: str) -> None:
    found = entered(**table)
    assert [(defect.pointer, defect.code) for defect in found.defects] == [(pointer, "unknown-id")]


def test_the_agenda_follows_from_the_step_and_the_actor() -> None:
    assert due_of(position(number=3, actor="blue")) == [("blue", "turn", False)]
    later = after(position(number=3, actor="blue"), action("rest", "blue"), action("rest", "green"))
    assert [step for _, step, _ in due_of(later)] == ["trade"] * 3


def test_warnings_are_told_and_judged_all_the_same() -> None:
    found = entered(deck={"count": 9})
    assert [(defect.severity, defect.code) for defect in found.defects] == [("warning", "count")]
    assert found.outcome is not None
    state = found.outcome.position.state
    assert referee.admit(GAME, state).digest == found.outcome.position.digest
    assert [defect.code for defect in referee.examine(GAME, state)[1]] == ["count"]


def test_a_seed_settles_what_an_entered_game_begins_with() -> None:
    start = after(position(), action("draw", "red"))
    corrected = referee.correct(GAME, start.state, None, "s")
    assert corrected.outcome is not None
    assert len(corrected.outcome.position.state.players["red"].hand) == 1
    assert corrected.outcome.position.digest == legal(start, seed="s").digest
    assert referee.correct(GAME, start.state, None).outcome.position.digest == start.digest  # type: ignore[union-attr]


def test_correcting_reports_what_keeps_a_state_from_being_judged() -> None:
    broken = sent(position().state, pack="deluxe", seats=["red", "yellow"])
    for at in (None, At(step="turn")):
        found = referee.correct(GAME, broken, at)
        assert found.outcome is None
        assert {defect.pointer for defect in found.defects} >= {"/pack", "/seats"}


# --- what can be judged -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"game": "stones"}, "/game", "wrong-game"),
        ({"pack": "deluxe"}, "/pack", "unknown-id"),
        ({"seats": ["red"]}, "/seats", "wrong-seats"),
        ({"seats": ["red", "red"]}, "/seats", "wrong-seats"),
        ({"seats": ["red", "yellow"]}, "/seats", "unknown-id"),
        ({"players": {"red": {}}}, "/players", "wrong-seats"),
        ({"players": {"red": {"visited": ["quay", "quay"]}, "blue": {}}}, "/players/red/visited", "duplicate"),
        ({"agenda": []}, "/agenda", "nobody-decides"),
        ({"agenda": [{"type": "announcement", "seat": "red", "done": True}]}, "/agenda", "nobody-decides"),
        ({"agenda": [{"type": "turn", "seat": "green"}]}, "/agenda/0/seat", "unknown-id"),
        ({"agenda": [{"type": "lanes", "lanes": {"green": []}}]}, "/agenda/0/lanes/green", "unknown-id"),
        (
            {"agenda": [{"type": "lanes", "lanes": {"red": [{"type": "trade", "seat": "green"}]}}]},
            "/agenda/0/lanes/red/0/seat",
            "unknown-id",
        ),
        ({"agenda": [{"type": "draw-card", "seat": "red"}], "deck": {}}, "/agenda", "nothing-may-come"),
    ],
)
def test_impossible_states(changes: dict[str, Any], pointer: str, code: str) -> None:
    state = sent(position().state, **changes)
    with pytest.raises(ImpossibleState) as refusal:
        referee.admit(GAME, state)
    assert (pointer, code) in {(defect.pointer, defect.code) for defect in refusal.value.defects}
    validation = referee.validate(GAME, state)
    assert not validation.valid
    assert validation.defects == refusal.value.defects
    assert validation.state is UNSET
    assert validation.digest is UNSET


def test_a_valid_state_is_told_with_its_position() -> None:
    start = position()
    validation = referee.validate(GAME, start.state)
    assert (validation.valid, validation.defects, validation.digest) == (True, [], start.digest)
    assert validation.decisions == referee.decisions_of(GAME, start.state)
    assert (validation.finished, validation.result) == (False, None)


def test_validating_never_raises() -> None:
    rng = random.Random(9)
    states = [msgspec.to_builtins(found.state) for found, _ in random_positions(GAME, 3, {}, "validate")]
    views = [
        msgspec.to_builtins(referee.view(found, viewer).state)
        for found, _ in random_positions(GAME, 2, {}, "views")
        for viewer in ("red", "spectator")
    ]
    vocabulary = sorted({word for state in (*states, *views) for word in words(state)} | {"rope", "moon", "8.1.0"})
    verdicts = {True: 0, False: 0}
    for _ in range(1500):
        corpus, shape = rng.choice(((states, GAME.State), (views, GAME.View)))
        mutant = mutated(rng, rng.choice(corpus), corpus, vocabulary)
        try:
            state = msgspec.convert(mutant, shape)
        except msgspec.ValidationError:
            continue
        validation = referee.validate(GAME, state)
        verdicts[validation.valid] += 1
        assert validation.valid == (not any(defect.severity == "error" for defect in validation.defects))
        assert all(defect.rule in GAME.catalogue and defect.detail for defect in validation.defects)
    assert min(verdicts.values()) > 50

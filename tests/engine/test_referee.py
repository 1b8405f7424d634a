"""The referee's questions: sequences, seeds, versions, views, undo and scores."""

import msgspec
import pytest
from msgspec import UNSET

from service.engine import referee
from service.engine.digest import canonical_bytes
from service.engine.errors import HiddenValue, ImpossibleState, MalformedAction, RulesVersion
from tests.engine.harbour import GAME
from tests.engine.moves import action, after, codes, due_of, hands, illegal, legal, position, sent
from tests.games.players import random_positions

# --- sequences --------------------------------------------------------------------------------------------------------


def test_a_sequence_stops_where_it_is_illegal_and_nothing_is_applied() -> None:
    start = position()
    before = canonical_bytes(start.state)
    moves = [action("walk", "red", to="market"), action("walk", "red", to="market"), action("rest", "red")]
    verdict = illegal(start, *moves)
    assert (verdict.failed_at, codes(verdict)) == (1, ["roads.adjacent"])
    assert verdict.digest == start.digest
    assert canonical_bytes(start.state) == before


def test_a_replay_keeps_what_was_legal() -> None:
    start = position()
    moves = [action("walk", "red", to="market"), action("walk", "red", to="market"), action("rest", "red")]
    replay = referee.replay(start, moves)
    assert (replay.legal, replay.failed_at) == (False, 1)
    assert [violation.code for violation in replay.violations] == ["roads.adjacent"]
    assert replay.position.digest == legal(start, moves[0]).digest
    assert [event.text for event in replay.position.events] == ["red comes to market"]
    whole = referee.replay(start, [moves[0], moves[2]])
    assert (whole.legal, whole.failed_at, whole.violations) == (True, None, [])
    assert whole.position.decisions == legal(start, moves[0], moves[2]).decisions


def test_no_action_at_all_is_legal() -> None:
    start = position()
    verdict = legal(start)
    assert (verdict.applied, verdict.events, verdict.digest) == ([], [], start.digest)
    drawing = after(start, action("draw", "red"))
    assert [type(done).__name__ for done in legal(drawing, seed="s").applied] == ["CardDrawn"]


# --- seeds ------------------------------------------------------------------------------------------------------------


def test_without_a_seed_chance_is_asked() -> None:
    drawing = after(position(), action("draw", "red"))
    assert due_of(drawing) == [("chance", "draw-card", False)]
    failed = illegal(position(), action("draw", "red"), action("rest", "red"))
    assert (failed.failed_at, codes(failed)) == (1, ["deck.draw:not-your-decision"])


def test_a_seed_settles_chance_between_and_after_the_actions() -> None:
    start = position()
    verdict = legal(start, action("draw", "red"), action("rest", "red"), action("draw", "blue"), seed="s")
    assert [type(done).__name__ for done in verdict.applied] == ["Draw", "CardDrawn", "Rest", "Draw", "CardDrawn"]
    assert verdict.state.chances == 2
    assert not verdict.reversible


def test_a_chance_action_in_the_list_wins_over_the_seed() -> None:
    start = position()
    for card in ("lamp", "map", "rope"):
        chosen = action("draw-card", "chance", card=card)
        verdict = legal(start, action("draw", "red"), chosen, action("rest", "red"), seed="s")
        assert verdict.state.players["red"].hand == [card]
        assert verdict.applied == [action("draw", "red"), chosen, action("rest", "red")]


def test_what_was_applied_gives_the_same_state_without_a_seed() -> None:
    start = referee.begin(GAME, 3, seed="all").position
    moves = [
        move for _, move in zip(range(25), (move for _, move in random_positions(GAME, 3, {}, "all")), strict=False)
    ]
    seeded = legal(start, *moves, seed="all")
    replay = referee.replay(start, seeded.applied)
    assert replay.legal
    assert replay.position.digest == seeded.digest
    assert replay.position.events == seeded.events


# --- versions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["2.1.0", "2.1.1", "2.1.999"])
def test_states_of_another_patch_are_taken_and_renewed(version: str) -> None:
    old = referee.admit(GAME, sent(position().state, rules_version=version))
    assert legal(old, action("rest", "red")).state.rules_version == "2.1.0"
    assert legal(old).state.rules_version == "2.1.0"
    assert referee.correct(GAME, old.state, None).outcome.position.state.rules_version == "2.1.0"  # type: ignore[union-attr]
    assert old.state.rules_version == version
    assert referee.validate(GAME, old.state).valid


@pytest.mark.parametrize("version", ["2.0.0", "2.2.0", "1.1.0", "21.0.0", "3.1.0", "2.10.0"])
def test_states_of_other_rules_are_refused(version: str) -> None:
    old = sent(position().state, rules_version=version)
    for ask in (referee.admit, lambda game, state: referee.correct(game, state, None)):
        with pytest.raises(RulesVersion) as refusal:
            ask(GAME, old)
        assert refusal.value.accepts == GAME.accepts == ["2.1.x"]
        assert version in refusal.value.detail
    validation = referee.validate(GAME, old)
    assert [(defect.pointer, defect.code) for defect in validation.defects] == [("/rules_version", "rules-version")]


# --- views ------------------------------------------------------------------------------------------------------------


def drawn() -> referee.Position:
    return after(
        position(**hands(red={"hand": ["rope"]}, blue={"hand": ["lamp", "map"]}), salt="secret"),
        action("draw", "red"),
        action("draw-card", "chance", card="lamp"),
    )


def test_views_hide_what_is_not_the_viewers() -> None:
    start = drawn()
    of_red = referee.view(start, "red").state
    assert (of_red.viewer, of_red.salt) == ("red", None)
    assert of_red.players["red"].hand == ["lamp", "rope"]
    assert of_red.players["blue"].hand == [None, None]
    assert of_red.deck.unseen == {"lamp": 2, "map": 2}
    spectator = referee.view(start, "spectator").state
    assert [player.hand for player in spectator.players.values()] == [[None, None], [None, None]]
    assert spectator.deck.unseen == {"lamp": 3, "map": 2, "rope": 1}
    assert start.state.players["blue"].hand == ["lamp", "map"], "the state has been changed"


@pytest.mark.parametrize("viewer", ["red", "blue", "spectator"])
def test_a_view_of_a_view_is_the_view(viewer: str) -> None:
    shown = referee.view(drawn(), viewer).state
    again = referee.admit(GAME, msgspec.json.decode(msgspec.json.encode(shown), type=GAME.View))
    assert again.viewer == viewer
    assert referee.view(again, viewer).state == shown
    assert referee.view(again, "spectator").state == referee.view(drawn(), "spectator").state
    with pytest.raises(HiddenValue):
        referee.view(again, "blue" if viewer != "blue" else "red")


def test_a_view_of_a_view_leaves_hidden_cards_of_a_pile_alone() -> None:
    start = position(**hands(red={"hand": ["rope"]}, blue={}))
    shown = referee.view(after(start, action("tuck", "red", card="rope", where="bottom")), "blue").state
    assert shown.deck.bottom[0].card is None
    again = referee.admit(GAME, msgspec.json.decode(msgspec.json.encode(shown), type=GAME.View))
    assert referee.view(again, "blue").state == shown


def test_a_view_has_the_decisions_of_the_state() -> None:
    for found, _ in random_positions(GAME, 3, {}, "decisions"):
        for viewer in (*found.state.seats, "spectator"):
            shown = referee.view(found, viewer).state
            assert referee.decisions_of(GAME, shown) == referee.decisions_of(GAME, found.state)
            assert referee.validate(GAME, shown).valid


@pytest.mark.parametrize("viewer", ["green", "chance", "", "nobody"])
def test_only_seats_and_spectators_view(viewer: str) -> None:
    with pytest.raises(MalformedAction) as refusal:
        referee.view(position(), viewer)
    assert refusal.value.errors[0].pointer == "/viewer"
    if viewer != "spectator":
        with pytest.raises(ImpossibleState):
            referee.admit(GAME, msgspec.structs.replace(referee.view(position(), "red").state, viewer=viewer))


def test_events_are_shown_to_those_who_saw_them() -> None:
    start = position(number=3)
    events = legal(start, action("draw", "red"), action("draw-card", "chance", card="map")).events
    texts = {
        viewer: [event.text for event in referee.view(start, viewer, events).events]  # type: ignore[union-attr]
        for viewer in ("red", "blue", "spectator")
    }
    assert texts == {"red": ["red draws", "red draws map"], "blue": ["red draws"], "spectator": ["red draws"]}
    assert referee.view(start, "red").events is UNSET
    assert referee.view(start, "red", []).events == []


# --- undo -------------------------------------------------------------------------------------------------------------


def test_what_nobody_learned_anything_by_is_reversible() -> None:
    start = position(**hands(red={"hand": ["rope"]}, blue={}))
    for moves in (
        [action("walk", "red", to="market")],
        [action("tuck", "red", card="rope", where="top")],
        [action("draw", "red")],
        [action("rest", "red"), action("rest", "blue")],
    ):
        assert legal(start, *moves).reversible, moves


def test_chance_reveals_and_answers_are_not_reversible() -> None:
    start = position()
    roll = [action("walk", "red", to="market"), action("walk", "red", to="reef")]
    assert legal(start, *roll).reversible
    assert not legal(start, *roll, seed="s").reversible
    assert not legal(start, *roll, action("weather", "chance", face="calm")).reversible
    assert not legal(start, action("raid", "red"), action("raise-shield", "blue")).reversible
    bids = [action("bid", seat, coins=1) for seat in ("red", "blue")]
    beginning = referee.begin(GAME, 2).position
    assert legal(beginning, bids[0]).reversible
    assert not legal(beginning, *bids).reversible


# --- scores -----------------------------------------------------------------------------------------------------------


def test_scores_and_result_agree() -> None:
    start = position("open-trade", round=2, players={"blue": {"coins": 8}})
    assert not referee.scores(start).final
    verdict = legal(start, action("end-trade", "red"), action("end-trade", "blue"))
    assert verdict.finished
    assert verdict.decisions == []
    over = referee.admit(GAME, verdict.state)
    final = referee.scores(over)
    assert final.final
    assert final.ranking == verdict.result.ranking == [["blue"], ["red"]]  # type: ignore[union-attr]
    assert verdict.result.winners == ["blue"]  # type: ignore[union-attr]


# --- lanes ------------------------------------------------------------------------------------------------------------


def test_nobody_decides_in_the_lane_of_another_seat() -> None:
    """Its own lane is where an action is judged, so what is listed in another would be refused."""
    state = msgspec.to_builtins(referee.begin(GAME, 2).position.state)
    (number,) = [at for at, step in enumerate(state["agenda"]) if step["type"] == "lanes"]
    lane = state["agenda"][number]["lanes"]["red"]
    lane[0]["seat"] = "blue"
    found = referee.validate(GAME, msgspec.convert(state, GAME.State))
    assert not found.valid
    assert ("wrong-lane", f"/agenda/{number}/lanes/red/0/seat") in {(flaw.code, flaw.pointer) for flaw in found.defects}

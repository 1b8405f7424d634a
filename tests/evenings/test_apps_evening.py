"""An app's evening: three people with telephones, a whole game of Kingdom Defenders, one call a move."""

import hashlib
import hmac
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.evenings.app import SPECTATOR, Match, Turn
from tests.evenings.client import Game, Json
from tests.evenings.hands import move
from tests.evenings.reading import due, look_at, look_at_violations

pytestmark = pytest.mark.gunicorn

SEED = "three friends, a Friday in November"
COUNTS_BEHIND_THE_SCREEN = ("weapon", "spell", "loot", "coin", "fate")
CARDS_BEHIND_THE_SCREEN = ("adventures", "rewards", "fate_dealt")
UNDONE_OFTEN = 0.15


@pytest.fixture(scope="module")
def match(game: Game) -> Match:
    """The whole game, played to its end; now and then somebody thinks better of a move."""
    rng = random.Random("an app's evening")
    match = Match(game, players=3, seed=SEED, salt="9f2c41d0a7b35e68")
    match.begin()
    while not match.now["finished"]:
        verdict = match.play(move(rng, match.now["legal-actions"]))
        assert verdict["legal"], verdict
        if match.may_undo() and rng.random() < UNDONE_OFTEN:
            match.undo()
    return match


def some(match: Match) -> Iterator[Json]:
    """The setup, every twelfth answer, and the last one."""
    answers = [match.first, *(turn.verdict for turn in match.turns)]
    yield from (*answers[:-1:12], answers[-1])


def viewers(match: Match) -> list[str]:
    return [*match.first["seats"], SPECTATOR]


# --- One call a move ---


def test_the_evening_is_told_in_words(game: Game, match: Match) -> None:
    for answer in (match.first, *(turn.verdict for turn in match.turns)):
        look_at(game, answer)
    assert match.now["state"]["round"] >= 4


def test_what_one_call_brings_along_is_what_each_call_would_have_said(game: Game, match: Match) -> None:
    for answer in some(match):
        state = answer["state"]
        assert answer["legal-actions"] == game.ask("legal-actions", state=state)
        assert answer["scores"] == game.ask("scores", state=state)
        for viewer in viewers(match):
            assert answer[f"view:{viewer}"] == game.ask("views", state=state, viewer=viewer, events=answer["events"])


def test_an_illegal_move_leaves_the_match_where_it_was(game: Game, match: Match) -> None:
    turn = next(turn for turn in match.turns if turn.action["type"] == "place-disc")
    taken = game.ask("adjudications", state=turn.verdict["state"], action=turn.action, include=["state", "scores"])
    assert taken["legal"] is False
    assert taken["digest"] == turn.verdict["digest"]
    assert not {"state", "scores"} & set(taken)
    look_at_violations(game, taken["violations"])


def test_scores_follow_the_game(match: Match) -> None:
    for answer in (match.first, *(turn.verdict for turn in match.turns)):
        assert answer["scores"]["final"] == answer["finished"]
        for player in answer["scores"]["players"]:
            assert player["total"] == sum(line["points"] for line in player["lines"])
    assert match.now["result"]["ranking"] == match.now["scores"]["ranking"]


# --- What each telephone shows ---


def test_everybody_sees_the_own_side_of_the_screens_and_nobody_elses(match: Match) -> None:
    for answer in (match.first, *(turn.verdict for turn in match.turns)):
        state = answer["state"]
        for viewer in viewers(match):
            shown = answer[f"view:{viewer}"]["state"]
            assert shown["viewer"] == viewer
            assert shown["salt"] is None, "with the salt one could try out hands until the digest agrees"
            for seat in match.first["seats"]:
                if seat == viewer or answer["finished"]:
                    assert shown["players"][seat] == state["players"][seat]
                else:
                    assert_hidden(shown["players"][seat], state["players"][seat])


def assert_hidden(shown: Json, real: Json) -> None:
    """What stands before the screen is there, what lies behind it is not, save how many cards."""
    for name, value in real.items():
        if name in CARDS_BEHIND_THE_SCREEN:
            assert shown[name] == [None] * len(value)
        elif name in (*COUNTS_BEHIND_THE_SCREEN, "fate_preset"):
            assert shown[name] is None
        else:
            assert shown[name] == value


def test_no_pile_betrays_a_hand(match: Match) -> None:
    # A card in a rival's hand may still come, for all the viewer knows: it counts as unseen.
    for answer in (turn.verdict for turn in match.turns if not turn.verdict["finished"]):
        for viewer in viewers(match):
            shown = answer[f"view:{viewer}"]["state"]
            rivals = [answer["state"]["players"][seat] for seat in match.first["seats"] if seat != viewer]
            in_hands = {card for rival in rivals for card in rival["adventures"]}
            real = answer["state"]["adventure_deck"]
            assert set(shown["adventure_deck"]["unseen"]) == set(real["unseen"]) | in_hands
            assert shown["adventure_deck"]["count"] == real["count"]


def test_a_telephone_that_has_only_its_view_lists_the_same_moves(game: Game, match: Match) -> None:
    for answer in some(match):
        for listed in answer["legal-actions"]["decisions"]:
            view = answer[f"view:{listed['actor']}"]["state"]
            (seen,) = game.ask("legal-actions", state=view)["decisions"]
            assert seen == listed


def test_a_telephone_shows_the_own_score_and_no_rivals(game: Game, match: Match) -> None:
    answer = match.turns[len(match.turns) // 2].verdict
    viewer, *rivals = match.first["seats"]
    real = {player["seat"]: player for player in answer["scores"]["players"]}
    shown = game.ask("scores", state=answer[f"view:{viewer}"]["state"])
    for player in shown["players"]:
        if player["seat"] == viewer:
            assert player == real[viewer]
        else:
            assert player["seat"] in rivals
            assert player["total"] is None
            assert any(line["points"] is None for line in player["lines"])


def test_everybody_hears_what_concerns_them(match: Match) -> None:
    secret = 0
    for answer in (match.first, *(turn.verdict for turn in match.turns)):
        for viewer in viewers(match):
            told = answer[f"view:{viewer}"]["events"]
            assert told == [event for event in answer["events"] if viewer in event.get("seen_by", [viewer])]
        secret += sum("seen_by" in event for event in answer["events"])
    assert secret, "an evening without a secret shows nothing"


def test_a_kept_fate_card_is_a_secret(match: Match) -> None:
    turn = next(turn for turn in match.turns if turn.action["type"] == "choose-fate")
    actor, card = turn.action["actor"], turn.action["card"]
    for viewer in viewers(match):
        told = [event["text"] for event in turn.verdict[f"view:{viewer}"]["events"]]
        assert any(actor in text for text in told), "that a card was kept is public"
        assert any(card in text for text in told) == (viewer == actor)


# --- Thinking better of it ---


def test_no_way_leads_back_behind_a_roll_or_a_draw(match: Match) -> None:
    rolled = [turn for turn in match.turns if any(action["actor"] == "chance" for action in turn.verdict["applied"])]
    assert rolled
    assert not any(turn.verdict["reversible"] for turn in rolled)
    assert any(turn.verdict["reversible"] for turn in match.turns)


def test_a_move_that_was_taken_back_leaves_no_trace(game: Game, match: Match) -> None:
    """The same move once more gives the same position; another one in between does not change the dice to come."""
    turn = followed_by_chance(match)
    again = Match(game, match.players, match.seed, match.salt, first=turn.before)
    for other in choices(turn):
        if other != turn.action:
            assert again.play(other)["digest"] != turn.verdict["digest"]
            if again.may_undo():
                again.undo()
                break
            again = Match(game, match.players, match.seed, match.salt, first=turn.before)
    else:
        raise AssertionError("no other move could have been taken back")
    assert again.play(turn.action) == turn.verdict
    after = next_turn(match, turn)
    assert again.play(after.action) == after.verdict
    assert any(action["actor"] == "chance" for action in after.verdict["applied"])


def followed_by_chance(match: Match) -> Turn:
    """A turn that could be taken back, with another choice, before a turn that rolled or drew."""
    for turn, after in zip(match.turns, match.turns[1:], strict=False):
        rolled = any(action["actor"] == "chance" for action in after.verdict["applied"])
        if rolled and turn.verdict["reversible"] and len(choices(turn)) > 1:
            return turn
    raise AssertionError("no such turn in this match")


def choices(turn: Turn) -> list[Json]:
    actions: list[Json] = due(turn.before["legal-actions"])["actions"]
    return actions


def next_turn(match: Match, turn: Turn) -> Turn:
    return match.turns[match.turns.index(turn) + 1]


# --- The record ---


def test_the_record_gives_the_same_match_without_a_seed(game: Game, match: Match) -> None:
    replay = game.ask("replays", state=match.first["state"], actions=match.record())
    assert (replay["legal"], replay["failed_at"], replay["violations"]) == (True, None, [])
    assert replay["position"]["digest"] == match.now["digest"]
    assert replay["position"]["result"] == match.now["result"]


def test_a_forged_record_is_found_out_where_it_was_forged(game: Game, match: Match) -> None:
    record = match.record()
    forged = next(index for index, action in enumerate(record) if action["type"] == "place-disc") + 1
    record[forged] = record[forged - 1]
    replay = game.ask("replays", state=match.first["state"], actions=record)
    assert (replay["legal"], replay["failed_at"]) == (False, forged)
    look_at_violations(game, replay["violations"])


def test_the_record_is_watched_move_by_move(game: Game, match: Match) -> None:
    *lines, end = game.ask_line_by_line("replays", state=match.first["state"], actions=match.record())
    assert [line["index"] for line in lines] == list(range(len(match.record())))
    assert all(line["legal"] for line in lines)
    assert lines[-1]["digest"] == match.now["digest"]
    assert [event for line in lines for event in line["events"]] == [
        event for turn in match.turns for event in turn.verdict["events"]
    ]
    assert end["end"] is True
    assert end["position"]["digest"] == match.now["digest"]


def test_with_the_seed_anybody_can_check_every_roll_and_draw(game: Game, match: Match) -> None:
    """From the setup, the published seed and the players' own moves alone: the dice are worked out here."""
    moves = [action for action in match.record() if action["actor"] != "chance"]
    rolls = [action for action in match.record() if action["actor"] == "chance"]
    drawn: list[Json] = []
    position = game.ask("states", **match.setup(), include=["state", "legal-actions"])
    while not position["finished"]:
        decision = due(position["legal-actions"])
        if decision["actor"] == "chance":
            action = roll(match.seed, len(drawn), decision["actions"])
            drawn.append(action)
        else:
            action = moves.pop(0)
        position = game.ask("adjudications", state=position["state"], action=action, include=["state", "legal-actions"])
        assert position["legal"], position
    assert moves == []
    # The setup's draws come before those of the record.
    assert drawn[-len(rolls) :] == rolls
    assert position["digest"] == match.now["digest"]


def roll(seed: str, count: int, outcomes: list[Json]) -> Json:
    """The contract's recipe: which outcome the seed gives to the chance decision with this number."""
    total = sum(outcome["weight"] for outcome in outcomes)
    fair, attempt = 2**256 - 2**256 % total, 0
    while (number := hashed(seed, f"kingdom-defenders/{count}/{attempt}")) >= fair:
        attempt += 1
    left = number % total
    for outcome in outcomes:
        if left < outcome["weight"]:
            return {name: value for name, value in outcome.items() if name not in ("weight", "probability")}
        left -= outcome["weight"]
    raise AssertionError("the weights do not add up")


def hashed(seed: str, message: str) -> int:
    digest: Any = hmac.new(seed.encode(), message.encode(), hashlib.sha256)
    return int.from_bytes(digest.digest(), "big")

"""The list of legal actions: partial actions, pages, reasons, chances, bundles and the work budget."""

from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from service.engine import referee
from service.engine.answers import ListedDecision
from service.engine.errors import BadCursor, HiddenValue, MalformedAction, TooMuchWork
from service.engine.listing import agrees
from service.engine.referee import Position
from tests.engine.harbour import GAME
from tests.engine.moves import action, after, hands, illegal, position


def asked(start: Position, **question: Any) -> ListedDecision:
    """The only decision of the answer."""
    (decision,) = referee.legal_actions(start, **question).decisions
    return decision


def told(start: Position, **where: Any) -> list[dict[str, Any]]:
    """The listed actions that agree with ``where``, as the wire has them, without their actor."""
    actions = asked(start, where=where).actions
    return [{k: v for k, v in msgspec.to_builtins(a).items() if k != "actor"} for a in actions]


# --- where ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "wanted", "expected"),
    [
        (1, 1, True),
        (1, 2, False),
        (1, True, False),
        (True, 1, False),
        (True, True, True),
        (0, False, False),
        (None, None, True),
        ("a", None, False),
        (None, "a", False),
        ("1", 1, False),
        (["a", "b"], ["a", "b"], True),
        (["a", "b"], ["b", "a"], False),
        (["a", "b"], [None, "b"], True),
        (["a", "b"], [None, None], True),
        (["a", "b"], [None], False),
        (["a", "b"], ["a", "b", None], False),
        ([], [], True),
        ([["a"], []], [[None], None], True),
        ("ab", ["a", "b"], False),
        (["a"], "a", False),
        ({"a": 1, "b": 2}, {"a": 1}, True),
        ({"a": 1, "b": 2}, {}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": 1}, {"b": None}, False),
        ({"a": [1, {"b": 2, "c": 3}]}, {"a": [None, {"c": 3}]}, True),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": None}]}, False),
        ({}, [], False),
        ([], {}, False),
    ],
)
def test_agreeing(value: Any, wanted: Any, expected: bool) -> None:
    assert agrees(value, wanted) is expected


def test_where_names_a_type_and_parameters() -> None:
    start = position(**hands(red={"hand": ["lamp", "map"], "place": "market"}, blue={}))
    assert told(start, type="rest") == [{"type": "rest"}]
    assert told(start, where="top") == [
        {"type": "tuck", "card": "lamp", "where": "top"},
        {"type": "tuck", "card": "map", "where": "top"},
    ]
    assert told(start, type="tuck", card="map", where="bottom") == [{"type": "tuck", "card": "map", "where": "bottom"}]
    assert told(start, card="rope") == []
    assert told(start, type="walk", to="bridge", actor="blue") == []
    assert told(start, type="walk", to="bridge", actor="red") == [{"type": "walk", "to": "bridge"}]


def test_where_within_an_object() -> None:
    toll = after(position(), action("walk", "red", to="bridge"))
    assert told(toll, fee={"coin": 1}) == [
        {"type": "charge", "fee": {"coin": 1}},
        {"type": "charge", "fee": {"coin": 1, "promise": 1}},
    ]
    assert told(toll, fee={"promise": 1, "coin": 1}) == [{"type": "charge", "fee": {"coin": 1, "promise": 1}}]
    assert told(toll, fee={"coin": None}) == []
    assert len(told(toll, fee={})) == asked(toll).count == 5


def test_where_within_a_list() -> None:
    start = position(players={"red": {"place": "market"}})
    paths = [found["path"] for found in told(start, type="march", path=[None, "market", None])]
    assert paths == [["quay", "market", end] for end in ("quay", "bridge", "reef")]
    assert [found["path"] for found in told(start, type="march", path=["reef"])] == [["reef"]]
    assert told(start, type="march", path=[]) == []


@pytest.mark.parametrize(
    ("where", "pointers"),
    [
        ({"type": "fly"}, ["/where/type"]),
        ({"type": None}, ["/where/type"]),
        ({"wings": 2}, ["/where/wings"]),
        ({"type": "walk", "card": "lamp"}, ["/where/card"]),
        ({"type": "walk", "b": 1, "a/b": 1}, ["/where/a~1b", "/where/b"]),
    ],
)
def test_where_that_no_action_has_is_refused(where: dict[str, Any], pointers: list[str]) -> None:
    with pytest.raises(MalformedAction) as refusal:
        referee.legal_actions(position(), where=where)
    assert [flaw.pointer for flaw in refusal.value.errors] == pointers


def test_where_may_name_what_belongs_to_another_step() -> None:
    assert asked(position(), where={"type": "bid"}).actions == []
    assert asked(position(), where={"giver": "red"}).actions == []


# --- pages ------------------------------------------------------------------------------------------------------------


def pages(start: Position, limit: int, **question: Any) -> list[list[Any]]:
    found, cursor = [], None
    while True:
        page = asked(start, limit=limit, cursor=cursor, **question)
        found.append(page.actions)
        assert page.count == asked(start, **question).count
        cursor = page.next_cursor
        if cursor is None:
            return found


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 1000])
def test_pages_are_the_list(limit: int) -> None:
    start = position(players={"red": {"place": "market"}})
    everything = asked(start).actions
    found = pages(start, limit)
    assert [listed for page in found for listed in page] == everything
    assert all(len(page) == limit for page in found[:-1])
    assert found[-1]


def test_a_cursor_is_bound_to_its_question() -> None:
    start = position(players={"red": {"place": "market"}})
    question: dict[str, Any] = {"where": {"type": "march"}, "explain": False, "actor": "red"}
    cursor = asked(start, limit=2, **question).next_cursor
    assert cursor is not None
    assert asked(start, limit=1, cursor=cursor, **question).actions == asked(start, **question).actions[2:3]
    other = after(start, action("walk", "red", to="quay"))
    for elsewhere, change in ((other, {}), (start, {"where": {"type": "walk"}}), (start, {"explain": True})):
        with pytest.raises(BadCursor):
            referee.legal_actions(elsewhere, cursor=cursor, **{**question, **change})


def test_a_cursor_does_not_depend_on_the_order_of_where() -> None:
    start = position(players={"red": {"place": "market"}})
    one, other = {"type": "march", "path": [None, None]}, {"path": [None, None], "type": "march"}
    cursor = asked(start, where=one, limit=1).next_cursor
    assert asked(start, where=other, limit=1, cursor=cursor) == asked(start, where=one, limit=1, cursor=cursor)


@pytest.mark.parametrize("cursor", ["", "x", "é", "AAAA", "MS4=", "LTEuYWJj", "\x00", "a" * 1000, "===="])
def test_what_is_no_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(BadCursor):
        referee.legal_actions(position(), cursor=cursor)


def test_a_cursor_is_one_actors() -> None:
    start = referee.begin(GAME, 2).position
    red, blue = referee.legal_actions(start, limit=1).decisions
    assert red.next_cursor != blue.next_cursor
    assert asked(start, actor="blue", limit=1, cursor=blue.next_cursor).actions == [action("bid", "blue", coins=1)]
    with pytest.raises(BadCursor):
        referee.legal_actions(start, actor="blue", limit=1, cursor=red.next_cursor)


# --- who asks ---------------------------------------------------------------------------------------------------------


def test_an_actor_gets_the_own_decision() -> None:
    start = referee.begin(GAME, 2).position
    assert [d.actor for d in referee.legal_actions(start).decisions] == ["red", "blue"]
    assert [d.actor for d in referee.legal_actions(start, actor="blue").decisions] == ["blue"]
    assert referee.legal_actions(start, actor="chance").decisions == []
    with pytest.raises(MalformedAction) as refusal:
        referee.legal_actions(start, actor="green")
    assert refusal.value.errors[0].pointer == "/actor"


def test_a_view_answers_for_its_viewer_as_the_state_does() -> None:
    start = position("open-trade", number=3, **hands(red={"hand": ["map"]}, blue={"coins": 0}, green={}))
    offered = after(start, action("offer-card", "red", taker="green", card="map"))
    for viewer in ("red", "blue", "green"):
        view = referee.admit(GAME, referee.view(offered, viewer).state)
        own = referee.legal_actions(view, explain=True).decisions
        assert own == referee.legal_actions(offered, actor=viewer, explain=True).decisions
        assert own == referee.legal_actions(view, actor=viewer, explain=True).decisions
        with pytest.raises(HiddenValue):
            referee.legal_actions(view, actor="red" if viewer != "red" else "blue")
    spectator = referee.admit(GAME, referee.view(offered, "spectator").state)
    assert referee.legal_actions(spectator).decisions == []


def test_a_view_lists_bundles_as_the_state_does() -> None:
    start = position()
    view = referee.admit(GAME, referee.view(start, "red").state)
    where = {"type": "march"}
    assert asked(view, where=where).actions == asked(start, where=where).actions


# --- reasons ----------------------------------------------------------------------------------------------------------


def test_what_is_not_legal_is_told_with_its_reasons() -> None:
    start = position(deck={"count": 0})
    assert asked(start).unavailable is UNSET
    explained = asked(start, explain=True)
    assert explained.actions == asked(start).actions
    assert isinstance(explained.unavailable, list)
    reasons = [(msgspec.to_builtins(u.action), [v.code for v in u.violations]) for u in explained.unavailable]
    assert reasons == [
        ({"type": "walk", "actor": "red", "to": "quay"}, ["roads.adjacent"]),
        ({"type": "walk", "actor": "red", "to": "reef"}, ["roads.adjacent"]),
        ({"type": "draw", "actor": "red"}, ["turn.one-draw:empty"]),
    ]
    for found in explained.unavailable:
        assert illegal(start, found.action).violations == found.violations


def test_reasons_obey_limit_and_where() -> None:
    start = position(deck={"count": 0})
    assert len(asked(start, explain=True, limit=2).unavailable) == 2  # type: ignore[arg-type]
    (walk,) = asked(start, explain=True, where={"to": "reef"}).unavailable  # type: ignore[misc]
    assert walk.action == action("walk", "red", to="reef")
    marches = asked(start, explain=True, where={"type": "march", "path": ["market", None]}).unavailable
    assert [(u.action.path[1], u.violations[0].code) for u in marches] == [("market", "roads.adjacent")]  # type: ignore[union-attr]


# --- chance -----------------------------------------------------------------------------------------------------------


def test_chance_is_listed_with_weights_and_probabilities() -> None:
    drawing = after(position(), action("draw", "red"))
    decision = asked(drawing)
    assert (decision.actor, decision.step, decision.optional) == ("chance", "draw-card", False)
    assert [(a.card, a.weight, a.probability) for a in decision.actions] == [
        ("lamp", 3, 3 / 6),
        ("map", 2, 2 / 6),
        ("rope", 1, 1 / 6),
    ]


def test_probabilities_are_of_all_outcomes_under_where_and_on_every_page() -> None:
    drawing = after(position(), action("draw", "red"))
    (rope,) = asked(drawing, where={"card": "rope"}).actions
    assert (rope.weight, rope.probability) == (1, 1 / 6)
    paged = [outcome for page in pages(drawing, 2) for outcome in page]
    assert paged == asked(drawing).actions


# --- bundles and work -------------------------------------------------------------------------------------------------


def test_bundles_are_listed_only_when_their_type_is_named() -> None:
    start = position()
    decision = asked(start)
    assert {type(listed).__name__ for listed in decision.actions} == {"Walk", "Draw", "Raid", "Rest"}
    assert [(kind.type, kind.kind, kind.listed) for kind in decision.open] == [
        ("march", "bundle", True),
        ("tidy", "bundle", False),
    ]
    assert all(kind.schema == GAME.schemas[kind.type] for kind in decision.open)
    assert asked(start, where={"path": ["market"]}).actions == []
    named = asked(start, where={"type": "march"})
    assert named.count == len(named.actions) == 7
    assert asked(start, where={"type": "tidy"}).actions == []


def test_the_work_budget_is_a_count() -> None:
    start = position()
    whole = asked(start)
    # Four walks, a draw, a raid and a rest are looked at; the hand is empty.
    assert asked(start, budget=7) == whole
    for _ in range(2):
        with pytest.raises(TooMuchWork) as refusal:
            referee.legal_actions(start, budget=6)
        assert {"to", "card", "path"} <= set(refusal.value.narrow_by)
        assert "actor" not in refusal.value.narrow_by
    with pytest.raises(TooMuchWork):
        referee.legal_actions(start, budget=7, explain=True)
    assert asked(start, budget=14, explain=True).actions == whole.actions


def test_a_narrower_question_is_less_work() -> None:
    assert asked(position(), budget=4, where={"type": "walk"}).count == 2
    with pytest.raises(TooMuchWork):
        referee.legal_actions(position(), budget=4, where={"type": "march"})


def test_the_budget_is_that_of_the_whole_question() -> None:
    """Two bid at once, and for each five bids are looked at."""
    start = referee.begin(GAME, 2).position
    every = referee.legal_actions(start, budget=10).decisions
    assert [decision.actor for decision in every] == ["red", "blue"]
    with pytest.raises(TooMuchWork) as refusal:
        referee.legal_actions(start, budget=9)
    assert {"actor", "coins"} <= set(refusal.value.narrow_by)
    assert referee.legal_actions(start, actor="blue", budget=5).decisions == [every[1]]


def test_the_hint_names_parameters() -> None:
    drawing = after(position(), action("draw", "red"))
    with pytest.raises(TooMuchWork) as refusal:
        referee.legal_actions(drawing, budget=1)
    assert refusal.value.narrow_by == ["card"]

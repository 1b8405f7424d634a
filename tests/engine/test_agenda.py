"""The agenda: what comes next, who decides now, and what happens by itself."""

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine import referee
from service.engine.agenda import due, run_until_due
from service.engine.pack import Pack
from service.engine.shapes import CHANCE
from service.engine.state import State
from service.engine.step import Lanes, Step
from service.engine.table import Table
from tests.engine.harbour import GAME
from tests.engine.moves import action, after, codes, due_of, illegal, legal, position

RULE = "a.clause"


class Journal(State, kw_only=True):
    """A state that remembers what has run."""

    ran: Annotated[list[str], Meta(max_length=50)] = []


class Note(Step, tag="note"):
    """Runs by itself, and may put others on the agenda."""

    rule: ClassVar[str] = RULE

    name: str
    then: list[Any] = []

    def run(self, table: Any) -> None:
        table.state.ran.append(self.name)
        if self.then:
            table.push(*self.then)


class Ask(Note, tag="ask"):
    """Waits for some, and lets others."""

    who: list[str] = []
    others: list[str] = []

    def must(self, table: Any) -> list[str]:
        return [] if self.name in table.state.ran else self.who

    def may(self, table: Any) -> list[str]:
        return self.others


class WaitFor(Ask, tag="wait-for", kw_only=True):
    """Waits until something has run."""

    awaited: str

    def must(self, table: Any) -> list[str]:
        return [] if self.awaited in table.state.ran else self.who


def table_of(*agenda: Any) -> Table[Journal, Pack]:
    """A table with this agenda, the next step last; what happens by itself has happened."""
    state = Journal(game="g", rules_version="1.0.0", pack="p", seats=["red", "blue", "green"], agenda=list(agenda))
    table = Table(state, Pack("p", {}))
    run_until_due(table)
    return table


def asked(table: Table[Journal, Pack]) -> list[tuple[str, bool]]:
    return [(decision.actor, decision.optional) for decision in due(table)]


def note(name: str, *then: Any) -> Note:
    return Note(name=name, then=list(then))


def test_steps_run_from_the_end_of_the_list() -> None:
    table = table_of(note("third"), note("second"), note("first"))
    assert table.state.ran == ["first", "second", "third"]
    assert table.state.agenda == []
    assert due(table) == []


def test_what_is_pushed_comes_first_in_the_order_it_was_named() -> None:
    table = table_of(note("last"), note("first", note("a", note("a1"), note("a2")), note("b")))
    assert table.state.ran == ["first", "a", "a1", "a2", "b", "last"]


def test_it_runs_until_somebody_must_decide() -> None:
    waiting = Ask(name="ask", who=["blue"], others=["red", "blue"])
    table = table_of(note("later"), waiting, note("now"))
    assert table.state.ran == ["now"]
    assert table.state.agenda[-1] is waiting
    assert asked(table) == [("blue", False), ("red", True)]


def test_nobody_waits_for_those_who_only_may() -> None:
    table = table_of(note("later"), Ask(name="ask", others=["red"]))
    assert table.state.ran == ["ask", "later"]
    assert asked(table_of(Ask(name="ask", others=["red"]))) == []


def test_several_may_have_to_decide_at_once() -> None:
    assert asked(table_of(Ask(name="ask", who=["red", "green"]))) == [("red", False), ("green", False)]


def test_chance_is_alone() -> None:
    table = table_of(Ask(name="roll", who=[CHANCE], others=["red", "blue"]))
    assert asked(table) == [(CHANCE, False)]


def test_lanes_are_worked_on_at_the_same_time_in_seat_order() -> None:
    lanes = Lanes(lanes={"green": [Ask(name="g", who=["green"])], "red": [Ask(name="r", who=["red"])]})
    assert asked(table_of(lanes)) == [("red", False), ("green", False)]


def test_each_lane_runs_up_to_its_own_decision() -> None:
    lanes: dict[str, list[Any]] = {
        "red": [Ask(name="r", who=["red"]), note("r2"), note("r1", note("r1a"))],
        "blue": [note("b")],
        "green": [],
    }
    table = table_of(note("below"), Lanes(lanes=lanes))
    assert table.state.ran == ["r1", "r1a", "r2", "b"]
    assert asked(table) == [("red", False)]


def test_the_first_lane_with_chance_on_top_is_alone() -> None:
    lanes = Lanes(
        lanes={
            "red": [Ask(name="r", who=["red"])],
            "green": [Ask(name="g", who=[CHANCE])],
            "blue": [Ask(name="b", who=[CHANCE])],
        }
    )
    table = table_of(lanes)
    (only,) = due(table)
    assert (only.actor, only.step) == (CHANCE, lanes.lanes["blue"][0])


def test_lanes_end_only_when_nobody_must() -> None:
    done, waiting = Ask(name="r", others=["red"]), Ask(name="b", who=["blue"])
    table = table_of(note("below"), Lanes(lanes={"red": [done], "blue": [waiting]}))
    assert table.state.ran == []
    assert asked(table) == [("blue", False), ("red", True)]
    table.state.ran.append("b")
    run_until_due(table)
    assert table.state.ran == ["b", "b", "below"]
    assert table.state.agenda == []


def test_a_lane_pushes_onto_itself() -> None:
    lanes: dict[str, list[Any]] = {
        "red": [note("r", Ask(name="r1", who=["red"]))],
        "blue": [Ask(name="b", who=["blue"])],
    }
    table = table_of(Lanes(lanes=lanes))
    assert [step.name for step in table.state.agenda[-1].lanes["red"]] == ["r1"]
    assert len(table.state.agenda) == 1


def test_a_lane_is_settled_by_what_happens_in_a_later_one() -> None:
    lanes: dict[str, list[Any]] = {"red": [WaitFor(name="r", who=["red"], awaited="b")], "blue": [note("b")]}
    table = table_of(note("below"), Lanes(lanes=lanes))
    assert table.state.ran == ["b", "r", "below"]


# --- the same in a game -----------------------------------------------------------------------------------------------


def bid(seat: str, coins: int) -> Any:
    return action("bid", seat, coins=coins)


def bidding() -> Any:
    return referee.begin(GAME, 3).position


def test_a_commitment_can_be_taken_back_until_all_are_in() -> None:
    start = bidding()
    assert due_of(start) == [(seat, "bid", False) for seat in ("red", "blue", "green")]
    one = after(start, bid("blue", 2))
    assert due_of(one) == [("red", "bid", False), ("green", "bid", False), ("blue", "bid", True)]
    assert codes(illegal(one, bid("blue", 1))) == ["bids.secret:not-at-this-step"]
    back = legal(one, action("take-back", "blue"))
    assert back.digest == start.digest
    assert [(event.rule, event.text) for event in back.events] == [("bids.secret", "blue takes the choice back")]
    assert codes(illegal(start, action("take-back", "blue"))) == ["bids.secret:not-at-this-step"]
    revealed = after(one, bid("red", 0), bid("green", 3))
    assert due_of(revealed) == [("green", "turn", False)]
    assert codes(illegal(revealed, action("take-back", "blue"))) == ["turn.one-after-the-other:not-your-decision"]


def test_only_the_last_commitment_cannot_be_undone() -> None:
    start = bidding()
    assert legal(start, bid("red", 1)).reversible
    assert legal(start, bid("red", 1), action("take-back", "red")).reversible
    assert legal(start, bid("red", 1), bid("blue", 1)).reversible
    assert not legal(start, bid("red", 1), bid("blue", 1), bid("green", 1)).reversible


def test_lanes_commute() -> None:
    start = bidding()
    bids = [bid("red", 1), bid("blue", 3), bid("green", 3)]
    orders = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    assert len({legal(start, *(bids[index] for index in order)).digest for order in orders}) == 1


def test_trading_ends_when_everybody_has_ended_it() -> None:
    start = position("open-trade", number=3, round=2)
    ends = [action("end-trade", seat) for seat in ("green", "red")]
    assert due_of(after(start, *ends)) == [("blue", "trade", False)]
    assert legal(start, *ends, action("end-trade", "blue")).finished


def test_a_reaction_is_optional_and_the_announcer_is_waited_for() -> None:
    raid = after(position(number=3, players={"blue": {"shield": False}}), action("raid", "red"))
    assert due_of(raid) == [("red", "announcement", False), ("green", "announcement", True)]
    assert not legal(raid, action("raise-shield", "green")).reversible
    proceeded = legal(raid, action("proceed", "red"))
    assert proceeded.state.players["red"].coins == 4
    assert codes(illegal(raid, action("raise-shield", "blue"))) == ["raid.answer:not-your-decision"]
    assert codes(illegal(raid, action("proceed", "green"))) == ["raid.answer:not-at-this-step"]

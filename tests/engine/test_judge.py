"""One ruling: what is refused and why, and bundles that mean exactly their steps."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from service.engine import referee
from service.engine.digest import canonical_bytes
from service.engine.errors import HiddenValue, MalformedAction
from service.engine.event import Event
from service.engine.judge import perform, violations_of
from service.engine.table import SealedTable
from service.engine.violation import Violation
from tests.engine.harbour import GAME
from tests.engine.harbour.bidding import BidMade
from tests.engine.harbour.table import HarbourTable
from tests.engine.harbour.turns import Rest, Toll, Turn, Walk
from tests.engine.moves import action, after, codes, due_of, hands, illegal, legal, position


def test_a_wrong_seat_is_told_the_clause_that_makes_the_step_due() -> None:
    verdict = illegal(position(), action("rest", "blue"))
    (violation,) = verdict.violations
    assert violation.code == "turn.one-after-the-other:not-your-decision"
    assert violation.rule == "turn.one-after-the-other"
    assert violation.section == "Turns"
    assert violation.text == GAME.catalogue.get(violation.rule).text  # type: ignore[union-attr]
    assert violation.detail == "blue has nothing to decide now: red decides at turn"
    assert violation.pointer == "/actor"
    assert violation.params == {"seat": "blue", "due": "red", "step": "turn"}


def test_a_wrong_type_is_told_what_the_step_takes() -> None:
    (violation,) = illegal(position(), action("proceed", "red")).violations
    assert violation.code == "turn.one-after-the-other:not-at-this-step"
    assert violation.pointer == "/type"
    assert violation.detail == "proceed cannot be done at turn, only walk, march, draw, tuck, tidy, raid, rest"


def test_a_step_says_which_clause_has_made_it_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Turn, "cites", lambda self: "bids.reveal")
    start = position()
    assert [decision.rule for decision in referee.decisions_of(GAME, start.state)] == ["bids.reveal"]
    assert codes(illegal(start, action("rest", "blue"))) == ["bids.reveal:not-your-decision"]
    assert codes(illegal(start, action("proceed", "red"))) == ["bids.reveal:not-at-this-step"]


def test_a_step_may_have_a_better_reason_for_one_actor(monkeypatch: pytest.MonkeyPatch) -> None:
    reason = Violation("turn.one-draw", "{seat} has drawn already", seat="blue")
    monkeypatch.setattr(Turn, "objection", lambda self, table, actor: reason if actor == "blue" else None)
    start = position(number=3)
    assert codes(illegal(start, action("rest", "blue"))) == ["turn.one-draw"]
    assert codes(illegal(start, action("rest", "green"))) == ["turn.one-after-the-other:not-your-decision"]


def test_players_cannot_act_for_chance_nor_chance_for_players() -> None:
    drawing = after(position(), action("draw", "red"))
    assert codes(illegal(drawing, action("rest", "red"))) == ["deck.draw:not-your-decision"]
    assert codes(illegal(drawing, action("draw-card", "red", card="lamp"))) == ["deck.draw:not-your-decision"]
    assert codes(illegal(position(), action("draw-card", "chance", card="lamp"))) == [
        "turn.one-after-the-other:not-your-decision"
    ]


def test_what_cannot_come_up_is_refused() -> None:
    start = position(deck={"unseen": {"lamp": 1, "map": None, "rope": None}, "count": 1})
    drawing = after(start, action("draw", "red"))
    (violation,) = illegal(drawing, action("draw-card", "chance", card="rope")).violations
    assert (violation.code, violation.params["outcome"]) == ("referee.cannot-come", "rope")
    assert violation.detail.startswith("rope cannot come up here")
    with_weight = action("draw-card", "chance", card="lamp", weight=7, probability=0.25)
    assert legal(drawing, with_weight).applied == [action("draw-card", "chance", card="lamp")]


def test_after_the_end_nothing_can_be_done() -> None:
    start = position("open-trade", round=2)
    over = after(start, action("end-trade", "red"), action("end-trade", "blue"))
    assert over.state.result.ranking == [["red", "blue"]]
    assert due_of(over) == []
    assert referee.legal_actions(over).decisions == []
    for kind in ("end-trade", "rest"):
        (violation,) = illegal(over, action(kind, "red")).violations
        assert (violation.code, violation.detail) == ("referee.game-over", "the game is over")


def test_all_broken_rules_are_listed() -> None:
    trading = position("open-trade", **hands(red={}, blue={"hand": ["map"]}))
    assert codes(illegal(trading, action("offer-card", "red", taker="red", card="map"))) == [
        "trade.own-cards:self",
        "trade.own-cards",
    ]
    (self_trade, _) = illegal(trading, action("offer-card", "red", taker="red", card="map")).violations
    assert self_trade.pointer == "/taker"


def test_the_parameter_at_fault_is_found_by_its_value() -> None:
    (violation,) = illegal(position(), action("walk", "red", to="reef")).violations
    assert (violation.pointer, violation.detail) == ("/to", "no road leads from quay to reef")
    (no_parameter,) = illegal(position(deck={"count": 0}), action("draw", "red")).violations
    assert no_parameter.pointer == ""


def test_a_view_cannot_be_ruled_on() -> None:
    view = referee.admit(GAME, referee.view(position(), "red").state)
    with pytest.raises(HiddenValue):
        referee.adjudicate(view, [action("rest", "red")])
    with pytest.raises(HiddenValue):
        referee.replay(view, [])


def test_ids_are_checked_before_any_rule() -> None:
    start = position()
    bad = [
        action("rest", "red"),
        action("walk", "red", to="moon"),
        action("march", "red", path=["quay", "sun", "moon"]),
        action("rest", "yellow"),
    ]
    with pytest.raises(MalformedAction) as refusal:
        referee.adjudicate(start, bad)
    assert [(flaw.pointer, flaw.code) for flaw in refusal.value.errors] == [
        ("/1/to", "unknown-id"),
        ("/2/path/1", "unknown-id"),
        ("/2/path/2", "unknown-id"),
        ("/3/actor", "unknown-id"),
    ]


# --- sealed tables ----------------------------------------------------------------------------------------------------


def table_of(start: referee.Position) -> HarbourTable:
    table: Any = GAME.table(GAME.copy(start.state))
    return table  # type: ignore[no-any-return]


def test_a_sealed_table_cannot_be_written_to() -> None:
    table = table_of(position())
    table.sealed = True
    with pytest.raises(SealedTable):
        table.log(BidMade(rule="bids.secret", seat="red"))
    with pytest.raises(SealedTable):
        table.push(Toll(seat="red", payer="blue"))
    assert table.events == []
    assert len(table.state.agenda) == len(position().state.agenda)


@pytest.mark.parametrize("deed", ["log", "push"])
def test_a_rule_that_only_checks_gets_a_sealed_table(monkeypatch: pytest.MonkeyPatch, deed: str) -> None:
    def writes(self: Rest, table: HarbourTable, step: Any, actor: str) -> Any:
        if deed == "log":
            table.log(BidMade(rule="bids.secret", seat=actor))
        table.push(Toll(seat=actor, payer=actor))
        return iter(())

    monkeypatch.setattr(Rest, "violations", writes)
    table = table_of(position())
    with pytest.raises(SealedTable):
        violations_of(table, action("rest", "red"))
    assert not table.sealed
    with pytest.raises(SealedTable):
        referee.legal_actions(position())


def test_candidates_get_a_sealed_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def writes(cls: type[Rest], table: HarbourTable, step: Any, actor: str, where: Any) -> Any:
        table.push(Toll(seat=actor, payer=actor))
        return [cls(actor=actor)]

    monkeypatch.setattr(Rest, "candidates", classmethod(writes))
    with pytest.raises(SealedTable):
        referee.legal_actions(position())


def test_the_seal_holds_until_the_last_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    def writes(cls: type[Walk], table: HarbourTable, step: Any, actor: str, where: Any) -> Iterator[Walk]:
        yield cls(actor=actor, to="market")
        table.push(Toll(seat=actor, payer=actor))
        yield cls(actor=actor, to="bridge")

    monkeypatch.setattr(Walk, "candidates", classmethod(writes))
    with pytest.raises(SealedTable):
        referee.legal_actions(position())


def test_an_event_tells_its_text() -> None:
    table = table_of(position())
    event = BidMade(rule="bids.secret", seat="red")
    table.log(event)
    assert event.text == ""
    told: list[Event] = table.told()
    assert told == [event]
    assert event.text == "red has bid"
    assert table.told(since=1) == []
    assert not table.irreversible


# --- bundles ----------------------------------------------------------------------------------------------------------


def test_a_bundle_is_its_steps() -> None:
    start = position(players={"red": {"place": "market"}})
    steps = [action("walk", "red", to=place) for place in ("quay", "market", "quay")]
    bundle = action("march", "red", path=["quay", "market", "quay"])
    spelled, said = legal(start, *steps), legal(start, bundle)
    assert said.applied == steps
    assert said == spelled


def test_every_bundle_agrees_with_its_steps() -> None:
    start = position(players={"red": {"place": "market"}})
    bundles = referee.legal_actions(start, where={"type": "march"}).decisions[0].actions
    listed = {tuple(bundle.path) for bundle in bundles}
    places = ("quay", "market", "bridge", "reef")
    paths = [path for length in (1, 2, 3) for path in itertools.product(places, repeat=length)]
    for path in paths:
        bundle = action("march", "red", path=list(path))
        steps = [action("walk", "red", to=place) for place in path]
        said, spelled = referee.adjudicate(start, [bundle]), referee.adjudicate(start, steps)
        assert said.legal == spelled.legal == (path in listed)
        if said.legal:
            assert said == spelled
    assert 0 < len(listed) < len(paths)


def test_a_bundle_refused_halfway_says_why_and_changes_nothing() -> None:
    start = position(players={"red": {"place": "market"}})
    before = canonical_bytes(start.state)
    verdict = illegal(start, action("march", "red", path=["quay", "market", "market"]))
    assert verdict.failed_at == 0
    assert codes(verdict) == ["roads.adjacent"]
    assert canonical_bytes(start.state) == before
    stopped = referee.replay(start, [action("march", "red", path=["quay", "market", "market"])])
    assert stopped.position.digest == start.digest
    assert stopped.position.events == []


def test_a_refusal_points_to_the_part_as_the_bundle_says_it() -> None:
    start = position(players={"red": {"place": "market"}})
    (violation,) = illegal(start, action("march", "red", path=["quay", "market", "market"])).violations
    assert (violation.code, violation.pointer) == ("roads.adjacent", "/path/2")
    (violation,) = illegal(start, action("march", "red", path=["reef", "market"])).violations
    assert (violation.code, violation.pointer) == ("referee.one-breath", "/path/1")
    held = position(**hands(red={"hand": ["lamp"]}, blue={}))
    (violation,) = illegal(held, action("tidy", "red", cards=["lamp", "map"])).violations
    assert (violation.code, violation.pointer) == ("deck.tuck", "")


@pytest.mark.parametrize(
    ("path", "other"),
    [(["reef", "market"], "chance"), (["bridge", "market"], "blue"), (["quay", "bridge", "quay"], "blue")],
)
def test_a_bundle_interrupted_by_chance_or_another_seat_is_illegal(path: list[str], other: str) -> None:
    start = position(players={"red": {"place": "market"}})
    before = canonical_bytes(start.state)
    for seed in (None, "seed"):
        verdict = illegal(start, action("march", "red", path=path), seed=seed)
        (violation,) = verdict.violations
        assert violation.code == "referee.one-breath"
        assert violation.detail == f"{other} has to decide before march is done"
    assert canonical_bytes(start.state) == before


def test_what_comes_after_the_last_part_is_no_interruption() -> None:
    start = position(players={"red": {"place": "market"}})
    assert due_of(after(start, action("march", "red", path=["quay", "bridge"]))) == [("blue", "toll", False)]
    assert due_of(after(start, action("march", "red", path=["reef"]))) == [("chance", "reef", False)]


def test_a_bundle_may_be_part_of_a_sequence() -> None:
    start = position(**hands(red={"hand": ["lamp", "map", "rope"]}, blue={}))
    verdict = legal(start, action("tidy", "red", cards=["map", "rope"]), action("rest", "red"))
    assert [type(part).__name__ for part in verdict.applied] == ["Tuck", "Tuck", "Rest"]
    assert [card.card for card in verdict.state.deck.bottom] == ["map", "rope"]
    failed = illegal(start, action("march", "red", path=["market"]), action("tidy", "red", cards=["map", "map"]))
    assert (failed.failed_at, codes(failed)) == (1, ["deck.tuck"])


def test_a_bundle_has_its_moment_too() -> None:
    assert codes(illegal(position(), action("march", "blue", path=["market"]))) == [
        "turn.one-after-the-other:not-your-decision"
    ]
    assert codes(illegal(position("open-trade"), action("march", "red", path=["market"]))) == [
        "trade.together:not-at-this-step"
    ]


def test_perform_runs_what_follows() -> None:
    table = table_of(position())
    assert perform(table, action("rest", "red")) == []
    assert [decision.seat for decision in table.state.agenda[-1:]] == ["blue"]
    assert table.applied == [action("rest", "red")]


# --- offers -----------------------------------------------------------------------------------------------------------


def test_an_offer_is_judged_and_not_listed() -> None:
    start = position("open-trade", **hands(red={"hand": ["map"]}, blue={}))
    for decision in referee.legal_actions(start).decisions:
        assert [kind.__class__.__name__ for kind in decision.actions] == ["EndTrade"]
        assert [(kind.type, kind.kind, kind.listed) for kind in decision.open] == [("offer-card", "offer", False)]
    assert referee.legal_actions(start, where={"type": "offer-card"}).decisions[0].actions == []
    offered = after(start, action("offer-card", "red", taker="blue", card="map"))
    listed = {d.actor: d.actions for d in referee.legal_actions(offered).decisions}
    assert action("accept", "blue", giver="red") in listed["blue"]
    sold = after(offered, action("accept", "blue", giver="red"))
    assert (sold.state.players["blue"].hand, sold.state.players["red"].coins) == (["map"], 4)


def test_random_sequences_give_the_same_whether_sent_at_once_or_one_by_one() -> None:
    rng = random.Random(11)
    start = position(number=3)
    for _ in range(20):
        here, done = start, []
        for _ in range(8):
            listed = [a for d in referee.legal_actions(here).decisions for a in d.actions]
            done.append(rng.choice(listed))
            here = after(here, done[-1])
        assert legal(start, *done).digest == here.digest

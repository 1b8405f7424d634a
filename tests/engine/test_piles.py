"""Piles: what may come and how often, and the known part of an order."""

import itertools

import msgspec
import pytest

from service.engine import referee
from service.engine.derive import view_of
from service.engine.piles import KnownCard, Pile
from service.engine.state import State
from tests.engine.harbour import GAME
from tests.engine.moves import action, after, hands, position


class PileState(State, kw_only=True):
    """A state with one pile and nothing else."""

    pile: Pile


PileView = view_of(PileState)


def seen_by(viewer: str, pile: Pile) -> Pile:
    """The pile of a view."""
    plain = {"game": "g", "rules_version": "1.0.0", "pack": "p", "seats": ["red", "blue"], "viewer": viewer}
    view = msgspec.convert({**plain, "pile": msgspec.to_builtins(pile)}, PileView)
    view.pile.conceal(viewer)
    assert msgspec.json.decode(msgspec.json.encode(view), type=PileView) == view
    shown: Pile = view.pile
    return shown


def known(card: str, *seats: str) -> KnownCard:
    return KnownCard(card=card, known_to=list(seats))


def test_a_fresh_pile_gives_any_card_by_its_number() -> None:
    pile = Pile.of({"map": 2, "lamp": 3})
    assert pile.count == 5
    assert pile.draws() == {"lamp": 3, "map": 2}
    assert list(pile.draws()) == ["lamp", "map"]


def test_the_known_top_comes_first_and_the_known_bottom_last() -> None:
    pile = Pile.of({"lamp": 1, "map": 1})
    pile.put_on_top("rope", ["red"])
    pile.put_at_bottom("tar", ["blue"])
    assert pile.count == 4
    assert pile.draws() == {"rope": 1}
    pile.take("rope")
    assert pile.draws() == {"lamp": 1, "map": 1}
    pile.take("map")
    assert pile.draws() == {"lamp": 1}
    pile.take("lamp")
    assert pile.draws() == {"tar": 1}
    pile.take("tar")
    assert pile.draws() == {}
    assert pile == Pile()


def test_what_was_put_last_lies_outermost() -> None:
    pile = Pile()
    for card in ("a", "b"):
        pile.put_on_top(card, [])
    for card in ("y", "z"):
        pile.put_at_bottom(card, ["red", "blue"])
    assert [card.card for card in pile.top] == ["b", "a"]
    assert [card.card for card in pile.bottom] == ["y", "z"]
    assert pile.bottom[0].known_to == ["blue", "red"]
    order = []
    while pile.count:
        (card,) = pile.draws()
        order.append(card)
        pile.take(card)
    assert order == ["b", "a", "y", "z"]


def test_an_unseen_card_of_the_same_kind_as_the_known_bottom_leaves_the_bottom_alone() -> None:
    pile = Pile.of({"lamp": 1})
    pile.put_at_bottom("lamp", ["red"])
    pile.take("lamp")
    assert (pile.unseen, pile.count, len(pile.bottom)) == ({}, 1, 1)


def test_fewer_cards_may_lie_there_than_may_come() -> None:
    pile = Pile.of({"lamp": 2, "map": 1}, count=1)
    assert pile.draws() == {"lamp": 2, "map": 1}
    pile.take("lamp")
    assert pile.draws() == {}
    assert pile.unseen == {"lamp": 1, "map": 1}


def test_shuffling_forgets_every_place() -> None:
    pile = Pile.of({"lamp": 1})
    pile.put_on_top("map", ["red"])
    pile.put_at_bottom("map", ["blue"])
    pile.shuffle()
    assert pile == Pile(unseen={"lamp": 1, "map": 2}, count=3)


@pytest.mark.parametrize(("viewer", "top", "unseen"), [("red", ["map", None], 2), ("blue", [None, None], 3)])
def test_a_viewer_sees_the_cards_that_the_viewer_knows(viewer: str, top: list[str | None], unseen: int) -> None:
    pile = Pile(unseen={"lamp": 1}, count=3, top=[known("map", "red"), known("rope")])
    shown = seen_by(viewer, pile)
    assert [card.card for card in shown.top] == top
    assert sum(shown.unseen.values()) == unseen
    assert shown.count == 3


def test_two_piles_that_differ_in_hidden_cards_look_the_same() -> None:
    cards = ["lamp", "map", "rope", "tar"]
    looks = set()
    for first, second, third, fourth in itertools.permutations(cards):
        pile = Pile(unseen={third: 1, fourth: 1}, count=4, top=[known(first, "red")], bottom=[known(second)])
        looks.add(msgspec.json.encode(seen_by("blue", pile), order="sorted"))
    assert len(looks) == 1


def test_in_a_game_the_tucked_card_comes_back_to_its_owner_alone() -> None:
    start = position(**hands(red={"hand": ["rope"]}, blue={}))
    tucked = after(start, action("tuck", "red", card="rope", where="top"))
    assert referee.view(tucked, "red").state.deck.top[0].card == "rope"
    assert referee.view(tucked, "blue").state.deck.top[0].card is None
    assert referee.view(tucked, "blue").state.deck.unseen == {"lamp": 3, "map": 2, "rope": 1}
    drawing = after(tucked, action("draw", "red"))
    (decision,) = referee.legal_actions(drawing).decisions
    assert [(outcome.card, outcome.probability) for outcome in decision.actions] == [("rope", 1.0)]
    assert after(drawing, action("draw-card", "chance", card="rope")).state.players["red"].hand == ["rope"]


def test_a_view_can_be_turned_into_the_spectators() -> None:
    start = position(**hands(red={"hand": ["rope"]}, blue={}))
    tucked = after(start, action("tuck", "red", card="rope", where="top"))
    of_blue = referee.admit(GAME, referee.view(tucked, "blue").state)
    assert referee.view(of_blue, "spectator").state == referee.view(tucked, "spectator").state

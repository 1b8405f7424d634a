"""Random games of The Gilded Realms, and what must hold at every position of them."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.referee import Position
from service.engine.setup import At
from service.games.gilded_realms import GAME
from service.games.gilded_realms.building import BuyWildcard
from service.games.gilded_realms.ids import WILDCARD
from service.games.gilded_realms.negotiation import AcceptOffer, MakeOffer
from service.games.gilded_realms.state import Bargain, Swap
from tests.games import promises
from tests.games.gilded_realms import rulers
from tests.games.gilded_realms.scramble import scrambled
from tests.games.players import indifferent, play_out, random_positions

NUMBERS = (1, 2, 3, 4)
PACK: Any = GAME.packs["standard"]
LONGEST_LIST = 120


def endeavours(state: Any) -> Counter[str]:
    """Every Endeavour card and Serpens Wildcard that is anywhere."""
    found = Counter(state.deck.unseen) + Counter(state.discard_pile) + Counter(state.draft)
    found[WILDCARD] += state.wildcards
    steps = [s for top in state.agenda for s in _steps(top)]
    arriving = [s.pieces for s in steps if hasattr(s, "pieces")]
    for player in state.players.values():
        found.update([*player.hand, *player.hinterland])
        for pieces in (player.territory, player.army, *player.queue.values()):
            arriving.append(pieces)
    for pieces in arriving:
        for piece, number in pieces.items():
            if PACK.pieces[piece].home in ("endeavour", "wildcard"):
                found[PACK.pieces[piece].card] += number
    if state.solo is not None:
        found.update(state.solo.hinterland)
    found[WILDCARD] += sum(type(s).__name__ == "ChooseWildcardUse" for s in steps)
    return +found


def _steps(top: Any) -> list[Any]:
    return [s for lane in top.lanes.values() for s in lane] if hasattr(top, "lanes") else [top]


def check_conservation(position: Position) -> None:
    """No Endeavour is lost or made; nobody has more Population than six, nor more than the boards hold."""
    state = position.state
    expected = Counter(PACK.endeavours(epic=False)) + Counter({WILDCARD: PACK.wildcards})
    found = endeavours(state)
    assert found in (expected, expected + Counter(PACK.endeavours(epic=True)))
    for player in state.players.values():
        assert 0 <= player.population <= 6
        assert len(player.knowledge) <= 10
        assert player.authority <= 6
    table: Any = GAME.table(state)
    taken = Counter[str]()
    for player in state.players.values():
        taken.update(player.routes)
    assert all(state.routes.get(route, 0) + taken[route] == PACK.route_copies for route in PACK.routes)
    assert state.events_1.count <= sum(state.events_1.unseen.values())
    assert table.state is state


@pytest.mark.parametrize("length", ["standard", "epic"])
@pytest.mark.parametrize("number", NUMBERS)
def test_random_game(number: int, length: str, touch: Any) -> None:
    for seed in range(2):
        weigh = rulers.weigh if seed else indifferent
        played = play_out(GAME, number, {"length": length}, f"{number}-{seed}", check_conservation, weigh)
        touch(GAME, played.rules)
        result, scores = played.end.state.result, referee.scores(played.end)
        assert scores.final
        assert result.ranking == scores.ranking
        assert all(player.total == sum(line.points or 0 for line in player.lines) for player in scores.players)
        replay = referee.replay(played.start, played.applied)
        assert replay.position.digest == played.end.digest
        assert played.longest_list <= LONGEST_LIST


@pytest.mark.parametrize("number", NUMBERS)
def test_positions_keep_the_promises(number: int, touch: Any) -> None:
    rng = random.Random(f"{number}")
    positions = list(random_positions(GAME, number, {}, f"promises-{number}", rulers.weigh))
    for position, _ in rng.sample(positions, 20):
        touch(GAME, promises.check_all(position, rng, 120))


@pytest.mark.parametrize("number", NUMBERS)
def test_a_viewer_learns_nothing_hidden(number: int) -> None:
    rng = random.Random(number)
    for position, action in random_positions(GAME, number, {}, f"secret-{number}", rulers.weigh):
        if rng.random() > 0.1:
            continue
        for viewer in position.state.seats:
            other = referee.admit(GAME, scrambled(position.state, viewer, rng))
            promises.check_same_for(viewer, position, other, action)


@pytest.mark.parametrize("number", NUMBERS[1:])
def test_independent_players_may_act_in_any_order(number: int) -> None:
    """Two actions of different lanes without chance lead to the same position in either order."""
    rng, tried = random.Random(number), 0
    for position, _ in random_positions(GAME, number, {}, f"lanes-{number}", rulers.weigh):
        decisions = [d for d in referee.legal_actions(position).decisions if d.actions and d.actor != "chance"]
        if len(decisions) < 2:
            continue
        first, second = (rng.choice(decision.actions) for decision in rng.sample(decisions, 2))
        one, other = ends(position, [first, second]), ends(position, [second, first])
        if one is not None and other is not None:
            assert one == other, (first, second)
            tried += 1
    assert tried > 50


def test_negotiation_and_what_others_do_come_in_any_order() -> None:
    """An offer, and its acceptance, lead to the same position before or after what a third player does."""
    rng, tried = random.Random("talks"), Counter[str]()
    for position, _ in random_positions(GAME, 4, {}, "talks", rulers.weigh):
        offer = a_random_offer(position, rng)
        decisions = [d for d in referee.legal_actions(position).decisions if d.actions and d.actor != "chance"]
        others = [d for d in decisions if offer is not None and d.actor not in (offer.actor, offer.to)]
        if not others:
            continue
        other = rng.choice(rng.choice(others).actions)
        accept = AcceptOffer(actor=offer.to, maker=offer.actor)
        for name, ours in (("offer", [offer]), ("accept", [offer, accept])):
            orders = [[*ours, other], [*ours[:-1], other, ours[-1]]]
            one, two = (ends(position, order) for order in orders)
            if one is not None and two is not None:
                assert one == two, orders
                tried[name] += 1
    assert tried["offer"] > 50
    assert tried["accept"] > 20


def test_the_last_wildcard_goes_to_whoever_claims_it_first() -> None:
    """What two may want and one can have (``round.race-for-finite-items``) is refused to the other, in either order."""
    players = {
        "blue": {"faction": "gnorvic-clan", "gem": 1},
        "green": {"faction": "apex-pyre", "gem": 1},
    }
    table = {"round": 2, "wildcards": 1, "players": players}
    at = msgspec.convert({"step": "build", "table": table}, At)
    outcome = referee.enter(GAME, 2, GAME.Options(), None, None, at, None).outcome
    assert outcome is not None
    for first, second in (("blue", "green"), ("green", "blue")):
        taken, _ = referee.play(outcome.position, [BuyWildcard(actor=first)])
        assert taken is not None
        refused, verdict = referee.play(taken.position, [BuyWildcard(actor=second)])
        assert refused is None
        assert [violation.code for violation in verdict.violations] == ["wildcard.pile-empty"]  # type: ignore[union-attr]


def ends(position: Position, actions: list[Any]) -> str | None:
    """Where these actions lead, unless chance or a shared pile is between them."""
    for action in actions:
        outcome, _ = referee.play(position, [action])
        if outcome is None:
            return None
        position = outcome.position
    return position.digest


def test_offers_are_kept(touch: Any) -> None:
    """Random offers in random games: what is accepted is exchanged, and no offer stays that its maker cannot keep."""
    rng, agreed = random.Random("offers"), 0
    for position, action in random_positions(GAME, 3, {}, "offers", rulers.weigh):
        offer = a_random_offer(position, rng)
        outcome, _ = referee.play(position, [offer]) if offer is not None else (None, None)
        if outcome is None:
            continue
        touch(GAME, {event.rule for event in outcome.events})
        offered = referee.admit(GAME, outcome.position.state)
        for viewer in offered.state.seats:
            other = referee.admit(GAME, scrambled(offered.state, viewer, rng))
            promises.check_same_for(viewer, offered, other, action)
        (accept,) = referee.check_actions(offered, [AcceptOffer(actor=offer.to, maker=offer.actor)])
        done, _ = referee.play(offered, [accept])
        if done is not None:
            check_conservation(done.position)
            agreed += 1
        later, _ = referee.play(offered, [action], "offers")
        if later is not None:
            assert not referee.examine(GAME, later.position.state)[1]
    assert agreed > 20


def a_random_offer(position: Position, rng: random.Random) -> Any:
    """An offer that somebody who decides now might make."""
    state = position.state
    actors = [d.actor for d in referee.legal_actions(position).decisions if any(o.type == "offer" for o in d.open)]
    if not actors:
        return None
    maker = rng.choice(actors)
    to = rng.choice([seat for seat in state.seats if seat != maker])
    own, other = state.players[maker], state.players[to]
    swaps = []
    if own.hand and other.hinterland and rng.random() < 0.5:
        give, take = rng.choice(own.hand), rng.choice(other.hinterland)
        swaps = [Swap(give=give, give_from="hand", take=take, take_from="hinterland")]
    give = Bargain(silver=rng.randint(0, min(2, own.silver)), supply=min(1, own.supply))
    return MakeOffer(actor=maker, to=to, give=give, take=Bargain(material=min(1, other.material)), swaps=swaps)

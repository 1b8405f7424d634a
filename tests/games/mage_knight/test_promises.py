"""Random games of Mage Knight, and what must hold at every position of them."""

import random
from collections import Counter
from typing import Any

import pytest

from service.engine import referee
from service.engine.referee import Position
from service.games.mage_knight import GAME
from service.games.mage_knight.ids import COLORS, WOUND
from service.games.mage_knight.pack import MageKnightPack
from tests.games import promises
from tests.games.mage_knight.scramble import scrambled
from tests.games.players import play_out, random_positions

PACK = GAME.packs["standard"]
assert isinstance(PACK, MageKnightPack)
SCENARIOS: list[tuple[str, int]] = [
    (name, number) for name, scenario in PACK.scenarios.items() for number in scenario.players
]
every_scenario = pytest.mark.parametrize(("scenario", "number"), SCENARIOS)


def check_conservation(position: Position) -> None:
    """Cards, Units, tokens, tiles and dice are each in one place, and as many as the box has."""
    state = position.state
    assert isinstance(PACK, MageKnightPack)
    if any(player.hero is None for player in state.players.values()):
        return
    check_cards(state)
    check_tokens(state)
    crystals = [number for player in state.players.values() for number in player.crystals.values()]
    assert all(1 <= number <= 3 for number in crystals)


def check_cards(state: Any) -> None:
    """Every card of the box that is in the game lies in exactly one place."""
    assert isinstance(PACK, MageKnightPack)
    decks, offers = state.decks, state.offers
    cards = Counter([*offers.spells, *offers.advanced, *offers.units, *state.removed.cards, *state.removed.units])
    for pile in (decks.spells, decks.advanced, decks.artifacts, decks.regular, decks.elite):
        cards += Counter(pile.unseen) + Counter(known.card for known in (*pile.top, *pile.bottom))
    wanted: Counter[str] = Counter()
    for player in state.players.values():
        known = [known.card for known in (*player.deck.top, *player.deck.bottom, *player.stash)]
        cards += Counter([*player.hand, *player.discard, *player.aside, *known]) + Counter(player.deck.unseen)
        cards += Counter(played.card for played in player.played)
        cards += Counter(PACK.unit_kind(ref) for ref in player.units)
        cards += Counter(unit.banner for unit in player.units.values() if unit.banner is not None)
        wanted += Counter(PACK.heroes[player.hero].deck)
    if state.dummy is not None:
        cards += Counter(state.dummy.deck.unseen) + Counter(state.dummy.discard)
        cards += Counter(known.card for known in (*state.dummy.deck.top, *state.dummy.deck.bottom))
        wanted += Counter(PACK.heroes[state.dummy.hero].deck)
    special = PACK.scenarios[state.scenario].special
    competitive = state.options.interactive and not special.get("remove_competitive_spells")
    wanted += Counter(spell for spell in PACK.spells if competitive or not PACK.cards[spell].competitive)
    wanted += Counter([*PACK.advanced, *PACK.artifacts])
    wanted += Counter({unit.id: unit.copies for unit in PACK.units.values()})
    del cards[WOUND]
    assert cards == wanted, (cards - wanted, wanted - cards)


def check_tokens(state: Any) -> None:
    """Enemy tokens, tiles and dice."""
    assert isinstance(PACK, MageKnightPack)
    world = state.world
    tokens: Counter[str] = Counter()
    for back, pile in world.enemies.items():
        tokens += Counter(pile.unseen) + Counter(pile.discarded)
        hidden = sum(there.hidden.get(back, 0) for there in world.on.values())
        assert sum(pile.unseen.values()) == pile.count + hidden, back
    for there in world.on.values():
        tokens += Counter(there.enemies)
    if state.combat is not None:
        tokens += Counter(foe.summoned for foe in state.combat.foes.values() if foe.summoned is not None)
    assert tokens == Counter({enemy.id: enemy.copies for enemy in PACK.enemies.values()}), tokens
    tiles = sorted([*world.tiles.values(), *world.deck.unseen])
    assert len(tiles) == len(set(tiles)) == len(PACK.tiles) - 1
    assert all(color in COLORS for color in state.source)


@every_scenario
def test_random_game(scenario: str, number: int, touch: Any) -> None:
    played = play_out(GAME, number, {"scenario": scenario}, f"{scenario}-{number}", check_conservation)
    touch(GAME, played.rules)
    result, scores = played.end.state.result, referee.scores(played.end)
    assert scores.final
    assert result.ranking == scores.ranking
    assert all(player.total == sum(line.points or 0 for line in player.lines) for player in scores.players)
    replay = referee.replay(played.start, played.applied)
    assert replay.position is not None
    assert replay.position.digest == played.end.digest
    assert played.longest_list <= 100


@every_scenario
def test_positions_keep_the_promises(scenario: str, number: int, touch: Any) -> None:
    rng = random.Random(f"{scenario}{number}")
    name = f"promises-{scenario}-{number}"
    positions = list(random_positions(GAME, number, {"scenario": scenario}, name))
    for position, _ in rng.sample(positions, 8):
        touch(GAME, promises.check_all(position, rng, 60))


@pytest.mark.parametrize("number", [2, 3])
def test_a_viewer_learns_nothing_hidden(number: int) -> None:
    rng = random.Random(number)
    for position, action in random_positions(GAME, number, {}, f"secret-{number}"):
        if rng.random() > 0.15:
            continue
        for viewer in position.state.seats:
            other = referee.admit(GAME, scrambled(position.state, viewer, rng))
            promises.check_same_for(viewer, position, other, action)


def test_every_operation_of_the_pack_is_known() -> None:
    from service.games.mage_knight.effects import OPS

    assert isinstance(PACK, MageKnightPack)
    assert {node.op for node in PACK.nodes.values()} <= set(OPS) | {"banner", "command-token"}

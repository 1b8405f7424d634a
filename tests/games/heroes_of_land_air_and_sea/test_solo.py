"""Random solo games and Battles against the automated Enemy: they end, keep the promises, and nobody waits for it."""

import random
from collections import Counter
from typing import Any

import pytest

from service.engine import referee
from service.engine.referee import Position
from service.engine.setup import At
from service.games.heroes_of_land_air_and_sea import GAME
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.solo_deck import deck, lying_open
from service.games.heroes_of_land_air_and_sea.solo_moves import COMPASS, bearing, by_compass
from tests.games import promises
from tests.games.heroes_of_land_air_and_sea import generals
from tests.games.heroes_of_land_air_and_sea.test_battles import crew, fight
from tests.games.heroes_of_land_air_and_sea.test_promises import check_conservation
from tests.games.players import indifferent, play_out, random_positions

PACK: Any = GAME.packs["standard"]
OPTIONS = {"round_limit": 20}


def check_enemy(position: Position) -> None:
    """What is conserved in any game, and of the Enemy: its pieces, its Heroes, its cards, its tracks."""
    check_conservation(position)
    table: Any = GAME.table(position.state)
    enemy = position.state.solo.enemy
    assert sorted([*deck(table), *lying_open(table)]) == sorted(PACK.solo_cards)
    assert all(0 <= getattr(enemy, resource) <= 10 for resource in ("ore", "mana", "food"))
    assert all(decision.actor in ("blue", "chance") for decision in referee.decisions_of(GAME, position.state))
    if enemy.faction is None or enemy.capital is None:
        return
    in_play = table.in_play(ENEMY)
    assert all(number <= PACK.units[unit].count for unit, number in in_play.items())
    assert all(in_play[hero] == 1 for hero in PACK.factions[enemy.faction].heroes)
    assert len(enemy.towers) <= enemy.level
    if position.state.battle is None:
        occupied = Counter(area for area in table.occupants(ENEMY))
        assert not [area for area in occupied if table.has_piece(ENEMY, area)]


def test_random_solo_games(touch: Any) -> None:
    for seed in range(8):
        weigh = generals.weigh if seed % 2 else indifferent
        played = play_out(GAME, 1, OPTIONS, f"solo-{seed}", check_enemy, weigh)
        touch(GAME, played.rules)
        scores = referee.scores(played.end)
        (enemy,) = scores.opponents
        assert scores.final
        assert scores.ranking == [["blue"]]
        assert enemy["total"] == sum(line["points"] for line in enemy["lines"])
        assert (played.end.state.result.winners == ["blue"]) >= (scores.players[0].total > enemy["total"])
        replay = referee.replay(played.start, played.applied)
        assert replay.position.digest == played.end.digest


def test_solo_positions_keep_the_promises(touch: Any) -> None:
    rng = random.Random("solo")
    positions = list(random_positions(GAME, 1, OPTIONS, "solo-promises", generals.weigh))
    for position, _ in rng.sample(positions, 25):
        touch(GAME, promises.check_all(position, rng, 120))


def solo_battle(rng: random.Random, attacker: str, area: str) -> Position:
    """A Battle of the player and the Enemy that is about to begin."""
    heroes = list(PACK.factions["orcs"].heroes)
    rng.shuffle(heroes)
    there = rng.randint(1, 3)
    enemy: dict[str, Any] = {
        "faction": "orcs",
        "capital": "ne-g",
        "units": {"ne-i": dict.fromkeys(heroes[there:], 1)} if there < 3 else {},
        "vessels": {},
        "towers": [area] if area == "ne-a" else [],
    }
    blue: dict[str, Any] = {
        "faction": "humans",
        "capital": "nw-g",
        "level": rng.randint(1, 3),
        **{resource: rng.randint(0, 9) for resource in ("ore", "mana", "food")},
        "units": {"nw-g": {"human-serf": 1}},
        "library": rng.sample([spell.id for spell in PACK.spells.values() if spell.label == "combat"], 1),
    }
    if area.startswith("sea"):
        aboard = dict.fromkeys(heroes[: min(there, 2)], 1)
        enemy["units"] = {"ne-i": dict.fromkeys(heroes[min(there, 2) :], 1)}
        enemy["vessels"]["orc-longship"] = {"at": area, "passengers": aboard}
        blue["vessels"] = {"human-galleon": {"at": area, "passengers": crew(rng, "humans", rng.randint(0, 2))}}
    else:
        enemy["units"][area] = {**dict.fromkeys(heroes[:there], 1), "orc-serf": rng.randint(1, 2)}
        blue["units"][area] = crew(rng, "humans", rng.randint(1, 4))
    defender = "blue" if attacker == ENEMY else ENEMY
    table = {
        "tax": ["ore", "mana", "food"],
        "players": {"blue": blue},
        "solo": {"enemy": enemy, "slots": {heroes[0]: rng.choice(list(PACK.solo_cards))}},
        "battle": {"area": area, "attacker": attacker, "defender": defender},
    }
    entered = referee.enter(GAME, 1, GAME.Options(), None, None, At(step="battle", table=table))
    assert entered.outcome is not None, entered.defects
    return entered.outcome.position


@pytest.mark.parametrize("attacker", ["blue", ENEMY])
@pytest.mark.parametrize("area", ["ne-k", "ne-a", "ne-g", "sea-n"])
def test_battles_with_the_enemy(attacker: str, area: str, touch: Any) -> None:
    if attacker == ENEMY and area in ("ne-g", "ne-a"):
        area = "nw-g"
    for seed in range(20):
        rng = random.Random(f"{attacker}-{area}-{seed}")
        for position, _ in fight(solo_battle(rng, attacker, area), rng, touch):
            scores = referee.scores(position).battle
            assert [side.total for side in scores.sides] == [
                sum(line.points for line in side.lines) for side in scores.sides
            ]
            if seed < 5:
                promises.check_copies(position)
                touch(GAME, promises.check_list_is_the_verdict(position, rng, 60))
                promises.check_views(position)
            assert all(decision.actor != ENEMY for decision in referee.decisions_of(GAME, position.state))


@pytest.mark.parametrize("attacker", ["blue", ENEMY])
def test_no_solo_card_lies_open_before_it_is_drawn(attacker: str, touch: Any) -> None:
    """Nobody would draw it then, and the Enemy would have no Tactic: a state that cannot be, at each moment before."""
    rng, seen = random.Random("card"), set()
    for position, _ in fight(solo_battle(rng, attacker, "ne-k"), rng, touch):
        battle = position.state.battle
        if battle is not None and battle.card is None and battle.winner is None:
            state = GAME.copy(position.state)
            state.battle.card = next(card for card in PACK.solo_cards if card not in state.solo.slots.values())
            defects = referee.validate(GAME, state).defects
            assert ("solo.battle-card", "/battle/card") in [(defect.rule, defect.pointer) for defect in defects]
            seen |= {decision.step for decision in referee.decisions_of(GAME, position.state)}
    assert {"combat-spell", "choose-tactic"} <= seen


def test_the_compass() -> None:
    """North is where y is least; across a Graticule the far Region lies beyond the edge."""
    table: Any = GAME.table(next(random_positions(GAME, 1, OPTIONS, "compass"))[0].state)
    assert bearing(table, "sea-center", "sea-n-strait") == 0
    assert bearing(table, "sea-center", "sea-e-strait") == 90
    assert bearing(table, "sea-center", "sea-s-strait") == 180
    assert bearing(table, "sea-center", "sea-w-strait") == 270
    assert bearing(table, "sea-n", "sea-s") == 0
    assert bearing(table, "sea-s", "sea-n") == 180
    assert bearing(table, "sea-w", "sea-e") == 270
    straits = ["sea-n-strait", "sea-e-strait", "sea-s-strait", "sea-w-strait"]
    for turn, compass in enumerate(COMPASS[::2]):
        assert by_compass(table, "sea-center", straits, compass) == [*straits[turn:], *straits[:turn]]

"""Random Battles between armies of every kind, on land, at sea, at Towers and Capital Cities, and from afar."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.referee import Position
from service.engine.setup import At
from service.games.heroes_of_land_air_and_sea import GAME
from tests.games import promises
from tests.games.heroes_of_land_air_and_sea.scramble import scrambled

PACK: Any = GAME.packs["standard"]
HOME = {"blue": "nw-g", "red": "ne-g", "green": "se-g"}
MOST = 150


def crew(rng: random.Random, faction: str, number: int) -> dict[str, int]:
    """Some Units of a Faction; of Heroes one each."""
    data, found = PACK.factions[faction], Counter[str]()
    for _ in range(number):
        unit = rng.choice([data.serf, data.serf, data.warrior, *data.heroes])
        found[data.serf if PACK.units[unit].count == found[unit] else unit] += 1
    return dict(found)


def sparing(player: dict[str, Any]) -> dict[str, Any]:
    """A player without Heroes in two places, and without more Warriors than there are."""
    left = {unit.id: unit.count for unit in PACK.units.values()}
    for units in (*player["units"].values(), *(vessel["passengers"] for vessel in player["vessels"].values())):
        for unit in list(units):
            units[unit] = min(units[unit], left[unit])
            left[unit] -= units[unit]
            if not units[unit]:
                del units[unit]
    player["units"] = {region: units for region, units in player["units"].items() if units}
    return player


def battle(rng: random.Random, kind: str) -> Position:
    """A Battle of this kind that is about to begin."""
    factions = ["humans", *rng.sample(["orcs", "elves", "dwarves"], 2)]
    if kind != "remote":
        rng.shuffle(factions)
    cards = [s.id for s in PACK.spells.values() if s.label != "cast" for _ in range(s.copies)]
    rng.shuffle(cards)
    players: dict[str, Any] = {}
    for seat, faction in zip(HOME, factions, strict=True):
        data, level = PACK.factions[faction], rng.randint(1, 3)
        players[seat] = {
            "faction": faction,
            "capital": HOME[seat],
            "level": level,
            "tokens": 1,
            "towers": [],
            "vessels": {},
            **{resource: rng.randint(0, 8) for resource in ("ore", "mana", "food", "vp")},
            "buildings": list(data.buildings) if kind == "remote" else rng.sample(data.buildings, rng.randint(0, 5)),
            "units": {HOME[seat]: {data.serf: 1}},
            "library": [cards.pop() for _ in range(rng.randint(0, level))],
        }
    blue, red = players["blue"], players["red"]
    area, remote = _muster(rng, kind, blue, red)
    fight = {"area": area, "attacker": "blue", "defender": "red"} | ({"remote": remote} if remote else {})
    table = {
        "tax": ["ore", "mana", "food"],
        "players": {seat: sparing(player) for seat, player in players.items()},
        "battle": fight,
    }
    entered = referee.enter(GAME, 3, GAME.Options(), None, None, At(step="battle", table=table))
    assert entered.outcome is not None, entered.defects
    return entered.outcome.position


def _muster(rng: random.Random, kind: str, blue: dict[str, Any], red: dict[str, Any]) -> tuple[str, str | None]:
    """Put both armies where they fight; the Region, and the Vessel that fights from afar."""
    ours, theirs = PACK.factions[blue["faction"]], PACK.factions[red["faction"]]
    if kind == "sea":
        vessel = rng.choice([ours.sea_vessel, ours.air_vessel])
        blue["vessels"][vessel] = {"at": "sea-n", "passengers": crew(rng, ours.id, rng.randint(0, 2))}
        red["vessels"][theirs.sea_vessel] = {"at": "sea-n", "passengers": crew(rng, theirs.id, rng.randint(0, 2))}
        return "sea-n", None
    if kind == "remote":
        blue["vessels"][ours.sea_vessel] = {"at": "sea-n", "passengers": crew(rng, ours.id, rng.randint(0, 2))}
        red["units"]["ne-b"] = crew(rng, theirs.id, rng.randint(1, 5))
        return "ne-b", ours.sea_vessel
    area = "ne-g" if kind == "capital" else rng.choice(["ne-k", "ne-l", "ne-c", "nw-b"])
    blue["units"][area] = crew(rng, ours.id, rng.randint(1, 3))
    red["units"][area] = crew(rng, theirs.id, rng.randint(1, 4))
    blue["vessels"][ours.air_vessel] = {"at": area, "passengers": crew(rng, ours.id, rng.randint(0, 1))}
    blue["towers"] = rng.choice([[], ["nw-f"]])
    red["towers"] = [*([area] if kind == "tower" else []), *rng.choice([[], ["ne-i"]])]
    red["units"]["ne-f"] = {theirs.serf: 2}
    if kind == "capital":
        red["slots"] = {"tax": "serf"}
    return area, None


def fight(position: Position, rng: random.Random, touch: Any) -> Any:
    """Every position of a Battle until it is over, with the action that follows."""
    for _ in range(MOST):
        if position.state.battle is None or position.state.result is not None:
            assert not [
                defect for defect in referee.validate(GAME, position.state).defects if defect.severity == "error"
            ]
            return
        decisions = [d for d in referee.legal_actions(position).decisions if not d.optional]
        action = promises.bare(rng.choice(rng.choice(decisions).actions))
        yield position, action
        outcome, refused = referee.play(position, [action], "battle")
        assert outcome is not None, (action, refused)
        touch(GAME, {event.rule for event in outcome.events})
        position = referee.admit(GAME, outcome.position.state)
    raise AssertionError("a Battle without end")


KINDS = ("land", "sea", "tower", "capital", "remote")


@pytest.mark.parametrize("kind", KINDS)
def test_battles_come_to_an_end(kind: str, touch: Any) -> None:
    for seed in range(25):
        rng = random.Random(f"{kind}-{seed}")
        for position, _ in fight(battle(rng, kind), rng, touch):
            scores = referee.scores(position).battle
            assert [side.total for side in scores.sides] == [
                sum(line.points for line in side.lines) for side in scores.sides
            ]
            assert all(side.total >= 0 for side in scores.sides)


@pytest.mark.parametrize("kind", KINDS)
def test_battles_keep_the_promises(kind: str, touch: Any) -> None:
    for seed in range(5):
        rng = random.Random(f"promises-{kind}-{seed}")
        for position, _ in fight(battle(rng, kind), rng, touch):
            touch(GAME, promises.check_all(position, rng, 60))


@pytest.mark.parametrize("kind", KINDS)
def test_a_viewer_of_a_battle_learns_nothing_hidden(kind: str, touch: Any) -> None:
    for seed in range(5):
        rng = random.Random(f"secret-{kind}-{seed}")
        for position, action in fight(battle(rng, kind), rng, touch):
            for viewer in position.state.seats:
                other = referee.admit(GAME, scrambled(position.state, viewer, rng))
                promises.check_same_for(viewer, position, other, action)


def test_a_payment_is_its_steps(touch: Any) -> None:
    """Every payment under ``where`` is legal, and leads where sacrificing one by one and paying the rest lead."""
    tried = 0
    for seed in range(12):
        rng = random.Random(f"payment-{seed}")
        for position, _ in fight(battle(rng, "land"), rng, touch):
            decision = referee.legal_actions(position).decisions[0]
            if decision.step != "pay-tactic":
                continue
            where = {"type": "pay-tactic"}
            (listed,) = referee.legal_actions(position, where=where, limit=10_000).decisions
            assert listed.count
            for payment in rng.sample(listed.actions, min(4, len(listed.actions))):
                whole, _ = referee.play(position, [payment])
                assert whole is not None
                parts = [action for action in whole.applied if action.actor == payment.actor]
                steps, _ = referee.play(position, parts)
                assert steps is not None
                assert steps.position.digest == whole.position.digest
                tried += 1
    assert tried > 30


def garrisoned(rng: random.Random, position: Position) -> Position:
    """The same Battle, with Serfs in the Region of red's Tower."""
    red, table = position.state.players["red"], GAME.table(position.state)
    serf = PACK.factions[red.faction].serf
    number = min(rng.randint(3, 4), table.supply("red", serf))
    if "ne-i" not in red.towers or not number:
        return position
    state = msgspec.to_builtins(position.state)
    state["players"]["red"]["units"]["ne-i"] = {serf: number}
    return referee.admit(GAME, msgspec.convert(state, GAME.State))


def test_whoever_retreats_together_is_together(touch: Any) -> None:
    """Every Region under ``where`` takes all who are left, and no other does."""
    tried = Counter[bool]()
    for seed in range(40):
        rng = random.Random(f"retreat-{seed}")
        for position, _ in fight(garrisoned(rng, battle(rng, rng.choice(("land", "land", "sea")))), rng, touch):
            decision = referee.legal_actions(position).decisions[0]
            if decision.step != "retreat":
                continue
            seat, before = decision.actor, GAME.table(position.state)
            (listed,) = referee.legal_actions(position, where={"type": "retreat-together"}, limit=100).decisions
            left = before.units_at(seat, position.state.battle.area)
            left |= getattr(position.state.battle.side(seat), "adrift", {})
            for region in (before.player(seat).capital, *before.player(seat).towers):
                takes = [action for action in listed.actions if action.region == region]
                tried[bool(takes)] += 1
                room = before.room(seat, region) >= sum(left.values()) and (
                    bool(PACK.shores[region]) or all(PACK.units[unit].kind != "sea-vessel" for unit in left)
                )
                assert bool(takes) is room, (region, left)
                for action in takes:
                    whole, _ = referee.play(position, [action])
                    assert whole is not None
                    after = GAME.table(whole.position.state)
                    there = Counter(after.units_at(seat, region))
                    assert there - Counter(before.units_at(seat, region)) == Counter(left)
    assert tried[True] > 10
    assert tried[False] > 1, tried

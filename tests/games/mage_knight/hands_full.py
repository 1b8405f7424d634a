"""Positions with full hands: any cards, Units, Skills and mana, so that random play reaches what early turns do not."""

import random
from typing import Any

import msgspec

from service.engine import referee
from service.engine.referee import Position
from service.engine.setup import At
from service.games.mage_knight import GAME
from service.games.mage_knight.effects import OPS
from service.games.mage_knight.ids import BASIC, COLORS
from service.games.mage_knight.pack import MageKnightPack
from tests.games.mage_knight.wide_map import wide_map

PACK = GAME.packs["standard"]
HEROES = ("arythea", "tovak", "goldyx", "norowas")
SEATS = ("amber", "indigo", "teal", "rose")
GLADE = "countryside-1.C"


def known(thing: str) -> bool:
    """Whether all operations of a card, Unit, Skill or Tactic are registered."""
    assert isinstance(PACK, MageKnightPack)
    mine = (node for at, node in PACK.nodes.items() if at.startswith(thing + "."))
    return all(node.op in OPS or node.op in ("banner", "command-token") for node in mine)


def rewards(rng: random.Random) -> list[dict[str, Any]]:
    """Rewards that are due already: any kinds."""
    kinds = ["artifact", "spell", "advanced-action", "unit", "crystal-set", "random-crystal", "die-roll", "fame"]
    return [{"kind": kind, "rule": "outcome.ruins-rewards"} for kind in rng.sample(kinds, rng.randrange(4))]


def full(number: int, rng: random.Random, scenario: str | None = None, *, wide: bool = False) -> Position:
    """The turn of the first of so many players, each with a hand drawn from all cards, by Day or by Night.

    ``wide``: on a map with many sites, with points to move, to buy and to heal with.
    """
    assert isinstance(PACK, MageKnightPack)
    names = [card for card in (*PACK.advanced, *PACK.spells, *PACK.artifacts) if known(card)]
    rng.shuffle(names)
    skills = [skill for skill in PACK.skills if known(skill)]
    rng.shuffle(skills)
    units = [unit for unit in PACK.units if known(unit)]
    night = rng.random() < 0.5
    tactics = sorted(t.id for t in PACK.tactics.values() if t.round == ("night" if night else "day") and known(t.id))
    rng.shuffle(tactics)
    tactics[:number] = sorted(tactics[:number], key=lambda tactic: PACK.tactics[tactic].number)
    players: dict[str, Any] = {}
    for at, seat in enumerate(SEATS[:number]):
        deck = list(PACK.heroes[HEROES[at]].deck)
        rng.shuffle(deck)
        cards = [names.pop() for _ in range(6)]
        held = sorted([*deck[:4], *cards, *["wound"] * rng.randrange(3)])
        areas = {
            unit: {"spent": rng.random() < 0.4, "wounds": int(rng.random() < 0.3)} for unit in rng.sample(units, 3)
        }
        banners = [card for card in names if PACK.cards[card].is_banner]
        if banners and rng.random() < 0.5:
            names.remove(banners[0])
            rng.choice(list(areas.values()))["banner"] = banners[0]
        players[seat] = {
            "hero": HEROES[at],
            "level": 7,
            "fame": rng.randrange(48, 85),
            "hand": held,
            "discard": sorted(deck[4:7]),
            "at": rng.choice(["start-a.C", GLADE, "countryside-1.E"]),
            "crystals": {color: rng.randrange(4) for color in BASIC},
            "tokens": {color: rng.randrange(2) for color in COLORS},
            "units": areas,
            "skills": {skills.pop(): {} for _ in range(4)},
            "tactic": tactics[at],
        }
    turn: dict[str, Any] = {"seat": "amber", "rewards": rewards(rng)}
    world: dict[str, Any] = {"tiles": {"x0y1": "countryside-1", "x1y0": "countryside-2"}}
    if wide:
        world, spaces = wide_map(SEATS[:number], rng)
        turn = {**turn, "move": rng.randrange(12), "influence": rng.randrange(6), "healing": rng.randrange(3)}
        for player in players.values():
            player.update(at=rng.choice(spaces), reputation=rng.randrange(-7, 8))
    table = {
        "round": 2 if night else 1,
        "order": list(SEATS[:number]),
        "turn": turn,
        "players": players,
        "offers": {"spells": names[:3] and sorted(n for n in names if n in PACK.spells)[:3]},
        "world": world,
    }
    if wide:
        offered = [name for name in names if name in PACK.advanced]
        offers = {"units": [*rng.sample(units, 5), *offered[:1]], "advanced": offered[1:4]}
        table["offers"] = {"spells": sorted(n for n in names if n in PACK.spells)[:3], **offers}
    scenario = "blitz-conquest" if wide and scenario is None else scenario
    options = msgspec.convert({"scenario": scenario} if scenario else {}, GAME.Options)
    entered = referee.enter(GAME, number, options, None, None, At(step="take-turn", table=table), f"{rng.random()}")
    assert entered.outcome is not None, entered.defects
    return entered.outcome.position

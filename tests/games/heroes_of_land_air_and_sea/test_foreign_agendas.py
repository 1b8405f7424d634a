"""Agendas that only a client can write: each is refused at once, or judged at its next decision without a slip."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect as mi

from service.engine import referee
from service.engine.answers import LegalVerdict
from service.engine.event import tag_of
from service.engine.referee import Position
from service.games.heroes_of_land_air_and_sea import GAME
from service.games.heroes_of_land_air_and_sea.agenda_order import ROUND_ORDER, upon
from tests.games.casebook import load_cases, run_case
from tests.games.heroes_of_land_air_and_sea.test_cases import BASES, CASES

STEPS = {tag_of(shape): shape for shape in GAME.steps}
TRIALS, MOST_LED_ON, MOST_TRIED = 2, 1, 4


def value(node: Any, state: Any, rng: random.Random) -> Any:
    """A value of a step's field; of ids rather those that lie on the table."""
    if isinstance(node, mi.Metadata):
        kind = (node.extra or {}).get("id")
        if kind == "rule":
            return rng.choice(["building.level-abilities", "cast.cost", "cast.interrupt", "explore-land.outcome"])
        if kind is None:
            return value(node.type, state, rng)
        every = sorted(GAME.ids(GAME.packs[state.pack], state.seats)[kind])
        near = [name for name in every if name in on_the_table(state)]
        return rng.choice(near if near and rng.random() < 0.8 else every)
    if isinstance(node, mi.LiteralType):
        return rng.choice(node.values)
    if isinstance(node, mi.IntType):
        return min(max(rng.choice([0, 1, 2, 3, 20]), node.ge or 0), 100 if node.le is None else node.le)
    if isinstance(node, mi.UnionType):
        return value(rng.choice(node.types), state, rng)
    if isinstance(node, mi.DictType):
        return {value(node.key_type, state, rng): rng.choice([1, 1, 2]) for _ in range(rng.choice([1, 1, 2]))}
    if isinstance(node, mi.ListType):
        return [value(node.item_type, state, rng) for _ in range(rng.choice([0, 1, 2]))]
    if isinstance(node, mi.StructType):
        return node.cls(**{field.name: value(field.type, state, rng) for field in node.fields})
    return None if isinstance(node, mi.NoneType) else rng.random() < 0.5


def on_the_table(state: Any) -> set[str]:
    """Seats, places, Units and cards that somebody has."""
    found = set(state.seats) | ({state.battle.area} if state.battle else set())
    for player in state.players.values():
        units = [*player.units.values(), *(aboard.passengers for aboard in player.vessels.values())]
        found.update(player.units, player.vessels, player.towers, player.library, *units)
        found.update(aboard.at for aboard in player.vessels.values())
    return found


def a_step(tag: str, state: Any, rng: random.Random) -> Any:
    """A step of this type with any fields, or one of its type that is on the agenda already."""
    same = [step for step in state.agenda if tag_of(type(step)) == tag]
    if same and rng.random() < 0.3:
        return GAME.copy(state).agenda[state.agenda.index(rng.choice(same))]
    if tag == "lanes":
        inner = rng.choice(["choose-tactic", "discard-spells"])
        return GAME.Lanes(lanes={seat: [a_step(inner, state, rng)] for seat in state.seats})
    info = mi.type_info(STEPS[tag])
    assert isinstance(info, mi.StructType)
    return STEPS[tag](**{field.name: value(field.type, state, rng) for field in info.fields})


def agendas(state: Any, tag: str, rng: random.Random) -> Iterator[list[Any]]:
    """The step instead of the next or of one of its type, before it, after it, and upon what may lie below it."""
    agenda, step = state.agenda, a_step(tag, state, rng)
    yield [*agenda[:-1], step]
    yield [*agenda, step]
    yield [*agenda[:-1], step, *agenda[-1:]]
    at = rng.randrange(len(agenda) + 1)
    yield [*agenda[:at], step]
    yield [*agenda[:at], step, *agenda[at:]]
    same = [index for index, other in enumerate(agenda) if tag_of(type(other)) == tag]
    if same:
        at = rng.choice(same)
        yield [*agenda[:at], step, *agenda[at + 1 :]]
    lower = upon(GAME.table(state), step) or ()  # type: ignore[arg-type]
    below = [index for index, other in enumerate(agenda) if tag_of(type(other)) in lower]
    if below:
        yield [*agenda[: rng.choice(below) + 1], step]
    if lower and lower != ("nothing",):
        base = [other for other in agenda if tag_of(type(other)) in ROUND_ORDER]
        yield [*base, *(a_step(rng.choice(lower), state, rng) for _ in range(rng.choice([0, 1]))), step]


def moments() -> list[Position]:
    """A position of the casebook for every agenda that it comes to."""
    found: dict[str, list[Position]] = {}
    for _, case in load_cases(CASES):
        ruling = run_case(GAME, BASES, case)
        position = ruling.position
        if position is not None and not (position.state.result or position.state.presets):
            tags = dict.fromkeys(tag_of(type(step)) for step in position.state.agenda)
            found.setdefault(" ".join(tags), []).append(position)
    rng = random.Random("moments")
    return [rng.choice(some) for _, some in sorted(found.items())]


def entered(position: Position, agenda: list[Any]) -> Position | None:
    """The position with another agenda, unless it is refused."""
    state = GAME.copy(position.state)
    state.agenda = agenda
    state = msgspec.convert(msgspec.to_builtins(state), GAME.State)
    found = referee.validate(GAME, GAME.copy(state))
    assert found.valid or any(defect.severity == "error" for defect in found.defects)
    return referee.admit(GAME, state) if found.valid else None


def check_to_the_next_decision(position: Position, rng: random.Random) -> None:
    """Every listed action, of many a few, leads to a state that can be judged again."""
    for decision in referee.legal_actions(position).decisions:
        assert decision.actions or decision.optional, (decision, position.state.agenda)
        for action in rng.sample(decision.actions, min(MOST_TRIED, len(decision.actions))):
            verdict = referee.adjudicate(position, [action])
            assert isinstance(verdict, LegalVerdict), (position.state.agenda, action)
            again = referee.validate(GAME, GAME.copy(verdict.state))
            assert again.valid, (position.state.agenda, action, again.defects)


def lead_on(positions: list[Position], tags: Iterable[str], trials: int, rng: random.Random) -> Counter[str]:
    """Try agendas with these steps; how often one of each was accepted, and led on."""
    led_on: Counter[str] = Counter()
    for position in positions:
        for tag in tags:
            here = 0
            for _ in range(trials):
                for agenda in agendas(position.state, tag, rng):
                    foreign = entered(position, agenda) if here < MOST_LED_ON else None
                    if foreign is not None:
                        check_to_the_next_decision(foreign, rng)
                        here += 1
            led_on[tag] += here
    return led_on


@pytest.mark.parametrize("part", range(4))
def test_a_step_is_refused_or_leads_on(part: int) -> None:
    led_on = lead_on(moments()[part::4], [*STEPS, "lanes"], TRIALS, random.Random(f"foreign-{part}"))
    assert all(led_on[tag] for tag in ("take-turn", "march", "recruit", "choose-gain")), led_on


def test_a_step_of_the_enemy_is_refused_or_leads_on() -> None:
    alone = [position for position in moments() if position.state.solo is not None]
    moving = "enemy-arrives", "enemy-docks", "enemy-lands", "lose-to-enemy"
    tags = *moving, "draw-solo-card", "follow-window", "draw-battle-card", "enemy-turn", "enemy-retreat", "begin-battle"
    led_on = lead_on(alone, tags, 12, random.Random("foreign-solo"))
    assert all(led_on[tag] for tag in tags[:7]), led_on


def test_a_step_of_team_play_is_refused_or_leads_on() -> None:
    teams = [position for position in moments() if position.state.teams]
    tags = "give-resources", "invite-ally", "permit-move", "choose-leader"
    led_on = lead_on(teams, tags, 20, random.Random("foreign-teams"))
    assert all(led_on[tag] for tag in tags), led_on

"""Agendas that only a client can write: each is refused at once, or judged at its next decision without a slip."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from msgspec import inspect as mi

from service.engine import referee
from service.engine.answers import LegalVerdict
from service.engine.event import tag_of
from service.engine.referee import Position
from service.engine.registry import load_games
from service.games.lords_of_xidit import GAME
from service.games.lords_of_xidit.agenda import NOTHING, UPON, kind_of
from tests.games.casebook import load_cases, run_case
from tests.games.lords_of_xidit.test_cases import BASES, CASES

CLAUSES = ("bard-reward.place-number", "census.infantry-reward", "census.cleric-reward", "census.mage-reward")
COUNTS = (1, 2, 3, 6, 20)
TRIALS, MOST_LED_ON = 10, 2


def values(node: Any, state: Any) -> list[Any]:
    """Every value of a step's field, of clauses and large numbers a few."""
    if isinstance(node, mi.Metadata):
        kind = (node.extra or {}).get("id")
        if kind == "rule":
            return [*CLAUSES, "census.tie", "wait.no-effect"]
        return sorted(GAME.ids(GAME.packs[state.pack], state.seats)[kind]) if kind else values(node.type, state)
    if isinstance(node, mi.LiteralType):
        return list(node.values)
    if isinstance(node, mi.IntType):
        return [number for number in COUNTS if node.ge <= number <= node.le]
    assert isinstance(node, mi.BoolType), node
    return [False, True]


def steps(shape: Any, state: Any, rng: random.Random) -> Iterator[Any]:
    """A step with many values of its fields, in no order."""
    info = mi.type_info(shape)
    assert isinstance(info, mi.StructType)
    every = list(product(*(values(field.type, state) for field in info.fields)))
    for chosen in rng.sample(every, min(TRIALS, len(every))):
        yield shape(**dict(zip((field.name for field in info.fields), chosen, strict=True)))


def agendas(state: Any, step: Any, rng: random.Random) -> Iterator[list[Any]]:
    """The step upon others as the rules know it, instead of the next decision, and now and then where it has no place:
    before everything else, right after the next decision, last of all, and alone.
    """
    for _ in range(2):
        yield upon_others(state, step, rng)
    agenda = state.agenda
    yield [*agenda[:-1], step]
    if rng.random() < 0.03:
        yield [*agenda, step]
        yield [*agenda[:-1], step, *agenda[-1:]]
        yield [step, *agenda]
        yield [step]


def upon_others(state: Any, step: Any, rng: random.Random) -> list[Any]:
    """An agenda of the right order whose first step this is, everything else at random."""
    if tag_of(type(step)) in ("program-orders", "fill-hand"):
        step = GAME.Lanes(lanes={seat: [msgspec.structs.replace(step, seat=seat)] for seat in state.seats})
    agenda = [step]
    while NOTHING not in UPON[kind_of(agenda[0])]:
        agenda.insert(0, one_of_kind(state, rng.choice(UPON[kind_of(agenda[0])]), rng))
    return agenda


def one_of_kind(state: Any, kind: str, rng: random.Random) -> Any:
    shape = next(shape for shape in GAME.steps if tag_of(shape) == kind.split()[0])
    fields = mi.type_info(shape).fields  # type: ignore[attr-defined]
    while True:
        step = shape(**{field.name: rng.choice(values(field.type, state)) for field in fields})
        if kind_of(step) == kind:
            return step


def moments() -> list[Position]:
    """A position of the casebook for every agenda that it comes to, and one of setup."""
    found: dict[str, list[Position]] = {"setup": [first_assessment()]}
    for _, case in load_cases(CASES):
        ruling = run_case(GAME, BASES, case)
        if ruling.position is not None and not (ruling.position.state.result or ruling.position.state.presets):
            found.setdefault(" ".join(map(kind_of, ruling.position.state.agenda)), []).append(ruling.position)
    rng = random.Random("moments")
    return [rng.choice(some) for _, some in sorted(found.items())]


def first_assessment() -> Position:
    """All City tiles are drawn, and no Assessment tile."""
    position = referee.begin(GAME, 4).position
    while (decision := referee.legal_actions(position).decisions[0]).step != "draw-assessment":
        outcome, _ = referee.play(position, [decision.actions[0]])
        assert outcome is not None
        position = outcome.position
    return position


def entered(position: Position, agenda: list[Any]) -> Position | None:
    """The position with another agenda, unless it is refused."""
    state = GAME.copy(position.state)
    state.agenda = agenda
    found = referee.validate(GAME, GAME.copy(state))
    assert found.valid or any(defect.severity == "error" for defect in found.defects)
    return referee.admit(GAME, state) if found.valid else None


def check_to_the_next_decision(position: Position) -> None:
    """Every listed action leads to a state that can be judged again."""
    for decision in referee.legal_actions(position).decisions:
        assert decision.actions or decision.optional, decision
        for action in decision.actions:
            verdict = referee.adjudicate(position, [action])
            assert isinstance(verdict, LegalVerdict), (position.state.agenda, action)
            again = referee.validate(GAME, GAME.copy(verdict.state))
            assert again.valid, (position.state.agenda, action, again.defects)


def test_a_step_is_refused_or_leads_on() -> None:
    led_on: Counter[str] = Counter()
    rng = random.Random("foreign")
    for position, shape in product(moments(), GAME.steps):
        here = 0
        for step in steps(shape, position.state, rng):
            for agenda in agendas(position.state, step, rng):
                foreign = entered(position, agenda) if here < MOST_LED_ON else None
                if foreign is not None:
                    check_to_the_next_decision(foreign)
                    here += 1
        led_on[tag_of(shape)] += here
    deciding = {tag_of(shape) for shape in GAME.steps if shape.actions}
    assert {name for name, number in led_on.items() if number} >= deciding, led_on


def programming() -> dict[str, Any]:
    """The first Game Year with four players, as a client sends it."""
    position = run_case(GAME, BASES, {"rule": "", "given": {"base": "four-players"}, "then": {}}).position
    assert position is not None
    plain: dict[str, Any] = msgspec.to_builtins(position.state)
    return plain


NEXT = {"type": "execute-order", "number": 2, "seat": "red"}


@pytest.mark.parametrize(
    ("step", "table", "found"),
    [
        ({"type": "choose-rewards", "source": "titan-3a"}, {}, ("raging-titan.remove-from-game", "/source")),
        ({"type": "choose-rewards", "source": "THREAT"}, {}, ("provide-units.reward-follows", "/source")),
        ({"type": "choose-rewards", "source": "UNSEEN"}, {}, ("rewards.reward-before-tile-change", "/source")),
        ({"type": "meet-titan"}, {}, ("raging-titan.no-target", "/seat")),
        ({"type": "pay-titan", "titan": "titan-3a", "left": 1}, {}, ("raging-titan.top-only", "/titan")),
        ({"type": "advance-dummy"}, {}, ("three-players.no-dummy-otherwise", "")),
        ({"type": "place-bards", "left": 1, "won_by": "wait.no-effect"}, {}, ("bard-reward.place-number", "/won_by")),
        (
            {"type": "place-bards", "left": 2, "won_by": "bard-reward.place-number"},
            {"bards": 1, "bastion": 19},
            ("bard-reward.too-few-left", "/left"),
        ),
        ({"type": "place-story"}, {}, ("census.mage-reward-any-own-guild", "/seat")),
        ({"type": "place-story"}, {"stories": 0}, ("census.bonus-story-from-stock", "/seat")),
        ({"type": "fill-hand", "unit": "archer"}, {}, ("census.years", "")),
    ],
)
def test_a_step_says_what_cannot_be_true_of_it(step: Any, table: Any, found: tuple[str, str]) -> None:
    state = programming()
    here, tiles = state["idrakys"]["red"], state["tiles"]
    names = {"THREAT": next(t["tile"] for city, t in tiles.items() if t["side"] == "threat" and city != here)}
    names["UNSEEN"] = state["unseen_tiles"][0]
    step = {"seat": "red"} | {name: names.get(value, value) for name, value in step.items()}
    state["orders"] = dict.fromkeys(state["seats"], ["wait"] * 6)
    state["agenda"] = [NEXT, step]
    state["players"]["red"] |= table
    defects = referee.validate(GAME, msgspec.convert(state, GAME.State)).defects
    rule, pointer = found
    assert ("error", rule, f"/agenda/1{pointer}") in {(d.severity, d.rule, d.pointer) for d in defects}, defects


def test_a_source_of_rewards_is_a_tile_or_a_titan() -> None:
    state = programming()
    state["agenda"].append({"type": "choose-rewards", "seat": "red", "source": "zzz"})
    (defect,) = referee.validate(GAME, msgspec.convert(state, GAME.State)).defects
    assert (defect.rule, defect.pointer, defect.code) == ("referee.malformed-state", "/agenda/2/source", "unknown-id")


@pytest.mark.parametrize("game", load_games().values(), ids=list(load_games()))
def test_no_step_of_any_game_holds_a_free_string(game: Any) -> None:
    """Every string of a step names something that the engine looks up, or is one of a few words."""
    for shape in game.steps:
        for field in mi.type_info(shape).fields:  # type: ignore[attr-defined]
            assert not list(free_strings(field.type)), (tag_of(shape), field.name)


def free_strings(node: Any, named: bool = False) -> Iterator[Any]:
    if isinstance(node, mi.Metadata):
        yield from free_strings(node.type, named or "id" in (node.extra or {}))
    elif isinstance(node, mi.StrType) and not named:
        yield node
    elif isinstance(node, mi.UnionType):
        for member in node.types:
            yield from free_strings(member, named)
    elif isinstance(node, mi.ListType):
        yield from free_strings(node.item_type, named)
    elif isinstance(node, mi.DictType):
        yield from free_strings(node.key_type)
        yield from free_strings(node.value_type)

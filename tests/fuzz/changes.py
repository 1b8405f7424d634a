"""Structural changes to a real state, each as somebody who edits one might make it, or mistake it.

A change is made at random, from `random.Random`; it keeps the state an object. Each tells in words what it has done, or
`None` where there was nothing to do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from tests.api.mutations import at, changed, removed
from tests.fuzz.shapes import Names, Node, Spot, spots

State = dict[str, Any]
Told = tuple[State, str] | None


class Workshop:
    """What changes of the states of one game need to know."""

    def __init__(self, schema: Node, names: Names, others: Sequence[State]) -> None:
        """`others`: real states of the same game, from which parts are taken."""
        self.schema, self.names, self.others = schema, names, others

    def change(self, rng: random.Random, state: State) -> tuple[State, str]:
        """The state with one change; or, rarely, as it was."""
        for _ in range(5):
            done = rng.choice(WAYS)(self, rng, state)
            if done is not None and done[0] != state:
                return done
        return state, "nothing"

    def pick(self, rng: random.Random, state: State, fits: Callable[[Spot], bool]) -> Spot | None:
        """One of the places that fit."""
        found = [spot for spot in spots(state, self.schema) if fits(spot)]
        return rng.choice(found) if found else None


def is_number(spot: Spot) -> bool:
    return type(spot.value) is int


def is_list(spot: Spot) -> bool:
    return isinstance(spot.value, list)


def put(state: State, spot: Spot, value: Any) -> Told:
    """The state with another value at a place."""
    return changed(state, spot.place, value), f"{spot.name}: {str(spot.value)[:60]} becomes {str(value)[:60]}"


def number(shop: Workshop, rng: random.Random, state: State) -> Told:
    """One more, one less, or another number of the state."""
    spot = shop.pick(rng, state, is_number)
    if spot is None:
        return None
    others = [other.value for other in spots(state, shop.schema) if is_number(other)]
    return put(state, spot, rng.choice([spot.value + 1, spot.value - 1, spot.value + 2, rng.choice(others)]))


def extreme(shop: Workshop, rng: random.Random, state: State) -> Told:
    """The least or the most that the schema allows."""
    spot = shop.pick(rng, state, lambda spot: is_number(spot) and "maximum" in spot.node)
    if spot is None:
        return None
    low, high = spot.node.get("minimum", 0), spot.node["maximum"]
    return put(state, spot, rng.choice([low, high, high - 1, (low + high) // 2]))


def flag(shop: Workshop, rng: random.Random, state: State) -> Told:
    """True for false."""
    spot = shop.pick(rng, state, lambda spot: isinstance(spot.value, bool))
    return spot and put(state, spot, not spot.value)


def name(shop: Workshop, rng: random.Random, state: State) -> Told:
    """Another name of the same kind."""
    spot = shop.pick(rng, state, lambda spot: isinstance(spot.value, str) and len(_like(shop, spot)) > 1)
    return spot and put(state, spot, rng.choice([other for other in _like(shop, spot) if other != spot.value]))


def _like(shop: Workshop, spot: Spot) -> list[str]:
    return shop.names.like(spot.value, spot.node)


def exchange(shop: Workshop, rng: random.Random, state: State) -> Told:
    """Two names of one kind change places, so that everything still adds up."""
    one = shop.pick(rng, state, lambda spot: isinstance(spot.value, str) and len(_like(shop, spot)) > 1)
    if one is None:
        return None
    group = _like(shop, one)
    other = shop.pick(rng, state, lambda spot: spot.value in group and spot.value != one.value)
    if other is None:
        return None
    state = changed(changed(state, one.place, other.value), other.place, one.value)
    return state, f"{one.name} and {other.name} change places"


def key(shop: Workshop, rng: random.Random, state: State) -> Told:
    """A member of an object gets another name of the same kind."""
    spot = shop.pick(rng, state, lambda spot: len(spot.place) > 1 and len(_keys_like(shop, spot)) > 1)
    if spot is None:
        return None
    new, last = rng.choice(_keys_like(shop, spot)), spot.place[-1]
    whole = at(state, spot.place[:-1])
    other = {(new if name == last else name): member for name, member in whole.items() if name != new or name == last}
    return changed(state, spot.place[:-1], other), f"{spot.name} is now called {new}"


def _keys_like(shop: Workshop, spot: Spot) -> list[str]:
    last = spot.place[-1]
    return shop.names.like(last, {}) if isinstance(last, str) else []


def move(shop: Workshop, rng: random.Random, state: State) -> Told:
    """A member of a list goes to another list, or to another place in its own."""
    source = shop.pick(rng, state, lambda spot: is_list(spot) and bool(spot.value))
    if source is None:
        return None
    index = rng.randrange(len(source.value))
    item = source.value[index]
    state = changed(state, source.place, [*source.value[:index], *source.value[index + 1 :]])
    target = shop.pick(rng, state, lambda spot: is_list(spot) and spot.node.get("items") == source.node.get("items"))
    if target is None:
        return None
    there = rng.randint(0, len(target.value))
    state = changed(state, target.place, [*target.value[:there], item, *target.value[there:]])
    return state, f"{source.name}/{index} goes to {target.name}/{there}"


def drop(shop: Workshop, rng: random.Random, state: State) -> Told:
    """Something is gone."""
    spot = shop.pick(rng, state, lambda spot: spot.optional)
    return spot and (removed(state, spot.place), f"{spot.name} is gone")


def duplicate(shop: Workshop, rng: random.Random, state: State) -> Told:
    """A member of a list is there twice."""
    spot = shop.pick(rng, state, lambda spot: is_list(spot) and bool(spot.value))
    return spot and put(state, spot, [*spot.value, rng.choice(spot.value)])


def fill(shop: Workshop, rng: random.Random, state: State) -> Told:
    """A list has as many members as it may, or an object all names there are."""
    spot = shop.pick(rng, state, lambda spot: isinstance(spot.value, list | dict) and bool(spot.value))
    if spot is None:
        return None
    if is_list(spot):
        most = spot.node.get("maxItems", 100)
        return put(state, spot, [rng.choice(spot.value) for _ in range(min(most, 1000))])
    names = shop.names.like(rng.choice(sorted(spot.value)), {})
    return put(state, spot, {**{name: rng.choice([*spot.value.values()]) for name in names}, **spot.value})


def null(shop: Workshop, rng: random.Random, state: State) -> Told:
    """Nothing where there was something."""
    spot = shop.pick(rng, state, lambda spot: spot.value is not None)
    return spot and put(state, spot, None)


def seats(shop: Workshop, rng: random.Random, state: State) -> Told:
    """The order of the seats is another, one leaves, one comes, or two change their names throughout."""
    there = list(state.get("seats") or ())
    free = [seat for seat in shop.names.like(there[0], {}) if seat not in there] if there else []
    if not there:
        return None
    match rng.randrange(4):
        case 0:
            rng.shuffle(there)
            return {**state, "seats": there}, f"seats are {there}"
        case 1:
            gone = there.pop(rng.randrange(len(there)))
            return {**state, "seats": there}, f"{gone} has left the seats"
        case 2 if free:
            return {**state, "seats": [*there, free[0]]}, f"{free[0]} has a seat"
        case _:
            old, new = rng.choice(there), rng.choice([*there, *free])
            return renamed(state, {old: new, new: old}), f"{old} and {new} change their names throughout"


def renamed(value: Any, names: dict[str, str]) -> Any:
    """A copy in which these words, also as names of members, are others."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [renamed(member, names) for member in value]
    if isinstance(value, dict):
        return {names.get(key, key): renamed(member, names) for key, member in value.items()}
    return value


def agenda(shop: Workshop, rng: random.Random, state: State) -> Told:
    """Steps are gone, doubled, in another order, or from another position."""
    steps = list(state.get("agenda") or ())
    other = list(rng.choice(shop.others).get("agenda") or ())
    match rng.randrange(5):
        case 0 if steps:
            del steps[rng.randrange(len(steps))]
        case 1 if steps:
            steps.insert(rng.randrange(len(steps)), rng.choice(steps))
        case 2:
            rng.shuffle(steps)
        case 3 if other:
            steps.insert(rng.randint(0, len(steps)), rng.choice(other))
        case _:
            steps = other
    return {**state, "agenda": steps}, f"the agenda is {[step.get('type') for step in steps if type(step) is dict]}"


def splice(shop: Workshop, rng: random.Random, state: State) -> Told:
    """A part is that of another position."""
    other = rng.choice(shop.others)
    shared = sorted(set(state) & set(other) - {"game", "rules_version", "pack"})
    if not shared:
        return None
    part = rng.choice(shared)
    return {**state, part: other[part]}, f"/{part} is that of another position"


WAYS: tuple[Callable[[Workshop, random.Random, State], Told], ...] = (
    number,
    number,
    extreme,
    flag,
    name,
    exchange,
    exchange,
    key,
    move,
    drop,
    duplicate,
    fill,
    null,
    seats,
    agenda,
    splice,
)
"""All of them, some more often: those that leave states which can be judged."""

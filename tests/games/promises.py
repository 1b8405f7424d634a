"""What the referee promises at every position of every game, as checks that tests call."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect as mi

from service.engine import referee
from service.engine.action import Action, ChanceAction
from service.engine.agenda import due
from service.engine.answers import IllegalVerdict
from service.engine.digest import canonical_bytes
from service.engine.errors import MalformedAction
from service.engine.event import tag_of
from service.engine.game import Game
from service.engine.referee import Position
from tests.games.casebook import agrees

NOT_PARAMETERS = ("actor", "weight", "probability")


def bare(action: Action) -> Action:
    """An action without what lists add to outcomes of chance."""
    return action.bare() if isinstance(action, ChanceAction) else action


def check_all(position: Position, rng: random.Random, samples: int) -> set[str]:
    """Everything below that is asked of one position; the clauses that refusals have cited."""
    check_copies(position)
    cited = check_list_is_the_verdict(position, rng, samples)
    check_where(position, rng)
    check_key_order(position, rng)
    check_views(position)
    return cited


def check_copies(position: Position) -> None:
    """Asking changes nothing, and the same question has the same answer, byte for byte."""
    before = canonical_bytes(position.state)
    answers = [msgspec.json.encode(referee.legal_actions(position, explain=True)) for _ in range(2)]
    assert answers[0] == answers[1]
    referee.scores(position)
    for decision in referee.legal_actions(position).decisions:
        for action in decision.actions[:3]:
            verdicts = [msgspec.json.encode(referee.adjudicate(position, [action], "seed")) for _ in range(2)]
            assert verdicts[0] == verdicts[1]
    assert canonical_bytes(position.state) == before


def check_list_is_the_verdict(position: Position, rng: random.Random, samples: int) -> set[str]:
    """Every listed action is legal; of all others, brute force and mutations, none is. Returns the clauses cited."""
    cited: set[str] = set()
    table = position.game.table(position.state)
    types = {decision.actor: decision.step.types(table, decision.actor) for decision in due(table)}
    for decision in referee.legal_actions(position).decisions:
        listed = {canonical_bytes(bare(action)) for action in decision.actions}
        assert len(listed) == len(decision.actions), "an action is listed twice"
        for action in decision.actions:
            assert referee.play(position, [action])[0] is not None, action
        kinds = [kind for kind in types[decision.actor] if kind.kind == "action"]
        others = itertools.chain(
            brute_force(position, kinds, decision.actor, rng, samples),
            mutations(position, decision.actions, rng, samples),
        )
        for action in others:
            cited |= refused_unless_listed(position, action, listed)
    return cited


def refused_unless_listed(position: Position, action: Action, listed: set[bytes]) -> set[str]:
    """Judge one action that may or may not be on the list; the clauses it breaks."""
    try:
        (checked,) = referee.check_actions(position, [action])
        outcome, verdict = referee.play(position, [action])
    except MalformedAction:
        return set()
    if canonical_bytes(checked) in listed:
        assert outcome is not None, ("listed, but illegal", checked, verdict)
        return set()
    assert isinstance(verdict, IllegalVerdict), ("legal, but not listed", checked)
    assert verdict.violations, checked
    for violation in verdict.violations:
        assert violation.rule in position.game.catalogue, violation.code
        assert violation.code.split(":")[0] == violation.rule
        assert violation.detail
    return {violation.rule for violation in verdict.violations}


def brute_force(
    position: Position, kinds: list[type[Action]], actor: str, rng: random.Random, samples: int
) -> Iterator[Action]:
    """Actions of these types with all combinations of parameters; a sample where there are too many."""
    for kind in kinds:
        fields = [f for f in msgspec.structs.fields(kind) if f.name not in NOT_PARAMETERS]
        types = {f.name: f.type for f in mi.type_info(kind).fields}  # type: ignore[attr-defined]
        domains = [list(domain(position, types[f.name])) for f in fields]
        size = 1
        for values in domains:
            size *= len(values)
        if size <= samples:
            combinations: Iterator[tuple[Any, ...]] = itertools.product(*domains)
        else:
            combinations = (tuple(rng.choice(values) for values in domains) for _ in range(samples))
        for values in combinations:
            yield kind(actor=actor, **dict(zip((f.name for f in fields), values, strict=True)))


def mutations(position: Position, actions: list[Action], rng: random.Random, samples: int) -> Iterator[Action]:
    """Listed actions with one parameter replaced."""
    for action in rng.sample(actions, min(len(actions), 20)):
        types = {f.name: f.type for f in mi.type_info(type(action)).fields}  # type: ignore[attr-defined]
        for name, node in types.items():
            if name in NOT_PARAMETERS:
                continue
            values = list(domain(position, node))
            for value in rng.sample(values, min(len(values), samples // 20 + 1)):
                yield msgspec.structs.replace(bare(action), **{name: value})


def domain(position: Position, node: Any) -> list[Any]:
    """Values that a parameter might take: all ids, all literals, small numbers, small sets, lists and counts."""
    if isinstance(node, mi.Metadata):
        extra = node.extra or {}
        if "id" in extra:
            pack = position.game.packs[position.state.pack]
            return sorted(position.game.ids(pack, position.state.seats)[extra["id"]])
        if extra.get("set") and isinstance(node.type, mi.ListType):
            members = domain(position, node.type.item_type)
            sizes = range(node.type.min_length or 0, min(node.type.max_length or 3, 3) + 1)
            return [list(c) for size in sizes for c in itertools.combinations(members[:12], size)]
        if extra.get("bag") and isinstance(node.type, mi.ListType):
            members, most = domain(position, node.type.item_type), min(node.type.max_length or 3, 3)
            sizes = range(most + 1)
            return [list(c) for size in sizes for c in itertools.combinations_with_replacement(members[:8], size)]
        if extra.get("counts") and isinstance(node.type, mi.DictType):
            kinds = domain(position, node.type.key_type)
            mixes = (m for size in range(4) for m in itertools.combinations_with_replacement(kinds[:8], size))
            return [{kind: mix.count(kind) for kind in mix} for mix in mixes]
        return domain(position, node.type)
    if isinstance(node, mi.LiteralType):
        return list(node.values)
    if isinstance(node, mi.IntType):
        return list(range(node.ge or 0, min(node.le if node.le is not None else 5, 5) + 1))
    if isinstance(node, mi.DictType):
        keys, values = domain(position, node.key_type), domain(position, node.value_type)
        one = [{key: value} for key in keys for value in values]
        two = [{a: x, b: y} for a, b in itertools.combinations(keys, 2) for x in values[:6] for y in values[:6]]
        return one + two
    if isinstance(node, mi.StructType):
        names = [field.name for field in node.fields]
        members = [domain(position, field.type)[:6] for field in node.fields]
        found = list(itertools.product(*members))
        every = len(found) // 200 + 1
        return [node.cls(**dict(zip(names, values, strict=True))) for values in found[::every]]
    if isinstance(node, mi.BoolType):
        return [False, True]
    if isinstance(node, mi.NoneType):
        return [None]
    if isinstance(node, mi.UnionType):
        return [value for member in node.types for value in domain(position, member)]
    if isinstance(node, mi.StructType):
        domains = [domain(position, field.type) for field in node.fields]
        names = [field.name for field in node.fields]
        return [node.cls(**dict(zip(names, values, strict=True))) for values in itertools.product(*domains)]
    if isinstance(node, mi.ListType):
        members = domain(position, node.item_type)
        few = members[:: max(1, len(members) // 8)]
        return [[], *([member] for member in members), *(list(pair) for pair in itertools.product(few, few))]
    if isinstance(node, mi.StrType):
        return ["", "take", "ability-1", "another-word"]
    raise AssertionError(f"no domain for {node}")


def check_key_order(position: Position, rng: random.Random) -> None:
    """The order in which a client writes the members of an object changes no answer."""
    game = position.game
    state = msgspec.convert(_shuffled(msgspec.to_builtins(position.state), rng), game.State)
    other = referee.admit(game, state)
    assert other.digest == position.digest
    for explain in (False, True):
        answers = [msgspec.json.encode(referee.legal_actions(p, explain=explain)) for p in (position, other)]
        assert answers[0] == answers[1]


def _shuffled(value: Any, rng: random.Random) -> Any:
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: _shuffled(value[key], rng) for key in keys}
    return [_shuffled(member, rng) for member in value] if isinstance(value, list) else value


def check_where(position: Position, rng: random.Random) -> None:
    """``where`` lists exactly the matching part, and paging gives the same list."""
    for decision in referee.legal_actions(position).decisions:
        if not decision.actions:
            continue
        sample = rng.choice(decision.actions)
        plain = msgspec.to_builtins(bare(sample))
        for name in [name for name in plain if name not in ("type", "actor")] or ["type"]:
            where = {"type": plain["type"], name: plain[name]}
            (part,) = referee.legal_actions(position, actor=decision.actor, where=where).decisions
            matching = [a for a in decision.actions if _matches(a, where)]
            assert part.actions == matching
        pages, cursor = [], None
        while True:
            (page,) = referee.legal_actions(position, actor=decision.actor, limit=7, cursor=cursor).decisions
            pages += page.actions
            cursor = page.next_cursor
            if cursor is None:
                break
        assert pages == decision.actions


def _matches(action: Action, where: dict[str, Any]) -> bool:
    return agrees(msgspec.to_builtins(action), where)


def check_views(position: Position) -> None:
    """Each seat's own view lists the same actions as the full state, and a spectator sees no secret."""
    game = position.game
    for viewer in position.state.seats:
        shown = referee.view(position, viewer).state
        seen = referee.admit(game, msgspec.json.decode(msgspec.json.encode(shown), type=game.View))
        mine = referee.legal_actions(position, actor=viewer, explain=True).decisions
        own = referee.legal_actions(seen, explain=True).decisions
        assert msgspec.json.encode([d.actions for d in mine]) == msgspec.json.encode([d.actions for d in own])
        assert msgspec.json.encode([d.unavailable for d in mine]) == msgspec.json.encode([d.unavailable for d in own])
        assert referee.decisions_of(game, position.state) == referee.decisions_of(game, shown)
        assert referee.view(seen, viewer).state == shown
        referee.scores(seen)
        referee.validate(game, shown)
    if position.state.result is None:
        spectator = referee.view(position, "spectator").state
        assert list(secrets_shown(spectator)) == []


def secrets_shown(view: Any) -> Iterator[tuple[str, Any]]:
    """Every secret value of a view that is not hidden; hands may be empty lists."""
    yield from _secrets(view, mi.type_info(type(view)), "")


def _secrets(value: Any, node: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(node, mi.UnionType):
        for member in node.types:
            yield from _secrets(value, member, path)
    elif isinstance(node, mi.Metadata):
        if (node.extra or {}).get("secret") and value is not None and value != []:
            yield path, value
        else:
            yield from _secrets(value, node.type, path)
    elif isinstance(node, mi.StructType) and isinstance(value, node.cls):
        for field in node.fields:
            yield from _secrets(getattr(value, field.name), field.type, f"{path}/{field.name}")
    elif isinstance(node, mi.ListType) and isinstance(value, list):
        for index, member in enumerate(value):
            yield from _secrets(member, node.item_type, f"{path}/{index}")
    elif isinstance(node, mi.DictType) and isinstance(value, dict):
        for key, member in value.items():
            yield from _secrets(member, node.value_type, f"{path}/{key}")


def check_same_for(viewer: str, position: Position, other: Position, action: Action) -> None:
    """Two positions that differ in what the viewer may not know are the same to the viewer. ``action`` is what is done
    at the first of them; if the viewer does it, it tells the viewer the same at both.
    """
    assert referee.view(position, viewer) == referee.view(other, viewer)
    for explain in (False, True):
        mine = referee.legal_actions(position, actor=viewer, explain=explain).decisions
        also = referee.legal_actions(other, actor=viewer, explain=explain).decisions
        assert msgspec.json.encode(mine[0].actions if mine else []) == msgspec.json.encode(
            also[0].actions if also else []
        )
        if explain and mine:
            assert mine[0].unavailable == also[0].unavailable
    assert referee.decisions_of(position.game, position.state) == referee.decisions_of(other.game, other.state)
    if action.actor == viewer:
        check_same_events(viewer, position, other, action)


def check_same_events(viewer: str, position: Position, other: Position, action: Action) -> None:
    """What the viewer does tells the viewer the same, unless it openly reveals something."""
    here, there = (referee.play(start, [action])[0] for start in (position, other))
    assert here is not None
    assert there is not None
    if any(event.reveals for event in here.events):
        return
    seen = [referee.view(outcome.position, viewer, outcome.events).events for outcome in (here, there)]
    assert seen[0] == seen[1]


def node_count(position: Position, depth: int) -> int:
    """How many sequences of this many legal actions start here."""
    if depth == 0 or position.state.result is not None:
        return 1
    total = 0
    for decision in referee.legal_actions(position).decisions:
        for action in decision.actions:
            if depth == 1:
                total += 1
                continue
            outcome, _ = referee.play(position, [action])
            assert outcome is not None
            total += node_count(outcome.position, depth - 1)
    return total


def action_tags(game: Game) -> list[str]:
    """The names of the game's action types."""
    return [tag_of(kind) for kind in game.action_types]

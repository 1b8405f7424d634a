"""Cases that begin from what is really there: bodies about real positions, mutated or not, and paths that exist.

Schemathesis makes states of the right shape, but next to none that a game could be in; so do its ids in paths.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st
from schemathesis import APIOperation, Case

from schemas.problems import KINDS
from tests.api.mutations import mutated
from tests.fuzz.material import Material, Moment

JSON = "application/json"
Draw = Callable[[st.SearchStrategy[Any]], Any]
Body = dict[str, Any]

MUTATIONS = st.sampled_from([0, 0, 0, 1, 1, 1, 2, 5])
"""Many mutations together get no further than the schema; one alone gets into the rules."""


def real_cases(operation: APIOperation, materials: dict[str, Material]) -> st.SearchStrategy[Case] | None:
    """Real cases of an operation; `None` where there is nothing to choose."""
    parts = operation.path.strip("/").split("/")
    material = materials.get(parts[2]) if len(parts) > 2 else None
    if material is not None and operation.method == "post":
        accepted = st.sampled_from(accepts(operation))
        return st.builds(
            lambda body, accept: operation.Case(body=body, media_type=JSON, headers={"Accept": accept}),
            bodies(parts[-1], material),
            accepted,
        )
    names = real_names(operation.path, material)
    queries = real_queries(material)
    if names is None and not operation.query:
        return None
    known = [parameter.name for parameter in operation.query]
    return st.builds(
        lambda name, query, headers: operation.Case(
            path_parameters=name,
            query={key: value for key, value in query.items() if key in known},
            headers=headers,
        ),
        st.just({}) if names is None else names,
        queries,
        st.sampled_from([{}, {}, {"If-None-Match": "*"}, {"If-None-Match": '"0"'}]),
    )


def accepts(operation: APIOperation) -> list[str]:
    """What a client may ask to be answered in."""
    return ["*/*", *operation.definition.raw["responses"]["200"]["content"]]


def real_names(path: str, material: Material | None) -> st.SearchStrategy[dict[str, str]] | None:
    """What may stand in the only variable part of a path."""
    kinds: dict[str, list[str]] = {"slug": list(KINDS), "shape": ["state", "view", "action", "event"]}
    if material is not None:
        kinds["rule"] = [clause.id for clause in material.game.catalogue.rules()]
        kinds["pack"] = list(material.game.packs)
    found = [kind for kind in kinds if "{" + kind + "}" in path]
    if not found:
        return None
    (kind,) = found
    return st.fixed_dictionaries({kind: st.sampled_from(kinds[kind])})


def real_queries(material: Material | None) -> st.SearchStrategy[dict[str, str]]:
    """Values of the query string that mean something."""
    if material is None:
        return st.just({})
    clauses = material.game.catalogue.rules()
    return st.fixed_dictionaries(
        {},
        optional={
            "rules_version": st.sampled_from([material.game.rules_version, "0.0.0"]),
            "kind": st.sampled_from(sorted({clause.kind for clause in clauses})),
            "section": st.sampled_from(sorted({clause.section for clause in clauses})),
            "q": st.sampled_from([clause.id for clause in clauses]),
            "game": st.just(material.game.id),
        },
    )


@st.composite
def bodies(draw: Draw, call: str, material: Material) -> Body:
    """A body of a call about a real position, with some mutations."""
    fill = FILL[call]
    body = fill(draw, material, draw(one_of(material.moments)))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(MUTATIONS)):
        other = fill(draw, material, draw(one_of(material.moments)))
        body = mutated_member(rng, body, other, material.vocabulary)
    return body


def mutated_member(rng: random.Random, body: Body, other: Body, vocabulary: list[str]) -> Body:
    """One change within one member, so that a small member is hit as often as the state."""
    if not body or rng.random() < 0.05:
        return {**body, rng.choice([*other, rng.choice(vocabulary)]): rng.choice([None, 1, *other.values()])}
    member = rng.choice(sorted(body))
    rest = {name: value for name, value in body.items() if name != member}
    return {**rest, **mutated(rng, {member: body[member]}, [other, body], vocabulary)}


def states(draw: Draw, material: Material, moment: Moment) -> Body:
    """A new game, one entered in the middle with a part of a real table, or one corrected."""
    body: Body = {**moment.setup}
    if draw(st.booleans()):
        body = {"state": moment.state}
    elif draw(st.booleans()):
        body["players"] = [{"seat": seat} for seat in moment.state["seats"]]
    if draw(st.booleans()):
        body["at"] = entry(draw, material, moment)
    return {**body, **optional(draw, chance=CHANCE, include=include(moment))}


def entry(draw: Draw, material: Material, moment: Moment) -> Body:
    """A moment in the middle: all of a real table or some of it."""
    fixed = ("agenda", "game", "rules_version", "pack", "result")
    table = {name: value for name, value in moment.state.items() if name not in fixed}
    if draw(st.booleans()):
        table = {name: table[name] for name in draw(st.lists(st.sampled_from(sorted(table)), max_size=6))}
    at = {"step": draw(st.sampled_from(material.game.entry_steps)), "table": table}
    return {**at, **optional(draw, actor=st.sampled_from(moment.state["seats"]))}


def legal_actions(draw: Draw, material: Material, moment: Moment) -> Body:
    """A question about the state or a view, perhaps for one actor, a partial action or a page."""
    partial = one_of(moment.actions or [{}]).flatmap(
        lambda action: st.lists(st.sampled_from(sorted(action) or ["type"]), max_size=3).map(
            lambda names: {name: action.get(name) for name in names}
        )
    )
    return {"state": state_or_view(draw, moment)} | optional(
        draw,
        actor=st.sampled_from([*moment.state["seats"], "chance"]),
        where=partial,
        explain=st.booleans(),
        limit=st.sampled_from([1, 2, 1000, 10_000]),
    )


def adjudications(draw: Draw, material: Material, moment: Moment) -> Body:
    """The action that was taken, one of another moment, or several."""
    elsewhere = draw(one_of([other.actions for other in material.moments if other.actions]))
    actions = draw(one_of([moment.actions or elsewhere, elsewhere]))
    asked = {"actions": actions} if draw(st.booleans()) else {"action": actions[0]}
    return {"state": moment.state, **asked} | optional(draw, chance=CHANCE, include=include(moment))


def validations(draw: Draw, material: Material, moment: Moment) -> Body:
    """The state or a view."""
    return {"state": state_or_view(draw, moment)}


def views(draw: Draw, material: Material, moment: Moment) -> Body:
    """The state or a view for somebody."""
    viewer = draw(st.sampled_from(sorted(moment.views)))
    return {"state": state_or_view(draw, moment), "viewer": viewer} | optional(draw, events=st.just(moment.events))


def replays(draw: Draw, material: Material, moment: Moment) -> Body:
    """What followed a moment, or the beginning of a game."""
    begin: Body = {"state": moment.state} if draw(st.booleans()) else {"setup": moment.setup}
    return {**begin, "actions": moment.actions} | optional(draw, chance=CHANCE)


FILL: dict[str, Callable[[Draw, Material, Moment], Body]] = {
    "states": states,
    "legal-actions": legal_actions,
    "adjudications": adjudications,
    "validations": validations,
    "views": views,
    "scores": validations,
    "replays": replays,
}
"""The body of each call, by the last part of its path."""

CHANCE = st.sampled_from([{"seed": "fuzz"}, {"seed": "ä" * 256}])


def include(moment: Moment) -> st.SearchStrategy[list[str]]:
    """What may be asked for beside a position."""
    parts = ["state", "legal-actions", "scores", *(f"view:{viewer}" for viewer in moment.views)]
    return st.lists(st.sampled_from(parts), max_size=4)


def state_or_view(draw: Draw, moment: Moment) -> Body:
    """The full state more often than one of its views."""
    state: Body = draw(one_of([moment.state, moment.state, *moment.views.values()]))
    return state


def one_of(values: Sequence[Any]) -> st.SearchStrategy[Any]:
    """One of large values, by its index: Hypothesis would write each of them out."""
    return st.integers(0, len(values) - 1).map(values.__getitem__)


def optional(draw: Draw, **members: st.SearchStrategy[Any]) -> Body:
    """Some of these members."""
    drawn: Body = draw(st.fixed_dictionaries({}, optional=members))
    return drawn

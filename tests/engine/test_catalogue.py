"""The catalogue and the messages of every registered game: whatever is said has a clause and a template."""

import ast
import importlib
import inspect
import pkgutil
import random
from collections import defaultdict
from collections.abc import Iterator
from string import Formatter
from typing import Any

import msgspec
import pytest

from service.engine import messages, referee
from service.engine.answers import IllegalVerdict
from service.engine.catalogue import REFEREE, Catalogue
from service.engine.errors import MalformedAction
from service.engine.event import tag_of
from service.engine.game import Game
from service.engine.registry import load_games
from service.engine.telling import Words, tell
from service.engine.violation import Violated, Violation
from tests.api.stones import GAME as STONES
from tests.engine.harbour import GAME
from tests.games import promises
from tests.games.players import random_positions

GAMES = {**load_games(), STONES.id: STONES, GAME.id: GAME}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def sources(game: Game) -> Iterator[tuple[str, ast.AST]]:
    """Every module of a game's package with its syntax tree."""
    root = importlib.import_module(game.parts.package)
    names = [root.__name__, *(m.name for m in pkgutil.walk_packages(root.__path__, root.__name__ + "."))]
    for name in names:
        yield name, ast.parse(inspect.getsource(importlib.import_module(name)))


def calls(tree: ast.AST, name: str) -> Iterator[Any]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


@every_game
def test_every_refusal_in_the_source_is_a_clause(game: Game) -> None:
    found = messages.refusal_codes(game.parts.package)
    assert found
    assert {code for code in found if code.partition(":")[0] not in game.catalogue} == set()


@every_game
def test_every_refusal_in_the_source_has_a_template(game: Game) -> None:
    by_code, told = defaultdict[str, set[str]](set), game.messages()
    for name, tree in sources(game):
        for call in calls(tree, "Violation"):
            code, template = call.args[:2]
            if isinstance(code, ast.Constant) and isinstance(template, ast.Constant):
                by_code[str(code.value)].add(str(template.value))
            else:
                assert game.parts.messages, f"{name}:{call.lineno}: a code or template that translators cannot find"
    assert {code for code, texts in by_code.items() if told.get(code) not in texts} == set()
    assert {code for code in game.parts.messages if code.partition(":")[0] not in game.catalogue} == set()


@every_game
def test_no_refusal_has_two_templates(game: Game) -> None:
    by_code = defaultdict(set)
    for _, tree in sources(game):
        for call in calls(tree, "Violation"):
            by_code[ast.unparse(call.args[0])].add(ast.unparse(call.args[1]))
    assert {code: texts for code, texts in by_code.items() if len(texts) > 1} == {}


@every_game
def test_a_template_names_facts_and_nothing_else(game: Game) -> None:
    """Neither a format nor a part of a fact: translators fill it without Python."""
    for template in [*game.messages().values(), *(step.prompt for step in game.steps)]:
        for _, name, form, conversion in Formatter().parse(template):
            assert name is None or (name.isidentifier() and not form and not conversion), template


@every_game
def test_every_rule_in_the_source_is_a_clause(game: Game) -> None:
    """``rule=`` of events, scores and defects, and whatever else is spelled like a clause of this game."""
    sections = {clause.id.partition(".")[0] for clause in game.catalogue}
    for name, tree in sources(game):
        for node in whole_strings(tree):
            chapter, dot, rest = node.value.partition(":")[0].partition(".")
            if dot and rest and chapter in sections and " " not in rest and not rest.endswith("json"):
                assert f"{chapter}.{rest}" in game.catalogue, f"{name}:{node.lineno}: {node.value}"
        for node in ast.walk(tree):
            value: Any = node.value if isinstance(node, ast.keyword) and node.arg == "rule" else None
            if isinstance(value, ast.Constant):
                assert str(value.value) in game.catalogue, f"{name}:{value.lineno}: {value.value!r}"


def whole_strings(node: ast.AST) -> Iterator[Any]:
    """Every string constant that is not a piece of a longer one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    if not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            yield from whole_strings(child)


@every_game
def test_every_step_is_made_due_by_a_clause(game: Game) -> None:
    told = game.messages()
    for step in game.steps:
        assert step.rule in game.catalogue, tag_of(step)
        assert not step.actions or step.prompt, tag_of(step)
        for rule in (step.rule, *step.also_cites):
            assert rule in game.catalogue, tag_of(step)
            for variant in ("not-your-decision", "not-at-this-step"):
                assert told[f"{rule}:{variant}"]


@every_game
def test_every_event_has_a_template_that_its_fields_fill(game: Game) -> None:
    told = game.messages()
    for event in game.event_types:
        assert told[tag_of(event)] == event.template != ""
        fields = dict.fromkeys(event.__struct_fields__, "x")
        assert event.template.format_map(fields), tag_of(event)


@every_game
def test_the_referees_own_clauses_are_in_every_catalogue(game: Game) -> None:
    for clause in REFEREE:
        assert game.catalogue.get(clause.id) == clause
    ids = [clause.id for clause in game.catalogue]
    assert len(ids) == len(set(ids))
    assert ids[-len(REFEREE) :] == [clause.id for clause in REFEREE]
    for clause in game.catalogue:
        assert clause.section, clause.id
        assert clause.text, clause.id
    assert {"referee.game-over", "referee.one-breath", "referee.cannot-come"} <= set(game.messages())


@every_game
def test_whatever_random_games_say_is_in_catalogue_and_messages(game: Game) -> None:
    rng, told = random.Random(game.id), game.messages()
    seen: set[str] = set()
    low, high = game.players
    words = next(iter(game.packs.values())).words
    for number in range(low, high + 1):
        positions = list(random_positions(game, number, {}, f"messages-{number}"))
        for position, action in rng.sample(positions, min(len(positions), 25)):
            for violation in refusals(position, rng):
                check_refusal(game, violation, told, words)
                seen.add(violation.code)
            outcome, _ = referee.play(position, [action], f"messages-{number}")
            assert outcome is not None
            for event in outcome.events:
                assert event.rule in game.catalogue, event
                assert event.text == tell(told[tag_of(type(event))], event.facts(), words), event
    assert len(seen) > 3


def refusals(position: referee.Position, rng: random.Random) -> Iterator[Violated]:
    """Why things cannot be done here: what the list says is unavailable; wrong seats, types and parameters."""
    listed = referee.legal_actions(position, explain=True).decisions
    for decision in listed:
        yield from (v for found in decision.unavailable for v in found.violations)  # type: ignore[union-attr]
        for action in decision.actions[:2]:
            for actor in (*position.state.seats, "chance"):
                yield from verdict(position, msgspec.structs.replace(action, actor=actor))
        for action in promises.mutations(position, decision.actions, rng, 20):
            yield from verdict(position, action)
    kinds = [kind for kind in position.game.action_types if {"actor"} == set(required(kind))]
    for kind in kinds[:6]:
        yield from verdict(position, kind(actor=listed[0].actor))


def required(kind: Any) -> list[str]:
    return [field.name for field in msgspec.structs.fields(kind) if field.required]


def verdict(position: referee.Position, action: Any) -> list[Violated]:
    try:
        found = referee.adjudicate(position, [action])
    except MalformedAction:
        return []
    return found.violations if isinstance(found, IllegalVerdict) else []


def check_refusal(game: Game, violation: Violated, told: dict[str, str], words: Words) -> None:
    clause = game.catalogue.get(violation.rule)
    assert clause is not None, violation
    assert violation.code.partition(":")[0] == violation.rule
    assert (violation.section, violation.text) == (clause.section, clause.text)
    assert violation.detail == tell(told[violation.code], violation.params, words), violation
    assert violation.pointer == "" or violation.pointer.startswith("/")
    assert msgspec.json.decode(msgspec.json.encode(violation.params)) == violation.params


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("red", "red"),
        (2, "2"),
        (None, "None"),
        ([], "nothing"),
        ({}, "nothing"),
        (["blue", "red"], "blue, red"),
        ({"weapon": 2, "coin": 1}, "2 weapon, 1 coin"),
        ([{"weapon": 2}, {"spell": 1, "coin": 1}], "2 weapon or 1 spell, 1 coin"),
        ({"red": ["a", "b"]}, "red: a, b"),
    ],
)
def test_facts_are_said_in_words(fact: Any, words: str) -> None:
    assert tell("it is {fact} of {n}", {"fact": fact, "n": 3}) == f"it is {words} of 3"


def test_a_violation_is_code_variant_and_facts() -> None:
    violation = Violation("a.clause:variant", "{seat} has {n}", seat="red", n=2)
    assert (violation.rule, violation.detail, violation.at) == ("a.clause", "red has 2", None)
    assert Violation("a.clause", "{x}", at="space", x=1).at == "space"


def test_rules_are_found_by_kind_section_and_words() -> None:
    catalogue = GAME.catalogue
    assert [clause.id for clause in catalogue.rules(kind="chance")] == [
        "deck.draw",
        "roads.reef",
        "referee.cannot-come",
    ]
    assert [clause.id for clause in catalogue.rules(section="bId")] == ["bids.secret", "bids.limit", "bids.reveal"]
    assert [clause.id for clause in catalogue.rules(q="A BID OF NOTHING")] == ["bids.limit"]
    assert [clause.id for clause in catalogue.rules(q="raid.gain")] == ["raid.gain"]
    assert catalogue.rules(kind="chance", section="roads", q="storm") == [catalogue.get("roads.reef")]
    assert catalogue.rules(kind="nothing") == []
    assert len(catalogue.rules()) == len(list(catalogue))
    assert catalogue.get("roads.moon") is None
    assert "roads.moon" not in catalogue


def test_what_is_not_enforced_says_why() -> None:
    printed = [{"id": "a.b", "section": "A", "kind": "advice", "text": "Be kind.", "page": 3}]
    catalogue = Catalogue(printed, {"a.b": "advice"})
    assert catalogue.get("a.b").not_enforced == "advice"  # type: ignore[union-attr]
    with pytest.raises(ValueError, match=r"a\.c"):
        Catalogue(printed, {"a.c": "no such clause"})

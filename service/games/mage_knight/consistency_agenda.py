"""What must be true of the agenda: who may be in the middle of what, and that somebody goes on in the end."""

from collections.abc import Iterator
from typing import Any

from service.engine.agenda import name_of
from service.engine.defect import Defect, error
from service.engine.step import Lanes
from service.games.mage_knight.effects import CarryOut, ForEffect
from service.games.mage_knight.ids import DUMMY
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table

SETTING_UP = ("set-up", "lay-out", "begin-first-round")
GO_ON = (*SETTING_UP, "next-turn", "start-turn", "end-round", "prepare-round", "final-scoring")
"""The steps that lie at the bottom: all others lie above one of these, which goes on."""
IN_TURN = (
    "take-turn",
    "return-dice",
    "forced-withdrawal",
    "effects-at-end",
    "put-back",
    "discard-before-drawing",
    "draw-artifacts",
    "sort-artifacts",
    "reward-card",
    "reward-unit",
    "roll-crystal",
    "reward-crystal",
    "roll-reward",
    "draw-skills",
    "gain-skill",
    "forgo-dice",
    "clear-play-area",
    "space-benefits",
    "take-rewards",
    "level-ups",
    "draw-up",
    "finish-turn",
    "begin-combat",
    "fight-combat",
    "end-combat",
    "enter-city",
    "on-glade",
    "in-ruins",
    "at-altar",
    "draw-advanced-action",
)
"""Steps of the player whose turn is being played."""
ENDING = (
    "return-dice",
    "forced-withdrawal",
    "effects-at-end",
    "put-back",
    "clear-play-area",
    "space-benefits",
    "take-rewards",
    "draw-artifacts",
    "sort-artifacts",
    "reward-card",
    "reward-unit",
    "roll-crystal",
    "reward-crystal",
    "roll-reward",
    "level-ups",
    "draw-skills",
    "gain-skill",
    "discard-before-drawing",
    "draw-up",
    "finish-turn",
)
"""Those of the end of a turn."""
ANSWERING = ("search-deck", "shuffle-hand-in", "roll-spare-dice", "lose-random-crystal")
"""Steps besides the choices of effects that answer the effect below them."""
BEFORE_TURNS = ("choose-tactics", "take-tactic", "set-round-order", "dummy-tactic", "dummy-turn", "turn-border")
OUTSIDE_TURN = ("when-taken", "once-before-own-turn", "before-each-own-turn")


def is_setting_up(table: Table) -> bool:
    """Whether Heroes are still being chosen or the table laid out."""
    agenda = table.state.agenda
    return bool(agenda) and name_of(agenda[0]) in SETTING_UP


def agenda_defects(table: Table) -> Iterator[Defect]:
    """What cannot be of the agenda as a whole."""
    agenda = table.state.agenda
    for number, step in enumerate(agenda):
        at = f"/agenda/{number}"
        if isinstance(step, Lanes):
            yield error("referee.malformed-state", at, "lanes", "nothing is decided at the same time in this game")
            return
        name = name_of(step)
        if (name in GO_ON) != (number == 0):
            yield error("turns.in-round-order", at, "order", f"{name} cannot come there")
        yield from _in_its_place(table, step, name, at)
        yield from _above(agenda, number, name, at)
    yield from _whose_turn(table)


def _in_its_place(table: Table, step: Any, name: str, at: str) -> Iterator[Defect]:
    """Steps of a turn need the turn, others that there is none."""
    turn = table.state.turn
    if (
        name in IN_TURN
        and not getattr(step, "over", False)
        and (turn is None or step.seat not in (turn.seat, whose_turn(table)))
    ):
        yield error("turns.in-round-order", at, "no-turn", f"{name} belongs to a turn that is not being played")
    if name in BEFORE_TURNS and turn is not None:
        yield error("turns.in-round-order", at, "turn", f"{name} comes between turns")
    if name == "fight-combat" and (table.state.combat is None or table.state.combat.seat != step.seat):
        yield error("combat.four-phases", at, "no-combat", "no combat is being fought")
    if isinstance(step, CarryOut):
        yield from _effect(table, step, at)


def _effect(table: Table, run: CarryOut, at: str) -> Iterator[Defect]:
    """The effects to come are those of the card, Unit, Skill or Tactic; without a turn few of them can be."""
    prefix = table.pack.unit_kind(run.source.id) + "."
    if any(not node.startswith(prefix) for node in run.todo):
        yield error(run.rule, f"{at}/todo", "foreign", f"not all effects are of {table.name(run.source.id)}")
    if table.state.turn is None and not _works_outside(table, run.source):
        yield error("before-turn.nothing-else-outside-turn", at, "no-turn", "nobody's turn is being played")


def _works_outside(table: Table, source: Source) -> bool:
    if source.origin == "tactic" and source.id in table.pack.tactics:
        return table.pack.tactics[source.id].when in OUTSIDE_TURN
    return source.origin == "skill" and source.id in table.pack.skills and table.skill(source.id).usable == "any-turn"


def _above(agenda: list[Any], number: int, name: str, at: str) -> Iterator[Defect]:
    """Some steps need a certain one below them."""
    below = agenda[number - 1] if number else None
    if name == "await-reactions" and not isinstance(below, CarryOut):
        yield error("before-turn.as-reaction", at, "no-effect", "no effect has been announced")
    if name == "turn-border" and (below is None or name_of(below) != "start-turn"):
        yield error("before-turn.between-own-turns", at, "no-turn", "no turn begins after it")
    step = agenda[number]
    if isinstance(step, ForEffect) or name in ANSWERING:
        run = next((other for other in reversed(agenda[:number]) if isinstance(other, CarryOut)), None)
        if run is None or getattr(step, "seat", run.seat) != run.seat:
            yield error(CarryOut.rule, at, "no-effect", f"{name} asks for an effect that nobody carries out")
        elif hasattr(step, "node") and not step.node.startswith(run.source.id.partition(".")[0] + "."):
            yield error(CarryOut.rule, at, "foreign", f"{name} asks for another effect than is carried out")


def whose_turn(table: Table) -> str | None:
    """Whose turn it is in the Round Order: of what is fought within it that of the player who began it."""
    state = table.state
    if state.duel is not None:
        return state.duel.aggressor
    return state.assault.order[0] if state.assault is not None else table.active()


def _once_in_a_turn(table: Table, names: list[str]) -> Iterator[Defect]:
    """There is one combat at a time, and none while the turn is being ended; others take turns within a turn."""
    within = table.state.assault is not None or table.state.duel is not None
    once = ("fight-combat", "end-combat") if within else ("take-turn", "fight-combat", "end-combat")
    for name in once:
        if names.count(name) > 1:
            yield error("turns.in-round-order", "/agenda", "twice", f"{name} comes once in a turn")
    if table.state.combat is not None and any(name in ENDING for name in names):
        yield error("combat.four-phases", "/combat", "combat", "the turn is being ended")


def _whose_turn(table: Table) -> Iterator[Defect]:
    """The turn that is played is the one after which the next turn comes."""
    agenda, turn = table.state.agenda, table.state.turn
    names = [name_of(step) for step in agenda]
    if turn is not None and agenda:
        if names[0] != "next-turn" or agenda[0].after != whose_turn(table):
            yield error("turns.in-round-order", "/turn", "order", f"nothing comes after the turn of {turn.seat}")
        if names[1:2] not in (["take-turn"], ["finish-turn"]):
            yield error("turns.in-round-order", "/turn", "order", f"{turn.seat} does not play the turn")
        yield from _once_in_a_turn(table, names)
    if names.count("take-tactic") + names.count("dummy-tactic") > len(table.state.tactics):
        yield error("tactics.each-takes-one", "/tactics", "count", "there are too few Tactics to take")
    if agenda and names[0] == "next-turn" and agenda[0].after == DUMMY and table.state.dummy is None:
        yield error("dummy.when-used", "/agenda/0/after", "stranger", "there is no dummy player")
    if "dummy-turn" in names and table.state.dummy is None:
        yield error("dummy.when-used", "/agenda", "stranger", "there is no dummy player")

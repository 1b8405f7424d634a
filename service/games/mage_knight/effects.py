"""The effects of cards, Units, Skills and Tactics: one evaluator for the effect language of the component pack.

``CarryOut`` walks through a list of effects in order. ``OPS`` has a function for each operation: it changes the table,
puts further effects in front of the list, or pushes the step that asks for what is still open; that step writes its
answer into ``found`` of the ``CarryOut`` below it (``running``). The modules ``ops_…`` register the operations.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.mage_knight.events_effects import EffectSkipped, EffectUnpaid
from service.games.mage_knight.ids import Node
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_turn import Found, Modifier, Source
from service.games.mage_knight.table import Table

MOST_TO_DO = 400

Do = Callable[[Table, "CarryOut", EffectNode], None]
Count = Callable[[Table, "CarryOut", EffectNode], int]
Holds = Callable[[Table, str, Any, Found], bool]

OPS: dict[str, Do] = {}
COUNTERS: dict[str, Count] = {}
CONDITIONS: dict[str, Holds] = {}


def op(name: str) -> Callable[[Do], Do]:
    """Register what an operation does."""

    def register(do: Do) -> Do:
        OPS[name] = do
        return do

    return register


def counter(name: str) -> Callable[[Count], Count]:
    """Register what a counter of the effect language counts."""

    def register(count: Count) -> Count:
        COUNTERS[name] = count
        return count

    return register


def condition(name: str) -> Callable[[Holds], Holds]:
    """Register when a condition of the effect language holds: of a seat, given what an effect has found."""

    def register(holds: Holds) -> Holds:
        CONDITIONS[name] = holds
        return holds

    return register


class CarryOut(Step, tag="carry-out"):
    """Effects are being carried out for a player: ``todo`` are those still to come, the next one first.

    ``at_end``: it is the end of the turn, for which they have waited.
    """

    rule: ClassVar[str] = "effects.follow-card-text"

    seat: Seat
    source: Source
    todo: Annotated[list[Node], Meta(max_length=MOST_TO_DO)]
    at_end: bool = False
    found: Found = field(default_factory=Found)

    def run(self, table: Table) -> None:
        agenda = table.state.agenda
        while self.todo:
            node = table.node(self.todo.pop(0))
            table.push(self)
            OPS[node.op](table, self, node)
            if agenda[-1] is not self:
                return
            agenda.pop()

    def first(self, nodes: Iterable[str]) -> None:
        """Put effects before those still to come."""
        self.todo[:0] = nodes

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from source_defects(table, self.source, "/source")
        if self.seat not in table.state.seats:
            yield error(self.rule, "/seat", "stranger", f"{self.seat} does not play")


def source_defects(table: Table, source: Source, at: str) -> Iterator[Defect]:
    """What an effect comes from has to exist, and to have such a half."""
    pack, known = table.pack, False
    if source.origin in ("card", "banner"):
        known = source.id in pack.cards and source.half in ("basic", "strong", "banner")
    elif source.origin == "unit":
        known = source.id in pack.ids["unit in play"] and source.half in table.unit(source.id).abilities
    elif source.origin == "skill":
        known = source.id in pack.skills
    elif source.origin == "tactic":
        known = source.id in pack.tactics
    elif source.origin == "city":
        known = source.id in pack.cities
    if not known:
        yield error(CarryOut.rule, at, "unknown-id", f"there is no such effect of {source.id}")


class ForEffect(Choice):
    """A choice that an effect asks for: its answer goes into the effect below it. ``asked_by`` are the operations."""

    asked_by: ClassVar[tuple[str, ...]] = ()

    node: Node

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from asked_defects(table, self, self.node, self.asked_by)


def asked_defects(table: Table, step: Step, node: str, ops: tuple[str, ...]) -> Iterator[Defect]:
    """A step that answers an effect needs one below it, and a node of an operation that asks so."""
    if table.node(node).op not in ops:
        yield error(CarryOut.rule, "/node", "wrong-effect", f"{node} does not ask for this")
    for number, below in enumerate(table.state.agenda):
        if below is step:
            if not any(isinstance(other, CarryOut) for other in table.state.agenda[:number]):
                yield error(CarryOut.rule, "", "no-effect", "no effect is being carried out")
            return


def running(table: Table) -> CarryOut:
    """The effect that is being carried out: a step above it writes into its ``found``."""
    for step in reversed(table.state.agenda):
        if isinstance(step, CarryOut):
            return step
    raise AssertionError("no effect is being carried out")


def start(table: Table, seat: str, source: Source, nodes: Iterable[str], found: Found | None = None) -> CarryOut:
    """The step that carries effects out from the first one on."""
    return CarryOut(seat=seat, source=source, todo=list(nodes), found=found or Found())


def modifier(run: CarryOut, node: EffectNode) -> Modifier:
    """An effect that goes on working, with what was chosen for it."""
    return Modifier(node=node.id, source=run.source, chosen=run.found.chosen)


def amount_of(table: Table, run: CarryOut, node: EffectNode, value: Any) -> int:
    """An amount of the effect language: a number, a counter, a chosen number, or base + each * counter, at most max."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return _counted(table, run, node, value)
    found: int = value["base"] + value["each"] * _counted(table, run, node, value["per"])
    return min(found, value["max"]) if "max" in value else found


def _counted(table: Table, run: CarryOut, node: EffectNode, name: str) -> int:
    if name in run.found.numbers:
        return run.found.numbers[name]
    return COUNTERS[name](table, run, node)


def colors_of(table: Table, run: CarryOut, wanted: Any) -> list[str]:
    """The colours of a list or of a reference of the effect language."""
    if isinstance(wanted, list):
        return list(wanted)
    found = run.found
    if wanted == "owned-crystal-colors":
        return [color for color in ("red", "blue", "white", "green") if table.player(run.seat).crystals.get(color)]
    if wanted in ("of-thrown", "of-discarded"):
        given = found.thrown if wanted == "of-thrown" else found.discarded
        return [color for card in given[-1:] if (color := table.card(card).color)]
    if wanted == "basic-except-of-thrown":
        thrown = table.card(found.thrown[-1]).color if found.thrown else None
        return [color for color in ("red", "blue", "white", "green") if color != thrown]
    one = {"paid-color": found.paid, "chosen": found.chosen, "held-die": found.die, "gained-color": found.gained}[
        wanted
    ]
    return [one] if one is not None else []


def when(table: Table, seat: str, condition_: Any, found: Found) -> bool:
    """Whether a condition of the effect language holds."""
    return all(CONDITIONS[name](table, seat, value, found) for name, value in condition_.items())


def clause_of(source: Source) -> str:
    """The clause that effects of this source come from: that of a Tactic, else that the card text decides."""
    return f"tactic.{source.id}" if source.origin == "tactic" else CarryOut.rule


def skip(table: Table, run: CarryOut) -> None:
    """Leave out a part that cannot be carried out."""
    table.log(EffectSkipped(rule=clause_of(run.source), seat=run.seat, thing=run.source.id, half=run.source.half))


def unpaid(table: Table, run: CarryOut) -> None:
    """Leave out all that is left of an effect that cannot be paid for."""
    run.todo.clear()
    table.log(
        EffectUnpaid(rule="deed.extra-costs-must-be-paid", seat=run.seat, thing=run.source.id, half=run.source.half)
    )


def color_of_source(table: Table, source: Source) -> str | None:
    """The colour that resistances ask for: of the card, or of the mana that powers a Unit's ability."""
    if source.origin in ("card", "banner"):
        return table.card(source.id).color
    if source.origin == "unit":
        mana = table.unit(source.id).abilities[source.half].mana
        return mana[0] if mana else None
    return None


Check = Callable[[Table, Any, EffectNode], Iterator[Violation]]
CHECKS: dict[str, Check] = {}


def check(name: str) -> Callable[[Check], Check]:
    """Register what else must be true for an operation to be chosen; the second argument is a ``Use``."""

    def register(checks: Check) -> Check:
        CHECKS[name] = checks
        return checks

    return register

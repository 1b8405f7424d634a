"""Effects that are due: the step that carries a list of effects out, and what sets abilities off.

``EFFECTS`` has a function for each op that changes the table; chapters register theirs with ``carries_out``.
"""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.defect import Defect, error
from service.engine.pack import read_data
from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.gilded_realms.effect_language import Ability, Op, TakeFromCard
from service.games.gilded_realms.ids import EffectId
from service.games.gilded_realms.table import Table

Handler = Callable[[Table, "CarryOut", Any], None]
EFFECTS: dict[type[Op], Handler] = {}
CLAUSES: dict[str, str] = read_data("service.games.gilded_realms", "clauses.json")
EFFECT_RULES = tuple(sorted(set(CLAUSES.values())))
"""Every clause by which an effect can ask somebody to choose."""


def carries_out(op: type[Op]) -> Callable[[Handler], Handler]:
    """Register the function that carries an op out."""

    def register(handler: Handler) -> Handler:
        assert op not in EFFECTS, op
        EFFECTS[op] = handler
        return handler

    return register


def stranger(table: Table, seat: str, effect: str) -> Iterator[Defect]:
    """Whether an effect stands on a card of a Faction that neither the player nor an Ally belongs to."""
    home, player = table.pack.faction_of.get(table.pack.effects[effect].source), table.player(seat)
    ally = table.state.solo.ally if table.state.solo is not None else None
    if home not in (None, player.faction) and ally not in table.pack.faction_allies.get(home or "", ()):
        detail = f"{table.pack.words.name(effect)} is of another Faction"
        yield error("faction-cards.reference-only", "/effect", "stranger", detail)


class CarryOut(Step, tag="carry-out"):
    """Carry out a list of effects for a player, from one of them on."""

    rule: ClassVar[str] = "once-effects.action-phase-default"

    seat: Seat
    effect: EffectId
    at: Annotated[int, Meta(ge=0, le=20)] = 0

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from stranger(table, self.seat, self.effect)
        ops = table.pack.effects[self.effect].ops
        if self.at >= len(ops) or any(type(op) not in EFFECTS for op in ops):
            yield error(self.rule, "/effect", "effect", f"{table.pack.words.name(self.effect)} does nothing there")

    def run(self, table: Table) -> None:
        ops = table.pack.effects[self.effect].ops
        if self.at >= len(ops) or (not self.at and self._is_used_up(table)):
            return
        if self.at + 1 < len(ops):
            table.push(CarryOut(seat=self.seat, effect=self.effect, at=self.at + 1))
        op = ops[self.at]
        EFFECTS[type(op)](table, self, op)

    def _is_used_up(self, table: Table) -> bool:
        """Count a use of an ability that is set off by itself and has a limit; whether it has been reached before."""
        ability = table.pack.abilities.get(self.effect)
        if ability is None or not ability.limits or "action" in ability.triggers:
            return False
        if not table.uses_left(self.seat, ability):
            return True
        count_use(table, self.seat, ability)
        return False

    def clause(self, table: Table) -> str:
        """The clause by which the effects work."""
        return table.pack.effects[self.effect].rule


def condition_holds(table: Table, seat: str, ability: Ability) -> bool:
    """Whether the conditions of an ability hold that can be read off the board; those of a roll are the roll's own."""
    if ability.until == "collected" and _collected(table, seat, ability.source):
        return False
    for key, wanted in ability.condition.items():
        if key == "hardship_at_least" and table.hardship(seat) < wanted:
            return False
        if key == "vault_fortune_at_least" and table.player(seat).vault_fortune < wanted:
            return False
        if key == "shroud_on_current_year_event" and table.state.year_events[table.state.round - 1].shroud is None:
            return False
    return True


def _collected(table: Table, seat: str, source: str) -> bool:
    """Whether what lies on a card has been taken, after which nothing is added any more."""
    return any(
        any(isinstance(op, TakeFromCard) for op in ability.effect) and not table.uses_left(seat, ability)
        for ability in table.pack.abilities_of[source]
    )


def effects_of(table: Table, seat: str, source: str, trigger: str) -> list[Step]:
    """The steps that carry out what a card does at this moment."""
    return [
        CarryOut(seat=seat, effect=ability.id)
        for ability in table.pack.abilities_of.get(source, ())
        if trigger in ability.triggers and ability.effect and condition_holds(table, seat, ability)
    ]


def triggered(table: Table, seat: str, trigger: str, **wanted: str) -> list[Step]:
    """The steps for every ability of a player that a trigger sets off, in a fixed order.

    ``wanted`` narrows to abilities about a ``province``, ``target`` or ``order``; once-per-game ones still unused.
    """
    return [
        CarryOut(seat=seat, effect=ability.id)
        for ability in table.abilities(seat, trigger)
        if ability.effect
        and all(getattr(ability, name) == value for name, value in wanted.items())
        and condition_holds(table, seat, ability)
        and table.uses_left(seat, ability)
    ]


def entered_play(table: Table, seat: str, piece: str) -> None:
    """What a card does when it enters the Territory or the Standing Army."""
    printed = table.piece(piece)
    if printed.home == "warfront":
        table.push(CarryOut(seat=seat, effect=f"{piece}.enters"))
        return
    due = effects_of(table, seat, printed.face.id, "on-enter-territory")
    if due:
        table.push(*due)


def count_use(table: Table, seat: str, ability: Ability) -> None:
    """Note that an ability was used, where it has a limit."""
    player, name = table.player(seat), ability.counts_as
    for limit in ability.limits:
        if limit == "once-per-round":
            player.used[name] = player.used.get(name, 0) + 1
        elif limit.endswith("per-game"):
            player.used_up[name] = player.used_up.get(name, 0) + 1

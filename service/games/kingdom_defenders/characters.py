"""4.1 Activating Area A: Characters in their own order (annex: Character Tiles)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.kingdom_defenders.activation import CLAUSE, ActivationStep, Decline, Payment, payments
from service.games.kingdom_defenders.buildings import carry_out_action, use_violations
from service.games.kingdom_defenders.deeds import CompleteDeed
from service.games.kingdom_defenders.effects import operation
from service.games.kingdom_defenders.events import ActionChosen
from service.games.kingdom_defenders.ids import Space
from service.games.kingdom_defenders.ids import TileAction as TileActionId
from service.games.kingdom_defenders.pack import Effect
from service.games.kingdom_defenders.table import Table

SPY = "P5"
SAID_OTHERWISE = ("P3", SPY)
"""Characters whose action is a type of its own: completing a Deed, copying a Building."""


class ActivateCharacter(Action, tag="activate-character", frozen=True):
    """Carry out an action of the Character on which the own disc stands; ``pay`` is its price."""

    space: Space
    action: TileActionId
    pay: Payment = {}

    @classmethod
    def candidates(cls, table: Table, step: ActivationStep, actor: str, where: Where) -> Iterable["ActivateCharacter"]:
        for space, _ in table.standings(actor, "A"):
            code = table.tile_on(space)
            if code is None or table.tile(code).passive or code in SAID_OTHERWISE:
                continue
            for action in table.tile(code).actions:
                for pay in payments(action):
                    yield cls(actor=actor, space=space, action=action.id, pay=pay)  # type: ignore[arg-type]

    def violations(self, table: Table, step: ActivationStep, actor: str) -> Iterator[Violation]:
        yield from step.may_activate(table, actor, self.space)
        action = table.pack.actions[self.action]
        if table.tile_on(self.space) != action.tile:
            yield Violation(
                "area-a.act-and-recover:other-tile",
                "{space} does not offer {action}",
                space=self.space,
                action=action.id,
            )
        elif action.tile in SAID_OTHERWISE:
            yield Violation(
                "area-a.act-and-recover:said-otherwise",
                "{tile} is activated by completing a Deed or copying a Building",
                at="action",
                tile=action.tile,
            )
        elif not table.tile(action.tile).passive:
            yield from use_violations(table, actor, action, self.pay, self.space)

    def apply(self, table: Table, step: ActivationStep, actor: str) -> None:
        carry_out_action(table, actor, table.pack.actions[self.action], self.pay, self.space)


class CopyBuilding(Action, tag="copy-building", frozen=True):
    """The Spy carries out one action of a Building that holds a rival's disc; ``pay`` is its usual price."""

    space: Annotated[Space, Meta(description="the space of the Spy, not of the Building")]
    action: TileActionId
    pay: Payment = {}

    @classmethod
    def candidates(cls, table: Table, step: ActivationStep, actor: str, where: Where) -> Iterable["CopyBuilding"]:
        for space, _ in table.standings(actor, "A"):
            if table.tile_on(space) != SPY:
                continue
            for code in table.pack.buildings:
                if not table.spaces_of(code):
                    continue
                for action in table.pack.buildings[code].actions:
                    for pay in payments(action):
                        yield cls(actor=actor, space=space, action=action.id, pay=pay)  # type: ignore[arg-type]

    def violations(self, table: Table, step: ActivationStep, actor: str) -> Iterator[Violation]:
        yield from step.may_activate(table, actor, self.space)
        if table.tile_on(self.space) != SPY:
            yield Violation("character-effects.p5-copy-building:no-spy", "the Spy is not on {space}", space=self.space)
        action = table.pack.actions[self.action]
        if action.tile not in table.pack.buildings:
            yield Violation(
                "character-effects.p5-copy-building:no-building", "{tile} is no Building", tile=action.tile, at="action"
            )
            return
        if SPY in table.tile(action.tile).immune_to:
            yield Violation("character-effects.p5-not-inn", "the Spy cannot use the Inn", at="action")
            yield Violation("building-effects.e13-immune:spy", "the Inn is no target of the Spy", at="action")
        holders = [table.state.discs[s].seat for s in table.spaces_of(action.tile) if s in table.state.discs]
        if all(holder == actor for holder in holders):
            yield Violation(
                "character-effects.p5-needs-rival-disc", "no rival has a disc in {tile}", tile=action.tile, at="action"
            )
        yield from use_violations(table, actor, action, self.pay, self.space)

    def apply(self, table: Table, step: ActivationStep, actor: str) -> None:
        table.log(ActionChosen(rule=CLAUSE["P5.1"], seat=actor, action="P5.1"))
        carry_out_action(table, actor, table.pack.actions[self.action], self.pay, self.space)


class ActivateAreaA(ActivationStep, tag="activate-area-a"):
    """Characters 1, 2, 3: whoever stands there carries out the action; passive Characters are left alone."""

    rule: ClassVar[str] = "area-a.character-order"
    prompt: ClassVar[str] = "Carry out the action of your Character, or recover the disc without effect."
    actions: ClassVar[tuple[type[Action], ...]] = (ActivateCharacter, CompleteDeed, CopyBuilding, Decline)

    def due_space(self, table: Table) -> str | None:
        """The first Character place with a disc whose Character is not passive."""
        for place in table.pack.places:
            code = table.tile_on(place)
            if place in table.state.discs and code is not None and not table.tile(code).passive:
                return place
        return None

    def must(self, table: Table) -> tuple[str, ...]:
        space = self.due_space(table)
        return (table.state.discs[space].seat,) if space else ()

    def may_activate(self, table: Table, seat: str, space: str) -> Iterator[Violation]:
        due = self.due_space(table)
        code = table.tile_on(space) if table.pack.spaces[space].area == "A" else None
        if code is not None and table.tile(code).passive:
            yield Violation("area-a.passive-not-activated", "{tile} on {space} is passive", tile=code, space=space)
        elif space != due:
            yield Violation(
                "area-a.character-order", "the disc on {due} is activated now, not {space}", due=due, space=space
            )


@operation("passive")
def _passive(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    """Passive Characters work from the moment of placing; there is nothing to carry out."""

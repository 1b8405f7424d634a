"""Units that a Spell costs its victims outside of a Battle: each victim chooses, piece by piece."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.components import Effect
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, Area, EffectSource, Party, UnitId
from service.games.heroes_of_land_air_and_sea.solo_battles import weakness
from service.games.heroes_of_land_air_and_sea.supply import destroy
from service.games.heroes_of_land_air_and_sea.table import Table

Piece = tuple[str, str, str | None]
"""A kind of Unit, where it is, and the Vessel that carries it (None: on land)."""


class LoseUnit(Action, tag="lose-unit", frozen=True):
    """Lose this Unit, on land in the Region or aboard the Vessel there."""

    unit: UnitId
    area: Area
    vessel: ids.Vessel | None = None

    @classmethod
    def candidates(cls, table: Table, step: "LoseUnits", actor: str, where: Where) -> Iterable["LoseUnit"]:
        for unit, area, vessel in step.pieces(table):
            yield cls(actor=actor, unit=unit, area=area, vessel=vessel)

    def violations(self, table: Table, step: "LoseUnits", actor: str) -> Iterator[Violation]:
        if (self.unit, self.area, self.vessel) not in step.pieces(table):
            yield Violation(
                "cast.cost:unit",
                "{source} takes no {unit} of {seat} in {area}",
                source=step.source,
                unit=self.unit,
                seat=actor,
                area=self.area,
            )

    def apply(self, table: Table, step: "LoseUnits", actor: str) -> None:
        step.lose(table, (self.unit, self.area, self.vessel))


class LoseUnits(Choice, tag="lose-units"):
    """A victim of a Spell loses Units of the own choice; nobody is asked where there is no choice.

    ``left`` is how many are still to be lost, or how much Natural Strength; ``area`` the Region that is hit (None:
    anywhere).
    """

    rule: ClassVar[str] = "cast.cost"
    prompt: ClassVar[str] = "Choose a Unit to lose to {source} (Units, or Natural Strength, to lose: {left})."
    actions: ClassVar[tuple[type[Action], ...]] = (LoseUnit,)

    seat: Party
    source: EffectSource
    area: Area | None = None
    left: Annotated[int, Meta(ge=1, le=20)] = 1

    def effect(self, table: Table) -> Effect | None:
        """The effect that costs Units."""
        return next((effect for effect in table.pack.effects_of(self.source) if effect["op"] == "lose-units"), None)

    def pieces(self, table: Table) -> list[Piece]:
        """Everything that the victim may lose, each kind once for each place."""
        effect, player = self.effect(table), table.player(self.seat)
        if effect is None:
            return []
        places: list[tuple[str, str | None, dict[str, int]]] = [
            *((region, None, units) for region, units in player.units.items()),
            *((aboard.at, vessel, aboard.passengers) for vessel, aboard in player.vessels.items()),
            *((aboard.at, vessel, aboard.guests) for vessel, aboard in table.lifts(self.seat)),
        ]
        pieces = [
            (unit, area, vessel)
            for area, vessel, units in places
            if self.area in (None, area) and table.capital_at(area) is None
            for unit in units
            if table.unit(unit).kind in effect["kinds"]
        ]
        return sorted(pieces, key=lambda piece: (piece[0], piece[1], piece[2] or ""))

    def count(self, table: Table, piece: Piece) -> int:
        """How many there are of a piece."""
        unit, area, vessel = piece
        player, lifts = table.player(self.seat), dict(table.lifts(self.seat))
        if vessel is None:
            return player.units[area][unit]
        return lifts[vessel].guests[unit] if vessel in lifts else player.vessels[vessel].passengers[unit]

    def weight(self, table: Table, unit: str) -> int:
        """What the loss of a Unit counts for."""
        effect = self.effect(table)
        by_strength = effect is not None and "min_natural_strength" in effect
        return table.unit(unit).strength if by_strength else 1

    def must(self, table: Table) -> Sequence[str]:
        pieces = self.pieces(table)
        if self.seat == ENEMY:
            return ()
        everything = sum(self.count(table, piece) * self.weight(table, piece[0]) for piece in pieces)
        return (self.seat,) if table.is_in(self.seat) and len(pieces) > 1 and everything > self.left else ()

    def lose(self, table: Table, piece: Piece) -> None:
        """Lose one Unit, then go on with the rest."""
        unit, area, vessel = piece
        left = self.left - self.weight(table, unit)
        if left > 0:
            table.push(LoseUnits(seat=self.seat, source=self.source, area=self.area, left=left))
        destroy(table, self.seat, {unit: 1}, area, self.rule, aboard=vessel)

    def run(self, table: Table) -> None:
        pieces = self.pieces(table) if table.is_in(self.seat) else []
        if self.seat == ENEMY:
            pieces.sort(key=lambda piece: weakness(table, piece[0]))
        if pieces:
            self.lose(table, pieces[0])

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.effect(table) is None:
            yield error(self.rule, "/source", "effect", f"{table.named(self.source)} costs nobody a Unit")

"""B.1 March: an army goes from one Land Region to another: origin, Units, destination, or all in one breath."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, Where
from service.engine.counts import holds
from service.engine.defect import Defect, error
from service.engine.shapes import Path
from service.engine.step import Choice
from service.engine.telling import PLAIN, Words, tell
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.action_events import ArmyMarched
from service.games.heroes_of_land_air_and_sea.battles import start_battle
from service.games.heroes_of_land_air_and_sea.exploring import explore
from service.games.heroes_of_land_air_and_sea.ids import Region, Units
from service.games.heroes_of_land_air_and_sea.region_limit import limits, only_allies_in_the_way
from service.games.heroes_of_land_air_and_sea.supply import move_on_land
from service.games.heroes_of_land_air_and_sea.table import Table, mixes
from service.games.heroes_of_land_air_and_sea.the_map import march_distance, march_reach, neighbours

NOBODY: Mapping[str, int] = {}
Bonus = Annotated[int, Meta(ge=0, le=9, description="more Speed for each Unit")]


def unit_speed(table: Table, seat: str, unit: str) -> int:
    """The Speed of a Unit or Vessel with the abilities that change it."""
    kind = table.unit(unit)
    speed = kind.speed
    for ability in table.abilities(seat, "speed-mod"):
        if kind.kind in ability.params.get("kinds", ()) or unit in ability.params.get("units", ()):
            speed += ability.params["amount"]
    return speed


def army_speed(table: Table, seat: str, units: Mapping[str, int], bonus: int = 0) -> int:
    """The Speed of an army: that of its slowest Unit, after what its Heroes give (``march.speed``)."""
    speeds = {unit: unit_speed(table, seat, unit) for unit in units}
    for ability in table.abilities(seat, "army-speed"):
        if ability.owner in units:
            for unit in units:
                if table.unit(unit).kind in ability.params["kinds"]:
                    speeds[unit] = max(speeds[unit], ability.params["speed"])
    return min(speeds.values(), default=0) + bonus


def ignores_deserts(table: Table, seat: str, units: Mapping[str, int]) -> bool:
    """Whether an army need not stop in a Desert."""
    abilities = table.abilities(seat, "ignore-desert")
    return any(ability.scope != "hero-army" or ability.owner in units for ability in abilities)


def destination_violations(
    table: Table,
    seat: str,
    origin: str,
    units: Mapping[str, int],
    to: str,
    bonus: int,
    allied: Mapping[str, int] = NOBODY,
) -> Iterator[Violation]:
    """Why this army cannot march from its Region to that one: every clause in the way."""
    if to == origin:
        yield Violation("march.at-least-one", "the army stands in {region} already", at="destination", region=to)
        return
    speed, free = speed_of(table, seat, units, allied, bonus)
    if to not in march_reach(table, seat, origin, speed, through_deserts=free, alone=not allied):
        yield from _in_the_way(table, seat, origin, to, speed, free, not allied)
    if not has_room(table, seat, to, units, allied):
        full = Violation(
            "march.region-limit",
            "{region} has room for {room} more of {seat}'s Units, the army has {number}",
            at="destination",
            region=to,
            room=table.room(seat, to),
            seat=seat,
            number=sum(units.values()) + sum(allied.values()),
        )
        yield from limits(table, seat, to, sum(units.values()), full, sum(allied.values()))


def _in_the_way(
    table: Table, seat: str, origin: str, to: str, speed: int, free: bool, alone: bool
) -> Iterator[Violation]:
    """Why a Region is not reached: too far, or each obstacle without which it would be."""
    distance = march_distance(table, seat, origin, to, alone=alone)
    if distance > speed and not alone and march_distance(table, seat, origin, to) <= speed:
        yield Violation(
            "march.tower-adjacency-owner",
            "only a Tower brings {region} within Speed {speed}, and for allied Units it does not",
            at="destination",
            region=to,
            speed=speed,
        )
        return
    if distance > speed:
        yield Violation(
            "march.speed",
            "{region} is {distance} Regions away, the Speed of the army is {speed}",
            at="destination",
            region=to,
            distance=distance,
            speed=speed,
        )
        return
    past_deserts = to in march_reach(table, seat, origin, speed, through_deserts=True, alone=alone)
    past_enemies = to in march_reach(
        table, seat, origin, speed, through_deserts=free, through_enemies=True, alone=alone
    )
    if past_deserts or not past_enemies:
        yield Violation(
            "desert.must-stop",
            "on each way to {region} within Speed {speed} the army would have to stop in a Desert",
            at="destination",
            region=to,
            speed=speed,
        )
    if past_enemies or not past_deserts:
        yield Violation(
            "march.stop-at-enemy",
            "on each way to {region} within Speed {speed} the army would have to stop for a Battle",
            at="destination",
            region=to,
            speed=speed,
        )


def goes_anywhere(
    table: Table, seat: str, origin: str, units: Mapping[str, int], bonus: int, allied: Mapping[str, int] = NOBODY
) -> bool:
    """Whether this army can march to any Region at all."""
    speed, free = speed_of(table, seat, units, allied, bonus)
    reach = march_reach(table, seat, origin, speed, through_deserts=free, alone=not allied)
    return any(has_room(table, seat, to, units, allied) for to in reach)


def speed_of(
    table: Table, seat: str, units: Mapping[str, int], allied: Mapping[str, int], bonus: int
) -> tuple[int, bool]:
    """How far an army gets, and whether Deserts do not stop it; allied Units have the Speed of an army of their own.

    An ability by which Deserts are ignored is the player's own, and does not help allied Units (``team.bonuses``).
    """
    speed, ally = army_speed(table, seat, units, bonus), table.ally(seat)
    if not allied or ally is None:
        return speed, ignores_deserts(table, seat, units)
    return min(speed, army_speed(table, ally, allied, bonus)), False


def has_room(table: Table, seat: str, to: str, units: Mapping[str, int], allied: Mapping[str, int]) -> bool:
    """Whether a Region takes an army; a Capital City takes any number of its owner's Units."""
    ally, number, more = table.ally(seat), sum(units.values()), sum(allied.values())
    if not more or ally is None:
        return table.room(seat, to) >= number
    if to == table.player(seat).capital:
        return table.room(ally, to) >= more
    if to == table.player(ally).capital:
        return table.room(seat, to) >= number
    return table.room(seat, to) >= number + more


class MarchFrom(Action, tag="march-from", frozen=True):
    """Say from which Region an army marches."""

    origin: Region

    @classmethod
    def candidates(cls, table: Table, step: "March", actor: str, where: Where) -> Iterable["MarchFrom"]:
        player = table.player(actor)
        places = {*player.units, *(aboard.at for aboard in player.vessels.values())}
        return [cls(actor=actor, origin=region) for region in sorted(places) if table.pack.is_land(region)]

    def violations(self, table: Table, step: "March", actor: str) -> Iterator[Violation]:
        units = table.land_units(actor, self.origin)
        if not units:
            aboard = table.vessels_at(actor, self.origin)
            if aboard:
                yield Violation(
                    "boarding.no-passenger-march",
                    "{seat} has no Unit on land in {origin}; whoever is aboard must leave {vessels} first",
                    seat=actor,
                    origin=self.origin,
                    vessels=aboard,
                )
            else:
                yield Violation("march.army:nobody", "{seat} has no Unit in {origin}", seat=actor, origin=self.origin)
        elif not any(goes_anywhere(table, actor, self.origin, {unit: 1}, step.bonus) for unit in units):
            around = sorted(set(neighbours(table, actor, self.origin)))
            if only_allies_in_the_way(table, actor, around, 1):
                yield Violation(
                    "team.no-attack:surrounded",
                    "with the Units of {ally} no Region that a Unit could reach from {origin} has room: {around}",
                    ally=table.ally(actor),
                    origin=self.origin,
                    around=around,
                )
                return
            yield Violation(
                "march.region-limit:surrounded",
                "no Region that a Unit could reach from {origin} has room: {around}",
                origin=self.origin,
                around=around,
            )

    def apply(self, table: Table, step: "March", actor: str) -> None:
        table.push(MarchUnits(seat=actor, origin=self.origin, bonus=step.bonus))


def _nowhere_to_go(table: Table, seat: str, step: "MarchUnits", units: Mapping[str, int]) -> Violation:
    """No Region in reach has room for the army; the Units of the ally may be what is too much."""
    number = sum(units.values())
    speed, free = speed_of(table, seat, units, NOBODY, step.bonus)
    reach = march_reach(table, seat, step.origin, speed, through_deserts=free)
    if only_allies_in_the_way(table, seat, reach, number):
        return Violation(
            "team.no-attack:too-many",
            "with the Units of {ally} no Region in reach has room for {number} more of {seat}'s Units",
            at="units",
            ally=table.ally(seat),
            number=number,
            seat=seat,
        )
    return Violation(
        "march.region-limit:too-many",
        "no Region in reach has room for {number} more of {seat}'s Units",
        at="units",
        number=number,
        seat=seat,
    )


class ChooseArmy(Action, tag="march-units", frozen=True):
    """Say which Units march together: 1 to 5 of those on land in the Region."""

    units: Units

    @classmethod
    def candidates(cls, table: Table, step: "MarchUnits", actor: str, where: Where) -> Iterable["ChooseArmy"]:
        most = table.pack.constants["army_max"]
        for units in mixes(table.land_units(actor, step.origin), most):
            if units:
                yield cls(actor=actor, units=units)

    def violations(self, table: Table, step: "MarchUnits", actor: str) -> Iterator[Violation]:
        number, most = sum(self.units.values()), table.pack.constants["army_max"]
        if not 1 <= number <= most:
            yield Violation(
                "march.army", "an army has 1 to {most} Units, not {number}", at="units", most=most, number=number
            )
        vessels = [unit for unit in self.units if table.unit(unit).is_vessel]
        if vessels:
            yield Violation("march.no-vessels", "{vessels} cannot march", at="units", vessels=vessels)
        there = table.land_units(actor, step.origin)
        if not holds(there, {unit: n for unit, n in self.units.items() if unit not in vessels}):
            yield Violation(
                "march.army:not-there",
                "on land in {origin} {seat} has {there}",
                at="units",
                origin=step.origin,
                seat=actor,
                there=there,
            )
        elif (
            1 <= number <= most and not vessels and not goes_anywhere(table, actor, step.origin, self.units, step.bonus)
        ):
            yield _nowhere_to_go(table, actor, step, self.units)

    def apply(self, table: Table, step: "MarchUnits", actor: str) -> None:
        from service.games.heroes_of_land_air_and_sea.joint_marches import InviteAlly, may_invite

        asks = InviteAlly if may_invite(table, actor, step.origin, self.units) else MarchDestination
        table.push(asks(seat=actor, origin=step.origin, units=dict(self.units), bonus=step.bonus))


class MarchTo(Action, tag="march-to", frozen=True):
    """Say where the army marches; it need not stop on the way, nor say which way it takes."""

    destination: Region

    @classmethod
    def candidates(cls, table: Table, step: "MarchDestination", actor: str, where: Where) -> Iterable["MarchTo"]:
        # The nearest first (they are noted in that order): whether the army can march at all is then soon known.
        return [cls(actor=actor, destination=region) for region in table.pack.distance[step.origin]]

    def violations(self, table: Table, step: "MarchDestination", actor: str) -> Iterator[Violation]:
        return destination_violations(table, actor, step.origin, step.units, self.destination, step.bonus, step.allied)

    def apply(self, table: Table, step: "MarchDestination", actor: str) -> None:
        move_on_land(table, actor, step.units, step.origin, self.destination)
        table.log(
            ArmyMarched(
                rule="march.army",
                seat=actor,
                units=dict(step.units),
                origin=step.origin,
                destination=self.destination,
            )
        )
        ally = table.ally(actor)
        if step.allied and ally is not None:
            move_on_land(table, ally, step.allied, step.origin, self.destination)
            table.log(
                ArmyMarched(
                    rule="team.move-together",
                    seat=ally,
                    units=dict(step.allied),
                    origin=step.origin,
                    destination=self.destination,
                )
            )
        explore(table, actor, self.destination, units=step.units)
        if table.enemy_at(actor, self.destination):
            start_battle(table, actor, self.destination)


class MarchArmy(Bundle, tag="march", frozen=True):
    """March these Units from here to there, without allied ones."""

    listed: ClassVar[bool] = True

    origin: Region
    units: Units
    destination: Region

    @classmethod
    def candidates(cls, table: Table, step: "March", actor: str, where: Where) -> Iterable["MarchArmy"]:
        """Every march there is; ``where`` may name the origin, the Units and the destination."""
        wanted = where.get("origin"), where.get("destination")
        for origin in sorted(table.player(actor).units):
            if wanted[0] not in (None, origin):
                continue
            for units in mixes(table.land_units(actor, origin), table.pack.constants["army_max"]):
                if not units:
                    continue
                speed, free = army_speed(table, actor, units, step.bonus), ignores_deserts(table, actor, units)
                for destination in march_reach(table, actor, origin, speed, through_deserts=free):
                    if wanted[1] in (None, destination):
                        yield cls(actor=actor, origin=origin, units=units, destination=destination)

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        from service.games.heroes_of_land_air_and_sea.joint_marches import InviteAlly, MarchAlone

        yield MarchFrom(actor=actor, origin=self.origin)
        yield ChooseArmy(actor=actor, units=dict(self.units))
        if table.state.agenda and isinstance(table.state.agenda[-1], InviteAlly):
            yield MarchAlone(actor=actor)
        yield MarchTo(actor=actor, destination=self.destination)

    def written(self, number: int, part: Action) -> Path:
        if isinstance(part, MarchTo):
            return ("destination",)
        return ("origin",) if number == 0 else ("units",)


class March(Choice, tag="march"):
    """The March action, or a March that a Spell grants: first the Region that the army leaves."""

    rule: ClassVar[str] = "march.army"
    prompt: ClassVar[str] = "Choose the Region from which an army marches."
    actions: ClassVar[tuple[type[Action], ...]] = (MarchFrom, MarchArmy)

    bonus: Bonus = 0


class MarchUnits(Choice, tag="march-units"):
    """Who marches."""

    rule: ClassVar[str] = "march.any-mix"
    prompt: ClassVar[str] = "Choose the Units that march from {origin}."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseArmy,)

    origin: Region
    bonus: Bonus = 0


class MarchDestination(Choice, tag="march-destination"):
    """Where to."""

    rule: ClassVar[str] = "march.speed"
    prompt: ClassVar[str] = "Choose where {units} march from {origin}."
    asks_with_ally: ClassVar[str] = "Choose where {units} march from {origin}, with {allied} of your ally."
    actions: ClassVar[tuple[type[Action], ...]] = (MarchTo,)

    origin: Region
    units: Units
    allied: Units = {}
    bonus: Bonus = 0

    def asks(self, words: Words = PLAIN) -> str:
        facts = {"units": self.units, "origin": self.origin, "allied": self.allied}
        return tell(self.asks_with_ally if self.allied else self.prompt, facts, words)

    def consistency(self, table: Table) -> Iterator[Defect]:
        ally, origin = table.ally(self.seat), table.named(self.origin)
        if self.allied and (ally is None or not holds(table.land_units(ally, self.origin), self.allied)):
            yield error("team.move-together", "/allied", "not-there", f"no allied Units go along from {origin}")
        if not self.units or not holds(table.land_units(self.seat, self.origin), self.units):
            yield error("march.army", "/units", "not-there", f"{self.seat} has no such army in {origin}")

"""What Spells and abilities are aimed at: Regions, Units and players that their caster declares, one by one.

Which targets an effect has stands in the pack (``parts``); why something is no target is written in ``reasons`` and
nowhere else. Own Units and Resources are no targets: they are chosen when the effect is carried out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import RuleRef, Seat, Shape
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.events import TargetChosen
from service.games.heroes_of_land_air_and_sea.ids import Area, EffectSource, UnitId
from service.games.heroes_of_land_air_and_sea.pack import Effect
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.the_map import neighbours

Part = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0, le=20)]


class Aim(Shape):
    """The targets declared so far: Regions in the order in which they were named, a Unit, a player, a number."""

    areas: Annotated[list[Area], Meta(max_length=3)] = []
    unit: UnitId | None = None
    opponent: Seat | None = None
    number: Count = 0


class TargetRegion(Action, tag="target-region", frozen=True):
    """Name a Region as target, or as the place to which something moves."""

    region: Area

    @classmethod
    def candidates(cls, table: Table, step: "ChooseTarget", actor: str, where: Where) -> Iterable["TargetRegion"]:
        return [cls(actor=actor, region=area) for area in (*table.pack.regions, *table.pack.seas)]

    def violations(self, table: Table, step: "ChooseTarget", actor: str) -> Iterator[Violation]:
        return reasons(table, actor, step.source, step.aimed(table), self)

    def apply(self, table: Table, step: "ChooseTarget", actor: str) -> None:
        step.aimed(table).areas.append(self.region)
        step.declared(table, self.region)


class TargetUnit(Action, tag="target-unit", frozen=True):
    """Name a Unit or Vessel of an opponent, and where it is, as target."""

    unit: UnitId
    region: Area

    @classmethod
    def candidates(cls, table: Table, step: "ChooseTarget", actor: str, where: Where) -> Iterable["TargetUnit"]:
        for other in table.others(actor):
            player = table.player(other)
            for region, units in sorted(player.units.items()):
                yield from (cls(actor=actor, unit=unit, region=region) for unit in sorted(units))
            for vessel, aboard in sorted(player.vessels.items()):
                yield cls(actor=actor, unit=vessel, region=aboard.at)

    def violations(self, table: Table, step: "ChooseTarget", actor: str) -> Iterator[Violation]:
        return reasons(table, actor, step.source, step.aimed(table), self)

    def apply(self, table: Table, step: "ChooseTarget", actor: str) -> None:
        aim = step.aimed(table)
        aim.unit = self.unit
        aim.areas.append(self.region)
        step.declared(table, f"{self.unit} in {self.region}")


class TargetPlayer(Action, tag="target-player", frozen=True):
    """Name an opponent as target."""

    opponent: Seat

    @classmethod
    def candidates(cls, table: Table, step: "ChooseTarget", actor: str, where: Where) -> Iterable["TargetPlayer"]:
        return [cls(actor=actor, opponent=other) for other in table.others(actor)]

    def violations(self, table: Table, step: "ChooseTarget", actor: str) -> Iterator[Violation]:
        return reasons(table, actor, step.source, step.aimed(table), self)

    def apply(self, table: Table, step: "ChooseTarget", actor: str) -> None:
        step.aimed(table).opponent = self.opponent
        step.declared(table, self.opponent)


class TargetNumber(Action, tag="target-number", frozen=True):
    """Say how many Units are meant."""

    number: Annotated[int, Meta(ge=1, le=5)]

    @classmethod
    def candidates(cls, table: Table, step: "ChooseTarget", actor: str, where: Where) -> Iterable["TargetNumber"]:
        return [cls(actor=actor, number=number) for number in range(1, 6)]

    def violations(self, table: Table, step: "ChooseTarget", actor: str) -> Iterator[Violation]:
        return reasons(table, actor, step.source, step.aimed(table), self)

    def apply(self, table: Table, step: "ChooseTarget", actor: str) -> None:
        step.aimed(table).number = self.number
        step.declared(table, str(self.number))


class NoMoreTargets(Action, tag="no-more-targets", frozen=True):
    """Leave it at the targets named so far."""

    def apply(self, table: Table, step: "ChooseTarget", actor: str) -> None:
        pass


Target = TargetRegion | TargetUnit | TargetPlayer | TargetNumber
Kind = type[TargetRegion] | type[TargetUnit] | type[TargetPlayer] | type[TargetNumber]

FIXED_PARTS: dict[str, tuple[Kind, ...]] = {
    "teleport-army": (TargetRegion, TargetRegion),
    "move-vessel": (TargetUnit, TargetRegion),
    "return-unit": (TargetUnit,),
    "move-enemy": (TargetUnit, TargetRegion),
    "pull-enemy": (TargetRegion, TargetNumber),
}


def parts(effect: Effect) -> tuple[Kind, ...]:
    """What has to be named for an effect, in order; nothing for most."""
    op, selector = effect["op"], effect.get("target")
    if op in FIXED_PARTS:
        return FIXED_PARTS[op]
    if op == "place-units" and len(effect["to"]) > 1:
        return (TargetRegion,)
    if not isinstance(selector, dict):
        return ()
    if selector["type"] == "opponent":
        return (TargetPlayer,)
    return (TargetRegion,) * int(selector.get("count_max", 1))


def is_optional(effect: Effect, part: int) -> bool:
    """Whether this target need not be named: of "up to so many" all but the first."""
    return part > 0 and "count_max" in effect.get("target", {})


def aimed_effect(table: Table, source: str) -> Effect | None:
    """The effect of a Spell or ability that has targets."""
    return next((effect for effect in table.pack.effects_of(source) if parts(effect)), None)


def options(table: Table, seat: str, source: str, aim: Aim, part: int = 0) -> list[Target]:
    """Everything that can be named next."""
    effect = aimed_effect(table, source)
    if effect is None:
        return []
    key = "targets", seat, source, part, tuple(aim.areas), aim.unit
    if key not in table.memo:
        candidates = parts(effect)[part].candidates(table, None, seat, {})  # type: ignore[arg-type]
        table.memo[key] = [
            target for target in candidates if next(reasons(table, seat, source, aim, target), None) is None
        ]
    found: list[Target] = table.memo[key]
    return found


def has_targets(table: Table, seat: str, source: str) -> bool:
    """Whether all required targets exist (``cast.needs-target``)."""
    return aimed_effect(table, source) is None or bool(options(table, seat, source, Aim()))


def still_fits(table: Table, seat: str, source: str, effect: Effect, aim: Aim) -> bool:
    """Whether everything that was named can still be named."""
    so_far, areas = Aim(), list(aim.areas)
    for number, kind in enumerate(parts(effect)):
        if kind is TargetPlayer:
            target: Target | None = TargetPlayer(actor=seat, opponent=aim.opponent) if aim.opponent else None
        elif kind is TargetNumber:
            target = TargetNumber(actor=seat, number=aim.number) if 1 <= aim.number <= 5 else None
        elif not areas:
            return is_optional(effect, number)
        elif kind is TargetUnit:
            target = TargetUnit(actor=seat, unit=aim.unit, region=areas[0]) if aim.unit else None
        else:
            target = TargetRegion(actor=seat, region=areas[0])
        if target is None or next(reasons(table, seat, source, so_far, target), None) is not None:
            return False
        if isinstance(target, TargetRegion | TargetUnit):
            so_far.areas.append(areas.pop(0))
            so_far.unit = aim.unit
    return True


# --- why something is no target ---------------------------------------------------------------------------------------


def reasons(table: Table, seat: str, source: str, aim: Aim, target: Target) -> Iterator[Violation]:
    """Why a Spell or ability cannot be aimed at this: every clause in the way."""
    effect = aimed_effect(table, source)
    if effect is None:
        return
    if isinstance(target, TargetPlayer):
        yield from _player_reasons(table, seat, source, target.opponent)
    elif isinstance(target, TargetNumber):
        yield from _number_reasons(table, seat, source, effect, aim, target.number)
    elif isinstance(target, TargetUnit):
        yield from _unit_reasons(table, seat, source, effect, target.unit, target.region)
    elif target.region in aim.areas:
        yield Violation("cast.needs-target:twice", "{region} has been named already", region=target.region)
    else:
        yield from REGION_REASONS[effect["op"]](table, seat, source, effect, aim, target.region)


def _player_reasons(table: Table, seat: str, source: str, opponent: str) -> Iterator[Violation]:
    if opponent not in table.others(seat):
        yield Violation(
            "cast.needs-target:opponent", "{opponent} is no opponent of {seat}", opponent=opponent, seat=seat
        )


def _number_reasons(table: Table, seat: str, source: str, effect: Effect, aim: Aim, number: int) -> Iterator[Violation]:
    there = _pullable(table, seat, effect, aim.areas[0]) if aim.areas else 0
    if number > min(effect["count"], there):
        yield Violation(
            "cast.needs-target:number",
            "{source} takes up to {most} Units, and there are {there}",
            at="number",
            source=source,
            most=effect["count"],
            there=there,
        )


def owner_of(table: Table, unit: str) -> str | None:
    """Whose Unit this is."""
    faction = table.unit(unit).faction
    return next((seat for seat, player in table.state.players.items() if player.faction == faction), None)


def _unit_reasons(table: Table, seat: str, source: str, effect: Effect, unit: str, region: str) -> Iterator[Violation]:
    """Enemy Units on land, or enemy Sea Vessels at sea."""
    owner, kind = owner_of(table, unit), table.unit(unit).kind
    wanted = ["sea-vessel"] if effect["op"] == "move-vessel" else effect.get("kinds", [effect.get("kind")])
    if kind not in wanted:
        yield Violation(
            "cast.needs-target:kind", "{source} is aimed at a {wanted}, not at a {kind}",
            at="unit", source=source, wanted=wanted, kind=kind,
        )  # fmt: skip
    if owner is None or owner not in table.others(seat):
        yield Violation("cast.needs-target:own", "{unit} is no Unit of an opponent", unit=unit)
        return
    if not _stands_in(table, owner, unit, region):
        yield Violation(
            "cast.needs-target:not-there", "{unit} is not in {region}, or not on land there", unit=unit, region=region
        )
    elif effect["op"] == "move-vessel":
        yield from _vessel_reasons(table, seat, source, unit, region)
    else:
        yield from _capital_reasons(table, region)
        if not _is_near(table, seat, source, effect, region):
            yield Violation(
                "cast.needs-target:not-adjacent",
                "{region} is not adjacent to what {source} reaches from",
                region=region,
                source=source,
            )
        if effect["op"] == "move-enemy" and not _goes_on(table, seat, source, unit, region):
            yield Violation(
                "cast.needs-target:nowhere", "{unit} cannot be moved anywhere from {region}", unit=unit, region=region
            )


def _stands_in(table: Table, owner: str, unit: str, region: str) -> bool:
    vessel = table.player(owner).vessels.get(unit)
    return vessel.at == region if vessel is not None else unit in table.land_units(owner, region)


def _vessel_reasons(table: Table, seat: str, source: str, vessel: str, area: str) -> Iterator[Violation]:
    if area not in table.pack.seas:
        yield Violation("cast.needs-target:docked", "{vessel} is docked, not at sea", at="unit", vessel=vessel)
    elif not _goes_on(table, seat, source, vessel, area):
        yield Violation(
            "cast.needs-target:nowhere", "{unit} cannot be moved anywhere from {region}", unit=vessel, region=area
        )


def _goes_on(table: Table, seat: str, source: str, unit: str, region: str) -> bool:
    """Whether there is a place to which this Unit can be moved."""
    return bool(options(table, seat, source, Aim(areas=[region], unit=unit), 1))


def _is_near(table: Table, seat: str, source: str, effect: Effect, region: str) -> bool:
    """Whether a Region is adjacent to own Units, or to the Hero whose ability it is."""
    if effect["op"] in ("move-enemy", "pull-enemy"):
        hero = table.land_region_of(seat, table.pack.abilities[source].owner)
        return hero is not None and region in neighbours(table, seat, hero)
    if region not in table.pack.regions:
        return False
    return any(table.units_at(seat, there) for there in neighbours(table, seat, region))


def _capital_reasons(table: Table, region: str) -> Iterator[Violation]:
    if table.capital_at(region) is not None:
        yield Violation("cast.capital-immune", "a Capital City stands in {region}", region=region)


def _pullable(table: Table, seat: str, effect: Effect, region: str) -> int:
    """How many Units of the kind one enemy has on land in a Region."""
    owner = table.enemy_at(seat, region)
    units = table.land_units(owner, region) if owner is not None else {}
    return sum(number for unit, number in units.items() if table.unit(unit).kind == effect["kind"])


def _shaken(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    """A Region whose enemies lose Units."""
    yield from _capital_reasons(table, region)
    if region not in table.pack.regions or not any(table.units_at(other, region) for other in table.others(seat)):
        yield Violation("cast.needs-target:nobody", "there is no enemy Unit on land in {region}", region=region)


def _seen(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    """A Region whose tokens are turned up."""
    if region not in table.pack.regions or not table.tokens_at(region).down:
        yield Violation(
            "cast.needs-target:no-token", "there is no face-down Land Exploration Token in {region}", region=region
        )
    if "adjacent_to" in effect["target"] and not _is_near(table, seat, source, effect, region):
        yield Violation(
            "cast.needs-target:not-adjacent",
            "{region} is not adjacent to what {source} reaches from",
            region=region,
            source=source,
        )


def _held(table: Table, seat: str, region: str, number: int = 1) -> Iterator[Violation]:
    """A Land Region that the player controls, with room for Units."""
    if region not in table.pack.regions or not table.has_piece(seat, region):
        yield Violation(
            "cast.needs-target:not-controlled", "{seat} controls no Land Region {region}", seat=seat, region=region
        )
    elif table.room(seat, region) < number:
        yield Violation(
            "march.region-limit:target", "{region} has no room for Units of {seat}", region=region, seat=seat
        )


def _placed(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    return _held(table, seat, region)


def _teleported(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    """First where the army is, then where it goes."""
    if aim.areas:
        yield from _held(table, seat, region)
    elif not table.land_units(seat, region):
        yield Violation("cast.needs-target:no-army", "{seat} has no Unit on land in {region}", seat=seat, region=region)
    elif not options(table, seat, source, Aim(areas=[region]), 1):
        yield Violation("cast.needs-target:nowhere-to-go", "no Region of {seat} has room", at="region", seat=seat)


def _blown(table: Table, seat: str, source: str, effect: Effect, aim: Aim, area: str) -> Iterator[Violation]:
    """Where a Vessel is moved."""
    if area not in table.pack.sea_links.get(aim.areas[0] if aim.areas else "", ()):
        yield Violation(
            "cast.needs-target:sea", "{region} is no Sea Region adjacent to {origin}",
            region=area, origin=aim.areas[0] if aim.areas else "",
        )  # fmt: skip
    if any(table.vessels_at(other, area) for other in table.state.seats):
        yield Violation("cast.needs-target:vessels", "there is a Vessel in {region}", region=area)


def _driven(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    """Where an enemy Unit is moved by an ability."""
    origin = aim.areas[0] if aim.areas else ""
    if region not in table.pack.land_links.get(origin, ()):
        yield Violation(
            "cast.needs-target:land", "{region} is no Land Region adjacent to {origin}", region=region, origin=origin
        )
    yield from _capital_reasons(table, region)
    owner = owner_of(table, aim.unit) if aim.unit else None
    third = [other for other in table.others(seat) if other != owner and table.has_piece(other, region)]
    if third:
        yield Violation("battle.two-sides", "{third} has pieces in {region}", third=third, region=region)
    if owner is not None and table.room(owner, region) < 1:
        yield Violation(
            "march.region-limit:target", "{region} has no room for Units of {seat}", region=region, seat=owner
        )


def _pulled(table: Table, seat: str, source: str, effect: Effect, aim: Aim, region: str) -> Iterator[Violation]:
    """The Region from which enemy Units are pulled into the Hero's."""
    hero = table.land_region_of(seat, table.pack.abilities[source].owner)
    for place in dict.fromkeys([region, hero or region]):
        if table.capital_at(place) is not None:
            yield Violation("cast.capital-immune", "a Capital City stands in {region}", at="region", region=place)
    if not _is_near(table, seat, source, effect, region):
        yield Violation(
            "cast.needs-target:not-adjacent",
            "{region} is not adjacent to what {source} reaches from",
            region=region,
            source=source,
        )
    if not _pullable(table, seat, effect, region):
        yield Violation(
            "cast.needs-target:no-units", "there is no enemy {kind} on land in {region}",
            kind=effect["kind"], region=region,
        )  # fmt: skip


REGION_REASONS: dict[str, Callable[[Table, str, str, Effect, Aim, str], Iterator[Violation]]] = {
    "lose-units": _shaken,
    "reveal-tokens": _seen,
    "place-units": _placed,
    "teleport-army": _teleported,
    "move-vessel": _blown,
    "move-enemy": _driven,
    "pull-enemy": _pulled,
}


# --- the step ---------------------------------------------------------------------------------------------------------


class ChooseTarget(Choice, tag="choose-target"):
    """Declare a target of a Spell, or of an ability; nobody is asked where there is only one."""

    rule: ClassVar[str] = "cast.interrupt-window"
    also_cites: ClassVar[tuple[str, ...]] = ("cast.interrupt", "building.level-abilities", "heroes.unlock")
    prompt: ClassVar[str] = "Choose what {source} is aimed at."
    actions: ClassVar[tuple[type[Action], ...]] = (
        TargetRegion,
        TargetUnit,
        TargetPlayer,
        TargetNumber,
        NoMoreTargets,
    )

    source: EffectSource
    part: Part = 0
    asked_by: RuleRef = "cast.interrupt-window"

    def cites(self) -> str:
        return self.asked_by if self.asked_by in self.also_cites else self.rule

    def effect(self, table: Table) -> Effect:
        """The effect that is aimed."""
        effect = aimed_effect(table, self.source)
        assert effect is not None
        return effect

    def aimed(self, table: Table) -> Aim:
        """Where the targets are noted: with the Spell or the effect that is to come."""
        below = steps_below(table, self)
        return next((aim for step in below if (aim := getattr(step, "aim", None)) is not None), Aim())

    def must(self, table: Table) -> Sequence[str]:
        if not table.is_in(self.seat):
            return ()
        found = len(options(table, self.seat, self.source, self.aimed(table), self.part))
        return (self.seat,) if found > 1 or (found and is_optional(self.effect(table), self.part)) else ()

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        effect = self.effect(table)
        kind = parts(effect)[self.part]
        return (kind, NoMoreTargets) if is_optional(effect, self.part) else (kind,)

    def declared(self, table: Table, target: str) -> None:
        """A target has been named: tell it, and ask for the next."""
        table.log(TargetChosen(rule=self.cites(), seat=self.seat, source=self.source, target=target))
        if self.part + 1 < len(parts(self.effect(table))):
            table.push(ChooseTarget(seat=self.seat, source=self.source, part=self.part + 1, asked_by=self.asked_by))

    def run(self, table: Table) -> None:
        if table.is_in(self.seat):
            for target in options(table, self.seat, self.source, self.aimed(table), self.part)[:1]:
                target.apply(table, self, self.seat)

    def consistency(self, table: Table) -> Iterator[Defect]:
        effect = aimed_effect(table, self.source)
        if effect is None or self.part >= len(parts(effect)):
            yield error(self.rule, "/source", "aim", f"{self.source} has no such target")
            return
        yield from must_be_next(table, self)
        holder = next((step for step in steps_below(table, self) if hasattr(step, "aim")), None)
        if holder is None or (holder.seat, holder.source) != (self.seat, self.source):
            yield error(self.rule, "/source", "aim", f"{self.source} is not being carried out for {self.seat}")
        elif len(holder.aim.areas) != sum(kind in (TargetRegion, TargetUnit) for kind in parts(effect)[: self.part]):
            yield error(self.rule, "/part", "aim", f"{self.source} has other targets so far")


def must_be_next(table: Table, step: Step) -> Iterator[Defect]:
    """A step above which nothing can lie."""
    if table.state.agenda[-1] is not step:
        yield error(step.rule, "", "order", "nothing can come before this step")


def steps_below(table: Table, step: Step) -> Iterator[Any]:
    """The steps of the agenda that come after this one, the next first; all of them for a step that has left it."""
    agenda = table.state.agenda
    at = next((number for number, other in enumerate(agenda) if other is step), len(agenda))
    return iter(agenda[at - 1 :: -1] if at else [])

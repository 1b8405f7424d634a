"""What Spells and abilities are aimed at: Regions, Units and players that their caster declares, one by one.

Which targets an effect has stands in the pack (``parts``); why something is no target is written in ``target_rules``
and nowhere else. Own Units and Resources are no targets: they are chosen when the effect is carried out.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import RuleRef
from service.engine.step import Choice, Step
from service.engine.telling import PLAIN, Words, tell
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.components import Effect
from service.games.heroes_of_land_air_and_sea.ids import Area, EffectSource, Party, UnitId
from service.games.heroes_of_land_air_and_sea.pack import HeroesPack
from service.games.heroes_of_land_air_and_sea.spell_events import TargetChosen, UnitTargetChosen
from service.games.heroes_of_land_air_and_sea.table import NO_TOKENS, Table
from service.games.heroes_of_land_air_and_sea.target_rules import (
    Aim,
    beside_hero,
    number_reasons,
    player_reasons,
    region_reasons,
    unit_reasons,
)

Part = Annotated[int, Meta(ge=0, le=3)]


class TargetRegion(Action, tag="target-region", frozen=True):
    """Name a Region as target, or as the place to which something moves."""

    region: Area

    @classmethod
    def candidates(cls, table: Table, step: "ChooseTarget", actor: str, where: Where) -> Iterable["TargetRegion"]:
        return (cls(actor=actor, region=area) for area in (*table.pack.regions, *table.pack.seas))

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
        for other in table.rivals(actor):
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
        step.declared(table, self.unit, self.region)


class TargetPlayer(Action, tag="target-player", frozen=True):
    """Name an opponent as target."""

    opponent: Party

    @classmethod
    def candidates(cls, table: Table, step: "ChooseTarget", actor: str, where: Where) -> Iterable["TargetPlayer"]:
        return [cls(actor=actor, opponent=other) for other in table.rivals(actor)]

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
    "pull-enemy": (TargetRegion, TargetPlayer, TargetNumber),
}


def parts(effect: Effect) -> tuple[Kind, ...]:
    """What has to be named for an effect, in order; nothing for most."""
    op, selector = effect["op"], effect.get("target")
    if op in FIXED_PARTS:
        return FIXED_PARTS[op]
    if op == "place-units" and (len(effect["to"]) > 1 or beside_hero(effect)):
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
    return _aimed_effect(table.pack, source)


@cache
def _aimed_effect(pack: HeroesPack, source: str) -> Effect | None:
    return next((effect for effect in pack.effects_of(source) if parts(effect)), None)


def has_targets(table: Table, seat: str, source: str) -> bool:
    """Whether all required targets exist (``cast.needs-target``)."""
    key = "has targets", seat, source
    if key not in table.memo:
        nothing_needed = aimed_effect(table, source) is None
        table.memo[key] = nothing_needed or next(_targets(table, seat, source, Aim(), 0), None) is not None
    found: bool = table.memo[key]
    return found


def _targets(table: Table, seat: str, source: str, aim: Aim, part: int) -> Iterator[Target]:
    """Everything that can be named next."""
    effect = aimed_effect(table, source)
    if effect is None:
        return
    if effect["op"] == "reveal-tokens":
        # Most Regions have none that lies face down, and nothing else of them need be asked.
        candidates: Iterable[Target] = (
            TargetRegion(actor=seat, region=region)
            for region in table.pack.regions
            if table.state.land_tokens.get(region, NO_TOKENS).down
        )
    else:
        candidates = parts(effect)[part].candidates(table, None, seat, {})  # type: ignore[arg-type]
    for target in candidates:
        if next(reasons(table, seat, source, aim, target), None) is None:
            yield target


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
        elif isinstance(target, TargetPlayer):
            so_far.opponent = target.opponent
    return True


def reasons(table: Table, seat: str, source: str, aim: Aim, target: Target) -> Iterator[Violation]:
    """Why a Spell or ability cannot be aimed at this: every clause in the way."""
    effect = aimed_effect(table, source)
    if effect is None:
        return
    if isinstance(target, TargetPlayer):
        yield from player_reasons(table, seat, effect, aim, target.opponent)
    elif isinstance(target, TargetNumber):
        yield from number_reasons(table, seat, source, effect, aim, target.number)
    elif isinstance(target, TargetUnit):
        yield from unit_reasons(table, seat, source, effect, target.unit, target.region)
    else:
        yield from region_reasons(table, seat, source, effect, aim, target.region)


# --- the step ---------------------------------------------------------------------------------------------------------


class ChooseTarget(Choice, tag="choose-target"):
    """Declare a target of a Spell, or of an ability; nobody is asked where there is only one."""

    rule: ClassVar[str] = "cast.interrupt-window"
    also_cites: ClassVar[tuple[str, ...]] = ("cast.interrupt", "building.level-abilities", "heroes.unlock")
    prompt: ClassVar[str] = "Choose what {source} is aimed at, or from where it moves Units."
    asks_on: ClassVar[str] = "Choose what else {source} is aimed at: to where, whose Units, or how many."
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

    def asks(self, words: Words = PLAIN) -> str:
        return super().asks(words) if not self.part else tell(self.asks_on, {"source": self.source}, words)

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
        needed = 1 if is_optional(self.effect(table), self.part) else 2
        return (self.seat,) if self._has_options(table, needed) else ()

    def _has_options(self, table: Table, number: int) -> bool:
        """Whether so many targets can be named: the others are not looked for."""
        aim = self.aimed(table)
        key = "options", number, self.seat, self.source, self.part, tuple(aim.areas), aim.unit
        if key not in table.memo:
            found = itertools.islice(_targets(table, self.seat, self.source, aim, self.part), number)
            table.memo[key] = len(list(found)) == number
        has: bool = table.memo[key]
        return has

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        effect = self.effect(table)
        kind = parts(effect)[self.part]
        return (kind, NoMoreTargets) if is_optional(effect, self.part) else (kind,)

    def declared(self, table: Table, target: str, region: str | None = None) -> None:
        """A target has been named, a Unit with the Region where it is: tell it, and ask for the next."""
        rule, seat, source = self.cites(), self.seat, self.source
        if region is None:
            table.log(TargetChosen(rule=rule, seat=seat, source=source, target=target))
        else:
            table.log(UnitTargetChosen(rule=rule, seat=seat, source=source, unit=target, region=region))
        if self.part + 1 < len(parts(self.effect(table))):
            table.push(ChooseTarget(seat=self.seat, source=self.source, part=self.part + 1, asked_by=self.asked_by))

    def run(self, table: Table) -> None:
        if table.is_in(self.seat):
            target = next(_targets(table, self.seat, self.source, self.aimed(table), self.part), None)
            if target is not None:
                target.apply(table, self, self.seat)

    def consistency(self, table: Table) -> Iterator[Defect]:
        effect = aimed_effect(table, self.source)
        if effect is None or self.part >= len(parts(effect)):
            yield error(self.rule, "/source", "aim", f"{table.named(self.source)} has no such target")
            return
        yield from must_be_next(table, self)
        holder = next((step for step in steps_below(table, self) if hasattr(step, "aim")), None)
        if holder is None or (holder.seat, holder.source) != (self.seat, self.source):
            detail = f"{table.named(self.source)} is not being carried out for {self.seat}"
            yield error(self.rule, "/source", "aim", detail)
        elif len(holder.aim.areas) != sum(kind in (TargetRegion, TargetUnit) for kind in parts(effect)[: self.part]):
            yield error(self.rule, "/part", "aim", f"{table.named(self.source)} has other targets so far")


def must_be_next(table: Table, step: Step) -> Iterator[Defect]:
    """A step above which nothing can lie."""
    if table.state.agenda[-1] is not step:
        yield error(step.rule, "", "order", "nothing can come before this step")


def steps_below(table: Table, step: Step) -> Iterator[Any]:
    """The steps of the agenda that come after this one, the next first; all of them for a step that has left it."""
    agenda = table.state.agenda
    at = next((number for number, other in enumerate(agenda) if other is step), len(agenda))
    return iter(agenda[at - 1 :: -1] if at else [])

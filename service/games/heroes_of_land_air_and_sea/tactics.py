"""Select a Tactic Card to Play: the secret choice, the reveal, cancellations, and the Units that Conscripts bring."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, Where
from service.engine.counts import holds
from service.engine.defect import Defect
from service.engine.shapes import Path, Seat
from service.engine.step import Commitment, Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.battle_events import (
    ConscriptsEnded,
    TacticCancelled,
    TacticChosen,
    TacticIgnored,
    TacticRevealed,
    TacticSeen,
    UnitsConscripted,
)
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, Region, TacticCard, UnitId, Units
from service.games.heroes_of_land_air_and_sea.payment import PayTactic, can_finish, not_fought, tactic_cost
from service.games.heroes_of_land_air_and_sea.region_limit import limits
from service.games.heroes_of_land_air_and_sea.stock import score
from service.games.heroes_of_land_air_and_sea.strength import (
    army,
    fought,
    has_structure,
    is_remote,
    is_side,
    role_of,
)
from service.games.heroes_of_land_air_and_sea.supply import move_on_land
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.the_map import neighbours


def only_serfs(table: Table, seat: str) -> bool:
    """Whether a side's army consists of Serfs alone and has no Structure (``tactic.requirements``)."""
    return not has_structure(table, seat) and all(table.unit(unit).kind == "serf" for unit in army(table, seat))


def requirement_violations(table: Table, seat: str, card: str) -> Iterator[Violation]:
    """Which requirements of a Tactic Card a side does not meet."""
    data, role = table.pack.tactics[card], role_of(fought(table), seat)
    for requirement in data.requires:
        if requirement == "not-only-serfs":
            if only_serfs(table, seat):
                yield Violation(
                    "tactic.requirements:only-serfs",
                    "{card} is not for an army of Serfs alone without a Structure",
                    card=card,
                )
        elif requirement != role:
            yield Violation("tactic.requirements", "only the {role} may play {card}", role=requirement, card=card)


def tactic_violations(table: Table, seat: str, card: str) -> Iterator[Violation]:
    """Why a side cannot play a Tactic Card."""
    yield from requirement_violations(table, seat, card)
    cost = tactic_cost(table, seat, card)
    if not can_finish(table, seat, cost, {}):
        yield Violation(
            "tactic.must-afford",
            "{seat} cannot pay {cost} for {card}, even with all Units that could be sacrificed",
            seat=seat,
            cost=cost,
            card=card,
        )


class PlayTactic(Action, tag="choose-tactic", frozen=True):
    """Choose a Tactic Card in secret."""

    card: TacticCard

    @classmethod
    def candidates(cls, table: Table, step: "ChooseTactic", actor: str, where: Where) -> Iterable["PlayTactic"]:
        return [cls(actor=actor, card=card) for card in table.pack.tactics]

    def violations(self, table: Table, step: "ChooseTactic", actor: str) -> Iterator[Violation]:
        return tactic_violations(table, actor, self.card)

    def apply(self, table: Table, step: "ChooseTactic", actor: str) -> None:
        fought(table).side(actor).chosen = self.card
        step.committed = True
        table.log(TacticChosen(rule=step.rule, seat=actor))
        name = table.pack.tactics[self.card].name
        table.log(TacticSeen(rule=step.rule, seat=actor, card=self.card, name=name, seen_by=[actor]))


class ChooseTactic(Commitment, tag="choose-tactic"):
    """A side chooses one of its seven Tactic Cards, in secret."""

    rule: ClassVar[str] = "tactic.secret-choice"
    prompt: ClassVar[str] = "Choose a Tactic Card in secret."
    actions: ClassVar[tuple[type[Action], ...]] = (PlayTactic,)

    def must(self, table: Table) -> Sequence[str]:
        return super().must(table) if is_side(table, self.seat) else ()

    def may(self, table: Table) -> Sequence[str]:
        return super().may(table) if is_side(table, self.seat) else ()

    def take_back(self, table: Table) -> None:
        fought(table).side(self.seat).chosen = None
        self.committed = False

    def consistency(self, table: Table) -> Iterator[Defect]:
        return not_fought(table, self.seat)


class RevealTactics(Step, tag="reveal-tactics"):
    """Both cards are revealed; what cannot be paid is ignored, and what the other card cancels is cancelled."""

    rule: ClassVar[str] = "tactic.secret-choice"

    def run(self, table: Table) -> None:
        battle = table.state.battle
        if battle is None:
            return
        seats, names = (battle.defender, battle.attacker), table.pack.tactics
        for seat in seats:
            side = battle.side(seat)
            if seat != ENEMY:
                side.tactic, side.chosen = side.chosen, None
            if side.tactic is not None:
                table.log(TacticRevealed(rule=self.rule, seat=seat, card=side.tactic, name=names[side.tactic].name))
        for seat in seats:
            card = battle.side(seat).tactic
            if card is not None and seat != ENEMY and list(tactic_violations(table, seat, card)):
                battle.side(seat).standing = "ignored"
                table.log(TacticIgnored(rule="tactic.unpayable", seat=seat, card=card, name=names[card].name))
        cancelled = [seat for seat in seats if self._is_cancelled(table, seat)]
        for seat in cancelled:
            side = battle.side(seat)
            side.standing = "cancelled"
            rule, card = "solo.battle-cancel" if seat == ENEMY else "tactic.cancelled", side.tactic or ""
            table.log(TacticCancelled(rule=rule, seat=seat, card=card, name=names[card].name))
        paying = [PayTactic(seat=seat) for seat in seats if seat != ENEMY]
        table.push(*paying, ScoreTactics(), *conscription(table))

    def _is_cancelled(self, table: Table, seat: str) -> bool:
        battle = fought(table)
        own, enemy = battle.side(seat), battle.side(battle.rival(seat))
        if own.standing != "counts" or enemy.tactic is None or enemy.standing != "counts":
            return False
        effects = table.pack.tactics[enemy.tactic].effects
        return any(effect["op"] == "cancel-tactic" and own.tactic in effect["enemy_cards"] for effect in effects)


class ScoreTactics(Step, tag="score-tactics"):
    """Both sides gain, or lose, the Victory Points of their Tactic Cards."""

    rule: ClassVar[str] = "tactic.vp"

    def run(self, table: Table) -> None:
        battle = table.state.battle
        for seat in (battle.defender, battle.attacker) if battle is not None else ():
            side = fought(table).side(seat)
            if side.tactic is None or side.standing != "counts":
                continue
            card = fought(table).card
            if seat == ENEMY:
                score(table, seat, table.pack.solo_cards[card].vp if card is not None else 0, "solo.battle-card")
            else:
                score(table, seat, table.pack.tactics[side.tactic].vp, self.rule)


# --- Conscripts -------------------------------------------------------------------------------------------------------


def conscription(table: Table) -> list[Step]:
    """The steps in which the defender, then the attacker, bring Units into the Battle."""
    battle, steps = fought(table), []
    for seat in (battle.defender, battle.attacker):
        tactic = battle.side(seat).tactic if seat != ENEMY else None
        for effect in table.pack.tactics[tactic].effects if tactic is not None else ():
            if effect["op"] == "bring-units":
                steps.append(Conscript(seat=seat, left=effect["max"]))
    return list(steps)


def sources(table: Table, seat: str) -> list[str]:
    """The Regions beside the Battle from which a side may bring Units: those with own Units on land."""
    battle = fought(table)
    if is_remote(battle, seat) or not table.pack.is_land(battle.area):
        return []
    around = sorted(set(neighbours(table, seat, battle.area)) - {battle.area})
    return [region for region in around if table.land_units(seat, region)]


def conscript_violations(
    table: Table, step: "Conscript", seat: str, units: Mapping[str, Mapping[str, int]], at: tuple[str, str]
) -> Iterator[Violation]:
    """Why a side cannot bring these Units of these Regions; ``at`` is where Regions and Units are named."""
    area = fought(table).area
    for origin, wanted in units.items():
        if origin == area or origin not in neighbours(table, seat, area):
            yield Violation("march.adjacency", "{origin} is not adjacent to {area}", at=at[0], origin=origin, area=area)
        if not holds(table.land_units(seat, origin), wanted):
            yield Violation(
                "tactic.bonus:not-there",
                "on land in {origin} {seat} has {units}",
                at=at[1],
                origin=origin,
                seat=seat,
                units=table.land_units(seat, origin),
            )
    number, room = sum(sum(wanted.values()) for wanted in units.values()), table.room(seat, area)
    if number > step.left:
        yield Violation(
            "tactic.bonus:number",
            "{number} Units are named, the card brings {left} more at most",
            at=at[1],
            number=number,
            left=step.left,
        )
    if number > room:
        full = Violation(
            "march.region-limit:conscripts",
            "{area} has room for {room} more of {seat}'s Units",
            at=at[1],
            area=area,
            room=room,
            seat=seat,
        )
        yield from limits(table, seat, area, number, full)


class BringUnit(Action, tag="conscript", frozen=True):
    """Bring one Unit from an adjacent Region into the Battle."""

    unit: UnitId
    origin: Region

    @classmethod
    def candidates(cls, table: Table, step: "Conscript", actor: str, where: Where) -> Iterable["BringUnit"]:
        for origin in sources(table, actor):
            for unit in sorted(table.land_units(actor, origin)):
                yield cls(actor=actor, unit=unit, origin=origin)

    def violations(self, table: Table, step: "Conscript", actor: str) -> Iterator[Violation]:
        return conscript_violations(table, step, actor, {self.origin: {self.unit: 1}}, ("origin", "unit"))

    def apply(self, table: Table, step: "Conscript", actor: str) -> None:
        battle = fought(table)
        step.left -= 1
        move_on_land(table, actor, {self.unit: 1}, self.origin, battle.area)
        own_tower = battle.area in table.player(actor).towers and self.origin == table.player(actor).capital
        rule = "towers.conscripts" if own_tower else "tactic.conscripts-recompute"
        if battle.area == table.player(actor).capital and self.origin in table.player(actor).towers:
            rule = "capital-battle.conscripts"
        table.log(UnitsConscripted(rule=rule, seat=actor, units={self.unit: 1}, origin=self.origin, region=battle.area))


class EndConscripts(Action, tag="end-conscripts", frozen=True):
    """Bring no more Units."""

    def apply(self, table: Table, step: "Conscript", actor: str) -> None:
        step.left = 0
        table.log(ConscriptsEnded(rule=step.rule, seat=actor))


class BringAll(Bundle, tag="conscript-all", frozen=True):
    """Say in one breath which Units come, and that no more do."""

    units: Annotated[dict[Region, Units], Meta(max_length=20)] = {}

    def violations(self, table: Table, step: "Conscript", actor: str) -> Iterator[Violation]:
        return conscript_violations(table, step, actor, self.units, ("units", "units"))

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        step = table.state.agenda[-1]
        for origin, units in self.units.items():
            for unit, number in units.items():
                for _ in range(number):
                    yield BringUnit(actor=actor, unit=unit, origin=origin)
        if table.state.agenda and table.state.agenda[-1] is step:
            yield EndConscripts(actor=actor)

    def written(self, number: int, part: Action) -> Path:
        return ("units",)


class Conscript(Step, tag="conscript"):
    """A side that plays Conscripts brings Units into the Battle, one by one, as many as the card allows."""

    rule: ClassVar[str] = "tactic.conscripts-order"
    prompt: ClassVar[str] = "Bring a Unit into the Battle ({left} at most), or end."
    actions: ClassVar[tuple[type[Action], ...]] = (BringUnit, EndConscripts, BringAll)

    seat: Seat
    left: Annotated[int, Meta(ge=0, le=20)]

    def must(self, table: Table) -> Sequence[str]:
        if not self.left or not is_side(table, self.seat):
            return ()
        battle = fought(table)
        if battle.side(self.seat).standing != "counts" or not table.room(self.seat, battle.area):
            return ()
        return (self.seat,) if sources(table, self.seat) else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        return not_fought(table, self.seat)

"""Team play, two against two: gifts during Tax, armies that march together, and who leads a mixed army."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Path, Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.ids import RESOURCES, Area, Resource
from service.games.heroes_of_land_air_and_sea.stock import receive, take_away
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.team_events import GiftsEnded, LeaderChosen, ResourcesGiven

# --- gifts ------------------------------------------------------------------------------------------------------------


def gifts(table: Table, seat: str) -> list[Step]:
    """The step in which a player who takes Tax may give Resources to the ally."""
    return [GiveResources(seat=seat)] if table.ally(seat) is not None else []


def giveable(table: Table, seat: str) -> list[str]:
    """The Resources of which a player has one and the ally can take one."""
    ally = table.ally(seat)
    if ally is None:
        return []
    cap = table.pack.resource_cap
    return [r for r in RESOURCES if table.stock(seat, r) and table.stock(ally, r) < cap]


def gift_violations(table: Table, seat: str, resource: str, number: int, at: str) -> Iterator[Violation]:
    """Why a player cannot give so many of a Resource to the ally; ``at`` is where it is named."""
    ally, cap = table.ally(seat), table.pack.resource_cap
    has = table.stock(seat, resource)
    if has < number:
        yield Violation("team.tax-gift", "{seat} has {has} to give", at=at, seat=seat, has={resource: has})
    if ally is not None and table.stock(ally, resource) + number > cap:
        room = {resource: max(0, cap - table.stock(ally, resource))}
        yield Violation("capital-board.resource-cap:gift", "{ally} can take {room}", at=at, ally=ally, room=room)


class GiveResource(Action, tag="give-resource", frozen=True):
    """Give one Resource of this kind to the ally."""

    resource: Resource

    @classmethod
    def candidates(cls, table: Table, step: "GiveResources", actor: str, where: Where) -> Iterable["GiveResource"]:
        return [cls(actor=actor, resource=resource) for resource in RESOURCES]

    def violations(self, table: Table, step: "GiveResources", actor: str) -> Iterator[Violation]:
        return gift_violations(table, actor, self.resource, 1, "resource")

    def apply(self, table: Table, step: "GiveResources", actor: str) -> None:
        ally = table.ally(actor)
        assert ally is not None
        given = take_away(table, actor, {self.resource: 1})
        table.log(ResourcesGiven(rule=step.rule, seat=actor, ally=ally, resources=given))
        receive(table, ally, given, step.rule)


class EndGifts(Action, tag="end-gifts", frozen=True):
    """Give no more."""

    def apply(self, table: Table, step: "GiveResources", actor: str) -> None:
        step.over = True
        table.log(GiftsEnded(rule=step.rule, seat=actor))


class GiveAll(Bundle, tag="give", frozen=True):
    """Say in one breath what the ally gets, and that it is all."""

    resources: dict[Resource, Annotated[int, Meta(ge=0, le=10)]]

    def violations(self, table: Table, step: "GiveResources", actor: str) -> Iterator[Violation]:
        for resource, number in self.resources.items():
            if number:
                yield from gift_violations(table, actor, resource, number, f"resources/{resource}")

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        step = table.state.agenda[-1]
        for resource, number in self.resources.items():
            for _ in range(number):
                yield GiveResource(actor=actor, resource=resource)
        if table.state.agenda and table.state.agenda[-1] is step:
            yield EndGifts(actor=actor)

    def written(self, number: int, part: Action) -> Path:
        return ("resources",)


class GiveResources(Step, tag="give-resources"):
    """Whoever takes Tax may give any Resources to the ally; nobody is asked who has nothing that the ally can take."""

    rule: ClassVar[str] = "team.tax-gift"
    prompt: ClassVar[str] = "Give Resources to your ally, or end."
    actions: ClassVar[tuple[type[Action], ...]] = (GiveResource, EndGifts, GiveAll)

    seat: Seat
    over: bool = False

    def must(self, table: Table) -> Sequence[str]:
        return () if self.over or not giveable(table, self.seat) else (self.seat,)


# --- who leads --------------------------------------------------------------------------------------------------------


class ChooseOneLeader(Action, tag="choose-leader", frozen=True):
    """Say which of the defending allies leads: chooses and pays the Tactic Card, and assigns the losses."""

    leader: Seat

    @classmethod
    def candidates(cls, table: Table, step: "ChooseLeader", actor: str, where: Where) -> Iterable["ChooseOneLeader"]:
        return [cls(actor=actor, leader=seat) for seat in table.enemies_at(step.attacker, step.area)]

    def violations(self, table: Table, step: "ChooseLeader", actor: str) -> Iterator[Violation]:
        if self.leader not in table.enemies_at(step.attacker, step.area):
            yield Violation(
                "team.battle-leader", "{leader} has nothing to defend in {area}", leader=self.leader, area=step.area
            )

    def apply(self, table: Table, step: "ChooseLeader", actor: str) -> None:
        from service.games.heroes_of_land_air_and_sea.battles import BeginBattle

        table.log(LeaderChosen(rule=step.rule, seat=actor, leader=self.leader, area=step.area))
        table.push(BeginBattle(seat=step.attacker, area=step.area, remote=step.remote, defender=self.leader))


class ChooseLeader(Choice, tag="choose-leader"):
    """Allies are attacked in a shared Region: the first of them clockwise from the attacker says who leads."""

    rule: ClassVar[str] = "team.battle-leader"
    prompt: ClassVar[str] = "{attacker} attacks {area}: say which of you leads the defence."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseOneLeader,)

    attacker: Seat
    area: Area
    remote: ids.Vessel | None = None

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.seat not in table.enemies_at(self.attacker, self.area):
            yield error(self.rule, "/seat", "nobody", f"{self.seat} has nothing to defend in {table.named(self.area)}")
        if table.state.battle is not None:
            yield error("battle.start", "/area", "battle", "a Battle is being fought already")
        if self.remote is not None and self.remote not in table.player(self.attacker).vessels:
            detail = f"{table.named(self.remote)} of {table.named(self.attacker)} is not in play"
            yield error("battle.start", "/remote", "gone", detail)

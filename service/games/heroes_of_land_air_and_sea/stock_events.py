"""What is told of Resources, Victory Points and pieces, whatever they come from."""

from typing import ClassVar, Literal

from service.engine.event import Event

Amounts = dict[str, int]


class ResourcesGained(Event, tag="resources-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {resources}"
    seat: str
    resources: Amounts


class ResourcesOverLimit(Event, tag="resources-over-limit", kw_only=True):
    """``source`` is the clause that gave them."""

    template: ClassVar[str] = "{seat} cannot hold more than {limit} of a Resource: lost {resources}"
    seat: str
    resources: Amounts
    limit: int
    source: str


class ResourcesLost(Event, tag="resources-lost", kw_only=True):
    template: ClassVar[str] = "{seat} loses {resources}"
    seat: str
    resources: Amounts


class ResourcesPaid(Event, tag="resources-paid", kw_only=True):
    template: ClassVar[str] = "{seat} pays {resources}"
    seat: str
    resources: Amounts


class PointsGained(Event, tag="points-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {points} VP"
    seat: str
    points: int


class PointsLost(Event, tag="points-lost", kw_only=True):
    template: ClassVar[str] = "{seat} loses {points} VP"
    seat: str
    points: int


class UnitsPlaced(Event, tag="units-placed", kw_only=True):
    """From the supply."""

    template: ClassVar[str] = "{seat} places {units} in {region}"
    seat: str
    units: Amounts
    region: str


class UnitsMissing(Event, tag="units-missing", kw_only=True):
    template: ClassVar[str] = "{seat} cannot place {units}: {lacks}"
    seat: str
    units: Amounts
    lacks: Literal["supply", "room"]

    def facts(self) -> dict[str, object]:
        why = {"supply": "the supply has no more", "room": "there is no room"}
        return super().facts() | {"lacks": why[self.lacks]}


class UnitsDestroyed(Event, tag="units-destroyed", kw_only=True):
    template: ClassVar[str] = "{seat} loses {units} in {region}"
    seat: str
    units: Amounts
    region: str


class TowerDestroyed(Event, tag="tower-destroyed", kw_only=True):
    template: ClassVar[str] = "The Tower of {seat} in {region} is destroyed"
    seat: str
    region: str


STOCK_EVENTS: tuple[type[Event], ...] = (
    ResourcesGained,
    ResourcesOverLimit,
    ResourcesLost,
    ResourcesPaid,
    PointsGained,
    PointsLost,
    UnitsPlaced,
    UnitsMissing,
    UnitsDestroyed,
    TowerDestroyed,
)

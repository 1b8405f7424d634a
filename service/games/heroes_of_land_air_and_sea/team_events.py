"""What is told of team play."""

from typing import ClassVar

from service.engine.event import Event


class ResourcesGiven(Event, tag="resources-given", kw_only=True):
    template: ClassVar[str] = "{seat} gives {resources} to {ally}"
    seat: str
    ally: str
    resources: dict[str, int]


class GiftsEnded(Event, tag="gifts-ended", kw_only=True):
    template: ClassVar[str] = "{seat} gives no more"
    seat: str


class AllyAsked(Event, tag="ally-asked", kw_only=True):
    template: ClassVar[str] = "{seat} asks {ally} for {units} in {origin} to march along"
    seat: str
    ally: str
    units: dict[str, int]
    origin: str


class MarchesAlone(Event, tag="marches-alone", kw_only=True):
    template: ClassVar[str] = "The army of {seat} leaves {origin} alone"
    seat: str
    origin: str


class AllyPermits(Event, tag="ally-permits", kw_only=True):
    template: ClassVar[str] = "{seat} lets {ally} move the Units"
    seat: str
    ally: str


class AllyRefuses(Event, tag="ally-refuses", kw_only=True):
    template: ClassVar[str] = "{seat} does not let {ally} move the Units"
    seat: str
    ally: str


class LeaderChosen(Event, tag="leader-chosen", kw_only=True):
    template: ClassVar[str] = "{leader} leads the defence of {area}"
    seat: str
    leader: str
    area: str


TEAM_EVENTS: tuple[type[Event], ...] = (
    ResourcesGiven,
    GiftsEnded,
    AllyAsked,
    MarchesAlone,
    AllyPermits,
    AllyRefuses,
    LeaderChosen,
)

"""What happens in combats, as the record tells it."""

from typing import ClassVar

from service.engine.event import Event


class CombatBegun(Event, tag="combat-begun", kw_only=True):
    template: ClassVar[str] = "{seat} fights {enemies}"
    seat: str
    enemies: list[str]


class PhaseBegun(Event, tag="phase-begun", kw_only=True):
    template: ClassVar[str] = "The {phase} phase begins"
    phase: str


class CombatEnded(Event, tag="combat-ended", kw_only=True):
    template: ClassVar[str] = "The combat of {seat} is over"
    seat: str


COMBAT_EVENTS = (CombatBegun, PhaseBegun, CombatEnded)

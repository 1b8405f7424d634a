"""What happens in a combat between two players, as the record tells it."""

from typing import ClassVar

from service.engine.event import Event


class DuelBegun(Event, tag="duel-begun", kw_only=True):
    template: ClassVar[str] = "{seat} attacks {defender} on {space}"
    seat: str
    defender: str
    space: str


class Attends(Event, tag="attends", kw_only=True):
    template: ClassVar[str] = "{seat} attends {how}"
    reveals: ClassVar[bool] = True
    seat: str
    how: str


class DuelPhase(Event, tag="duel-phase", kw_only=True):
    template: ClassVar[str] = "The phase of {phase} Attacks begins"
    phase: str


class DuelPassed(Event, tag="duel-passed", kw_only=True):
    template: ClassVar[str] = "{seat} makes no attack"
    reveals: ClassVar[bool] = True
    seat: str


class DuelAttackMade(Event, tag="duel-attack-made", kw_only=True):
    template: ClassVar[str] = "{seat} attacks with {total}"
    reveals: ClassVar[bool] = True
    seat: str
    total: int


class DuelBlockMade(Event, tag="duel-block-made", kw_only=True):
    template: ClassVar[str] = "{seat} blocks {blocked}; {left} damage is left"
    reveals: ClassVar[bool] = True
    seat: str
    blocked: int
    left: int


class HeroHit(Event, tag="hero-hit", kw_only=True):
    template: ClassVar[str] = "{damage} damage goes to the Hero of {seat}"
    seat: str
    damage: int


class UnitHit(Event, tag="unit-hit", kw_only=True):
    template: ClassVar[str] = "{damage} damage goes to {unit} of {seat}, who are Wounded"
    seat: str
    unit: str
    damage: int


class DamageUnassigned(Event, tag="damage-unassigned", kw_only=True):
    template: ClassVar[str] = "{damage} damage is left unassigned"
    damage: int


class ArtifactStolen(Event, tag="artifact-stolen", kw_only=True):
    template: ClassVar[str] = "{seat} steals {card} from {victim}"
    seat: str
    victim: str
    card: str


class ForcedToRetreat(Event, tag="forced-to-retreat", kw_only=True):
    template: ClassVar[str] = "{seat} is forced to retreat to {to}"
    seat: str
    to: str


class DuelDrawn(Event, tag="duel-drawn", kw_only=True):
    template: ClassVar[str] = "The combat is a draw: {seat} withdraws to {to}"
    seat: str
    to: str


class DuelWithdrawn(Event, tag="duel-withdrawn", kw_only=True):
    template: ClassVar[str] = "{seat} withdraws from another player's keep to {to}"
    seat: str
    to: str


class UnitAffected(Event, tag="unit-affected", kw_only=True):
    template: ClassVar[str] = "{unit} of {seat}: {change}"
    seat: str
    unit: str
    change: str


PVP_EVENTS: tuple[type[Event], ...] = (
    DuelBegun,
    Attends,
    DuelPhase,
    DuelPassed,
    DuelAttackMade,
    DuelBlockMade,
    HeroHit,
    UnitHit,
    DamageUnassigned,
    ArtifactStolen,
    ForcedToRetreat,
    DuelDrawn,
    DuelWithdrawn,
    UnitAffected,
)

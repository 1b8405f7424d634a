"""What happens in combats, as the record tells it."""

from typing import ClassVar

from service.engine.event import Event
from service.games.mage_knight.events_effects import OfEffect


class CombatBegun(Event, tag="combat-begun", kw_only=True):
    template: ClassVar[str] = "{seat} fights {enemies}"
    seat: str
    enemies: list[str]


class PhaseBegun(Event, tag="phase-begun", kw_only=True):
    template: ClassVar[str] = "The {phase} phase begins"
    phase: str


class MonsterSummoned(Event, tag="monster-summoned", kw_only=True):
    template: ClassVar[str] = "{summoner} summon {enemy} in their place"
    reveals: ClassVar[bool] = True
    foe: str
    summoner: str
    enemy: str


class MonsterGone(Event, tag="monster-gone", kw_only=True):
    template: ClassVar[str] = "The token of the summoned {enemy} is discarded"
    enemy: str


class AttackOpened(Event, tag="attack-opened", kw_only=True):
    template: ClassVar[str] = "{seat} attacks {enemies}"
    seat: str
    enemies: list[str]


class TargetsChanged(Event, tag="targets-changed", kw_only=True):
    template: ClassVar[str] = "The attack of {seat} is aimed at {enemies} now"
    seat: str
    enemies: list[str]


class BlockOpened(Event, tag="block-opened", kw_only=True):
    template: ClassVar[str] = "{seat} begins to block attack {attack} of {enemy}"
    seat: str
    enemy: str
    attack: int


class AssemblyCancelled(Event, tag="assembly-cancelled", kw_only=True):
    template: ClassVar[str] = "{seat} takes it back"
    seat: str


class AssemblyLapsed(Event, tag="assembly-lapsed", kw_only=True):
    template: ClassVar[str] = "What {seat} has begun has no enemy left that it is aimed at, and comes to nothing"
    seat: str


class DamageLapsed(Event, tag="damage-lapsed", kw_only=True):
    template: ClassVar[str] = "The attack is kept off: Damage {left} of it is not dealt"
    seat: str
    left: int


class PointsAdded(OfEffect, tag="points-added", kw_only=True):
    template: ClassVar[str] = "{seat} adds {what} {amount} by {thing}"
    seat: str
    what: str
    amount: int


class AttackMade(Event, tag="attack-made", kw_only=True):
    template: ClassVar[str] = "The attack of {total} reaches the Armor of {needed}"
    seat: str
    total: int
    needed: int


class AttackTooWeak(Event, tag="attack-too-weak", kw_only=True):
    template: ClassVar[str] = "The attack of {total} does not reach the Armor of {needed}"
    seat: str
    total: int
    needed: int


class EnemyDefeated(Event, tag="enemy-defeated", kw_only=True):
    template: ClassVar[str] = "Defeated: {enemy}"
    foe: str
    enemy: str


class BlockMade(Event, tag="block-made", kw_only=True):
    template: ClassVar[str] = "The block of {total} holds the attack of {needed}"
    seat: str
    total: int
    needed: int


class BlockTooWeak(Event, tag="block-too-weak", kw_only=True):
    template: ClassVar[str] = "The block of {total} does not hold the attack of {needed}"
    seat: str
    total: int
    needed: int


class UnitTookDamage(Event, tag="unit-took-damage", kw_only=True):
    template: ClassVar[str] = "{unit} of {seat} take {damage} of the damage"
    seat: str
    unit: str
    damage: int


class UnitResisted(Event, tag="unit-resisted", kw_only=True):
    template: ClassVar[str] = "{unit} of {seat} resist {damage} of the damage"
    seat: str
    unit: str
    damage: int


class UnitWounded(Event, tag="unit-wounded", kw_only=True):
    template: ClassVar[str] = "{unit} of {seat} are Wounded; Wounds: {wounds}"
    seat: str
    unit: str
    wounds: int


class WoundsToDiscard(Event, tag="wounds-to-discard", kw_only=True):
    template: ClassVar[str] = "{number} Wounds go to the discard pile of {seat}"
    seat: str
    number: int


class HandParalyzed(Event, tag="hand-paralyzed", kw_only=True):
    template: ClassVar[str] = "{seat} is paralyzed and discards {cards}"
    seat: str
    cards: list[str]


class KnockedOut(Event, tag="knocked-out", kw_only=True):
    template: ClassVar[str] = "{seat} is knocked out and discards {cards}"
    seat: str
    cards: list[str]


class AttackPrevented(Event, tag="attack-prevented", kw_only=True):
    template: ClassVar[str] = "Kept from attacking in this combat: {enemy}"
    foe: str
    enemy: str


class AttackCancelled(Event, tag="attack-cancelled", kw_only=True):
    template: ClassVar[str] = "Attack {attack} of {enemy} is cancelled"
    foe: str
    enemy: str
    attack: int


class ArmorChanged(Event, tag="armor-changed", kw_only=True):
    template: ClassVar[str] = "The Armor of {enemy} is {armor} now"
    foe: str
    enemy: str
    armor: int


class EnemyLoses(Event, tag="enemy-loses", kw_only=True):
    template: ClassVar[str] = "{enemy}: without {what} from now on"
    foe: str
    enemy: str
    what: list[str]


class Unaffected(OfEffect, tag="unaffected", kw_only=True):
    template: ClassVar[str] = "{thing} does nothing to {enemy}, for its resistance"
    enemy: str


class AttackGivenUp(OfEffect, tag="attack-given-up", kw_only=True):
    template: ClassVar[str] = "{seat} makes no attack with the points of {thing}"
    seat: str


class NothingSummoned(Event, tag="nothing-summoned", kw_only=True):
    template: ClassVar[str] = "No {back} token is left: {enemy} summon nothing"
    back: str
    enemy: str


class UnitsStronger(Event, tag="units-stronger", kw_only=True):
    template: ClassVar[str] = "The Units of {seat} fight stronger"
    seat: str


class AttacksChanged(Event, tag="attacks-changed", kw_only=True):
    template: ClassVar[str] = "The attacks of {seat} count as {what} in this combat"
    seat: str
    what: str


class SiteConquered(Event, tag="site-conquered", kw_only=True):
    template: ClassVar[str] = "{seat} conquers {space}"
    seat: str
    space: str


class ShieldOnCity(Event, tag="shield-on-city", kw_only=True):
    template: ClassVar[str] = "{seat} puts a shield on the card of the {city} city"
    seat: str
    city: str


class CityConquered(Event, tag="city-conquered", kw_only=True):
    template: ClassVar[str] = "The {city} city is conquered; {leader} leads it"
    city: str
    leader: str


class Withdrawn(Event, tag="withdrawn", kw_only=True):
    template: ClassVar[str] = "{seat} withdraws to {to}"
    seat: str
    to: str


class TokenDiscarded(Event, tag="token-discarded", kw_only=True):
    template: ClassVar[str] = "The token of {enemy} is discarded"
    enemy: str


REWARDS = {
    "artifact": ("Artifact", "Artifacts"),
    "spell": ("Spell", "Spells"),
    "advanced-action": ("Advanced Action", "Advanced Actions"),
    "unit": ("Unit", "Units"),
    "fame": ("Fame", "Fame"),
    "crystal-set": ("crystal of each basic colour", "crystals of each basic colour"),
    "random-crystal": ("random crystal", "random crystals"),
    "die-roll": ("Spell or Artifact by a die", "Spells or Artifacts by a die"),
}
"""Each kind of reward in the singular and the plural."""


class RewardDue(Event, tag="reward-due", kw_only=True):
    """``what`` is the kind in words, with its number."""

    template: ClassVar[str] = "{seat} will get a reward at the end of the turn: {what}"
    seat: str
    kind: str
    number: int
    what: str


class CombatEnded(Event, tag="combat-ended", kw_only=True):
    template: ClassVar[str] = "The combat of {seat} is over"
    seat: str


COMBAT_EVENTS = (
    CombatBegun,
    PhaseBegun,
    MonsterSummoned,
    MonsterGone,
    AttackOpened,
    TargetsChanged,
    BlockOpened,
    AssemblyCancelled,
    AssemblyLapsed,
    DamageLapsed,
    PointsAdded,
    AttackMade,
    AttackTooWeak,
    EnemyDefeated,
    BlockMade,
    BlockTooWeak,
    UnitTookDamage,
    UnitResisted,
    UnitWounded,
    WoundsToDiscard,
    HandParalyzed,
    KnockedOut,
    AttackPrevented,
    AttackCancelled,
    ArmorChanged,
    EnemyLoses,
    Unaffected,
    AttackGivenUp,
    NothingSummoned,
    UnitsStronger,
    AttacksChanged,
    SiteConquered,
    ShieldOnCity,
    CityConquered,
    Withdrawn,
    TokenDiscarded,
    RewardDue,
    CombatEnded,
)

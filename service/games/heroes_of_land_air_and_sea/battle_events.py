"""What a Battle tells."""

from typing import ClassVar

from service.engine.event import Event

Amounts = dict[str, int]


class BattleBegun(Event, tag="battle-begun", kw_only=True):
    template: ClassVar[str] = "{attacker} attacks {defender} in {area}"
    attacker: str
    defender: str
    area: str


class StrengthTotalled(Event, tag="strength-totalled", kw_only=True):
    template: ClassVar[str] = "The army of {seat} has Strength {strength}"
    seat: str
    strength: int


class NoCombatSpell(Event, tag="no-combat-spell", kw_only=True):
    template: ClassVar[str] = "{seat} casts no Combat Spell"
    seat: str


class CombatSpellWorks(Event, tag="combat-spell-works", kw_only=True):
    template: ClassVar[str] = "{name} works for {seat} in the Battle"
    seat: str
    spell: str
    name: str


class BattleEndsEarly(Event, tag="battle-ends-early", kw_only=True):
    template: ClassVar[str] = "The Battle is over without Tactic Cards: nothing is left of {empty}"
    empty: list[str]


class TacticChosen(Event, tag="tactic-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} has chosen a Tactic Card"
    seat: str


class TacticSeen(Event, tag="tactic-seen", kw_only=True):
    """The private half of the choice."""

    template: ClassVar[str] = "{seat} has chosen {name}"
    seat: str
    card: str
    name: str


class TacticRevealed(Event, tag="tactic-revealed", kw_only=True):
    template: ClassVar[str] = "{seat} plays {name}"
    reveals: ClassVar[bool] = True
    seat: str
    card: str
    name: str


class TacticIgnored(Event, tag="tactic-ignored", kw_only=True):
    template: ClassVar[str] = "{name} of {seat} is ignored: it cannot be paid, or its requirements are not met"
    seat: str
    card: str
    name: str


class TacticCancelled(Event, tag="tactic-cancelled", kw_only=True):
    template: ClassVar[str] = "{name} of {seat} is cancelled"
    seat: str
    card: str
    name: str


class UnitSacrificed(Event, tag="unit-sacrificed", kw_only=True):
    template: ClassVar[str] = "{seat} sacrifices 1 {unit}"
    seat: str
    unit: str


class UnitsConscripted(Event, tag="units-conscripted", kw_only=True):
    template: ClassVar[str] = "{seat} brings {units} from {origin} into the Battle in {region}"
    seat: str
    units: Amounts
    origin: str
    region: str


class ConscriptsEnded(Event, tag="conscripts-ended", kw_only=True):
    template: ClassVar[str] = "{seat} brings no more Units into the Battle"
    seat: str


class BattleDecided(Event, tag="battle-decided", kw_only=True):
    template: ClassVar[str] = "{winner} wins the Battle: attacker {attacking}, defender {defending}"
    winner: str
    attacking: int
    defending: int


class DamageDealt(Event, tag="damage-dealt", kw_only=True):
    """``natural`` is the Natural Strength that it is half of."""

    template: ClassVar[str] = "{seat} takes {damage} Damage at Natural Strength {natural}"
    seat: str
    natural: int
    damage: int


class UnitSaved(Event, tag="unit-saved", kw_only=True):
    template: ClassVar[str] = "1 {unit} of {seat} is saved"
    seat: str
    unit: str


class SaveDeclined(Event, tag="save-declined", kw_only=True):
    template: ClassVar[str] = "{seat} saves no Unit"
    seat: str


class UnitsRetreated(Event, tag="units-retreated", kw_only=True):
    template: ClassVar[str] = "{seat} retreats with {units} from {origin} to {destination}"
    seat: str
    units: Amounts
    origin: str
    destination: str


class BattleOver(Event, tag="battle-over", kw_only=True):
    template: ClassVar[str] = "The Battle in {area} is over"
    area: str


class ResourcesStolen(Event, tag="resources-stolen", kw_only=True):
    template: ClassVar[str] = "{seat} steals {resources} from {victim}"
    seat: str
    victim: str
    resources: Amounts


BATTLE_EVENTS: tuple[type[Event], ...] = (
    BattleBegun,
    StrengthTotalled,
    NoCombatSpell,
    CombatSpellWorks,
    BattleEndsEarly,
    TacticChosen,
    TacticSeen,
    TacticRevealed,
    TacticIgnored,
    TacticCancelled,
    UnitSacrificed,
    UnitsConscripted,
    ConscriptsEnded,
    BattleDecided,
    DamageDealt,
    UnitSaved,
    SaveDeclined,
    UnitsRetreated,
    BattleOver,
    ResourcesStolen,
)

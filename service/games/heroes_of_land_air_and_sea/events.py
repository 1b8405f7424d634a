"""What can happen in Heroes of Land, Air & Sea, as the record tells it."""

from typing import ClassVar, Literal

from service.engine.event import Event
from service.games.heroes_of_land_air_and_sea.ids import ActionName, Resource
from service.games.heroes_of_land_air_and_sea.state import Objective

Amounts = dict[str, int]
OBJECTIVE_NAME = {
    "explore": "eXplore",
    "expand": "eXpand",
    "exploit": "eXploit",
    "exterminate": "eXterminate",
    "capital-track": "the end of the Capital City Track",
}


# --- setup ------------------------------------------------------------------------------------------------------------


class FirstPlayerSet(Event, tag="first-player-set", kw_only=True):
    template: ClassVar[str] = "{seat} holds the First Player Token"
    seat: str


class FactionChosen(Event, tag="faction-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} plays the {name}"
    seat: str
    faction: str
    name: str


class TaxTokenPlaced(Event, tag="tax-token-placed", kw_only=True):
    template: ClassVar[str] = "The {resource} token is put on {amount} of the Tax Track"
    reveals: ClassVar[bool] = True
    resource: Resource
    amount: int


class CapitalPlaced(Event, tag="capital-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places the Capital City in {region}, on continent {continent}"
    seat: str
    continent: str
    region: str


class TokensPlaced(Event, tag="tokens-placed", kw_only=True):
    template: ClassVar[str] = "{number} {color} Exploration Tokens are placed face down, {left} go back to the box"
    color: str
    number: int
    left: int


# --- rounds and turns -------------------------------------------------------------------------------------------------


class RoundBegun(Event, tag="round-begun", kw_only=True):
    template: ClassVar[str] = "Round {round} begins, {seat} is first"
    round: int
    seat: str


class ActionTokenPlaced(Event, tag="action-token-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places an Action Token on {action}"
    seat: str
    action: ActionName
    slot: str


class ActionTokenPassed(Event, tag="action-token-passed", kw_only=True):
    template: ClassVar[str] = "{seat} can do nothing with an Action Token"
    seat: str


class Followed(Event, tag="followed", kw_only=True):
    template: ClassVar[str] = "{seat} follows {action} with a Serf"
    seat: str
    action: ActionName
    slot: str


class FollowDeclined(Event, tag="follow-declined", kw_only=True):
    template: ClassVar[str] = "{seat} does not follow {action}"
    seat: str
    action: ActionName


class Mustered(Event, tag="mustered", kw_only=True):
    template: ClassVar[str] = "{seat} musters a Serf for {action}"
    seat: str
    action: ActionName
    slot: str


class MusterDeclined(Event, tag="muster-declined", kw_only=True):
    template: ClassVar[str] = "{seat} does not muster"
    seat: str


class TurnEnded(Event, tag="turn-ended", kw_only=True):
    template: ClassVar[str] = "{seat} ends the turn"
    seat: str


class SlotsCleared(Event, tag="slots-cleared", kw_only=True):
    template: ClassVar[str] = "The Action Tokens of {seat} go back to the Courtyard, and Serfs from the slots: {serfs}"
    seat: str
    serfs: int


class ScribedTurned(Event, tag="scribed-turned", kw_only=True):
    template: ClassVar[str] = "Scribed Spells of {seat}: now Ready {ready}; now Preparing {preparing}"
    seat: str
    ready: list[str]
    preparing: list[str]


class RoundEnded(Event, tag="round-ended", kw_only=True):
    template: ClassVar[str] = "Round {round} ends"
    round: int


# --- stock and pieces -------------------------------------------------------------------------------------------------


class ResourcesGained(Event, tag="resources-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {resources}"
    seat: str
    resources: Amounts


class ResourcesOverLimit(Event, tag="resources-over-limit", kw_only=True):
    """``source`` is the clause that gave them."""

    template: ClassVar[str] = "{seat} cannot hold more than {limit} of a Resource: lost {resources} ({source})"
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


# --- Capital Actions --------------------------------------------------------------------------------------------------


class UnitsRecruited(Event, tag="units-recruited", kw_only=True):
    template: ClassVar[str] = "{seat} recruits {units}, placed in {region}"
    seat: str
    units: Amounts
    region: str


class RecruitDeclined(Event, tag="recruit-declined", kw_only=True):
    template: ClassVar[str] = "{seat} does not recruit {unit} again"
    seat: str
    unit: str


class VesselBuilt(Event, tag="vessel-built", kw_only=True):
    template: ClassVar[str] = "{seat} builds {vessel} in {region}"
    seat: str
    vessel: str
    region: str


class BuildingBuilt(Event, tag="building-built", kw_only=True):
    template: ClassVar[str] = "{seat} builds {building} and puts a Serf on it"
    seat: str
    building: str


class CapitalUpgraded(Event, tag="capital-upgraded", kw_only=True):
    template: ClassVar[str] = "The Capital City of {seat} is now Level {level}"
    seat: str
    level: int


class TowerBuilt(Event, tag="tower-built", kw_only=True):
    template: ClassVar[str] = "{seat} builds a Tower in {region}, at distance {distance}"
    seat: str
    region: str
    distance: int


class CardsDrawn(Event, tag="cards-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} draws a Spell Card"
    reveals: ClassVar[bool] = True
    seat: str


class CardSeen(Event, tag="card-seen", kw_only=True):
    """The private half of a draw."""

    template: ClassVar[str] = "{seat} has drawn {name}"
    seat: str
    spell: str
    name: str


class DeckReshuffled(Event, tag="deck-reshuffled", kw_only=True):
    template: ClassVar[str] = "The discard pile is shuffled into a new Spell Deck; cards: {number}"
    number: int


class NothingToDraw(Event, tag="nothing-to-draw", kw_only=True):
    template: ClassVar[str] = "There is no Spell Card left for {seat} to draw"
    seat: str


class CardDiscarded(Event, tag="card-discarded", kw_only=True):
    template: ClassVar[str] = "{seat} discards a Spell Card face down"
    seat: str


class DiscardSeen(Event, tag="discard-seen", kw_only=True):
    """The private half of a discard."""

    template: ClassVar[str] = "{seat} has discarded {name}"
    seat: str
    spell: str
    name: str


class SpellScribed(Event, tag="spell-scribed", kw_only=True):
    template: ClassVar[str] = "{seat} scribes {name}"
    reveals: ClassVar[bool] = True
    seat: str
    spell: str
    name: str


class TaxTaken(Event, tag="tax-taken", kw_only=True):
    template: ClassVar[str] = "{seat} taxes {resource}, which stands on {amount}"
    seat: str
    resource: Resource
    amount: int


class TaxTrackAdvanced(Event, tag="tax-track-advanced", kw_only=True):
    template: ClassVar[str] = "The Tax Track advances: now {track}"
    track: dict[Resource, int]


# --- movement and exploring -------------------------------------------------------------------------------------------


class ArmyMarched(Event, tag="army-marched", kw_only=True):
    template: ClassVar[str] = "{seat} marches with {units} from {origin} to {destination}"
    seat: str
    units: Amounts
    origin: str
    destination: str


class VesselSailed(Event, tag="vessel-sailed", kw_only=True):
    template: ClassVar[str] = "{vessel} of {seat} sails from {origin} to {destination}"
    seat: str
    vessel: str
    origin: str
    destination: str


class VesselFlown(Event, tag="vessel-flown", kw_only=True):
    template: ClassVar[str] = "{vessel} of {seat} flies from {origin} to {destination}"
    seat: str
    vessel: str
    origin: str
    destination: str


class UnitsExchanged(Event, tag="units-exchanged", kw_only=True):
    template: ClassVar[str] = "{seat} brings aboard {vessel}: {board}; ashore: {leave}"
    seat: str
    vessel: str
    board: Amounts
    leave: Amounts


class TokenRevealed(Event, tag="token-revealed", kw_only=True):
    template: ClassVar[str] = "The token in {area} is turned up: {name}"
    reveals: ClassVar[bool] = True
    area: str
    token: str
    name: str


class TokenResolved(Event, tag="token-resolved", kw_only=True):
    template: ClassVar[str] = "{seat} resolves {name} in {area}"
    seat: str
    area: str
    token: str
    name: str


class TokenStays(Event, tag="token-stays", kw_only=True):
    template: ClassVar[str] = "{name} stays in {area}"
    area: str
    token: str
    name: str


class ExploringEnded(Event, tag="exploring-ended", kw_only=True):
    template: ClassVar[str] = "Nobody of {seat} is left in {area} to explore it"
    seat: str
    area: str


# --- Battling ---------------------------------------------------------------------------------------------------------


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
    template: ClassVar[str] = "{seat} sacrifices {unit}"
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
    template: ClassVar[str] = "{unit} of {seat} is saved"
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


# --- Spells and abilities ---------------------------------------------------------------------------------------------


class SpellCast(Event, tag="spell-cast", kw_only=True):
    """A card is shown; its effect comes later, if nobody cancels it."""

    template: ClassVar[str] = "{seat} casts {name}"
    reveals: ClassVar[bool] = True
    seat: str
    spell: str
    name: str


class TargetChosen(Event, tag="target-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} aims {source} at {target}"
    seat: str
    source: str
    target: str


class InterruptPassed(Event, tag="interrupt-passed", kw_only=True):
    template: ClassVar[str] = "{seat} does not answer {name}"
    seat: str
    spell: str
    name: str


class SpellWorks(Event, tag="spell-works", kw_only=True):
    template: ClassVar[str] = "{name} of {seat} takes effect"
    seat: str
    spell: str
    name: str


class SpellCancelled(Event, tag="spell-cancelled", kw_only=True):
    template: ClassVar[str] = "{name} of {seat} is cancelled"
    seat: str
    spell: str
    name: str


class SpellCopied(Event, tag="spell-copied", kw_only=True):
    template: ClassVar[str] = "The effect of {name} is now for {seat}"
    seat: str
    spell: str
    name: str


class PaymentRefused(Event, tag="payment-refused", kw_only=True):
    template: ClassVar[str] = "{seat} does not pay {mana} more Mana for {name}"
    seat: str
    spell: str
    name: str
    mana: int


class NothingHappens(Event, tag="nothing-happens", kw_only=True):
    template: ClassVar[str] = "{name} does nothing for {seat}"
    seat: str
    source: str
    name: str


class AbilityUsed(Event, tag="ability-used", kw_only=True):
    template: ClassVar[str] = "{seat} uses {ability}"
    seat: str
    ability: str


class ResourceExchanged(Event, tag="resource-exchanged", kw_only=True):
    template: ClassVar[str] = "{seat} exchanges 1 {give} for 1 {get}"
    seat: str
    give: Resource
    get: Resource


class ExchangeEnded(Event, tag="exchange-ended", kw_only=True):
    template: ClassVar[str] = "{seat} exchanges no more Resources"
    seat: str


class ArmyTeleported(Event, tag="army-teleported", kw_only=True):
    template: ClassVar[str] = "{seat} takes {units} from {origin} to {destination} at once"
    seat: str
    units: Amounts
    origin: str
    destination: str


class UnitsMoved(Event, tag="units-moved", kw_only=True):
    """``by`` is the player whose Spell or ability moves them."""

    template: ClassVar[str] = "{by} moves {units} of {seat} from {origin} to {destination}"
    seat: str
    units: Amounts
    origin: str
    destination: str
    by: str


# --- the end ----------------------------------------------------------------------------------------------------------


class EndTriggered(Event, tag="end-triggered", kw_only=True):
    template: ClassVar[str] = "The X-Objective {objective} is achieved: round {last_round} is the final round"
    objective: Objective
    last_round: int

    def facts(self) -> dict[str, object]:
        return super().facts() | {"objective": OBJECTIVE_NAME.get(self.objective, self.objective)}


class CapitalDestroyed(Event, tag="capital-destroyed", kw_only=True):
    template: ClassVar[str] = "{seat} destroys the Capital City of {victim}"
    seat: str
    victim: str


class PlayerEliminated(Event, tag="player-eliminated", kw_only=True):
    template: ClassVar[str] = "{seat} is eliminated"
    seat: str


class GameEnded(Event, tag="game-ended", kw_only=True):
    template: ClassVar[str] = "The game ends, won by {winners} with {points} VP"
    winners: list[str]
    points: int


EVENTS: tuple[type[Event], ...] = (
    FirstPlayerSet,
    FactionChosen,
    TaxTokenPlaced,
    CapitalPlaced,
    TokensPlaced,
    RoundBegun,
    ActionTokenPlaced,
    ActionTokenPassed,
    Followed,
    FollowDeclined,
    Mustered,
    MusterDeclined,
    TurnEnded,
    SlotsCleared,
    ScribedTurned,
    RoundEnded,
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
    UnitsRecruited,
    RecruitDeclined,
    VesselBuilt,
    BuildingBuilt,
    CapitalUpgraded,
    TowerBuilt,
    CardsDrawn,
    CardSeen,
    DeckReshuffled,
    NothingToDraw,
    CardDiscarded,
    DiscardSeen,
    SpellScribed,
    TaxTaken,
    TaxTrackAdvanced,
    ArmyMarched,
    VesselSailed,
    VesselFlown,
    UnitsExchanged,
    TokenRevealed,
    TokenResolved,
    TokenStays,
    ExploringEnded,
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
    SpellCast,
    TargetChosen,
    InterruptPassed,
    SpellWorks,
    SpellCancelled,
    SpellCopied,
    PaymentRefused,
    NothingHappens,
    AbilityUsed,
    ResourceExchanged,
    ExchangeEnded,
    ArmyTeleported,
    UnitsMoved,
    EndTriggered,
    CapitalDestroyed,
    PlayerEliminated,
    GameEnded,
)

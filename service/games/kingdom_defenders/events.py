"""What can happen in Kingdom Defenders, as the record tells it."""

from typing import ClassVar, Literal

from service.engine.event import Event
from service.games.kingdom_defenders.state import CampResource, Feat, OrbRelic, Resource, Track

Goods = dict[Resource, int]


# --- setup and reveals ---


class CharacterDrawn(Event, tag="character-drawn", kw_only=True):
    template: ClassVar[str] = "Character {character} comes into the game"
    reveals: ClassVar[bool] = True
    character: str


class CharactersPlaced(Event, tag="characters-placed", kw_only=True):
    template: ClassVar[str] = "The Characters take their places: {characters}"
    characters: dict[str, str]


class BuildingRevealed(Event, tag="building-revealed", kw_only=True):
    template: ClassVar[str] = "Building {building} is revealed on {site}"
    reveals: ClassVar[bool] = True
    building: str
    site: str


class DeedRevealed(Event, tag="deed-revealed", kw_only=True):
    template: ClassVar[str] = "Deed {deed} is laid out on {slot}"
    reveals: ClassVar[bool] = True
    deed: str
    slot: str


class AdventureRevealed(Event, tag="adventure-revealed", kw_only=True):
    template: ClassVar[str] = "Adventure {adventure} comes to {space}"
    reveals: ClassVar[bool] = True
    adventure: str
    space: str


class RewardRevealed(Event, tag="reward-revealed", kw_only=True):
    template: ClassVar[str] = "A Reward with {reward} is turned up on {slot}"
    reveals: ClassVar[bool] = True
    reward: str
    slot: str


class HordeRevealed(Event, tag="horde-revealed", kw_only=True):
    template: ClassVar[str] = "Horde {horde} threatens the city; it stands on space {distance} of the path"
    reveals: ClassVar[bool] = True
    horde: str
    side: Literal["4", "5"] | None = None
    distance: int


class PawnDrawn(Event, tag="pawn-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} gets place {position} of the turn order"
    reveals: ClassVar[bool] = True
    seat: str
    position: int


class TurnOrderChanged(Event, tag="turn-order-changed", kw_only=True):
    template: ClassVar[str] = "The turn order is now {order}"
    order: list[str]


class StartFameSet(Event, tag="start-fame-set", kw_only=True):
    template: ClassVar[str] = "{seat} starts with {fame} Fame"
    seat: str
    fame: int


class FateDealt(Event, tag="fate-dealt", kw_only=True):
    template: ClassVar[str] = "{seat} is dealt Fate card {card}"
    reveals: ClassVar[bool] = True
    seat: str
    card: str


class FateCommitted(Event, tag="fate-committed", kw_only=True):
    template: ClassVar[str] = "{seat} has kept a Fate card"
    seat: str


class FateChosen(Event, tag="fate-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} keeps Fate card {card}"
    seat: str
    card: str


class StartGoodsTaken(Event, tag="start-goods-taken", kw_only=True):
    template: ClassVar[str] = "{seat} secretly takes {goods}"
    seat: str
    goods: Goods


# --- rounds and dice ---


class RoundBegun(Event, tag="round-begun", kw_only=True):
    template: ClassVar[str] = "Round {round} begins"
    round: int


class FavorBegun(Event, tag="favor-begun", kw_only=True):
    template: ClassVar[str] = "{seat} has the least Fame and rolls the dice"
    seat: str


class DiceLeftOut(Event, tag="dice-left-out", kw_only=True):
    template: ClassVar[str] = "{seat} leaves out {dice}"
    seat: str
    dice: list[str]


class DieRolled(Event, tag="die-rolled", kw_only=True):
    template: ClassVar[str] = "{die} shows {face}"
    reveals: ClassVar[bool] = True
    die: str
    face: str


class DieTaken(Event, tag="die-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes {die}, which shows {face}"
    seat: str
    die: str
    face: str


# --- discs ---


class DiscPlaced(Event, tag="disc-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places {discs} disc(s) on {space}"
    seat: str
    space: str
    discs: int


class PlayerPassed(Event, tag="player-passed", kw_only=True):
    template: ClassVar[str] = "{seat} places no more discs"
    seat: str


class DiscsRecovered(Event, tag="discs-recovered", kw_only=True):
    template: ClassVar[str] = "{seat} recovers {discs} disc(s) from {space}"
    seat: str
    space: str
    discs: int


class GreyDiscReturned(Event, tag="grey-disc-returned", kw_only=True):
    template: ClassVar[str] = "The grey disc returns to the reserve from {space}"
    space: str


class GreyDiscKept(Event, tag="grey-disc-kept", kw_only=True):
    template: ClassVar[str] = "There is no space for the grey disc of {seat}: it stays in the reserve"
    seat: str


class DiscMoved(Event, tag="disc-moved", kw_only=True):
    template: ClassVar[str] = "{seat}'s disc moves from {origin} to {space}"
    seat: str
    origin: str
    space: str


class GreyDiscPlaced(Event, tag="grey-disc-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places the grey disc on {space}"
    seat: str
    space: str


class DiscsSwapped(Event, tag="discs-swapped", kw_only=True):
    template: ClassVar[str] = "{seat} exchanges the discs on {first} and {second}"
    seat: str
    first: str
    second: str


class ExtraDiscGained(Event, tag="extra-disc-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gets an extra disc"
    seat: str


# --- goods, Fame, levels, Wounds ---


class ActionChosen(Event, tag="action-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} carries out {action}"
    seat: str
    action: str


class Declined(Event, tag="declined", kw_only=True):
    template: ClassVar[str] = "{seat} does not activate {space}"
    seat: str
    space: str


class GoodsGained(Event, tag="goods-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {goods}"
    seat: str
    goods: Goods


class GoodsPaid(Event, tag="goods-paid", kw_only=True):
    template: ClassVar[str] = "{seat} pays {goods}"
    seat: str
    goods: Goods


class FameGained(Event, tag="fame-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {fame} Fame and has {total}"
    seat: str
    fame: int
    total: int


class FameLost(Event, tag="fame-lost", kw_only=True):
    template: ClassVar[str] = "{seat} loses {fame} Fame and has {total}"
    seat: str
    fame: int
    total: int


class FameLossStopped(Event, tag="fame-loss-stopped", kw_only=True):
    template: ClassVar[str] = "{seat} has no Fame left: {dropped} of the loss is dropped"
    seat: str
    dropped: int


class FameTileTurned(Event, tag="fame-tile-turned", kw_only=True):
    template: ClassVar[str] = "{seat} passes space 60 of the Fame track: tile {tile}"
    seat: str
    tile: Literal[60, 120]


class FameTileReturned(Event, tag="fame-tile-returned", kw_only=True):
    template: ClassVar[str] = "{seat} goes back across space 60 of the Fame track and no longer holds tile {tile}"
    seat: str
    tile: Literal[60, 120]


class LevelGained(Event, tag="level-gained", kw_only=True):
    template: ClassVar[str] = "{seat} reaches {track} level {level}"
    seat: str
    track: Track
    level: int


class LevelTileTaken(Event, tag="level-tile-taken", kw_only=True):
    template: ClassVar[str] = "{seat} has the {track} Level tile with +{side} up"
    seat: str
    track: Track
    side: Literal[1, 2]


class MultiplierReached(Event, tag="multiplier-reached", kw_only=True):
    template: ClassVar[str] = "{seat} reaches multiplier x{multiplier} on the {track} track"
    seat: str
    track: Track
    multiplier: int


class WoundsSuffered(Event, tag="wounds-suffered", kw_only=True):
    template: ClassVar[str] = "{seat} suffers {wounds} Wound(s) and has {total}"
    seat: str
    wounds: int
    total: int


class WoundsAvoided(Event, tag="wounds-avoided", kw_only=True):
    template: ClassVar[str] = "{seat} avoids {wounds} Wound(s)"
    seat: str
    wounds: int


class WoundDiscTaken(Event, tag="wound-disc-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes a disc from {space} to count Wounds"
    seat: str
    space: str


class WoundsHealed(Event, tag="wounds-healed", kw_only=True):
    template: ClassVar[str] = "{seat} heals {wounds} Wound(s) and has {total}"
    seat: str
    wounds: int
    total: int


# --- Deeds, Rewards, Adventures ---


class DeedCompleted(Event, tag="deed-completed", kw_only=True):
    template: ClassVar[str] = "{seat} shows the goods for Deed {deed}"
    reveals: ClassVar[bool] = True
    seat: str
    deed: str
    orbs: dict[str, int]


class OrbsSpent(Event, tag="orbs-spent", kw_only=True):
    template: ClassVar[str] = "{seat} lays out {number} Orb(s)"
    seat: str
    number: int


class RewardTaken(Event, tag="reward-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes the Reward from {slot}"
    seat: str
    slot: str
    reward: str | None = None


class RewardDrawn(Event, tag="reward-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} finds {reward} on the Reward"
    reveals: ClassVar[bool] = True
    seat: str
    reward: str


class AdventureCompleted(Event, tag="adventure-completed", kw_only=True):
    template: ClassVar[str] = "{seat} completes Adventure {adventure} on {space}"
    seat: str
    adventure: str
    space: str


class AdventureKept(Event, tag="adventure-kept", kw_only=True):
    template: ClassVar[str] = "{seat} keeps Adventure card {adventure}"
    seat: str
    adventure: str


class AdventureLapsed(Event, tag="adventure-lapsed", kw_only=True):
    template: ClassVar[str] = "{seat} has not completed Adventure {adventure}"
    seat: str
    adventure: str


class AdventuresRemoved(Event, tag="adventures-removed", kw_only=True):
    template: ClassVar[str] = "Adventures leave the game: {adventures}"
    adventures: list[str]


class AdventuresMoved(Event, tag="adventures-moved", kw_only=True):
    template: ClassVar[str] = "The Adventures move along: {row}"
    row: dict[str, str]


# --- attacks ---


class GoodsStolen(Event, tag="goods-stolen", kw_only=True):
    template: ClassVar[str] = "{rival} hands {goods} to {seat}"
    reveals: ClassVar[bool] = True
    seat: str
    rival: str
    goods: Goods


class StockProved(Event, tag="stock-proved", kw_only=True):
    template: ClassVar[str] = "{rival} lifts the screen: no {kind}"
    reveals: ClassVar[bool] = True
    rival: str
    kind: Resource


class TakenFromCamps(Event, tag="taken-from-camps", kw_only=True):
    template: ClassVar[str] = "{seat} takes {goods} from {rival}'s Camps"
    seat: str
    rival: str
    goods: dict[CampResource, int]


# --- the Horde ---


class CampsSupplied(Event, tag="camps-supplied", kw_only=True):
    template: ClassVar[str] = "{seat} puts {goods} into the Camps"
    seat: str
    goods: dict[CampResource, int]


class HordeAdvanced(Event, tag="horde-advanced", kw_only=True):
    template: ClassVar[str] = "The Horde advances to space {distance}"
    distance: int


class HordeDefeated(Event, tag="horde-defeated", kw_only=True):
    template: ClassVar[str] = "Horde {horde} is defeated"
    horde: str


class CityBesieged(Event, tag="city-besieged", kw_only=True):
    template: ClassVar[str] = "Horde {horde} besieges the city"
    horde: str


class WallTurned(Event, tag="wall-turned", kw_only=True):
    template: ClassVar[str] = "The Wall tile is turned to its {side}-side"
    side: Literal["B"]


class WallFallen(Event, tag="wall-fallen", kw_only=True):
    template: ClassVar[str] = "The Wall tile is removed: the city has fallen"


class CampsEmptied(Event, tag="camps-emptied", kw_only=True):
    template: ClassVar[str] = "All Camps are emptied"


class NothingForTheMost(Event, tag="nothing-for-the-most", kw_only=True):
    template: ClassVar[str] = "{tied} tie for the most resources: nobody gets the Reward"
    tied: list[str]


# --- the end ---


class FeatAchieved(Event, tag="feat-achieved", kw_only=True):
    template: ClassVar[str] = "{seat} has earned the achievement {feat}"
    seat: str
    feat: Feat


class GameEnded(Event, tag="game-ended", kw_only=True):
    template: ClassVar[str] = "The game ends"


class OrbAssigned(Event, tag="orb-assigned", kw_only=True):
    template: ClassVar[str] = "{seat}'s Orb becomes {relic}"
    reveals: ClassVar[bool] = True
    seat: str
    relic: OrbRelic


class OrbsSettled(Event, tag="orbs-settled", kw_only=True):
    template: ClassVar[str] = "{seat} has assigned all Orbs"
    seat: str


class FinalScore(Event, tag="final-score", kw_only=True):
    template: ClassVar[str] = "{seat} ends with {fame} Fame"
    reveals: ClassVar[bool] = True
    seat: str
    fame: int


class NoDefender(Event, tag="no-defender", kw_only=True):
    template: ClassVar[str] = "The city has fallen: the winner does not become the Kingdom Defender"


class Victory(Event, tag="victory", kw_only=True):
    template: ClassVar[str] = "Victory: {winners}"
    winners: list[str]


EVENTS: tuple[type[Event], ...] = tuple(
    shape
    for shape in list(globals().values())
    if isinstance(shape, type) and issubclass(shape, Event) and shape is not Event
)

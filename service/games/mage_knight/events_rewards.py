"""The end of a turn, rewards, levels, and effects on other players, as the record tells them."""

from typing import ClassVar

from service.engine.event import Event
from service.games.mage_knight.events_effects import OfEffect


class RewardTaken(Event, tag="reward-taken", kw_only=True):
    template: ClassVar[str] = "{seat} has a reward to take: {kind}"
    seat: str
    kind: str


class RewardLost(Event, tag="reward-lost", kw_only=True):
    template: ClassVar[str] = "{seat} does not get a reward: {kind}"
    seat: str
    kind: str


class RewardPostponed(Event, tag="reward-postponed", kw_only=True):
    template: ClassVar[str] = "{seat} takes the Unit after the level up"
    seat: str


class ArtifactDrawn(Event, tag="artifact-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} draws the Artifact {card}"
    reveals: ClassVar[bool] = True
    seat: str
    card: str


class ArtifactPutBack(Event, tag="artifact-put-back", kw_only=True):
    template: ClassVar[str] = "{seat} puts {card} under the Artifact deck"
    seat: str
    card: str


class RewardRolled(Event, tag="reward-rolled", kw_only=True):
    template: ClassVar[str] = "{seat} rolls {color} for a reward"
    reveals: ClassVar[bool] = True
    seat: str
    color: str


class LevelReached(Event, tag="level-reached", kw_only=True):
    template: ClassVar[str] = "{seat} reaches level {level}"
    seat: str
    level: int


class SkillDrawn(Event, tag="skill-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} turns up the Skill {skill}"
    reveals: ClassVar[bool] = True
    seat: str
    skill: str


class SkillGained(Event, tag="skill-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains the Skill {skill}"
    seat: str
    skill: str


class SkillOffered(Event, tag="skill-offered", kw_only=True):
    template: ClassVar[str] = "{skill} goes into the Common Skill offer"
    skill: str


class CardPutBack(Event, tag="card-put-back", kw_only=True):
    template: ClassVar[str] = "{seat} puts {card} {place}"
    seat: str
    card: str
    place: str


class SkillPlaced(Event, tag="skill-placed", kw_only=True):
    template: ClassVar[str] = "{seat} puts {skill} into the {place}"
    seat: str
    skill: str
    place: str


class SkillHandedBack(Event, tag="skill-handed-back", kw_only=True):
    template: ClassVar[str] = "{seat} hands {skill} back to {owner}"
    seat: str
    skill: str
    owner: str


class PowerAdded(Event, tag="power-added", kw_only=True):
    template: ClassVar[str] = "{skill} adds {bonus} to the card that {seat} plays"
    seat: str
    skill: str
    bonus: int


class Punished(OfEffect, tag="punished", kw_only=True):
    template: ClassVar[str] = "{seat} is hit by {thing} for using {color} mana"
    seat: str
    color: str


class CrystalTaken(Event, tag="crystal-taken", kw_only=True):
    template: ClassVar[str] = "{seat} loses a {color} crystal"
    reveals: ClassVar[bool] = True
    seat: str
    color: str


class HandShown(Event, tag="hand-shown", kw_only=True):
    template: ClassVar[str] = "{seat} shows the hand: {cards}"
    reveals: ClassVar[bool] = True
    seat: str
    cards: list[str]


class CardStolen(Event, tag="card-stolen", kw_only=True):
    template: ClassVar[str] = "{seat} takes {card} from {owner}"
    seat: str
    card: str
    owner: str


class UnitSpentByOther(Event, tag="unit-spent", kw_only=True):
    template: ClassVar[str] = "{unit} of {owner} become Spent"
    seat: str
    owner: str
    unit: str


class BannerUsed(Event, tag="banner-used", kw_only=True):
    template: ClassVar[str] = "{seat} uses {banner} of {unit}"
    seat: str
    banner: str
    unit: str


class DiceForgone(Event, tag="dice-forgone", kw_only=True):
    template: ClassVar[str] = "{seat} uses no die of the Source this turn"
    seat: str


class EffectTakenBack(OfEffect, tag="effect-taken-back", kw_only=True):
    template: ClassVar[str] = "{seat} takes {thing} back: its mana is not used"
    seat: str


REWARD_EVENTS: tuple[type[Event], ...] = (
    RewardTaken,
    RewardLost,
    RewardPostponed,
    ArtifactDrawn,
    ArtifactPutBack,
    RewardRolled,
    LevelReached,
    SkillDrawn,
    SkillGained,
    SkillOffered,
    CardPutBack,
    SkillPlaced,
    SkillHandedBack,
    PowerAdded,
    Punished,
    CrystalTaken,
    HandShown,
    CardStolen,
    UnitSpentByOther,
    BannerUsed,
    DiceForgone,
    EffectTakenBack,
)

"""What is told of the automated Enemy of a solo game."""

from typing import ClassVar

from service.engine.event import Event


class EnemyFactionDrawn(Event, tag="enemy-faction-drawn", kw_only=True):
    template: ClassVar[str] = "The Enemy plays the {name}"
    reveals: ClassVar[bool] = True
    faction: str
    name: str


class EnemyHeroCardDrawn(Event, tag="enemy-hero-card-drawn", kw_only=True):
    template: ClassVar[str] = "{card} is drawn for the {hero}: {action}"
    reveals: ClassVar[bool] = True
    hero: str
    card: str
    action: str


class EnemyCannotAct(Event, tag="enemy-cannot-act", kw_only=True):
    template: ClassVar[str] = "The {hero} cannot carry {action} out, and moves"
    hero: str
    action: str


class EnemyStays(Event, tag="enemy-stays", kw_only=True):
    template: ClassVar[str] = "The {hero} can enter no Region from {area}"
    hero: str
    area: str


class EnemyTrackAdvanced(Event, tag="enemy-track-advanced", kw_only=True):
    template: ClassVar[str] = "The Enemy reaches step {step} of its Capital City Track: {gives}"
    step: int
    gives: str

    def facts(self) -> dict[str, object]:
        level = self.gives.removeprefix("level-")
        return super().facts() | {"gives": "a Building" if self.gives == "building" else f"Level {level}"}


class EnemySpellCast(Event, tag="enemy-spell-cast", kw_only=True):
    template: ClassVar[str] = "The Enemy casts the Spell of the {hero}"
    hero: str


class EnemySpellFails(Event, tag="enemy-spell-fails", kw_only=True):
    template: ClassVar[str] = "The Spell of the {hero} has no effect"
    hero: str


class TokensCollected(Event, tag="tokens-collected", kw_only=True):
    template: ClassVar[str] = "The Enemy collects Exploration Tokens in {area}: {number}"
    area: str
    number: int


class EnemyBattleCardDrawn(Event, tag="enemy-battle-card-drawn", kw_only=True):
    template: ClassVar[str] = "{card} is drawn for the Battle: Strength {strength}, {tactic}"
    reveals: ClassVar[bool] = True
    card: str
    strength: int
    tactic: str


class HeroReappears(Event, tag="hero-reappears", kw_only=True):
    template: ClassVar[str] = "The {hero} of the Enemy reappears in {region}"
    hero: str
    region: str


class SoloCardsDiscarded(Event, tag="solo-cards-discarded", kw_only=True):
    template: ClassVar[str] = "The Enemy discards {cards}"
    cards: list[str]


class SoloDeckReshuffled(Event, tag="solo-deck-reshuffled", kw_only=True):
    template: ClassVar[str] = "Solo Enemy Cards are shuffled into a new deck: {number}"
    number: int


class EnemyWins(Event, tag="enemy-wins", kw_only=True):
    template: ClassVar[str] = "The game ends, won by the Enemy with {points} VP"
    points: int


class EnemyShares(Event, tag="enemy-shares", kw_only=True):
    template: ClassVar[str] = "The Enemy has as many points and Resources: it shares the victory with {seat}"
    seat: str


SOLO_EVENTS: tuple[type[Event], ...] = (
    EnemyFactionDrawn,
    EnemyHeroCardDrawn,
    EnemyCannotAct,
    EnemyStays,
    EnemyTrackAdvanced,
    EnemySpellCast,
    EnemySpellFails,
    TokensCollected,
    EnemyBattleCardDrawn,
    HeroReappears,
    SoloCardsDiscarded,
    SoloDeckReshuffled,
    EnemyWins,
    EnemyShares,
)

"""What can happen in rounds and turns, as the record tells it."""

from typing import ClassVar

from service.engine.event import Event
from service.games.mage_knight.events_effects import OfEffect


class HeroChosen(Event, tag="hero-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} plays {hero}"
    seat: str
    hero: str


class DieRolled(Event, tag="die-rolled", kw_only=True):
    template: ClassVar[str] = "A mana die of the Source shows {color}"
    reveals: ClassVar[bool] = True
    color: str


class SourceRerolled(Event, tag="source-rerolled", kw_only=True):
    template: ClassVar[str] = "Dice of the Source that are rolled again: {dice}"
    dice: int


OFFER_NAME = {"spell": "Spell", "advanced-action": "Advanced Action"}


class OfferFilled(Event, tag="offer-filled", kw_only=True):
    template: ClassVar[str] = "The {offer} offer gets {card}"
    reveals: ClassVar[bool] = True
    offer: str
    card: str

    def facts(self) -> dict[str, object]:
        """The offer by its printed name."""
        return {**super().facts(), "offer": OFFER_NAME.get(self.offer, self.offer)}


class OfferCardRemoved(Event, tag="offer-card-removed", kw_only=True):
    template: ClassVar[str] = "{card}: out of the {offer} offer and under its deck"
    offer: str
    card: str

    def facts(self) -> dict[str, object]:
        """The offer by its printed name."""
        return {**super().facts(), "offer": OFFER_NAME.get(self.offer, self.offer)}


class OfferDealtAgain(Event, tag="offer-dealt-again", kw_only=True):
    template: ClassVar[str] = (
        "No Unit of the first offer can be recruited in a village: it is shuffled into its deck and dealt again"
    )


class RoundBegun(Event, tag="round-begun", kw_only=True):
    template: ClassVar[str] = "Round {round} begins: {time}"
    round: int
    time: str


class RoundEnded(Event, tag="round-ended", kw_only=True):
    template: ClassVar[str] = "Round {round} is over"
    round: int


class UnitsReadied(Event, tag="units-readied", kw_only=True):
    template: ClassVar[str] = "{seat} readies all Units"
    seat: str


class TokensTurnedUp(Event, tag="tokens-turned-up", kw_only=True):
    template: ClassVar[str] = "{seat} turns Banners and Skill tokens face up"
    seat: str


class DeckShuffled(Event, tag="deck-shuffled", kw_only=True):
    template: ClassVar[str] = "{seat} shuffles a new Deed deck; cards in it: {number}"
    seat: str
    number: int


class TacticTaken(Event, tag="tactic-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes the Tactic {tactic}"
    seat: str
    tactic: str


class TacticUsed(Event, tag="tactic-used", kw_only=True):
    template: ClassVar[str] = "{seat} uses the Tactic {tactic}"
    seat: str
    tactic: str


class TacticsSetAside(Event, tag="tactics-set-aside", kw_only=True):
    template: ClassVar[str] = "The Tactics that nobody took are set aside"


class TacticsShown(Event, tag="tactics-shown", kw_only=True):
    template: ClassVar[str] = "The Tactics of the {time} are laid out"
    time: str


class TacticsCollected(Event, tag="tactics-collected", kw_only=True):
    template: ClassVar[str] = "The Tactics of the last Round are collected"


class RoundOrderSet(Event, tag="round-order-set", kw_only=True):
    template: ClassVar[str] = "The Round Order is {order}"
    order: list[str]


class TurnBegun(Event, tag="turn-begun", kw_only=True):
    template: ClassVar[str] = "{seat} begins a turn"
    seat: str


class TurnSkipped(Event, tag="turn-skipped", kw_only=True):
    template: ClassVar[str] = "{seat} flips the Round Order token back and misses the turn"
    seat: str


class TurnForfeited(Event, tag="turn-forfeited", kw_only=True):
    template: ClassVar[str] = "{seat} forfeits the turn"
    seat: str


class EndOfRoundAnnounced(Event, tag="end-of-round-announced", kw_only=True):
    template: ClassVar[str] = "{seat} announces the End of the Round"
    seat: str


class ScenarioEndReached(Event, tag="scenario-end-reached", kw_only=True):
    template: ClassVar[str] = "The end of {scenario} has been reached"
    scenario: str


class TurnEnded(Event, tag="turn-ended", kw_only=True):
    template: ClassVar[str] = "{seat} ends the turn"
    seat: str


class SkillReturned(Event, tag="skill-returned", kw_only=True):
    template: ClassVar[str] = "{skill} comes back to {seat}, face down"
    seat: str
    skill: str


class ReactionUsed(Event, tag="reaction-used", kw_only=True):
    """Somebody has reacted to what another player has announced; nobody can take back across it."""

    template: ClassVar[str] = "{seat} reacts with {thing}"
    reveals: ClassVar[bool] = True
    seat: str
    thing: str


class EffectAnnounced(OfEffect, tag="effect-announced", kw_only=True):
    template: ClassVar[str] = "{seat} announces {thing}; others may react first"
    seat: str


class GameOver(Event, tag="game-over", kw_only=True):
    template: ClassVar[str] = "The game is over"


CORE_EVENTS = (
    HeroChosen,
    DieRolled,
    SourceRerolled,
    OfferFilled,
    OfferCardRemoved,
    OfferDealtAgain,
    RoundBegun,
    RoundEnded,
    UnitsReadied,
    TokensTurnedUp,
    DeckShuffled,
    TacticTaken,
    TacticUsed,
    TacticsSetAside,
    TacticsShown,
    TacticsCollected,
    RoundOrderSet,
    TurnBegun,
    TurnSkipped,
    TurnForfeited,
    EndOfRoundAnnounced,
    ScenarioEndReached,
    TurnEnded,
    SkillReturned,
    ReactionUsed,
    EffectAnnounced,
    GameOver,
)

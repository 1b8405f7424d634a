"""What effects do, as the record tells it."""

from typing import ClassVar

from service.engine.event import Event
from service.games.mage_knight.ids import ManaSource
from service.games.mage_knight.option_words import in_words

FROM = {
    "die": "a die of the Source",
    "opened-die": "a die of the opened Source",
    "stored-die": "the die on Mana Steal",
    "token": "a token",
    "crystal": "a crystal",
    "endless": "an effect without end",
}


class OfEffect(Event, kw_only=True):
    """Something that an effect does. ``thing`` is what it comes from, and ``half`` which half of a card: the strong one
    of a Spell has a name of its own."""

    thing: str
    half: str = "effect"

    def facts(self) -> dict[str, object]:
        """The half that was played by its name."""
        return {**super().facts(), "thing": f"{self.thing}.strong" if self.half == "strong" else self.thing}


class CardPlayed(Event, tag="card-played", kw_only=True):
    template: ClassVar[str] = "{seat} plays {name} for {purpose}"
    seat: str
    card: str
    mode: str
    name: str
    purpose: str


class UnitActivated(Event, tag="unit-activated", kw_only=True):
    template: ClassVar[str] = "{seat} activates {unit}"
    seat: str
    unit: str
    ability: str


class SkillUsed(Event, tag="skill-used", kw_only=True):
    template: ClassVar[str] = "{seat} uses {skill}"
    seat: str
    skill: str


class ManaPaid(Event, tag="mana-paid", kw_only=True):
    template: ClassVar[str] = "{seat} pays {counts_as} mana from {source}"
    seat: str
    source: ManaSource
    color: str
    counts_as: str

    def facts(self) -> dict[str, object]:
        """The source in words; gold and black that stand for another colour are told."""
        source = FROM[self.source]
        return {**super().facts(), "source": source if self.color == self.counts_as else f"{source} ({self.color})"}


class PointsGained(Event, tag="points-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {points} {amount}"
    seat: str
    points: str
    amount: int


class PointsLost(Event, tag="points-lost", kw_only=True):
    template: ClassVar[str] = "{seat} loses {points} {amount}, left over when the action begins"
    seat: str
    points: str
    amount: int


class TokenGained(Event, tag="token-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {number} {color} mana"
    seat: str
    color: str
    number: int = 1


class CrystalGained(Event, tag="crystal-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains a {color} crystal"
    seat: str
    color: str


class CrystalConverted(Event, tag="crystal-converted", kw_only=True):
    template: ClassVar[str] = "{seat} turns a {color} crystal into mana"
    seat: str
    color: str


class ManaExpired(Event, tag="mana-expired", kw_only=True):
    template: ClassVar[str] = "{seat} loses the mana left in the Play area: {mana}"
    seat: str
    mana: list[str]


class CrystalLost(Event, tag="crystal-lost", kw_only=True):
    template: ClassVar[str] = "{seat} has three {color} crystals: a further one is lost"
    seat: str
    color: str


class CardDrawn(Event, tag="card-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} draws {card}"
    reveals: ClassVar[bool] = True
    seat: str
    card: str


class CardsDrawn(Event, tag="cards-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} draws a card"
    reveals: ClassVar[bool] = True
    seat: str


class CardDiscarded(Event, tag="card-discarded", kw_only=True):
    template: ClassVar[str] = "{seat} discards {card}"
    seat: str
    card: str


class CardThrownAway(Event, tag="card-thrown-away", kw_only=True):
    template: ClassVar[str] = "{seat} throws {card} away"
    seat: str
    card: str


class WoundsTaken(Event, tag="wounds-taken", kw_only=True):
    """``wounds`` is their number in words: ``1 Wound``, ``2 Wounds``."""

    template: ClassVar[str] = "{seat} takes {wounds}"
    seat: str
    number: int
    wounds: str


class CardGained(Event, tag="card-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {card}, which goes {place}"
    seat: str
    card: str
    place: str


class FameGained(Event, tag="fame-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {amount} Fame"
    seat: str
    amount: int


class ReputationChanged(Event, tag="reputation-changed", kw_only=True):
    template: ClassVar[str] = "The Reputation of {seat} is now {reputation}"
    seat: str
    change: int
    reputation: int


class DieTaken(Event, tag="die-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes a die that shows {color} out of the Source"
    seat: str
    color: str


class DieSet(Event, tag="die-set", kw_only=True):
    template: ClassVar[str] = "{seat} sets a die to {color}"
    seat: str
    color: str


class DieReturned(Event, tag="die-returned", kw_only=True):
    template: ClassVar[str] = "A die returns to the Source, showing {color}"
    color: str


class FaceRolled(Event, tag="face-rolled", kw_only=True):
    template: ClassVar[str] = "{seat} rolls {color}"
    reveals: ClassVar[bool] = True
    seat: str
    color: str


class UnitReadied(Event, tag="unit-readied", kw_only=True):
    template: ClassVar[str] = "{seat} readies {unit}"
    seat: str
    unit: str


class UnitRecruited(Event, tag="unit-recruited", kw_only=True):
    template: ClassVar[str] = "{seat} gains the Unit {unit}"
    seat: str
    unit: str


class UnitDestroyed(Event, tag="unit-destroyed", kw_only=True):
    template: ClassVar[str] = "{unit} of {seat} are destroyed"
    seat: str
    unit: str


class UnitDisbanded(Event, tag="unit-disbanded", kw_only=True):
    template: ClassVar[str] = "{seat} disbands {unit}"
    seat: str
    unit: str


class BannerAssigned(Event, tag="banner-assigned", kw_only=True):
    template: ClassVar[str] = "{seat} assigns {banner} to {unit}"
    seat: str
    banner: str
    unit: str


class BannerFell(Event, tag="banner-fell", kw_only=True):
    template: ClassVar[str] = "{banner} goes to the discard pile of {seat}"
    seat: str
    banner: str


class BannerGivenUp(Event, tag="banner-given-up", kw_only=True):
    template: ClassVar[str] = "{seat} takes {banner} from {unit}, to be shuffled in"
    seat: str
    banner: str
    unit: str


class DeckReordered(Event, tag="deck-reordered", kw_only=True):
    template: ClassVar[str] = "{seat} puts cards {place}: {number}"
    seat: str
    number: int
    place: str


class NextDrawRaised(Event, tag="next-draw-raised", kw_only=True):
    template: ClassVar[str] = "The Hand limit of {seat} for the next draw rises by {amount}"
    seat: str
    amount: int


class ExtraTurn(Event, tag="extra-turn", kw_only=True):
    template: ClassVar[str] = "{seat} plays another turn right after this one"
    seat: str


class DeckEmpty(Event, tag="deck-empty", kw_only=True):
    template: ClassVar[str] = "The Deed deck of {seat} is too small: cards that are not drawn: {missing}"
    seat: str
    missing: int


class CardSearched(Event, tag="card-searched", kw_only=True):
    template: ClassVar[str] = "{seat} takes {card} out of the Deed deck"
    seat: str
    card: str


class CardPicked(Event, tag="card-picked", kw_only=True):
    template: ClassVar[str] = "{card} is picked out of the discard pile of {seat}"
    seat: str
    card: str


class CardPlaced(Event, tag="card-placed", kw_only=True):
    template: ClassVar[str] = "{seat} puts {card} {place}"
    seat: str
    card: str
    place: str


class CardSought(Event, tag="card-sought", kw_only=True):
    template: ClassVar[str] = "{seat} takes a card out of the Deed deck"
    seat: str


class CardsStashed(Event, tag="cards-stashed", kw_only=True):
    template: ClassVar[str] = "{seat} puts the top card of the Deed deck under Sparing Power"
    seat: str


class CardSetAside(Event, tag="card-set-aside", kw_only=True):
    template: ClassVar[str] = "{seat} sets {card} aside until a new Deed deck is made"
    seat: str
    card: str


class CardsReturned(Event, tag="cards-returned", kw_only=True):
    template: ClassVar[str] = "{seat} takes the cards played back into the hand: {cards}"
    seat: str
    cards: list[str]


class OptionChosen(Event, tag="option-chosen", kw_only=True):
    """``words`` is the option in words."""

    template: ClassVar[str] = "{seat} chooses: {words}"
    seat: str
    option: str
    words: str = ""

    def __post_init__(self) -> None:
        self.words = in_words(self.option)


class EffectSkipped(OfEffect, tag="effect-skipped", kw_only=True):
    template: ClassVar[str] = "A part of the effect of {thing} cannot be carried out and is left out"
    seat: str


class EffectUnpaid(OfEffect, tag="effect-unpaid", kw_only=True):
    template: ClassVar[str] = "{seat} cannot pay what the effect of {thing} costs: what is left of it is left out"
    seat: str


IN_FORCE = {
    "terrain-cost": "spaces cost less",
    "passable": "more spaces can be entered",
    "reach": "spaces further away count as adjacent",
    "reveal-as-by-day": "tokens are turned up as by Day",
    "any-die-as-basic": "dice of the Source count as any basic colour",
    "first-card-bonus": "a bonus for the next Attack or Block card",
    "double-physical-attack": "physical Attacks count twice",
    "ignore-site-fortification": "sites do not fortify",
    "no-damage-to-units": "no Damage goes to Units",
    "units-resist": "resistances of Units",
    "leadership": "a bonus for the next Unit",
    "when-wound-healed-from-hand": "healing Wounds of the hand brings more",
    "sideways-bonus": "the next card played sideways gives more",
    "wound-sideways": "a Wound can be played sideways",
    "play-from-offer": "a Spell of the offer can be played",
    "buy-once": "something can be bought once",
    "curse": "a colour of mana is cursed",
    "block-then-attack": "the Block becomes an Attack",
}
"""What an effect that goes on working does, by its operation."""


class EffectInForce(OfEffect, tag="effect-in-force", kw_only=True):
    """``effect`` is the operation of the effect language, ``words`` what it does."""

    template: ClassVar[str] = "{thing} goes on working for {seat}: {words}"
    seat: str
    effect: str
    words: str


EFFECT_EVENTS = (
    CardPlayed,
    UnitActivated,
    SkillUsed,
    ManaPaid,
    PointsGained,
    PointsLost,
    TokenGained,
    CrystalGained,
    CrystalConverted,
    ManaExpired,
    CrystalLost,
    CardDrawn,
    CardsDrawn,
    CardDiscarded,
    CardThrownAway,
    WoundsTaken,
    CardGained,
    FameGained,
    ReputationChanged,
    DieTaken,
    DieSet,
    DieReturned,
    FaceRolled,
    UnitReadied,
    UnitRecruited,
    UnitDestroyed,
    UnitDisbanded,
    BannerAssigned,
    BannerFell,
    BannerGivenUp,
    DeckReordered,
    NextDrawRaised,
    ExtraTurn,
    DeckEmpty,
    CardSearched,
    CardPicked,
    CardPlaced,
    CardSought,
    CardsStashed,
    CardSetAside,
    CardsReturned,
    OptionChosen,
    EffectSkipped,
    EffectUnpaid,
    EffectInForce,
)

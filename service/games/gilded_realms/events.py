"""What can happen in The Gilded Realms, as the record tells it: Kingdoms, cards and rounds.

Negotiation, dice, Campaigns and Caravans, the Event Phase, Factions and solo play have files of their own
(``*_events.py``).
"""

from typing import Any, ClassVar

from service.engine.event import Event

NAME_OF = {
    "silver": "Silver",
    "gold": "Gold",
    "gem": "Gem",
    "supply": "Supply",
    "material": "Material",
    "determination": "Determination",
    "fortification": "Fortification",
    "authority": "Authority",
    "vault_fortune": "Vault Fortune",
    "exhaust_population": "Population",
    "discard_units_from_standing_army": "Unit",
}
PLURAL = {"gem": "Gems", "material": "Materials", "fortification": "Fortifications"}
LABELS = ("-", "I", "II", "III", "IV", "V")


def in_words(amounts: dict[str, int]) -> str:
    """Amounts as a sentence says them: coins as Gold and Silver, ``2 Gold, 1 Silver and 3 Materials``."""
    coins = amounts.get("silver", 0)
    split = {"gold": coins // 2, "silver": coins % 2, **{k: n for k, n in amounts.items() if k != "silver"}}
    parts = [f"{n} {PLURAL.get(k, NAME_OF[k]) if n != 1 else NAME_OF[k]}" for k, n in split.items() if n]
    if len(parts) < 2:
        return parts[0] if parts else "nothing"
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def beginning(name: str) -> str:
    """A name at the beginning of a sentence: a seat's is left as it is."""
    return name[0].upper() + name[1:] if name.startswith("the ") else name


class Amounts(Event):
    """An event whose ``amounts`` are told in words."""

    def facts(self) -> dict[str, Any]:
        facts = super().facts()
        return {**facts, "amounts": in_words(facts["amounts"])}


# --- setup and rounds -------------------------------------------------------------------------------------------------


class OrderDrawn(Event, tag="order-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} chooses a Faction next"
    seat: str


class FactionChosen(Event, tag="faction-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} plays {name}"
    seat: str
    faction: str
    name: str


class QuestDealt(Event, tag="quest-dealt", kw_only=True):
    template: ClassVar[str] = "{seat} is dealt the Quest {name}"
    reveals: ClassVar[bool] = True
    seat: str
    quest: str
    name: str


class QuestTaken(Event, tag="quest-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes the Quest {name}"
    reveals: ClassVar[bool] = True
    seat: str
    quest: str
    name: str


class RoundBegun(Event, tag="round-begun", kw_only=True):
    template: ClassVar[str] = "Round {round} begins"
    round: int


class StepDone(Event, tag="step-done", kw_only=True):
    template: ClassVar[str] = "{seat} is done with {step}"
    seat: str
    step: str


# --- Treasury and Population ------------------------------------------------------------------------------------------


class ResourcesGained(Amounts, tag="resources-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains {amounts}"
    seat: str
    amounts: dict[str, int]


class ResourcesDiscarded(Amounts, tag="resources-discarded", kw_only=True):
    template: ClassVar[str] = "{seat} discards {amounts}"
    seat: str
    amounts: dict[str, int]


class NotStored(Amounts, tag="not-stored", kw_only=True):
    template: ClassVar[str] = "{seat} has no room for {amounts}"
    seat: str
    amounts: dict[str, int]


class PopulationExhausted(Event, tag="population-exhausted", kw_only=True):
    template: ClassVar[str] = "{seat} exhausts {number} Population"
    seat: str
    number: int


class PopulationRecovered(Event, tag="population-recovered", kw_only=True):
    template: ClassVar[str] = "{seat} recovers {number} Population"
    seat: str
    number: int


class FortuneChanged(Event, tag="fortune-changed", kw_only=True):
    template: ClassVar[str] = "{seat} now has {fortune} Vault Fortune"
    seat: str
    fortune: int


# --- cards ------------------------------------------------------------------------------------------------------------


class EndeavourDrawn(Event, tag="endeavour-drawn", kw_only=True):
    template: ClassVar[str] = "{seat} draws an Endeavour"
    reveals: ClassVar[bool] = True
    seat: str


class EndeavourSeen(Event, tag="endeavour-seen", kw_only=True):
    template: ClassVar[str] = "{seat} has drawn {name}"
    reveals: ClassVar[bool] = True
    seat: str
    card: str
    name: str


class EndeavourRevealed(Event, tag="endeavour-revealed", kw_only=True):
    template: ClassVar[str] = "{name} is laid open"
    reveals: ClassVar[bool] = True
    card: str
    name: str


class EndeavourTaken(Event, tag="endeavour-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes {name} {into}"
    seat: str
    card: str
    name: str
    into: str = "into hand"


class DeckReshuffled(Event, tag="deck-reshuffled", kw_only=True):
    template: ClassVar[str] = "The discarded cards are shuffled into a new {deck} deck ({number})"
    deck: str
    number: int


class EndeavourBuilt(Event, tag="endeavour-built", kw_only=True):
    template: ClassVar[str] = "{seat} Builds {name} in position {position} of the Build Queue"
    seat: str
    piece: str
    name: str
    position: str


class Progressed(Event, tag="progressed", kw_only=True):
    template: ClassVar[str] = "{name} of {seat} Progresses to position {position}"
    seat: str
    piece: str
    name: str
    position: str


class ProgressWasted(Event, tag="progress-wasted", kw_only=True):
    template: ClassVar[str] = "{seat} leaves {number} Progress unused"
    seat: str
    number: int


class EnteredPlay(Event, tag="entered-play", kw_only=True):
    template: ClassVar[str] = "{name} enters the {area} of {seat}"
    seat: str
    piece: str
    name: str
    area: str


class PieceDiscarded(Event, tag="piece-discarded", kw_only=True):
    template: ClassVar[str] = "{seat} discards {name}"
    seat: str
    piece: str
    name: str


class CardDiscarded(Event, tag="card-discarded", kw_only=True):
    template: ClassVar[str] = "{seat} discards {name}"
    seat: str
    card: str
    name: str


class CardStored(Event, tag="card-stored", kw_only=True):
    template: ClassVar[str] = "{seat} stores {name} in the Hinterland"
    reveals: ClassVar[bool] = True
    seat: str
    card: str
    name: str


class WildcardTaken(Event, tag="wildcard-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes a Serpens Wildcard"
    seat: str


class NoWildcardLeft(Event, tag="no-wildcard-left", kw_only=True):
    template: ClassVar[str] = "{seat} gains no Serpens Wildcard: the pile is empty"
    seat: str


# --- Provinces, Knowledge, Advisors -----------------------------------------------------------------------------------


class ProvinceUpgraded(Event, tag="province-upgraded", kw_only=True):
    template: ClassVar[str] = "{seat} has {province} at level {label}"
    seat: str
    province: str
    level: int
    label: str


class CoreAdvisorRaised(Event, tag="core-advisor-raised", kw_only=True):
    template: ClassVar[str] = "{name} is now the Core Advisor of {seat}"
    seat: str
    advisor: str
    name: str


class KnowledgeGained(Event, tag="knowledge-gained", kw_only=True):
    template: ClassVar[str] = "{seat} gains the Knowledge {name}"
    seat: str
    knowledge: str
    name: str


class KnowledgeReturned(Event, tag="knowledge-returned", kw_only=True):
    template: ClassVar[str] = "{seat} has 10 Knowledges already: {name} goes back to the tray"
    seat: str
    knowledge: str
    name: str


class NoKnowledgeToGain(Event, tag="no-knowledge-to-gain", kw_only=True):
    template: ClassVar[str] = "{seat} gains no Knowledge: none that {name} may give is left"
    seat: str
    name: str


class AbilityUsed(Event, tag="ability-used", kw_only=True):
    template: ClassVar[str] = "{seat} uses {name}"
    seat: str
    ability: str
    name: str


class EffectChosen(Event, tag="effect-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} chooses an effect of {name}"
    seat: str
    effect: str
    name: str


class CaravanSent(Amounts, tag="caravan-sent", kw_only=True):
    template: ClassVar[str] = "{seat} sends a Caravan with {amounts}, due in round {due}"
    seat: str
    amounts: dict[str, int]
    due: int


# --- end --------------------------------------------------------------------------------------------------------------


class GameEnded(Event, tag="game-ended", kw_only=True):
    template: ClassVar[str] = "The game is over: {reason}"
    reason: str


EVENTS = (
    OrderDrawn,
    FactionChosen,
    QuestDealt,
    QuestTaken,
    RoundBegun,
    StepDone,
    ResourcesGained,
    ResourcesDiscarded,
    NotStored,
    PopulationExhausted,
    PopulationRecovered,
    FortuneChanged,
    EndeavourDrawn,
    EndeavourSeen,
    EndeavourRevealed,
    EndeavourTaken,
    DeckReshuffled,
    EndeavourBuilt,
    Progressed,
    ProgressWasted,
    EnteredPlay,
    PieceDiscarded,
    CardDiscarded,
    CardStored,
    WildcardTaken,
    NoWildcardLeft,
    ProvinceUpgraded,
    CoreAdvisorRaised,
    KnowledgeGained,
    KnowledgeReturned,
    NoKnowledgeToGain,
    AbilityUsed,
    EffectChosen,
    CaravanSent,
    GameEnded,
)

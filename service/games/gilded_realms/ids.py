"""What the strings of this game name. Each kind's ids stand in the pack (``pack.py``)."""

from typing import Annotated, Literal

from msgspec import Meta

from service.engine.shapes import an_id, counts

Faction = Annotated[str, an_id("faction")]
Card = Annotated[str, an_id("endeavour card")]
"""A card as it lies in a deck, a hand or a Hinterland: an Endeavour card, or ``serpens-wildcard``."""
Face = Annotated[str, an_id("endeavour face")]
"""One of the Endeavours printed on a card."""
Piece = Annotated[str, an_id("piece")]
"""Whatever lies in a Build Queue, a Territory or a Standing Army.

An Endeavour card there is named by face and card (``town.grain-field--town``); a card that has one use of its own by
itself (``serpens-artisan``, ``capstone-military``, ``archers``, ``velor-ulric``, ``warfront-10``).
"""
KnowledgeId = Annotated[str, an_id("knowledge")]
Advisor = Annotated[str, an_id("advisor")]
"""A Council Advisor or a Commander of a Faction."""
AnyAdvisor = Annotated[str, an_id("printed advisor")]
"""An Advisor of any kind: Core Advisors and Allies too, which are not chosen as Council Advisors are."""
Ally = Annotated[str, an_id("ally")]
Quest = Annotated[str, an_id("quest")]
EventCard = Annotated[str, an_id("year event")]
Route = Annotated[str, an_id("trade route")]
MarketCard = Annotated[str, an_id("market card")]
WarfrontCard = Annotated[str, an_id("warfront card")]
Reward = Annotated[str, an_id("serpens reward")]
AbilityId = Annotated[str, an_id("ability")]
"""An ability of a card: the card's id and the place among its abilities (``abigail.1``)."""
EffectId = Annotated[str, an_id("effect")]
"""A list of effects in the pack: an ability's id, or that of one of its options (``leon-pyre.1.1``)."""
Icon = Annotated[str, an_id("requirement icon")]
Thrown = Annotated[str, an_id("thrown die")]
"""A die by its colour and what it shows: ``blue-1r``."""
Holder = Annotated[str, an_id("holder")]
"""A card on which Resources are put."""

SEATS = ("blue", "green", "red", "yellow")

Province = Literal["influence", "agriculture", "township", "resources", "military"]
PROVINCES: tuple[Province, ...] = ("influence", "agriculture", "township", "resources", "military")
Resource = Literal["silver", "gem", "supply", "material", "determination", "fortification", "authority"]
"""What a Treasury holds. All coins are one number of Silver: 1 Gold is 2 Silver (``coins.exchange``)."""
Goods = Literal["supply", "material"]
Stance = Literal["worker", "defence", "attack"]
Colour = Literal["grey", "green", "blue", "red"]
COLOURS: tuple[Colour, ...] = ("grey", "green", "blue", "red")
DieFace = Literal["0", "1", "2", "3", "4", "0r", "1r", "2r", "3r", "4r"]
"""The Truemarks on a face of a die, with ``r`` where it also shows a re-roll."""
QueuePlace = Literal["1", "2", "3", "4"]
QUEUE_PLACES: tuple[QueuePlace, ...] = ("1", "2", "3", "4")
ShroudKind = Literal["darkness", "chaos", "enigma"]
Difficulty = Literal["normal", "hard", "nightmare"]
Length = Literal["standard", "epic"]
WorkerPlace = Literal["agriculture", "township", "resources", "caverns", "roderick"]

WILDCARD = "serpens-wildcard"
ARTISAN = "serpens-artisan"
CAVALRY = "serpens-cavalry"

Number = Annotated[int, Meta(ge=0, le=9999)]
Pieces = Annotated[dict[Piece, Annotated[int, Meta(ge=0, le=400)]], counts(400)]
Cards = Annotated[dict[Card, Annotated[int, Meta(ge=0, le=400)]], counts(100)]

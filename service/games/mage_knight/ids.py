"""What the strings of this game name. Each kind's ids stand in the pack (``pack.py``)."""

from typing import Annotated, Literal

from msgspec import Meta

from service.engine.shapes import Shape, a_bag, an_id, counts

Hero = Annotated[str, an_id("hero")]
Card = Annotated[str, an_id("deed card")]
"""A Deed card: Basic or Advanced Action, Spell, Artifact or Wound."""
UnitKind = Annotated[str, an_id("unit")]
"""A Unit card as it lies in decks and offers."""
UnitRef = Annotated[str, an_id("unit in play")]
"""A Unit in a Unit area: its card's id, ``.2`` or ``.3`` behind it where the same player has the same Unit again."""
UnitOfferCard = Annotated[str, an_id("unit offer card")]
"""A Unit, or an Advanced Action that a monastery has put into the Unit offer."""
SkillId = Annotated[str, an_id("skill")]
TacticId = Annotated[str, an_id("tactic")]
Enemy = Annotated[str, an_id("enemy")]
Ruins = Annotated[str, an_id("ruins token")]
Tile = Annotated[str, an_id("map tile")]
Place = Annotated[str, an_id("tile position")]
"""A position in which a tile may lie: ``x2y-1`` is two steps along the first and one back along the second axis."""
Space = Annotated[str, an_id("space")]
"""A space of the map: its tile and where on the tile it is, ``countryside-3.NE``."""
City = Annotated[str, an_id("city")]
Scenario = Annotated[str, an_id("scenario")]
Node = Annotated[str, an_id("effect")]
"""One effect of the pack: the card, Unit, Skill or Tactic, its half or ability, and the place in it."""
Party = Annotated[str, an_id("party")]
"""A player's seat, or the dummy player."""

SEATS = ("amber", "indigo", "teal", "rose")
DUMMY = "dummy-player"
"""The dummy player of solo and cooperative games: no seat, and never an actor."""
WOUND = "wound"

Basic = Literal["red", "blue", "white", "green"]
Color = Literal["red", "blue", "white", "green", "gold", "black"]
Back = Literal["green", "grey", "violet", "brown", "white", "red"]
DayNight = Literal["day", "night"]
Mode = Literal["basic", "strong", "sideways"]
Points = Literal["move", "influence", "attack", "block"]
Element = Literal["physical", "fire", "ice", "cold-fire"]
AttackKind = Literal["melee", "ranged", "siege"]
Origin = Literal["card", "unit", "skill", "tactic", "banner", "city"]
Half = Literal[
    "basic", "strong", "ability-1", "ability-2", "ability-3", "effect", "return", "owner", "on-gain", "banner"
]

BASIC: tuple[Basic, ...] = ("red", "blue", "white", "green")
COLORS: tuple[Color, ...] = ("red", "blue", "white", "green", "gold", "black")
BACKS: tuple[Back, ...] = ("green", "grey", "violet", "brown", "white", "red")
POINTS: tuple[Points, ...] = ("move", "influence", "attack", "block")

ManaSource = Literal["die", "opened-die", "stored-die", "token", "crystal", "endless"]
"""Where one mana comes from: a die of the Source (of the turn, or one that Source Opening adds), the die on Mana Steal,
a token of the Play area, a crystal of the Inventory, or an effect that gives mana without end."""


class Mana(Shape, order=True):
    """One mana that is paid: where it comes from, the colour it has there, and the colour it counts as."""

    source: ManaSource
    color: Color
    counts_as: Color


Price = Annotated[list[Mana], a_bag(2)]
"""The mana that pays a price, in any order."""

Cards = Annotated[list[Card], a_bag(200)]
Small = Annotated[int, Meta(ge=0, le=1000)]
ManaCounts = Annotated[dict[Color, Small], counts(6)]
Crystals = Annotated[dict[Basic, Annotated[int, Meta(ge=0, le=3)]], counts(4)]

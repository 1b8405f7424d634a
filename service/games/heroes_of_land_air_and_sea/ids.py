"""What the strings of this game name. Each kind's ids stand in the pack (``pack.py``)."""

from typing import Annotated, Literal

from msgspec import Meta

from service.engine.shapes import an_id, counts

Faction = Annotated[str, an_id("faction")]
Continent = Annotated[str, an_id("continent")]
Region = Annotated[str, an_id("land region")]
SeaRegion = Annotated[str, an_id("sea region")]
Area = Annotated[str, an_id("region")]
"""A Land Region or a Sea Region."""
Slot = Annotated[str, an_id("action slot")]
UnitId = Annotated[str, an_id("unit")]
Vessel = Annotated[str, an_id("vessel")]
Building = Annotated[str, an_id("building")]
Ability = Annotated[str, an_id("ability")]
Spell = Annotated[str, an_id("spell")]
PrintedSpell = Annotated[str, an_id("printed spell")]
"""The Spell that a Solo Enemy Board prints for a Hero: ``human-archmage-spell`` is that of ``human-archmage``."""
AnySpell = Annotated[str, an_id("any spell")]
"""A Spell Card or a printed Spell."""
TacticCard = Annotated[str, an_id("tactic card")]
LandToken = Annotated[str, an_id("land token")]
SeaToken = Annotated[str, an_id("sea token")]
Token = Annotated[str, an_id("exploration token")]
EffectSource = Annotated[str, an_id("effect source")]
"""A Spell Card, a printed Spell, an Exploration Token or an ability: whatever has effects in the pack."""

SoloCard = Annotated[str, an_id("solo enemy card")]
Party = Annotated[str, an_id("party")]
"""A player's seat, or the automated Enemy of a solo game."""

ENEMY = "solo-enemy"
"""The automated Enemy of a solo game: no seat, and never an actor."""

SEATS = ("blue", "red", "green", "yellow")

Resource = Literal["ore", "mana", "food"]
ActionName = Literal["recruit", "build", "research", "tax", "march", "sail", "fly", "cast"]
CapitalAction = Literal["recruit", "build", "research", "tax"]
CommandAction = Literal["march", "sail", "fly", "cast"]

RESOURCES: tuple[Resource, ...] = ("ore", "mana", "food")
CAPITAL_ACTIONS: tuple[CapitalAction, ...] = ("recruit", "build", "research", "tax")
COMMAND_ACTIONS: tuple[CommandAction, ...] = ("march", "sail", "fly", "cast")
ACTION_NAMES: tuple[ActionName, ...] = (*CAPITAL_ACTIONS, *COMMAND_ACTIONS)

Units = Annotated[dict[UnitId, Annotated[int, Meta(ge=0, le=20)]], counts(7)]
"""Units of one Faction by their kind, Heroes and Vessels by name."""

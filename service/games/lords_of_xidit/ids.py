"""What the strings of this game name. Each kind's ids stand in the pack (``pack.py``)."""

from typing import Annotated, Literal

from service.engine.shapes import an_id

City = Annotated[str, an_id("city")]
CityTile = Annotated[str, an_id("city tile")]
Region = Annotated[str, an_id("region")]
OpenRegion = Annotated[str, an_id("open region")]
Titan = Annotated[str, an_id("titan")]
Eliminated = Annotated[str, an_id("city tile or titan")]
TitanPile = Annotated[str, an_id("titan pile")]

Unit = Literal["peasant-militia", "archer", "infantry", "cleric", "battle-mage"]
"""The five types, from the weakest to the strongest (``recruit.strength-order``)."""

Icon = Literal["red", "blue", "black", "action", "wait"]
Reward = Literal["gold", "bards", "stories"]
Track = Literal["wealth", "influence", "reputation"]
Side = Literal["recruitment", "threat"]

UNITS: tuple[Unit, ...] = ("peasant-militia", "archer", "infantry", "cleric", "battle-mage")
ICONS: tuple[Icon, ...] = ("red", "blue", "black", "action", "wait")
TRACKS: tuple[Track, ...] = ("wealth", "influence", "reputation")
CENTRAL = "central"
WHEELS = 6

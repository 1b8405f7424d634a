"""What the strings of this game name. Each kind's ids stand in the pack (``pack.py``)."""

from collections.abc import Mapping
from typing import Annotated, Any

from service.engine.shapes import an_id

Space = Annotated[str, an_id("space")]
Place = Annotated[str, an_id("character place")]
Site = Annotated[str, an_id("building place")]
Row = Annotated[str, an_id("adventure place")]
Tile = Annotated[str, an_id("tile")]
Character = Annotated[str, an_id("character")]
Building = Annotated[str, an_id("building")]
TileAction = Annotated[str, an_id("tile action")]
Adventure = Annotated[str, an_id("adventure")]
Deed = Annotated[str, an_id("deed")]
DeedSlot = Annotated[str, an_id("deed slot")]
Relic = Annotated[str, an_id("relic")]
RewardSlot = Annotated[str, an_id("reward slot")]
Fate = Annotated[str, an_id("fate card")]
Die = Annotated[str, an_id("die")]
Face = Annotated[str, an_id("die face")]
HordeCard = Annotated[str, an_id("horde")]
Good = Annotated[str, an_id("good")]
"""What a Deed may ask for: a resource, a relic type, a Rune or an Adventure card."""

Amounts = Mapping[Any, int]
"""How many of each kind."""

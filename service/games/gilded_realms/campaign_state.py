"""What is under way in Step 5: the Campaign that is being resolved, Caravans, and dice that are being rolled."""

from typing import Annotated, Literal

from msgspec import Meta, field

from service.engine.shapes import Seat, Shape, a_bag, a_set
from service.games.gilded_realms.ids import AbilityId, Advisor, Colour, DieFace, EventCard, Number, Piece, Pieces

Total = Annotated[int, Meta(ge=-999, le=9999)]
Purpose = Literal["attack", "defence", "caravan", "tribute", "effect", "threat", "assault"]


class Die(Shape, kw_only=True):
    """A die of a roll; ``unit`` is the Unit that gives it, ``face`` what it shows, ``throws`` how often that came."""

    colour: Colour
    unit: Piece | None = None
    face: DieFace | None = None
    throws: Annotated[int, Meta(ge=0, le=2)] = 0


class Roll(Shape, kw_only=True):
    """Dice that somebody rolls, with what is added to their Truemarks.

    ``determination`` was discarded for it; ``used`` are the once-per-roll abilities used; ``asked`` the permissions to
    throw dice again that are used up (``icon``: the re-roll of icons, ``unit``: War Ballista).
    """

    purpose: Purpose
    dice: Annotated[list[Die], Meta(max_length=200)] = []
    bonus: Total = 0
    determination: Number = 0
    used: Annotated[list[AbilityId], a_bag(60)] = []
    asked: Annotated[list[Literal["icon", "unit"]], a_set(2)] = []


class Caravan(Shape, kw_only=True):
    """A player's Caravan: the goods in storage, and the round in which it resolves while it is out.

    ``special`` is the Advisor that sent it (Chief Skariff).
    """

    supply: Annotated[int, Meta(ge=0, le=4)] = 0
    material: Annotated[int, Meta(ge=0, le=4)] = 0
    due: Annotated[int, Meta(ge=1, le=13)] | None = None
    damaged: bool = False
    special: Advisor | None = None


class CampaignTarget(Shape, kw_only=True):
    """What a Campaign is aimed at: a Looming Threat, another player's Hinterland, the Frontline or Raiders."""

    kind: Literal["looming-threat", "hinterland", "frontline", "raiders"]
    event: EventCard | None = None
    seat: Seat | None = None
    card: Piece | None = None


class Campaign(Shape, kw_only=True):
    """The Campaign that is being resolved; the totals are null until they are known."""

    attacker: Seat
    target: CampaignTarget
    units: Pieces = {}
    attack: Number | None = None
    defence: Number | None = None
    left: Annotated[list[Seat], Meta(max_length=4)] = field(default_factory=list)

"""What is under way in Step 5: the Campaign that is being resolved, Caravans, and dice that are being rolled."""

from typing import Annotated, Literal

from msgspec import Meta

from service.engine.shapes import Seat, Shape, a_bag, a_set
from service.games.gilded_realms.ids import AbilityId, Advisor, Colour, DieFace, EventCard, Number, Piece, Pieces

Total = Annotated[int, Meta(ge=-999_999, le=999_999)]
Purpose = Literal["attack", "defence", "caravan", "tribute", "effect", "threat", "assault"]
Against = Literal["campaign", "direct-assault", "last-stand"]
"""What a player defends against with a roll."""


class Die(Shape, kw_only=True):
    """A die of a roll; ``unit`` is the Unit that gives it, ``face`` what it shows, ``throws`` how often that came."""

    colour: Colour
    unit: Piece | None = None
    face: DieFace | None = None
    throws: Annotated[int, Meta(ge=0, le=2)] = 0


class Roll(Shape, kw_only=True):
    """Dice that somebody rolls, with what is added to their Truemarks.

    ``against`` is set for a defence; ``determination`` was discarded for it; ``used`` are the once-per-roll abilities
    used; ``asked`` the permissions to throw dice again that are used up (``icon``: the re-roll of icons, ``unit``: War
    Ballista).
    """

    purpose: Purpose
    against: Against | None = None
    dice: Annotated[list[Die], Meta(max_length=60)] = []
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


TargetKind = Literal["looming-threat", "hinterland", "frontline", "raiders"]


class CampaignTarget(Shape, kw_only=True):
    """What a Campaign is aimed at: a Looming Threat, another player's Hinterland, the Frontline or Raiders.

    ``event`` names the Looming Threat, ``seat`` the player whose Hinterland it is; else they are left out.
    """

    kind: TargetKind
    event: EventCard | None = None
    seat: Seat | None = None


class Campaign(Shape, kw_only=True):
    """The Campaign that is being resolved: its Units, by now in the Build Queue, and the attacker's total."""

    attacker: Seat
    target: CampaignTarget
    units: Pieces = {}
    attack: Annotated[int, Meta(ge=0, le=999_999)] | None = None

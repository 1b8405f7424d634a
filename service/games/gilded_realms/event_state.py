"""What lies on the Centre Board for the Event Phase: Year Events, and the Invasion that is being resolved."""

from typing import Annotated, Literal

from msgspec import Meta

from service.engine.shapes import Seat, Secret, Shape, a_set
from service.games.gilded_realms.ids import EventCard, Number, Pieces, ShroudKind

Sum = Annotated[int, Meta(ge=0, le=999_999)]
"""Threat, Defence or Damage of one Kingdom."""


class Shroud(Shape, kw_only=True):
    """A Shroud card on a Year Event, with its owner."""

    seat: Seat
    kind: ShroudKind
    augmented: bool = False


class YearEventPlace(Shape, kw_only=True):
    """The Year Event of a round.

    ``event`` is null as long as nobody has looked at the card: only then chance says which it is. While it lies
    ``down``, those in ``known_to`` have Foreseen it. A Looming Threat stays ``up`` until it is ``gone``, with its Draw
    reward on it until ``draw_claimed``; ``ignored_by`` is whose Threat it does not raise (Mirage Mallor).
    """

    event: Secret[EventCard | None] = None
    known_to: Annotated[list[Seat], a_set(4)] = []
    lies: Literal["down", "up", "gone"] = "down"
    shroud: Shroud | None = None
    draw_claimed: bool = False
    ignored_by: Annotated[list[Seat], a_set(4)] = []


class Invasion(Shape, kw_only=True):
    """The Invasion that is being resolved.

    ``rolled`` are the Truemarks of the Add To Threat roll, once all dice are thrown; ``shroud`` is whose Augmented
    Shroud lay on the card when it was turned up.
    """

    event: EventCard
    rolled: Number | None = None
    shroud: Seat | None = None


class Defending(Shape, kw_only=True):
    """How a player stands in the Invasion.

    ``threat`` is what the Threat came to; ``units``, ``forts`` and ``bonus`` are what was committed and rolled for it.
    ``damage`` is what is still to resolve, null until the Defence is known; ``suffered`` whether there was any.
    """

    threat: Sum = 0
    units: Pieces = {}
    forts: Sum = 0
    bonus: Sum = 0
    damage: Sum | None = None
    suffered: bool = False

"""What several players fight out within one turn: a cooperative assault on a city, and a combat between two players."""

from typing import Annotated, Literal

from msgspec import Meta

from service.engine.shapes import Seat, Shape, a_bag, a_set
from service.games.mage_knight.ids import Enemy, Small, Space, UnitRef
from service.games.mage_knight.state_combat import Combat, Contribution

Share = Annotated[int, Meta(ge=0, le=60)]
Lost = Annotated[list[Literal["physical", "fire", "ice"]], a_set(3)]
ArmorOfUnits = Annotated[dict[UnitRef, Annotated[int, Meta(ge=-100, le=100)]], Meta(max_length=12)]
LostByUnits = Annotated[dict[UnitRef, Lost], Meta(max_length=12)]
Shares = Annotated[dict[Seat, Share], Meta(min_length=1, max_length=4)]


class Assault(Shape, kw_only=True):
    """A cooperative assault on a city, proposed or being fought.

    ``shares`` says how many defenders each participant faces, ``order`` in which order they fight, the proposer first.
    ``jump``: the proposer comes by Underground Attack. ``origins`` are the spaces from which they came, ``dealt`` the
    defenders that each of them has been dealt.
    """

    city: Space
    shares: Shares
    order: Annotated[list[Seat], Meta(min_length=2, max_length=4)]
    jump: bool = False
    origins: Annotated[dict[Seat, Space], Meta(max_length=4)] = {}
    dealt: Annotated[dict[Seat, Annotated[list[Enemy], a_bag(60)]], Meta(max_length=4)] = {}


class Duel(Shape, kw_only=True):
    """A combat between two players.

    ``fully`` says whether the defender attends fully, once that is known. ``combat`` is the side of the player who does
    not act now. ``passes`` counts passes in a row. ``parts`` is the attack that has been made and is not over, ``left``
    what of its damage is still to assign. ``armor`` and ``lost`` are what effects have made of Units, by player.
    ``over``: the combat has ended, turns are being ended. ``mana`` is what has been spent on the attack that is being
    made or blocked.
    """

    aggressor: Seat
    defender: Seat
    space: Space
    origin: Space
    fully: bool | None = None
    phase: Literal["ranged", "melee"] = "ranged"
    combat: Combat | None = None
    passes: Annotated[int, Meta(ge=0, le=2)] = 0
    parts: Annotated[list[Contribution], Meta(max_length=200)] = []
    left: Annotated[int, Meta(ge=0, le=10_000)] = 0
    armor: Annotated[dict[Seat, ArmorOfUnits], Meta(max_length=2)] = {}
    lost: Annotated[dict[Seat, LostByUnits], Meta(max_length=2)] = {}
    over: bool = False
    mana: Small = 0

"""What several players fight out within one turn: a cooperative assault on a city, and a combat between two players."""

from typing import Annotated

from msgspec import Meta

from service.engine.shapes import Seat, Shape, a_bag
from service.games.mage_knight.ids import Enemy, Space

Share = Annotated[int, Meta(ge=0, le=60)]
Shares = Annotated[dict[Seat, Share], Meta(min_length=1, max_length=4)]


class Assault(Shape, kw_only=True):
    """A cooperative assault on a city, proposed or being fought.

    ``shares`` says how many defenders each participant faces, ``order`` in which order they fight, the proposer first.
    ``origins`` are the spaces from which they came, ``dealt`` the defenders that each of them has been dealt.
    """

    city: Space
    shares: Shares
    order: Annotated[list[Seat], Meta(min_length=2, max_length=4)]
    origins: Annotated[dict[Seat, Space], Meta(max_length=4)] = {}
    dealt: Annotated[dict[Seat, Annotated[list[Enemy], a_bag(60)]], Meta(max_length=4)] = {}

"""The map as it lies on the table: tiles, what is on their spaces, and the tiles still to come."""

from typing import Annotated

from msgspec import Meta, field

from service.engine.shapes import Shape, a_bag, a_set, counts
from service.games.mage_knight.ids import Back, City, Enemy, Party, Place, Ruins, Space, Tile

Few = Annotated[int, Meta(ge=0, le=20)]


class OnSpace(Shape, kw_only=True):
    """What lies on a space; spaces with nothing on them are left out.

    ``hidden`` are enemy tokens face down, by their backs, ``older`` how many of them have lain there since before their
    pile was made anew; ``enemies`` are those face up, rampaging ones too. ``ruins`` is
    the yellow token once it is turned up, ``ruins_hidden`` that one lies face down. ``shields`` are those of the
    players: one on a site that is conquered, on a City card a row. ``level`` is that of a City.
    """

    hidden: Annotated[dict[Back, Few], counts(6)] = {}
    older: Annotated[dict[Back, Few], counts(6)] = {}
    enemies: Annotated[list[Enemy], a_bag(60)] = []
    ruins: Ruins | None = None
    ruins_hidden: bool = False
    shields: Annotated[list[Party], Meta(max_length=60)] = []
    burned: bool = False
    level: Annotated[int, Meta(ge=1, le=11)] | None = None

    def of_pile(self, back: Back) -> int:
        """How many of the tokens face down are among the unseen ones of their present pile."""
        return self.hidden.get(back, 0) - self.older.get(back, 0)


class TileDeck(Shape, kw_only=True):
    """The tiles that nobody has seen, in the deck and in the box.

    ``countryside``, ``core`` and ``city`` say how many of each lie in the deck, Countryside on top; ``unseen`` are all
    tiles whose face nobody has seen. ``by_number``: the Countryside tiles lie in numerical order.
    """

    countryside: Few = 0
    core: Few = 0
    city: Few = 0
    unseen: Annotated[list[Tile], a_set(40)] = []
    by_number: bool = False


class EnemyPile(Shape, kw_only=True):
    """Enemy tokens with one back. ``unseen`` are all whose face nobody has seen, in the pile and face down on the map;
    ``count`` says how many of them lie in the pile. ``older`` are those that lay face down on the map when the pile was
    made anew of the ``discarded`` ones: none of them can be drawn from it."""

    unseen: Annotated[dict[Enemy, Few], counts(29)] = {}
    count: Few = 0
    discarded: Annotated[dict[Enemy, Few], counts(29)] = {}
    older: Annotated[dict[Enemy, Few], counts(29)] = {}


class RuinsPile(Shape, kw_only=True):
    """The yellow tokens: ``unseen`` in the pile and face down on the map, and those used up."""

    unseen: Annotated[list[Ruins], a_set(40)] = []
    count: Few = 0
    discarded: Annotated[list[Ruins], a_set(40)] = []


class WorldMap(Shape, kw_only=True):
    """The tiles that lie, by position, and what is on their spaces.

    ``cities`` are the Cities on the map in the order in which they were revealed.
    """

    tiles: Annotated[dict[Place, Tile], Meta(max_length=40)] = {}
    on: Annotated[dict[Space, OnSpace], Meta(max_length=280)] = {}
    deck: TileDeck = field(default_factory=TileDeck)
    enemies: Annotated[dict[Back, EnemyPile], Meta(max_length=6)] = {}
    ruins: RuinsPile = field(default_factory=RuinsPile)
    cities: Annotated[list[City], Meta(max_length=4)] = []

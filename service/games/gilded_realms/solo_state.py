"""What only a solo game has, and what one game of a Saga leaves to the next."""

from typing import Annotated

from msgspec import Meta, field

from service.engine.piles import Pile
from service.engine.shapes import Shape, a_bag, a_set
from service.games.gilded_realms.ids import Ally, Card, Difficulty, Faction, Number, Reward, WarfrontCard

Front = Annotated[int, Meta(ge=0, le=13)]


class Legacy(Shape, kw_only=True):
    """What a game of a Saga leaves to the next: ``games`` are the games played; without any the Saga begins."""

    games: Annotated[int, Meta(ge=0, le=2)] = 0
    difficulty: Difficulty = "normal"
    warfront: Front = 0
    prosperity: Annotated[int, Meta(ge=0, le=999)] = 0
    rewards: Annotated[list[Reward], a_set(3)] = []
    factions: Annotated[list[Faction], a_set(2)] = []


class Solo(Shape, kw_only=True):
    """The Warfront board: the token, the Serpens Rewards, the Ally, the Warfront Hinterlands and the Warfront cards.

    ``warfront`` is 13 only while a Last Stand is resolved, and when it was lost. ``revealed`` is the Warfront card that
    is being resolved. For this round ``cycled`` tells whether the Warfront Hinterlands were cycled, ``enigma`` whether
    the Year Event lay under an Enigma Shroud when it was discarded.
    """

    warfront: Front = 0
    prosperity: Number = 0
    rewards: Annotated[list[Reward], a_set(3)] = []
    ally: Ally | None = None
    hinterland: Annotated[list[Card], a_bag(400)] = []
    deck: Pile = field(default_factory=Pile)
    discard: Annotated[list[WarfrontCard], a_set(12)] = []
    revealed: WarfrontCard | None = None
    cycled: bool = False
    enigma: bool = False

"""What happens on the map, as the record tells it."""

from typing import ClassVar

from service.engine.event import Event
from service.games.mage_knight.events_effects import OfEffect
from service.games.mage_knight.ids import Back


class TileRevealed(Event, tag="tile-revealed", kw_only=True):
    template: ClassVar[str] = "{name} is revealed"
    reveals: ClassVar[bool] = True
    tile: str
    place: str
    name: str


class TokenPlaced(Event, tag="token-placed", kw_only=True):
    template: ClassVar[str] = "A {back} token is put face down on {space}"
    back: Back
    space: str


class EnemyRevealed(Event, tag="enemy-revealed", kw_only=True):
    template: ClassVar[str] = "The token on {space} shows {enemy}"
    reveals: ClassVar[bool] = True
    enemy: str
    space: str


class RuinsPlaced(Event, tag="ruins-placed", kw_only=True):
    template: ClassVar[str] = "A ruins token is put face down on {space}"
    space: str


class RuinsRevealed(Event, tag="ruins-revealed", kw_only=True):
    template: ClassVar[str] = "The ruins token on {space} is turned up"
    reveals: ClassVar[bool] = True
    ruins: str
    space: str


class Moved(Event, tag="moved", kw_only=True):
    template: ClassVar[str] = "{seat} moves to {space} for {cost}"
    seat: str
    space: str
    cost: int


class Provoked(Event, tag="provoked", kw_only=True):
    template: ClassVar[str] = "{seat} provokes {enemies}"
    seat: str
    enemies: list[str]


class Explored(Event, tag="explored", kw_only=True):
    template: ClassVar[str] = "{seat} explores for {cost}"
    seat: str
    cost: int


class MovePaid(OfEffect, tag="move-paid", kw_only=True):
    template: ClassVar[str] = "{seat} pays Move {amount} for {thing}"
    seat: str
    amount: int


class Jumped(OfEffect, tag="jumped", kw_only=True):
    template: ClassVar[str] = "{seat} is moved to {space} by {thing} for {cost}"
    seat: str
    space: str
    cost: int


class WithdrawnByForce(Event, tag="withdrawn-by-force", kw_only=True):
    template: ClassVar[str] = "{seat} has to go back to {space}"
    seat: str
    space: str


class LeftTheMap(Event, tag="left-the-map", kw_only=True):
    template: ClassVar[str] = "{seat} waits on the portal, off the map"
    seat: str


MAP_EVENTS: tuple[type[Event], ...] = (
    TileRevealed,
    TokenPlaced,
    EnemyRevealed,
    RuinsPlaced,
    RuinsRevealed,
    Moved,
    Provoked,
    Explored,
    MovePaid,
    Jumped,
    WithdrawnByForce,
    LeftTheMap,
)

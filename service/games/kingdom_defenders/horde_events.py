"""What can happen between rivals, in the Camps and with the Horde."""

from typing import ClassVar, Literal

from service.engine.event import Event
from service.games.kingdom_defenders.state import CampResource, Goods, Resource

# --- attacks ---


class GoodsStolen(Event, tag="goods-stolen", kw_only=True):
    template: ClassVar[str] = "{rival} hands {goods} to {seat}"
    reveals: ClassVar[bool] = True
    seat: str
    rival: str
    goods: Goods


class StockProved(Event, tag="stock-proved", kw_only=True):
    template: ClassVar[str] = "{rival} lifts the screen: no {kind}"
    reveals: ClassVar[bool] = True
    rival: str
    kind: Resource


class TakenFromCamps(Event, tag="taken-from-camps", kw_only=True):
    template: ClassVar[str] = "{seat} takes {goods} from {rival}'s Camps"
    seat: str
    rival: str
    goods: dict[CampResource, int]


# --- the Horde ---


class CampsSupplied(Event, tag="camps-supplied", kw_only=True):
    template: ClassVar[str] = "{seat} puts {goods} into the Camps"
    seat: str
    goods: dict[CampResource, int]


class HordeAdvanced(Event, tag="horde-advanced", kw_only=True):
    template: ClassVar[str] = "The Horde advances to space {distance}"
    distance: int


class HordeDefeated(Event, tag="horde-defeated", kw_only=True):
    template: ClassVar[str] = "Horde {horde} is defeated"
    horde: str


class CityBesieged(Event, tag="city-besieged", kw_only=True):
    template: ClassVar[str] = "Horde {horde} besieges the city"
    horde: str


class WallTurned(Event, tag="wall-turned", kw_only=True):
    template: ClassVar[str] = "The Wall tile is turned to its {side}-side"
    side: Literal["B"]


class WallFallen(Event, tag="wall-fallen", kw_only=True):
    template: ClassVar[str] = "The Wall tile is removed: the city has fallen"


class CampsEmptied(Event, tag="camps-emptied", kw_only=True):
    template: ClassVar[str] = "All Camps are emptied"


class NothingForTheMost(Event, tag="nothing-for-the-most", kw_only=True):
    template: ClassVar[str] = "{tied} tie for the most resources: nobody gets the Reward"
    tied: list[str]


EVENTS: tuple[type[Event], ...] = tuple(
    shape
    for shape in list(globals().values())
    if isinstance(shape, type) and issubclass(shape, Event) and shape is not Event
)

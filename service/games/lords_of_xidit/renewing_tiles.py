"""City Tile Management A: renewing Recruitment and Threat tiles, the two Queues and their crossed discard piles."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from service.engine.action import Action, ChanceAction
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE
from service.engine.step import ChanceStep, Step
from service.engine.telling import PLAIN, Words
from service.games.lords_of_xidit.events import (
    NextTileSet,
    PileReplenished,
    PileStaysEmpty,
    TileDiscarded,
    TileDrawn,
    TileIncomplete,
    TilePlaced,
    UnitsPlaced,
)
from service.games.lords_of_xidit.ids import UNITS, CityTile, Side, Unit
from service.games.lords_of_xidit.state import TileOnCity, TilePile
from service.games.lords_of_xidit.table import Table
from service.games.lords_of_xidit.words import in_words

Place = Literal["recruitment-city", "threat-city", "recruitment-top", "threat-top", "recruitment-second"]
"""Where a drawn tile goes: to its City (setup), or into the light at the top of a pile (or just below it)."""

PLACE_RULE: dict[Place, str] = {
    "recruitment-city": "setup.initial-recruitment-cities",
    "threat-city": "setup.initial-threat-cities",
    "recruitment-top": "setup.queue-visible",
    "threat-top": "setup.queue-visible",
    "recruitment-second": "reinforcements.first-two",
}


def place_tile(table: Table, tile: str, side: Side, rule: str, units_rule: str = "") -> None:
    """Lay a tile on the City with its number; a Recruitment tile receives the Units that the Barracks can give."""
    city = table.card(tile).city
    table.state.tiles[city] = TileOnCity(tile=tile, side=side)
    table.log(TilePlaced(rule=rule, tile=tile, city=city, side=side))
    if side == "recruitment":
        place_units(table, table.state.tiles[city], city, units_rule)


def place_units(table: Table, on_city: TileOnCity, city: str, rule: str) -> None:
    """Put the Units that a Recruitment tile shows on it; the places of those that the Barracks lack stay empty."""
    barracks, offers = table.state.barracks, table.card(on_city.tile).offers
    wanted: list[Unit] = [unit for unit in UNITS if offers.get(unit)]
    given = {unit: number for unit in wanted if (number := min(offers[unit], barracks.get(unit, 0)))}
    missing = {unit: number for unit in wanted if (number := offers[unit] - given.get(unit, 0))}
    on_city.units = dict(given)
    left = {unit: number - given.get(unit, 0) for unit, number in barracks.items()}
    table.state.barracks = {unit: number for unit, number in left.items() if number}
    if given:
        table.log(UnitsPlaced(rule=rule, city=city, units=given))
    if missing:
        table.log(TileIncomplete(rule="renewing-tiles.incomplete-tile", tile=on_city.tile, missing=missing))


def remove_tile(table: Table, city: str) -> None:
    """Discard the used tile of a City, lay the Next tile of its kind on its own City, and renew the Queues."""
    state = table.state
    used = state.tiles.pop(city)
    if used.side == "recruitment":
        state.recruitment_discard.append(used.tile)
        rule, placed = "renewing-tiles.recruitment-exhausted", "renewing-tiles.replace-recruitment"
        coming, state.next_recruitment = state.next_recruitment, None
    else:
        state.threat_discard.append(used.tile)
        rule, placed = "renewing-tiles.threat-eliminated", "renewing-tiles.replace-threat"
        coming, state.next_threat = state.next_threat, None
    table.log(TileDiscarded(rule=rule, tile=used.tile, city=city, side=used.side))
    if coming is not None:
        place_tile(table, coming, used.side, placed, "renewing-tiles.units-on-new-tile")
    table.push(RenewQueues())


class RenewQueues(Step, tag="renew-queues"):
    """Piles and Next spaces are filled until nothing moves any more; a Queue that has run out calls for help."""

    rule: ClassVar[str] = "renewing-tiles.step-order"

    def run(self, table: Table) -> None:
        from service.games.lords_of_xidit.titans import Awaken

        while move_one(table):
            pass
        top = hidden_top(table)
        if top is not None:
            table.push(DrawCityTile(place=top), RenewQueues())
        elif table.state.next_threat is None:
            table.push(Awaken(), RenewQueues())


def hidden_top(table: Table) -> Place | None:
    """The pile whose top tile must come to light (``setup.queue-visible``)."""
    state = table.state
    if state.recruitment_pile.unseen and not state.recruitment_pile.top:
        return "recruitment-top"
    if state.threat_pile.unseen and not state.threat_pile.top:
        return "threat-top"
    return None


def move_one(table: Table) -> bool:
    """One movement of tiles that happens by itself, if there is any; none while a top tile must be drawn first."""
    if hidden_top(table) is not None:
        return False
    state = table.state
    if not state.recruitment_pile.size and state.threat_discard:
        replenish(table, "recruitment")
    elif not state.threat_pile.size and state.recruitment_discard:
        replenish(table, "threat")
    elif state.next_recruitment is None and state.recruitment_pile.top:
        rule = "renewing-tiles.recruitment-queue-advance" if state.idrakys else "setup.next-recruitment"
        set_next(table, "recruitment", "recruitment", rule)
    elif state.next_threat is None and state.threat_pile.top:
        rule = "renewing-tiles.threat-queue-advance" if state.idrakys else "setup.next-threat"
        set_next(table, "threat", "threat", rule)
    elif state.next_recruitment is None and state.threat_pile.top:
        set_next(table, "recruitment", "threat", "renewing-tiles.recruitment-queue-empty")
    else:
        return False
    return True


def replenish(table: Table, queue: Side) -> None:
    """An empty pile is replaced by the discard pile that feeds it, turned over: the oldest tile comes to lie on top."""
    state = table.state
    if queue == "recruitment":
        tiles, state.threat_discard = state.threat_discard, []
        state.recruitment_pile = TilePile(top=tiles)
        rule = "renewing-tiles.recruitment-from-threat-discard"
    else:
        tiles, state.recruitment_discard = state.recruitment_discard, []
        state.threat_pile = TilePile(top=tiles)
        rule = "renewing-tiles.threat-from-recruitment-discard"
    table.log(PileReplenished(rule=rule, queue=queue, tiles=list(tiles)))


def set_next(table: Table, queue: Side, pile: Side, rule: str) -> None:
    """Lay the top tile of a pile on the Next space of a Queue."""
    state = table.state
    tiles = state.recruitment_pile if pile == "recruitment" else state.threat_pile
    tile = tiles.top.pop(0)
    if queue == "recruitment":
        state.next_recruitment = tile
    else:
        state.next_threat = tile
    table.log(NextTileSet(rule=rule, tile=tile, queue=queue, pile=pile))
    feeding = state.threat_discard if pile == "recruitment" else state.recruitment_discard
    if not tiles.size and not feeding:
        table.log(PileStaysEmpty(rule="renewing-tiles.no-discard-leave-empty", queue=pile))


class CityTileDrawn(ChanceAction, tag="draw-city-tile", frozen=True):
    """A City tile that comes to light."""

    tile: CityTile

    def apply(self, table: Table, step: "DrawCityTile", actor: str) -> None:
        state = table.state
        state.unseen_tiles.remove(self.tile)
        table.log(TileDrawn(rule=step.cites(), tile=self.tile, place=step.place))
        if step.place == "recruitment-city":
            place_tile(table, self.tile, "recruitment", step.cites(), "setup.initial-units")
        elif step.place == "threat-city":
            place_tile(table, self.tile, "threat", step.cites())
        else:
            pile = state.threat_pile if step.place == "threat-top" else state.recruitment_pile
            pile.top.append(self.tile)
            pile.unseen -= 1


class DrawCityTile(ChanceStep, tag="draw-city-tile"):
    """A tile of the unseen ones comes to light; each is as likely as any other."""

    rule: ClassVar[str] = "setup.shuffle-city-tiles"
    prompt: ClassVar[str] = "Draw a City tile for {place}."
    actions: ClassVar[tuple[type[Action], ...]] = (CityTileDrawn,)
    also_cites: ClassVar[tuple[str, ...]] = tuple(PLACE_RULE.values())

    place: Place

    def cites(self) -> str:
        return PLACE_RULE[self.place]

    def asks(self, words: Words = PLAIN) -> str:
        return self.prompt.format(place=in_words(self.place))

    def consistency(self, table: Table) -> Iterator[Defect]:
        state = table.state
        if self.place in ("recruitment-city", "threat-city"):
            if state.idrakys:
                yield error(self.cites(), "/place", "after-setup", "the Cities have received their first tiles")
            return
        pile = state.threat_pile if self.place == "threat-top" else state.recruitment_pile
        if not pile.unseen or len(pile.top) != (self.place == "recruitment-second"):
            detail = f"there is none to draw for {in_words(self.place)}: {len(pile.top)} known, {pile.unseen} unseen"
            yield error(self.cites(), "/place", "nothing-to-draw", detail)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [CityTileDrawn(actor=CHANCE, tile=tile, weight=1) for tile in table.state.unseen_tiles]

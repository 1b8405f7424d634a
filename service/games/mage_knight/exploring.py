"""Exploring: revealing a tile next to the figure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from service.engine.action import Action, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Step
from service.engine.violation import Violation
from service.games.mage_knight.events_map import Explored, TileRevealed
from service.games.mage_knight.gains import gain_fame
from service.games.mage_knight.ids import Place, Tile
from service.games.mage_knight.movement_rules import movement_violations
from service.games.mage_knight.pack_map import BESIDE
from service.games.mage_knight.revealing import seen_by_figures, when_revealed
from service.games.mage_knight.table import Table
from service.games.mage_knight.the_map import deck_empty, is_near, place_violations, reach

EXPLORE_COST = 2


class Explore(Action, tag="explore", frozen=True):
    """Reveal a tile in a position next to the figure."""

    place: Place

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["Explore"]:
        at = table.player(actor).at
        if at is None:
            return []
        own = table.place_of(table.space(at).tile)
        places = list(BESIDE[own]) if own is not None else []
        if reach(table) > 1:
            places = list(dict.fromkeys([*places, *(far for place in places for far in BESIDE[place])]))
        return [cls(actor=actor, place=place) for place in places if is_near(table, at, place)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        at = table.player(actor).at
        yield from movement_violations(table, actor)
        if at is None or not is_near(table, at, self.place):
            yield Violation("explore.from-adjacent-space", "the figure is not next to that position", at="place")
        if table.turn.move < EXPLORE_COST:
            yield Violation(
                "explore.cost-two",
                "exploring costs {cost} Move points, {seat} has {move}",
                cost=EXPLORE_COST,
                seat=actor,
                move=table.turn.move,
            )
        yield from place_violations(table, self.place)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        table.turn.move -= EXPLORE_COST
        table.turn.moved = table.turn.begun = True
        table.log(Explored(rule="explore.cost-two", seat=actor, cost=EXPLORE_COST))
        table.push(RevealTile(place=self.place, seat=actor))


class DrawTile(ChanceAction, tag="reveal-tile", frozen=True):
    """The tile that is revealed."""

    tile: Tile

    def apply(self, table: Table, step: "RevealTile", actor: str) -> None:
        world, group = table.state.world, table.pack.tiles[self.tile].group
        deck = world.deck
        if not deck_empty(table):
            if group == "countryside":
                deck.countryside -= 1
            elif group == "core":
                deck.core -= 1
            else:
                deck.city -= 1
        deck.unseen.remove(self.tile)
        world.tiles[step.place] = self.tile
        rule = "explore.top-tile" if step.seat is not None else "setup.initial-tiles"
        table.log(TileRevealed(rule=rule, tile=self.tile, place=step.place, name=table.name(self.tile)))
        fame = table.scenario.special.get("fame_per_tile_revealed", 0)
        if step.seat is not None:
            gain_fame(table, step.seat, fame, "recon.fame-per-tile")
        when_revealed(table, self.tile)
        seen_by_figures(table)


class RevealTile(ChanceStep, tag="reveal-tile"):
    """The next tile is revealed in a position, by a player or during the setup."""

    rule: ClassVar[str] = "explore.top-tile"
    prompt: ClassVar[str] = "Reveal the next tile."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawTile,)
    also_cites: ClassVar[tuple[str, ...]] = ("setup.initial-tiles",)

    place: Place
    seat: Seat | None = None

    def cites(self) -> str:
        return self.rule if self.seat is not None else "setup.initial-tiles"

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [DrawTile(actor=CHANCE, tile=tile, weight=weight) for tile, weight in tile_draws(table).items()]

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.place in table.state.world.tiles:
            yield error("map.fixed-positions", "/place", "taken", f"a tile lies at {self.place}")
        if not tile_draws(table):
            yield error(self.rule, "", "no-tile", "no tile is left")
        if self.seat is not None and self.seat != table.active():
            yield error("turns.in-round-order", "/seat", "not-the-turn", f"it is not the turn of {self.seat}")


def tile_draws(table: Table) -> dict[str, int]:
    """What the next tile may be, with weights: Countryside before Core, city and other Core tiles mixed."""
    deck, tiles = table.state.world.deck, table.pack.tiles
    groups: dict[str, list[str]] = {"countryside": [], "core": [], "city": []}
    for tile in deck.unseen:
        groups[tiles[tile].group].append(tile)
    if deck.countryside:
        if deck.by_number:
            return {min(groups["countryside"], key=lambda tile: int(tile.rpartition("-")[2])): 1}
        return dict.fromkeys(groups["countryside"], 1)
    if deck.core or deck.city:
        plain = dict.fromkeys(groups["core"], deck.core * max(1, len(groups["city"])))
        city = dict.fromkeys(groups["city"], deck.city * max(1, len(groups["core"])))
        return {tile: weight for tile, weight in sorted({**plain, **city}.items()) if weight}
    return dict.fromkeys(groups["countryside"] or groups["core"], 1)


EXPLORING_STEPS: tuple[type[Step], ...] = (RevealTile,)

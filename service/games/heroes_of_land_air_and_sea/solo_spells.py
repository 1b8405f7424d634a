"""Research of the automated Enemy: the Spell that its Board prints for a Hero."""

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal

from service.engine.action import Action
from service.engine.defect import Defect, error
from service.engine.step import Choice
from service.games.heroes_of_land_air_and_sea.components import SoloCard
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, RESOURCES, PrintedSpell, Region, UnitId
from service.games.heroes_of_land_air_and_sea.interrupts import SpellToCome, windows
from service.games.heroes_of_land_air_and_sea.solo_events import EnemySpellCast, EnemySpellFails
from service.games.heroes_of_land_air_and_sea.solo_moves import Compass, by_compass
from service.games.heroes_of_land_air_and_sea.stealing import take
from service.games.heroes_of_land_air_and_sea.stock import pay, score
from service.games.heroes_of_land_air_and_sea.supply import destroy, place
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.the_map import neighbours
from service.games.heroes_of_land_air_and_sea.unit_losses import LoseUnit, Piece


def research(table: Table, hero: str, card: SoloCard) -> bool:
    """Cast the Hero's printed Spell, if it can be paid; the player may answer it (``cast.interrupt``)."""
    printed = table.pack.solo_heroes[hero]
    if table.missing(ENEMY, printed.cost):
        return False
    table.log(EnemySpellCast(rule="solo.research", hero=hero))
    pay(table, ENEMY, printed.cost, "solo.research")
    effect = ResolveEnemySpell(source=printed.spell, paid=printed.cost.get("mana", 0), compass=card.compass)  # type: ignore[arg-type]
    table.push(*windows(table, ENEMY, printed.spell), effect)
    return True


class ResolveEnemySpell(SpellToCome, tag="resolve-enemy-spell", kw_only=True):
    """A printed Spell of the Enemy takes effect; its points are scored even if it has none."""

    rule: ClassVar[str] = "solo.research"

    seat: Literal["solo-enemy"] = "solo-enemy"
    source: PrintedSpell
    compass: Compass

    def run(self, table: Table) -> None:
        if not table.is_in(ENEMY):
            return
        printed = table.pack.printed_spells[self.source]
        score(table, ENEMY, printed.vp, self.rule)
        if not SPELLS[printed.effect["op"]](table, printed.unit, self.compass):
            table.log(EnemySpellFails(rule=self.rule, hero=printed.unit))

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from super().consistency(table)
        faction = table.player(ENEMY).faction if table.state.solo is not None else None
        if faction is None or table.pack.printed_spells[self.source].unit not in table.pack.factions[faction].heroes:
            yield error(self.rule, "/source", "strange", f"{table.named(self.source)} is no Spell of the Enemy")


def conjure_units(table: Table, hero: str, compass: str) -> bool:
    """Units come to the Hero, as far as there is room."""
    region, faction = table.land_region_of(ENEMY, hero), table.faction(ENEMY)
    units = table.pack.solo_heroes[hero].effect["units"]
    named = {faction.serf if kind == "serf" else faction.warrior: number for kind, number in units.items()}
    return region is not None and bool(place(table, ENEMY, named, region, "solo.research"))


def strike(table: Table, hero: str, compass: str) -> bool:
    """The player loses a Unit in a Region beside the Hero, the first clockwise from the card's direction."""
    here, effect = table.land_region_of(ENEMY, hero), table.pack.solo_heroes[hero].effect
    for seat in table.rivals(ENEMY):
        regions = [r for r in neighbours(table, ENEMY, here) if struck(table, seat, r, hero)] if here else []
        for region in by_compass(table, here or "", regions, compass)[:1]:
            table.push(*(LoseToEnemy(seat=seat, hero=hero, region=region) for _ in range(effect["count"])))
            return True
    return False


def struck(table: Table, seat: str, region: str, hero: str) -> list[Piece]:
    """What a player could lose in a Region to a Hero's printed Spell: Units on land, and aboard Vessels there."""
    kinds = table.pack.solo_heroes[hero].effect.get("kinds", ())
    if table.capital_at(region) is not None:
        return []
    player = table.player(seat)
    places: list[tuple[str | None, dict[str, int]]] = [
        (None, player.units.get(region, {})),
        *((vessel, player.vessels[vessel].passengers) for vessel in table.vessels_at(seat, region)),
    ]
    pieces = [(unit, region, vessel) for vessel, units in places for unit in units if table.unit(unit).kind in kinds]
    return sorted(pieces, key=lambda piece: (piece[0], piece[2] or ""))


class LoseToEnemy(Choice, tag="lose-to-enemy"):
    """A printed Spell of the Enemy costs the player a Unit; nobody is asked where there is no choice."""

    rule: ClassVar[str] = "solo.research"
    prompt: ClassVar[str] = "Choose the Unit that you lose in {region} to the Spell of the {hero}."
    actions: ClassVar[tuple[type[Action], ...]] = (LoseUnit,)

    hero: UnitId
    region: Region

    @property
    def source(self) -> str:
        """What takes the Unit."""
        return self.hero

    def pieces(self, table: Table) -> list[Piece]:
        """Everything that may be lost."""
        return struck(table, self.seat, self.region, self.hero)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if table.is_in(self.seat) and len(self.pieces(table)) > 1 else ()

    def lose(self, table: Table, piece: Piece) -> None:
        """Lose one Unit."""
        unit, region, vessel = piece
        destroy(table, self.seat, {unit: 1}, region, self.rule, aboard=vessel)

    def run(self, table: Table) -> None:
        if table.is_in(self.seat):
            for piece in self.pieces(table)[:1]:
                self.lose(table, piece)

    def consistency(self, table: Table) -> Iterator[Defect]:
        if table.state.solo is None or self.hero not in table.pack.solo_heroes:
            yield error(self.rule, "/hero", "strange", f"{table.named(self.hero)} casts no Spell of the Enemy")


def rob(table: Table, hero: str, compass: str) -> bool:
    """The Enemy steals Resources one by one, each time of what the player has most."""
    stolen: dict[str, int] = {}
    for seat in table.rivals(ENEMY):
        for _ in range(table.pack.solo_heroes[hero].effect["count"]):
            stocks = {resource: n - stolen.get(resource, 0) for resource, n in table.stocks(seat).items()}
            most = max(RESOURCES, key=lambda resource: stocks[resource])
            if stocks[most]:
                stolen[most] = stolen.get(most, 0) + 1
        if stolen:
            take(table, ENEMY, seat, stolen, "solo.research")
    return bool(stolen)


SPELLS: dict[str, Callable[[Table, str, str], bool]] = {
    "place-units": conjure_units,
    "lose-units": strike,
    "steal-resources": rob,
}

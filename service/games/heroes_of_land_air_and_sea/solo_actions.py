"""What a Solo Enemy Card makes a Hero of the Enemy do. Each action says whether it could be carried out."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from service.engine.action import Action
from service.engine.defect import Defect, error
from service.engine.step import Choice
from service.games.heroes_of_land_air_and_sea.action_events import (
    CapitalUpgraded,
    TowerBuilt,
    UnitsRecruited,
    VesselBuilt,
)
from service.games.heroes_of_land_air_and_sea.components import SoloCard
from service.games.heroes_of_land_air_and_sea.costs import tower_cost
from service.games.heroes_of_land_air_and_sea.end_of_game import check_objectives, trigger
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, RESOURCES, Region, UnitId
from service.games.heroes_of_land_air_and_sea.solo_events import EnemySpellCast, EnemySpellFails, EnemyTrackAdvanced
from service.games.heroes_of_land_air_and_sea.solo_moves import by_compass, collect_tokens, land_army, march, natural_at
from service.games.heroes_of_land_air_and_sea.stealing import take
from service.games.heroes_of_land_air_and_sea.stock import gain, pay, score
from service.games.heroes_of_land_air_and_sea.supply import add, destroy, place
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.taxes import tax_track
from service.games.heroes_of_land_air_and_sea.the_map import march_reach, tower_distance
from service.games.heroes_of_land_air_and_sea.towers import tower_violations
from service.games.heroes_of_land_air_and_sea.unit_losses import LoseUnit, Piece

ATTACK_SPEED = 2


def can_buy(table: Table, unit: str) -> bool:
    """Whether the Enemy has a Unit in its supply and can pay for it; it needs no Building (``solo.recruit``)."""
    return bool(table.supply(ENEMY, unit)) and not table.missing(ENEMY, table.unit(unit).cost)


def place_bought(table: Table, hero: str, unit: str) -> str:
    """Where a new Unit of the Enemy goes: to the acting Hero, or to the Capital City where it has no place there."""
    capital = table.player(ENEMY).capital
    assert capital is not None
    region = table.land_region_of(ENEMY, hero)
    if region is None or not table.room(ENEMY, region):
        return capital
    if table.unit(unit).kind == "sea-vessel" and not table.pack.shores[region]:
        return capital
    return region


def recruit(table: Table, hero: str, card: SoloCard) -> bool:
    """The first that can be had of Air Vessel, Sea Vessel, Warrior, Serf."""
    faction = table.faction(ENEMY)
    for unit in (faction.air_vessel, faction.sea_vessel, faction.warrior, faction.serf):
        if can_buy(table, unit):
            region = place_bought(table, hero, unit)
            pay(table, ENEMY, table.unit(unit).cost, "solo.recruit")
            table.log(UnitsRecruited(rule="solo.recruit", seat=ENEMY, units={unit: 1}, region=region))
            add(table, ENEMY, {unit: 1}, region)
            return True
    return False


def advance_track(table: Table, hero: str, card: SoloCard) -> bool:
    """The next step of the Capital City Track."""
    assert table.state.solo is not None
    enemy, track = table.state.solo.enemy, table.pack.capital_track
    if enemy.track >= len(track) or table.missing(ENEMY, track[enemy.track].cost):
        return False
    step = track[enemy.track]
    pay(table, ENEMY, step.cost, "solo.capital-track")
    enemy.track += 1
    table.log(EnemyTrackAdvanced(rule="solo.capital-track", step=enemy.track, gives=step.gives))
    if step.gives != "building":
        enemy.level += 1
        table.log(CapitalUpgraded(rule="solo.capital-track", seat=ENEMY, level=enemy.level))
    if enemy.track == len(track):
        trigger(table, "capital-track", ENEMY)
    return True


def build(table: Table, hero: str, card: SoloCard) -> bool:
    """The first possible of Tower, Air Vessel, Sea Vessel."""
    region, faction = table.land_region_of(ENEMY, hero), table.faction(ENEMY)
    if region is not None and next(tower_violations(table, ENEMY, region), None) is None:
        build_tower(table, region)
        return True
    for vessel in (faction.air_vessel, faction.sea_vessel):
        if can_buy(table, vessel):
            at = place_bought(table, hero, vessel)
            pay(table, ENEMY, table.unit(vessel).cost, "solo.build")
            table.log(VesselBuilt(rule="solo.build", seat=ENEMY, vessel=vessel, region=at))
            add(table, ENEMY, {vessel: 1}, at)
            return True
    return False


def build_tower(table: Table, region: str) -> None:
    """The Enemy pays for a Tower; the tokens that it reveals are the Enemy's."""
    enemy = table.player(ENEMY)
    pay(table, ENEMY, tower_cost(table, ENEMY, region), "solo.build")
    enemy.towers = sorted([*enemy.towers, region])
    distance = tower_distance(table, ENEMY, region)
    table.log(TowerBuilt(rule="solo.build", seat=ENEMY, region=region, distance=distance))
    for border in table.pack.borders[region]:
        collect_tokens(table, border, face_down_only=True)
    check_objectives(table)


def tax(table: Table, hero: str, card: SoloCard) -> bool:
    """The Resource on the 4 of the Tax Track."""
    resource, amount = next(iter(tax_track(table).items()))
    gain(table, ENEMY, {str(resource): amount}, "solo.tax")
    return True


# --- Research: the Spell printed for the Hero -------------------------------------------------------------------------


def research(table: Table, hero: str, card: SoloCard) -> bool:
    """Cast the Hero's printed Spell, if it can be paid."""
    spell = table.pack.solo_heroes[hero]
    if table.missing(ENEMY, spell.cost):
        return False
    table.log(EnemySpellCast(rule="solo.research", hero=hero))
    pay(table, ENEMY, spell.cost, "solo.research")
    score(table, ENEMY, spell.vp, "solo.research")
    if not SPELLS[spell.effect["op"]](table, hero, card):
        table.log(EnemySpellFails(rule="solo.research", hero=hero))
    return True


def conjure_units(table: Table, hero: str, card: SoloCard) -> bool:
    """Units come to the Hero, as far as there is room."""
    region, faction = table.land_region_of(ENEMY, hero), table.faction(ENEMY)
    units = table.pack.solo_heroes[hero].effect["units"]
    named = {faction.serf if kind == "serf" else faction.warrior: number for kind, number in units.items()}
    return region is not None and bool(place(table, ENEMY, named, region, "solo.research"))


def strike(table: Table, hero: str, card: SoloCard) -> bool:
    """The player loses a Unit in a Region beside the Hero, the first clockwise from the card's direction."""
    here, effect = table.land_region_of(ENEMY, hero), table.pack.solo_heroes[hero].effect
    for seat in table.rivals(ENEMY):
        regions = [r for r in table.pack.land_links[here or ""] if struck(table, seat, r, hero)] if here else []
        for region in by_compass(table, here or "", regions, card.compass)[:1]:
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
            yield error(self.rule, "/hero", "strange", f"{self.hero} casts no Spell of the Enemy")


def rob(table: Table, hero: str, card: SoloCard) -> bool:
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


SPELLS: dict[str, Callable[[Table, str, SoloCard], bool]] = {
    "place-units": conjure_units,
    "lose-units": strike,
    "steal-resources": rob,
}


# --- Attack -----------------------------------------------------------------------------------------------------------


def attack(table: Table, hero: str, card: SoloCard) -> bool:
    """March up to 2 Regions to the weakest army of the player that is not stronger by Natural Strength."""
    origin = table.land_region_of(ENEMY, hero)
    if origin is None:
        return False
    army = land_army(table, hero)
    own = sum(table.unit(unit).strength * number for unit, number in army.items())
    enemies = table.occupants(ENEMY)
    reach = march_reach(table, ENEMY, origin, ATTACK_SPEED)
    armies = {region: natural_at(table, enemies[region], region) for region in reach if region in enemies}
    beatable = {region: strength for region, strength in armies.items() if strength <= own}
    if not beatable:
        return False
    weakest = [region for region in beatable if beatable[region] == min(beatable.values())]
    march(table, hero, by_compass(table, origin, weakest, card.compass)[0], "solo.attack")
    return True


ENEMY_ACTIONS: dict[str, Callable[[Table, str, SoloCard], bool]] = {
    "recruit": recruit,
    "build-capital-track": advance_track,
    "build-towers-vessels": build,
    "research": research,
    "tax": tax,
    "attack": attack,
}

"""The map as the pack draws it: both ways, connected, with the counts that are published."""

from typing import Any

import pytest

from service.games.heroes_of_land_air_and_sea import GAME
from service.games.heroes_of_land_air_and_sea.components import LAND_KINDS, VESSELS, Faction, Unit
from service.games.heroes_of_land_air_and_sea.pack import HeroesPack

PACK = GAME.packs["standard"]
assert isinstance(PACK, HeroesPack)
BOX = (
    *("factions", "miniatures", "constructs", "hero-cards", "faction-tokens"),
    *("tactic-cards", "spell-cards", "exploration-tokens"),
)


@pytest.mark.parametrize("links", [PACK.borders, PACK.ferry_links, PACK.land_links, PACK.sea_links, PACK.shores])
def test_adjacency_is_symmetric(links: dict[str, tuple[str, ...]]) -> None:
    for here, others in links.items():
        assert here not in others
        assert all(here in links[other] for other in others)


def reached(start: str, links: dict[str, tuple[str, ...]]) -> set[str]:
    found, edge = {start}, [start]
    while edge:
        edge = [there for here in edge for there in links[here] if there not in found and not found.add(there)]  # type: ignore[func-returns-value]
    return found


@pytest.mark.parametrize("continent", PACK.capital_of)
def test_each_continent_is_connected(continent: str) -> None:
    regions = {region.id for region in PACK.regions.values() if region.continent == continent}
    assert len(regions) == 10
    assert reached(PACK.capital_of[continent], PACK.borders) == regions


def test_the_whole_board_is_connected() -> None:
    assert len(PACK.regions) == 40
    assert reached("nw-g", PACK.land_links) == set(PACK.regions)
    assert len(PACK.seas) == 13
    assert reached("sea-n", PACK.sea_links) == set(PACK.seas)
    assert PACK.central_seas == {"sea-center"}


def test_ferries_join_continents_and_separate_seas(touch: Any) -> None:
    touch(GAME, ["ferry.separates-seas"])
    continents = {region.id: region.continent for region in PACK.regions.values()}
    for ferry in PACK.ferries:
        assert continents[ferry.regions[0]] != continents[ferry.regions[1]]
    for data in PACK.document["map"]["ferry_routes"]:
        assert all(other in PACK.sea_links[one] for one, other in data["separates"])
    for entry in PACK.document["map"]["sea_wraparound"]:
        one, other = entry["regions"]
        assert other in PACK.sea_links[one]
    for entry in PACK.document["map"]["continents"]:
        assert set(PACK.adjacent_continents[entry["id"]]) == set(entry["adjacent_continents"])


@pytest.mark.parametrize("capital", sorted(PACK.capital_regions))
def test_tower_distances_are_shortest_ways(capital: str) -> None:
    distance = PACK.distance[capital]
    assert distance[capital] == 0
    for region, far in distance.items():
        if region != capital:
            assert far == 1 + min(distance[there] for there in PACK.land_links[region])


def test_what_the_box_holds(touch: Any) -> None:
    """Cards, tokens and pieces; a Faction has 20 miniatures and 8 Constructs, 3 of them Levels, 3 Towers."""
    touch(GAME, [f"components.{name}" for name in BOX])
    assert sum(spell.copies for spell in PACK.spells.values()) == 60
    assert sum(token.count for token in PACK.land_tokens.values()) == 66
    assert sum(token.count for token in PACK.sea_tokens.values()) == 28
    assert len(PACK.tactics) == 7
    assert PACK.constants["action_tokens_per_player"] == 2
    assert len(PACK.factions) == 4
    for faction in PACK.factions.values():
        kinds = {kind: sum(u.count for u in units_of(faction) if u.kind == kind) for kind in (*LAND_KINDS, *VESSELS)}
        assert kinds == {"serf": 12, "warrior": 5, "hero": 3, "sea-vessel": 1, "air-vessel": 1}
        assert len(faction.heroes) == 3
        assert len(faction.buildings) == 5
    assert sorted(PACK.levels) == [1, 2, 3]
    assert max(level.tower_limit for level in PACK.levels.values()) == 3


def units_of(faction: Faction) -> list[Unit]:
    return [PACK.units[unit] for unit in faction.units]

"""The map as the pack draws it: both ways, connected, with the counts that are published."""

import pytest

from service.games.heroes_of_land_air_and_sea import GAME
from service.games.heroes_of_land_air_and_sea.pack import HeroesPack

PACK = GAME.packs["standard"]
assert isinstance(PACK, HeroesPack)


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


def test_ferries_join_continents_and_separate_seas() -> None:
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


def test_what_the_box_holds() -> None:
    assert sum(spell.copies for spell in PACK.spells.values()) == 60
    assert sum(token.count for token in PACK.land_tokens.values()) == 66
    assert sum(token.count for token in PACK.sea_tokens.values()) == 28
    assert len(PACK.tactics) == 7
    for faction in PACK.factions.values():
        assert sum(PACK.units[unit].count for unit in faction.units) == 22
        assert len(faction.buildings) == 5

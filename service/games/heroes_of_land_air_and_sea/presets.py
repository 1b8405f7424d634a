"""Factions and Continents that the setup has chosen beforehand: the other players leave them free."""

from collections.abc import Iterator, Sequence

from service.engine.agenda import name_of
from service.engine.game import Setup
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.pack import HeroesPack
from service.games.heroes_of_land_air_and_sea.table import Table


def preset_violations(setup: Setup, pack: HeroesPack) -> Iterator[Violation]:
    """Why not everybody can have what a setup chooses beforehand, whoever may still be drawn as first player."""
    for faction, seats in sorted(setup.chosen_twice("faction").items()):
        yield Violation(
            "setup.choose-faction:twice",
            "the {faction} are chosen for {seats}",
            faction=pack.factions[faction].name,
            seats=seats,
        )
    continents, twice = setup.chosen("continent"), setup.chosen_twice("continent")
    for continent, seats in sorted(twice.items()):
        yield Violation(
            "setup.one-capital-per-continent:twice",
            "{continent} is chosen for {seats}",
            continent=continent,
            seats=seats,
        )
    first_players = [setup.options.first_player] if setup.options.first_player else setup.seats
    for first in () if twice else first_players:
        order = capital_order(setup.seats, first)
        if not _all_find_one(pack, frozenset(), [continents.get(seat) for seat in order]):
            yield Violation(
                "setup.capital-adjacent-continent:setup",
                "with {first} as first player the Continents chosen beforehand do not adjoin each other in time",
                first=first,
            )
            return


def capital_order(seats: Sequence[str], first: str) -> list[str]:
    """Who chooses a Continent when: counterclockwise, the first player last."""
    at = seats.index(first)
    clockwise = [*seats[at:], *seats[:at]]
    return [*clockwise[:0:-1], first]


def blocked_presets(table: Table, actor: str, continent: str, taken: set[str]) -> Iterator[Violation]:
    """Why a Continent must be left to those who choose later: the setup has chosen it, or what only it gives access to.

    ``taken`` are the Continents with a Capital City.
    """
    left = [s.seat for s in reversed(table.state.agenda) if name_of(s) == "choose-continent" and s.seat != actor]
    chosen = {seat: table.state.presets[seat].continent for seat in left if seat in table.state.presets}
    owner = next((seat for seat, name in chosen.items() if name == continent), None)
    if owner is not None:
        yield Violation(
            "setup.one-capital-per-continent:chosen",
            "the setup has chosen {continent} for {seat}",
            seat=owner,
            continent=continent,
        )
    elif not _all_find_one(table.pack, frozenset({*taken, continent}), [chosen.get(seat) for seat in left]):
        yield Violation(
            "setup.capital-adjacent-continent:chosen",
            "after {continent} not everybody could begin where the setup says: {chosen}",
            continent=continent,
            chosen=[name for name in chosen.values() if name is not None],
        )


def _all_find_one(pack: HeroesPack, taken: frozenset[str], order: Sequence[str | None]) -> bool:
    """Whether all who are still to choose, in this order, find a Continent; a name is the one that it must be."""
    if not order:
        return True
    wanted, later = order[0], order[1:]
    free = [name for name in pack.capital_of if name not in (*taken, *later)] if wanted is None else [wanted]
    return any(
        name not in taken
        and (not taken or not taken.isdisjoint(pack.adjacent_continents[name]))
        and _all_find_one(pack, taken | {name}, later)
        for name in free
    )

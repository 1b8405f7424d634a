"""The table of Lords of Xidit: the board as its rules read it."""

from service.engine.table import Table as EngineTable
from service.games.lords_of_xidit.ids import UNITS, Unit
from service.games.lords_of_xidit.pack import CityTile, Titan, XiditPack
from service.games.lords_of_xidit.state import Player, State, TileOnCity


class Table(EngineTable[State, XiditPack]):
    """Questions about the board that several chapters ask. None of them writes."""

    def player(self, seat: str) -> Player:
        """A player's pieces."""
        return self.state.players[seat]

    def in_turn(self) -> list[str]:
        """The seats clockwise from the First Player."""
        seats = self.state.seats
        at = seats.index(self.state.first_player)
        return [*seats[at:], *seats[:at]]

    def city(self, seat: str) -> str:
        """The City where the player's Idrakys stands."""
        return self.state.idrakys[seat]

    def tile_on(self, city: str) -> TileOnCity | None:
        """The City tile in a City."""
        return self.state.tiles.get(city)

    def card(self, tile: str) -> CityTile:
        """What is printed on a City tile."""
        return self.pack.tiles[tile]

    def raging(self) -> list[Titan]:
        """The Raging Titans that lie open, the cheapest first."""
        lairs = [self.state.titans[pile] for pile in sorted(self.state.titans)]
        return [self.pack.titans[lair.raging] for lair in lairs if lair.raging is not None]

    def is_boxed(self, titan: Titan) -> bool:
        """Whether a Titan has been eliminated and is back in the box."""
        lair = self.state.titans.get(titan.pile)
        return lair is None or titan.id not in (*lair.slumbering, lair.raging)

    def weakest(self, tile: TileOnCity) -> Unit | None:
        """The weakest Unit still standing on a Recruitment tile."""
        return next((unit for unit in UNITS if tile.units.get(unit)), None)

    def has_units(self, seat: str, units: dict[str, int]) -> bool:
        """Whether the player owns all these Units, type by type."""
        owned = self.player(seat).units
        return all(owned.get(unit, 0) >= number for unit, number in units.items())  # type: ignore[call-overload]

    def unit_count(self, seat: str) -> int:
        """How many Units the player owns in all."""
        return sum(self.player(seat).units.values())

    def room_in_guild(self, seat: str, city: str) -> int:
        """How many Stories the player could still build in a City, the stock not considered."""
        guild = self.state.guilds.get(city)
        if guild is None:
            return int(self.pack.tallest)
        return int(self.pack.tallest) - guild.stories if guild.seat == seat else 0

    def own_guilds_with_room(self, seat: str) -> list[str]:
        """The Cities in which the player's Guild is not at its full height."""
        guilds = self.state.guilds
        return [c for c in self.pack.cities if c in guilds and guilds[c].seat == seat and self.room_in_guild(seat, c)]

    @property
    def has_dummy(self) -> bool:
        """Whether the Dummy Player takes part in the assessments."""
        return len(self.state.seats) == 3

    @property
    def census_rule(self) -> str:
        """The clause that says which Game Years end with a census."""
        return "census.years" if self.state.options.years == 12 else "short-version.census-years"

    @property
    def is_census_year(self) -> bool:
        """Whether this Game Year ends with a Military Census."""
        return self.state.year in self.pack.census_years(self.state.options.years)

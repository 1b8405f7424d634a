"""The table of Heroes of Land, Air & Sea: the board as its rules read it."""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy

from msgspec.structs import replace

from service.engine.agenda import name_of
from service.engine.counts import together, without
from service.engine.step import Step
from service.engine.table import RememberingTable
from service.games.heroes_of_land_air_and_sea.components import Ability, Faction, Level, Unit
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, RESOURCES
from service.games.heroes_of_land_air_and_sea.pack import HeroesPack
from service.games.heroes_of_land_air_and_sea.state import Aboard, Player, State, Tokens

NO_TOKENS = Tokens()


OF_A_FOLLOW = frozenset({"recruit", "recruit-again", "build", "research", "discard-spells", "tax", "give-resources"})
"""Steps in which an action is carried out; in another player's turn because it was Followed, which was the answer."""


class Table(RememberingTable[State, HeroesPack]):
    """Questions about the board that several chapters ask. None of them writes."""

    def answers(self, step: Step, actor: str) -> bool:
        """Whoever decides in another player's turn reacts to it, but for how a Follow is carried out."""
        turns = [each.seat for each in self.state.agenda if name_of(each) == "take-turn"]
        in_other_turn = bool(turns) and self.state.solo is None and actor in self.state.seats and actor != turns[-1]
        return super().answers(step, actor) or (in_other_turn and name_of(step) not in OF_A_FOLLOW)

    # --- players ---

    def named(self, thing: str) -> str:
        """What a sentence calls something that has an id."""
        return self.pack.words.name(thing)

    def player(self, seat: str) -> Player:
        """A player's Board and pieces, or those of the automated Enemy."""
        if seat == ENEMY:
            assert self.state.solo is not None
            return self.state.solo.enemy
        return self.state.players[seat]

    def faction(self, seat: str) -> Faction:
        """A player's Faction, once it is chosen."""
        chosen = self.player(seat).faction
        assert chosen is not None
        return self.pack.factions[chosen]

    def level(self, seat: str) -> Level:
        """What the present Level of the Capital City allows."""
        return self.pack.levels[self.player(seat).level]

    def is_in(self, seat: str) -> bool:
        """Whether the player has not been eliminated."""
        return not self.player(seat).eliminated

    def clockwise(self, first: str) -> list[str]:
        """Everybody in clockwise order, beginning with this seat, those eliminated too."""
        seats = self.state.seats
        at = seats.index(first)
        return [*seats[at:], *seats[:at]]

    def in_turn(self) -> list[str]:
        """Who plays on, in turn order from the first player."""
        first = self.state.first_player or self.state.seats[0]
        return [seat for seat in self.clockwise(first) if self.is_in(seat)]

    def others(self, seat: str) -> list[str]:
        """The other players who play on, clockwise from this one."""
        return [other for other in self.clockwise(seat)[1:] if self.is_in(other)]

    def parties(self) -> list[str]:
        """Everybody who has pieces on the board, or had: the players and the automated Enemy."""
        return [*self.state.seats, ENEMY] if self.state.solo is not None else self.state.seats

    def rivals(self, seat: str) -> list[str]:
        """Whom a player fights against: the others who play on, clockwise, without an ally."""
        if self.state.solo is not None:
            rivals = self.state.seats if seat == ENEMY else [ENEMY]
            return [rival for rival in rivals if self.is_in(rival)]
        teams = self.state.teams
        return [other for other in self.others(seat) if not teams or teams.get(other) != teams.get(seat)]

    def ally(self, seat: str) -> str | None:
        """The ally of a player, as long as both play on."""
        teams = self.state.teams
        if not teams or not self.is_in(seat):
            return None
        return next((other for other in self.others(seat) if teams.get(other) == teams.get(seat)), None)

    # --- Resources ---

    def stock(self, seat: str, resource: str) -> int:
        """How many a player has of a Resource."""
        has: int = getattr(self.player(seat), resource)
        return has

    def stocks(self, seat: str) -> dict[str, int]:
        """What a player has of each Resource."""
        return {resource: self.stock(seat, resource) for resource in RESOURCES}

    def missing(self, seat: str, cost: Mapping[str, int]) -> dict[str, int]:
        """What a player lacks to pay this."""
        lacks = {resource: number - self.stock(seat, resource) for resource, number in cost.items()}
        return {resource: number for resource, number in lacks.items() if number > 0}

    # --- abilities ---

    def abilities(self, seat: str, op: str) -> Iterator[Ability]:
        """The unlocked abilities of this kind: of Buildings, and of Heroes in play."""
        if seat == ENEMY:
            return
        player, found = self.player(seat), self.pack.abilities_of
        for building in player.buildings:
            for ability in found.get((building, op), ()):
                if ability.level <= player.level:
                    yield ability
        if player.faction is None:
            return
        for hero in self.pack.factions[player.faction].heroes:
            unlocked = [ability for ability in found.get((hero, op), ()) if ability.level <= player.level]
            if unlocked and self.place_of(seat, hero) is not None:
                yield from unlocked

    # --- pieces ---

    def unit(self, unit: str) -> Unit:
        """A kind of Unit as the Board has it."""
        return self.pack.units[unit]

    def land_units(self, seat: str, region: str) -> dict[str, int]:
        """A player's Units on land in a Region, in the Courtyard for the own Capital City Region."""
        return self.player(seat).units.get(region, {})

    def courtyard_serfs(self, seat: str) -> int:
        """The Serfs in a player's Courtyard."""
        player = self.player(seat)
        if player.capital is None:
            return 0
        return player.units.get(player.capital, {}).get(self.faction(seat).serf, 0)

    def vessels_at(self, seat: str, area: str) -> list[str]:
        """A player's Vessels in a Region, or docked at it."""
        vessels = self.player(seat).vessels
        return [vessel for vessel in vessels if vessels[vessel].at == area]

    def lifts(self, seat: str) -> list[tuple[str, Aboard]]:
        """The ally's Vessels that carry Units of a player (``boarding.own-units``)."""
        ally = self.ally(seat) if self.state.teams else None
        return [entry for entry in self.player(ally).vessels.items() if entry[1].guests] if ally is not None else []

    def units_at(self, seat: str, area: str) -> dict[str, int]:
        """All Units of a player in a Region: on land, Vessels, passengers."""
        player = self.player(seat)
        found = dict(player.units.get(area, ()))
        for vessel, aboard in player.vessels.items():
            if aboard.at == area:
                found[vessel] = 1
                for unit, number in aboard.passengers.items():
                    found[unit] = found.get(unit, 0) + number
        for _, aboard in self.lifts(seat):
            if aboard.at == area:
                found = together(found, aboard.guests)
        return found

    def unit_count(self, seat: str, area: str) -> int:
        """How many Units of a player count against the limit of a Region."""
        player = self.player(seat)
        count = sum(player.units.get(area, {}).values())
        for aboard in player.vessels.values():
            if aboard.at == area:
                count += 1 + sum(aboard.passengers.values())
        for _, aboard in self.lifts(seat):
            if aboard.at == area:
                count += sum(aboard.guests.values())
        return count

    def room(self, seat: str, area: str) -> int:
        """How many more Units of a player a Region takes; the own Capital City Region takes any number.

        Allies share the limit, but for Units in their own Capital City Region (``team.no-attack``).
        """
        if area == self.player(seat).capital:
            return 1000
        limit: int = self.pack.constants["region_unit_limit"]
        ally = self.ally(seat) if self.state.teams else None
        if ally is not None and area != self.player(ally).capital:
            limit -= self.unit_count(ally, area)
        return max(0, limit - self.unit_count(seat, area))

    def has_piece(self, seat: str, area: str) -> bool:
        """Whether a player has a Unit or a Structure in a Region (``collection.control``)."""
        player = self.player(seat)
        return (
            bool(player.units.get(area))
            or area in player.towers
            or area == player.capital
            or any(aboard.at == area for aboard in player.vessels.values())
            or any(aboard.at == area for _, aboard in self.lifts(seat))
        )

    def enemy_at(self, seat: str, area: str) -> str | None:
        """Whose pieces an army of this player would meet in a Region."""
        return self.occupants(seat).get(area)

    def enemies_at(self, seat: str, area: str) -> list[str]:
        """Everybody whose pieces an army of this player would meet in a Region: allies share one."""
        return [rival for rival in self.rivals(seat) if self.has_piece(rival, area)]

    def occupants(self, seat: str) -> dict[str, str]:
        """Every Region with pieces of somebody else, and whose they are."""
        key = "occupants", seat
        if key not in self.memo:
            found: dict[str, str] = {}
            for other in self.rivals(seat):
                player = self.player(other)
                places = [*player.units, *player.towers, *(aboard.at for aboard in player.vessels.values())]
                found.update(dict.fromkeys([*places, *([player.capital] if player.capital else [])], other))
            self.memo[key] = found
        occupied: dict[str, str] = self.memo[key]
        return occupied

    def capital_at(self, region: str) -> str | None:
        """Whose Capital City stands in a Region."""
        return next((seat for seat in self.parties() if self.player(seat).capital == region), None)

    def tower_at(self, region: str) -> str | None:
        """Whose Tower stands in a Region."""
        return next((seat for seat in self.parties() if region in self.player(seat).towers), None)

    def place_of(self, seat: str, unit: str) -> str | None:
        """Where a Hero or a Vessel is; None while it lies in the supply."""
        player = self.player(seat)
        if unit in player.vessels:
            return player.vessels[unit].at
        for region, units in player.units.items():
            if unit in units:
                return region
        own = (aboard.at for aboard in player.vessels.values() if unit in aboard.passengers)
        return next(own, None) or next((aboard.at for _, aboard in self.lifts(seat) if unit in aboard.guests), None)

    def land_region_of(self, seat: str, unit: str) -> str | None:
        """The Land Region in which a Hero is, aboard a docked Vessel too; None at sea or in the supply."""
        place = self.place_of(seat, unit)
        return place if place in self.pack.regions else None

    def in_play(self, seat: str) -> Mapping[str, int]:
        """All Units of a player that are not in the supply."""
        key = "in play", seat
        # While something is carried out pieces move before it is told, so that nothing may be kept.
        if not self.sealed:
            return self._in_play(seat)
        if key not in self.memo:
            self.memo[key] = self._in_play(seat)
        found: Mapping[str, int] = self.memo[key]
        return found

    def _in_play(self, seat: str) -> dict[str, int]:
        player = self.player(seat)
        found: dict[str, int] = {}
        aboard_of_ally = [aboard.guests for _, aboard in self.lifts(seat)]
        own = [aboard.passengers for aboard in player.vessels.values()]
        for units in (*player.units.values(), *own, *aboard_of_ally):
            for unit, number in units.items():
                found[unit] = found.get(unit, 0) + number
        for vessel in player.vessels:
            found[vessel] = 1
        battle = self.state.battle
        for leader in (battle.attacker, battle.defender) if battle is not None else ():
            if seat == leader or (self.state.teams and self.ally(leader) == seat):
                for unit, number in battle.side(leader).adrift.items() if battle is not None else ():
                    if self.pack.units[unit].faction == player.faction:
                        found[unit] = found.get(unit, 0) + number
        serfs = len(player.buildings) + list(player.slots.values()).count("serf")
        if serfs:
            serf = self.faction(seat).serf
            found[serf] = found.get(serf, 0) + serfs
        return found

    def supply(self, seat: str, unit: str) -> int:
        """How many Units of a kind lie in a player's supply."""
        return max(0, self.unit(unit).count - self.in_play(seat).get(unit, 0))

    def controlled(self, seat: str) -> list[str]:
        """Every Region with a Unit or Structure of the player, in the order of the map."""
        return [area for area in (*self.pack.regions, *self.pack.seas) if self.has_piece(seat, area)]

    # --- Action Slots ---

    def open_slot(self, seat: str, action: str) -> str | None:
        """The first open slot of an action."""
        slots = self.player(seat).slots
        return next((slot for slot in self.pack.slots_of[action] if slot not in slots), None)

    def with_serf_in_slot(self, seat: str, action: str) -> "Table":
        """The table as it would be once a Serf has gone from the Courtyard into a slot; sealed, and sharing the rest.

        What may follow on that is asked of it (``follow.must-execute``).
        """
        state, player, slot = copy(self.state), self.player(seat), self.open_slot(seat, action)
        if slot is not None and player.capital is not None and self.courtyard_serfs(seat):
            courtyard = without(player.units[player.capital], {self.faction(seat).serf: 1})
            units = {**player.units, player.capital: courtyard}
            if not courtyard:
                del units[player.capital]
            player = replace(player, slots={**player.slots, slot: "serf"}, units=units)
            state.players = {**state.players, seat: player}
        imagined = Table(state, self.pack, self._lanes)
        imagined.sealed = True
        return imagined

    # --- Exploration Tokens ---

    def tokens_at(self, area: str) -> Tokens:
        """The Exploration Tokens in a Region."""
        tokens = self.state.land_tokens if area in self.pack.regions else self.state.sea_tokens
        return tokens.get(area, NO_TOKENS)

    def unexplored(self, area: str) -> bool:
        """Whether an unresolved token lies in a Region."""
        tokens = self.tokens_at(area)
        return bool(tokens.down or tokens.up)


def at_board(seat: str) -> str:
    """Where a player's Board, or that of the automated Enemy, stands in the state."""
    return "/solo/enemy" if seat == ENEMY else f"/players/{seat}"


def mixes(units: Mapping[str, int], most: int) -> Iterator[dict[str, int]]:
    """Every choice of up to so many of these Units, by kind, the empty one first."""

    def choose(kinds: list[str], left: int) -> Iterable[dict[str, int]]:
        if not kinds:
            yield {}
            return
        kind, *rest = kinds
        for number in range(min(units[kind], left) + 1):
            for mix in choose(rest, left - number):
                yield {kind: number, **mix} if number else mix

    yield from choose(sorted(units), most)


def in_words(number: int, noun: str) -> str:
    """How many there are, in words that agree."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

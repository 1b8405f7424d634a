"""The table of Kingdom Defenders: the board as its rules read it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from service.engine.agenda import steps_to_come
from service.engine.step import Step
from service.engine.table import Table as EngineTable
from service.games.kingdom_defenders.pack import DEED_SLOTS, Horde, KingdomPack, Requirement, Tile
from service.games.kingdom_defenders.state import Player, Standing, State

RESOURCES = ("weapon", "spell", "loot", "coin")
CAMP_RESOURCES = ("weapon", "spell")


class Table(EngineTable[State, KingdomPack]):
    """Questions about the board that several chapters ask. None of them writes."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._coming: dict[type[Step], int] | None = None

    def work_on(self, stack: list[Any]) -> None:
        """Say which stack ``push`` adds to: something happens."""
        self._coming = None
        super().work_on(stack)

    def coming(self) -> Mapping[type[Step], int]:
        """How many steps of each type are still to come, those in lanes too; counted once while nothing can happen."""
        if self._coming is None or not self.sealed:
            self._coming = dict(Counter(map(type, steps_to_come(self))))
        return self._coming

    @property
    def number(self) -> int:
        """How many play."""
        return len(self.state.seats)

    def player(self, seat: str) -> Player:
        """A player's pieces."""
        return self.state.players[seat]

    def rivals(self, seat: str) -> list[str]:
        """The other players in turn order."""
        return [other for other in self.state.turn_order if other != seat]

    # --- spaces ---

    def tile_on(self, space: str) -> str | None:
        """The code of the Building or Character at this space; None where none lies open."""
        there = self.pack.spaces[space]
        if there.building is not None:
            return there.building
        if there.area == "A":
            return self.state.characters.get(space) if there.order is not None else "P1"
        return self.state.buildings.get(space)

    def requirement(self, space: str) -> Requirement | None:
        """What the space asks for; None where nothing lies there that gives it a requirement."""
        there = self.pack.spaces[space]
        if there.requirement is not None:
            return there.requirement
        if there.area == "B3":
            card = self.state.adventures.get(space)
            return Requirement(discs=self.pack.adventures[card].discs) if card else None
        code = self.tile_on(space)
        return self.pack.tiles[code].requirement if code else None

    def is_in_use(self, space: str) -> bool:
        """Whether the space is used with this number of players."""
        return self.number in self.pack.spaces[space].players

    def is_area_c_open(self) -> bool:
        """Area C opens with the first Horde: in round 2, or at once (Extreme Variant), or never (Family Variant)."""
        variant = self.state.options.variant
        return variant != "family" and (self.state.round > 1 or variant == "extreme")

    def standings(self, seat: str, *areas: str) -> list[tuple[str, Standing]]:
        """The spaces in these areas (all, if none is named) that hold the player's discs, in board order."""
        spaces = self.pack.spaces
        own = [
            (space, standing)
            for space, standing in self.state.discs.items()
            if standing.seat == seat and (not areas or spaces[space].area in areas)
        ]
        return sorted(own, key=lambda found: spaces[found[0]].position) if len(own) > 1 else own

    def same_limit(self, space: str, other: str) -> bool:
        """Whether a player may have only one of these two spaces: same Area, same Building, or the same Adventure."""
        here, there = self.pack.spaces[space], self.pack.spaces[other]
        if here.area != there.area:
            return False
        if here.area == "B3":
            return space == other
        if here.area == "B2":
            return self.tile_on(space) == self.tile_on(other)
        return True

    def clash(self, seat: str, space: str, *leaving: str) -> str | None:
        """A space that the player already has and may not have beside ``space``, not counting those being left."""
        for own, _ in self.standings(seat):
            if own not in leaving and self.same_limit(own, space):
                return own
        return None

    def in_the_kingdom(self, seat: str) -> str | None:
        """A space beyond the Wall that holds the player's discs."""
        return next((space for space, _ in self.standings(seat, "B3", "C")), None)

    def open_adventures(self) -> list[str]:
        """The spaces on which an Adventure lies open, in the order of the row."""
        return [space for space in self.pack.row if space in self.state.adventures]

    def open_deeds(self) -> list[str]:
        """The Deeds that lie open, in the order of their places."""
        return [self.state.deeds[slot] for slot in DEED_SLOTS if slot in self.state.deeds]

    # --- tiles ---

    def tile(self, code: str) -> Tile:
        """A Building or Character."""
        return self.pack.tiles[code]

    def spaces_of(self, building: str) -> list[str]:
        """The spaces of a Building that lies open."""
        return [s.id for s in self.pack.spaces.values() if s.area == "B2" and self.tile_on(s.id) == building]

    def is_on(self, seat: str, character: str) -> bool:
        """Whether the player has a disc on this Character."""
        for space, standing in self.state.discs.items():
            if standing.seat == seat and self.pack.spaces[space].area == "A" and self.tile_on(space) == character:
                return True
        return False

    def is_protected(self, seat: str) -> bool:
        """Whether no attack action may be aimed at the player."""
        return self.is_on(seat, "P1")

    # --- Camps and the Horde ---

    def camp_total(self, seat: str) -> int:
        """How many resources lie in the player's own Camps."""
        return sum(self.player(seat).camps.values())

    def horde_card(self) -> Horde | None:
        """The Horde in play."""
        horde = self.state.horde
        return self.pack.horde(horde.card, horde.side, self.number) if horde else None

    def lacking(self, resource: str) -> int:
        """How many of a resource the Horde still lacks, counting the Camps of all players."""
        card = self.horde_card()
        if card is None:
            return 0
        supplied = sum(player.camps.get(resource, 0) for player in self.state.players.values())  # type: ignore[call-overload]
        return max(0, card.requires.get(resource, 0) - supplied)

    # --- goods ---

    def stock(self, seat: str, resource: str) -> int:
        """How many of a resource lie behind the player's screen."""
        return int(getattr(self.player(seat), resource))

    def relics(self, seat: str) -> list[str]:
        """The player's Ancient Relics: on Adventure cards and on Reward tiles."""
        player = self.player(seat)
        return [relic for card in player.adventures for relic in self.pack.adventures[card].relics] + player.rewards

    def unspent_orbs(self, seat: str) -> int:
        """Orbs that have not been shown for a Deed yet."""
        return self.relics(seat).count("orb") - self.player(seat).spent_orbs

    def good(self, seat: str, kind: str) -> int:
        """How many goods of a kind the player can show for a Deed, Orbs standing for others not counted."""
        if kind in RESOURCES:
            return self.stock(seat, kind)
        if kind == "adventure-card":
            return len(self.player(seat).adventures)
        if kind == "rune":
            return sum(relic.startswith("rune-") for relic in self.relics(seat))
        if kind == "orb":
            return self.unspent_orbs(seat)
        return self.relics(seat).count(kind)

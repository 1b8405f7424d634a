"""The table of Mage Knight: the board as its rules read it."""

from collections.abc import Iterable, Iterator, Mapping

from service.engine.agenda import name_of
from service.engine.step import Step
from service.engine.table import RememberingTable
from service.games.mage_knight.ids import COLORS, DUMMY, WOUND, DayNight
from service.games.mage_knight.pack import MageKnightPack
from service.games.mage_knight.pack_cards import DeedCard, Skill, Unit
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.pack_map import AROUND, HEX, Axial, SpaceInfo, centre_of
from service.games.mage_knight.pack_scenarios import LevelRow, ScenarioCard
from service.games.mage_knight.state import Dummy, Player, State, UnitInPlay
from service.games.mage_knight.state_map import OnSpace
from service.games.mage_knight.state_turn import Turn

NOTHING_THERE = OnSpace()


class Table(RememberingTable[State, MageKnightPack]):
    """Questions about the board that several chapters ask. None of them writes."""

    def answers(self, step: Step, actor: str) -> bool:
        """Whoever decides in another player's turn reacts to it."""
        return super().answers(step, actor) or (actor in self.state.seats and self.active() not in (None, actor))

    # --- names ---

    def name(self, thing: str) -> str:
        """The printed name of whatever has an id."""
        return self.pack.words.name(thing)

    def where(self, space: str) -> str:
        """A space in words: ``the hills NE on Countryside 3``."""
        return self.pack.words.name(space)

    # --- players ---

    def player(self, seat: str) -> Player:
        """A player's cards and pieces."""
        return self.state.players[seat]

    @property
    def turn(self) -> Turn:
        """The turn that is being played; only asked while there is one."""
        assert self.state.turn is not None
        return self.state.turn

    def active(self) -> str | None:
        """Whose turn is being played."""
        return self.state.turn.seat if self.state.turn is not None else None

    @property
    def dummy(self) -> Dummy:
        """The dummy player; only asked where there is one."""
        assert self.state.dummy is not None
        return self.state.dummy

    def others(self, seat: str) -> list[str]:
        """The other players in turn order after this one."""
        order = [party for party in self.state.order if party != DUMMY] or self.state.seats
        at = order.index(seat)
        return [*order[at + 1 :], *order[:at]]

    def level(self, seat: str) -> LevelRow:
        """What the top Level token of a player says."""
        return self.pack.levels[self.player(seat).level]

    def fame_level(self, fame: int) -> int:
        """The level that an amount of Fame reaches."""
        return max(row.level for row in self.pack.levels.values() if row.fame <= fame)

    def attends_partially(self, seat: str) -> bool:
        """Whether a player is attacked by another one and keeps the next turn."""
        duel = self.state.duel
        return duel is not None and duel.defender == seat and duel.fully is False

    # --- the round ---

    @property
    def scenario(self) -> ScenarioCard:
        """The scenario that is played."""
        return self.pack.scenarios[self.state.scenario]

    def count(self) -> str:
        """The number of players as the scenarios' tables name it."""
        return str(len(self.state.seats))

    @property
    def time(self) -> DayNight:
        """Day or Night on the board."""
        day = (self.state.round % 2 == 1) != self.state.options.night_arrival
        return "day" if day else "night"

    def by_night(self) -> bool:
        """Whether Night rules hold where the turn is being played: at Night, and in some adventure sites by Day."""
        combat = self.state.combat
        return self.time == "night" or (combat is not None and combat.night_rules)

    def last_round(self) -> bool:
        """Whether this is the last Round of the scenario."""
        return self.state.round >= len(self.scenario.rounds)

    def may_still_act(self, seat: str) -> bool:
        """Whether a player has not had the last turn of this Round (``turns.no-effects-after-last-turn``)."""
        ending = self.state.ending
        if ending is None or seat in ending.left or seat == self.active():
            return True
        # An extra turn comes after the last one of those that are left.
        return any(name_of(step) == "start-turn" and step.seat == seat for step in self.state.agenda)

    # --- cards ---

    def card(self, card: str) -> DeedCard:
        """What the pack says of a card."""
        return self.pack.cards[card]

    def node(self, at: str) -> EffectNode:
        """An effect of the pack."""
        return self.pack.nodes[at]

    def wounds_in_hand(self, seat: str) -> int:
        """How many Wounds a hand holds."""
        return self.player(seat).hand.count(WOUND)

    def playable_in_hand(self, seat: str) -> list[str]:
        """The cards of a hand that are no Wounds, each kind once."""
        return sorted({card for card in self.player(seat).hand if card != WOUND})

    # --- Units and Skills ---

    def unit(self, ref: str) -> Unit:
        """What the card of a Unit in play says."""
        return self.pack.units[self.pack.unit_kind(ref)]

    def skill(self, skill: str) -> Skill:
        """What the pack says of a Skill."""
        return self.pack.skills[skill]

    def command_tokens(self, seat: str) -> int:
        """The Command tokens of a player, the token of Bonds of Loyalty among them."""
        return self.level(seat).command_tokens + len(self.command_skills(seat))

    def command_skills(self, seat: str) -> list[str]:
        """The Skills of a player that are further Command tokens."""
        return [
            skill
            for skill in self.player(seat).skills
            if any(self.node(at).op == "command-token" for at in self.skill(skill).nodes)
        ]

    def units(self, seat: str) -> list[tuple[str, UnitInPlay]]:
        """The Units of a player; of those that are alike in every way only the first."""
        found: list[tuple[str, UnitInPlay]] = []
        for ref, unit in sorted(self.player(seat).units.items()):
            kind = self.pack.unit_kind(ref)
            if all(self.pack.unit_kind(other) != kind or unit != same for other, same in found):
                found.append((ref, unit))
        return found

    def new_unit_ref(self, seat: str, kind: str) -> str:
        """What a new Unit of this kind is called in a Unit area."""
        units = self.player(seat).units
        return next(ref for ref in (kind, f"{kind}.2", f"{kind}.3") if ref not in units)

    # --- dice ---

    def depleted(self, color: str) -> bool:
        """Whether a die with this face is depleted at this time of day."""
        return color == ("black" if self.time == "day" else "gold")

    def dice_in_play(self) -> dict[str, int]:
        """All dice of the game by where their faces show: in the Source, taken, on a Tactic, held."""
        found = dict.fromkeys(COLORS, 0)
        for color, number in self.state.source.items():
            found[color] += number
        turns = [*([self.state.turn] if self.state.turn is not None else []), *self.state.waiting.values()]
        for turn in turns:
            for die in turn.dice:
                found[die.color] += 1
        for player in self.state.players.values():
            if player.stored_die is not None:
                found[player.stored_die] += 1
        for lasting in self.state.lasting:
            if lasting.color is not None and self.node(lasting.node).op == "hold-source-die":
                found[lasting.color] += 1
        return {color: number for color, number in found.items() if number}

    def number_of_dice(self) -> int:
        """How many dice the Source of this game has."""
        return len(self.state.seats) + 2 + int(self.scenario.special.get("extra_source_dice", 0))

    def unit_offer_size(self) -> int:
        """How many Units the Unit offer is dealt."""
        return len(self.state.seats) + 2 + int(self.scenario.special.get("extra_unit_offer", 0))

    # --- the map ---

    def space(self, space: str) -> SpaceInfo:
        """What is printed on a space."""
        return self.pack.spaces[space]

    def on(self, space: str) -> OnSpace:
        """What lies on a space; only for reading."""
        return self.state.world.on.get(space, NOTHING_THERE)

    def place_of(self, tile: str) -> str | None:
        """Where a tile lies."""
        return self._where_tiles().get(tile)

    def _where_tiles(self) -> Mapping[str, str]:
        if "tiles" not in self.memo:
            self.memo["tiles"] = {tile: place for place, tile in self.state.world.tiles.items()}
        found: Mapping[str, str] = self.memo["tiles"]
        return found

    def coordinates(self, space: str) -> Axial | None:
        """Where a space lies, in axial coordinates; None while its tile is not on the map."""
        info = self.space(space)
        place = self.place_of(info.tile)
        if place is None:
            return None
        (q, r), (dq, dr) = centre_of(place), HEX[info.at]
        return q + dq, r + dr

    def _spaces_at(self) -> Mapping[Axial, str]:
        if "spaces" not in self.memo:
            found: dict[Axial, str] = {}
            for place, tile in self.state.world.tiles.items():
                q, r = centre_of(place)
                for space in self.pack.tiles[tile].spaces:
                    dq, dr = HEX[self.space(space).at]
                    found[q + dq, r + dr] = space
            self.memo["spaces"] = found
        mapped: Mapping[Axial, str] = self.memo["spaces"]
        return mapped

    def revealed(self) -> Iterable[str]:
        """Every space of the map that is revealed."""
        return self._spaces_at().values()

    def space_at(self, at: Axial) -> str | None:
        """The revealed space with these coordinates."""
        return self._spaces_at().get(at)

    def around(self, space: str) -> Iterator[str]:
        """The revealed spaces adjacent to a space of the map."""
        at = self.coordinates(space)
        if at is not None:
            for dq, dr in AROUND:
                neighbour = self.space_at((at[0] + dq, at[1] + dr))
                if neighbour is not None:
                    yield neighbour

    def touches(self, space: str, place: str) -> bool:
        """Whether a space is adjacent to a tile position."""
        at, (q, r) = self.coordinates(space), centre_of(place)
        if at is None:
            return False
        spaces = {(q + dq, r + dr) for dq, dr in HEX.values()}
        return at not in spaces and any((at[0] + dq, at[1] + dr) in spaces for dq, dr in AROUND)

    def here(self, space: str, besides: str | None = None) -> list[str]:
        """The players whose figures stand on a space."""
        return [seat for seat in self.state.seats if seat != besides and self.player(seat).at == space]

    def site(self, space: str) -> str | None:
        """The type of the site on a space, or of none."""
        return self.space(space).site

    def is_fortified_site(self, space: str) -> bool:
        """Whether a keep, mage tower or city is on a space."""
        site = self.site(space)
        return site is not None and self.pack.sites[site].group == "fortified"

    def has_rampaging(self, space: str) -> bool:
        """Whether a rampaging enemy stands on a space."""
        return self.space(space).rampaging is not None and bool(self.on(space).enemies)

    def core_revealed(self) -> bool:
        """Whether a Core tile lies on the map."""
        return any(self.pack.tiles[tile].is_core for tile in self.state.world.tiles.values())

"""The table of The Gilded Realms: the Kingdoms and the Centre Board as its rules read them. Nothing here writes."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any

from service.engine.agenda import names_of, steps_to_come
from service.engine.event import Event
from service.engine.step import Step
from service.engine.table import Sealing
from service.engine.table import Table as EngineTable
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.ids import PROVINCES, QUEUE_PLACES
from service.games.gilded_realms.pack import GildedPack
from service.games.gilded_realms.pack_cards import Piece, ProvinceLevel, YearEvent
from service.games.gilded_realms.pack_factions import DifficultyLevel, Faction
from service.games.gilded_realms.solo_state import Legacy
from service.games.gilded_realms.state import Player, State

CORE_LEVELS = ("S", "I", "II")


def in_silver(amounts: Mapping[str, int]) -> dict[str, int]:
    """Amounts with all coins as Silver (``coins.values``); what is none is left out."""
    found = {kind: number for kind, number in amounts.items() if kind not in ("gold", "silver") and number}
    silver = 2 * amounts.get("gold", 0) + amounts.get("silver", 0)
    return {"silver": silver, **found} if silver else found


class Table(EngineTable[State, GildedPack]):
    """Questions about the board that several chapters ask.

    ``memo`` keeps which abilities players have while the table is sealed, as nothing changes then.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.memo: dict[tuple[str, ...], Any] = {}
        self._later: list[Event] = []

    def sealing(self) -> Sealing:
        """Seal the table for as long as the ``with`` lasts."""
        self.memo.clear()
        return super().sealing()

    def log(self, event: Event) -> None:
        """Note an event, then those that were to follow it."""
        super().log(event)
        later, self._later = self._later, []
        for following in later:
            super().log(following)

    def log_known(self, event: Event) -> None:
        """Note an event that mostly shows something, but here only what everybody who plays knows."""
        before = self.irreversible
        self.log(event)
        self.irreversible = before

    def lay_open(self) -> None:
        """What one player alone knew lies open now: nobody learns it in a solo game."""
        if not self.solo:
            self.irreversible = True

    def log_later(self, event: Event) -> None:
        """Note an event behind the one that is noted next, as that is its cause; at the end if none is."""
        self._later.append(event)

    def told(self, since: int = 0) -> list[Event]:
        """The events from this one on, with their texts."""
        later, self._later = self._later, []
        for event in later:
            super().log(event)
        return super().told(since)

    @property
    def steps(self) -> frozenset[str]:
        """The names of all steps that are to come, those in lanes too."""
        found: frozenset[str] = self._kept(("steps",), lambda: frozenset(names_of(steps_to_come(self))))
        return found

    def leave(self, step: Step) -> None:
        """Take a step that is not ``once`` off the agenda: its decision is made."""
        assert self._stack[-1] is step
        self._stack.pop()

    # --- players and their order ---

    def player(self, seat: str) -> Player:
        """A player's Kingdom."""
        return self.state.players[seat]

    def faction(self, seat: str) -> Faction:
        """A player's Faction, once it is chosen."""
        chosen = self.player(seat).faction
        assert chosen is not None
        return self.pack.factions[chosen]

    def rank(self, seat: str) -> int:
        """The Rank: the value on the present level of Influence."""
        return self.province(seat, "influence").rank

    def rank_order(self) -> list[str]:
        """Everybody from the highest Rank to the lowest, the higher Reputation first among equals."""
        return sorted(self.state.seats, key=self._priority, reverse=True)

    def _priority(self, seat: str) -> tuple[bool, int, int]:
        highest = any(self.modifiers(seat, "rank_and_reputation"))
        chosen = self.player(seat).faction
        return highest, self.rank(seat), self.pack.factions[chosen].reputation if chosen else 0

    @property
    def solo(self) -> bool:
        """Whether this is a solo game."""
        return self.state.solo is not None

    @property
    def saga(self) -> Legacy | None:
        """What the games before have left, if this is a game of a Saga."""
        return self.state.options.saga if self.solo else None

    @property
    def difficulty(self) -> DifficultyLevel:
        """The Difficulty of a solo game: in a Saga the one chosen for its first game (``solo-type.choose``)."""
        saga, options = self.saga, self.state.options
        return self.pack.difficulties[saga.difficulty if saga is not None and saga.games else options.difficulty]

    @property
    def epic(self) -> bool:
        """Whether this is an Epic game."""
        return self.state.options.length == "epic"

    @property
    def last_round(self) -> int:
        """The number of the last round."""
        return self.pack.rounds[self.state.options.length]

    @property
    def age(self) -> int:
        """The Age of the present round."""
        return 1 if self.state.round <= self.pack.constants["age_1_rounds"][1] else 2

    # --- Provinces ---

    def level(self, seat: str, province: str) -> int:
        """The level of a Province; 0 is '-'."""
        return self.player(seat).provinces.get(province, 0)  # type: ignore[call-overload, no-any-return]

    def province(self, seat: str, province: str) -> ProvinceLevel:
        """The present card face of a Province."""
        return self.pack.provinces[province][self.level(seat, province)]

    def province_faces(self, seat: str) -> list[ProvinceLevel]:
        """The present face of each Province, in printed order."""
        return [self.province(seat, kind) for kind in PROVINCES]

    def core_level(self, seat: str) -> str:
        """The level of the Core Advisor: S, I or II."""
        return self.province(seat, "influence").core_advisor

    def core_advisor(self, seat: str) -> str:
        """The Core Advisor on top of the stack."""
        return self.faction(seat).core[CORE_LEVELS.index(self.core_level(seat))]

    # --- stocks ---

    def hardship(self, seat: str) -> int:
        """How much Population is exhausted."""
        return int(self.pack.constants["population"]) - self.player(seat).population

    def stock(self, seat: str, resource: str) -> int:
        """How much of a Resource a player has; coins in Silver."""
        has: int = getattr(self.player(seat), resource)
        return has

    def fort_limit(self, seat: str) -> int:
        """How many Fortifications can be stored."""
        printed = self.province(seat, "military").fortification_max
        return printed + int(sum(self.modifiers(seat, "fortification_max")))

    def room_for_forts(self, seat: str) -> int:
        """How many more Fortifications can be stored; none while there are too many already (Hadrian)."""
        return max(0, self.fort_limit(seat) - self.player(seat).fortification)

    def missing(self, seat: str, cost: Mapping[str, int]) -> dict[str, int]:
        """What a player lacks to pay this, Population and Vault Fortune and Units to discard too; coins in Silver."""
        lacks = {kind: number - self._has(seat, kind) for kind, number in in_silver(cost).items()}
        return {kind: number for kind, number in lacks.items() if number > 0}

    def _has(self, seat: str, kind: str) -> int:
        if kind == "exhaust_population":
            return self.player(seat).population
        if kind == "discard_units_from_standing_army":
            return sum(self.discardable_units(seat).values())
        return self.stock(seat, kind)

    def discardable_units(self, seat: str) -> dict[str, int]:
        """The Units in the Standing Army that an effect may discard: all but Commanders."""
        return {u: n for u, n in self.player(seat).army.items() if not self.piece(u).face.commander}

    # --- cards ---

    def piece(self, piece: str) -> Piece:
        """The printed card of something in a Build Queue, Territory or Standing Army."""
        return self.pack.pieces[piece]

    def army_size(self, seat: str) -> int:
        """How many Units stand in the Standing Army, the Commander too."""
        return sum(self.player(seat).army.values())

    def hinterland_size(self, seat: str) -> int:
        """How many Endeavours the Hinterland can store."""
        return int(self.pack.constants["hinterland_slots"]) + int(sum(self.modifiers(seat, "hinterland_slots")))

    def queued(self, seat: str) -> Iterator[tuple[str, str, int]]:
        """What lies in the Build Queue: position, piece, how many; from the top position down."""
        queue = self.player(seat).queue
        for place in reversed(QUEUE_PLACES):
            for piece in sorted(queue.get(place, {})):
                yield place, piece, queue[place][piece]

    def known_of(self, seat: str, province: str) -> int:
        """How many Knowledges of a type a player has."""
        return sum(self.pack.knowledge[tile].type == province for tile in self.player(seat).knowledge)

    # --- abilities ---

    def sources(self, seat: str, cards: Container[str]) -> list[tuple[str, int]]:
        """Those of ``cards`` whose abilities a player has, with how many of each: Units only in the Standing Army."""
        player, faces = self.player(seat), self.pack.face_of
        found = {card: 1 for card in self._single_cards(seat) if card in cards}
        for piece, number in (*player.territory.items(), *player.army.items()):
            face = faces[piece]
            if face in cards and face not in player.advisors:
                found[face] = found.get(face, 0) + number
        return sorted(found.items())

    def _single_cards(self, seat: str) -> list[str]:
        """The cards of which a player has one, however many exist: Advisors, Knowledges, the Faction and solo cards."""
        player, pieces, solo = self.player(seat), self.pack.pieces, self.state.solo
        found = [a for a in player.advisors if a not in pieces or a in player.army]
        found += player.knowledge
        if player.faction is not None:
            found += (player.faction, self.core_advisor(seat))
        if solo is not None:
            found += solo.rewards
            found += () if solo.ally is None or solo.ally in pieces else (solo.ally,)
        return found

    def _kept(self, question: tuple[str, ...], answer: Callable[[], Any]) -> Any:
        """The answer to a question, worked out once while the table is sealed."""
        if not self.sealed:
            return answer()
        if question not in self.memo:
            self.memo[question] = answer()
        return self.memo[question]

    def abilities(self, seat: str, trigger: str) -> list[Ability]:
        """The abilities that a trigger sets off, once for each card that has one; Units' are the Units' own."""
        found: list[Ability] = self._kept(("abilities", seat, trigger), lambda: self._abilities(seat, trigger))
        return found

    def _abilities(self, seat: str, trigger: str) -> list[Ability]:
        printed = self.pack.triggered.get(trigger, {})
        return [
            ability
            for source, number in self.sources(seat, printed)
            for ability in printed[source]
            if self.solo or not ability.solo_only
            for _ in range(number)
        ]

    def modifiers(self, seat: str, key: str) -> list[Any]:
        """What the cards of a player say for a key of ``modify_keys``, in a fixed order."""
        found: list[Any] = self._kept(("modifiers", seat, key), lambda: self._modifiers(seat, key))
        return found

    def _modifiers(self, seat: str, key: str) -> list[Any]:
        printed = self.pack.modifiers.get(key, {})
        return [
            value for source, number in self.sources(seat, printed) for value in printed[source] for _ in range(number)
        ]

    def replaced(self, seat: str, key: str, printed: Any) -> Any:
        """The printed value, or what a card of the player puts in its place."""
        found = self.modifiers(seat, key)
        return found[-1] if found else printed

    def uses_left(self, seat: str, ability: Ability) -> bool:
        """Whether the limits of an ability allow one more use."""
        player, name = self.player(seat), ability.counts_as
        for limit in ability.limits:
            if limit == "once-per-round" and player.used.get(name, 0):
                return False
            if limit.endswith("per-game"):
                most = 1 if limit.startswith("once") else int(limit.partition("-")[0])
                if player.used_up.get(name, 0) >= most:
                    return False
        return True

    # --- Year Events ---

    def event(self, round_: int) -> YearEvent | None:
        """The Year Event of a round, if anybody has seen it: null in a view for whoever has not."""
        name = self.state.year_events[round_ - 1].event
        return self.pack.events[name] if name is not None else None

    def looming(self) -> list[tuple[int, YearEvent]]:
        """The active Looming Threats, each with its round."""
        places = enumerate(self.state.year_events, 1)
        up = [(n, self.pack.events[p.event]) for n, p in places if p.lies == "up" and p.event is not None]
        return [(n, card) for n, card in up if card.kind == "looming-threat"]

    def foreseeable(self, seat: str) -> list[int]:
        """The rounds whose face-down Year Event this player has not Foreseen and may, lowest first."""
        return [
            number
            for number, place in enumerate(self.state.year_events, 1)
            if place.lies == "down"
            and seat not in place.known_to
            and (place.shroud is None or place.shroud.kind != "enigma" or place.shroud.seat == seat)
        ]

    # --- what players may choose ---

    def names(self, things: Iterable[str]) -> list[str]:
        """Printed names."""
        return self.pack.names(things)

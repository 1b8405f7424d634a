"""The component pack of The Gilded Realms, with the look-ups that its rules need."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from service.engine.pack import Pack
from service.games.gilded_realms.effect_language import (
    Ability,
    AddBuilding,
    AddUnit,
    Choose,
    Effect,
    Op,
    Queue,
    Roll,
    StoreOnCard,
    Warfront,
)
from service.games.gilded_realms.ids import ARTISAN, CAVALRY, COLOURS, PROVINCES, WILDCARD
from service.games.gilded_realms.pack_cards import (
    EndeavourCard,
    Face,
    Knowledge,
    Piece,
    ProvinceLevel,
    Quest,
    Route,
    YearEvent,
)
from service.games.gilded_realms.pack_factions import (
    Advisor,
    DifficultyLevel,
    Faction,
    MarketCard,
    SerpensReward,
    Target,
    VaultFace,
    WarfrontCard,
)
from service.games.gilded_realms.printed_names import words_of

T = TypeVar("T")


class EffectList(Struct, frozen=True):
    """A list of effects with its id, the clause by which it works, and the card that it stands on."""

    id: str
    rule: str
    source: str
    ops: Effect


class GildedPack(Pack):
    """Everything printed, by id.

    ``clauses`` says for each ability, Market card and other source of effects by which clause it works.
    """

    def __init__(self, name: str, document: dict[str, Any], clauses: dict[str, str]) -> None:
        super().__init__(name, document)
        self.clauses = clauses
        self.constants: dict[str, Any] = document["constants"]
        self.rounds: dict[str, int] = self.constants["rounds"]
        self.effects: dict[str, EffectList] = {}
        self.abilities: dict[str, Ability] = {}
        self.abilities_of: dict[str, tuple[Ability, ...]] = {}
        self._read_cards(document)
        self._read_factions(document["factions"]["factions"])
        self._read_solo(document["solo"])
        self._read_pieces()
        self._read_givers()
        self._read_other_effects()
        self._count()
        self.titles = self._titles()
        self.ids = self._ids()
        self.words = words_of(self)

    # --- reading ---

    def _read_cards(self, document: dict[str, Any]) -> None:
        self.faces = _by_id(document["endeavour_faces"]["faces"].values(), Face)
        self.cards = _by_id(document["endeavour_cards"]["cards"], EndeavourCard)
        wild = document["serpens_wildcards"]
        self.wildcards: int = wild["count"]
        self.cards[WILDCARD] = EndeavourCard(WILDCARD, tuple(wild["faces"]), wild["count"], "wildcard")
        levels = msgspec.convert(document["provinces"]["faces"], list[ProvinceLevel])
        self.provinces: dict[str, list[ProvinceLevel]] = {
            kind: [level for level in levels if level.type == kind] for kind in PROVINCES
        }
        self.knowledge = _by_id(document["knowledge"]["tiles_list"], Knowledge)
        self.routes = _by_id(document["trade_routes"]["tokens"], Route)
        self.route_copies: int = document["trade_routes"]["copies_each"]
        self.events = _by_id(document["year_events"]["cards"], YearEvent)
        self.event_kinds: dict[str, Any] = document["year_events"]["kinds"]
        self.quests = _by_id(document["quests"]["cards"], Quest)
        self.dice = {colour: _faces(document["dice"][colour]["faces"]) for colour in COLOURS}
        self.overlays: dict[str, dict[str, str]] = document["centre_board"]["overlays"]
        for face in self.faces.values():
            self._take_abilities(face.id, face.abilities)
        for tile in self.knowledge.values():
            self._take_abilities(tile.id, tile.abilities)

    def _read_factions(self, factions: dict[str, Any]) -> None:
        self.factions: dict[str, Faction] = {}
        self.advisors: dict[str, Advisor] = {}
        for name, data in factions.items():
            people = [*data["core"], *data["council"], data["commander"]]
            for advisor in _by_id(people, Advisor).values():
                self.advisors[advisor.id] = advisor
                self._take_abilities(advisor.id, advisor.abilities)
            for face in _by_id([*data["auxiliary"], data["commander"]], Face).values():
                self.faces[face.id] = face
                if not face.commander:
                    self._take_abilities(face.id, face.abilities)
            self.factions[name] = Faction(
                id=name,
                name=data["name"],
                reputation=data["reputation"],
                core=tuple(card["id"] for card in data["core"]),
                council=tuple(card["id"] for card in data["council"]),
                commander=data["commander"]["id"],
                auxiliary=tuple(card["id"] for card in data["auxiliary"]),
                abilities=self._take_abilities(name, _faction_abilities(data)),
            )
        self.auxiliary = frozenset(card for faction in self.factions.values() for card in faction.auxiliary)
        self.faction_of = {
            card: name
            for name, own in self.factions.items()
            for card in (name, *own.core, *own.council, own.commander, *own.auxiliary)
        }
        self.market_cards = _by_id(factions["kihleed-guild"]["market_cards"], MarketCard)
        self.faction_of |= dict.fromkeys(self.market_cards, "kihleed-guild")
        vault = factions["house-lorian"]["vault"]
        self.vault = msgspec.convert(vault["faces"], list[VaultFace])
        self.authority_max: int = factions["ender-clan"]["authority"]["max"]
        self.authority_income: int = factions["ender-clan"]["authority"]["each_end_harvest"]
        self.woodland_cards: int = factions["ender-clan"]["woodland_card_pool"]
        self.woodland = tuple(card for card in self.factions["ender-clan"].auxiliary if card.startswith("woodland-"))
        self.shrouds: dict[str, dict[str, Any]] = {s["id"]: s for s in factions["emberfall"]["shrouds"]}
        self.augmented: dict[str, Any] = factions["emberfall"]["augmented"]

    def _read_solo(self, solo: dict[str, Any]) -> None:
        self.solo = solo
        self.difficulties = msgspec.convert(solo["difficulty"], dict[str, DifficultyLevel])
        self.frontline = msgspec.convert(solo["frontline"], Target)
        self.warfront_cards = _by_id(solo["warfront_cards"]["cards"], WarfrontCard)
        bottoms = (card.bottom for card in self.warfront_cards.values())
        self.raiders: Target | None = next((bottom for bottom in bottoms if bottom.kind == "raiders"), None)
        self.rewards = _by_id(solo["serpens_rewards"]["cards"], SerpensReward)
        self.serpens_allies = _by_id(solo["serpens_allies"]["cards"], Advisor)
        for face in _by_id((c for c in solo["serpens_allies"]["cards"] if "unit_type" in c), Face).values():
            self.faces[face.id] = face
        for ally in self.serpens_allies.values():
            self._take_abilities(ally.id, ally.abilities)
        for reward in self.rewards.values():
            self._take_abilities(reward.id, reward.abilities)
        self.faction_allies: dict[str, tuple[str, ...]] = {
            faction: tuple(allies) for faction, allies in solo["faction_allies"].items() if faction in self.factions
        }

    def _read_pieces(self) -> None:
        self.pieces: dict[str, Piece] = {}
        for card in self.cards.values():
            home = "wildcard" if card.set == "wildcard" else "endeavour"
            for face in card.faces:
                name = face if home == "wildcard" or len(card.faces) == 1 else f"{face}.{card.id}"
                self.pieces[name] = Piece(name, self.faces[face], card.id, home)
        aside = [piece for faction in self.factions.values() for piece in (*faction.auxiliary, faction.commander)]
        for name in (*aside, *(ally for ally in self.serpens_allies if ally in self.faces)):
            self.pieces[name] = Piece(name, self.faces[name], name, "aside")
        for warfront in self.warfront_cards.values():
            if warfront.bottom.queue_position:
                title = warfront.bottom.kind.replace("-", " ").title()
                printed = Face(warfront.id, title, "warfront", warfront.bottom.queue_position)
                self.pieces[warfront.id] = Piece(warfront.id, printed, warfront.id, "warfront")
        self.piece_of = {(piece.card, piece.face.id): piece.id for piece in self.pieces.values()}

    def _read_givers(self) -> None:
        """Which abilities give an Auxiliary card; ``either_or`` are those that give one of several, once."""
        self.givers: dict[str, tuple[Ability, ...]] = {}
        self.either_or: list[tuple[Ability, tuple[str, ...]]] = []
        for ability in self.abilities.values():
            options = [option for op in ability.effect if isinstance(op, Choose) for option in op.options]
            given = dict.fromkeys(_cards_given([*ability.effect, *(op for option in options for op in option)]))
            for piece in given:
                self.givers[piece] = (*self.givers.get(piece, ()), ability)
            if options and given and not ability.limits:
                self.either_or.append((ability, tuple(given)))

    def _count(self) -> None:
        """What can be told of all cards once and for all."""
        self.units = frozenset(name for name, piece in self.pieces.items() if piece.is_unit)
        self.commanders = frozenset(name for name, piece in self.pieces.items() if piece.face.commander)
        self.all_cards = {card.id: card.count for card in self.cards.values()}
        self.standard_cards = {card.id: card.count for card in self.cards.values() if card.set != "epic"}
        self.copies = {name: self.all_cards.get(piece.card, piece.face.copies) for name, piece in self.pieces.items()}
        self.highest_places = {name: self._highest_place(piece) for name, piece in self.pieces.items()}
        self.in_piles = {
            "deck": frozenset(self.cards) - {WILDCARD},
            "events_1": frozenset(name for name, card in self.events.items() if card.age == 1),
            "events_2": frozenset(name for name, card in self.events.items() if card.age == 2),
            "quest_deck": frozenset(self.quests),
            "market_deck": frozenset(self.market_cards),
            "solo/deck": frozenset(self.warfront_cards),
        }
        self.counted = frozenset(ability.counts_as for ability in self.abilities.values())
        self.face_of = {name: piece.face.id for name, piece in self.pieces.items()}
        self.modifiers: dict[str, dict[str, list[Any]]] = {}
        self.triggered: dict[str, dict[str, list[Ability]]] = {}
        for source, abilities in self.abilities_of.items():
            for ability in abilities:
                for trigger in dict.fromkeys(ability.triggers):
                    self.triggered.setdefault(trigger, {}).setdefault(source, []).append(ability)
                for key, value in ability.modify.items():
                    self.modifiers.setdefault(key, {}).setdefault(source, []).append(value)

    def _highest_place(self, piece: Piece) -> int:
        """The highest position of the Build Queue at which a card can come to lie; 0 where nothing is printed."""
        start, place = self.starting_artisan()
        campaign: int = self.constants["campaign"]["queue_position"] if piece.is_unit else 0
        return max(piece.face.position, campaign, int(place) if piece.id == start else 0)

    def _read_other_effects(self) -> None:
        for route in self.routes.values():
            self._take_effects(route.id, route.effect, self.clauses[route.id], route.id)
        for card in self.market_cards.values():
            for level, printed in card.levels.items():
                source = f"market.{card.id}"
                self._take_effects(f"{source}.{level}", printed.effect, self.clauses[source], card.id)
        for option, decree in self.event_kinds["civil-decree"]["options"].items():
            self._take_plain(f"decree.{option}", decree["effect"])
        for warfront in self.warfront_cards.values():
            if warfront.bottom.on_territory_warfront:
                move = Warfront(delta=warfront.bottom.on_territory_warfront)
                rule = self.clauses[f"warfront.{warfront.bottom.kind}"]
                self._take_effects(f"{warfront.id}.enters", (move,), rule, warfront.id)
        self._take_plain("festival", self.event_kinds["serpens-festival"]["per_population_exhausted"])
        for stance in ("worker", "defence"):
            self._take_plain(f"productive.{stance}", self.event_kinds["productive-year"][f"{stance}-stance"])
        for reward in self.constants["quest_rewards"]:
            self._take_plain(f"quest.{reward['id']}", reward["effect"])
        for shroud in self.shrouds.values():
            self._take_plain(f"shroud.{shroud['id']}", shroud.get("on_discard_in_event_phase", []))

    def _take_plain(self, name: str, effect: Any) -> None:
        self._take_effects(name, msgspec.convert(effect, Effect), self.clauses[name], name)

    def _take_abilities(self, source: str, abilities: Iterable[Ability]) -> tuple[Ability, ...]:
        taken = []
        for number, printed in enumerate(abilities, 1):
            name = printed.id or f"{source}.{number}"
            ability = replace(printed, id=name, source=source, rule=self.clauses[name])
            taken.append(ability)
            self.abilities[name] = ability
            self._take_effects(name, ability.effect, ability.rule, source)
        self.abilities_of[source] = tuple(taken)
        return tuple(taken)

    def _take_effects(self, name: str, ops: Effect, rule: str, source: str) -> None:
        assert name not in self.effects, name
        self.effects[name] = EffectList(name, rule, source, ops)
        for op in ops:
            if isinstance(op, Choose):
                for number, option in enumerate(op.options, 1):
                    self._take_effects(f"{name}.{number}", option, rule, source)
            elif isinstance(op, Roll):
                if op.threshold is not None:
                    self._take_effects(f"{name}.reached", op.threshold.effect, rule, source)
                if op.per_die_showing_3:
                    self._take_effects(f"{name}.three", op.per_die_showing_3, rule, source)

    def _ids(self) -> dict[str, frozenset[str]]:
        unit_allies = {a for allies in self.faction_allies.values() for a in allies}
        holders = {e.source for e in self.effects.values() for op in e.ops if isinstance(op, StoreOnCard)}
        return {
            "faction": frozenset(self.factions),
            "endeavour card": frozenset(self.cards),
            "endeavour face": frozenset(face for card in self.cards.values() for face in card.faces),
            "piece": frozenset(self.pieces),
            "knowledge": frozenset(self.knowledge),
            "advisor": frozenset(a for f in self.factions.values() for a in (*f.council, f.commander)),
            "printed advisor": frozenset(self.advisors) | frozenset(self.serpens_allies),
            "ally": frozenset(self.serpens_allies) | unit_allies,
            "quest": frozenset(self.quests),
            "year event": frozenset(self.events),
            "trade route": frozenset(self.routes),
            "market card": frozenset(self.market_cards),
            "warfront card": frozenset(self.warfront_cards),
            "serpens reward": frozenset(self.rewards),
            "ability": frozenset(self.abilities) | {a.shared_limit for a in self.abilities.values() if a.shared_limit},
            "effect": frozenset(self.effects),
            "holder": frozenset(holders),
            "requirement icon": frozenset(icon for face in self.provinces.values() for p in face for icon in _asked(p)),
            "thrown die": frozenset(f"{c}-{face}" for c, faces in self.dice.items() for face in faces),
        }

    # --- look-ups ---

    def title(self, thing: str) -> str:
        """The printed name of anything that has an id; of a card with two faces both."""
        return self.titles.get(thing) or thing.replace("-", " ").title()

    def _titles(self) -> dict[str, str]:
        groups: tuple[dict[str, Any], ...] = (
            *(self.serpens_allies, self.rewards, self.market_cards, self.factions),
            *(self.quests, self.events, self.knowledge, self.advisors, self.faces, self.pieces),
        )
        found: dict[str, str] = {}
        for group in groups:
            found |= {thing: card.name for thing, card in group.items()}
        for card in self.cards.values():
            found[card.id] = "/".join(self.faces[face].name for face in card.faces)
        return found | {WILDCARD: "Serpens Wildcard"}

    def names(self, things: Iterable[str]) -> list[str]:
        """The printed names of several things."""
        return [self.title(thing) for thing in things]

    def endeavours(self, epic: bool) -> dict[str, int]:
        """The Endeavour cards of a set, by kind."""
        wanted = "epic" if epic else "standard"
        return {card.id: card.count for card in self.cards.values() if card.set == wanted}

    def starting_artisan(self) -> tuple[str, str]:
        """The Serpens Artisan with which everybody starts, and its place in the Build Queue."""
        start = self.document["serpens_wildcards"]["player_starts_with"]
        return start["face"], str(start["queue_position"])

    def is_wildcard(self, piece: str) -> bool:
        """Whether it is a Serpens Wildcard in use."""
        return piece in (ARTISAN, CAVALRY)


def _by_id(entries: Iterable[Any], shape: type[T]) -> dict[str, T]:
    """Entries of the document by their ids."""
    read = [msgspec.convert(entry, shape) for entry in entries]
    return {entry.id: entry for entry in read}  # type: ignore[attr-defined]


def _cards_given(ops: Iterable[Op]) -> list[str]:
    """The cards set aside that effects bring into a Kingdom."""
    return [
        op.unit if isinstance(op, AddUnit) else op.card for op in ops if isinstance(op, AddUnit | AddBuilding | Queue)
    ]


def _asked(level: ProvinceLevel) -> Iterable[str]:
    """The icons that the next level of a Province asks for."""
    return level.upgrade.discard if level.upgrade else ()


def _faces(printed: list[dict[str, Any]]) -> dict[str, int]:
    """The faces of a die as they are named, each with how many of the six show it."""
    found: dict[str, int] = {}
    for face in printed:
        name = f"{face['truemarks']}{'r' if face['reroll'] else ''}"
        found[name] = found.get(name, 0) + 1
    return found


def _faction_abilities(data: dict[str, Any]) -> list[Ability]:
    """What stands on a Faction's panel rather than on a card."""
    found: list[dict[str, Any]] = []
    if "vault" in data:
        vault = data["vault"]
        found = [{"id": "deposit", **vault["deposit"]}, *vault["deeds"]]
        found.append({"id": "serpens-favour", **vault["serpens_favour"]})
    if "authority" in data:
        kinds = ("victory_banquet", "recruit_woodsmen", "forestry")
        found = [{"id": kind.replace("_", "-"), **data["authority"][kind]} for kind in kinds]
    return [msgspec.convert(entry, Ability) for entry in found]

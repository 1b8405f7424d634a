"""What the pack says of cards, Units, Skills, Tactics and Heroes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.games.mage_knight.ids import WOUND
from service.games.mage_knight.pack_effects import EffectLanguage

Nodes = tuple[str, ...]
ACTIONS = ("basic-action", "advanced-action")


@dataclass(frozen=True, slots=True)
class DeedCard:
    """A Deed card. ``costs`` and ``halves`` by ``basic`` and ``strong``: the mana, and the effects.

    ``icons`` and ``usable`` say of each half what kind of effect it is and when it can be used. The strong half of an
    Artifact costs the card itself.
    """

    id: str
    name: str
    kind: str
    color: str | None
    copies: int
    hero: str | None
    competitive: bool
    costs: Mapping[str, tuple[str, ...]]
    halves: Mapping[str, Nodes]
    icons: Mapping[str, tuple[str, ...]]
    usable: Mapping[str, str | None]
    strong_name: str

    @property
    def is_action(self) -> bool:
        """Whether it is a Basic or Advanced Action."""
        return self.kind in ACTIONS

    @property
    def is_wound(self) -> bool:
        """Whether it is a Wound."""
        return self.kind == "wound"

    @property
    def is_banner(self) -> bool:
        """Whether its basic half is assigned to a Unit."""
        return "banner" in self.icons["basic"]

    def called(self, mode: str) -> str:
        """Its name, or that of its strong half."""
        return self.strong_name if mode == "strong" else self.name


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a Unit: what it costs, one mana of each colour, and its effects."""

    name: str
    mana: tuple[str, ...]
    nodes: Nodes


@dataclass(frozen=True, slots=True)
class Unit:
    """A Unit card."""

    id: str
    name: str
    deck: str
    copies: int
    cost: int
    level: int
    armor: int
    resistances: tuple[str, ...]
    recruit_at: tuple[str, ...]
    abilities: Mapping[str, Ability]


@dataclass(frozen=True, slots=True)
class Skill:
    """A Skill token. ``interactive`` ones go into the centre of the table, or the Source, when they are used."""

    id: str
    name: str
    hero: str
    frequency: str
    icons: tuple[str, ...]
    usable: str | None
    limit: str | None
    interactive: str | None
    nodes: Nodes
    on_gain: Nodes


@dataclass(frozen=True, slots=True)
class Tactic:
    """A Tactic card; ``when`` says at which moment its effect works."""

    id: str
    name: str
    number: int
    round: str
    when: str
    nodes: Nodes


@dataclass(frozen=True, slots=True)
class HeroSheet:
    """A Hero with the cards of the own deck and the Skills; of the interactive ones only one is in a game."""

    id: str
    name: str
    deck: tuple[str, ...]
    skills: tuple[str, ...]
    competitive_skill: str
    cooperative_skill: str
    dummy_crystals: tuple[str, ...]


def read_cards(document: Mapping[str, Any], language: EffectLanguage) -> dict[str, DeedCard]:
    """Every Deed card, Wounds too."""
    basic = document["basic_actions"]
    entries = [
        *basic["shared"],
        *basic["personal"],
        *document["advanced_actions"]["cards"],
        *document["spells"]["cards"],
        *document["artifacts"]["cards"],
    ]
    cards = {entry["id"]: _card(entry, language) for entry in entries}
    none: dict[str, Any] = {"basic": (), "strong": ()}
    cards[WOUND] = DeedCard(
        WOUND, "Wound", "wound", None, 0, None, False, none, none, none, {"basic": None, "strong": None}, "Wound"
    )
    return cards


def _card(entry: Mapping[str, Any], language: EffectLanguage) -> DeedCard:
    color, icons = entry.get("color"), tuple(entry["icons"])
    powered = (color,) if color is not None and entry["kind"] in ACTIONS else ()
    return DeedCard(
        id=entry["id"],
        name=entry["name"],
        kind=entry["kind"],
        color=color,
        copies=entry.get("copies", 1),
        hero=entry.get("hero"),
        competitive=entry.get("competitive", False),
        costs={"basic": tuple(entry.get("cost_basic", ())), "strong": tuple(entry.get("cost_strong", powered))},
        halves={half: language.compile(f"{entry['id']}.{half}", entry[half]) for half in ("basic", "strong")},
        icons={"basic": icons, "strong": tuple(entry.get("strong_icons", icons))},
        usable={"basic": entry.get("usable"), "strong": entry.get("strong_usable", entry.get("usable"))},
        strong_name=entry.get("strong_name", entry["name"]),
    )


def read_units(document: Mapping[str, Any], language: EffectLanguage) -> dict[str, Unit]:
    """Every Unit card of both decks."""
    found = {}
    for entry in (*document["units"]["regular"], *document["units"]["elite"]):
        abilities = {
            f"ability-{number}": Ability(
                f"ability-{number}",
                tuple(ability.get("mana", ())),
                language.compile(f"{entry['id']}.ability-{number}", ability["effect"]),
            )
            for number, ability in enumerate(entry["abilities"], 1)
        }
        found[entry["id"]] = Unit(
            id=entry["id"],
            name=entry["name"],
            deck=entry["deck"],
            copies=entry["copies"],
            cost=entry["influence_cost"],
            level=entry["level"],
            armor=entry["armor"],
            resistances=tuple(entry["resistances"]),
            recruit_at=tuple(entry["recruit_at"]),
            abilities=abilities,
        )
    return found


def read_skills(document: Mapping[str, Any], language: EffectLanguage) -> dict[str, Skill]:
    """Every Skill token, the cooperative replacements too."""
    entries = [*document["skills"]["skills"], *document["skills"]["cooperative_replacements"]["skills"]]
    return {
        entry["id"]: Skill(
            id=entry["id"],
            name=entry["name"],
            hero=entry["hero"],
            frequency=entry["frequency"],
            icons=tuple(entry["icons"]),
            usable=entry.get("usable"),
            limit=entry.get("limit"),
            interactive=entry.get("interactive"),
            nodes=language.compile(f"{entry['id']}.effect", entry["effect"]),
            on_gain=language.compile(f"{entry['id']}.on-gain", entry.get("on_gain", [])),
        )
        for entry in entries
    }


def read_tactics(document: Mapping[str, Any], language: EffectLanguage) -> dict[str, Tactic]:
    """The Tactics of Day and Night, by number."""
    return {
        entry["id"]: Tactic(
            id=entry["id"],
            name=entry["name"],
            number=entry["number"],
            round=entry["round"],
            when=entry["when"],
            nodes=language.compile(f"{entry['id']}.effect", entry["effect"]),
        )
        for entry in (*document["tactics"]["day"], *document["tactics"]["night"])
    }


def read_heroes(document: Mapping[str, Any]) -> dict[str, HeroSheet]:
    """The Heroes."""
    return {
        entry["id"]: HeroSheet(
            id=entry["id"],
            name=entry["name"],
            deck=tuple(entry["deck"]),
            skills=tuple(entry["skills"]),
            competitive_skill=entry["competitive_skill"],
            cooperative_skill=entry["cooperative_skill"],
            dummy_crystals=tuple(entry["dummy_crystals"]),
        )
        for entry in document["heroes"]["heroes"]
    }

"""What the pack says of scenarios, levels and tracks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    """A scenario. ``special``, ``end`` and ``scoring`` hold its rules as the pack says them, by the number of players
    where they depend on it."""

    id: str
    name: str
    players: tuple[int, ...]
    rounds: tuple[str, ...]
    shapes: Mapping[str, str]
    countryside: Mapping[str, int]
    by_number: bool
    core_city: Mapping[str, int]
    core_plain: Mapping[str, int]
    cities: Mapping[str, Any]
    special: Mapping[str, Any]
    end: Mapping[str, Any]
    scoring: Mapping[str, Any]

    @property
    def has_dummy(self) -> bool:
        """Whether a dummy player takes part."""
        return bool(self.special.get("dummy_players"))

    @property
    def cooperative(self) -> bool:
        """Whether the cooperative interactive Skills are used: solo and cooperative games."""
        return bool(self.special["interactive_skills"] == "cooperative")


@dataclass(frozen=True, slots=True)
class LevelRow:
    """A level: the Fame that reaches it, and what its Level token says."""

    level: int
    fame: int
    armor: int
    hand_limit: int
    command_tokens: int


def read_scenarios(document: Mapping[str, Any]) -> dict[str, ScenarioCard]:
    """Every scenario."""
    found = {}
    for entry in document["scenarios"]["scenarios"]:
        layout, counts = entry["map"], [str(number) for number in entry["players"]]
        found[entry["id"]] = ScenarioCard(
            id=entry["id"],
            name=entry["name"],
            players=tuple(entry["players"]),
            rounds=tuple(entry["rounds"]),
            shapes=layout["shape"],
            countryside=layout["countryside"],
            by_number=layout.get("countryside_order") == "by-number",
            core_city=_by_count(layout["core_city"], counts),
            core_plain=_by_count(layout["core_non_city"], counts),
            cities=entry["cities"],
            special=entry["special"],
            end=entry["end"],
            scoring=entry["scoring"],
        )
    return found


def _by_count(value: Any, counts: list[str]) -> Mapping[str, int]:
    return value if isinstance(value, Mapping) else dict.fromkeys(counts, value)


def read_levels(document: Mapping[str, Any]) -> dict[int, LevelRow]:
    """The levels of Heroes."""
    return {
        entry["level"]: LevelRow(
            entry["level"], entry["fame_from"], entry["armor"], entry["hand_limit"], entry["command_tokens"]
        )
        for entry in document["level_table"]["levels"]
    }


def read_reputation(document: Mapping[str, Any]) -> dict[int, int | None]:
    """The Influence that each place of the Reputation track gives; None where it forbids interaction."""
    return {entry["position"]: entry["influence"] for entry in document["reputation_track"]["spaces"]}

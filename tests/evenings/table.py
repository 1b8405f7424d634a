"""The table of the evening: what four people see who stop in the middle of round 3, and what the referee is told.

Everything is written as the service takes it in `at.table`. What lies behind the screens is known to the referee.
"""

from typing import Any

ON_THE_TABLE: dict[str, Any] = {
    "round": 3,
    "turn_order": ["red", "blue", "yellow", "green"],
    # The city: three Characters, three Buildings turned up so far, Deeds and Rewards beside them.
    "characters": {"A-1": "P4", "A-2": "P2", "A-3": "P3"},
    "buildings": {"V1": "E7", "V2": "E9", "V3": "E6"},
    "deeds": {"deed-1": "D08", "deed-2": "D04", "deed-3": "D07"},
    "rewards": {"reward-left": "legendary-weapon", "reward-right": "orb"},
    # The Kingdom: five Adventures, and a Horde that is two spaces from the Wall.
    "adventures": {"ADV-0": "A05", "ADV-1": "A19", "ADV-2": "A17", "ADV-3": "A23", "ADV-4": "A25"},
    "horde": {"card": "H08", "distance": 2},
    # Everybody has placed once and red twice: it is blue's turn. A17 takes two discs.
    "discs": {
        "A-1": {"seat": "red", "discs": 1},
        "ADV-2": {"seat": "blue", "discs": 2},
        "E1-a": {"seat": "yellow", "discs": 1},
        "E5-a": {"seat": "green", "discs": 1},
        "E3-a": {"seat": "red", "discs": 1},
    },
    "players": {
        "red": {
            "fame": 27,
            "discs": 4,
            "strength": 1,
            "camps": {"weapon": 2},
            "weapon": 3,
            "coin": 1,
            "adventures": ["A03"],
            "fate": "F1",
        },
        "blue": {"fame": 25, "discs": 4, "camps": {"spell": 1}, "weapon": 1, "spell": 3, "loot": 1, "fate": "F3"},
        "yellow": {
            "fame": 29,
            # One disc counts the Wound.
            "discs": 4,
            "wounds": 1,
            "camps": {"weapon": 1},
            "weapon": 2,
            "spell": 1,
            "adventures": ["A01"],
            "fate": "F5",
        },
        "green": {
            "fame": 24,
            "discs": 5,
            "magic": 2,
            "camps": {"spell": 2},
            "spell": 2,
            "loot": 2,
            "coin": 2,
            "adventures": ["A02"],
            "rewards": ["trophy"],
            "fate": "F7",
        },
    },
}

WHERE_WE_ARE = {"step": "placing-discs", "actor": "blue"}


def table(**changes: Any) -> dict[str, Any]:
    """The `at` of the evening: the table, with some of its top-level members told differently."""
    return {**WHERE_WE_ARE, "table": {**ON_THE_TABLE, **changes}}

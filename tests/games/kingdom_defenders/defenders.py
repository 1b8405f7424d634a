"""Random players who care for the city: others lose it to the second siege and never see round 6."""

from typing import Any

from service.engine.action import Action

CARE = {"C": 8.0, "E": 2.0}


def weigh(action: Action) -> float:
    """How much such a player likes an action; 1 is indifferent."""
    kind: str = action.__struct_config__.tag  # type: ignore[assignment]
    if kind == "contribute":
        return 10.0 * sum(_resources(action).values())
    if kind == "decline":
        return 0.1
    if kind in ("place-disc", "activate-building"):
        space: str = action.space  # type: ignore[attr-defined]
        if space.startswith(("E1-", "E2-")):
            return 4.0
        return CARE.get(space[0], 1.0)
    return 1.0


def _resources(action: Any) -> dict[str, int]:
    resources: dict[str, int] = action.resources
    return resources

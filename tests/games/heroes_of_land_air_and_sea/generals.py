"""Random players with a plan: they march, build and go aboard now and then, or else games are spent in the harbour."""

from service.engine.action import Action

LIKES = {"exchange": 0.05, "end-turn": 2.0, "decline-follow": 0.6, "decline-muster": 0.6, "upgrade-capital": 5.0}


def weigh(action: Action) -> float:
    """How much such a player likes an action; 1 is indifferent."""
    kind: str = action.__struct_config__.tag  # type: ignore[assignment]
    if kind == "place-token":
        return {"build": 3.0, "march": 2.0, "sail": 3.0, "fly": 3.0}.get(action.action, 1.0)  # type: ignore[attr-defined]
    if kind in ("build-vessel", "build-tower", "build-building"):
        return 3.0
    return LIKES.get(kind, 1.0)

"""Random players with a plan: they Build, Upgrade and campaign rather than change their minds."""

from service.engine.action import Action

LIKES = {
    "buy-goods": 0.2,
    "take-back": 0.2,
    "give-up-upgrade": 0.1,
    "waste-progress": 0.2,
    "end-build": 0.4,
    "finish-actions": 0.8,
    "build": 3.0,
    "upgrade": 8.0,
    "trade": 2.0,
    "sell-good": 0.2,
    "campaign": 3.0,
    "delay": 0.4,
    "end-campaigns": 0.7,
}


def weigh(action: Action) -> float:
    """How much such a player likes an action; 1 is indifferent."""
    kind: str = action.__struct_config__.tag  # type: ignore[assignment]
    if kind == "stance":
        return {"attack": 3.0}.get(action.stance, 1.0)  # type: ignore[attr-defined]
    return LIKES.get(kind, 1.0)

"""Random players with a plan: they act where there is something to do, or else games of random programs do nothing."""

from service.engine.action import Action


def weigh(action: Action) -> float:
    """How much such a player likes an action; 1 is indifferent."""
    kind: str = action.__struct_config__.tag  # type: ignore[assignment]
    if kind == "set-wheel":
        return {"action": 4.0, "wait": 0.1}.get(action.icon, 1.0)  # type: ignore[attr-defined]
    if kind == "commit-program":
        return 10.0
    if kind == "census-reveal":
        return 1.0 + action.number  # type: ignore[attr-defined]
    return {"fight-titan": 5.0, "decline-census-reward": 0.2, "take-back": 0.1}.get(kind, 1.0)

"""Python's garbage collector in a process that remembers tens of thousands of positions.

Left to itself it comes in the middle of requests, and looks at every remembered position again and again, which takes
tenths of a second once there are some thousands of them. Here it comes between requests and looks at each object once.
"""

import gc

YOUNG = 3_000
"""So many objects more than before are looked at once a request is over: those of about twenty positions."""
THRESHOLDS = (50_000, 10, 3)
"""Only for a request that makes very many objects: then a collection comes while it is at work."""


def freeze_survivors() -> None:
    """What survives a full collection is from now on left alone by all later ones, here and in forked processes.

    Positions are trees: reference counts free them when the memory lets go of them, frozen or not. Never freed are
    cycles that die after they were frozen; between requests there are none that are still to die.
    """
    gc.set_threshold(*THRESHOLDS)
    if _freeze not in gc.callbacks:
        gc.callbacks.append(_freeze)
    gc.collect()


def between_requests() -> None:
    """Collects, if enough objects are new. To be called when nothing of a request is alive any more."""
    if gc.get_count()[0] >= YOUNG:
        gc.collect()


def _freeze(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()

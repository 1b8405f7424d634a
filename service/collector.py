"""Python's garbage collector in a process that remembers tens of thousands of positions."""

import gc

THRESHOLDS = (700, 10, 3)
"""Python's own but for the last: full collections come three times as often. There is little for each to look at."""


def freeze_survivors() -> None:
    """What survives a full collection is from now on left alone by all later ones, here and in forked processes.

    They would look at every remembered position again and again, which takes tenths of a second once there are some
    thousands of them, and it is a request that waits. Positions are trees: reference counts free them when the memory
    lets go of them, frozen or not. Never freed are cycles that die after they were frozen, at most what the one
    request had made of them that a full collection came upon.
    """
    gc.set_threshold(*THRESHOLDS)
    if _freeze not in gc.callbacks:
        gc.callbacks.append(_freeze)
    gc.collect()


def _freeze(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()

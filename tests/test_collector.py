"""What a full collection has seen survive, no later one looks at."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from service.collector import THRESHOLDS, YOUNG, between_requests, freeze_survivors


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    callbacks, thresholds = list(gc.callbacks), gc.get_threshold()
    yield
    gc.callbacks[:] = callbacks
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_survivors_are_frozen_at_once_and_after_every_full_collection() -> None:
    freeze_survivors()
    assert gc.get_threshold() == THRESHOLDS
    assert gc.get_freeze_count() > 0
    kept = [[number] for number in range(1000)]
    assert any(found is kept for found in gc.get_objects())
    gc.collect()
    assert not any(found is kept for found in gc.get_objects())


def test_a_partial_collection_freezes_nothing() -> None:
    freeze_survivors()
    kept = [[1]]
    frozen = gc.get_freeze_count()
    gc.collect(1)
    assert gc.get_freeze_count() <= frozen
    assert any(found is kept for found in gc.get_objects())


def test_installing_it_twice_is_installing_it_once() -> None:
    freeze_survivors()
    before = len(gc.callbacks)
    freeze_survivors()
    assert len(gc.callbacks) == before


def test_what_is_frozen_is_freed_when_nobody_refers_to_it() -> None:
    freeze_survivors()
    kept = [[number] for number in range(1000)]
    gc.collect()
    frozen = gc.get_freeze_count()
    del kept
    assert gc.get_freeze_count() <= frozen - 1000


def test_between_requests_new_objects_are_looked_at_once() -> None:
    freeze_survivors()
    few = [[number] for number in range(YOUNG // 10)]
    between_requests()
    assert any(found is few for found in gc.get_objects())
    many = [[number] for number in range(YOUNG)]
    between_requests()
    assert not any(found is few or found is many for found in gc.get_objects())


def test_a_circle_that_a_request_leaves_behind_is_freed() -> None:
    class Left:
        """Something that refers to itself."""

    freeze_survivors()
    circle = Left()
    circle.itself = circle  # type: ignore[attr-defined]
    gone = weakref.ref(circle)
    del circle
    kept = [[number] for number in range(YOUNG)]
    between_requests()
    assert gone() is None
    assert kept

"""The circuit breaker alone, under a clock that the test moves."""

import pytest

from service.cache.breaker import Breaker


class Clock:
    """A clock that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> Breaker:
    return Breaker(first_s=0.25, last_s=2.0, clock=clock)


def test_it_is_closed_until_it_trips(breaker: Breaker, clock: Clock) -> None:
    clock.now += 100
    assert (breaker.state, breaker.closed, breaker.probe()) == ("closed", True, False)
    breaker.trip()
    assert (breaker.state, breaker.closed) == ("open", False)


def test_a_probe_is_due_after_a_pause_and_closes_it(breaker: Breaker, clock: Clock) -> None:
    breaker.trip()
    assert breaker.due == clock.now + 0.25
    clock.now += 0.24
    assert not breaker.probe()
    clock.now += 0.02
    assert breaker.probe()
    assert (breaker.state, breaker.closed) == ("half-open", False)
    breaker.succeed()
    assert (breaker.state, breaker.closed) == ("closed", True)


def test_each_failed_probe_doubles_the_pause_up_to_a_limit(breaker: Breaker, clock: Clock) -> None:
    breaker.trip()
    pauses = []
    for _ in range(6):
        clock.now = breaker.due
        assert breaker.probe()
        breaker.fail()
        assert breaker.state == "open"
        pauses.append(breaker.due - clock.now)
    assert pauses == [0.5, 1.0, 2.0, 2.0, 2.0, 2.0]


def test_a_trip_while_it_is_open_changes_nothing(breaker: Breaker, clock: Clock) -> None:
    breaker.trip()
    due = breaker.due
    clock.now += 0.1
    breaker.trip()
    assert breaker.due == due
    clock.now = due
    assert breaker.probe()
    breaker.trip()
    assert breaker.state == "half-open"


def test_a_relapse_goes_on_with_longer_pauses_and_a_late_failure_begins_anew(breaker: Breaker, clock: Clock) -> None:
    pauses = []
    for _ in range(3):
        breaker.trip()
        pauses.append(breaker.due - clock.now)
        clock.now = breaker.due
        breaker.succeed()
        clock.now += 0.1
    assert pauses == [0.25, 0.5, 1.0]
    clock.now += 2.0
    breaker.trip()
    assert breaker.due - clock.now == 0.25


def test_what_was_never_well_may_fail_first(breaker: Breaker, clock: Clock) -> None:
    breaker.fail()
    assert (breaker.state, breaker.due - clock.now) == ("open", 0.25)

"""Steps of the Factions in states that somebody has written by hand: what cannot be is told, and makes no rule fail."""

from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.errors import ImpossibleState
from service.engine.setup import At
from service.games.gilded_realms import GAME

PLAYERS = {
    "blue": {"faction": "emberfall", "queue": {}},
    "green": {"faction": "kihleed-guild", "queue": {}},
}
CHAOS = {"seat": "blue", "kind": "chaos"}


def entered(step: dict[str, Any], table: dict[str, Any] | None = None) -> Any:
    """A game of Emberfall and the Kihleed Guild in round 2, with this step on the agenda."""
    at = msgspec.convert({"step": "actions", "table": {"round": 2, "players": PLAYERS, **(table or {})}}, At)
    outcome = referee.enter(GAME, 2, GAME.Options(), None, None, at, None).outcome
    assert outcome is not None
    state = msgspec.to_builtins(outcome.position.state)
    state["agenda"].append(step)
    return msgspec.convert(state, GAME.State)


def defects_of(state: Any) -> list[tuple[str, str]]:
    """The clauses and codes of the errors for which a state is refused."""
    with pytest.raises(ImpossibleState) as refusal:
        referee.admit(GAME, state)
    return [(defect.rule, defect.code) for defect in refusal.value.defects if defect.severity == "error"]


@pytest.mark.parametrize(
    ("step", "clause", "code"),
    [
        ({"type": "choose-market-card", "seat": "blue", "drawn": ["rumours"]}, "kihleed.setup", "stranger"),
        ({"type": "choose-market-card", "seat": "green", "drawn": []}, "kihleed.kassim", "no-card"),
        ({"type": "turn-up-market-card", "seat": "green", "drawn": ["rumours"]}, "kihleed.kassim", "too-many"),
        ({"type": "foresee-by-choice", "seat": "green", "shroud": "chaos"}, "emberfall.shroud-place", "stranger"),
        (
            {"type": "choose-effect", "seat": "green", "effect": "leon-pyre.1"},
            "faction-cards.reference-only",
            "stranger",
        ),
    ],
)
def test_a_step_that_cannot_be(step: dict[str, Any], clause: str, code: str) -> None:
    table = {"market_deck": {"unseen": {"commission": 1}, "count": 1}}
    assert (clause, code) in defects_of(entered(step, table))


def test_no_market_card_is_left() -> None:
    step = {"type": "turn-up-market-card", "seat": "green"}
    table = {"market_deck": {"unseen": {}, "count": 0}}
    assert ("kihleed.harvest-card", "no-card") in defects_of(entered(step, table))


def test_an_advisor_needs_a_faction() -> None:
    state = entered({"type": "choose-advisor", "seat": "green"})
    state.players["green"].faction = None
    assert ("council-advisors.choice", "no-faction") in defects_of(state)


def test_only_a_shroud_placed_just_now() -> None:
    """Sarieth flips one of the two Shrouds of Darkness, not one that was there before."""
    step = {"type": "choose-augmented", "seat": "blue", "among": "darkness"}
    events: list[dict[str, Any]] = [{} for _ in range(9)]
    events[0] = {"event": "productive-year-1a", "lies": "gone"}
    events[3], events[4] = {"shroud": CHAOS}, {"shroud": {"seat": "blue", "kind": "darkness"}}
    position = referee.admit(GAME, entered(step, {"year_events": events}))
    flips = [msgspec.convert({"type": "augment-shroud", "actor": "blue", "round": n}, GAME.Action) for n in (4, 5)]
    refused, allowed = (referee.adjudicate(position, [flip]) for flip in flips)
    assert [violation.code for violation in refused.violations] == ["emberfall.sarieth:just-placed"]  # type: ignore[union-attr]
    assert allowed.legal

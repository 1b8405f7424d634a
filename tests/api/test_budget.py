"""The work budget of the settings reaches every enumeration, and what happens beyond it."""

from typing import Any

import pytest

from service.app import create_app
from service.engine.listing import TRIAL
from service.settings import Settings
from tests.api.client import Client, stones_app, take
from tests.engine.harbour import GAME as HARBOUR
from tests.engine.moves import position

MARCH = {"type": "march"}


class Harbour(Client):
    """A client of a service with Harbour, which has bundles."""

    def __init__(self, work_budget: int) -> None:
        super().__init__(create_app(Settings(build="test", work_budget=work_budget), {HARBOUR.id: HARBOUR}))

    def listed(self, state: Any, **question: Any) -> Any:
        """The only decision of the list."""
        (decision,) = self.ask(f"/v1/games/{HARBOUR.id}/legal-actions", {"state": state, **question})["decisions"]
        return decision


@pytest.fixture(scope="module")
def state() -> Any:
    """Somebody's turn in Harbour, as JSON."""
    import msgspec

    return msgspec.to_builtins(position().state)


def test_bundles_past_the_budget_have_no_count(state: Any) -> None:
    whole = Harbour(1_000_000).listed(state, where=MARCH)
    assert whole["count"] == len(whole["actions"]) == 7
    counts = []
    for trials in (5, 20, 40, 80):
        part = Harbour(trials * (TRIAL + 1)).listed(state, where=MARCH)
        assert part["count"] is None
        assert part["next_cursor"] is None
        assert part["actions"] == whole["actions"][: len(part["actions"])]
        assert part == Harbour(trials * (TRIAL + 1)).listed(state, where=MARCH)
        counts.append(len(part["actions"]))
    assert counts == sorted(counts)
    assert 0 < counts[0] < counts[-1] <= 7
    assert Harbour(84 * (TRIAL + 1)).listed(state, where=MARCH) == whole


def test_what_was_found_so_far_has_pages_too(state: Any) -> None:
    poor = Harbour(40 * (TRIAL + 1))
    whole, found, cursor = poor.listed(state, where=MARCH)["actions"], [], None
    assert len(whole) > 1
    for _ in whole:
        page = poor.listed(state, where=MARCH, limit=1, **({"cursor": cursor} if cursor else {}))
        assert page["count"] is None
        found += page["actions"]
        cursor = page["next_cursor"]
    assert (found, cursor) == (whole, None)


def test_reasons_end_with_the_budget_too(state: Any) -> None:
    poor = Harbour(40 * (TRIAL + 1)).listed(state, where=MARCH, explain=True)
    rich = Harbour(1_000_000).listed(state, where=MARCH, explain=True)
    assert poor["count"] is None
    assert poor["unavailable"] == rich["unavailable"][: len(poor["unavailable"])]
    assert len(poor["unavailable"]) < len(rich["unavailable"])


def test_a_narrower_question_gets_the_rest(state: Any) -> None:
    poor = Harbour(40 * (TRIAL + 1) + 84)
    narrow = poor.listed(state, where={**MARCH, "path": [None]})
    assert narrow["count"] == len(narrow["actions"]) > 0


def test_nothing_found_in_time_is_too_much_work(state: Any) -> None:
    body = {"state": state, "where": MARCH}
    problem = Harbour(TRIAL).refused(f"/v1/games/{HARBOUR.id}/legal-actions", body, "too-much-work")
    assert "path" in problem["narrow_by"]


def test_chance_is_enumerated_within_the_budget(client: Client) -> None:
    """Nine charms may be dealt."""
    enough, short = Client(stones_app(work_budget=9)), Client(stones_app(work_budget=8))
    setup = {"players": 2, "chance": {"seed": "a"}}
    assert enough.ask("./states", setup) == client.ask("./states", setup)
    short.refused("./states", setup, "too-much-work")
    begun = client.ask("./states", {"players": 2})["state"]
    for call, body in (
        ("adjudications", {"state": begun, "action": take(1), "chance": {"seed": "a"}}),
        ("replays", {"state": begun, "actions": [take(1)], "chance": {"seed": "a"}}),
        ("replays", {"setup": {"players": 2}, "actions": [take(1)], "chance": {"seed": "a"}}),
        ("legal-actions", {"state": begun}),
    ):
        short.refused(f"./{call}", body, "too-much-work")
    assert short.ask("./states", {"players": 2})["digest"] == client.ask("./states", {"players": 2})["digest"]


def test_a_state_is_not_called_stuck_for_want_of_work(client: Client) -> None:
    """The first candidates are illegal; whoever looks no further must not say that nothing is legal."""
    state = {**client.position()["state"], "heap": 0, "heap_at_start": 0}
    defects = client.ask("./validations", {"state": state})["defects"]
    assert [defect["code"] for defect in defects] == []
    assert Client(stones_app(work_budget=3)).ask("./validations", {"state": state})["valid"] is True
    state["players"]["red"]["passed"] = True
    (defect,) = client.ask("./validations", {"state": state})["defects"]
    assert defect["code"] == "dead-end"
    assert Client(stones_app(work_budget=3)).ask("./validations", {"state": state})["valid"] is True


def test_the_index_tells_the_budget() -> None:
    assert Client(stones_app(work_budget=1234)).get("/v1").get_json()["limits"]["work_budget"] == 1234

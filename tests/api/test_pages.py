"""Every GET: what it tells, and how it may be kept."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from schemas.problems import KINDS
from tests.api.client import JSON, Client, take
from tests.api.stones import GAME

PAGES = [
    "/v1",
    "/v1/games",
    "/v1/games/stones",
    "/v1/games/stones/rules",
    "/v1/games/stones/rules/turn.one-take",
    "/v1/games/stones/messages",
    "/v1/games/stones/components/standard",
    "/v1/games/stones/schemas/state",
    "/v1/games/stones/schemas/view",
    "/v1/games/stones/schemas/action",
    "/v1/games/stones/schemas/event",
    "/openapi.json",
    "/openapi.json?game=stones",
    "/problems/not-found",
]
HEALTH = ["/healthz", "/readyz"]


@pytest.mark.parametrize("path", [*PAGES, *HEALTH])
def test_pages_have_a_strong_tag_and_answer_head(client: Client, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 200
    assert page.content_type == JSON
    tag = page.headers["ETag"]
    assert tag.startswith('"')
    head = client.send("HEAD", path)
    assert (head.status_code, head.get_data()) == (200, b"")
    for name in ("ETag", "Content-Length", "Content-Type", "Cache-Control"):
        assert head.headers[name] == page.headers[name]
    assert client.get(path).get_data() == page.get_data()


@pytest.mark.parametrize("path", PAGES)
def test_pages_may_be_kept_for_a_while(client: Client, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == "public, max-age=300"


@pytest.mark.parametrize("path", HEALTH)
def test_health_may_not_be_kept(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.get_json() == {"status": "ok"}
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", PAGES)
def test_what_a_client_has_is_not_sent_again(client: Client, path: str) -> None:
    tag = client.get(path).headers["ETag"]
    for header in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        for method in ("GET", "HEAD"):
            response = client.send(method, path, headers={"If-None-Match": header})
            assert (response.status_code, response.get_data()) == (304, b"")
            assert response.headers["ETag"] == tag
            assert response.headers["Cache-Control"] == "public, max-age=300"
            assert "Content-Type" not in response.headers
    assert client.get(path, If_None_Match='"other"').status_code == 200


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
def test_a_tag_names_one_coding_and_still_the_page(client: Client, coding: str) -> None:
    page = client.get("/v1/games/stones", Accept_Encoding=coding)
    assert page.headers["Content-Encoding"] == coding
    tag = page.headers["ETag"]
    assert tag not in {client.get("/v1/games/stones").headers["ETag"]}
    again = client.get("/v1/games/stones", Accept_Encoding=coding, If_None_Match=tag)
    assert (again.status_code, again.headers["ETag"]) == (304, tag)


GAME_PAGES = [path for path in PAGES if path.startswith("/v1/games/stones")]


@pytest.mark.parametrize("path", GAME_PAGES)
def test_a_page_of_a_named_version_never_changes(client: Client, path: str) -> None:
    fixed = client.get(f"{path}?rules_version={GAME.rules_version}")
    assert fixed.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert fixed.get_data() == client.get(path).get_data()
    assert client.get(f"{path}?rules_version=1.0.0").headers["Cache-Control"] == "public, max-age=300"


@pytest.mark.parametrize("path", [*PAGES, *HEALTH])
@pytest.mark.parametrize("query", ["colour=red", "q2", "rules_version=1&rules_version=2", "rules_version=" + "1" * 33])
def test_query_strings_are_strict(client: Client, path: str, query: str) -> None:
    response = client.get(path + ("&" if "?" in path else "?") + query)
    assert response.get_json()["type"] == "/problems/invalid-query"
    name = query.partition("=")[0]
    assert [error["pointer"] for error in response.get_json()["errors"]] == [f"/{name}"]


def test_the_index_leads_on(client: Client) -> None:
    index = client.get("/v1").get_json()
    assert (index["contract"], index["build"]) == ("1.0", "test")
    assert index["limits"]["body_bytes"] == 1024 * 1024
    for link in index["links"].values():
        assert client.get(link.replace("{slug}", "not-found")).status_code == 200


def test_games_are_listed_and_described(client: Client) -> None:
    (listed,) = client.get("/v1/games").get_json()["games"]
    assert (listed["id"], listed["title"], listed["players"]) == ("stones", "Stones", {"min": 2, "max": 3})
    assert (listed["seats"], listed["packs"]) == (["red", "blue", "green"], ["standard"])
    assert (listed["rules_version"], listed["accepts"]) == ("1.2.3", ["1.2.x"])
    about = client.get(listed["links"]["self"]).get_json()
    assert {name: about[name] for name in listed} == listed
    assert [kind["type"] for kind in about["action_types"]] == ["deal-charm", "take", "pass"]
    assert about["action_types"][1]["sentence"] == "Take stones from the heap."
    assert [step["step"] for step in about["steps"]] == ["deal", "turn"]
    assert about["entry_steps"] == ["turn"]
    assert about["provenance"] == {"standard": {"rulebook": 9}}
    for schema in (about["options"], about["seat"], *(kind["schema"] for kind in about["action_types"])):
        Draft202012Validator.check_schema(schema)


def test_every_link_of_a_game_is_answered(client: Client) -> None:
    for name, link in client.get("/v1/games/stones").get_json()["links"].items():
        page = client.get(link)
        assert page.status_code == (405 if page.headers.get("Allow", "GET").startswith("OPTIONS") else 200), name


def rules(client: Client, query: str) -> list[str]:
    return [rule["id"] for rule in client.get(f"./rules{query}").get_json()["rules"]]


def test_rules_are_found(client: Client) -> None:
    everything = rules(client, "")
    assert everything[:2] == ["setup.deal", "turn.one-take"]
    assert "referee.game-over" in everything
    assert rules(client, "?kind=scoring") == ["scoring.stones", "scoring.charm"]
    assert rules(client, "?section=end%20of") == ["end.empty-heap"]
    assert rules(client, "?q=EMPTY") == ["turn.at-most-three", "end.empty-heap"]
    assert rules(client, "?q=empty&kind=end") == ["end.empty-heap"]
    assert rules(client, "?kind=nothing") == []


def test_a_rule_is_shown(client: Client) -> None:
    rule = client.get("./rules/turn.at-most-three").get_json()
    assert rule["section"] == "Turn"
    assert rule["ruling"] == "Nobody may take from an empty heap."
    listed = client.get("./rules?q=at-most-three").get_json()["rules"]
    assert listed == [rule]


def test_every_code_has_its_template(client: Client) -> None:
    messages = client.get("./messages").get_json()["messages"]
    assert messages["turn.at-most-three:heap"] == "the heap has {heap}, not {number}"
    assert messages["stones-taken"] == "{seat} takes {number}"
    state = client.position(options={"heap": 2})["state"]
    for violation in client.play(state, take(9))["violations"]:
        assert messages[violation["code"]].format(**violation["params"]) == violation["detail"]


def test_the_pack_is_shown_as_it_was_written(client: Client) -> None:
    assert client.get("./components/standard").get_json() == GAME.packs["standard"].document


def test_schemas_stand_alone_and_fit(client: Client) -> None:
    position = client.position()
    view = client.ask("./views", {"state": position["state"], "viewer": "red", "events": position["events"]})
    examples: dict[str, list[Any]] = {
        "state": [position["state"]],
        "view": [view["state"]],
        "action": client.legal(position["state"])["actions"],
        "event": position["events"],
    }
    for name, values in examples.items():
        schema = client.get(f"./schemas/{name}").get_json()
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        validator = Draft202012Validator(schema)
        assert values
        for value in values:
            validator.validate(value)
            assert not validator.is_valid({**value, "colour": 1})


@pytest.mark.parametrize("slug", KINDS)
def test_every_problem_is_explained(client: Client, slug: str) -> None:
    page = client.get(f"/problems/{slug}").get_json()
    assert (page["type"], page["status"]) == (f"/problems/{slug}", KINDS[slug].status)
    assert len(page["explanation"]) > 50


def test_the_document_of_one_game(client: Client) -> None:
    assert client.get("/openapi.json?game=stones").get_json()["openapi"] == "3.1.0"
    assert client.get("/openapi.json?game=chess").status_code == 404


@pytest.mark.parametrize("path", ["//v1/games", "///metrics", "/v1//games", "/v1/games//"])
def test_a_doubled_slash_is_another_path(client: Client, path: str) -> None:
    # As the server gives it: Flask's own client would take what follows for a host.
    assert client.send("GET", "/", environ={"PATH_INFO": path, "REQUEST_METHOD": "GET"}).status_code == 404

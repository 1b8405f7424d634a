"""The OpenAPI document: valid, complete, and true."""

import dataclasses
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from schemas.problems import KINDS
from service.app import create_app
from service.engine.game import Game
from service.engine.registry import load_games
from service.setting_readers import ApiKey, Limit, SealKey
from service.settings import Settings
from tests.api.client import BASE, Client, take
from tests.api.stones import GAME
from tests.api.stones.game import PARTS

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def document(client: Client) -> Any:
    return client.get("/openapi.json").get_json()


def operations(document: Any) -> Iterator[tuple[str, str, Any]]:
    """Path, method and operation."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield path, method, operation


def references(node: Any) -> Iterator[str]:
    """Every component that is named."""
    if isinstance(node, dict):
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)
    elif isinstance(node, str) and node.startswith("#/"):
        yield node


def validator(document: Any, schema: Any) -> Draft202012Validator:
    """A validator of a schema within the document."""
    registry: Any = Registry().with_resource("urn:api", DRAFT202012.create_resource(document))
    rebased = json.loads(json.dumps(schema).replace('"#/components', '"urn:api#/components'))
    return Draft202012Validator(rebased, registry=registry)


def test_it_is_valid(document: Any) -> None:
    assert document["openapi"] == "3.1.0"
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []


def test_every_reference_leads_somewhere_and_nothing_is_left_over(document: Any) -> None:
    named = {*references(document), "#/components/securitySchemes/bearer"}
    there = {f"#/components/{section}/{name}" for section, parts in document["components"].items() for name in parts}
    assert named == there


def test_every_route_is_documented(document: Any) -> None:
    app = create_app(Settings(build="test"), {GAME.id: GAME})
    routes = {
        (rule.rule.replace("<", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or ())
        if method not in ("HEAD", "OPTIONS")
    }
    # What the documentation page is made of is no operation.
    assert routes - {("/docs/{asset}", "get")} == {(path, method) for path, method, _ in operations(document)}


def test_operation_ids_are_the_games_own(document: Any) -> None:
    ids = {path: operation["operationId"] for path, _, operation in operations(document)}
    assert len(set(ids.values())) == len(ids)
    assert ids[f"{BASE}/adjudications"] == "stonesAdjudicate"
    assert ids["/v1/games"] == "games"
    assert all(operation["summary"] and operation["description"] for _, _, operation in operations(document))


def test_errors_are_problems(document: Any) -> None:
    for path, method, operation in operations(document):
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                assert list(response["content"]) == ["application/problem+json"], (path, method, status)
                slugs = [part.split("`")[0] for part in response["description"].split("(`")[1:]]
                assert slugs
                assert {str(KINDS[slug].status) for slug in slugs} == {status}


def test_every_call_documents_what_can_go_wrong(document: Any) -> None:
    for path, method, operation in operations(document):
        called = {"200", "400", "401", "406", "413", "415", "422", "429"}
        expected = called if method == "post" else {"200", "304", "406", "422", "429"}
        if path in ("/healthz", "/readyz", "/metrics"):
            expected = expected - {"429"}
        if path == "/readyz":
            expected = expected | {"503"}
        assert set(operation["responses"]) - {"404"} == expected, path
        assert operation.get("security") == ([{}, {"bearer": []}] if method == "post" else None), path
        assert ("404" in operation["responses"]) == ("{" in path or path in ("/openapi.json", "/docs")), path


def test_unions_have_a_discriminator_with_a_mapping(document: Any) -> None:
    action = document["components"]["schemas"]["StonesAction"]
    assert action["discriminator"] == {
        "propertyName": "type",
        "mapping": {
            "deal-charm": "#/components/schemas/StonesDealCharm",
            "take": "#/components/schemas/StonesTake",
            "pass": "#/components/schemas/StonesPass",
        },
    }
    assert [member["$ref"] for member in action["oneOf"]] == list(action["discriminator"]["mapping"].values())
    assert document["components"]["schemas"]["StonesTake"]["properties"]["type"]["enum"] == ["take"]


def test_what_is_taken_is_closed_and_what_is_answered_is_open(document: Any) -> None:
    schemas = document["components"]["schemas"]
    for name in ("StonesState", "StonesTake", "StonesAdjudicationRequest", "StonesOptions"):
        assert schemas[name]["additionalProperties"] is False
    for name in ("StonesPosition", "StonesLegalVerdict", "StonesViolated", "StonesDecision", "Problem", "Clause"):
        assert "additionalProperties" not in schemas[name]


def examples(client: Client) -> Iterator[tuple[str, Any]]:
    """Calls of every kind, with bodies that the document allows."""
    for setup in (
        {"players": 2},
        {"players": [{"seat": "red"}, {"seat": "green"}], "salt": None, "chance": {"seed": "a"}},
    ):
        yield "states", setup
    yield "states", {"players": 2, "at": {"step": "turn", "table": {"heap": -1}}}
    yield "states", {"players": 2, "at": {"step": "turn", "table": {"heap": 7}}, "include": ["scores", "view:red"]}
    dealing, dealt = client.ask("./states", {"players": 2})["state"], client.position()["state"]
    view = client.ask("./views", {"state": dealt, "viewer": "red"})["state"]
    end = client.play(client.position(options={"heap": 1})["state"], take(1))["state"]
    for state in (dealing, dealt, end):
        yield "legal-actions", {"state": state, "explain": True}
        yield "adjudications", {"state": state, "action": take(1), "include": ["state", "legal-actions", "view:red"]}
        yield "adjudications", {"state": state, "actions": [take(3), take(3)], "include": []}
        yield "replays", {"state": state, "actions": [take(3), take(3)]}
        yield "views", {"state": state, "viewer": "spectator", "events": client.position()["events"]}
    for either in (dealing, dealt, end, view):
        yield "validations", {"state": either}
        yield "scores", {"state": either}
    yield "legal-actions", {"state": view}
    yield "validations", {"state": {**dealt, "heap": 1}}
    yield "replays", {"setup": {"players": 2}, "actions": []}


def test_answers_are_as_documented(client: Client, document: Any) -> None:
    seen = set()
    for call, body in examples(client):
        operation = document["paths"][f"{BASE}/{call}"]["post"]
        validator(document, operation["requestBody"]["content"]["application/json"]["schema"]).validate(body)
        answer = client.ask(f"./{call}", body)
        validator(document, operation["responses"]["200"]["content"]["application/json"]["schema"]).validate(answer)
        seen.add(call)
    assert len(seen) == 7


def test_pages_are_as_documented(client: Client, document: Any) -> None:
    names = {"rule": "turn.one-take", "pack": "standard", "shape": "state", "slug": "not-found"}
    for path, method, operation in operations(document):
        if method == "get":
            page = client.get(path.format(**names))
            content = operation["responses"]["200"]["content"]
            assert page.mimetype in content
            if page.mimetype == "application/json":
                validator(document, content["application/json"]["schema"]).validate(page.get_json())


def test_problems_are_as_documented(client: Client, document: Any) -> None:
    check = validator(document, {"$ref": "#/components/schemas/Problem"})
    state = client.position()["state"]
    for response in (
        client.get("/nothing"),
        client.post("./states", b"{"),
        client.post("./states", {"players": 9}),
        client.post("./states", {"colour": 1}),
        client.post("./scores", {"state": {**state, "pack": "deluxe"}}),
        client.post("./scores", {"state": {**state, "rules_version": "3.0.0"}}),
    ):
        assert response.status_code >= 400
        check.validate(response.get_json())


def test_two_games_share_nothing_but_the_service() -> None:
    twin = Game(dataclasses.replace(PARTS, id="pebble-stones", title="Pebbles"))
    client = Client(create_app(Settings(build="test"), {GAME.id: GAME, twin.id: twin}))
    whole, stones, pebbles = (
        client.get(f"/openapi.json{query}").get_json() for query in ("", "?game=stones", "?game=pebble-stones")
    )
    assert set(stones["paths"]) | set(pebbles["paths"]) == set(whole["paths"])
    assert {path for path in stones["paths"] if path in pebbles["paths"]} == {
        path for path in whole["paths"] if not path.startswith(("/v1/games/stones", "/v1/games/pebble-stones"))
    }
    assert "pebbleStonesAdjudicate" in {operation["operationId"] for _, _, operation in operations(pebbles)}
    assert [tag["name"] for tag in pebbles["tags"]] == ["service", "pebble-stones"]
    for part in (stones, pebbles):
        assert list(OpenAPIV31SpecValidator(part).iter_errors()) == []
    assert "StonesState" not in pebbles["components"]["schemas"]
    # The same bytes are another game's state: what one remembers the other does not know.
    state = client.position()["state"]
    assert client.ask("./scores", {"state": state})
    client.refused("/v1/games/pebble-stones/scores", {"state": state}, "impossible-state")


def test_it_is_the_same_whatever_is_set(client: Client) -> None:
    """It is committed, and clients are made from it: what an operator switches on stands in it as what may be."""
    settings = Settings(
        build="other",
        api_keys=(ApiKey("app", "0" * 64),),
        rate_limit=(Limit(1000, 1),),
        seal_keys=(SealKey("k1", bytes(32)),),
        require_seal=True,
        trusted_proxies=1,
        cors_origins=("https://app.example",),
        max_body_bytes=1024,
    )
    other = Client(create_app(settings, {GAME.id: GAME}))
    assert other.get("/openapi.json").get_data() == client.get("/openapi.json").get_data()


def test_it_is_written_by_one_command(tmp_path: Path) -> None:
    written = tmp_path / "openapi.json"
    command = [sys.executable, "-m", "service.openapi_document"]
    printed = subprocess.run(command, cwd=ROOT, check=True, timeout=120, capture_output=True).stdout
    subprocess.run([*command, str(written)], cwd=ROOT, check=True, timeout=120)
    assert written.read_bytes() == printed
    assert printed.endswith(b"}\n")
    document = json.loads(printed)
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []
    assert {f"/v1/games/{game}" for game in load_games()} <= set(document["paths"])

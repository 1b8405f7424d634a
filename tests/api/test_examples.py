"""The examples in openapi/examples: of every operation, true, and in the document."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.api.examples import DIRECTORY, JSON_LINES, read_examples
from service.openapi_examples import abridgement, answer, example_app
from tests.api.client import Client
from tests.api.test_document import operations, validator

EXCHANGES = [(operation, name) for operation, exchanges in read_examples().items() for name in exchanges]


@pytest.fixture(scope="module")
def app() -> Flask:
    return example_app()


@pytest.fixture(scope="module")
def document(app: Flask) -> Any:
    return app.test_client().get("/openapi.json").get_json()


@pytest.mark.parametrize(("operation", "name"), EXCHANGES)
def test_an_example_is_what_the_service_says(app: Flask, operation: str, name: str) -> None:
    exchange = read_examples()[operation][name]
    stored = exchange["response"]
    assert answer(app, exchange["request"], abridged=stored.get("abridged", False)) == stored


def test_every_operation_has_examples_and_they_succeed(document: Any) -> None:
    ids = {operation["operationId"] for _, _, operation in operations(document)}
    assert ids == set(read_examples())
    for exchanges in read_examples().values():
        assert exchanges
        assert all(exchange["response"]["status"] == 200 for exchange in exchanges.values())
    legal = read_examples()["kingdomDefendersAdjudicate"]
    assert [legal[name]["response"]["body"]["legal"] for name in ("legal", "illegal")] == [True, False]


def shown(content: Any) -> Iterator[tuple[str, str, Any]]:
    """Media type, name and value of every example of a body."""
    for media_type, body in content.items():
        for name, example in body.get("examples", {}).items():
            yield media_type, name, example["value"]


def test_the_document_shows_them(document: Any) -> None:
    for path, method, operation in operations(document):
        exchanges = read_examples()[operation["operationId"]]
        answers = {name: (kind, value) for kind, name, value in shown(operation["responses"]["200"]["content"])}
        assert set(answers) == set(exchanges)
        for name, (kind, value) in answers.items():
            response = exchanges[name]["response"]
            assert kind == response["media_type"]
            lines = [json.loads(line) for line in value.splitlines()] if kind == JSON_LINES else value
            assert lines == response["body"]
        if method == "post":
            bodies = {name: value for _, name, value in shown(operation["requestBody"]["content"])}
            assert bodies == {name: exchange["request"]["body"] for name, exchange in exchanges.items()}
        for parameter in operation.get("parameters", []):
            assert "example" in parameter or not parameter["required"], (path, parameter["name"])


def test_whole_examples_fit_the_schemas_beside_them(document: Any) -> None:
    for _, _, operation in operations(document):
        for name, exchange in read_examples()[operation["operationId"]].items():
            response = exchange["response"]
            schema = operation["responses"]["200"]["content"][response["media_type"]]["schema"]
            if "body" in exchange["request"] and name != "defects":
                body = operation["requestBody"]["content"]["application/json"]["schema"]
                validator(document, body).validate(exchange["request"]["body"])
            if not response.get("abridged"):
                for value in response["body"] if response["media_type"] == JSON_LINES else [response["body"]]:
                    validator(document, schema).validate(value)


def test_they_are_written_by_one_command(tmp_path: Path) -> None:
    (tmp_path / "nobodysOperation.json").write_text("{}")
    command = [sys.executable, "-m", "service.openapi_examples", str(tmp_path)]
    subprocess.run(command, check=True, cwd=DIRECTORY.parents[1], timeout=120)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_bytes() for path in DIRECTORY.glob("*.json")}


def test_a_game_without_examples_is_documented_all_the_same(client: Client) -> None:
    operation = client.get("/openapi.json").get_json()["paths"]["/v1/games/stones/scores"]["post"]
    assert list(shown(operation["responses"]["200"]["content"])) == []


def test_long_answers_are_shown_by_their_beginning() -> None:
    many = {f"m{number}": number for number in range(50)}
    assert abridgement(many) == {f"m{number}": number for number in range(6)}
    assert abridgement({"a": [1, 2, 3], "b": "x"}) == {"a": [1, 2], "b": "x"}
    assert abridgement({"a": {"b": {"c": {"d": {"e": {"f": 1}}}}}}) == {"a": {"b": {"c": {"d": {"e": {}}}}}}
    assert abridgement("# HELP a\na 1\n# TYPE a counter\n") == "# HELP a\n# TYPE a counter\n"

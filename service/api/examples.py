"""Examples of every operation, out of openapi/examples, for the OpenAPI document.

They are exchanges that have taken place: `python -m service.openapi_examples` writes them and a test repeats them. A
game without files there (one that somebody else has installed) is documented without examples.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

DIRECTORY = Path(__file__).resolve().parents[2] / "openapi" / "examples"
"""In the source as well as in an installed wheel."""
JSON_LINES = "application/x-ndjson"

Exchange = Mapping[str, Any]
"""`summary`, `request` (method, path, accept, body) and `response` (status, media_type, body, perhaps abridged)."""


@cache
def read_examples() -> dict[str, dict[str, Exchange]]:
    """The exchanges by the id of their operation and then by name."""
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(DIRECTORY.glob("*.json"))}


def add_examples(path: str, operation: dict[str, Any], exchanges: Mapping[str, Exchange]) -> None:
    """Adds exchanges to an operation of the document."""
    for name, exchange in exchanges.items():
        request, response, summary = exchange["request"], exchange["response"], exchange["summary"]
        if "body" in request:
            _add(operation["requestBody"]["content"]["application/json"], name, summary, request["body"])
        _add_parameters(path, operation.get("parameters", []), request["path"])
        content = operation["responses"][str(response["status"])]["content"]
        _add(content[response["media_type"]], name, summary + _remark(response), _value(response))


def _add(media_type: dict[str, Any], name: str, summary: str, value: Any) -> None:
    media_type.setdefault("examples", {})[name] = {"summary": summary, "value": value}


def _add_parameters(template: str, parameters: list[dict[str, Any]], asked: str) -> None:
    """The values in the path and the query of the first exchange that has them."""
    parts = urlsplit(asked)
    values = dict(parse_qsl(parts.query))
    for name, value in zip(template.split("/"), parts.path.split("/"), strict=True):
        if name.startswith("{"):
            values[name[1:-1]] = value
    for parameter in parameters:
        if parameter.get("name") in values:
            parameter.setdefault("example", values[parameter["name"]])


def _value(response: Mapping[str, Any]) -> Any:
    if response["media_type"] == JSON_LINES:
        return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in response["body"])
    return response["body"]


def _remark(response: Mapping[str, Any]) -> str:
    return " (abridged)" if response.get("abridged") else ""

"""What the document promises about any answer, looked up by method and path: for requests that are no cases of it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from schemas.problems import KINDS, MEDIA_TYPE
from tests.fuzz.checks import slug_of


@dataclass(frozen=True)
class Answer:
    """A status, headers by their names in small letters, and the bytes of the body."""

    status: int
    headers: Mapping[str, str]
    data: bytes

    @property
    def slug(self) -> str:
        """The kind of problem."""
        return slug_of(json.loads(self.data)) if self.status >= 400 else "accepted"


class Promises:
    """What each operation of a document may answer."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._operations: dict[tuple[str, str], Mapping[str, Any]] = {}
        self._paths: list[tuple[re.Pattern[str], str]] = []
        for template, item in document["paths"].items():
            pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template))
            self._paths.append((re.compile(pattern, re.DOTALL), template))
            for method, operation in item.items():
                if method in ("get", "post"):
                    self._operations[method.upper(), template] = operation["responses"]

    def label(self, method: str, target: str) -> str:
        """The operation that a request is for, or `other`."""
        template = self._template(target)
        return f"{method} {template}" if (method, template) in self._operations else "other"

    def _template(self, target: str) -> str:
        path = unquote(target.partition("?")[0], "latin-1")
        return next((template for pattern, template in self._paths if pattern.fullmatch(path)), "")

    def look_at(self, method: str, target: str, answer: Answer) -> None:
        """Fails for an answer that is not promised."""
        assert answer.status < 500, f"{answer.status}: {answer.data[:300]!r}"
        assert answer.headers.get("request-id"), "no Request-Id"
        if answer.status >= 400 and method != "HEAD":
            problem = json.loads(answer.data)
            assert slug_of(problem) in KINDS, "no kind of problem that there is"
            kind = KINDS[slug_of(problem)]
            assert answer.headers["content-type"] == MEDIA_TYPE, answer.headers["content-type"]
            promised = (kind.status, kind.status, kind.title)
            found = (answer.status, problem["status"], problem["title"])
            assert found == promised, f"{found}, not {promised}"
        responses = self._operations.get(("GET" if method == "HEAD" else method, self._template(target)))
        if responses is not None:
            assert str(answer.status) in responses, f"{answer.status} is not documented"
            told = responses[str(answer.status)].get("description", "")
            assert answer.status < 400 or method == "HEAD" or f"(`{answer.slug}`)" in told, f"{answer.slug}: {told}"
        elif method == "OPTIONS":
            assert answer.status in (200, 204, 404), answer.status
        else:
            assert answer.status in (404, 405), f"{answer.status} for a path or a method that there is not"

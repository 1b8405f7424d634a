"""Answers that leave line by line while they are worked out (NDJSON)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec
from flask import Response

from service.api.answers import NO_STORE
from service.api.exchange import current
from service.api.problems import details_of
from service.asking import encode

NDJSON = "application/x-ndjson"


def streamed(values: Iterable[msgspec.Struct]) -> Response:
    """The answer to a POST, one value a line; there is at least one.

    What is refused before the first line is known is raised, and so told as a plain problem. Afterwards the status
    has been sent: then the last line is `{"problem": …}`.
    """
    rest = iter(values)
    lines = _lines(chain([next(rest)], rest), current().request_id)
    response = Response(lines, content_type=NDJSON)
    response.headers["Cache-Control"] = NO_STORE
    return response


def _lines(values: Iterable[msgspec.Struct], request_id: str) -> Iterator[bytes]:
    try:
        for value in values:
            yield encode(value) + b"\n"
    except Exception as error:
        yield encode({"problem": details_of(error, request_id)}) + b"\n"

"""From marshmallow's nested messages to a flat list of errors with JSON pointers (RFC 6901)."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, TypedDict

from marshmallow.exceptions import SCHEMA

from schemas.limits import MAX_ERRORS
from schemas.messages import Key, Message

# What stock marshmallow fields say (query strings are read with them), and the code for it.
_STOCK_CODES = {
    "Missing data for required field.": "required",
    "Field may not be null.": "wrong-type",
    "Unknown field.": "unknown-field",
    "Invalid input type.": "wrong-type",
}


class Flaw(TypedDict):
    """One thing that is wrong with a body."""

    pointer: str
    code: str
    detail: str
    params: dict[str, Any]


def escape(token: str | int) -> str:
    """One reference token of a JSON pointer."""
    return str(token).replace("~", "~0").replace("/", "~1")


def flatten(messages: object, pointer: str = "", limit: int = MAX_ERRORS) -> list[Flaw]:
    """The errors in `messages` (of a marshmallow `ValidationError`), at most `limit`, below `pointer`.

    In the order of their places: an error of a whole value before those inside it, entries of arrays by index, members
    of objects by name. The order depends on nothing but the messages, so every worker answers alike.
    """
    return list(islice(_walk(messages, pointer), limit))


def _walk(messages: object, pointer: str) -> Iterator[Flaw]:
    match messages:
        case dict():
            for key, below in sorted(messages.items(), key=_place):
                yield from _walk_entry(key, below, pointer)
        case list() | tuple():
            for message in messages:
                yield from _walk(message, pointer)
        case str():
            yield _flaw(messages, pointer)
        case _:
            yield _flaw(str(messages), pointer)


def _walk_entry(key: object, below: object, pointer: str) -> Iterator[Flaw]:
    if key is None:
        yield from _walk(below, pointer)
    elif key == SCHEMA and not isinstance(key, Key) and isinstance(below, list):
        # Either about the object as a whole, or about an unknown member that happens to have this name.
        for message in below:
            unknown = isinstance(message, Message) and message.code == "unknown-field"
            yield from _walk(message, f"{pointer}/{SCHEMA}" if unknown else pointer)
    else:
        yield from _walk(below, f"{pointer}/{escape(str(key))}")


def _place(entry: tuple[object, object]) -> tuple[int, int, str]:
    key = entry[0]
    if key is None or (key == SCHEMA and not isinstance(key, Key)):
        return (0, 0, "")
    if isinstance(key, int):
        return (1, key, "")
    return (2, 0, str(key))


def _flaw(message: str, pointer: str) -> Flaw:
    if isinstance(message, Message):
        return Flaw(pointer=pointer, code=message.code, detail=str(message), params=dict(message.params))
    return Flaw(pointer=pointer, code=_STOCK_CODES.get(message, "invalid"), detail=message, params={})

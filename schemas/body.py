"""Reading a body: strict JSON, and parts of it left as bytes for whoever already knows them.

JSON here is RFC 8259 without its doubtful corners: no duplicate names, no NaN or infinities, no number that only
overflows to one, no lone surrogates, no byte order mark, nothing but UTF-8, at most `MAX_DEPTH` levels. Python's `json`
with a few hooks is the judge, because msgspec lets the last of two members with one name win. msgspec cuts the body up.
"""

import json
import re
from typing import Any, NoReturn

import msgspec
from marshmallow import ValidationError

from schemas.limits import MAX_DEPTH
from schemas.messages import wrong_type

_MEMBER = re.compile(rb'[{,][ \t\n\r]*("(?:[^"\\]|\\.)*")[ \t\n\r]*:[ \t\n\r]*', re.DOTALL)
_SPACE = re.compile(rb"[ \t\n\r]*")
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_NAME = msgspec.json.Decoder(str)


class MalformedJson(Exception):
    """The bytes are not JSON that this service reads: 400, whatever a schema would say."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


def read_body(data: bytes, raw: frozenset[str]) -> dict[str, Any]:
    """The members of a JSON object; those named in `raw` as unchecked `msgspec.Raw`, the others parsed and checked.

    Raises `MalformedJson` for bytes that are not strict JSON, and marshmallow's `ValidationError` for JSON that is no
    object. What is `Raw` has sound syntax, but nothing else of `strict_loads` has been checked: read it with that,
    depth `MAX_DEPTH - 1`.
    """
    if not raw:
        return _object(strict_loads(data))
    try:
        members = _MEMBERS.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        # Not an object, or not JSON at all: the strict reader tells which, and tells it better.
        return _object(strict_loads(data))
    _refuse_duplicates(data, members)
    return {name: value if name in raw else _member(bytes(value)) for name, value in members.items()}


def _member(data: bytes) -> Any:
    """The value of a member. What msgspec would write in the same bytes has nothing in it to be strict about."""
    try:
        value = msgspec.json.decode(data)
        sound = msgspec.json.encode(value) == data
    except (msgspec.MsgspecError, RecursionError):
        sound = False
    return value if sound and not is_nested_deeper(data, MAX_DEPTH - 1) else strict_loads(data, MAX_DEPTH - 1)


def strict_loads(data: bytes | msgspec.Raw, depth: int = MAX_DEPTH) -> Any:
    """The value of a strict JSON text with at most `depth` levels. Raises `MalformedJson` otherwise."""
    data = bytes(data)
    if data.startswith(b"\xef\xbb\xbf"):
        raise MalformedJson("The text begins with a byte order mark; send plain UTF-8.")
    try:
        text = data.decode()
        value = _DECODER.decode(text)
        if "\\u" in text:
            _refuse_lone_surrogates(value)
    except UnicodeDecodeError as error:
        raise MalformedJson(f"The text is not UTF-8 at byte {error.start}.") from None
    except RecursionError:
        raise MalformedJson(_TOO_DEEP) from None
    except json.JSONDecodeError as error:
        raise MalformedJson(f"{error.msg} at line {error.lineno}, column {error.colno}.") from None
    except ValueError:
        raise MalformedJson("A number has too many digits.") from None
    if _is_deeper(value, depth):
        raise MalformedJson(_TOO_DEEP)
    return value


_TOO_DEEP = f"Arrays and objects are nested more than {MAX_DEPTH} levels deep."


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValidationError([wrong_type(["object"], value)])
    return value


def _refuse_duplicates(data: bytes, members: dict[str, msgspec.Raw]) -> None:
    """Step over the members of a sound object, unless its length shows that there is nothing beside them.

    Of several members with one name, `members` has the last. An earlier one has the same text, and then the name is
    seen again; or another, which shows at once or (1 and 12) in that it does not end where it should.
    """
    if len(data) == 1 + sum(len(name) + len(memoryview(value)) + len('"":,') for name, value in members.items()):
        return
    seen: set[str] = set()
    position = _after_space(data, 0)
    while member := _MEMBER.match(data, position):
        name = _NAME.decode(member[1])
        value = memoryview(members[name])
        position = _after_space(data, member.end() + len(value))
        ends = data[position : position + 1] in (b",", b"}")
        if name in seen or not ends or not data.startswith(value, member.end()):
            raise MalformedJson(_duplicate(name))
        seen.add(name)


def _after_space(data: bytes, position: int) -> int:
    match = _SPACE.match(data, position)
    return match.end() if match else position


def _duplicate(name: str) -> str:
    shown = name if len(name) <= 64 else f"{name[:64]}…"
    return f"The name {json.dumps(shown)} stands twice in one object."


def _members_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise MalformedJson(_duplicate(name))
            seen.add(name)
    return members


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise MalformedJson("A number is too large.")
    return number


def _no_constant(name: str) -> NoReturn:
    raise MalformedJson(f"{name} is not JSON.")


_DECODER = json.JSONDecoder(object_pairs_hook=_members_once, parse_float=_finite, parse_constant=_no_constant)


def _refuse_lone_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise MalformedJson("A string has half of a surrogate pair.") from None


def is_nested_deeper(data: bytes, depth: int) -> bool:
    """Whether sound JSON without white space is nested deeper than that."""
    empty = data.count(b"[]") + data.count(b"{}")
    most = data.count(b"[") + data.count(b"{") - empty + 1
    return most > depth and _is_deeper(msgspec.json.decode(data), depth)


def _is_deeper(value: Any, depth: int) -> bool:
    """Whether arrays and objects are nested deeper than that; level by level, so that no depth is too much for it."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(depth):
        if not level:
            return False
        level = [
            part
            for whole in level
            for part in (whole.values() if type(whole) is dict else whole)
            if type(part) is dict or type(part) is list
        ]
    return bool(level)

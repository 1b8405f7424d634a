"""What is wrong with a value, in a form that survives marshmallow's merging of messages.

marshmallow copies and merges the dicts and lists that hold messages, but hands on the messages themselves. A `Message`
is therefore a `str` that carries its code and parameters along: anything that only knows marshmallow still reads
English.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

Params = Mapping[str, Any]


class Message(str):
    """One error: an English sentence with a machine code (kebab-case) and JSON parameters."""

    __slots__ = ("code", "params")

    code: str
    params: Params

    def __new__(cls, detail: str, code: str, params: Params | None = None) -> Self:
        self = super().__new__(cls, detail)
        self.code = code
        self.params = params or {}
        return self


class Key(str):
    """A key that a client wrote, which may be `_schema`: marshmallow's own place for errors of a whole object."""

    __slots__ = ()


def kind_of(value: object) -> str:
    """JSON's name for the type of a decoded value."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list() | tuple():
            return "array"
        case dict():
            return "object"
    return type(value).__name__


def _with_article(kind: str) -> str:
    if kind == "null":
        return kind
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _listed(values: Iterable[object], last: str = "or") -> str:
    words = [str(value) for value in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def required() -> Message:
    return Message("This field is required.", "required")


def unknown_field(known: Sequence[str]) -> Message:
    detail = (
        f"This field is unknown; known here: {', '.join(known)}."
        if known
        else "This field is unknown; none is known here."
    )
    return Message(detail, "unknown-field", {"known": list(known)})


def wrong_type(expected: Sequence[str], value: object) -> Message:
    got = kind_of(value)
    detail = f"Must be {_listed(_with_article(kind) for kind in expected)}, not {_with_article(got)}."
    return Message(detail, "wrong-type", {"expected": list(expected), "got": got})


def out_of_range(*, minimum: float | None = None, maximum: float | None = None, open_ended: bool = False) -> Message:
    """`open_ended`: the bounds themselves are not allowed."""
    bounds = []
    if minimum is not None:
        bounds.append(f"{'more than' if open_ended else 'at least'} {minimum}")
    if maximum is not None:
        bounds.append(f"{'less than' if open_ended else 'at most'} {maximum}")
    params: dict[str, Any] = {}
    if minimum is not None:
        params["more_than" if open_ended else "min"] = minimum
    if maximum is not None:
        params["less_than" if open_ended else "max"] = maximum
    return Message(f"Must be {' and '.join(bounds)}.", "out-of-range", params)


def not_finite() -> Message:
    return Message("Must be a number within the range of 64-bit floating point.", "out-of-range")


def not_a_multiple(of: float) -> Message:
    return Message(f"Must be a multiple of {of}.", "not-a-multiple", {"multiple_of": of})


def too_short(minimum: int) -> Message:
    return Message(f"Must have at least {_counted(minimum, 'character')}.", "too-short", {"min": minimum})


def too_long(maximum: int) -> Message:
    return Message(f"Must have at most {_counted(maximum, 'character')}.", "too-long", {"max": maximum})


def too_few(minimum: int) -> Message:
    return Message(f"Must have at least {_counted(minimum, 'entry', 'entries')}.", "too-few", {"min": minimum})


def too_many(maximum: int) -> Message:
    return Message(f"Must have at most {_counted(maximum, 'entry', 'entries')}.", "too-many", {"max": maximum})


def _counted(count: int, one: str, many: str | None = None) -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def pattern(regex: str) -> Message:
    return Message(f"Must match the regular expression {regex}", "pattern", {"pattern": regex})


def bad_key(message: Message) -> Message:
    """The same complaint about the name of an entry instead of its value."""
    return Message(
        f"The name of this entry is not valid. {message}", "bad-key", {"code": message.code, **message.params}
    )


def not_allowed(allowed: Sequence[str | int | bool | None]) -> Message:
    return Message(f"Must be {_listed(map(_as_json, allowed))}.", "not-allowed", {"allowed": list(allowed)})


def unknown_tag(allowed: Sequence[str | int]) -> Message:
    return Message(
        f"No such type; must be {_listed(map(_as_json, allowed))}.", "unknown-tag", {"allowed": list(allowed)}
    )


def exactly_one_of(members: Sequence[str]) -> Message:
    return Message(
        f"Exactly one of {_listed(members, 'and')} must be given.", "exactly-one-of", {"members": list(members)}
    )


def not_together(member: str, other: str) -> Message:
    return Message(f"{member} may not stand beside {other}.", "not-together", {"member": member, "other": other})


def only_with(member: str) -> Message:
    return Message(f"May only stand beside {member}.", "only-with", {"member": member})


def _as_json(value: str | int | bool | None) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
    return str(value)

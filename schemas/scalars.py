"""Derived fields without parts. Each takes exactly what msgspec takes in strict mode, and tells all that is wrong."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from marshmallow import ValidationError, fields

from schemas.messages import (
    Message,
    not_a_multiple,
    not_allowed,
    not_finite,
    out_of_range,
    pattern,
    required,
    too_long,
    too_short,
    wrong_type,
)

Scalar = str | int | bool | None


class Derived(fields.Field[Any]):
    """What all derived fields share: the JSON types that they take, and error messages with codes.

    Loads to the checked value as it came: no conversion, no defaults filled in. That is msgspec's part.
    """

    takes: tuple[str, ...] = ()

    def __init__(self, takes: tuple[str, ...] | None = None, **kwargs: Any) -> None:
        if takes is not None:
            self.takes = takes
        super().__init__(allow_none="null" in self.takes, **kwargs)

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        if key == "required":
            return ValidationError([required()])
        if key == "null":
            return self.wrong_type(None)
        return super().make_error(key, **kwargs)

    def wrong_type(self, value: object) -> ValidationError:
        return ValidationError([wrong_type(self.takes, value)])

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        messages = self.flaws(value)
        if messages:
            raise ValidationError(messages)
        return value

    def flaws(self, value: Any) -> Any:
        """What is wrong with a value that is not null, as marshmallow messages; empty if nothing is."""
        raise NotImplementedError


class Anything(Derived):
    takes = ("null", "boolean", "integer", "number", "string", "array", "object")

    def flaws(self, value: Any) -> list[Message]:
        return []


class Null(Derived):
    takes = ("null",)

    def flaws(self, value: Any) -> list[Message]:
        return [wrong_type(self.takes, value)]


class Flag(Derived):
    takes = ("boolean",)

    def flaws(self, value: Any) -> list[Message]:
        return [] if isinstance(value, bool) else [wrong_type(self.takes, value)]


class Number(Derived):
    """Bounds and steps, for whole and for real numbers."""

    def __init__(
        self,
        *,
        ge: float | None = None,
        gt: float | None = None,
        le: float | None = None,
        lt: float | None = None,
        multiple_of: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.ge, self.gt, self.le, self.lt, self.multiple_of = ge, gt, le, lt, multiple_of

    def _out_of_bounds(self, number: float) -> list[Message]:
        found = []
        if (self.ge is not None and number < self.ge) or (self.le is not None and number > self.le):
            found.append(out_of_range(minimum=self.ge, maximum=self.le))
        if (self.gt is not None and number <= self.gt) or (self.lt is not None and number >= self.lt):
            found.append(out_of_range(minimum=self.gt, maximum=self.lt, open_ended=True))
        return found


class Whole(Number):
    takes = ("integer",)

    def flaws(self, value: Any) -> list[Message]:
        if not isinstance(value, int) or isinstance(value, bool):
            return [wrong_type(self.takes, value)]
        found = self._out_of_bounds(value)
        if self.multiple_of is not None and value % self.multiple_of:
            found.append(not_a_multiple(self.multiple_of))
        return found


class Real(Number):
    """A finite number; whole ones are taken too."""

    takes = ("number",)

    def flaws(self, value: Any) -> list[Message]:
        if not isinstance(value, int | float) or isinstance(value, bool):
            return [wrong_type(self.takes, value)]
        try:
            number = float(value)
        except OverflowError:
            return [not_finite()]
        if not math.isfinite(number):
            return [not_finite()]
        found = self._out_of_bounds(number)
        if self.multiple_of is not None and number and math.fmod(number, self.multiple_of):
            found.append(not_a_multiple(self.multiple_of))
        return found


class Text(Derived):
    """Lengths count code points; the pattern may match anywhere unless it has anchors."""

    takes = ("string",)

    def __init__(
        self,
        *,
        min_length: int | None = None,
        max_length: int | None = None,
        regex: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.min_length, self.max_length = min_length, max_length
        self.regex = None if regex is None else re.compile(regex)

    def flaws(self, value: Any) -> list[Message]:
        if not isinstance(value, str):
            return [wrong_type(self.takes, value)]
        if self.max_length is not None and len(value) > self.max_length:
            return [too_long(self.max_length)]
        found = []
        if self.min_length is not None and len(value) < self.min_length:
            found.append(too_short(self.min_length))
        if self.regex is not None and not self.regex.search(value):
            found.append(pattern(self.regex.pattern))
        return found


class OneOf(Derived):
    """One of some fixed values. 1, 1.0 and true are three different values."""

    _KINDS: ClassVar[dict[type, str]] = {str: "string", int: "integer", bool: "boolean", type(None): "null"}

    def __init__(self, values: Sequence[Scalar], **kwargs: Any) -> None:
        self.values = tuple(values)
        super().__init__(takes=tuple(dict.fromkeys(self._KINDS[type(value)] for value in values)), **kwargs)
        self._known = frozenset((type(value), value) for value in values)

    def flaws(self, value: Any) -> list[Message]:
        if type(value) not in self._KINDS or self._KINDS[type(value)] not in self.takes:
            return [wrong_type(self.takes, value)]
        return [] if (type(value), value) in self._known else [not_allowed(self.values)]

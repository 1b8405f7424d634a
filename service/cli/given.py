"""What the user gives: JSON in a file, on standard input or in the argument itself, and the state inside it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from schemas.body import MalformedJson, strict_loads
from schemas.pointers import escape
from service.cli.refusals import Refusal

STDIN = "-"
HOLDERS = ("state", "position")
"""The members of an answer in which its state lies: a position and a verdict have the first, a replay the second."""


@dataclass(frozen=True, slots=True)
class Given:
    """A decoded value, the name of the file or option that it came from, and a pointer to where it lies in there."""

    plain: Any
    name: str
    inside: str = ""

    def place(self, pointer: str) -> str:
        """Where a user finds what lies at `pointer` below the value."""
        whole = self.inside + pointer
        return f"{self.name} at {whole}" if whole else self.name

    def member(self, name: str) -> Given:
        """A member of an object."""
        return Given(self.plain[name], self.name, f"{self.inside}/{escape(name)}")


class Json(click.ParamType[Given]):
    """Strict JSON in a file or on standard input; with `inline` also written out in the argument."""

    name = "json"

    def __init__(self, *, inline: bool = False) -> None:
        self.inline = inline

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Given:
        """Reads it. What begins with a bracket is JSON where `inline`; a file of such a name is `./{name}`.

        Raises `Refusal` for bytes that are not strict JSON.
        """
        if isinstance(value, Given):
            return value
        if self.inline and value.lstrip()[:1] in ("{", "["):
            name, data = called(param), value.encode("utf-8", "surrogateescape")
        else:
            name, data = value, self._read(value, param, ctx)
        name = "standard input" if name == STDIN else name
        try:
            return Given(strict_loads(data), name)
        except MalformedJson as error:
            raise Refusal("malformed-json", f"{name}: {error.detail}") from error

    def _read(self, name: str, param: click.Parameter | None, ctx: click.Context | None) -> bytes:
        if name != STDIN:
            try:
                return Path(name).read_bytes()
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) else str(error)
                self.fail(f"{name}: {reason}", param, ctx)
        if ctx is not None and ctx.meta.setdefault(__name__, param) is not param:
            self.fail("standard input can be read only once", param, ctx)
        return sys.stdin.buffer.read()


def called(param: click.Parameter | None) -> str:
    """What the user calls an argument (`ACTION`) or an option (`--where`)."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return "the argument" if param is None else param.human_readable_name


def state_in(given: Given) -> Given:
    """The state in what a file holds: the value itself, or what lies in an answer (position, verdict, replay)."""
    for holder in HOLDERS:
        plain = given.plain
        if isinstance(plain, dict) and "game" not in plain and isinstance(plain.get(holder), dict):
            return state_in(given.member(holder))
    return given


def loose(text: str) -> Any:
    """The value of `text` as JSON, or the text itself where it is none: `9`, `null`, `family`."""
    try:
        return strict_loads(text.encode("utf-8", "surrogateescape"))
    except MalformedJson:
        return text


Places = Mapping[str, Given]
"""Beginnings of pointers into the body of a call, each with what the user gave for it."""


def place_of(pointer: str, places: Places) -> str:
    """Where a user finds what lies at `pointer` of the body."""
    for start in sorted(places, key=len, reverse=True):
        if pointer == start or pointer.startswith(f"{start}/"):
            return places[start].place(pointer[len(start) :])
    return pointer

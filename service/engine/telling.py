"""How values are said in a sentence: what fills the English templates of reasons, events and prompts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import Any


@dataclass(frozen=True, slots=True)
class Words:
    """What ids are called in a sentence: printed names, and the plural where there may be several of a kind.

    An id that has no name stands for itself.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    plurals: Mapping[str, str] = field(default_factory=dict)

    def name(self, value: str) -> str:
        """The printed name of an id; any other text as it is."""
        return self.names.get(value, value)

    def count(self, number: int, kind: str) -> str:
        """So many of a kind: ``1 Serf``, ``2 Serfs``."""
        return f"{number} {self.name(kind) if number == 1 else self.plurals.get(kind, self.name(kind))}"


PLAIN = Words()
"""Every id stands for itself."""


def tell(template: str, facts: Mapping[str, Any], words: Words = PLAIN) -> str:
    """A template filled with facts: ids by their names, lists and maps in words and not as they are written down.

    A sentence that begins with a name that has an article begins with a capital letter.
    """
    pattern, names = _pattern_of(template)
    return _filled(pattern, [facts[name] for name in names], words, template)


def tell_of(template: str, subject: Any, words: Words = PLAIN) -> str:
    """A template filled with attributes of ``subject``."""
    pattern, names = _pattern_of(template)
    return _filled(pattern, [getattr(subject, name) for name in names], words, template)


def _filled(pattern: str, facts: list[Any], words: Words, template: str) -> str:
    known = words.names
    # Most facts are ids.
    said = [known.get(fact, fact) if type(fact) is str else spoken(fact, words) for fact in facts]
    told = pattern % tuple(said)
    return f"T{told[1:]}" if told.startswith("the ") and template.startswith("{") else told


@cache
def _pattern_of(template: str) -> tuple[str, list[str]]:
    """A template as a pattern for ``%``, and the facts that fill it, in their order."""
    pattern, names = "", []
    for literal, name, _, _ in Formatter().parse(template):
        pattern += literal.replace("%", "%%")
        if name is not None:
            pattern += "%s"
            names.append(name)
    return pattern, names


def spoken(value: Any, words: Words = PLAIN) -> Any:
    """``{"weapon": 2}`` as ``2 weapon``, ``["blue", "red"]`` as ``blue, red``, alternatives joined by ``or``."""
    if isinstance(value, str):
        return words.name(value)
    if isinstance(value, int):
        return value
    if isinstance(value, Mapping):
        return ", ".join(_spoken_entry(kind, member, words) for kind, member in _in_order(value)) or "nothing"
    if isinstance(value, list | tuple):
        alternatives = any(isinstance(member, Mapping) for member in value)
        return (" or " if alternatives else ", ").join(str(spoken(member, words)) for member in value) or "nothing"
    return value


def _spoken_entry(kind: str, member: Any, words: Words) -> str:
    return words.count(member, kind) if isinstance(member, int) else f"{words.name(kind)}: {spoken(member, words)}"


def _in_order(value: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Counts as they come, everything else by name."""
    entries = list(value.items())
    return entries if all(isinstance(member, int) for member in value.values()) else sorted(entries)

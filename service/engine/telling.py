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
    return _begun(template.format_map({name: spoken(facts[name], words) for name in _named_in(template)}), template)


def tell_of(template: str, subject: Any, words: Words = PLAIN) -> str:
    """A template filled with attributes of ``subject``."""
    facts = {name: spoken(getattr(subject, name), words) for name in _named_in(template)}
    return _begun(template.format_map(facts), template)


def _begun(told: str, template: str) -> str:
    return f"T{told[1:]}" if told.startswith("the ") and template.startswith("{") else told


@cache
def _named_in(template: str) -> tuple[str, ...]:
    """The facts that a template names, each once."""
    return tuple({name: None for _, name, _, _ in Formatter().parse(template) if name})


def spoken(value: Any, words: Words = PLAIN) -> Any:
    """``{"weapon": 2}`` as ``2 weapon``, ``["blue", "red"]`` as ``blue, red``, alternatives joined by ``or``."""
    if isinstance(value, str):
        return words.names.get(value, value)
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

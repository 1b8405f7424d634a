"""How values are said in a sentence: what fills the English templates of reasons and events."""

from collections.abc import Mapping
from typing import Any


def tell(template: str, facts: Mapping[str, Any]) -> str:
    """A template filled with facts: lists and maps are said in words, not as they are written down."""
    return template.format_map({name: spoken(value) for name, value in facts.items()})


def spoken(value: Any) -> Any:
    """``{"weapon": 2}`` as ``2 weapon``, ``["blue", "red"]`` as ``blue, red``, alternatives joined by ``or``."""
    if isinstance(value, (str, int)):
        return value
    if isinstance(value, Mapping):
        return ", ".join(_spoken_entry(kind, member) for kind, member in _in_order(value)) or "nothing"
    if isinstance(value, list | tuple):
        alternatives = any(isinstance(member, Mapping) for member in value)
        return (" or " if alternatives else ", ").join(str(spoken(member)) for member in value) or "nothing"
    return value


def _spoken_entry(kind: str, member: Any) -> str:
    return f"{member} {kind}" if isinstance(member, int) else f"{kind}: {spoken(member)}"


def _in_order(value: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Counts as they come, everything else by name."""
    entries = list(value.items())
    return entries if all(isinstance(member, int) for member in value.values()) else sorted(entries)

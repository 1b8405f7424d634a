"""How values are said in a sentence: what fills the English templates of reasons and events."""

from collections.abc import Mapping
from typing import Any


def tell(template: str, facts: Mapping[str, Any]) -> str:
    """A template filled with facts: lists and maps are said in words, not as they are written down."""
    return template.format_map({name: spoken(value) for name, value in facts.items()})


def spoken(value: Any) -> Any:
    """``{"weapon": 2}`` as ``2 weapon``, ``["blue", "red"]`` as ``blue, red``, alternatives joined by ``or``."""
    if isinstance(value, Mapping):
        return (
            ", ".join(f"{v} {k}" if isinstance(v, int) else f"{k}: {spoken(v)}" for k, v in value.items()) or "nothing"
        )
    if isinstance(value, list | tuple):
        alternatives = any(isinstance(member, Mapping) for member in value)
        return (" or " if alternatives else ", ").join(str(spoken(member)) for member in value) or "nothing"
    return value

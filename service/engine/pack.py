"""Packs: the component data of a game (cards, tiles, map), loaded once and never changed."""

import json
from collections import Counter
from collections.abc import Mapping
from importlib import resources
from typing import Any

from service.engine.shapes import Ids
from service.engine.telling import PLAIN, Words


class Pack:
    """A component pack. A game's subclass prepares the look-ups that its rules need.

    ``document`` is the JSON document as served; ``ids`` maps each kind of id to the ids that exist; ``words`` are the
    printed names with which texts speak of them.
    """

    def __init__(self, name: str, document: dict[str, Any]) -> None:
        self.name = name
        self.document = document
        self.ids: Ids = {}
        self.words: Words = PLAIN
        self.provenance: dict[str, int] = dict(sorted(_provenance(document).items()))


def _provenance(node: Any) -> Counter[str]:
    """How many entries of the document are marked rulebook, published or reconstructed."""
    found: Counter[str] = Counter()
    if isinstance(node, Mapping):
        if isinstance(node.get("provenance"), str):
            found[node["provenance"]] += 1
        for member in node.values():
            found += _provenance(member)
    elif isinstance(node, list):
        for member in node:
            found += _provenance(member)
    return found


def read_data(package: str, name: str) -> Any:
    """The JSON file ``data/<name>`` of a game's package."""
    return json.loads(resources.files(package).joinpath("data", name).read_text(encoding="utf-8"))

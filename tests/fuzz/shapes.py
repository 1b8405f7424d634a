"""What the JSON Schema of a state says of each place in a real one: its kind of id, its bounds, what could be there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from service.engine.game import Game
from tests.api.mutations import Place

Node = dict[str, Any]


@dataclass(frozen=True)
class Spot:
    """A place in a state with what is there and what its schema says of it."""

    place: Place
    value: Any
    node: Node
    optional: bool = False
    """Whether it may be left out, as far as the schema goes."""

    @property
    def name(self) -> str:
        """As a JSON pointer."""
        return "".join(f"/{part}" for part in self.place)


def spots(value: Any, root: Node) -> list[Spot]:
    """Every place in a state but its root. A value that has lost its shape on the way is left alone."""
    return list(_below(value, root, root, ()))


def _below(value: Any, node: Node, root: Node, place: Place) -> Iterator[Spot]:
    node = _chosen(value, node, root)
    if isinstance(value, dict):
        known, others = node.get("properties", {}), node.get("additionalProperties") or {}
        for name, member in value.items():
            below = _chosen(member, known.get(name, others), root)
            yield Spot((*place, name), member, below, name not in node.get("required", ()))
            yield from _below(member, below, root, (*place, name))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            below = _chosen(member, node.get("items", {}), root)
            yield Spot((*place, index), member, below, True)
            yield from _below(member, below, root, (*place, index))


def _chosen(value: Any, node: Any, root: Node) -> Node:
    """The schema that speaks of this value: references followed, and of several the one that it is meant for."""
    if not isinstance(node, dict):
        return {}
    if "$ref" in node:
        return _chosen(value, _resolved(node["$ref"], root), root)
    tag = value.get(node["discriminator"]["propertyName"]) if "discriminator" in node and type(value) is dict else None
    if isinstance(tag, str) and tag in node["discriminator"].get("mapping", {}):
        return _chosen(value, _resolved(node["discriminator"]["mapping"][tag], root), root)
    choices = [choice for choice in node.get("anyOf", ()) if choice.get("type") != "null"]
    return _chosen(value, choices[0], root) if len(choices) == 1 else node


def _resolved(reference: str, root: Node) -> Node:
    node: Node = root
    for part in reference.removeprefix("#/").split("/"):
        node = node[part]
    return node


class Names:
    """Which names are of one kind: ids of a pack, seats, values that a schema lists."""

    def __init__(self, game: Game) -> None:
        self._groups: dict[str, list[list[str]]] = {}
        for pack in game.packs.values():
            for ids in pack.ids.values():
                self._add(sorted(ids))
        self._add(list(game.seats))
        self._add(sorted(game.packs))

    def _add(self, group: list[str]) -> None:
        for name in group:
            self._groups.setdefault(name, []).append(group)

    def like(self, name: str, node: Node) -> list[str]:
        """Names of the kind of this one, itself among them; none where nothing is known of it."""
        if "enum" in node:
            return [value for value in node["enum"] if isinstance(value, str)]
        groups = self._groups.get(name, [])
        # A name of several kinds ("5" is a city and a count) is taken for the one with the most.
        return max(groups, key=len, default=[])

"""The effect language of the pack: every effect of a card, Unit, Skill or Tactic as a node with an id of its own.

An id reads like a path: ``rage.basic.0.options.1.0`` is the only effect of the second option of the first effect of
Rage's basic half. What is being carried out is therefore a list of ids, in the state as on paper.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

LISTS = ("do", "then", "else", "pay", "return_for", "owner_next_turn", "others_cost", "if_none")
BRANCHES = ("red", "blue", "white", "green")
KEPT = ("ability", "others_punish")
"""Parameters that say more than the effect list in them."""
WORDS = {"melee": "attack", "ranged": "ranged-attack", "siege": "siege-attack"}


@dataclass(frozen=True, slots=True)
class EffectNode:
    """One effect: its operation, what kind of effect that is, its parameters and the effects inside it.

    ``lists`` has the effect lists inside it by the name of the parameter (``do``, ``then``, ``on.red``, ``red``,
    ``ability``); ``options`` those of a ``choose``, with a ``keys`` word for each.
    """

    id: str
    op: str
    kind: str | None
    params: Mapping[str, Any]
    lists: Mapping[str, tuple[str, ...]]
    options: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...]

    def inside(self, name: str) -> tuple[str, ...]:
        """The effects of one of its lists; none where it has no such list."""
        return self.lists.get(name, ())


class EffectLanguage:
    """All nodes of a pack by their ids, made from its effect lists one after the other."""

    def __init__(self, ops: Mapping[str, Any]) -> None:
        self.kinds: dict[str, str | None] = {name: op.get("kind") for name, op in ops.items()}
        self.nodes: dict[str, EffectNode] = {}

    def compile(self, at: str, effects: Any) -> tuple[str, ...]:
        """The ids of an effect list; a single effect may stand for a list of one."""
        every = effects if isinstance(effects, list) else [effects]
        return tuple(self._node(f"{at}.{number}", effect) for number, effect in enumerate(every))

    def _node(self, at: str, effect: Mapping[str, Any]) -> str:
        lists = {name: self.compile(f"{at}.{name}", inner) for name, inner in _effect_lists(effect)}
        options = tuple(
            self.compile(f"{at}.options.{number}", option) for number, option in enumerate(effect.get("options", ()))
        )
        self.nodes[at] = EffectNode(
            id=at,
            op=effect["op"],
            kind=self.kinds[effect["op"]],
            params={
                name: value for name, value in effect.items() if name in KEPT or name not in ("op", "options", *lists)
            },
            lists=lists,
            options=options,
            keys=tuple(_distinct([self._key(option) for option in options])),
        )
        return at

    def _key(self, option: tuple[str, ...]) -> str:
        """A word for an option of a choice: what it gives, as briefly as it can be told."""
        telling = [self.nodes[at] for at in option if self.nodes[at].op != "take-wound"]
        node = telling[0] if telling else self.nodes[option[0]]
        if node.op == "cost":
            return "-and-".join(_price(self.nodes[at]) for at in node.inside("pay"))
        if node.op == "choose":
            return "-or-".join(node.keys)
        params = node.params
        words = [params["element"]] if params.get("element", "physical") != "physical" else []
        words.append(WORDS.get(str(params.get("kind")), node.op))
        amount = params.get("amount", params.get("count", params.get("spaces")))
        colors = params.get("colors")
        if isinstance(colors, list) and len(colors) == 1:
            words.append(colors[0])
        if isinstance(amount, Mapping):
            amount = amount["base"]
        words += [str(params["target"])] if "target" in params else []
        words += list(params["what"]) if isinstance(params.get("what"), list) else []
        return "-".join([*words, *([str(amount)] if amount is not None else [])])


def _effect_lists(effect: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The effect lists inside an effect by name; ``buy-once`` pays in points, which is no effect."""
    for name in LISTS:
        inner = effect.get(name)
        if isinstance(inner, list) or (isinstance(inner, Mapping) and "op" in inner):
            yield name, inner
    if effect["op"] == "by-paid-color":
        yield from ((color, effect[color]) for color in BRANCHES if color in effect)
    if effect["op"] == "roll-dice":
        yield from ((f"on.{face}", inner) for face, inner in effect["on"].items())
    if "ability" in effect:
        yield "ability", effect["ability"]["do"]
    if "others_punish" in effect:
        yield "others_punish", effect["others_punish"]["do"]


def _price(node: EffectNode) -> str:
    """A word for a price: ``pay-blue-or-red``, ``discard-wound``."""
    if node.op == "pay-mana":
        return "pay-" + "-or-".join(node.params["colors"])
    wound = node.params["filter"].get("only") == ["wound"]
    return f"{node.op}-{'wound' if wound else 'card'}"


def _distinct(keys: list[str]) -> Iterator[str]:
    """The keys, numbered where two are alike."""
    for number, key in enumerate(keys):
        before = keys[:number].count(key)
        yield key if not before else f"{key}.{before + 1}"

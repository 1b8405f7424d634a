"""When an effect may be chosen: its kind and the moment, what it is paid with, and whether any part of it can work."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from service.engine.violation import Violation
from service.games.mage_knight.effects import CHECKS, when
from service.games.mage_knight.ids import WOUND
from service.games.mage_knight.mana import Purse
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_combat import Combat
from service.games.mage_knight.state_turn import Found, Source
from service.games.mage_knight.table import Table


@dataclass(frozen=True, slots=True)
class Use:
    """An effect that somebody wants to use, with what there would be left to pay with: mana and cards of the hand."""

    seat: str
    source: Source
    purse: Purse
    hand: tuple[str, ...]
    found: Found

    @classmethod
    def of(cls, table: Table, seat: str, source: Source, found: Found | None = None) -> "Use":
        """A use by a player of all that the player has."""
        return cls(seat, source, Purse(table, seat), tuple(table.player(seat).hand), found or Found())

    def without_card(self, card: str) -> "Use":
        """The same once a card has left the hand."""
        hand = list(self.hand)
        if card in hand:
            hand.remove(card)
        return replace(self, hand=tuple(hand))

    def with_purse(self, purse: Purse) -> "Use":
        """The same with less to pay with."""
        return replace(self, purse=purse)


def icon_of(table: Table, source: Source) -> str | None:
    """The kind of the whole effect, where its card or Skill shows exactly one icon."""
    if source.origin == "card":
        icons = table.card(source.id).icons["basic" if source.half == "basic" else "strong"]
    elif source.origin == "skill" and source.half == "effect":
        icons = table.skill(source.id).icons
    else:
        return None
    return icons[0] if len(icons) == 1 else None


def objections(table: Table, use: Use, nodes: Iterable[str]) -> Iterator[Violation]:
    """Why effects cannot be chosen now; nothing where at least a part of them can be used."""
    icon = icon_of(table, use.source)
    for at in nodes:
        node = table.node(at)
        if node.op in ("optional", "repeat-per"):
            continue
        if node.op in ("choose", "by-paid-color", "cost", "if", "choose-one-element"):
            inside = list(_inside(table, use, node))
            if inside != [_NOTHING]:
                yield from inside
                return
        elif node.kind is not None:
            yield from moment(table, use, icon or node.kind, node)
            return
        elif node.op in CHECKS:
            yield from CHECKS[node.op](table, use, node)
    if icon is not None:
        yield from moment(table, use, icon, None)


_NOTHING = Violation("effects.follow-card-text", "there is nothing to carry out")


def _inside(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    if node.op == "cost":
        reasons = list(unpayable(table, use, node.inside("pay")))
        yield from reasons or _once_paid(table, use, node)
    elif node.op == "choose":
        yield from _all_of([list(objections(table, use, option)) for option in node.options])
    elif node.op == "by-paid-color":
        yield from _all_of([list(objections(table, use, branch)) for branch in node.lists.values()])
    elif node.op == "if":
        branch = node.inside("then" if when(table, use.seat, node.params["when"], use.found) else "else")
        if not branch:
            yield _NOTHING
        else:
            yield from objections(table, use, branch)
    else:
        yield from objections(table, use, node.inside("do"))


def _once_paid(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    """Why what a price is paid for cannot be used: where the colour decides, with every colour that can be paid."""
    then = node.inside("then")
    if table.node(then[0]).op != "by-paid-color":
        yield from objections(table, use, then)
        return
    colors = table.node(node.inside("pay")[0]).params["colors"]
    payable = {mana.counts_as for mana in use.purse.payments(colors, "effect")}
    branches = [table.node(then[0]).inside(color) for color in colors if color in payable]
    yield from _all_of([list(objections(table, use, branch)) for branch in branches])


def _all_of(reasons: Sequence[list[Violation]]) -> Iterator[Violation]:
    """Where every option has an objection: all of them, each once."""
    if all(reasons):
        seen: set[str] = set()
        for violation in (violation for some in reasons for violation in some):
            if violation.detail not in seen:
                seen.add(violation.detail)
                yield violation


def moment(table: Table, use: Use, kind: str, node: EffectNode | None) -> Iterator[Violation]:
    """Why an effect of this kind cannot be used at this moment."""
    combat = table.state.combat
    if kind == "healing" and combat is not None:
        yield Violation("combat.special-allowed-healing-not", "healing effects cannot be used in a combat", at="type")
        return
    if kind == "combat" and combat is None:
        yield Violation("combat.effects-need-combat", "combat effects can be used in a combat only", at="type")
        return
    if node is not None and node.op in CHECKS:
        yield from CHECKS[node.op](table, use, node)


def usable_violations(table: Table, seat: str, usable: str | None, thing: str) -> Iterator[Violation]:
    """Why a card or Skill that can only be used at certain moments cannot be used now."""
    combat = table.state.combat
    if usable == "not-in-combat" and combat is not None:
        yield Violation("effects.follow-card-text:not-in-combat", "{thing} cannot be used in a combat", thing=thing)
    elif usable == "interaction" and not table.turn.interacting:
        yield Violation(
            "effects.follow-card-text:interaction", "{thing} can be used during an interaction only", thing=thing
        )
    elif usable == "start-of-combat" and (combat is None or combat.phase != "ranged" or _attack_begun(table, combat)):
        yield Violation(
            "effects.follow-card-text:start-of-combat",
            "{thing} can be used in the Ranged and Siege phase only, before any attack",
            thing=thing,
        )
    elif usable == "attack-phase" and (combat is None or combat.phase != "attack"):
        yield Violation("attack-phase.only-here-effects", "{thing} can be used in the Attack phase only", thing=thing)


def _attack_begun(table: Table, combat: Combat) -> bool:
    """Whether an attack has been opened; between two players one is always open, and begins with what is added."""
    assembly = combat.assembly
    return combat.opened or (assembly is not None and (table.state.duel is None or bool(assembly.parts)))


def unpayable(table: Table, use: Use, pay: Iterable[str]) -> Iterator[Violation]:
    """Why the price of an effect cannot be paid in full."""
    nodes = [table.node(at) for at in pay]
    mana = [node.params["colors"] for node in nodes if node.op == "pay-mana" for _ in range(node.params["count"])]
    if not _can_pay_mana(use.purse, mana):
        wanted = [" or ".join(colors) for colors in mana]
        yield Violation(
            "deed.extra-costs-must-be-paid:mana", "{seat} cannot pay {wanted} mana", seat=use.seat, wanted=wanted
        )
    for node in nodes:
        if node.op != "pay-mana":
            yield from _cards_lacking(table, use, node)


def _can_pay_mana(purse: Purse, mana: Sequence[Sequence[str]]) -> bool:
    if not mana:
        return True
    for payment in purse.payments(mana[0], "effect"):
        rest = purse.copy()
        rest.spend(payment, "effect")
        if _can_pay_mana(rest, mana[1:]):
            return True
    return False


def _cards_lacking(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    least = node.params.get("count", node.params.get("min", 0))
    matching = [card for card in use.hand if matches(table, card, node.params["filter"])]
    if len(matching) < least:
        only_wounds = bool(use.hand) and all(card == WOUND for card in use.hand)
        if only_wounds:
            yield Violation("deed.wounds-no-payment", "{seat} has only Wounds to give up for this", seat=use.seat)
        else:
            yield Violation(
                "deed.extra-costs-must-be-paid:card", "{seat} has no card to give up for this", seat=use.seat
            )


def matches(table: Table, card: str, wanted: Mapping[str, Any]) -> bool:
    """Whether a card of the hand agrees with a filter of the effect language. The card itself is in hand no more."""
    if "only" in wanted:
        return card == WOUND if "wound" in wanted["only"] else True
    if card == WOUND:
        return bool(wanted.get("wounds_allowed"))
    info = table.card(card)
    if "kind" in wanted and info.kind not in wanted["kind"]:
        return False
    return not wanted.get("has_color") or info.color is not None

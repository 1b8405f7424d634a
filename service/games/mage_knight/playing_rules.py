"""What playing a card costs, and when its effect can be used."""

from collections.abc import Iterator, Sequence

from service.engine.violation import Violation
from service.games.mage_knight.at_once import at_once_violations
from service.games.mage_knight.effect_rules import Use, objections, usable_violations
from service.games.mage_knight.ids import Mana, Mode
from service.games.mage_knight.mana import Purpose, Purse, price_violations, spend_all
from service.games.mage_knight.pack_cards import DeedCard
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table


def purposes(card: DeedCard, mode: str) -> list[Purpose]:
    """What each mana of a card's price is for: the strong effect of a Spell may use black mana."""
    purpose: Purpose = "spell-strong" if card.kind == "spell" and mode == "strong" else "power"
    return [purpose] * len(card.costs[mode])


def price_rule(card: DeedCard, mode: str) -> str:
    """The clause that says what powers a card."""
    if card.kind != "spell":
        return "deed.action-basic-free" if mode == "basic" else "deed.action-strong-one-mana"
    return "deed.spell-basic-one-mana" if mode == "basic" else "deed.spell-strong-at-night"


def card_moment(table: Table, actor: str, card: DeedCard, mode: Mode, mana: Sequence[Mana]) -> Iterator[Violation]:
    """Why the price of a card is not paid, or its effect cannot be used now."""
    purse = Purse(table, actor)
    if card.kind == "spell" and mode == "strong" and not (table.by_night() or "black" in table.turn.allowed):
        yield Violation(
            "deed.spell-strong-at-night:day",
            "the strong effect of {card} can be powered at Night only",
            at="mode",
            card=card.name,
        )
    wanted, what = card.costs[mode], purposes(card, mode)
    wrong = list(price_violations(purse, wanted, mana, what, price_rule(card, mode)))
    yield from wrong
    if not wrong:
        spend_all(purse, mana, what)
    source = Source(origin="card", id=card.id, half=mode)
    use = Use.of(table, actor, source).without_card(card.id).with_purse(purse)
    yield from at_once_violations(table, actor, mana, use, card.halves[mode])
    yield from usable_violations(table, actor, card.usable[mode], card.called(mode))
    yield from objections(table, use, card.halves[mode])

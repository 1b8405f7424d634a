"""Why a Province cannot be Upgraded: what its next level asks for, and what a player lacks of it."""

from collections.abc import Iterator, Mapping

from service.engine.violation import Violation
from service.games.gilded_realms.events import LABELS, in_words
from service.games.gilded_realms.pack_cards import Upgrade
from service.games.gilded_realms.payment import (
    costly_cards,
    is_payable,
    needed,
    next_upgrade,
    units_for_icons,
)
from service.games.gilded_realms.payment_icons import COSTLY_ICONS
from service.games.gilded_realms.table import Table

ICON_PRICE = "{seat} lacks {lacks} to use {name} for that"
MESSAGES = dict.fromkeys(COSTLY_ICONS, ICON_PRICE)
"""What is said of icons that have a price, by the clause that asks for it."""


def possess_violations(table: Table, seat: str, province: str, upgrade: Upgrade) -> Iterator[Violation]:
    """What a player must possess for an Upgrade, and does not."""
    possess, name = upgrade.possess, province.title()
    wanted = possess.get("knowledge_of_type")
    if isinstance(wanted, int):
        wanted = table.replaced(seat, "knowledge_needed_for_level_2_upgrade", wanted)
        has = table.known_of(seat, province)
        if has < wanted:
            yield Violation(
                "requirements.two-knowledges",
                "{name} asks for {wanted} of its type, and {seat} has {has}",
                at="province",
                name=name,
                wanted=f"{wanted} {'Knowledge' if wanted == 1 else 'Knowledges'}",
                seat=seat,
                has=has,
            )
    units = possess.get("units_in_standing_army")
    if isinstance(units, int) and table.army_size(seat) < units:
        yield Violation(
            "requirements.military-units-check",
            "{name} asks for {units} Units in the Standing Army, and {seat} has {has}",
            at="province",
            name=name,
            units=units,
            seat=seat,
            has=table.army_size(seat),
        )
    amounts = possess.get("any_of")
    if isinstance(amounts, list | tuple) and all(table.missing(seat, amount) for amount in amounts):
        yield Violation(
            "requirements.influence-one-check",
            "{name} asks for 3 Fortifications or 1 Gem, and {seat} has neither",
            at="province",
            name=name,
            seat=seat,
        )


def level_violations(table: Table, seat: str, province: str) -> Iterator[Violation]:
    """Why a Province has no next level in this game, or why its owner may not have it yet."""
    upgrade, name = next_upgrade(table, seat, province), province.title()
    if upgrade is None:
        yield Violation("provinces.six-levels", "{name} is at its highest level", at="province", name=name)
        return
    if upgrade.epic_only and not table.epic:
        yield Violation(
            "requirements.star",
            "{name} goes to level {label} only in an Epic game",
            at="province",
            name=name,
            label=LABELS[upgrade.to_level],
        )
        return
    yield from possess_violations(table, seat, province, upgrade)


def too_early(table: Table, seat: str, in_action_phase: bool) -> bool:
    """Whether a player has an ability that gives icons for Units, but not for an Upgrade made now (Reiner)."""
    return not in_action_phase and units_for_icons(table, seat, True) is not None


def units_too_early(table: Table, seat: str) -> Iterator[Violation]:
    """Why Units give no icons outside the Action Phase."""
    ability = units_for_icons(table, seat, True)
    assert ability is not None
    yield Violation(
        "once-effects.action-phase-default:units",
        "{name} gives icons for Units only to an Upgrade of the Action Phase",
        name=table.pack.words.name(ability.id),
    )


def unpaid_violations(table: Table, seat: str, province: str, in_action_phase: bool) -> Iterator[Violation]:
    """Why an Upgrade cannot be paid: the icons that are missing, or the price of the cards that would give them."""
    asked, name = in_icons(needed(table, seat, province, ())), province.title()
    if too_early(table, seat, in_action_phase) and is_payable(table, seat, province, in_action_phase=True):
        yield from units_too_early(table, seat)
        return
    if not is_payable(table, seat, province, in_action_phase, free=True):
        yield Violation(
            "upgrade.discard-requirements",
            "{name} asks for {icons}, and the Territory of {seat} does not give that",
            at="province",
            name=name,
            icons=asked,
            seat=seat,
        )
        return
    costly = costly_cards(table, seat, province)
    if not costly:
        yield Violation(
            "upgrade.discard-requirements:price",
            "{name} asks for {icons}, and {seat} cannot pay for so many of them",
            at="province",
            name=name,
            icons=asked,
            seat=seat,
        )
    for rule, card, price in costly:
        lacks = in_words(table.missing(seat, price))
        yield Violation(rule, ICON_PRICE, at="province", seat=seat, lacks=lacks, name=table.pack.title(card))


def in_icons(icons: Mapping[str, int]) -> str:
    """Icons as a sentence says them."""
    named = {icon: icon.replace("-", " ").title() for icon in icons}
    return ", ".join(f"{n} {named[icon] if n == 1 else _plural(named[icon])}" for icon, n in icons.items()) or "nothing"


def _plural(name: str) -> str:
    return name if name.endswith("s") else f"{name.removesuffix('y')}ies" if name.endswith("y") else f"{name}s"


def is_project(table: Table, piece: str) -> bool:
    """Whether a card has wild icons that never stand for a Capstone (Grand Project)."""
    wild = table.piece(piece).face.wild
    return wild is not None and not wild.as_capstone_cost


def project_violations(table: Table, piece: str, icons: Mapping[str, int]) -> Iterator[Violation]:
    """Why a Grand Project cannot stand for these icons."""
    name, most = table.pack.title(piece), len(table.piece(piece).face.icons)
    if icons.get("capstone"):
        yield Violation("lorian.grand-project", "{name} stands for no Capstone", at="icons", name=name)
    if sum(icons.values()) > most:
        yield Violation("lorian.grand-project:two", "{name} stands for two icons", at="icons", name=name)

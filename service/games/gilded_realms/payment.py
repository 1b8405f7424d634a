"""What is pledged for a Province Upgrade until all its icons are there, and whether it can be paid at all."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from service.engine.shapes import Shape, counts
from service.games.gilded_realms.effect_language import Ability, Icons
from service.games.gilded_realms.ids import Icon, Piece, Pieces
from service.games.gilded_realms.pack_cards import Upgrade
from service.games.gilded_realms.payment_icons import Way, ways_of
from service.games.gilded_realms.table import Table, together, without

IconCounts = Annotated[dict[Icon, Annotated[int, Meta(ge=0, le=9)]], counts(12)]


class Pledge(Shape, kw_only=True):
    """A card of the Territory that will be discarded for an Upgrade, or Units, and the icons that they stand for."""

    piece: Piece | None = None
    units: Pieces = {}
    icons: IconCounts


def next_upgrade(table: Table, seat: str, province: str) -> Upgrade | None:
    """What the next level of a Province asks for, if there is one."""
    return table.province(seat, province).upgrade


def needed(table: Table, seat: str, province: str, pledges: Iterable[Pledge]) -> dict[str, int]:
    """The icons that are still missing for an Upgrade."""
    upgrade = next_upgrade(table, seat, province)
    return without(upgrade.discard, together(*(pledge.icons for pledge in pledges))) if upgrade else {}


def pledged_pieces(pledges: Iterable[Pledge]) -> dict[str, int]:
    """The cards of the Territory that are pledged."""
    return together(*({pledge.piece: 1} for pledge in pledges if pledge.piece is not None))


def pledged_units(pledges: Iterable[Pledge]) -> dict[str, int]:
    """The Units that are pledged."""
    return together(*(pledge.units for pledge in pledges))


def free_pieces(table: Table, seat: str, pledges: Iterable[Pledge]) -> dict[str, int]:
    """What lies in the Territory and is not pledged."""
    return without(table.player(seat).territory, pledged_pieces(pledges))


def pledged_cost(table: Table, seat: str, province: str, pledges: Iterable[Pledge]) -> dict[str, int]:
    """What the pledged cards cost beside being discarded."""
    found = [way_for(table, seat, province, p.piece, p.icons) for p in pledges if p.piece is not None]
    return together(*(way.cost for way in found if way is not None))


def way_for(table: Table, seat: str, province: str, piece: str, icons: Mapping[str, int]) -> Way | None:
    """The cheapest way in which a card stands for just these icons."""
    upgrade = next_upgrade(table, seat, province)
    for way in ways_of(table, seat, piece, upgrade.capstone_type if upgrade else None):
        if way.covers(icons):
            return way
    return None


def units_for_icons(table: Table, seat: str, in_action_phase: bool) -> Ability | None:
    """The ability that lets a player discard Units for icons of this Upgrade, if it can be used now (Reiner)."""
    for ability in table.abilities(seat, "action"):
        windows = ("province-upgrade", *(["province-upgrade-in-action-phase"] if in_action_phase else []))
        gives = ability.window in windows and any(isinstance(op, Icons) for op in ability.effect)
        if gives and table.uses_left(seat, ability) and not table.missing(seat, ability.cost):
            return ability
    return None


def icons_of(ability: Ability) -> dict[str, int]:
    """The icons that an ability gives."""
    return together(*({icon: 1} for op in ability.effect if isinstance(op, Icons) for icon in op.icons))


def is_payable(table: Table, seat: str, province: str, in_action_phase: bool) -> bool:
    """Whether a player has what the next level asks for, with all that may be added to the Territory."""
    upgrade = next_upgrade(table, seat, province)
    if upgrade is None:
        return False
    pieces = sorted(table.player(seat).territory.items())
    ways = [(ways_of(table, seat, piece, upgrade.capstone_type), number) for piece, number in pieces]
    copies = [way for way, number in ways for _ in range(min(number, 6)) if way]
    need = dict(upgrade.discard)
    if _can_cover(table, seat, need, copies, {}):
        return True
    ability = units_for_icons(table, seat, in_action_phase)
    return ability is not None and _can_cover(table, seat, without(need, icons_of(ability)), copies, {})


def _can_cover(
    table: Table, seat: str, need: dict[str, int], copies: list[tuple[Way, ...]], cost: dict[str, int]
) -> bool:
    if not need:
        return True
    if not copies:
        return False
    for way in copies[0]:
        spent = together(cost, way.cost)
        if way.cost and table.missing(seat, spent):
            continue
        for used in way.uses(need):
            if _can_cover(table, seat, without(need, used), copies[1:], spent):
                return True
    return _can_cover(table, seat, need, copies[1:], cost)

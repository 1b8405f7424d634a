"""Province Upgrades: discarding Endeavours from the Territory for the icons that the next level asks for.

An Upgrade is begun, then paid card by card; nothing leaves the Territory before all icons are there, and until then it
can be given up. ``UpgradeWith`` says the whole payment at once.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from service.engine.action import Action, Bundle, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Path, Shape, counts
from service.engine.violation import Violation
from service.games.gilded_realms.effects_due import effects_of
from service.games.gilded_realms.events import LABELS, CoreAdvisorRaised, ProvinceUpgraded, in_words
from service.games.gilded_realms.ids import Icon, Piece, Province
from service.games.gilded_realms.moments import Moment, stay
from service.games.gilded_realms.pack_cards import Upgrade
from service.games.gilded_realms.payment_icons import Way, ways_of
from service.games.gilded_realms.supply import discard_from
from service.games.gilded_realms.table import Table, together, without
from service.games.gilded_realms.treasury import pay

IconCounts = Annotated[dict[Icon, Annotated[int, Meta(ge=0, le=9)]], counts(12)]


class Pledge(Shape, kw_only=True):
    """A card that will be discarded for an Upgrade, and the icons that it stands for."""

    piece: Piece
    icons: IconCounts


def next_upgrade(table: Table, seat: str, province: str) -> Upgrade | None:
    """What the next level of a Province asks for, if there is one."""
    return table.province(seat, province).upgrade


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
                "{name} asks for {wanted} Knowledges of its type, and {seat} has {has}",
                at="province",
                name=name,
                wanted=wanted,
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


def needed(table: Table, seat: str, province: str, pledges: Iterable[Pledge]) -> dict[str, int]:
    """The icons that are still missing for an Upgrade."""
    upgrade = next_upgrade(table, seat, province)
    return without(upgrade.discard, together(*(pledge.icons for pledge in pledges))) if upgrade else {}


def free_pieces(table: Table, seat: str, pledges: Iterable[Pledge]) -> dict[str, int]:
    """What lies in the Territory and is not pledged."""
    return without(table.player(seat).territory, together(*({pledge.piece: 1} for pledge in pledges)))


def pledged_cost(table: Table, seat: str, province: str, pledges: Iterable[Pledge]) -> dict[str, int]:
    """What the pledged cards cost beside being discarded."""
    found = [way_for(table, seat, province, pledge.piece, pledge.icons) for pledge in pledges]
    return together(*(way.cost for way in found if way is not None))


def way_for(table: Table, seat: str, province: str, piece: str, icons: Mapping[str, int]) -> Way | None:
    """The cheapest way in which a card stands for just these icons."""
    upgrade = next_upgrade(table, seat, province)
    for way in ways_of(table, seat, piece, upgrade.capstone_type if upgrade else None):
        if way.covers(icons):
            return way
    return None


def is_payable(table: Table, seat: str, province: str) -> bool:
    """Whether the Territory has what the next level asks for, with all that may be added to it."""
    upgrade = next_upgrade(table, seat, province)
    if upgrade is None:
        return False
    pieces = sorted(table.player(seat).territory.items())
    ways = [(ways_of(table, seat, piece, upgrade.capstone_type), number) for piece, number in pieces]
    copies = [way for way, number in ways for _ in range(min(number, 6)) if way]
    return _can_cover(table, seat, dict(upgrade.discard), copies, {})


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


class StartUpgrade(Action, tag="upgrade", frozen=True):
    """Begin the Upgrade of a Province to its next level."""

    province: Province

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["StartUpgrade"]:
        return [cls(actor=actor, province=province) for province in table.pack.provinces]  # type: ignore[arg-type]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        yield from level_violations(table, actor, self.province)
        if next_upgrade(table, actor, self.province) and not is_payable(table, actor, self.province):
            yield Violation(
                "upgrade.discard-requirements",
                "the Territory of {seat} does not have what {name} asks for",
                at="province",
                seat=actor,
                name=self.province.title(),
            )

    def apply(self, table: Table, step: object, actor: str) -> None:
        stay(table, step)  # type: ignore[arg-type]
        table.push(PayUpgrade(seat=actor, province=self.province))


class PayIcon(Action, tag="pay-icon", frozen=True):
    """Discard this card of the Territory for these icons."""

    piece: Piece
    icons: IconCounts

    @classmethod
    def candidates(cls, table: Table, step: "PayUpgrade", actor: str, where: Where) -> Iterable["PayIcon"]:
        need = needed(table, actor, step.province, step.pledges)
        upgrade = next_upgrade(table, actor, step.province)
        for piece in sorted(free_pieces(table, actor, step.pledges)):
            uses: list[dict[str, int]] = []
            for way in ways_of(table, actor, piece, upgrade.capstone_type if upgrade else None):
                uses += [used for used in way.uses(need) if used not in uses]
            for used in uses:
                yield cls(actor=actor, piece=piece, icons=used)

    def violations(self, table: Table, step: "PayUpgrade", actor: str) -> Iterator[Violation]:
        name = table.pack.title(self.piece)
        if not free_pieces(table, actor, step.pledges).get(self.piece):
            yield Violation(
                "upgrade.from-territory-only",
                "{seat} has no {name} left in the Territory",
                at="piece",
                seat=actor,
                name=name,
            )
        need = needed(table, actor, step.province, step.pledges)
        spare = without(self.icons, need)
        if spare or not self.icons:
            yield Violation(
                "upgrade.overpay",
                "{province} still asks for {need}, not for {icons}",
                at="icons",
                province=step.province.title(),
                need=in_icons(need),
                icons=in_icons(spare),
            )
        way = way_for(table, actor, step.province, self.piece, self.icons)
        if way is None:
            yield Violation(
                "requirements.basic-icons",
                "{name} does not give {icons}",
                at="icons",
                name=name,
                icons=in_icons(self.icons),
            )
            return
        cost = together(way.cost, pledged_cost(table, actor, step.province, step.pledges))
        missing = table.missing(actor, cost) if way.cost else {}
        if missing:
            yield Violation(
                "requirements.extra-icons",
                "{seat} lacks {lacks} for {name}",
                at="icons",
                seat=actor,
                lacks=in_words(missing),
                name=name,
            )

    def apply(self, table: Table, step: "PayUpgrade", actor: str) -> None:
        step.pledges = [*step.pledges, Pledge(piece=self.piece, icons=self.icons)]
        if not needed(table, actor, step.province, step.pledges):
            table.leave(step)
            carry_out(table, actor, step.province, step.pledges)


def in_icons(icons: Mapping[str, int]) -> str:
    """Icons as a sentence says them."""
    return ", ".join(f"{n} {icon.replace('-', ' ').title()}" for icon, n in icons.items()) or "nothing"


def carry_out(table: Table, seat: str, province: str, pledges: list[Pledge]) -> None:
    """Discard what was pledged, pay what it costs, and raise the Province."""
    cost = pledged_cost(table, seat, province, pledges)
    pay(table, seat, cost, "requirements.extra-icons")
    discard_from(table, seat, "territory", together(*({p.piece: 1} for p in pledges)), "upgrade.discard-requirements")
    raise_level(table, seat, province, "upgrade.one-level-at-a-time")


def raise_level(table: Table, seat: str, province: str, rule: str) -> None:
    """Raise a Province by one level; Influence brings the next Core Advisor with it."""
    player, core = table.player(seat), table.core_level(seat)
    level = table.level(seat, province) + 1
    player.provinces[province] = level  # type: ignore[index]
    label = LABELS[level]
    table.log(ProvinceUpgraded(rule=rule, seat=seat, province=province.title(), level=level, label=label))
    if table.core_level(seat) != core and player.faction is not None:
        advisor = table.core_advisor(seat)
        name = table.pack.title(advisor)
        table.log(CoreAdvisorRaised(rule="core-advisor.level-follows-influence", seat=seat, advisor=advisor, name=name))
        due = effects_of(table, seat, advisor, "on-gain")
        if due:
            table.push(*due)


class GiveUpUpgrade(Action, tag="give-up-upgrade", frozen=True):
    """Do not Upgrade after all; nothing was discarded yet."""

    def apply(self, table: Table, step: "PayUpgrade", actor: str) -> None:
        table.leave(step)


class PayUpgrade(Moment, tag="pay-upgrade"):
    """A player pays for an Upgrade, one card after the other."""

    rule: ClassVar[str] = "upgrade.discard-requirements"
    prompt: ClassVar[str] = "Discard Endeavours from your Territory for the next level of {province}."
    actions: ClassVar[tuple[type[Action], ...]] = (PayIcon, GiveUpUpgrade)
    windows: ClassVar[tuple[str, ...]] = ()

    province: Province
    pledges: Annotated[list[Pledge], Meta(max_length=20)] = []

    def consistency(self, table: Table) -> Iterator[Defect]:
        if next_upgrade(table, self.seat, self.province) is None:
            yield error(self.rule, "/province", "highest", f"{self.province} of {self.seat} is at its highest level")
            return
        territory = table.player(self.seat).territory
        pledged = together(*({pledge.piece: 1} for pledge in self.pledges))
        if without(pledged, territory):
            yield error("upgrade.from-territory-only", "/pledges", "pledged", f"{self.seat} has not all of these cards")
        if any(way_for(table, self.seat, self.province, p.piece, p.icons) is None for p in self.pledges):
            yield error("requirements.basic-icons", "/pledges", "icons", "a card does not give the icons it stands for")
        elif not needed(table, self.seat, self.province, self.pledges):
            yield error(self.rule, "/pledges", "paid", "the Upgrade is paid already")


class Payment(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of a payment, with the icons that it stands for."""

    piece: Piece
    icons: IconCounts


class UpgradeWith(Bundle, tag="upgrade-with", frozen=True):
    """Upgrade a Province and say all the cards that are discarded for it."""

    province: Province
    cards: Annotated[list[Payment], Meta(min_length=1, max_length=12)]

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        yield StartUpgrade(actor=actor, province=self.province)
        for card in self.cards:
            yield PayIcon(actor=actor, piece=card.piece, icons=card.icons)

    def written(self, number: int, part: Action) -> Path:
        return ("cards", number - 1) if number else ("province",)

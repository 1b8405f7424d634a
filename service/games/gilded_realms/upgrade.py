"""Province Upgrades: discarding Endeavours from the Territory for the icons that the next level asks for.

An Upgrade is begun, then paid card by card; nothing leaves the Territory before all icons are there, and until then it
can be given up. ``UpgradeWith`` says the whole payment at once.
"""

import itertools
from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from service.engine.action import Action, Bundle, Where
from service.engine.counts import together, without
from service.engine.defect import Defect, error
from service.engine.shapes import Path
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.effects_due import count_use, effects_of
from service.games.gilded_realms.events import LABELS, CoreAdvisorRaised, ProvinceUpgraded, in_words
from service.games.gilded_realms.ids import ARTISAN, Piece, Pieces, Province
from service.games.gilded_realms.moments import Moment, stay, windows_of
from service.games.gilded_realms.payment import (
    IconCounts,
    Pledge,
    free_pieces,
    icons_of,
    is_payable,
    needed,
    next_upgrade,
    pledged_cost,
    pledged_pieces,
    pledged_units,
    pledged_ways,
    units_for_icons,
    way_for,
)
from service.games.gilded_realms.payment_icons import ways_of
from service.games.gilded_realms.supply import discard_from
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import pay
from service.games.gilded_realms.upgrade_reasons import (
    ICON_PRICE,
    in_icons,
    is_project,
    level_violations,
    project_violations,
    too_early,
    units_too_early,
    unpaid_violations,
)


class StartUpgrade(Action, tag="upgrade", frozen=True):
    """Begin the Upgrade of a Province to its next level."""

    province: Province

    @classmethod
    def candidates(cls, table: Table, step: Step, actor: str, where: Where) -> Iterable["StartUpgrade"]:
        return [cls(actor=actor, province=province) for province in table.pack.provinces]  # type: ignore[arg-type]

    def violations(self, table: Table, step: Step, actor: str) -> Iterator[Violation]:
        yield from level_violations(table, actor, self.province)
        in_action_phase = "action-phase" in windows_of(table, step)
        if next_upgrade(table, actor, self.province) and not is_payable(table, actor, self.province, in_action_phase):
            yield from unpaid_violations(table, actor, self.province, in_action_phase)

    def apply(self, table: Table, step: Step, actor: str) -> None:
        stay(table, step)
        in_action_phase = "action-phase" in windows_of(table, step)
        table.push(PayUpgrade(seat=actor, province=self.province, in_action_phase=in_action_phase))


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
                icons=in_icons(self.icons),
            )
        way = way_for(table, actor, step.province, self.piece, self.icons)
        if way is None and other_capstone(table, self.piece, step.province):
            yield Violation(
                "requirements.capstone-for-level-four",
                "{province} asks for a Capstone of its own type, and {name} is none",
                at="piece",
                province=step.province.title(),
                name=name,
            )
            return
        if way is None and is_project(table, self.piece):
            reasons = list(project_violations(table, self.piece, self.icons))
            if reasons:
                yield from reasons
                return
        if way is None and self.piece == ARTISAN and sum(self.icons.values()) > 1:
            yield Violation(
                "k-agriculture.peasantry-not-artisan", "{name} stands for one icon alone", at="icons", name=name
            )
            return
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
        missing = table.missing(actor, cost)
        if missing:
            yield Violation(way.rule, ICON_PRICE, at="icons", seat=actor, lacks=in_words(missing), name=name)

    def apply(self, table: Table, step: "PayUpgrade", actor: str) -> None:
        add_pledge(table, step, Pledge(piece=self.piece, icons=self.icons))


class PayUnits(Action, tag="pay-units", frozen=True):
    """Discard these Units of the Standing Army for icons (Reiner)."""

    units: Pieces

    @classmethod
    def candidates(cls, table: Table, step: "PayUpgrade", actor: str, where: Where) -> Iterable["PayUnits"]:
        if units_for_icons(table, actor, step.in_action_phase) is not None:
            army = sorted(table.discardable_units(actor).items())
            copies = [unit for unit, number in army for _ in range(min(2, number))]
            pairs = sorted(set(itertools.combinations(copies, 2)))
            yield from (cls(actor=actor, units=together(*({unit: 1} for unit in pair))) for pair in pairs)

    def violations(self, table: Table, step: "PayUpgrade", actor: str) -> Iterator[Violation]:
        ability = units_for_icons(table, actor, step.in_action_phase)
        if ability is None and not pledged_units(step.pledges) and too_early(table, actor, step.in_action_phase):
            yield from units_too_early(table, actor)
            return
        if ability is None or pledged_units(step.pledges):
            yield Violation("apex-pyre.reiner", "{seat} cannot discard Units for this Upgrade", seat=actor)
            return
        if sum(self.units.values()) != ability.cost["discard_units_from_standing_army"]:
            yield Violation(
                "apex-pyre.reiner:number", "2 Units are discarded, not {named}", at="units", named=self.units
            )
        commanders = [unit for unit in self.units if table.piece(unit).face.commander]
        if commanders:
            names = table.names(commanders)
            yield Violation("core-advisor.not-discardable", "{names} is a Commander", at="units", names=names)
        absent = without(self.units, table.player(actor).army)
        if absent:
            names = table.names(absent)
            yield Violation("apex-pyre.reiner:army", "{names} is not in the Standing Army", at="units", names=names)
        if not _useful(table, actor, step, ability):
            yield Violation("upgrade.overpay:units", "{seat} needs no icon that Units give", seat=actor)

    def apply(self, table: Table, step: "PayUpgrade", actor: str) -> None:
        ability = units_for_icons(table, actor, step.in_action_phase)
        assert ability is not None
        add_pledge(table, step, Pledge(units=self.units, icons=_useful(table, actor, step, ability)))


def _useful(table: Table, seat: str, step: "PayUpgrade", ability: Ability) -> dict[str, int]:
    """The icons of an ability that the Upgrade still asks for; the others are lost."""
    need = needed(table, seat, step.province, step.pledges)
    return {icon: min(n, need[icon]) for icon, n in icons_of(ability).items() if need.get(icon)}


def add_pledge(table: Table, step: "PayUpgrade", pledge: Pledge) -> None:
    """Add to what is pledged; with the last icon the Upgrade is carried out."""
    step.pledges = [*step.pledges, pledge]
    if not needed(table, step.seat, step.province, step.pledges):
        table.leave(step)
        carry_out(table, step)


def other_capstone(table: Table, piece: str, province: str) -> bool:
    """Whether a card is a Capstone of another Province than this one."""
    return table.piece(piece).face.capstone_type not in (None, province)


def carry_out(table: Table, step: "PayUpgrade") -> None:
    """Discard what was pledged, pay what it costs, and raise the Province."""
    seat, pledges = step.seat, step.pledges
    for way in pledged_ways(table, seat, step.province, pledges):
        pay(table, seat, way.cost, way.rule)
    units = pledged_units(pledges)
    if units:
        ability = units_for_icons(table, seat, step.in_action_phase)
        assert ability is not None
        count_use(table, seat, ability)
        discard_from(table, seat, "army", units, ability.rule)
    discard_from(table, seat, "territory", pledged_pieces(pledges), "upgrade.discard-requirements")
    raise_level(table, seat, step.province, "upgrade.one-level-at-a-time")


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
    actions: ClassVar[tuple[type[Action], ...]] = (PayIcon, PayUnits, GiveUpUpgrade)
    windows: ClassVar[tuple[str, ...]] = ()

    province: Province
    in_action_phase: bool = False
    pledges: Annotated[list[Pledge], Meta(max_length=20)] = []

    def consistency(self, table: Table) -> Iterator[Defect]:
        if next_upgrade(table, self.seat, self.province) is None:
            yield error(
                self.rule, "/province", "highest", f"{self.province.title()} of {self.seat} is at its highest level"
            )
            return
        player, units = table.player(self.seat), pledged_units(self.pledges)
        if without(pledged_pieces(self.pledges), player.territory) or without(units, player.army):
            yield error("upgrade.from-territory-only", "/pledges", "pledged", f"{self.seat} has not all of these cards")
        if units and units_for_icons(table, self.seat, self.in_action_phase) is None:
            yield error("apex-pyre.reiner", "/pledges", "units", f"{self.seat} cannot discard Units for an Upgrade")
        cards = [(p.piece, p.icons) for p in self.pledges if p.piece is not None]
        if any(way_for(table, self.seat, self.province, piece, icons) is None for piece, icons in cards):
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

    def violations(self, table: Table, step: Step, actor: str) -> Iterator[Violation]:
        upgrade = next_upgrade(table, actor, self.province)
        need = dict(upgrade.discard) if upgrade is not None else {}
        for number, card in enumerate(self.cards if need else ()):
            if not need:
                yield Violation(
                    "upgrade.overpay:needless",
                    "{province} asks for nothing more, and {name} is not needed for it",
                    at=f"cards/{number}",
                    province=self.province.title(),
                    name=table.pack.title(card.piece),
                )
                yield from StartUpgrade(actor=actor, province=self.province).violations(table, step, actor)
                return
            need = without(need, card.icons)

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        yield StartUpgrade(actor=actor, province=self.province)
        for card in self.cards:
            yield PayIcon(actor=actor, piece=card.piece, icons=card.icons)

    def written(self, number: int, part: Action) -> Path:
        return ("cards", number - 1) if number else ("province",)

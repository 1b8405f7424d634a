"""Entering adventure sites, altars, burning monasteries and challenging rampaging enemies: the actions that fight."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Seat, a_set
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.mage_knight.at_once import at_once_violations, pending, uses_it
from service.games.mage_knight.combat import start_combat
from service.games.mage_knight.events_combat import SiteConquered
from service.games.mage_knight.events_sites import AltarPaid, Challenged, MonasteryAttacked, SiteEntered
from service.games.mage_knight.gains import change_reputation, gain_fame
from service.games.mage_knight.ids import Back, Mana, Space
from service.games.mage_knight.interacting import begin_deed
from service.games.mage_knight.mana import Purse, pay, price_violations
from service.games.mage_knight.movement_rules import deed_violations
from service.games.mage_knight.revealing import RevealEnemy, RevealRuins, on_space, turn_up
from service.games.mage_knight.table import Table

RULES = {
    "dungeon": "site.dungeon",
    "tomb": "site.tomb",
    "monster-den": "site.monster-den",
    "spawning-grounds": "site.spawning-grounds",
}
AGAIN = ("dungeon", "tomb")
TRIBUTE = 3


def is_adventure_site(table: Table, space: str) -> bool:
    """Whether a space has a site that is entered as an action."""
    site = table.site(space)
    return site is not None and table.pack.sites[site].group == "adventure"


class EnterSite(Action, tag="enter-site", frozen=True):
    """Enter the adventure site on the space."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        yield from deed_violations(table, actor)
        at = table.player(actor).at
        if at is None or not is_adventure_site(table, at):
            yield Violation("combat.enter-adventure-site", "no adventure site is there", at="type")
        elif table.on(at).shields and table.site(at) not in AGAIN:
            yield Violation("site.conquered-adventure", "{space} has been conquered", at="type", space=at)
        if pending(table, actor) is not None and not _tribute_spends(table, actor):
            yield from at_once_violations(table, actor, ())

    def apply(self, table: Table, step: Any, actor: str) -> None:
        at = table.player(actor).at
        assert at is not None
        site = str(table.site(at))
        table.turn.deed = "enter-site"
        table.turn.begun = table.turn.movement_over = True
        table.log(SiteEntered(rule="combat.enter-adventure-site", seat=actor, space=at))
        if site == "ancient-ruins":
            hidden = table.on(at).ruins_hidden
            reveal = [RevealRuins(space=at, revealed_by="reveal.ruins-later")] if hidden else []
            table.push(*reveal, InRuins(seat=actor))
        else:
            fight_inhabitants(table, actor, at, table.pack.sites[site].data["enemy"], RULES[site])


def fight_inhabitants(table: Table, seat: str, space: str, wanted: Any, rule: str) -> None:
    """The enemies of an adventure site are turned up or drawn, as many as live there, and fought."""
    there, data = table.on(space), table.pack.sites[str(table.site(space))].data
    first = not there.enemies and not there.hidden
    drawn = [back for back in wanted for _ in range(wanted[back])] if first else []
    night, units = data.get("night_rules", False), data.get("units_allowed", True)
    start_combat(table, seat, "enter", site=space, night_rules=night, units_allowed=units)
    steps = [*turn_up(table, space, rule), *(draw_token(space, back, rule) for back in drawn)]
    table.push(*steps) if steps else None


def draw_token(space: str, back: Back, rule: str) -> Step:
    """The step that draws an enemy token from its pile onto a space."""
    return RevealEnemy(space=space, back=back, from_pile=True, revealed_by=rule)


# --- ruins ------------------------------------------------------------------------------------------------------------


class InRuins(Step, tag="in-ruins"):
    """The token of the ruins lies open: its enemies are fought, or its altar asks for a tribute."""

    rule: ClassVar[str] = "site.ruins-enemies"

    seat: Seat

    def run(self, table: Table) -> None:
        at = table.player(self.seat).at
        token = table.on(at).ruins if at is not None else None
        if at is None or token is None:
            return
        ruins = table.pack.ruins[token]
        if ruins.type == "altar":
            begin_deed(table, "enter-site")
            table.push(AtAltar(seat=self.seat))
        else:
            fight_inhabitants(table, self.seat, at, ruins.enemies, self.rule)

    def consistency(self, table: Table) -> Iterator[Defect]:
        if table.state.combat is not None:
            yield error("combat.one-per-turn", "", "combat", "a combat is being fought already")
        at = table.player(self.seat).at if self.seat in table.state.players else None
        if at is None or table.site(at) != "ancient-ruins":
            yield error(self.rule, "/seat", "no-ruins", f"{self.seat} stands in no ruins")


def altar_color(table: Table, seat: str) -> str | None:
    """The colour that the altar on the space of a player asks for."""
    at = table.player(seat).at
    token = table.on(at).ruins if at is not None else None
    return next(iter(table.pack.ruins[token].tribute), None) if token is not None else None


def can_pay(purse: Purse, color: str, number: int) -> bool:
    """Whether so many mana of a colour can be paid, with any of the ways to pay each."""
    if not number:
        return True
    for mana in purse.payments([color], "effect"):
        rest = purse.copy()
        rest.spend(mana, "effect")
        if can_pay(rest, color, number - 1):
            return True
    return False


def _tribute_spends(table: Table, seat: str) -> bool:
    """Whether the tribute of the altar on the space can be paid with the mana that has to be used at once."""
    color = altar_color(table, seat)
    for mana in Purse(table, seat).payments([color], "effect") if color is not None else ():
        if uses_it(table, mana):
            left = Purse(table, seat)
            left.spend(mana, "effect")
            return can_pay(left, str(color), TRIBUTE - 1)
    return False


class PayTribute(Action, tag="pay-tribute", frozen=True):
    """Pay one of the three mana that the altar asks for."""

    mana: Mana

    @classmethod
    def candidates(cls, table: Table, step: "AtAltar", actor: str, where: Where) -> Iterable["PayTribute"]:
        color = altar_color(table, actor)
        payments = Purse(table, actor).payments([color], "effect") if color is not None else ()
        return [cls(actor=actor, mana=mana) for mana in payments]

    def violations(self, table: Table, step: "AtAltar", actor: str) -> Iterator[Violation]:
        color, purse = str(altar_color(table, actor)), Purse(table, actor)
        wrong = list(price_violations(purse, [color], [self.mana], ["effect"], "site.ruins-altar"))
        yield from wrong
        if not wrong:
            purse.spend(self.mana, "effect")
            if not can_pay(purse, color, step.left - 1):
                yield Violation(
                    "site.ruins-altar:three",
                    "{seat} could not pay the other {color} mana",
                    at="mana",
                    seat=actor,
                    color=color,
                )
        yield from at_once_violations(table, actor, [self.mana])

    def apply(self, table: Table, step: "AtAltar", actor: str) -> None:
        pay(table, actor, [self.mana], ["effect"])
        if step.left > 1:
            table.push(AtAltar(seat=actor, left=step.left - 1))
        else:
            tribute_paid(table, actor)


def tribute_paid(table: Table, seat: str) -> None:
    """The altar is marked and gives its Fame; its token has done its work."""
    at, ruins = table.player(seat).at, table.state.world.ruins
    assert at is not None
    there = on_space(table, at)
    assert there.ruins is not None
    reward = table.pack.ruins[there.ruins].reward
    ruins.discarded = sorted([*ruins.discarded, there.ruins])
    there.ruins, there.shields = None, [seat]
    table.log(AltarPaid(rule="site.ruins-altar", seat=seat, space=at))
    table.log(SiteConquered(rule="site.ruins-altar", seat=seat, space=at))
    gain_fame(table, seat, sum(int(one["amount"]) for one in reward), "site.ruins-altar")


class LeaveAltar(Action, tag="leave-altar", frozen=True):
    """Pay nothing."""

    def violations(self, table: Table, step: "AtAltar", actor: str) -> Iterator[Violation]:
        color = altar_color(table, actor)
        if step.left < TRIBUTE and color is not None and can_pay(Purse(table, actor), color, step.left):
            yield Violation("site.ruins-altar:begun", "the tribute has been begun", at="type")
        yield from at_once_violations(table, actor, ())

    def apply(self, table: Table, step: "AtAltar", actor: str) -> None:
        pass


class AtAltar(Choice, tag="at-altar"):
    """Three mana of the colour of the altar may be paid."""

    rule: ClassVar[str] = "site.ruins-altar"
    prompt: ClassVar[str] = "Pay the tribute of the altar, or leave."
    actions: ClassVar[tuple[type[Action], ...]] = (PayTribute, LeaveAltar)

    left: Annotated[int, Meta(ge=1, le=TRIBUTE)] = TRIBUTE

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,)

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.seat in table.state.players and altar_color(table, self.seat) is None:
            yield error(self.rule, "/seat", "no-altar", f"{self.seat} stands at no altar")


# --- monasteries and rampaging enemies --------------------------------------------------------------------------------


class BurnMonastery(Action, tag="burn-monastery", frozen=True):
    """Burn the monastery: its defender is drawn and fought without Units."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        yield from deed_violations(table, actor)
        at = table.player(actor).at
        if at is None or table.site(at) != "monastery":
            yield Violation("site.monastery-burn", "{seat} stands at no monastery", at="type", seat=actor)
        elif table.on(at).burned:
            yield Violation("site.monastery-burned", "the monastery has been burned", at="type")

    def apply(self, table: Table, step: Any, actor: str) -> None:
        at, rule = table.player(actor).at, "site.monastery-burn"
        assert at is not None
        table.turn.movement_over = True
        table.log(MonasteryAttacked(rule=rule, seat=actor, space=at))
        burn = table.pack.sites["monastery"].data["burn"]
        change_reputation(table, actor, burn["reputation"], rule)
        start_combat(table, actor, "burn", site=at, units_allowed=burn["units_allowed"])
        table.push(*(draw_token(at, burn["enemy"], rule) for _ in range(burn["count"])))


def rampaging_near(table: Table, seat: str) -> list[str]:
    """The spaces next to a player on which rampaging enemies stand."""
    at = table.player(seat).at
    return sorted(space for space in table.around(at) if table.has_rampaging(space)) if at is not None else []


class Challenge(Action, tag="challenge", frozen=True):
    """Challenge the rampaging enemies of adjacent spaces."""

    spaces: Annotated[list[Space], a_set(6, 1)]

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["Challenge"]:
        near = rampaging_near(table, actor)
        for number in range(1, len(near) + 1):
            for spaces in combinations(near, number):
                yield cls(actor=actor, spaces=list(spaces))

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        yield from deed_violations(table, actor)
        near = rampaging_near(table, actor)
        wrong = [space for space in self.spaces if space not in near]
        if wrong:
            yield Violation(
                "combat.challenge",
                "no rampaging enemy stands on {spaces}, next to {seat}",
                at="spaces",
                spaces=list(wrong),
                seat=actor,
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        table.turn.movement_over = True
        table.log(Challenged(rule="combat.challenge", seat=actor, spaces=self.spaces))
        start_combat(table, actor, "challenge", others=self.spaces)


ADVENTURE_ACTIONS: tuple[type[Action], ...] = (EnterSite, Challenge, BurnMonastery)
ADVENTURE_STEPS: tuple[type[Step], ...] = (InRuins, AtAltar)

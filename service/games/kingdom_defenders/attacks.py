"""Attack actions: P10 Assassin, P11 Thief and E16 Thieves Guild. E17 stands with the Adventures, P12 alone."""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.shapes import Seat, a_set, counts
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.kingdom_defenders.effects import Use, in_the_way, obstacle, operation
from service.games.kingdom_defenders.horde_events import GoodsStolen, StockProved, TakenFromCamps
from service.games.kingdom_defenders.pack import Effect
from service.games.kingdom_defenders.state import CampResource, Resource
from service.games.kingdom_defenders.table import Table
from service.games.kingdom_defenders.wounds import WOUND_LIMIT, lacks_wound_disc, suffer


def protected_violation(rival: str, at: str) -> Violation:
    """The Wizard's protection."""
    return Violation("character-effects.p1-no-attack-target", "{rival} is on the Wizard", at=at, rival=rival)


def protection_violations(table: Table, seat: str) -> Iterator[Violation]:
    """The rivals whom the Wizard keeps from being the target of an action that finds no other."""
    for rival in table.rivals(seat):
        if table.is_protected(rival):
            yield protected_violation(rival, "action")


def targets(table: Table, seat: str) -> list[str]:
    """The rivals that attacks may be aimed at."""
    return [rival for rival in table.rivals(seat) if not table.is_protected(rival)]


# --- P10 Assassin -----------------------------------------------------------------------------------------------------


class WoundRival(Action, tag="wound-rival", frozen=True):
    """Let a rival suffer Wounds."""

    rival: Seat
    wounds: Annotated[int, Meta(ge=1, le=2)]

    @classmethod
    def candidates(cls, table: Table, step: "ChooseVictim", actor: str, where: Where) -> Iterable["WoundRival"]:
        return [cls(actor=actor, rival=r, wounds=n) for r in table.rivals(actor) for n in range(1, step.most + 1)]

    def violations(self, table: Table, step: "ChooseVictim", actor: str) -> Iterator[Violation]:
        if self.rival == actor:
            yield Violation("character-effects.p10-one-wound:self", "{rival} is no rival", rival=self.rival)
        yield from victim_violations(table, self.rival)
        if self.wounds > step.most:
            yield Violation(
                "character-effects.p10-one-wound:too-many",
                "only {most} Wound can be inflicted",
                most=step.most,
                at="wounds",
            )

    def apply(self, table: Table, step: "ChooseVictim", actor: str) -> None:
        suffer(table, self.rival, self.wounds, "character-effects.p10-wound-rules", assassin=True)


def victim_violations(table: Table, rival: str) -> Iterator[Violation]:
    """Why the Assassin cannot wound this player."""
    if table.is_protected(rival):
        yield protected_violation(rival, "rival")
    if lacks_wound_disc(table, rival):
        yield Violation(
            "adventures.wound-disc-from-board:none", "{seat} has no disc that could count Wounds", seat=rival
        )
    if table.player(rival).wounds >= WOUND_LIMIT:
        yield Violation("character-effects.p10-wound-rules", "{rival} already has 4 Wounds", rival=rival)


class ChooseVictim(Choice, tag="choose-victim"):
    """The Assassin is in action: the player names a rival and how many Wounds."""

    rule: ClassVar[str] = "character-effects.p10-wound-rules"
    prompt: ClassVar[str] = "Choose the rival who suffers, and how many Wounds."
    actions: ClassVar[tuple[type[Action], ...]] = (WoundRival,)

    most: Annotated[int, Meta(ge=1, le=2)]


@operation("wound-rival")
def _wound_rival(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    table.push(ChooseVictim(seat=seat, most=effect["max"]))


@obstacle("wound-rival")
def _no_victim(table: Table, use: Use, effect: Effect) -> Iterator[Violation]:
    refused = in_the_way(victim_violations(table, rival) for rival in table.rivals(use.seat))
    if refused:
        yield Violation("character-effects.p10-wound-rules:nobody", "no rival can be wounded", at="action")
        yield from refused


# --- P11 Thief --------------------------------------------------------------------------------------------------------


class Steal(Action, tag="steal", frozen=True):
    """Name rivals and the different kinds of goods that each of them hands over."""

    goods: Annotated[dict[Seat, Annotated[list[Resource], a_set(4, 1)]], Meta(min_length=1, max_length=3)]

    @classmethod
    def candidates(cls, table: Table, step: "ChooseTheft", actor: str, where: Where) -> Iterable["Steal"]:
        kinds: list[Resource] = ["coin", "loot", "spell", "weapon"]
        if step.rivals == 1:
            for rival in table.rivals(actor):
                for pair in combinations(kinds, 2):
                    yield cls(actor=actor, goods={rival: list(pair)})
            return
        for one, other in combinations(table.rivals(actor), 2):
            for kind, another in permutations(kinds, 2):
                yield cls(actor=actor, goods={one: [kind], other: [another]})

    def violations(self, table: Table, step: "ChooseTheft", actor: str) -> Iterator[Violation]:
        named = [kind for kinds in self.goods.values() for kind in kinds]
        for rival in self.goods:
            if rival == actor:
                yield from _own_goods(step.rivals, rival)
            if table.is_protected(rival):
                yield protected_violation(rival, f"goods/{rival}")
        per_rival = 2 if step.rivals == 1 else 1
        if len(self.goods) != step.rivals or any(len(kinds) != per_rival for kinds in self.goods.values()):
            if step.rivals == 1:
                yield Violation(
                    "character-effects.p11-two-from-one:number", "one rival and two kinds are named", at="goods"
                )
            else:
                yield Violation(
                    "character-effects.p11-one-from-two:number", "two rivals and a kind each are named", at="goods"
                )
        if len(set(named)) != len(named):
            yield Violation("character-effects.p11-one-from-two:same-kind", "the kinds named must differ", at="goods")

    def apply(self, table: Table, step: "ChooseTheft", actor: str) -> None:
        rule = "character-effects.p11-two-from-one" if step.rivals == 1 else "character-effects.p11-one-from-two"
        for rival in table.rivals(actor):
            for kind in self.goods.get(rival, ()):
                self._hand_over(table, rival, kind, rule)

    def _hand_over(self, table: Table, rival: str, kind: Resource, rule: str) -> None:
        loser, thief = table.player(rival), table.player(self.actor)
        if not getattr(loser, kind):
            table.log(StockProved(rule="character-effects.p11-missing-resource", rival=rival, kind=kind))
            return
        setattr(loser, kind, getattr(loser, kind) - 1)
        setattr(thief, kind, getattr(thief, kind) + 1)
        table.log(GoodsStolen(rule=rule, seat=self.actor, rival=rival, goods={kind: 1}))


def _own_goods(rivals: int, seat: str) -> Iterator[Violation]:
    if rivals == 1:
        yield Violation("character-effects.p11-two-from-one:self", "{seat} is no rival", at="goods", seat=seat)
    else:
        yield Violation("character-effects.p11-one-from-two:self", "{seat} is no rival", at="goods", seat=seat)


class ChooseTheft(Choice, tag="choose-theft"):
    """The Thief is in action: the player names one rival and two kinds, or two rivals and a kind each."""

    rule: ClassVar[str] = "character-effects.p11-missing-resource"
    prompt: ClassVar[str] = "Name the rivals, and the goods that they hand over."
    actions: ClassVar[tuple[type[Action], ...]] = (Steal,)

    rivals: Literal[1, 2]


@operation("steal")
def _steal(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    table.push(ChooseTheft(seat=seat, rivals=effect["rivals"]))


@obstacle("steal")
def _too_few_rivals(table: Table, use: Use, effect: Effect) -> Iterator[Violation]:
    found = len(targets(table, use.seat))
    if found < effect["rivals"]:
        yield from protection_violations(table, use.seat)
        # One rival can always be targeted: with two players nobody is on P1.
        yield Violation(
            "character-effects.p11-one-from-two:too-few",
            "only {found} rival(s) may be targeted",
            at="action",
            found=found,
        )


# --- E16 Thieves Guild ------------------------------------------------------------------------------------------------

CampGoods = Annotated[dict[CampResource, Annotated[int, Meta(ge=1, le=2)]], counts(2)]


def camps_within_reach(table: Table, seat: str) -> list[tuple[str, CampResource]]:
    """Every single resource that may be taken out of Camps, by owner and kind; own Camps included."""
    owners = [seat, *targets(table, seat)]
    return [(owner, kind) for owner in owners for kind in _kinds(table, owner)]


def _kinds(table: Table, owner: str) -> list[CampResource]:
    camps = table.player(owner).camps
    return [kind for kind in ("spell", "weapon") for _ in range(camps.get(kind, 0))]


class TakeFromCamps(Action, tag="take-from-camps", frozen=True):
    """Say whose Camps lose which resources."""

    goods: Annotated[dict[Seat, CampGoods], Meta(min_length=1, max_length=4)]

    @classmethod
    def candidates(cls, table: Table, step: "ChooseLoss", actor: str, where: Where) -> Iterable["TakeFromCamps"]:
        reach = camps_within_reach(table, actor)
        seen = dict.fromkeys(combinations(reach, min(step.number, len(reach))))
        for taken in seen:
            goods: dict[str, dict[CampResource, int]] = {}
            for owner, kind in taken:
                camp = goods.setdefault(owner, {})
                camp[kind] = camp.get(kind, 0) + 1
            yield cls(actor=actor, goods=goods)

    def violations(self, table: Table, step: "ChooseLoss", actor: str) -> Iterator[Violation]:
        total = sum(number for camp in self.goods.values() for number in camp.values())
        due = min(step.number, len(camps_within_reach(table, actor)))
        facts: dict[str, Any] = {"due": due, "total": total}
        if total != due and step.number == 1:
            yield Violation(
                "building-effects.e16-one-resource:number", "{due} is taken, not {total}", at="goods", **facts
            )
        elif total != due:
            yield Violation(
                "building-effects.e16-two-resources:number", "{due} are taken, not {total}", at="goods", **facts
            )
        for owner, camp in self.goods.items():
            if owner != actor and table.is_protected(owner):
                yield protected_violation(owner, f"goods/{owner}")
            for kind, number in camp.items():
                has = table.player(owner).camps.get(kind, 0)
                if has < number:
                    yield Violation(
                        "building-effects.e16-one-resource:not-there",
                        "{owner}'s Camps hold {has} {kind}",
                        at="goods",
                        owner=owner,
                        has=has,
                        kind=kind,
                    )

    def apply(self, table: Table, step: "ChooseLoss", actor: str) -> None:
        thief = table.player(actor)
        for owner, camp in self.goods.items():
            camps = table.player(owner).camps
            for kind, number in camp.items():
                camps[kind] -= number
                if not camps[kind]:
                    del camps[kind]
                setattr(thief, kind, getattr(thief, kind) + number)
            rule = "building-effects.e16-own-camps" if owner == actor else _e16_rule(step.number)
            table.log(TakenFromCamps(rule=rule, seat=actor, rival=owner, goods=dict(camp)))


def _e16_rule(number: int) -> str:
    return "building-effects.e16-one-resource" if number == 1 else "building-effects.e16-two-resources"


class ChooseLoss(Choice, tag="choose-camps"):
    """The Thieves Guild is in action: the player says which resources leave whose Camps."""

    rule: ClassVar[str] = "building-effects.e16-one-resource"
    prompt: ClassVar[str] = "Choose the resources that you take out of Camps."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeFromCamps,)

    also_cites: ClassVar[tuple[str, ...]] = ("building-effects.e16-two-resources",)

    number: Literal[1, 2]

    def cites(self) -> str:
        return _e16_rule(self.number)


def is_shielded(table: Table, rival: str) -> bool:
    """Whether the rival's Camps hold something that the Wizard protects."""
    return table.is_protected(rival) and table.camp_total(rival) > 0


@operation("steal-camp")
def _steal_camp(table: Table, seat: str, effect: Effect, rule: str, space: str) -> None:
    table.push(ChooseLoss(seat=seat, number=effect["n"]))


@obstacle("steal-camp")
def _empty_camps(table: Table, use: Use, effect: Effect) -> Iterator[Violation]:
    if not camps_within_reach(table, use.seat):
        yield from (
            protected_violation(rival, "action") for rival in table.rivals(use.seat) if is_shielded(table, rival)
        )
        yield Violation(
            "building-effects.e16-one-resource:empty", "no Camps hold a resource that may be taken", at="action"
        )

"""Abilities that a player uses by choice: those of Advisors, Knowledge and panels, within their windows and limits."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.building import builds_nothing
from service.games.gilded_realms.effect_language import Ability, Op
from service.games.gilded_realms.effects_due import (
    EFFECT_RULES,
    EFFECTS,
    CarryOut,
    condition_holds,
    count_use,
    triggered,
)
from service.games.gilded_realms.events import AbilityUsed, in_words
from service.games.gilded_realms.ids import AbilityId
from service.games.gilded_realms.moments import stay, windows_of
from service.games.gilded_realms.table import Table, in_silver
from service.games.gilded_realms.treasury import pay

PART_OF_AN_UPGRADE = ("province-upgrade", "province-upgrade-in-action-phase")
"""Windows of abilities that are used as part of a payment (``upgrade``), not by themselves."""
Objection = Callable[[Table, str, Ability], Iterator[Violation]]
OBJECTIONS: dict[type[Op], Objection] = {}
"""For an op: why an ability with it would come to nothing, where more than its cost and limits has to hold."""

WINDOW, USED = "{name} is for {window}", "{name} may be used {limit}, and {seat} has done so"
CONDITION, COST = "{name} asks for {asked}, which {seat} has not", "{seat} lacks {lacks} for {name}"
_REASONS = {"window": WINDOW, "used": USED, "condition": CONDITION, "cost": COST}
MESSAGES = {f"{rule}:{variant}": reason for rule in EFFECT_RULES for variant, reason in _REASONS.items()}
MESSAGES["once-effects.action-phase-default:window"] = WINDOW
"""Why an ability cannot be used, by the clause of the ability."""
CONDITIONS = {
    "vault_fortune_at_least": "{} Vault Fortune",
    "hardship_at_least": "{} Hardship",
    "shroud_on_current_year_event": "a Shroud on this round's Year Event",
}
WINDOWS = {
    "build-phase": "the Build Phase",
    "action-phase": "the Action Phase",
    "build-or-action-phase": "the Build or the Action Phase",
    "end-harvest": "End Harvest",
    "anytime": "an own decision",
}


def objects(op: type[Op]) -> Callable[[Objection], Objection]:
    """Register the function that says why an ability with this op would come to nothing."""

    def register(objection: Objection) -> Objection:
        assert op not in OBJECTIONS, op
        OBJECTIONS[op] = objection
        return objection

    return register


@objects(language.Build)
def nothing_to_build(table: Table, seat: str, ability: Ability) -> Iterator[Violation]:
    """Nobody pays for a Build without a card to Build."""
    if builds_nothing(table, seat, ability.effect):
        yield Violation(
            "build.choose-face:nothing",
            "{seat} has no Endeavour to Build in hand or Hinterland",
            at="ability",
            seat=seat,
        )


def usable(table: Table, seat: str) -> list[Ability]:
    """Every ability that a player can ever use by choice, in or out of its window."""
    found = {a.id: a for a in table.abilities(seat, "action") if a.window not in PART_OF_AN_UPGRADE and a.effect}
    opened = {deed for deeds in table.modifiers(seat, "deeds") for deed in deeds}
    return [a for a in found.values() if not a.id.startswith("deed-") or a.id in opened]


def cost_of(table: Table, seat: str, ability: Ability) -> dict[str, int]:
    """What an ability costs this player."""
    if ability.id == "deposit":
        cheaper: dict[str, int] = table.replaced(seat, "deposit_cost", ability.cost)
        return cheaper
    return ability.cost


def only_recovers(ability: Ability) -> bool:
    """Whether an ability does nothing but recover Population."""
    return all(isinstance(op, language.Recover) for op in ability.effect)


class UseAbility(Action, tag="use-ability", frozen=True):
    """Use an ability of a card or a panel."""

    ability: AbilityId

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["UseAbility"]:
        return [cls(actor=actor, ability=ability.id) for ability in usable(table, actor)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        ability = next((a for a in usable(table, actor) if a.id == self.ability), None)
        if ability is None:
            yield Violation(
                "once-effects.action-phase-default:none",
                "{name} is nothing that {seat} can use",
                at="ability",
                name=table.pack.words.name(self.ability),
                seat=actor,
            )
            return
        yield from use_violations(table, actor, ability, windows_of(table, step))

    def apply(self, table: Table, step: Any, actor: str) -> None:
        stay(table, step)
        ability = table.pack.abilities[self.ability]
        name = table.pack.words.name(ability.id)
        table.log(AbilityUsed(rule=ability.rule, seat=actor, ability=self.ability, name=name))
        count_use(table, actor, ability)
        pay(table, actor, cost_of(table, actor, ability), ability.rule)
        after = triggered(table, actor, "after-forestry") if ability.id == "forestry" else []
        table.push(CarryOut(seat=actor, effect=ability.id), *after)


def limit_reached(table: Table, seat: str, ability: Ability) -> str:
    """How often an ability of which no use is left may be used: what its card says."""
    if table.player(seat).used.get(ability.counts_as, 0) and "once-per-round" in ability.limits:
        return "once in a round"
    most = next(limit.partition("-")[0] for limit in ability.limits if limit.endswith("per-game"))
    return "once in a game" if most == "once" else f"{most} times in a game"


def asked_by(ability: Ability) -> str:
    """What an ability asks for before it can be used."""
    found = [CONDITIONS[key].format(wanted) for key, wanted in ability.condition.items() if key in CONDITIONS]
    return " and ".join(found) or "goods on the card"


def use_violations(table: Table, seat: str, ability: Ability, windows: tuple[str, ...]) -> Iterator[Violation]:
    """Why an ability cannot be used now."""
    name = table.pack.words.name(ability.id)
    window = ability.window or "action-phase"
    wanted = ("build-phase", "action-phase") if window == "build-or-action-phase" else (window,)
    if not set(wanted) & set(windows):
        by_default = ability.limits != ("unlimited",) and window == "action-phase"
        clause = "once-effects.action-phase-default" if by_default else ability.rule
        yield Violation(f"{clause}:window", WINDOW, at="ability", name=name, window=WINDOWS[window])
    if not table.uses_left(seat, ability):
        limit = limit_reached(table, seat, ability)
        yield Violation(f"{ability.rule}:used", USED, at="ability", name=name, limit=limit, seat=seat)
    if not condition_holds(table, seat, ability):
        asked = asked_by(ability)
        yield Violation(f"{ability.rule}:condition", CONDITION, at="ability", name=name, asked=asked, seat=seat)
    missing = table.missing(seat, in_silver(cost_of(table, seat, ability)))
    if missing.pop("vault_fortune", 0):
        yield Violation(
            "lorian.fortune-limits",
            "the Vault Fortune of {seat} cannot be lowered by {fortune}: it is {has}",
            at="ability",
            seat=seat,
            fortune=ability.cost["vault_fortune"],
            has=table.player(seat).vault_fortune,
        )
    if missing:
        yield Violation(f"{ability.rule}:cost", COST, at="ability", seat=seat, lacks=in_words(missing), name=name)
    if only_recovers(ability) and not table.hardship(seat):
        yield Violation(
            "population.recover",
            "{seat} has no Hardship: {name} would recover nothing",
            at="ability",
            seat=seat,
            name=name,
        )
    for kind in {type(op): None for op in ability.effect}:
        if kind in OBJECTIONS:
            yield from OBJECTIONS[kind](table, seat, ability)
    if not all(type(op) in EFFECTS for op in ability.effect):
        yield Violation(
            "once-effects.action-phase-default:effect", "{name} is no effect by itself", at="ability", name=name
        )

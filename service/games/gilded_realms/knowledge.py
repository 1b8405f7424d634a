"""Knowledge: buying it, and gaining it by an effect."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import RuleRef
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.effects_due import EFFECT_RULES, CarryOut, carries_out, effects_of, stranger, triggered
from service.games.gilded_realms.events import LABELS, KnowledgeGained, KnowledgeReturned, NoKnowledgeToGain, in_words
from service.games.gilded_realms.ids import EffectId, KnowledgeId
from service.games.gilded_realms.pack import EffectList
from service.games.gilded_realms.pack_cards import Knowledge
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import discard

NOT_GIVEN = "{name} of level {level} cannot be gained by {source}"
MESSAGES = {f"{rule}:knowledge": NOT_GIVEN for rule in EFFECT_RULES}
"""What is said of a Knowledge that an effect does not give, by the clause of the effect."""


def price(table: Table, seat: str, tile: Knowledge) -> dict[str, int]:
    """What a Knowledge costs this player."""
    return {"gold": max(0, tile.cost_gold - sum(table.modifiers(seat, "buy_knowledge_discount_gold")))}


def gain_knowledge(table: Table, seat: str, name: str, rule: str, bought: bool) -> None:
    """Take a Knowledge: what it gives at once resolves, and it stays unless ten are stored already."""
    player, printed = table.player(seat), table.pack.title(name)
    table.log(KnowledgeGained(rule=rule, seat=seat, knowledge=name, name=printed))
    player.knowledge_gained += 1
    if len(player.knowledge) < table.pack.constants["knowledge_capacity"]:
        player.knowledge = sorted([*player.knowledge, name])
    else:
        table.log(KnowledgeReturned(rule="buy-knowledge.max-ten", seat=seat, knowledge=name, name=printed))
    due = effects_of(table, seat, name, "on-gain")
    if bought:
        due += effects_of(table, seat, name, "on-buy")
    due += [
        step
        for step in triggered(table, seat, "knowledge-gained")
        if isinstance(step, CarryOut) and player.knowledge_gained in table.pack.abilities[step.effect].counts
    ]
    if due:
        table.push(*due)


def level_violations(table: Table, seat: str, tile: Knowledge) -> Iterator[Violation]:
    """Why the Provinces of a player do not allow a Knowledge."""
    allowed = table.province(seat, tile.type).knowledge_max_level_buyable
    if tile.level > allowed:
        yield Violation(
            "buy-knowledge.level-limit",
            "{name} is of level {level}, and the {province} Province of {seat} allows {allowed}",
            at="knowledge",
            name=tile.name,
            level=LABELS[tile.level],
            province=tile.type.title(),
            seat=seat,
            allowed=f"level {LABELS[allowed]}" if allowed else "none yet",
        )


def owned_violations(table: Table, seat: str, tile: Knowledge) -> Iterator[Violation]:
    """Why a player cannot have a Knowledge once more."""
    if tile.id in table.player(seat).knowledge:
        yield Violation(
            "buy-knowledge.not-owned", "{seat} has {name} already", at="knowledge", seat=seat, name=tile.name
        )


class BuyKnowledge(Action, tag="buy-knowledge", frozen=True):
    """Buy a Knowledge."""

    knowledge: KnowledgeId

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["BuyKnowledge"]:
        return [cls(actor=actor, knowledge=name) for name in table.pack.knowledge]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        tile = table.pack.knowledge[self.knowledge]
        yield from owned_violations(table, actor, tile)
        yield from level_violations(table, actor, tile)
        missing = table.missing(actor, price(table, actor, tile))
        if missing:
            yield Violation(
                "buy-knowledge.cost",
                "{name} costs {cost}, and {seat} lacks {lacks}",
                at="knowledge",
                name=tile.name,
                cost=in_words({"silver": 2 * price(table, actor, tile)["gold"]}),
                seat=actor,
                lacks=in_words(missing),
            )

    def apply(self, table: Table, step: object, actor: str) -> None:
        tile = table.pack.knowledge[self.knowledge]
        discard(table, actor, price(table, actor, tile), "buy-knowledge.cost")
        gain_knowledge(table, actor, tile.id, "buy-knowledge.cost", bought=True)


# --- gained by an effect ----------------------------------------------------------------------------------------------


def wanted_by(table: Table, effect: str) -> language.GainKnowledge:
    """What a list of effects says about the Knowledge that it gives."""
    return next(op for op in table.pack.effects[effect].ops if isinstance(op, language.GainKnowledge))


def effect_violations(table: Table, seat: str, tile: Knowledge, effect: str) -> Iterator[Violation]:
    """Why an effect does not give this Knowledge."""
    op, source = wanted_by(table, effect), table.pack.effects[effect]
    yield from owned_violations(table, seat, tile)
    fits = op.type in ("any", tile.type) and tile.level <= (op.max_level or 3)
    if not fits or (op.level is not None and tile.level != op.level):
        yield _not_given(table, source, tile)
    if not op.ignore_province_level:
        yield from level_violations(table, seat, tile)


def _not_given(table: Table, effect: EffectList, tile: Knowledge) -> Violation:
    source, level = table.pack.words.name(effect.id), LABELS[tile.level]
    return Violation(f"{effect.rule}:knowledge", NOT_GIVEN, at="knowledge", source=source, name=tile.name, level=level)


def may_gain(table: Table, seat: str, effect: str) -> bool:
    """Whether there is a Knowledge that an effect may give to a player."""
    return any(
        next(effect_violations(table, seat, tile, effect), None) is None for tile in table.pack.knowledge.values()
    )


class TakeKnowledge(Action, tag="take-knowledge", frozen=True):
    """Gain this Knowledge."""

    knowledge: KnowledgeId

    @classmethod
    def candidates(cls, table: Table, step: "ChooseKnowledge", actor: str, where: Where) -> Iterable["TakeKnowledge"]:
        return [cls(actor=actor, knowledge=name) for name in table.pack.knowledge]

    def violations(self, table: Table, step: "ChooseKnowledge", actor: str) -> Iterator[Violation]:
        yield from effect_violations(table, actor, table.pack.knowledge[self.knowledge], step.effect)

    def apply(self, table: Table, step: "ChooseKnowledge", actor: str) -> None:
        bought = wanted_by(table, step.effect).counts_as == "buy-knowledge"
        gain_knowledge(table, actor, self.knowledge, step.asked_by, bought)


class ChooseKnowledge(Choice, tag="choose-knowledge"):
    """An effect gives a Knowledge; skipped where there is none that it may give."""

    rule: ClassVar[str] = "knowledge.gained-by-buying"
    prompt: ClassVar[str] = "Choose a Knowledge to gain."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeKnowledge,)
    also_cites: ClassVar[tuple[str, ...]] = EFFECT_RULES

    effect: EffectId
    asked_by: RuleRef = "knowledge.gained-by-buying"

    def cites(self) -> str:
        return self.asked_by

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if may_gain(table, self.seat, self.effect) else ()

    def run(self, table: Table) -> None:
        name = table.pack.words.name(self.effect)
        table.log(NoKnowledgeToGain(rule=self.asked_by, seat=self.seat, name=name))

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from stranger(table, self.seat, self.effect)
        if not any(isinstance(op, language.GainKnowledge) for op in table.pack.effects[self.effect].ops):
            yield error(self.rule, "/effect", "effect", f"{table.pack.words.name(self.effect)} gives no Knowledge")


@carries_out(language.GainKnowledge)
def gain_by_effect(table: Table, step: CarryOut, op: language.GainKnowledge) -> None:
    """The player chooses a Knowledge not yet owned."""
    table.push(ChooseKnowledge(seat=step.seat, effect=step.effect, asked_by=step.clause(table)))

"""What single cards do that no other chapter has: Mirage Mallor, Silvana Sangrey, Chief Skariff, the Vault."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.shapes import RuleRef
from service.engine.step import Choice
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.abilities import objects
from service.games.gilded_realms.campaign_events import DrawRewardTaken
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.effects_due import EFFECT_RULES, CarryOut, carries_out
from service.games.gilded_realms.faction_events import DarkDealingsPlaced, TakenFromCard
from service.games.gilded_realms.ids import EventCard
from service.games.gilded_realms.knowledge import may_gain
from service.games.gilded_realms.supply import set_aside
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.trade import caravan_violations, send
from service.games.gilded_realms.treasury import gain

# --- Mirage Mallor ----------------------------------------------------------------------------------------------------


class PlaceDarkDealings(Action, tag="dark-dealings", frozen=True):
    """Lay the Dark Dealings token on this Looming Threat, and claim its Draw reward."""

    event: EventCard

    @classmethod
    def candidates(
        cls, table: Table, step: "ChooseDarkDealings", actor: str, where: Where
    ) -> Iterable["PlaceDarkDealings"]:
        return [cls(actor=actor, event=card.id) for _, card in table.looming()]

    def violations(self, table: Table, step: "ChooseDarkDealings", actor: str) -> Iterator[Violation]:
        if self.event not in [card.id for _, card in table.looming()]:
            yield Violation(
                "emberfall.mirage-place",
                "{name} is no revealed Looming Threat",
                at="event",
                name=table.pack.title(self.event),
            )

    def apply(self, table: Table, step: "ChooseDarkDealings", actor: str) -> None:
        round_, card = next((number, card) for number, card in table.looming() if card.id == self.event)
        place = table.state.year_events[round_ - 1]
        table.log(DarkDealingsPlaced(rule="emberfall.mirage-threat", seat=actor, event=card.id, name=card.name))
        place.ignored_by = sorted({*place.ignored_by, actor})
        reward = card.rewards["defeat" if place.draw_claimed else "draw"].reward
        if not place.draw_claimed:
            table.log(DrawRewardTaken(rule="campaign-card.draw-once", event=card.id, name=card.name))
        place.draw_claimed = True
        gain(table, actor, {kind: int(number) for kind, number in reward.items()}, step.asked_by)


class ChooseDarkDealings(Choice, tag="choose-dark-dealings"):
    """A player chooses the Looming Threat on which the Dark Dealings token goes; passed over if none is revealed."""

    rule: ClassVar[str] = "emberfall.mirage-place"
    prompt: ClassVar[str] = "Choose a Looming Threat for the Dark Dealings token."
    actions: ClassVar[tuple[type[Action], ...]] = (PlaceDarkDealings,)
    also_cites: ClassVar[tuple[str, ...]] = EFFECT_RULES

    asked_by: RuleRef = "emberfall.mirage-place"

    def cites(self) -> str:
        return self.asked_by

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if table.looming() else ()


@carries_out(language.DarkDealings)
def deal_darkly(table: Table, step: CarryOut, op: language.DarkDealings) -> None:
    """The owner chooses a revealed Looming Threat."""
    table.push(ChooseDarkDealings(seat=step.seat, asked_by=step.clause(table)))


@objects(language.DarkDealings)
def no_looming_threat(table: Table, seat: str, ability: Ability) -> Iterator[Violation]:
    """Why the token cannot be placed."""
    if not table.looming():
        yield Violation("emberfall.mirage-place:none", "no Looming Threat is revealed", at="ability")


# --- Knowledge --------------------------------------------------------------------------------------------------------


@objects(language.GainKnowledge)
def no_knowledge(table: Table, seat: str, ability: Ability) -> Iterator[Violation]:
    """Why no Knowledge can be gained."""
    if not may_gain(table, seat, ability.id):
        name = table.pack.words.name(ability.id)
        yield Violation(
            "buy-knowledge.not-owned:all",
            "{seat} has every Knowledge that {name} gives",
            at="ability",
            seat=seat,
            name=name,
        )


# --- Auxiliary cards --------------------------------------------------------------------------------------------------


def _none_aside(table: Table, seat: str, ability: Ability) -> Iterator[Violation]:
    """Why an Auxiliary card cannot be had: no copy is set aside."""
    wanted = Counter(_card_of(op) for op in ability.effect if _card_of(op) in table.pack.auxiliary)
    for card, number in wanted.items():
        if card is not None and set_aside(table, seat, card) < number:
            name = table.pack.title(card)
            yield Violation("auxiliary.rules", "{seat} has no {name} set aside", at="ability", seat=seat, name=name)


def _card_of(op: language.Op) -> str | None:
    return op.unit if isinstance(op, language.AddUnit) else op.card if isinstance(op, language.Queue) else None


@objects(language.Choose)
def no_option_left(table: Table, seat: str, ability: Ability) -> Iterator[Violation]:
    """Why a choice between Auxiliary cards gives nothing: none of them is set aside."""
    options = [op for choice in ability.effect if isinstance(choice, language.Choose) for op in choice.options]
    cards = [card for ops in options for card in map(_card_of, ops) if card in table.pack.auxiliary]
    if cards and len(cards) == len(options) and not any(set_aside(table, seat, card) > 0 for card in cards):
        names = " or ".join(table.names(cards))
        yield Violation("auxiliary.rules:none", "{seat} has no {names} set aside", at="ability", seat=seat, names=names)


objects(language.AddUnit)(_none_aside)
objects(language.Queue)(_none_aside)


# --- Silvana Sangrey --------------------------------------------------------------------------------------------------


@carries_out(language.TakeFromCard)
def take_from_card(table: Table, step: CarryOut, op: language.TakeFromCard) -> None:
    """Everything on the card goes to the Treasury."""
    card = table.pack.effects[step.effect].source
    goods = dict(table.player(step.seat).stored.pop(card, {}))
    table.log(TakenFromCard(rule=step.clause(table), seat=step.seat, advisor=card, name=table.pack.title(card)))
    gain(table, step.seat, {str(kind): number for kind, number in goods.items()}, step.clause(table))


@objects(language.TakeFromCard)
def nothing_on_card(table: Table, seat: str, ability: Ability) -> Iterator[Violation]:
    """Why nothing can be taken."""
    if not table.player(seat).stored.get(ability.source):
        name = table.pack.title(ability.source)
        yield Violation("emberfall.silvana-take", "nothing lies on {name}", at="ability", name=name)


# --- Chief Skariff ----------------------------------------------------------------------------------------------------


@carries_out(language.TradeFromBank)
def trade_from_bank(table: Table, step: CarryOut, op: language.TradeFromBank) -> None:
    """A Caravan leaves with Supply of the Bank."""
    card = table.pack.effects[step.effect].source
    send(table, step.seat, op.supply, 0, step.clause(table), card)


@objects(language.TradeFromBank)
def no_caravan(table: Table, seat: str, ability: Ability) -> Iterator[Violation]:
    """Why no Caravan can leave."""
    yield from caravan_violations(table, seat)


@carries_out(language.TreasuryFromCaravan)
def unload_caravan(table: Table, step: CarryOut, op: language.TreasuryFromCaravan) -> None:
    """The Supply in Caravan storage goes to the Treasury."""
    caravan = table.player(step.seat).caravan
    supply, caravan.supply = caravan.supply, 0
    gain(table, step.seat, {"supply": supply}, step.clause(table))


# --- House Lorian -----------------------------------------------------------------------------------------------------


@objects(language.Gain)
def vault_is_full(table: Table, seat: str, ability: Ability) -> Iterator[Violation]:
    """Why Vault Fortune cannot rise: no Vault card shows more."""
    rise = sum(op.vault_fortune for op in ability.effect if isinstance(op, language.Gain))
    has, most = table.player(seat).vault_fortune, table.pack.vault[-1].fortune
    if rise and has + rise > most:
        yield Violation(
            "lorian.fortune-limits:highest",
            "{seat} has {has} Vault Fortune, and no Vault card shows more than {most}",
            at="ability",
            seat=seat,
            has=has,
            most=most,
        )

"""What a Campaign against a Hinterland leads to: what the winner takes, and what the defender gains."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.campaign_events import (
    CaravanDamaged,
    CardStolen,
    GoodsStolen,
    NothingToTake,
)
from service.games.gilded_realms.campaign_rewards import campaign_abilities
from service.games.gilded_realms.campaign_state import Campaign
from service.games.gilded_realms.dice import finish_roll, roll_of, total
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.endeavour_deck import discard_card
from service.games.gilded_realms.events import in_words
from service.games.gilded_realms.ids import Card, Face
from service.games.gilded_realms.supply import add_to_queue, enter_play, take_out
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import add, exhaust, gain


def defender_of(table: Table) -> str | None:
    """The player whose Hinterland the present Campaign is aimed at."""
    campaign = table.state.campaign
    return campaign.target.seat if campaign is not None else None


def build_price(table: Table, seat: str) -> dict[str, int]:
    """What it costs to Build a taken Endeavour at once."""
    printed = table.pack.constants["campaign"]["build_stolen_exhaust"]
    return {"exhaust_population": table.replaced(seat, "campaign_build_reward_exhaust", printed)}


class TakeGoods(Action, tag="take-goods", frozen=True):
    """Take one or two Resources from the defender's Caravan."""

    supply: Annotated[int, Meta(ge=0, le=9)]
    material: Annotated[int, Meta(ge=0, le=9)]

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["TakeGoods"]:
        most = table.pack.constants["campaign"]["caravan_steal_max"]
        numbers = [(supply, taken - supply) for taken in range(1, most + 1) for supply in range(taken + 1)]
        return [cls(actor=actor, supply=supply, material=material) for supply, material in numbers]

    def violations(self, table: Table, step: "ChooseSpoils", actor: str) -> Iterator[Violation]:
        most = table.pack.constants["campaign"]["caravan_steal_max"]
        caravan = table.player(step.defender).caravan
        if not 1 <= self.supply + self.material <= most:
            yield Violation(
                "campaign-player.reward-goods:number",
                "at least 1 and at most {most} Resources are taken, not {named}",
                most=most,
                named=self.supply + self.material,
            )
        lacks = {"supply": self.supply - caravan.supply, "material": self.material - caravan.material}
        lacks = {kind: number for kind, number in lacks.items() if number > 0}
        if lacks:
            yield Violation(
                "campaign-player.reward-goods",
                "the Caravan of {seat} lacks {lacks}",
                at=next(iter(lacks)),
                seat=step.defender,
                lacks=in_words(lacks),
            )

    def apply(self, table: Table, step: "ChooseSpoils", actor: str) -> None:
        rule, caravan = "campaign-player.reward-goods", table.player(step.defender).caravan
        caravan.supply -= self.supply
        caravan.material -= self.material
        taken = {kind: n for kind, n in (("supply", self.supply), ("material", self.material)) if n}
        add(table, actor, taken)
        table.log(GoodsStolen(rule=rule, seat=actor, defender=step.defender, amounts=taken))
        if not caravan.damaged:
            caravan.damaged = True
            table.log(CaravanDamaged(rule="damaged-caravan.definition", seat=step.defender))


def not_there(table: Table, step: "ChooseSpoils", card: str, rule: str) -> Iterator[Violation]:
    """Why a card cannot be taken at all."""
    if card not in table.player(step.defender).hinterland:
        yield Violation(
            "campaign-player.reward-card:card",
            "{seat} has no {name} in the Hinterland",
            at="card",
            seat=step.defender,
            name=table.pack.title(card),
        )


def stolen(table: Table, step: "ChooseSpoils", actor: str, card: str, rule: str) -> None:
    """Take a card out of the defender's Hinterland, and tell it."""
    take_out(table, step.defender, card, "hinterland")
    name = table.pack.title(card)
    table.log(CardStolen(rule=rule, seat=actor, defender=step.defender, card=card, name=name))


class TakeCard(Action, tag="take-card", frozen=True):
    """Take an Endeavour into the own Hinterland; ``discard`` one of the own first where there is no space."""

    card: Card
    discard: Card | None = None

    @classmethod
    def candidates(cls, table: Table, step: "ChooseSpoils", actor: str, where: Where) -> Iterable["TakeCard"]:
        full = not has_space(table, actor)
        own: list[str | None] = [*sorted(set(table.player(actor).hinterland))] if full else [None]
        for card in sorted(set(table.player(step.defender).hinterland)):
            yield from (cls(actor=actor, card=card, discard=away) for away in own)

    def violations(self, table: Table, step: "ChooseSpoils", actor: str) -> Iterator[Violation]:
        yield from not_there(table, step, self.card, "campaign-player.reward-card")
        space = has_space(table, actor)
        if self.discard is None and not space:
            yield Violation(
                "campaign-player.reward-card", "the Hinterland of {seat} has no space", at="discard", seat=actor
            )
        if self.discard is not None and space:
            yield Violation(
                "campaign-player.reward-card:space",
                "the Hinterland of {seat} has space, so nothing is discarded",
                at="discard",
                seat=actor,
            )
        if self.discard is not None and self.discard not in table.player(actor).hinterland:
            yield Violation(
                "campaign-player.reward-card:own",
                "{seat} has no {name} in the Hinterland",
                at="discard",
                seat=actor,
                name=table.pack.title(self.discard),
            )

    def apply(self, table: Table, step: "ChooseSpoils", actor: str) -> None:
        if self.discard is not None:
            take_out(table, actor, self.discard, "hinterland")
            discard_card(table, actor, self.discard, "campaign-player.reward-card")
        stolen(table, step, actor, self.card, "campaign-player.reward-card")
        player = table.player(actor)
        player.hinterland = sorted([*player.hinterland, self.card])


def has_space(table: Table, seat: str) -> bool:
    """Whether the Hinterland of a player can store one more card."""
    return len(table.player(seat).hinterland) < table.hinterland_size(seat)


class TakeAndBuild(Action, tag="take-and-build", frozen=True):
    """Take an Endeavour and Build it at once, exhausting 1 Population."""

    card: Card
    face: Face

    @classmethod
    def candidates(cls, table: Table, step: "ChooseSpoils", actor: str, where: Where) -> Iterable["TakeAndBuild"]:
        for card in sorted(set(table.player(step.defender).hinterland)):
            yield from (cls(actor=actor, card=card, face=face) for face in table.pack.cards[card].faces)

    def violations(self, table: Table, step: "ChooseSpoils", actor: str) -> Iterator[Violation]:
        yield from not_there(table, step, self.card, "campaign-player.reward-build")
        yield from built_violations(table, actor, self.card, self.face)

    def apply(self, table: Table, step: "ChooseSpoils", actor: str) -> None:
        rule = "campaign-player.reward-build"
        stolen(table, step, actor, self.card, rule)
        build_taken(table, actor, self.card, self.face, rule)


def built_violations(table: Table, seat: str, card: str, face: str, frontline: bool = False) -> Iterator[Violation]:
    """Why a taken Endeavour cannot be Built like that."""
    if face not in table.pack.cards[card].faces:
        yield Violation(
            "build.choose-face",
            "{name} does not show {face}",
            at="face",
            name=table.pack.title(card),
            face=table.pack.title(face),
        )
    if frontline and table.missing(seat, build_price(table, seat)):
        yield Violation("frontline.build-taken", "{seat} has no Population left to exhaust", seat=seat)
    elif table.missing(seat, build_price(table, seat)):
        yield Violation("campaign-player.reward-build", "{seat} has no Population left to exhaust", seat=seat)


def build_taken(table: Table, seat: str, card: str, face: str, rule: str) -> None:
    """Build an Endeavour taken as the reward of a Campaign, already taken from where it lay."""
    exhaust(table, seat, build_price(table, seat)["exhaust_population"], rule)
    piece, campaign = table.pack.piece_of[card, face], table.state.campaign
    swift = directly(table, campaign) if campaign is not None else None
    if swift is not None:
        enter_play(table, seat, piece, swift.rule)
    else:
        add_to_queue(table, seat, piece, table.pack.faces[face].position, rule)


def directly(table: Table, campaign: Campaign) -> Ability | None:
    """The ability by which a Built Endeavour does not go through the Build Queue (Garrick Blackthorn)."""
    for ability in campaign_abilities(table, campaign, "campaign-reward"):
        if any(isinstance(op, language.PlaceDirectly) for op in ability.effect):
            return ability
    return None


class ChooseSpoils(Choice, tag="choose-spoils"):
    """The winner of a Campaign against a Hinterland takes something, if there is anything."""

    rule: ClassVar[str] = "campaign-target.hinterland-reward"
    prompt: ClassVar[str] = "Take Resources from the Caravan, or an Endeavour from the Hinterland, of {defender}."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeGoods, TakeCard, TakeAndBuild, *ANYTIME)

    defender: Seat

    def must(self, table: Table) -> tuple[str, ...]:
        defender = table.player(self.defender)
        there = defender.hinterland or defender.caravan.supply or defender.caravan.material
        return (self.seat,) if there else ()

    def run(self, table: Table) -> None:
        table.log(NothingToTake(rule="campaign-player.reward-none", seat=self.seat, defender=self.defender))

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.seat == self.defender:
            yield error("campaign-target.own-hinterland", "/defender", "self", f"{self.seat} attacks nobody")


class UseTribute(Step, tag="use-tribute"):
    """A defender who has held out gains Silver for two Grey dice."""

    rule: ClassVar[str] = "campaign-player.defender-wins-silver"

    seat: Seat

    def run(self, table: Table) -> None:
        if roll_of(table, self.seat) is None:
            return
        each = table.pack.constants["campaign"]["defender_wins"]["silver_per_truemark"]
        gain(table, self.seat, {"silver": each * total(finish_roll(table, self.seat, self.rule))}, self.rule)

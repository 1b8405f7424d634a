"""What a Campaign leads to: the rewards of the card it was aimed at, or what is taken from another player."""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms import banquet
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.campaign_events import (
    CampaignDecided,
    CaravanDamaged,
    CardStolen,
    DrawRewardTaken,
    GoodsStolen,
    NothingToTake,
    RaidersDefeated,
    RewardDoubled,
    ThreatDefeated,
)
from service.games.gilded_realms.campaign_rolls import of_a_unit
from service.games.gilded_realms.campaign_state import Campaign, CampaignTarget
from service.games.gilded_realms.dice import finish_roll, roll_of, total
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.effects_due import CarryOut, condition_holds
from service.games.gilded_realms.endeavour_deck import discard_card
from service.games.gilded_realms.event_cards import discard_year_event
from service.games.gilded_realms.events import in_words
from service.games.gilded_realms.ids import Card, Face
from service.games.gilded_realms.pack_factions import Target
from service.games.gilded_realms.supply import add_to_queue, enter_play, take_from_queue, take_out
from service.games.gilded_realms.table import Table, in_silver
from service.games.gilded_realms.treasury import add, exhaust, gain
from service.games.gilded_realms.warfront import move_front

Outcome = Literal["victory", "draw", "defeat"]
FRONTLINE: list[Callable[[Table, str], list[Step]]] = []
"""What a Victory against the Frontline leads to beside moving the token; the chapter of the Warfront adds it."""


# --- targets ----------------------------------------------------------------------------------------------------------


def printed_target(table: Table, target: CampaignTarget) -> Target | None:
    """The card that a Campaign is aimed at; none for a Hinterland."""
    if target.kind == "looming-threat" and target.event is not None:
        return table.pack.events[target.event]
    if target.kind == "frontline":
        return table.pack.frontline
    return table.pack.raiders if target.kind == "raiders" else None


def icons(table: Table, target: CampaignTarget) -> int:
    """How many Campaigns it counts as."""
    printed = printed_target(table, target)
    return printed.campaign_icons if printed is not None else 1


def target_name(table: Table, target: CampaignTarget) -> str:
    """What it is called."""
    if target.kind == "hinterland":
        return f"the Hinterland of {target.seat}"
    return table.pack.title(target.event) if target.event is not None else f"the {target.kind.title()}"


# --- abilities of the Units in a Campaign -----------------------------------------------------------------------------


def campaign_abilities(table: Table, campaign: Campaign, trigger: str) -> Iterator[Ability]:
    """The abilities that a Campaign sets off: those of its Units, and the attacker's that stand on no Unit."""
    for unit, number in campaign.units.items():
        for ability in table.pack.abilities_of.get(table.piece(unit).face.id, ()):
            if trigger in ability.triggers and ability.target in (None, campaign.target.kind):
                for _ in range(number):
                    yield ability
    for ability in table.abilities(campaign.attacker, trigger):
        if not of_a_unit(table, ability) and ability.target in (None, campaign.target.kind):
            yield ability


def set_off(table: Table, campaign: Campaign, trigger: str) -> list[Step]:
    """The steps for what a Campaign sets off; twice in a Double Campaign (``campaigns.double``)."""
    seat, steps = campaign.attacker, list[Step]()
    for _ in range(icons(table, campaign.target)):
        for ability in campaign_abilities(table, campaign, trigger):
            if condition_holds(table, seat, ability):
                steps.append(CarryOut(seat=seat, effect=ability.id))
    return steps


# --- against a card ---------------------------------------------------------------------------------------------------


def outcome_of(printed: Target, worth: int) -> Outcome:
    """The line of the reward chart that a total reaches."""
    for outcome in ("victory", "draw"):
        if outcome in printed.rewards and worth >= printed.rewards[outcome].min:
            return outcome
    return "defeat"


def resolve_card(table: Table, campaign: Campaign, worth: int) -> None:
    """Compare the total with the reward chart of the card, and pay out."""
    printed, target, seat = printed_target(table, campaign.target), campaign.target, campaign.attacker
    if printed is None:
        return
    outcome = outcome_of(printed, worth)
    decided = CampaignDecided(
        rule="campaign-card.compare-chart",
        seat=seat,
        target=target_name(table, target),
        outcome=outcome.title(),
        total=worth,
    )
    table.log(decided)
    if target.event is not None:
        resolve_threat(table, campaign, target.event, outcome)
    elif outcome == "defeat":
        rule = "frontline.defeat" if target.kind == "frontline" else "warfront-cards.raiders-campaign"
        claim(table, campaign, printed, "defeat", rule)
    elif target.kind == "raiders":
        raiders_beaten(table, seat)
    else:
        move_front(table, int(printed.rewards["victory"].reward["warfront"]), "frontline.victory")
        steps = [step for reward in FRONTLINE for step in reward(table, seat)]
        if steps:
            table.push(*steps)
    if outcome == "victory":
        steps = [*set_off(table, campaign, "campaign-victory"), *banquet.occasion(table, seat)]
        if steps:
            table.push(*steps)


def resolve_threat(table: Table, campaign: Campaign, event: str, outcome: Outcome) -> None:
    """The rewards of a Looming Threat; it is discarded on a Victory."""
    printed = table.pack.events[event]
    place = next((place for place in table.state.year_events if place.event == event), None)
    free = place is not None and not place.draw_claimed
    if outcome == "victory":
        claim(table, campaign, printed, "victory", "campaign-card.victory")
    if outcome != "defeat" and free:
        claim(table, campaign, printed, "draw", "looming-threat.first-draw-or-victory")
    elif outcome != "victory":
        claim(table, campaign, printed, "defeat", f"campaign-card.{outcome}")
    if place is None or outcome == "defeat":
        return
    if free:
        place.draw_claimed = True
        table.log(DrawRewardTaken(rule="campaign-card.draw-once", event=event, name=printed.name))
    if outcome == "victory":
        table.log(ThreatDefeated(rule="looming-threat.stays-until-victory", event=event, name=printed.name))
        discard_year_event(table, table.state.year_events.index(place) + 1, "event-looming.campaign")


def claim(table: Table, campaign: Campaign, printed: Target, outcome: Outcome, rule: str) -> None:
    """Gain the Resources of one line of the chart, doubled by whoever doubles them."""
    if outcome not in printed.rewards:
        return
    kinds = ("gold", "gem", "supply", "material", "determination")
    reward = {kind: int(n) for kind, n in printed.rewards[outcome].reward.items() if kind in kinds}
    gain(table, campaign.attacker, reward, rule)
    for ability in campaign_abilities(table, campaign, "campaign-reward"):
        for op in ability.effect:
            if isinstance(op, language.DoubleReward):
                more = in_silver({kind: n for kind, n in reward.items() if kind in op.resources})
                add(table, campaign.attacker, more)
                name = table.pack.title(ability.source)
                table.log(RewardDoubled(rule=ability.rule, name=name, amounts=more))


def raiders_of(table: Table, seat: str) -> list[tuple[str, str]]:
    """Where Raiders lie in a Build Queue: position and card."""
    cards = table.pack.warfront_cards
    return [(at, card) for at, card, _ in table.queued(seat) if card in cards and cards[card].bottom.kind == "raiders"]


def raiders_beaten(table: Table, seat: str) -> None:
    """Raiders leave the Build Queue for the Warfront discards."""
    solo = table.state.solo
    if solo is None:
        return
    for place, card in raiders_of(table, seat)[:1]:
        take_from_queue(table, seat, place, card)
        solo.discard = sorted([*solo.discard, card])
        table.log(RaidersDefeated(rule="warfront-cards.raiders-campaign", seat=seat, piece=card))


# --- against a Hinterland ---------------------------------------------------------------------------------------------


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
                "one to {most} Resources are taken, not {named}",
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


def built_violations(table: Table, seat: str, card: str, face: str) -> Iterator[Violation]:
    """Why a taken Endeavour cannot be Built like that."""
    if face not in table.pack.cards[card].faces:
        yield Violation(
            "build.choose-face",
            "{name} does not show {face}",
            at="face",
            name=table.pack.title(card),
            face=table.pack.title(face),
        )
    if table.missing(seat, build_price(table, seat)):
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

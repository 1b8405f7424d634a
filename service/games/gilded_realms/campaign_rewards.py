"""What a Campaign against a card leads to: the rewards of the card, and what the attack sets off."""

from collections.abc import Callable, Iterator
from typing import Literal

from service.engine.step import Step
from service.games.gilded_realms import banquet
from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.campaign_events import (
    CampaignDecided,
    DrawRewardTaken,
    RaidersDefeated,
    RewardDoubled,
    ThreatDefeated,
)
from service.games.gilded_realms.campaign_rolls import of_a_unit
from service.games.gilded_realms.campaign_state import Campaign, CampaignTarget
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.effects_due import CarryOut, condition_holds
from service.games.gilded_realms.event_cards import discard_year_event
from service.games.gilded_realms.pack_factions import Target
from service.games.gilded_realms.supply import take_from_queue
from service.games.gilded_realms.table import Table, in_silver
from service.games.gilded_realms.treasury import add, gain
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

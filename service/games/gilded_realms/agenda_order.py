"""What an agenda of the Event Phase must look like, so that it leads to the end of the round."""

from collections.abc import Iterator
from typing import Any

from service.engine.agenda import name_of
from service.engine.defect import Defect, error
from service.engine.step import Lanes
from service.games.gilded_realms.table import Table

ROLLED = ("resolve-attack", "resolve-defence", "end-assault")
UPON: dict[str, tuple[str, ...]] = {
    # the Steps of the round
    "reveal-stances": ("campaign-turns",),
    "campaign-turns": ("resolve-caravans",),
    "resolve-caravans": ("resolve-overlays",),
    "resolve-overlays": ("reveal-year-event",),
    "reveal-year-event": ("reveal-warfront", "end-harvest"),
    "reveal-warfront": ("end-harvest",),
    "end-harvest": ("end-round",),
    # Stances and Campaigns
    "place-workers": ("campaign-turns",),
    "place-worker": ("place-workers",),
    "campaign-turn": ("resolve-caravans",),
    "end-campaign": ("campaign-turn",),
    **dict.fromkeys(("commit-units", *ROLLED[:2], "choose-spoils", "use-tribute"), ("end-campaign",)),
    "choose-defence": ("prepare-roll",),
    "prepare-roll": ("throw-prepared",),
    "throw-prepared": ROLLED,
    # Caravans
    "return-caravan": ("resolve-caravans",),
    **dict.fromkeys(("resolve-caravan", "caravan-silver", "complete-caravan"), ("return-caravan",)),
    "choose-route": ("complete-caravan",),
}
"""For each of these steps what may lie directly below it, which is what comes directly after it."""
DEFENDING = ("choose-defence", "prepare-roll", "throw-prepared")
"""Steps of a roll to defend, which a solo player may have to make at any time."""
SAME_SEAT = (
    "choose-defence",
    "prepare-roll",
    "throw-prepared",
    "resolve-caravan",
    "caravan-silver",
    "complete-caravan",
)
"""Steps that are followed by one of the same player."""


def agenda_order(table: Table) -> Iterator[Defect]:
    """Steps of the Event Phase lie upon what follows them, and a Campaign is under way where one is to be ended."""
    agenda: list[Any] = table.state.agenda
    for at, step in enumerate(agenda):
        below = agenda[at - 1] if at else None
        where = f"/agenda/{at}"
        if isinstance(step, Lanes):
            yield from in_lanes(step, where)
            continue
        wanted = UPON.get(name_of(step))
        if wanted is not None and (below is None or name_of(below) not in wanted):
            yield error(step.rule, where, "order", f"{name_of(step)} is followed by {' or '.join(wanted)}")
        elif name_of(step) in SAME_SEAT and step.seat != below.seat:  # type: ignore[union-attr]
            yield error(step.rule, f"{where}/seat", "seat", f"{name_of(step)} is followed by a step of the same player")
    yield from campaign_under_way(table, agenda)


def in_lanes(step: Lanes, where: str) -> Iterator[Defect]:
    """Nothing of the Event Phase that has an order is done in the own time, but for the roll of a Last Stand."""
    for seat, lane in step.lanes.items():
        for at, inner in enumerate(lane):
            name, below = name_of(inner), name_of(lane[at - 1]) if at else ""
            defends = name in DEFENDING and below in UPON[name] and below not in ROLLED[:2]
            if name in UPON and not defends:
                pointer = f"{where}/lanes/{seat}/{at}"
                yield error(inner.rule, pointer, "order", f"{name} is nothing of the own time")


def campaign_under_way(table: Table, agenda: list[Any]) -> Iterator[Defect]:
    """There is a Campaign exactly while its end is to come, and it is that of the player who has the turn."""
    names, campaign = [name_of(step) for step in agenda], table.state.campaign
    ends = names.count("end-campaign")
    if ends != (campaign is not None):
        yield error("campaigns.three-parts", "/campaign", "under-way", "one Campaign is under way until it has ended")
    elif campaign is not None:
        turn = agenda[names.index("end-campaign") - 1]
        if getattr(turn, "seat", campaign.attacker) != campaign.attacker:
            yield error("campaigns.rank-order", "/campaign/attacker", "turn", f"it is the turn of {turn.seat}")

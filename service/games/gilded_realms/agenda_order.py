"""What an agenda of the Event Phase must look like, so that it leads to the end of the round."""

from collections.abc import Iterator, Sequence
from typing import Any

from service.engine.agenda import name_of, names_of
from service.engine.defect import Defect, error, warning
from service.engine.step import Lanes, Step
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
    # the Year Event
    "turn-up-event": ("resolve-year-event",),
    **dict.fromkeys(("resolve-year-event", "discard-year-event"), ("reveal-warfront", "end-harvest")),
    **dict.fromkeys(("begin-invasion", "add-to-threat", "end-invasion"), ("discard-year-event",)),
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
THEN = {
    **dict.fromkeys(("build-phase", "progress-queue", "choose-stance"), "reveal-stances"),
    **dict.fromkeys(("progress-all", "negotiate"), "final-scoring"),
    **dict.fromkeys(("face-invasion", "defend", "resolve-damage", "survive-invasion"), "end-invasion"),
}
"""What comes when everybody is done with these steps of the own time."""
ONCE = ("choose-stance", "face-invasion", "defend", "survive-invasion", "build-phase", "action-phase")
AFTER_EVENT = {"end-harvest", "end-round", "ceremony", "final-scoring"}
BEFORE_EVENT = {"begin-round", "reveal-year-event", "turn-up-event", "resolve-year-event"}
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

Lane = tuple[str, list[Any], list[str]]
"""A seat, the steps in its lane and their names."""


def agenda_order(table: Table) -> Iterator[Defect]:
    """Steps of the Event Phase lie upon what follows them, and a Campaign is under way where one is to be ended."""
    agenda: list[Any] = table.state.agenda
    names = names_of(agenda)
    below: Any = None
    for at, (name, step) in enumerate(zip(names, agenda, strict=True)):
        where = f"/agenda/{at}"
        if isinstance(step, Lanes):
            lanes = [(seat, lane, names_of(lane)) for seat, lane in step.lanes.items()]
            yield from in_lanes(lanes, where)
            yield from followed(table, lanes, below, where)
        elif name in UPON and (below is None or names[at - 1] not in UPON[name]):
            yield error(step.rule, where, "order", f"{name} is followed by {' or '.join(UPON[name])}")
        elif name in SAME_SEAT and step.seat != below.seat:
            yield error(step.rule, f"{where}/seat", "seat", f"{name} is followed by a step of the same player")
        below = step
    yield from event_resolved(table, set(names))
    yield from campaign_under_way(table, names)


def in_lanes(lanes: Sequence[Lane], where: str) -> Iterator[Defect]:
    """Nothing of the Event Phase that has an order is done in the own time, but for the roll of a Last Stand."""
    for seat, lane, names in lanes:
        for at, name in enumerate(names):
            if name in UPON and not (name in DEFENDING and at and defends_upon(name, names[at - 1])):
                pointer = f"{where}/lanes/{seat}/{at}"
                yield error(lane[at].rule, pointer, "order", f"{name} is nothing of the own time")


def defends_upon(name: str, below: str) -> bool:
    """Whether a step of a roll to defend lies upon the next one of such a roll."""
    return below in UPON[name] and below not in ROLLED[:2]


def followed(table: Table, lanes: Sequence[Lane], below: Step | None, where: str) -> Iterator[Defect]:
    """What is done in the own time lies upon what comes when everybody is done; a Stance is chosen last and once."""
    follows = None if below is None else name_of(below)
    for seat, lane, names in lanes:
        for at, name in enumerate(names):
            if name == "progress-queue" and "progress-all" in names[max(0, at - 1) : at]:
                continue
            inner, pointer = lane[at], f"{where}/lanes/{seat}/{at}"
            wanted = after_everybody(name, inner)
            if wanted is not None and follows != wanted:
                yield error(inner.rule, pointer, "order", f"{name} of everybody is followed by {wanted}")
            if name == "choose-stance" and len(lane) == 1 and table.player(seat).hand:
                detail = f"{seat} has stored or discarded every card of the hand"
                yield warning("organise.discard-rest", f"/players/{seat}/hand", "hand", detail)
            if name == "choose-stance" and at:
                yield error(inner.rule, pointer, "order", "a Stance is chosen last")
            if name in ONCE and name in names[:at]:
                yield error(inner.rule, pointer, "twice", f"{name} comes once")


def after_everybody(name: str, step: Step) -> str | None:
    """What comes when everybody is done with a step of this name, if that is always the same."""
    if name in THEN:
        return THEN[name]
    if getattr(step, "bonus", False):
        return "final-scoring"
    return "reveal-stances" if name == "action-phase" else None


def event_resolved(table: Table, names: set[str]) -> Iterator[Defect]:
    """Where Step 7 or what follows it is next, this round's Year Event has been turned up."""
    place = table.state.year_events[table.state.round - 1]
    if place.lies == "down" and names & AFTER_EVENT and not names & BEFORE_EVENT:
        detail = f"the Year Event of round {table.state.round} has not been resolved"
        yield error("events.reveal", f"/year_events/{table.state.round - 1}", "face-down", detail)


def campaign_under_way(table: Table, names: list[str]) -> Iterator[Defect]:
    """There is a Campaign exactly while its end is to come, and it is that of the player who has the turn."""
    campaign = table.state.campaign
    ends = names.count("end-campaign")
    if ends != (campaign is not None):
        yield error("campaigns.three-parts", "/campaign", "under-way", "one Campaign is under way until it has ended")
    elif campaign is not None:
        turn = table.state.agenda[names.index("end-campaign") - 1]
        if getattr(turn, "seat", campaign.attacker) != campaign.attacker:
            yield error("campaigns.rank-order", "/campaign/attacker", "turn", f"it is the turn of {turn.seat}")

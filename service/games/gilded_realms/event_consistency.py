"""What must be true of an Invasion that is being resolved, and of Quests, in any state."""

from collections import Counter
from collections.abc import Iterator

from service.engine.defect import Defect, error, warning
from service.games.gilded_realms.event_cards import augmented
from service.games.gilded_realms.table import Table


def invasion(table: Table) -> Iterator[Defect]:
    """An Invasion is this round's Year Event, and nobody defends without one."""
    state = table.state
    present = [place.event for place in state.year_events[state.round - 1 : state.round]]
    if state.invasion is not None and state.invasion.event not in present:
        detail = f"{table.pack.title(state.invasion.event)} is not this round's Year Event"
        yield error("invasion.add-to-threat-roll", "/invasion/event", "other-event", detail)
    elif state.invasion is not None and table.pack.events[state.invasion.event].kind != "invasion":
        detail = f"{table.pack.title(state.invasion.event)} is no Invasion"
        yield error("invasion.add-to-threat-roll", "/invasion/event", "kind", detail)
    yield from shroud_on_it(table)
    for seat, player in state.players.items():
        defending, at = player.defending, f"/players/{seat}/defending"
        if defending is None:
            continue
        if state.invasion is None:
            yield error("invasion.individual", at, "no-invasion", f"{seat} faces no Invasion")
        strange = [piece for piece in defending.units if not table.piece(piece).is_unit]
        if strange:
            names = ", ".join(table.names(strange))
            yield error("invasion-defence.units", f"{at}/units", "no-unit", f"{names} cannot defend")
        if defending.damage and not defending.suffered:
            yield error("invasion-damage.amount", f"{at}/suffered", "damage", f"{seat} suffers Damage")


def shroud_on_it(table: Table) -> Iterator[Defect]:
    """A Shroud that was Augmented when the Invasion was turned up still lies on it."""
    seat = table.state.invasion.shroud if table.state.invasion is not None else None
    lying = augmented(table, table.state.round)
    if seat is not None and (lying is None or lying.seat != seat):
        detail = f"no Augmented Shroud of {seat} lies on this round's Year Event"
        yield error("emberfall.augmented-invasion", "/invasion/shroud", "no-shroud", detail)


def quests(table: Table) -> Iterator[Defect]:
    """There is one Quest of each kind, and none is left once Age I is over."""
    state = table.state
    found = Counter(player.quest for player in state.players.values() if player.quest is not None)
    for quest, number in found.items():
        if number > 1:
            name = table.pack.title(quest)
            yield warning("player-setup.draw-quests", "/players", "twice", f"{number} players have the Quest {name}")
    if state.round > table.pack.constants["age_1_rounds"][1]:
        for seat, player in state.players.items():
            if player.quest is not None:
                name = table.pack.title(player.quest)
                yield warning("end-of-age.quests-leave", f"/players/{seat}/quest", "left", f"{name} is in the box")

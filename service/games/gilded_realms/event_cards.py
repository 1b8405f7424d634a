"""Year Event cards that leave the Centre Board, and what Shrouds on them do when they are turned up or discarded."""

from service.engine.step import Step
from service.games.gilded_realms.effects_due import CarryOut
from service.games.gilded_realms.event_events import ShroudDiscarded, YearEventDiscarded
from service.games.gilded_realms.event_state import Shroud
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import gain


def discard_year_event(table: Table, round_: int, rule: str) -> None:
    """Discard the Year Event of a round with the Shroud on it; what the Shroud does then is put on the agenda."""
    place = table.state.year_events[round_ - 1]
    card = table.event(round_)
    place.lies = "gone"
    if card is not None:
        table.log(YearEventDiscarded(rule=rule, round=round_, event=card.id, name=card.name))
    shroud = place.shroud
    if shroud is not None:
        place.shroud = None
        solo = table.state.solo
        if solo is not None and round_ == table.state.round:
            solo.enigma = shroud.kind == "enigma"
        table.log(ShroudDiscarded(rule="emberfall.shroud-discard", seat=shroud.seat, round=round_))
        due = effects_on_discard(table, shroud)
        if due:
            table.push(*due)


def effects_on_discard(table: Table, shroud: Shroud) -> list[Step]:
    """What a Shroud does when it is discarded during the Event Phase (Chaos)."""
    effect = f"shroud.{shroud.kind}"
    return [CarryOut(seat=shroud.seat, effect=effect)] if table.pack.effects[effect].ops else []


def augmented(table: Table, round_: int) -> Shroud | None:
    """The Augmented Shroud on the Year Event of a round."""
    shroud = table.state.year_events[round_ - 1].shroud
    return shroud if shroud is not None and shroud.augmented else None


def reveal_under_shroud(table: Table, round_: int) -> None:
    """What an Augmented Shroud gives when the card under it is turned up; in an Invasion it counts as Defence."""
    shroud, card = augmented(table, round_), table.event(round_)
    if shroud is None or card is None or card.kind == "invasion":
        return
    if card.kind == "looming-threat":
        gain(table, shroud.seat, table.pack.augmented["looming-threat"], "emberfall.augmented-looming")
    else:
        gain(table, shroud.seat, {"silver": round_}, "emberfall.augmented-other")


def shroud_defence(table: Table, seat: str) -> int:
    """The Defence of the player whose Augmented Shroud lay on the Invasion when it was turned up."""
    invasion = table.state.invasion
    if invasion is None or invasion.shroud != seat:
        return 0
    by_age: dict[str, int] = table.pack.augmented["invasion"]["defence"]
    return by_age[f"age_{table.age}"]

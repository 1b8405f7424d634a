"""The Shrouds of Emberfall: choosing Year Events to Foresee, and what Shrouds do."""

from service.games.gilded_realms import effect_language as language
from service.games.gilded_realms.effects_due import CarryOut
from service.games.gilded_realms.foresee import Foresee
from service.games.gilded_realms.table import Table


def choose_foreseen(table: Table, step: CarryOut, op: language.Foresee) -> None:
    """The owner picks face-down Year Events to Foresee, and Shrouds are laid on them."""
    table.push(Foresee(seat=step.seat, number=op.events, asked_by=step.clause(table)))

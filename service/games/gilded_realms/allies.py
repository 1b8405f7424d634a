"""Allies that a solo player gains."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.gilded_realms.table import Table


class ChooseAlly(Step, tag="choose-ally"):
    """The solo player gains an Ally."""

    rule: ClassVar[str] = "allies.gain"

    seat: Seat

    def run(self, table: Table) -> None:
        return

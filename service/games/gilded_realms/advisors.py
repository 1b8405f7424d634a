"""Council Advisors and Commanders that players gain during the game."""

from typing import ClassVar

from service.engine.shapes import RuleRef, Seat
from service.engine.step import Step
from service.games.gilded_realms.table import Table


class ChooseAdvisor(Step, tag="choose-advisor"):
    """A player gains a Council Advisor or the Commander of the own Faction."""

    rule: ClassVar[str] = "council-advisors.choice"

    seat: Seat
    asked_by: RuleRef = "council-advisors.choice"

    def run(self, table: Table) -> None:
        return

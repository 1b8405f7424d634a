"""Step 5, Campaigns: in Rank Order the players in Attack Stance take their turns."""

from typing import ClassVar

from service.engine.step import Step
from service.games.gilded_realms.table import Table


class CampaignTurns(Step, tag="campaign-turns"):
    """The turns of the attackers."""

    rule: ClassVar[str] = "campaigns.rank-order"

    def run(self, table: Table) -> None:
        return

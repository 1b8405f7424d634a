"""What can happen in The Gilded Realms, as the record tells it: Stances, Campaigns, Caravans."""

from typing import Any, ClassVar

from service.engine.event import Event
from service.games.gilded_realms.events import Amounts


class StanceCommitted(Event, tag="stance-committed", kw_only=True):
    template: ClassVar[str] = "{seat} has chosen a Stance"
    seat: str


class StanceRevealed(Event, tag="stance-revealed", kw_only=True):
    template: ClassVar[str] = "{seat} is in {stance} Stance"
    reveals: ClassVar[bool] = True
    seat: str
    stance: str

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "stance": self.stance.title()}


class TotemPlaced(Event, tag="totem-placed", kw_only=True):
    template: ClassVar[str] = "The totem of {seat} goes to {place}"
    seat: str
    place: str


class WorkerPlaced(Event, tag="worker-placed", kw_only=True):
    template: ClassVar[str] = "{seat} places the Worker totem on {place}"
    seat: str
    place: str


# --- Campaigns --------------------------------------------------------------------------------------------------------


class TurnDelayed(Event, tag="turn-delayed", kw_only=True):
    template: ClassVar[str] = "{seat} delays the turn"
    seat: str


class CampaignsEnded(Event, tag="campaigns-ended", kw_only=True):
    template: ClassVar[str] = "{seat} ends the turn (Campaigns in this round: {number})"
    seat: str
    number: int


class CampaignLaunched(Event, tag="campaign-launched", kw_only=True):
    template: ClassVar[str] = "{seat} launches a Campaign against {target}"
    seat: str
    target: str


class DoubleCampaign(Event, tag="double-campaign", kw_only=True):
    template: ClassVar[str] = "It is a Double Campaign of {number} Units and counts as two"
    number: int


class UnitSent(Event, tag="unit-sent", kw_only=True):
    template: ClassVar[str] = "{seat} sends {name} to position {position} of the Build Queue"
    seat: str
    piece: str
    name: str
    position: str


class DefenceChosen(Event, tag="defence-chosen", kw_only=True):
    template: ClassVar[str] = "{seat} defends with {dice}"
    seat: str
    dice: list[str]


class RollModified(Event, tag="roll-modified", kw_only=True):
    template: ClassVar[str] = "{name} changes the roll of {seat} by {amount}"
    seat: str
    name: str
    amount: int


class DieImproved(Event, tag="die-improved", kw_only=True):
    template: ClassVar[str] = "The {old} die of {name} becomes {colour}"
    name: str
    old: str
    colour: str


class CampaignDecided(Event, tag="campaign-decided", kw_only=True):
    template: ClassVar[str] = "The Campaign of {seat} against {target} ends in {outcome} (Truemarks: {total})"
    seat: str
    target: str
    outcome: str
    total: int


class CampaignWon(Event, tag="campaign-won", kw_only=True):
    template: ClassVar[str] = "{seat} wins against {defender}, {attack} to {defence}"
    seat: str
    defender: str
    attack: int
    defence: int


class CampaignRepelled(Event, tag="campaign-repelled", kw_only=True):
    template: ClassVar[str] = "{defender} holds out against {seat}, {defence} to {attack}"
    seat: str
    defender: str
    attack: int
    defence: int


class RewardDoubled(Amounts, tag="reward-doubled", kw_only=True):
    template: ClassVar[str] = "{name} doubles the reward: {amounts} more"
    name: str
    amounts: dict[str, int]


class DrawRewardTaken(Event, tag="draw-reward-taken", kw_only=True):
    template: ClassVar[str] = "The Draw reward of {name} is gone"
    event: str
    name: str


class ThreatDefeated(Event, tag="threat-defeated", kw_only=True):
    template: ClassVar[str] = "{name} is beaten"
    event: str
    name: str


class RaidersDefeated(Event, tag="raiders-defeated", kw_only=True):
    template: ClassVar[str] = "Raiders are discarded from the Build Queue of {seat}"
    seat: str
    piece: str


class NothingToTake(Event, tag="nothing-to-take", kw_only=True):
    template: ClassVar[str] = "{defender} has nothing that {seat} could take"
    seat: str
    defender: str


class GoodsStolen(Amounts, tag="goods-stolen", kw_only=True):
    template: ClassVar[str] = "{seat} takes {amounts} from the Caravan of {defender}"
    seat: str
    defender: str
    amounts: dict[str, int]


class CaravanDamaged(Event, tag="caravan-damaged", kw_only=True):
    template: ClassVar[str] = "The Caravan of {seat} is damaged"
    seat: str


class CardStolen(Event, tag="card-stolen", kw_only=True):
    template: ClassVar[str] = "{seat} takes {name} from the Hinterland of {defender}"
    seat: str
    defender: str
    card: str
    name: str


# --- Caravans ---------------------------------------------------------------------------------------------------------


class GoodsSold(Amounts, tag="goods-sold", kw_only=True):
    template: ClassVar[str] = "The Caravan of {seat} discards {amounts}"
    seat: str
    amounts: dict[str, int]


class DamagedDice(Event, tag="damaged-dice", kw_only=True):
    template: ClassVar[str] = "The damaged Caravan of {seat} rolls {number} Grey dice more"
    seat: str
    number: int


class RouteTaken(Event, tag="route-taken", kw_only=True):
    template: ClassVar[str] = "{seat} takes the {route} Trade Route"
    seat: str
    route: str


class RouteDeclined(Event, tag="route-declined", kw_only=True):
    template: ClassVar[str] = "{seat} takes no Trade Route"
    seat: str


class NoCoin(Event, tag="no-coin", kw_only=True):
    template: ClassVar[str] = "The Caravan of {seat} brings no coin, and is Completed all the same"
    seat: str


class CaravanCompleted(Event, tag="caravan-completed", kw_only=True):
    template: ClassVar[str] = "{seat} Completes a Caravan"
    seat: str


class CaravanReturned(Event, tag="caravan-returned", kw_only=True):
    template: ClassVar[str] = "The Caravan of {seat} returns"
    seat: str


EVENTS: tuple[type[Event], ...] = (
    StanceCommitted,
    StanceRevealed,
    TotemPlaced,
    WorkerPlaced,
    TurnDelayed,
    CampaignsEnded,
    CampaignLaunched,
    DoubleCampaign,
    UnitSent,
    DefenceChosen,
    RollModified,
    DieImproved,
    CampaignDecided,
    CampaignWon,
    CampaignRepelled,
    RewardDoubled,
    DrawRewardTaken,
    ThreatDefeated,
    RaidersDefeated,
    NothingToTake,
    GoodsStolen,
    CaravanDamaged,
    CardStolen,
    GoodsSold,
    DamagedDice,
    RouteTaken,
    RouteDeclined,
    NoCoin,
    CaravanCompleted,
    CaravanReturned,
)

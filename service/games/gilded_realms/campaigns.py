"""Step 5, Campaigns: in Rank Order the players in Attack Stance take their turns.

A Campaign selects a target, queues Units, rolls, and is resolved against a card or against a player.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from service.engine.action import Action, Bundle, Where
from service.engine.counts import together
from service.engine.defect import Defect, error
from service.engine.shapes import Path, Seat, a_set
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.gilded_realms import banquet
from service.games.gilded_realms.abilities import UseAbility
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.campaign_defence import defence_roll
from service.games.gilded_realms.campaign_events import (
    CampaignLaunched,
    CampaignRepelled,
    CampaignsEnded,
    CampaignWon,
    DoubleCampaign,
    TurnDelayed,
    UnitSent,
)
from service.games.gilded_realms.campaign_rewards import icons, raiders_of, resolve_card, set_off, target_name
from service.games.gilded_realms.campaign_rolls import PrepareRoll, ThrowPrepared, dice_of_units, replace_dice
from service.games.gilded_realms.campaign_spoils import ChooseSpoils, UseTribute, defender_of
from service.games.gilded_realms.campaign_state import Campaign, CampaignTarget, Roll, TargetKind
from service.games.gilded_realms.dice import dice_of, finish_roll, roll_of, set_roll, start_roll, total
from service.games.gilded_realms.ids import EventCard, Piece, Pieces
from service.games.gilded_realms.moments import Moment
from service.games.gilded_realms.supply import move_army_to_queue
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import gain

Seats = Annotated[list[Seat], a_set(4)]


# --- turns ------------------------------------------------------------------------------------------------------------


class CampaignTurns(Step, tag="campaign-turns"):
    """The next attacker takes the turn: the highest Rank of those ``waiting`` who have not ``delayed`` it.

    ``waiting`` is null until the first turn: then it is everybody in Attack Stance.
    """

    rule: ClassVar[str] = "campaigns.rank-order"

    waiting: Seats | None = None
    delayed: Seats = []

    def run(self, table: Table) -> None:
        waiting = self.waiting
        if waiting is None:
            waiting = [seat for seat in table.state.seats if table.player(seat).stance == "attack"]
        order = [seat for seat in table.rank_order() if seat in waiting]
        asked = [seat for seat in order if seat not in self.delayed]
        delayed = self.delayed if asked else []
        for seat in (asked or order)[:1]:
            others = [other for other in waiting if other != seat]
            table.push(CampaignTurn(seat=seat, waiting=others, delayed=[other for other in delayed if other in others]))


class Delay(Action, tag="delay", frozen=True):
    """Let the attackers of lower Rank go first."""

    def violations(self, table: Table, step: "CampaignTurn", actor: str) -> Iterator[Violation]:
        order = table.rank_order()
        if not any(order.index(other) > order.index(actor) for other in step.waiting):
            yield Violation("campaigns.delay", "no attacker of lower Rank than {seat} has yet to go", seat=actor)
        if step.begun:
            yield Violation("campaigns.delay:begun", "{seat} has begun the turn", seat=actor)

    def apply(self, table: Table, step: "CampaignTurn", actor: str) -> None:
        table.leave(step)
        table.log(TurnDelayed(rule="campaigns.delay", seat=actor))
        waiting, delayed = sorted([*step.waiting, actor]), sorted([*step.delayed, actor])
        if delayed == waiting:
            # All have delayed: they are asked again, the one who has just done so after the others.
            delayed = [actor]
        table.push(CampaignTurns(waiting=waiting, delayed=delayed))


class EndCampaigns(Action, tag="end-campaigns", frozen=True):
    """End the turn, with or without any Campaign."""

    def apply(self, table: Table, step: "CampaignTurn", actor: str) -> None:
        table.leave(step)
        number = table.player(actor).campaigns
        rule = "attack-stance.any-number-of-campaigns" if number else "campaigns.none-allowed"
        table.log(CampaignsEnded(rule=rule, seat=actor, number=number))
        table.push(CampaignTurns(waiting=step.waiting, delayed=step.delayed))


def units_needed(table: Table, target: CampaignTarget) -> int:
    """How many Units a Campaign sends out."""
    printed = table.pack.constants["campaign"]
    number: int = printed["double_units"] if icons(table, target) > 1 else printed["units"]
    return number


def targets(table: Table, seat: str) -> Iterator[CampaignTarget]:
    """Everything that Campaigns of a player could be aimed at."""
    for _, card in table.looming():
        yield CampaignTarget(kind="looming-threat", event=card.id)
    for other in table.state.seats:
        yield CampaignTarget(kind="hinterland", seat=other)
    if table.solo:
        yield CampaignTarget(kind="frontline")
    if table.solo and raiders_of(table, seat):
        yield CampaignTarget(kind="raiders")


def complete(target: CampaignTarget) -> bool:
    """Whether a target says just what its kind needs."""
    named = target.event is not None, target.seat is not None
    return named == (target.kind == "looming-threat", target.kind == "hinterland")


def target_violations(table: Table, seat: str, target: CampaignTarget) -> Iterator[Violation]:
    """Why a Campaign cannot be aimed at this."""
    if target.kind == "hinterland" and target.seat == seat:
        yield Violation(
            "campaign-target.own-hinterland", "{seat} cannot attack the own Hinterland", at="defender", seat=seat
        )
    elif not complete(target):
        yield Violation(
            "campaign-target.declare:named",
            "a Looming Threat is named by its event, a Hinterland by its defender, and nothing else by either",
            at="target",
        )
    elif target not in targets(table, seat):
        name = target_name(table, target)
        yield Violation("campaign-target.declare", "{name} is no target for a Campaign now", at="target", name=name)
    threat = target.event is not None and table.pack.events[target.event].kind == "looming-threat"
    if target.kind == "looming-threat" and threat and not any(table.modifiers(seat, "may_target_looming_threats")):
        yield Violation(
            "campaign-target.siege-weapons",
            "{seat} needs Siege Weapons against a Looming Threat",
            at="target",
            seat=seat,
        )


class LaunchCampaign(Action, tag="campaign", frozen=True):
    """Launch a Campaign against a Looming Threat (``event``), a ``defender``'s Hinterland, the Frontline or Raiders."""

    target: TargetKind
    event: EventCard | None = None
    defender: Seat | None = None

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["LaunchCampaign"]:
        found = targets(table, actor)
        return [cls(actor=actor, target=target.kind, event=target.event, defender=target.seat) for target in found]

    def aimed_at(self) -> CampaignTarget:
        """The target as the state keeps it."""
        return CampaignTarget(kind=self.target, event=self.event, seat=self.defender)

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        target = self.aimed_at()
        yield from target_violations(table, actor, target)
        needs = units_needed(table, target)
        if complete(target) and table.army_size(actor) < needs:
            yield Violation(
                "queue-units.needs-units",
                "a Campaign against {name} takes {needs} Units, and {seat} has {has} in the Standing Army",
                at="target",
                name=target_name(table, target),
                needs=needs,
                seat=actor,
                has=table.army_size(actor),
            )

    def apply(self, table: Table, step: "CampaignTurn", actor: str) -> None:
        step.begun, target = True, self.aimed_at()
        table.state.campaign = Campaign(attacker=actor, target=target)
        name = target_name(table, target)
        table.log(CampaignLaunched(rule="campaign-target.declare", seat=actor, target=name))
        worth, player = icons(table, target), table.player(actor)
        if worth > 1:
            number = units_needed(table, target)
            table.log(DoubleCampaign(rule="campaigns.double", number=number))
        player.campaigns += worth
        player.most_campaigns = max(player.most_campaigns, player.campaigns)
        table.push(CommitUnits(seat=actor), EndCampaign())


class CampaignTurn(Moment, tag="campaign-turn"):
    """An attacker's turn: any number of Campaigns; ``waiting`` are the others who have yet to go."""

    rule: ClassVar[str] = "attack-stance.any-number-of-campaigns"
    prompt: ClassVar[str] = "Launch a Campaign, or end your turn."
    actions: ClassVar[tuple[type[Action], ...]] = (LaunchCampaign, Delay, EndCampaigns, *ANYTIME)

    waiting: Seats = []
    delayed: Seats = []
    begun: bool = False

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.seat in self.waiting:
            yield error("campaigns.rank-order", "/waiting", "twice", f"{self.seat} has the turn and waits for it")


class EndCampaign(Step, tag="end-campaign"):
    """A Campaign is over."""

    rule: ClassVar[str] = "campaigns.three-parts"

    def run(self, table: Table) -> None:
        table.state.campaign = None


# --- Queue Units ------------------------------------------------------------------------------------------------------


def units_left(table: Table) -> int:
    """How many Units the present Campaign still needs."""
    campaign = table.state.campaign
    return units_needed(table, campaign.target) - sum(campaign.units.values()) if campaign is not None else 0


class CommitUnit(Action, tag="commit-unit", frozen=True):
    """Send this Unit on the Campaign."""

    unit: Piece

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["CommitUnit"]:
        return [cls(actor=actor, unit=unit) for unit in sorted(table.player(actor).army)]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        if not table.player(actor).army.get(self.unit):
            yield Violation(
                "queue-units.move-two",
                "{seat} has no {name} in the Standing Army",
                at="unit",
                seat=actor,
                name=table.pack.title(self.unit),
            )

    def apply(self, table: Table, step: "CommitUnits", actor: str) -> None:
        campaign = table.state.campaign
        assert campaign is not None
        position = table.pack.constants["campaign"]["queue_position"]
        move_army_to_queue(table, actor, {self.unit: 1}, position)
        campaign.units = together(campaign.units, {self.unit: 1})
        rule = "queue-units.move-four" if icons(table, campaign.target) > 1 else "queue-units.move-two"
        name = table.pack.title(self.unit)
        table.log(UnitSent(rule=rule, seat=actor, piece=self.unit, name=name, position=str(position)))
        if not units_left(table):
            table.leave(step)
            march(table, campaign)


class CommitAll(Bundle, tag="commit-units", frozen=True):
    """Send these Units on the Campaign."""

    units: Pieces

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        left, named, campaign = units_left(table), sum(self.units.values()), table.state.campaign
        double = campaign is not None and icons(table, campaign.target) > 1
        if named != left and double:
            yield Violation(
                "queue-units.move-four:number",
                "still to be sent on the Double Campaign: {left}, named: {named}",
                at="units",
                left=left,
                named=named,
            )
        elif named != left:
            yield Violation(
                "queue-units.move-two:number",
                "still to be sent: {left}, named: {named}",
                at="units",
                left=left,
                named=named,
            )

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        for unit, number in self.units.items():
            for _ in range(number):
                yield CommitUnit(actor=actor, unit=unit)

    def written(self, number: int, part: Action) -> Path:
        return ("units",)


class CommitUnits(Moment, tag="commit-units"):
    """The attacker chooses the Units, one after the other; they go to the Build Queue."""

    rule: ClassVar[str] = "queue-units.move-two"
    prompt: ClassVar[str] = "Choose the Units that set out."
    actions: ClassVar[tuple[type[Action], ...]] = (CommitUnit, CommitAll, UseAbility)

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        """Between the Units only a solo player may do anything else (``emberfall.malveren-solo``)."""
        return self.actions if table.solo else (CommitUnit, CommitAll)

    def consistency(self, table: Table) -> Iterator[Defect]:
        campaign = table.state.campaign
        if campaign is None or campaign.attacker != self.seat or not units_left(table) > 0:
            yield error(self.rule, "/seat", "no-campaign", f"{self.seat} sends no Units")
        elif table.army_size(self.seat) < units_left(table):
            yield error("queue-units.needs-units", "/seat", "units", f"{self.seat} has too few Units")


def march(table: Table, campaign: Campaign) -> None:
    """All Units are on their way: what that sets off, then the roll."""
    seat = campaign.attacker
    roll = Roll(purpose="attack", dice=dice_of_units(table, seat, campaign.units))
    set_roll(table, seat, roll)
    replace_dice(table, seat, roll)
    steps = [PrepareRoll(seat=seat), ThrowPrepared(seat=seat), ResolveAttack(seat=seat)]
    table.push(*set_off(table, campaign, "campaign-used"), *steps)


# --- Resolve the Campaign ---------------------------------------------------------------------------------------------


class ResolveAttack(Step, tag="resolve-attack"):
    """The attacker's dice lie there: a card's chart is read, a defender rolls."""

    rule: ClassVar[str] = "campaign-card.compare-chart"

    seat: Seat

    def run(self, table: Table) -> None:
        campaign = table.state.campaign
        if campaign is None or roll_of(table, self.seat) is None:
            return
        against_player = campaign.target.kind == "hinterland"
        rule = "campaign-player.attacker-rolls" if against_player else self.rule
        campaign.attack = total(finish_roll(table, self.seat, rule))
        if campaign.target.seat is not None:
            defence_roll(table, campaign.target.seat, "campaign", ResolveDefence(seat=campaign.target.seat))
        else:
            resolve_card(table, campaign, campaign.attack)

    def consistency(self, table: Table) -> Iterator[Defect]:
        campaign = table.state.campaign
        if campaign is None or campaign.attacker != self.seat:
            yield error(self.rule, "/seat", "no-campaign", f"{self.seat} has no Campaign under way")


class ResolveDefence(Step, tag="resolve-defence"):
    """Attack and defence are compared: the attacker needs more."""

    rule: ClassVar[str] = "campaign-player.higher-wins"

    seat: Seat

    def run(self, table: Table) -> None:
        campaign = table.state.campaign
        if campaign is None or campaign.attack is None or roll_of(table, self.seat) is None:
            return
        attacker, attack = campaign.attacker, campaign.attack
        defence = total(finish_roll(table, self.seat, "campaign-player.defender-roll"))
        facts: dict[str, Any] = {"seat": attacker, "defender": self.seat, "attack": attack, "defence": defence}
        if attack > defence:
            table.log(CampaignWon(rule=self.rule, **facts))
            table.push(*banquet.occasion(table, attacker), ChooseSpoils(seat=attacker, defender=self.seat))
            return
        table.log(CampaignRepelled(rule=self.rule, **facts))
        prize = table.pack.constants["campaign"]["defender_wins"]
        gain(table, attacker, prize["attacker_gains"], "campaign-player.defender-wins-attacker")
        start_roll(table, self.seat, "tribute", dice_of(prize["defender_rolls"]), UseTribute(seat=self.seat))

    def consistency(self, table: Table) -> Iterator[Defect]:
        if defender_of(table) != self.seat:
            yield error(self.rule, "/seat", "no-campaign", f"no Campaign is aimed at {self.seat}")

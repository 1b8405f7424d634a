"""Phase 1 - Action Selection: a turn, the slots of the Action Bar, Following and Mustering."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, Literal

from service.engine.action import Action, Where
from service.engine.event import tags_of
from service.engine.shapes import RuleRef, Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea.abilities import ABILITY_ACTIONS, has_usable
from service.games.heroes_of_land_air_and_sea.building import Build
from service.games.heroes_of_land_air_and_sea.causes import obstacles, told
from service.games.heroes_of_land_air_and_sea.end_of_game import check_objectives
from service.games.heroes_of_land_air_and_sea.flying import Fly
from service.games.heroes_of_land_air_and_sea.ids import (
    ACTION_NAMES,
    COMMAND_ACTIONS,
    ActionName,
    CapitalAction,
    CommandAction,
)
from service.games.heroes_of_land_air_and_sea.marching import March
from service.games.heroes_of_land_air_and_sea.recruiting import RecruitUnits, courtyard
from service.games.heroes_of_land_air_and_sea.research import Research
from service.games.heroes_of_land_air_and_sea.round_events import (
    ActionTokenPassed,
    ActionTokenPlaced,
    FollowDeclined,
    Followed,
    MusterDeclined,
    Mustered,
    TurnEnded,
)
from service.games.heroes_of_land_air_and_sea.sailing import Sail
from service.games.heroes_of_land_air_and_sea.spells import Cast
from service.games.heroes_of_land_air_and_sea.supply import take_off_land
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.taxes import AdvanceTaxTrack, TaxResources
from service.games.heroes_of_land_air_and_sea.vessels import Exchange, may_exchange

EXECUTION: dict[ActionName, Callable[[str], Choice]] = {
    "recruit": lambda seat: RecruitUnits(seat=seat),
    "build": lambda seat: Build(seat=seat),
    "research": lambda seat: Research(seat=seat),
    "tax": lambda seat: TaxResources(seat=seat),
    "march": lambda seat: March(seat=seat),
    "sail": lambda seat: Sail(seat=seat),
    "fly": lambda seat: Fly(seat=seat),
    "cast": lambda seat: Cast(seat=seat),
}
"""The step at which each action is carried out."""


def can_execute(table: Table, seat: str, action: ActionName) -> bool:
    """Whether an action has at least one legal execution for a player."""
    return obstacles(table, seat, EXECUTION[action](seat)) is None


def slot_violations(table: Table, seat: str, action: ActionName) -> Iterator[Violation]:
    """Why a player has no open slot for an action."""
    if table.open_slot(seat, action) is not None:
        return
    occupants = [table.player(seat).slots[slot] for slot in table.pack.slots_of[action]]
    if "token" in occupants:
        yield Violation("round.no-repeat", "{seat} has selected {action} in this round", seat=seat, action=action)
    if "serf" in occupants:
        yield Violation(
            "round.slot-shared-with-serfs", "a Serf of {seat} fills the slot of {action}", seat=seat, action=action
        )


class PlaceToken(Action, tag="place-token", frozen=True):
    """Place an Action Token on an open Action Slot and carry the action out."""

    action: ActionName

    @classmethod
    def candidates(cls, table: Table, step: "TakeTurn", actor: str, where: Where) -> Iterable["PlaceToken"]:
        wanted = where.get("action")
        return [cls(actor=actor, action=action) for action in ACTION_NAMES if wanted in (None, action)]

    def violations(self, table: Table, step: "TakeTurn", actor: str) -> Iterator[Violation]:
        taken = list(slot_violations(table, actor, self.action))
        yield from taken
        found = None if taken else obstacles(table, actor, EXECUTION[self.action](actor))
        if found is not None:
            yield Violation(
                "round.must-use-token",
                "{seat} cannot carry {action} out: {cause}",
                seat=actor,
                action=self.action,
                cause=told(table, self.action, found),
            )

    def apply(self, table: Table, step: "TakeTurn", actor: str) -> None:
        player, slot = table.player(actor), table.open_slot(actor, self.action)
        assert slot is not None
        player.tokens -= 1
        player.slots[slot] = "token"
        step.stage = "after"
        table.log(ActionTokenPlaced(rule="round.place-token", seat=actor, action=self.action, slot=slot))
        check_objectives(table)
        table.push(EXECUTION[self.action](actor), *windows(table, actor, self.action))


def windows(table: Table, seat: str, action: ActionName) -> list[Step]:
    """What follows on an action that was selected with a token: Follows, or a Muster."""
    if action in COMMAND_ACTIONS:
        return [MusterWindow(seat=seat)]
    follows: list[Step] = [FollowWindow(seat=other, action=action) for other in table.others(seat)]  # type: ignore[arg-type]
    return [*follows, AdvanceTaxTrack()] if action == "tax" else follows


class PassToken(Action, tag="pass-token", frozen=True):
    """Pass an Action Token because no open slot has an action that can be carried out."""

    def violations(self, table: Table, step: "TakeTurn", actor: str) -> Iterator[Violation]:
        possible = [a for a in ACTION_NAMES if table.open_slot(actor, a) is not None and can_execute(table, actor, a)]
        if possible:
            yield Violation(
                "round.must-use-token:possible", "{seat} can still choose {possible}", seat=actor, possible=possible
            )

    def apply(self, table: Table, step: "TakeTurn", actor: str) -> None:
        table.player(actor).tokens -= 1
        step.stage = "after"
        table.log(ActionTokenPassed(rule="round.must-use-token", seat=actor))
        check_objectives(table)


class EndTurn(Action, tag="end-turn", frozen=True):
    """End the own turn."""

    def apply(self, table: Table, step: "TakeTurn", actor: str) -> None:
        step.stage = "over"
        table.log(TurnEnded(rule="round.turn-order", seat=actor))


class TakeTurn(Step, tag="take-turn"):
    """A turn: boarding and abilities, an Action Token on a slot, and boarding and abilities once more.

    Whoever has neither a Vessel to board or leave nor an ability to use is not asked again after the action.
    """

    rule: ClassVar[str] = "round.turn-order"
    prompt: ClassVar[str] = "Place an Action Token; before and after it you may board Vessels and use abilities."
    actions: ClassVar[tuple[type[Action], ...]] = (PlaceToken, PassToken, Exchange, *ABILITY_ACTIONS, EndTurn)

    seat: Seat
    stage: Literal["before", "after", "over"] = "before"

    def must(self, table: Table) -> Sequence[str]:
        if not table.is_in(self.seat) or self.stage == "over":
            return ()
        if self.stage == "before":
            return (self.seat,) if table.player(self.seat).tokens else ()
        return (self.seat,) if may_exchange(table, self.seat) or has_usable(table, self.seat) else ()

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        if self.stage == "before":
            return (PlaceToken, PassToken, Exchange, *ABILITY_ACTIONS)
        return (EndTurn, Exchange, *ABILITY_ACTIONS)

    def misplaced(self, table: Table, action: Action) -> Violation | None:
        if isinstance(action, EndTurn):
            return Violation(
                "round.turn-order:before-token",
                "{seat} ends the turn only after an Action Token has been placed or passed",
                at="type",
                seat=self.seat,
            )
        if isinstance(action, PlaceToken | PassToken):
            return Violation(
                "round.turn-order:after-token",
                "{seat} has used the Action Token of this turn; left is {types}",
                at="type",
                seat=self.seat,
                types=list(tags_of(self.types(table, self.seat))),
            )
        return None


class Follow(Action, tag="follow", frozen=True):
    """Move a Serf from the Courtyard to the same slot and carry the action out as well."""

    def violations(self, table: Table, step: "FollowWindow", actor: str) -> Iterator[Violation]:
        found = obstacles(table.with_serf_in_slot(actor, step.action), actor, EXECUTION[step.action](actor))
        if found is not None:
            yield Violation(
                "follow.must-execute",
                "with one Serf fewer {seat} cannot carry {action} out: {cause}",
                seat=actor,
                action=step.action,
                cause=told(table, step.action, found),
            )

    def apply(self, table: Table, step: "FollowWindow", actor: str) -> None:
        slot = serf_to_slot(table, actor, step.action)
        table.log(Followed(rule="follow.serf-required", seat=actor, action=step.action, slot=slot))
        table.push(EXECUTION[step.action](actor))


def serf_to_slot(table: Table, seat: str, action: ActionName) -> str:
    """A Serf goes from the Courtyard to the first open slot of an action."""
    slot = table.open_slot(seat, action)
    assert slot is not None
    take_off_land(table, seat, {table.faction(seat).serf: 1}, courtyard(table, seat))
    table.player(seat).slots[slot] = "serf"
    return slot


class DeclineFollow(Action, tag="decline-follow", frozen=True):
    """Do not follow."""

    def apply(self, table: Table, step: "FollowWindow", actor: str) -> None:
        table.log(FollowDeclined(rule="follow.order", seat=actor, action=step.action))


class FollowWindow(Choice, tag="follow-window"):
    """Another player may Follow a Capital Action; who has no Serf in the Courtyard or no open slot is not asked."""

    rule: ClassVar[str] = "follow.right"
    prompt: ClassVar[str] = "Follow {action} with a Serf, or decline."
    actions: ClassVar[tuple[type[Action], ...]] = (Follow, DeclineFollow)

    also_cites: ClassVar[tuple[str, ...]] = ("solo.no-enemy-follow",)

    action: CapitalAction
    asked_by: RuleRef = "follow.right"

    def cites(self) -> str:
        return self.asked_by if self.asked_by in self.also_cites else self.rule

    def must(self, table: Table) -> Sequence[str]:
        if not table.is_in(self.seat) or not table.courtyard_serfs(self.seat):
            return ()
        return (self.seat,) if table.open_slot(self.seat, self.action) is not None else ()

    def answers(self) -> bool:
        return True


def may_have_muster_left(table: Table, seat: str, tokens: int) -> bool:
    """Whether a Command Action of a player may still wait for its Muster, who has so many Action Tokens left.

    A token that is neither left nor on the Action Bar may have been placed on any action (``muster.once``).
    """
    slots, action_of = table.player(seat).slots, table.pack.slots
    command = [who for slot, who in slots.items() if action_of[slot] in COMMAND_ACTIONS]
    unsaid: int = table.pack.constants["action_tokens_per_player"] - tokens - list(slots.values()).count("token")
    return command.count("token") + max(0, unsaid) > command.count("serf")


class Muster(Action, tag="muster", frozen=True):
    """Move a Serf from the Courtyard to an open Command slot and carry that action out."""

    action: CommandAction

    @classmethod
    def candidates(cls, table: Table, step: "MusterWindow", actor: str, where: Where) -> Iterable["Muster"]:
        return [cls(actor=actor, action=action) for action in COMMAND_ACTIONS]

    def violations(self, table: Table, step: "MusterWindow", actor: str) -> Iterator[Violation]:
        taken = list(slot_violations(table, actor, self.action))
        yield from taken
        if not table.courtyard_serfs(actor):
            yield Violation("muster.serf-source", "{seat} has no Serf in the Courtyard", seat=actor)
            return
        with_serf = table.with_serf_in_slot(actor, self.action)
        found = None if taken else obstacles(with_serf, actor, EXECUTION[self.action](actor))
        if found is not None:
            yield Violation(
                "muster.must-execute",
                "with one Serf fewer {seat} cannot carry {action} out: {cause}",
                seat=actor,
                action=self.action,
                cause=told(table, self.action, found),
            )

    def apply(self, table: Table, step: "MusterWindow", actor: str) -> None:
        step.over = True
        slot = serf_to_slot(table, actor, self.action)
        table.log(Mustered(rule="muster.right", seat=actor, action=self.action, slot=slot))
        table.push(EXECUTION[self.action](actor))


class DeclineMuster(Action, tag="decline-muster", frozen=True):
    """Do not muster."""

    def apply(self, table: Table, step: "MusterWindow", actor: str) -> None:
        step.over = True
        table.log(MusterDeclined(rule="muster.right", seat=actor))


class MusterWindow(Step, tag="muster-window"):
    """After a Command Action the player may Muster one more; boarding and abilities are allowed before it.

    Nobody is asked who has no open Command slot, or no Serf that is in the Courtyard or could leave a Vessel there.
    """

    rule: ClassVar[str] = "muster.right"
    prompt: ClassVar[str] = "Muster a Serf for a second Command Action, or decline."
    actions: ClassVar[tuple[type[Action], ...]] = (Muster, DeclineMuster, Exchange, *ABILITY_ACTIONS)

    seat: Seat
    over: bool = False

    def must(self, table: Table) -> Sequence[str]:
        if self.over or not table.is_in(self.seat):
            return ()
        if all(table.open_slot(self.seat, action) is None for action in COMMAND_ACTIONS):
            return ()
        capital, serf = table.player(self.seat).capital, table.faction(self.seat).serf
        return (self.seat,) if capital and table.units_at(self.seat, capital).get(serf) else ()

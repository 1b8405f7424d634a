"""Phase One: Secret Orders. Six wheels, set in secret by everybody at the same time, and revealed together."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Path
from service.engine.step import Commitment, Step
from service.engine.violation import Violation
from service.games.lords_of_xidit.events import LimitsReset, ProgramCommitted, ProgramRevealed, WheelSet, YearBegun
from service.games.lords_of_xidit.ids import ICONS, WHEELS, Icon
from service.games.lords_of_xidit.scoring import is_hidden
from service.games.lords_of_xidit.state import Program
from service.games.lords_of_xidit.table import Table

Wheel = Annotated[int, Meta(ge=1, le=WHEELS, description="1 is the left-most wheel, the first Order")]


class SetWheel(Action, tag="set-wheel", frozen=True):
    """Set one of the six wheels to an icon; to change it, finish and take the program back."""

    wheel: Wheel
    icon: Icon

    @classmethod
    def candidates(cls, table: Table, step: "ProgramOrders", actor: str, where: Where) -> Iterable["SetWheel"]:
        return [cls(actor=actor, wheel=wheel, icon=icon) for wheel in range(1, WHEELS + 1) for icon in ICONS]

    def violations(self, table: Table, step: "ProgramOrders", actor: str) -> Iterator[Violation]:
        if table.player(actor).wheels[self.wheel - 1] is not None:
            yield self.is_set("wheel")

    def is_set(self, at: str) -> Violation:
        """Why a wheel cannot be set again; ``at`` says where the request names it."""
        return Violation(
            "secret-orders.all-wheels-set:twice",
            "wheel {wheel} is set; finish, and take the program back to change it",
            at=at,
            wheel=self.wheel,
        )

    def apply(self, table: Table, step: "ProgramOrders", actor: str) -> None:
        table.player(actor).wheels[self.wheel - 1] = self.icon
        rule = "secret-orders.any-combination"
        table.log(WheelSet(rule=rule, seat=actor, wheel=self.wheel, icon=self.icon, seen_by=[actor]))


class SetProgram(Bundle, tag="set-program", frozen=True):
    """Set all six wheels at once; those that are set already must show the same icon."""

    listed: ClassVar[bool] = True

    orders: Program

    def violations(self, table: Table, step: "ProgramOrders", actor: str) -> Iterator[Violation]:
        wheels = table.player(actor).wheels
        if None not in wheels:
            yield Violation(
                "secret-orders.all-wheels-set:full",
                "all six wheels are set; finish, and take the program back to change it",
            )
        for wheel, (icon, shown) in enumerate(zip(self.orders, wheels, strict=True), start=1):
            if shown not in (None, icon):
                yield SetWheel(actor=actor, wheel=wheel, icon=icon).is_set(f"orders/{wheel - 1}")

    @classmethod
    def candidates(cls, table: Table, step: "ProgramOrders", actor: str, where: Where) -> Iterable["SetProgram"]:
        for orders in product(*_icons(where.get("orders"))):
            yield cls(actor=actor, orders=list(orders))

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        for wheel, icon in enumerate(self.orders, start=1):
            if table.player(actor).wheels[wheel - 1] != icon:
                yield SetWheel(actor=actor, wheel=wheel, icon=icon)

    def written(self, number: int, part: Action) -> Path:
        return ("orders", part.wheel - 1) if isinstance(part, SetWheel) else ()


def _icons(wanted: object) -> list[tuple[Icon, ...]]:
    """The icons worth trying on each wheel: all, or the ones that a partial program names."""
    if not isinstance(wanted, list) or len(wanted) != WHEELS:
        return [ICONS] * WHEELS
    return [tuple(icon for icon in ICONS if named in (None, icon)) for named in wanted]


class CommitProgram(Action, tag="commit-program", frozen=True):
    """Finish programming; the program can be taken back until everybody has finished."""

    def violations(self, table: Table, step: "ProgramOrders", actor: str) -> Iterator[Violation]:
        unset = [wheel for wheel, icon in enumerate(table.player(actor).wheels, start=1) if icon is None]
        if unset:
            yield Violation("secret-orders.all-wheels-set", "not set: wheels {unset}", unset=unset)

    def apply(self, table: Table, step: "ProgramOrders", actor: str) -> None:
        step.committed = True
        table.log(ProgramCommitted(rule="secret-orders.simultaneous", seat=actor))


class ProgramOrders(Commitment, tag="program-orders"):
    """Every player programs six Orders, unseen by the others."""

    rule: ClassVar[str] = "secret-orders.program-six"
    prompt: ClassVar[str] = "Set your six wheels, then finish."
    actions: ClassVar[tuple[type[Action], ...]] = (SetWheel, SetProgram, CommitProgram)
    taken_back_by: ClassVar[str] = "secret-orders.simultaneous"

    def consistency(self, table: Table) -> Iterator[Defect]:
        player = table.player(self.seat)
        if self.committed and not is_hidden(player) and None in player.wheels:
            yield error(
                "secret-orders.all-wheels-set", "/committed", "blank", f"{self.seat} has finished with unset wheels"
            )

    def take_back(self, table: Table) -> None:
        table.player(self.seat).wheels = [None] * WHEELS
        self.committed = False


class BeginYear(Step, tag="begin-year"):
    """A Game Year begins with the programming of all players, whose wheels are unset."""

    rule: ClassVar[str] = "secret-orders.program-six"

    def run(self, table: Table) -> None:
        self._clear(table)
        rule = "year-end.next-programming" if table.state.year > 1 else self.rule
        table.log(YearBegun(rule=rule, year=table.state.year))
        lanes = {seat: [ProgramOrders(seat=seat)] for seat in table.in_turn()}
        table.push(table.lanes(lanes), RevealPrograms())

    def _clear(self, table: Table) -> None:
        """Nothing is left of what came before, from wherever a table has been entered."""
        table.state.orders, table.state.order, table.state.presets = {}, 1, {}
        for player in table.state.players.values():
            player.wheels, player.census_hand = [None] * WHEELS, None
        reset_limits(table)


def reset_limits(table: Table) -> None:
    """Forget where each player has recruited, eliminated a threat, or eliminated a Titan."""
    players = table.state.players.values()
    if any(player.recruited or player.freed or player.beaten for player in players):
        table.log(LimitsReset(rule="year-end.carry-over"))
    for player in players:
        player.recruited, player.freed, player.beaten = [], [], []


class RevealPrograms(Step, tag="reveal-programs"):
    """All Programming Boards are revealed together, and the first Order begins."""

    rule: ClassVar[str] = "order-resolution.reveal"

    def run(self, table: Table) -> None:
        from service.games.lords_of_xidit.order_resolution import ExecuteOrder

        for seat in table.in_turn():
            player = table.player(seat)
            orders = [icon for icon in player.wheels if icon]
            table.state.orders[seat] = orders
            player.wheels = [None] * WHEELS
            table.log(ProgramRevealed(rule=self.rule, seat=seat, orders=orders))
        table.push(ExecuteOrder(number=1, seat=table.state.first_player))

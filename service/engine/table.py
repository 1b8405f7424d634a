"""The table: a state with its pack and what has happened so far. Rules work on it."""

from types import TracebackType
from typing import Any, Generic, TypeVar

from service.engine.action import Action
from service.engine.event import Event
from service.engine.pack import Pack
from service.engine.state import State
from service.engine.step import Lanes, Step

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Pack)


class SealedTable(Exception):
    """A rule that should only read tried to write."""


class Sealing:
    """Keeps a table sealed for a while; what was sealed before stays sealed."""

    __slots__ = ("_before", "_table")

    def __init__(self, table: "Table[Any, Any]") -> None:
        self._table, self._before = table, table.sealed

    def __enter__(self) -> None:
        self._table.sealed = True

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._table.sealed = self._before


class Table(Generic[S, P]):
    """A state with its pack and the events of this ruling.

    While legality is asked the table is sealed: ``log`` and ``push`` then raise ``SealedTable``.
    """

    def __init__(self, state: S, pack: P, lanes: type[Lanes] = Lanes) -> None:
        self.state = state
        self._lanes = lanes
        self.pack = pack
        self.events: list[Event] = []
        self.applied: list[Action] = []
        self.sealed = False
        self.irreversible = False
        self.by_seed = 0
        """Chance decisions that a seed has settled here."""
        self.by_setup: list[Action] = []
        """What the setup had chosen beforehand and has been carried out since the last action of anybody else."""
        self._settled_before = state.chances
        self._stack: list[Any] = state.agenda

    @property
    def by_hand(self) -> int:
        """Chance decisions settled here by what somebody said had come up."""
        return self.state.chances - self._settled_before - self.by_seed

    def sealing(self) -> Sealing:
        """Seal the table for as long as the ``with`` lasts."""
        return Sealing(self)

    def log(self, event: Event) -> None:
        """Note an event. Its text is made when somebody is told of it: most tables are for trying something out."""
        if self.sealed:
            raise SealedTable(type(event).__name__)
        self.events.append(event)
        if event.shows():
            self.irreversible = True

    def answers(self, step: Step, actor: str) -> bool:
        """Whether an actor who decides here reacts to what another seat has done: as the step says."""
        return step.answers()

    def told(self, since: int = 0) -> list[Event]:
        """The events from this one on, with their texts."""
        events = self.events[since:]
        for event in events:
            if not event.text:
                event.tell(self.pack.words)
        return events

    def push(self, *steps: Step) -> None:
        """Put steps on the agenda, the first of them on top: they come before everything that is already there."""
        if self.sealed:
            raise SealedTable(type(steps[0]).__name__)
        self._stack.extend(reversed(steps))

    def lanes(self, lanes: dict[str, list[Any]]) -> Step:
        """A step that holds a stack of steps for each seat."""
        return self._lanes(lanes=lanes)

    def work_on(self, stack: list[Any]) -> None:
        """Say which stack ``push`` adds to: the agenda, or the lane of one seat."""
        self._stack = stack


class RememberingTable(Table[S, P]):
    """A table whose questions may keep what they have worked out, in ``memo``, until anything happens on it.

    A rule that writes without telling, pushing or turning to another stack afterwards must not ask again in between.
    """

    def __init__(self, state: S, pack: P, lanes: type[Lanes] = Lanes) -> None:
        super().__init__(state, pack, lanes)
        self.memo: dict[Any, Any] = {}

    def log(self, event: Event) -> None:
        """Note an event."""
        self.memo.clear()
        super().log(event)

    def push(self, *steps: Step) -> None:
        """Put steps on the agenda, the first of them on top."""
        self.memo.clear()
        super().push(*steps)

    def work_on(self, stack: list[Any]) -> None:
        """Say which stack ``push`` adds to."""
        self.memo.clear()
        super().work_on(stack)

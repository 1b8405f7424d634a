"""Steps: the entries of a state's agenda, each a moment at which somebody decides or something happens by itself."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from service.engine.action import Action, ChanceAction, TakeBack
from service.engine.defect import Defect
from service.engine.shapes import CHANCE, Seat
from service.engine.telling import PLAIN, Words, tell_of
from service.engine.violation import Violation


class Step(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """One entry of the agenda.

    ``rule`` is the clause that makes the step due: it is cited for a wrong seat or a wrong type of action.
    ``prompt`` asks the actor in a sentence, filled with the step's own parameters. ``actions`` are the types of
    action it takes. A step that several clauses can make due says in ``cites`` which one it was, and lists the
    others in ``also_cites``. A step that is ``once`` is settled by the first action: it has left the agenda when
    the action applies.
    """

    rule: ClassVar[str] = ""
    prompt: ClassVar[str] = ""
    actions: ClassVar[tuple[type[Action], ...]] = ()
    also_cites: ClassVar[tuple[str, ...]] = ()
    once: ClassVar[bool] = False

    def must(self, table: Any) -> Sequence[str]:
        """Who has to decide now; follows from public facts alone."""
        return ()

    def may(self, table: Any) -> Sequence[str]:
        """Who may decide now although nobody waits for it."""
        return ()

    def types(self, table: Any, actor: str) -> tuple[type[Action], ...]:
        """The types of action open to this actor."""
        return self.actions

    def cites(self) -> str:
        """The clause that has made this step due."""
        return self.rule

    def asks(self, words: Words = PLAIN) -> str:
        """The prompt, filled with the step's own parameters; ``words`` are the names that the pack has for ids."""
        return tell_of(self.prompt, self, words)

    def objection(self, table: Any, actor: str) -> Violation | None:
        """Why just this actor may not decide here, where a clause says more than whose turn it is."""
        return None

    def misplaced(self, table: Any, action: Action) -> Violation | None:
        """Why just this action is not open to the actor now, where there is more to say than which types are."""
        return None

    def answers(self) -> bool:
        """Whether the actor here reacts to what another seat has done, so that nobody else's undo may reach across."""
        return False

    def run(self, table: Any) -> None:
        """What happens when nobody must decide any more; the step has left the agenda by then."""

    def consistency(self, table: Any) -> Iterator[Defect]:
        """What cannot be true of this step in any state; pointers are relative to the step."""
        return iter(())


class Choice(Step):
    """A step at which one seat decides once."""

    once: ClassVar[bool] = True

    seat: Seat

    def must(self, table: Any) -> Sequence[str]:
        """The seat."""
        return (self.seat,)


class ChanceStep(Step):
    """A step at which chance decides once: one die or one card."""

    once: ClassVar[bool] = True

    def must(self, table: Any) -> Sequence[str]:
        """Chance, always."""
        return (CHANCE,)

    def outcomes(self, table: Any) -> Sequence[ChanceAction]:
        """What may come, each once, with weights, in a fixed order."""
        raise NotImplementedError


class Commitment(Step):
    """A secret simultaneous choice, one in each lane; it can be taken back until all are in.

    A subclass has the actions that commit and says how ``take_back`` undoes them, and in ``taken_back_by`` by which
    clause, if not by the one that makes the step due. Whether a seat has committed is public.
    """

    taken_back_by: ClassVar[str] = ""

    seat: Seat
    committed: bool = False

    def asks(self, words: Words = PLAIN) -> str:
        """The step's prompt; whoever has committed is asked no more."""
        return "You may take your choice back until everybody is done." if self.committed else super().asks(words)

    def must(self, table: Any) -> Sequence[str]:
        """The seat, until it has committed."""
        return () if self.committed else (self.seat,)

    def may(self, table: Any) -> Sequence[str]:
        """The seat, once it has committed: it may take back."""
        return (self.seat,) if self.committed else ()

    def types(self, table: Any, actor: str) -> tuple[type[Action], ...]:
        """The choices, or taking back."""
        return (TakeBack,) if self.committed else self.actions

    def take_back(self, table: Any) -> None:
        """Undo the commitment."""
        raise NotImplementedError


class Lanes(Step, tag="lanes"):
    """A stack of steps for each seat, worked on independently; over when no lane has anybody who must decide.

    The game derives its own ``lanes`` type with its steps in it.
    """

    rule: ClassVar[str] = "referee.not-at-this-step"

    lanes: dict[str, list[Any]]

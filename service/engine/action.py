"""Actions: what somebody may do at a step. Legality is written in ``violations`` and nowhere else."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from service.engine.event import TakenBack
from service.engine.shapes import Actor, Path
from service.engine.violation import Violation

Where = Mapping[str, Any]

MOST_NAMED = 12
_NOT_READ = ("actor", "weight", "probability")


class Action(Struct, tag_field="type", frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action: its fields are its parameters.

    ``violations`` yields every clause that the action would break at this step, and reads only. ``apply`` carries a
    legal action out and may only be called when there are none. ``candidates`` yields every action of this type
    that could be legal here, each once and in a fixed order; it may use ``where`` to leave out what cannot agree
    with it.
    """

    kind: ClassVar[str] = "action"

    actor: Actor

    @classmethod
    def candidates(cls, table: Any, step: Any, actor: str, where: Where) -> Iterable[Self]:
        """Every action of this type worth asking about; by default the one without parameters."""
        return [cls(actor=actor)]

    def violations(self, table: Any, step: Any, actor: str) -> Iterator[Violation]:
        """The clauses that this action would break."""
        return iter(())

    def apply(self, table: Any, step: Any, actor: str) -> None:
        """Carry the action out."""
        raise NotImplementedError


class ChanceAction(Action, frozen=True, kw_only=True):
    """An outcome of a die, a draw or a shuffle; its actor is ``chance``.

    ``weight`` and ``probability`` are told in lists; in a proposed action they may stand and are not read.
    """

    weight: Annotated[int, Meta(ge=1, le=1_000_000)] | UnsetType = UNSET
    probability: Annotated[float, Meta(ge=0, le=1)] | UnsetType = UNSET

    @classmethod
    def candidates(cls, table: Any, step: Any, actor: str, where: Where) -> Iterable[Self]:
        """What the step says may come, with weights."""
        return [outcome for outcome in step.outcomes(table) if isinstance(outcome, cls)]

    def violations(self, table: Any, step: Any, actor: str) -> Iterator[Violation]:
        """Chance gives only what may still come."""
        outcomes = [outcome for outcome in step.outcomes(table) if isinstance(outcome, type(self))]
        if all(self.bare() != outcome.bare() for outcome in outcomes):
            possible = [outcome.words() for outcome in outcomes]
            yield Violation(
                "referee.cannot-come",
                "{outcome} cannot come up here, only {possible}",
                at=self._strange_parameter(outcomes),
                outcome=self.words(),
                possible=possible[:MOST_NAMED] + ["…"] * (len(possible) > MOST_NAMED),
            )

    def _strange_parameter(self, outcomes: Iterable["ChanceAction"]) -> str:
        """The first parameter that no possible outcome shares."""
        names = [name for name in self.__struct_fields__ if name not in _NOT_READ]
        strange = (n for n in names if all(getattr(o, n) != getattr(self, n) for o in outcomes))
        return next(strange, names[-1])

    def words(self) -> str:
        """Its parameters in one line."""
        return " ".join(str(getattr(self, name)) for name in self.__struct_fields__ if name not in _NOT_READ)

    def bare(self) -> Self:
        """The outcome without weight and probability."""
        if self.weight is UNSET and self.probability is UNSET:
            return self
        return replace(self, weight=UNSET, probability=UNSET)


class Bundle(Action, frozen=True):
    """Several steps said in one breath; it means exactly the actions it expands to, one after the other.

    ``expand`` is a generator and sees the table as the parts before have left it; ``violations`` only says whether
    the whole is one (all the dice, no more Units than are due); ``written`` says which of the bundle's parameters
    holds a part, so that a refusal of the part points there. A bundle with ``listed`` is enumerated under a
    ``where`` that names its type, from its ``candidates``.
    """

    kind: ClassVar[str] = "bundle"
    listed: ClassVar[bool] = False

    @classmethod
    def candidates(cls, table: Any, step: Any, actor: str, where: Where) -> Iterable[Self]:
        """Every bundle of this type worth asking about; none unless ``listed``."""
        return ()

    def expand(self, table: Any, actor: str) -> Iterator[Action]:
        """The steps' own actions that it stands for."""
        raise NotImplementedError

    def written(self, number: int, part: Action) -> Path:
        """Where in this bundle the part with this number (from 0) stands; empty where in no place of its own."""
        return ()


class Offer(Action, frozen=True):
    """An action with a content that players invent, judged but never listed (a trade)."""

    kind: ClassVar[str] = "offer"

    @classmethod
    def candidates(cls, table: Any, step: Any, actor: str, where: Where) -> Iterable[Self]:
        """None: what may be offered is without end."""
        return ()


class TakeBack(Action, tag="take-back", frozen=True):
    """Take back a commitment that nobody has seen yet."""

    def violations(self, table: Any, step: Any, actor: str) -> Iterator[Violation]:
        """None: it is offered only while the commitment can be taken back."""
        return iter(())

    def apply(self, table: Any, step: Any, actor: str) -> None:
        """Let the step undo its own commitment."""
        step.take_back(table)
        table.log(TakenBack(rule=step.taken_back_by or step.rule, seat=actor))

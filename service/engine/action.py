"""Actions: what somebody may do at a step. Legality is written in ``violations`` and nowhere else."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self

from msgspec import UNSET, Meta, Struct, UnsetType

from service.engine.shapes import CHANCE, Actor
from service.engine.violation import Violation

Where = Mapping[str, Any]


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

    @property
    def is_weighted(self) -> bool:
        """Whether it came out of a list."""
        return self.weight is not UNSET


class Bundle(Action, frozen=True):
    """Several steps said in one breath; it means exactly the actions it expands to, one after the other.

    ``expand`` is a generator and sees the table as the parts before have left it. A bundle with ``listed`` is
    enumerated under a ``where`` that names its type, from its ``candidates``.
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


def is_chance(action: Action) -> bool:
    """Whether the action is an outcome of chance."""
    return action.actor == CHANCE

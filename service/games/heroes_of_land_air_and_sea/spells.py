"""B.4 Cast a Spell. A placeholder until the chapter is written: nothing can be cast."""

from typing import ClassVar

from service.engine.action import Action
from service.engine.step import Choice
from service.engine.violation import Violation  # noqa: F401


class Cast(Choice, tag="cast"):
    """The Cast action."""

    rule: ClassVar[str] = "cast.source"
    prompt: ClassVar[str] = "Cast a Spell."
    actions: ClassVar[tuple[type[Action], ...]] = ()

"""What the referee refuses to judge. The web makes a problem report of each; nothing here knows HTTP."""

from collections.abc import Sequence

from service.engine.defect import Defect
from service.engine.shapes import Flaw
from service.engine.violation import Violated


class Refused(Exception):
    """Base of all refusals; ``detail`` is a sentence for the client."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class MalformedAction(Refused):
    """An action that cannot be: an id that does not exist, a set with something twice."""

    def __init__(self, errors: Sequence[Flaw]) -> None:
        super().__init__("the request names something that does not exist or is not well-formed")
        self.errors = list(errors)


class ImpossibleState(Refused):
    """A state that cannot be judged."""

    def __init__(self, defects: Sequence[Defect]) -> None:
        super().__init__("the state cannot occur in this game")
        self.defects = list(defects)


class IllegalSetup(Refused):
    """A setup that the rules do not allow."""

    def __init__(self, detail: str, violations: Sequence[Violated]) -> None:
        super().__init__(detail)
        self.violations = list(violations)


class HiddenValue(Refused):
    """A question that needs what this view hides."""


class RulesVersion(Refused):
    """A state of another version of the rules."""

    def __init__(self, found: str, accepts: Sequence[str]) -> None:
        super().__init__(f"the state follows rules version {found!r}; this service takes {', '.join(accepts)}")
        self.accepts = list(accepts)


class BadCursor(Refused):
    """A cursor that does not belong to this question."""

    def __init__(self) -> None:
        super().__init__("the cursor does not go with this state, actor, where and explain")


class TooMuchWork(Refused):
    """An enumeration past the work budget; ``narrow_by`` names the parameters that make the question smaller."""

    def __init__(self, narrow_by: Sequence[str]) -> None:
        super().__init__("the list is too long to be worked out; ask for a part of it")
        self.narrow_by = list(narrow_by)


class UnknownPack(Refused):
    """A component pack that this game does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no pack {name!r}")
        self.name = name

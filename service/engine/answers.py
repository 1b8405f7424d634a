"""What the referee answers, in the shapes of the wire. They are encoded as they stand."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from service.engine.catalogue import Clause
from service.engine.defect import Defect
from service.engine.shapes import Shape
from service.engine.state import Result
from service.engine.violation import Violated


class PlayerRange(Shape):
    """How many may play."""

    min: int
    max: int


class About(Shape):
    """A game in one paragraph of data."""

    id: str
    title: str
    players: PlayerRange
    seats: list[str]
    rules_version: str
    accepts: list[str]
    packs: list[str]


class ActionType(Shape):
    """A type of action: its name, a title, one sentence, and the JSON Schema of its parameters."""

    type: str
    title: str
    sentence: str
    kind: Literal["action", "bundle", "offer"]
    schema: dict[str, Any]


class StepType(Shape):
    """A step: its name, the clause that makes it due, what it asks, and the types of action it takes."""

    step: str
    rule: str
    prompt: str
    actions: list[str]


class Details(About):
    """Everything about a game that a client may want before the first move.

    ``ids`` lists, for the first pack, every id of every kind that the schemas name under ``x-id-of``.
    """

    options: dict[str, Any]
    seat: dict[str, Any]
    action_types: list[ActionType]
    steps: list[StepType]
    entry_steps: list[str]
    ids: dict[str, list[str]]
    provenance: dict[str, dict[str, int]]


class Rules(Shape):
    """A part of the rule catalogue."""

    rules: list[Clause]


class Decision(Shape):
    """A decision that is due; of several, any may be settled first.

    The game also goes on without an ``optional`` one: it offers to take a commitment back.
    """

    actor: str
    step: str
    rule: str
    prompt: str
    types: list[str]
    optional: bool


class PositionAnswer(Shape):
    """A state with what follows from it. ``defects``: what does not add up in a state that was entered by hand.

    ``seal`` proves, where the service has signing keys, that legal actions have led here.
    """

    state: Any
    digest: str
    seats: list[str]
    decisions: list[Decision]
    events: list[Any]
    finished: bool
    result: Result | None
    defects: list[Defect] | UnsetType = UNSET
    seal: str | UnsetType = UNSET


class OpenType(Shape):
    """A type of action that is accepted now although the list does not hold it.

    A bundle says several listed actions in one breath, an offer has a content that players invent. Who has to decide
    always finds an action in the list as well.
    """

    type: str
    kind: Literal["bundle", "offer"]
    listed: bool
    schema: dict[str, Any]


class Unavailable(Shape):
    """An action that is not legal, with its reasons."""

    action: Any
    violations: list[Violated]


class ListedDecision(Shape):
    """A decision that is due, with its legal actions. ``count`` is the exact total; null past the work budget."""

    actor: str
    step: str
    optional: bool
    actions: list[Any]
    count: int | None
    next_cursor: str | None
    open: list[OpenType]
    unavailable: list[Unavailable] | UnsetType = UNSET


class LegalActions(Shape):
    """The decisions that are due, with their legal actions."""

    digest: str
    decisions: list[ListedDecision]


class LegalVerdict(Shape):
    """The ruling on a legal action or sequence: what it leads to. ``seal`` as in a position."""

    legal: Literal[True]
    state: Any
    digest: str
    applied: list[Any]
    events: list[Any]
    reversible: bool
    seats: list[str]
    decisions: list[Decision]
    finished: bool
    result: Result | None
    seal: str | UnsetType = UNSET


class IllegalVerdict(Shape):
    """The ruling on an illegal action or sequence: every clause it breaks. Nothing has been applied."""

    legal: Literal[False]
    digest: str
    failed_at: int
    violations: list[Violated]


Verdict = LegalVerdict | IllegalVerdict


class Validation(Shape):
    """Whether a state can be judged, and what does not add up; without errors also the fields of its position."""

    valid: bool
    defects: list[Defect]
    state: Any = UNSET
    digest: str | UnsetType = UNSET
    seats: list[str] | UnsetType = UNSET
    decisions: list[Decision] | UnsetType = UNSET
    events: list[Any] | UnsetType = UNSET
    finished: bool | UnsetType = UNSET
    result: Result | UnsetType | None = UNSET
    seal: str | UnsetType = UNSET


class Viewed(Shape):
    """A state, and events, as a viewer may see them."""

    state: Any
    events: list[Any] | UnsetType = UNSET


class ScoreLine(Shape):
    """One item of a score, with the clause that gives it; ``points`` is null where the viewer may not know them."""

    rule: str
    label: str
    points: int | None


class PlayerScore(Shape):
    """A seat's score; ``total`` is the sum of its lines, or null."""

    seat: str
    total: int | None
    lines: list[ScoreLine]


class TeamScore(Shape):
    """The score of a team: a line for each of its ``seats`` with that seat's total, and the ``total`` of the lines."""

    team: str
    seats: list[str]
    total: int | None
    lines: list[ScoreLine]


class TieBreak(Shape):
    """A rule that separated, or did not separate, seats of equal score."""

    rule: str
    seats: list[str]
    detail: str


class Scores(Shape):
    """The score of a position. ``final`` is false while the game goes on: then it is what the table shows now.

    ``teams`` stands there in team play, where seats win by the sum of their points; ``battle`` during a Battle.
    """

    players: list[PlayerScore]
    ranking: list[list[str]]
    tie_breaks: list[TieBreak]
    opponents: list[Any]
    final: bool
    battle: Any = UNSET
    teams: list[TeamScore] | UnsetType = UNSET


class Replay(Shape):
    """What came of a record of actions: the position reached, and where it stopped being legal."""

    legal: bool
    failed_at: int | None
    violations: list[Violated]
    position: PositionAnswer

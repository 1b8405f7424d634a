"""An app for one match: it keeps the state, the way back and the record, and asks one question a move."""

from dataclasses import dataclass, field

from tests.evenings.client import Game, Json

SPECTATOR = "spectator"


@dataclass
class Turn:
    """A move that was made: where, which, and what the referee answered."""

    before: Json
    action: Json
    verdict: Json


@dataclass
class Match:
    """A match in the app's own store. The service knows nothing of it.

    `seed` decides the dice and is published when the match is over; `salt` keeps digests from being guessed at.
    """

    game: Game
    players: int
    seed: str
    salt: str
    first: Json = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)

    def begin(self) -> None:
        """Set the match up. The seats are known with the answer, so that the views are asked for from then on."""
        seats = [entry["seat"] for entry in self.setup()["players"]]
        self.first = self.game.ask("states", **self.setup(), chance={"seed": self.seed}, include=everything(seats))

    def setup(self) -> Json:
        """What the match is set up from, chance apart: the default seats by name."""
        seats = self.game.about["seats"][: self.players]
        return {"players": [{"seat": seat} for seat in seats], "salt": self.salt}

    @property
    def now(self) -> Json:
        """The last answer: the state, who decides, what may be done, what each player sees, the score."""
        return self.turns[-1].verdict if self.turns else self.first

    def play(self, action: Json) -> Json:
        """Ask for a ruling on a move; a legal one is made."""
        verdict: Json = self.game.ask(
            "adjudications",
            state=self.now["state"],
            action=action,
            chance={"seed": self.seed},
            include=everything(self.now["seats"]),
        )
        if verdict["legal"]:
            self.turns.append(Turn(self.now, action, verdict))
        return verdict

    def may_undo(self) -> bool:
        """Whether the last move may be taken back: nobody has learned anything by it."""
        return bool(self.turns) and self.turns[-1].verdict["reversible"]

    def undo(self) -> None:
        """Take the last move back: the state before it counts again, and the service need not be asked."""
        assert self.may_undo()
        self.turns.pop()

    def record(self) -> list[Json]:
        """Everything that has happened since the setup, rolls and draws included."""
        return [action for turn in self.turns for action in turn.verdict["applied"]]


def everything(seats: list[str]) -> list[str]:
    """What one call brings along: all that the app shows to anybody."""
    return ["state", "legal-actions", "scores", *(f"view:{viewer}" for viewer in [*seats, SPECTATOR])]

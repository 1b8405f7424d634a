"""What the end of the game tells."""

from typing import ClassVar

from service.engine.event import Event
from service.games.heroes_of_land_air_and_sea.state import Objective

OBJECTIVE_NAME = {
    "explore": "eXplore",
    "expand": "eXpand",
    "exploit": "eXploit",
    "exterminate": "eXterminate",
    "capital-track": "The end of the Capital City Track",
}


class EndTriggered(Event, tag="end-triggered", kw_only=True):
    """Two or fewer players have no final round where a Capital City was destroyed: the game is over."""

    template: ClassVar[str] = "{objective} is achieved: {then}"
    objective: Objective
    last_round: int
    at_once: bool = False

    def facts(self) -> dict[str, object]:
        then = "the game ends at once" if self.at_once else f"round {self.last_round} is the final round"
        return super().facts() | {"objective": OBJECTIVE_NAME[self.objective], "then": then}


class CapitalDestroyed(Event, tag="capital-destroyed", kw_only=True):
    template: ClassVar[str] = "{seat} destroys the Capital City of {victim}"
    seat: str
    victim: str


class PlayerEliminated(Event, tag="player-eliminated", kw_only=True):
    template: ClassVar[str] = "{seat} is eliminated: all pieces are removed, all Spell Cards discarded"
    seat: str


class GameEnded(Event, tag="game-ended", kw_only=True):
    template: ClassVar[str] = "The game ends, won by {winners} with {points} VP"
    winners: list[str]
    points: int


END_EVENTS: tuple[type[Event], ...] = (
    EndTriggered,
    CapitalDestroyed,
    PlayerEliminated,
    GameEnded,
)

"""What the end of the game tells."""

from typing import ClassVar

from service.engine.event import Event
from service.games.heroes_of_land_air_and_sea.state import Objective

OBJECTIVE_NAME = {
    "explore": "eXplore",
    "expand": "eXpand",
    "exploit": "eXploit",
    "exterminate": "eXterminate",
    "capital-track": "the end of the Capital City Track",
}


class EndTriggered(Event, tag="end-triggered", kw_only=True):
    template: ClassVar[str] = "The X-Objective {objective} is achieved: round {last_round} is the final round"
    objective: Objective
    last_round: int

    def facts(self) -> dict[str, object]:
        return super().facts() | {"objective": OBJECTIVE_NAME.get(self.objective, self.objective)}


class CapitalDestroyed(Event, tag="capital-destroyed", kw_only=True):
    template: ClassVar[str] = "{seat} destroys the Capital City of {victim}"
    seat: str
    victim: str


class PlayerEliminated(Event, tag="player-eliminated", kw_only=True):
    template: ClassVar[str] = "{seat} is eliminated"
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

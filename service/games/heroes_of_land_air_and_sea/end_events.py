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
    template: ClassVar[str] = "{objective} is achieved: round {last_round} is the final round"
    objective: Objective
    last_round: int

    def facts(self) -> dict[str, object]:
        return super().facts() | {"objective": OBJECTIVE_NAME[self.objective]}


class EndReached(Event, tag="end-reached", kw_only=True):
    """A Capital City was destroyed and nobody is left to play against: there is no final round."""

    template: ClassVar[str] = "{objective} is achieved: the game ends at once"
    objective: Objective

    def facts(self) -> dict[str, object]:
        return super().facts() | {"objective": OBJECTIVE_NAME[self.objective]}


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
    EndReached,
    CapitalDestroyed,
    PlayerEliminated,
    GameEnded,
)

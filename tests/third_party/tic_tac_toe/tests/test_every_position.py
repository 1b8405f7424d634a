"""The game is small enough to look at all of it.

The numbers are known: 5,478 boards can come up, and 255,168 games lead through them, of which x wins 131,184, o
77,904, and 46,080 are drawn. They were not taken from this code.
"""

import itertools
from collections import Counter

from tictactoe_referee import GAME
from tictactoe_referee.end_of_game import outcome
from tictactoe_referee.setup import RULES_VERSION
from tictactoe_referee.state import State
from tictactoe_referee.table import SEATS
from tictactoe_referee.turn import Turn

from service.engine import referee
from service.engine.referee import Position

BOARDS = 5_478
GAMES = {"x": 131_184, "o": 77_904, "draw": 46_080}
SPACES = GAME.packs["standard"].spaces


def games_from(position: Position, known: dict[str, Counter[str]]) -> Counter[str]:
    """How many games end in which way from here; every position on the way is noted."""
    if position.digest not in known:
        assert referee.examine(GAME, position.state)[1] == []
        result = position.state.result
        ends = Counter[str]()
        if result is not None:
            ends["".join(result.winners) or "draw"] += 1
        for decision in referee.legal_actions(position).decisions:
            for action in decision.actions:
                outcome, _ = referee.play(position, [action])
                assert outcome is not None
                ends += games_from(outcome.position, known)
        known[position.digest] = ends
    return known[position.digest]


def test_every_game() -> None:
    known: dict[str, Counter[str]] = {}
    assert games_from(referee.begin(GAME, 2).position, known) == GAMES
    assert len(known) == BOARDS


def with_marks(board: dict[str, str]) -> State:
    """A state with these marks, over where they say so, else the turn of whoever is next."""
    state: State = GAME.State(
        game=GAME.id, rules_version=RULES_VERSION, pack="standard", seats=list(SEATS), board=board, agenda=[]
    )
    table = GAME.table(state)
    state.result = outcome(table)
    if state.result is None:
        state.agenda.append(Turn(seat=table.whose_turn() or SEATS[0]))
    return state


def test_exactly_the_boards_that_can_come_up_have_no_defects() -> None:
    sound = 0
    for marks in itertools.product((None, *SEATS), repeat=len(SPACES)):
        board = {space: mark for space, mark in zip(SPACES, marks, strict=True) if mark is not None}
        sound += not referee.validate(GAME, with_marks(board)).defects
    assert sound == BOARDS

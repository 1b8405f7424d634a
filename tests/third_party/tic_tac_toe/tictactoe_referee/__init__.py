"""Tic-Tac-Toe: the smallest game that has everything a game must have, in a package of its own.

The chapters of the rules are the modules: ``setup``, ``turn``, ``end_of_game`` and ``scoring``.
"""

from service.engine.game import Game, Parts
from service.engine.pack import read_data
from tictactoe_referee.consistency import consistency
from tictactoe_referee.events import Drawn, Marked, ThreeInARow
from tictactoe_referee.pack import BoardPack
from tictactoe_referee.scoring import scores
from tictactoe_referee.setup import ENTRIES, RULES_VERSION, conceal, deal
from tictactoe_referee.state import State
from tictactoe_referee.table import SEATS, Table
from tictactoe_referee.turn import Turn

GAME = Game(
    Parts(
        package=__name__,
        id="tic-tac-toe",
        title="Tic-Tac-Toe",
        rules_version=RULES_VERSION,
        players=(2, 2),
        seats=SEATS,
        state=State,
        table=Table,
        packs=(BoardPack("standard", read_data(__name__, "components.json")),),
        steps=(Turn,),
        events=(Marked, ThreeInARow, Drawn),
        entries=ENTRIES,
        deal=deal,
        conceal=conceal,
        consistency=consistency,
        scores=scores,
        not_enforced={"turn.marks-stay": "no action moves a mark or takes one away"},
    )
)

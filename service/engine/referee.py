"""The referee: every question of the contract as a pure function of states and actions.

This is the engine's front door. What stands behind it: ``positions`` (states fit to be judged), ``beginnings`` (new
games and games entered in the middle), ``rulings`` (actions) and ``questions`` (lists, validity, views, scores).
Nothing here knows HTTP.
"""

from service.engine.beginnings import Entered, begin, correct, enter
from service.engine.positions import Position, admit, examine, recall, unchecked
from service.engine.questions import check_events, legal_actions, scores, validate, view
from service.engine.rulings import (
    Outcome,
    Run,
    adjudicate,
    check_actions,
    decisions_of,
    play,
    position_answer,
    replay,
    verdict_of,
)

__all__ = [
    "Entered",
    "Outcome",
    "Position",
    "Run",
    "adjudicate",
    "admit",
    "begin",
    "check_actions",
    "check_events",
    "correct",
    "decisions_of",
    "enter",
    "examine",
    "legal_actions",
    "play",
    "position_answer",
    "recall",
    "replay",
    "scores",
    "unchecked",
    "validate",
    "verdict_of",
    "view",
]

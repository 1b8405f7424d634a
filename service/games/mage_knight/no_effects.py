"""No effects are played during the own end of turn."""

from service.engine.action import Action
from service.engine.violation import Violation
from service.games.mage_knight.combat_actions import EFFECT_ACTIONS
from service.games.mage_knight.table import Table


def no_effects_now(table: Table, action: Action) -> Violation | None:
    """Why an effect cannot be played while a turn is being ended (``end-turn.no-effects-during``)."""
    if isinstance(action, EFFECT_ACTIONS):
        return Violation(
            "end-turn.no-effects-during", "the turn of {seat} is being ended", at="type", seat=action.actor
        )
    return None

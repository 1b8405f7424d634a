"""What can be done in a turn and in a combat besides beginning and ending them; each chapter adds its own actions."""

from service.engine.action import Action
from service.games.mage_knight.combat_actions import EFFECT_ACTIONS
from service.games.mage_knight.exploring import Explore
from service.games.mage_knight.moving import Move

TURN_ACTIONS: tuple[type[Action], ...] = (
    *EFFECT_ACTIONS,
    Move,
    Explore,
)

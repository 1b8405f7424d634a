"""What can be done in a turn and in a combat besides beginning and ending them; each chapter adds its own actions."""

from service.engine.action import Action
from service.games.mage_knight.adventure import ADVENTURE_ACTIONS
from service.games.mage_knight.buying import BUYING_ACTIONS
from service.games.mage_knight.combat_actions import EFFECT_ACTIONS
from service.games.mage_knight.coop import ProposeAssault
from service.games.mage_knight.exploring import Explore
from service.games.mage_knight.healing import HEALING_ACTIONS
from service.games.mage_knight.interacting import BeginInteraction
from service.games.mage_knight.moving import Move
from service.games.mage_knight.ops_map import BuyByEffect
from service.games.mage_knight.pvp import AttackPlayer
from service.games.mage_knight.recruiting import Recruit
from service.games.mage_knight.resting import REST_ACTIONS

TURN_ACTIONS: tuple[type[Action], ...] = (
    *EFFECT_ACTIONS,
    *REST_ACTIONS,
    Move,
    Explore,
    ProposeAssault,
    AttackPlayer,
    *ADVENTURE_ACTIONS,
    BeginInteraction,
    Recruit,
    *BUYING_ACTIONS,
    BuyByEffect,
    *HEALING_ACTIONS,
)

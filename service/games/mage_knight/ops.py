"""All operations of the effect language: importing their modules registers them; the steps with which they ask."""

from service.engine.step import Step
from service.games.mage_knight import combat_points, converting_points, ops_force, plundering
from service.games.mage_knight.attacks import ATTACK_STEPS
from service.games.mage_knight.healing import HEALING_STEPS
from service.games.mage_knight.interactive import INTERACTIVE_STEPS
from service.games.mage_knight.ops_at_once import AT_ONCE_STEPS
from service.games.mage_knight.ops_cards import CARD_OP_STEPS
from service.games.mage_knight.ops_combat import AIM_STEPS
from service.games.mage_knight.ops_composite import COMPOSITE_STEPS
from service.games.mage_knight.ops_deck import DECK_OP_STEPS
from service.games.mage_knight.ops_fight import FIGHT_OP_STEPS
from service.games.mage_knight.ops_flow import FLOW_STEPS
from service.games.mage_knight.ops_gains import GAIN_STEPS
from service.games.mage_knight.ops_mana import MANA_STEPS
from service.games.mage_knight.ops_map import MAP_OP_STEPS
from service.games.mage_knight.ops_others import OTHERS_STEPS
from service.games.mage_knight.ops_sideways import SIDEWAYS_STEPS
from service.games.mage_knight.ops_units import UNIT_OP_STEPS
from service.games.mage_knight.recruiting import RECRUITING_STEPS

REGISTERED = (combat_points, converting_points, ops_force, plundering)

OP_STEPS: tuple[type[Step], ...] = (
    *FLOW_STEPS,
    *GAIN_STEPS,
    *MANA_STEPS,
    *CARD_OP_STEPS,
    *DECK_OP_STEPS,
    *COMPOSITE_STEPS,
    *UNIT_OP_STEPS,
    *ATTACK_STEPS,
    *AIM_STEPS,
    *FIGHT_OP_STEPS,
    *MAP_OP_STEPS,
    *HEALING_STEPS,
    *RECRUITING_STEPS,
    *SIDEWAYS_STEPS,
    *AT_ONCE_STEPS,
    *INTERACTIVE_STEPS,
    *OTHERS_STEPS,
)

"""Everything that can happen in Mage Knight, by chapters."""

from service.engine.event import Event
from service.games.mage_knight.events_combat import COMBAT_EVENTS
from service.games.mage_knight.events_core import CORE_EVENTS
from service.games.mage_knight.events_dummy import DUMMY_EVENTS
from service.games.mage_knight.events_effects import EFFECT_EVENTS
from service.games.mage_knight.events_map import MAP_EVENTS
from service.games.mage_knight.events_pvp import PVP_EVENTS
from service.games.mage_knight.events_rewards import REWARD_EVENTS
from service.games.mage_knight.events_scenarios import SCENARIO_EVENTS
from service.games.mage_knight.events_sites import SITE_EVENTS

EVENTS: tuple[type[Event], ...] = (
    *CORE_EVENTS,
    *EFFECT_EVENTS,
    *MAP_EVENTS,
    *SITE_EVENTS,
    *COMBAT_EVENTS,
    *DUMMY_EVENTS,
    *REWARD_EVENTS,
    *SCENARIO_EVENTS,
    *PVP_EVENTS,
)

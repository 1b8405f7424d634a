"""The actions with which effects are used, in a turn and in a combat, and those of a combat alone."""

from service.engine.action import Action
from service.games.mage_knight.banners import UseBanner
from service.games.mage_knight.converting import ConvertCrystal
from service.games.mage_knight.interactive import ReturnSkill
from service.games.mage_knight.ops_composite import PlayOfferSpell
from service.games.mage_knight.playing import PlayCard
from service.games.mage_knight.skills import UseSkill
from service.games.mage_knight.tactics import UseTactic
from service.games.mage_knight.units import ActivateUnit, AssignBanner

EFFECT_ACTIONS: tuple[type[Action], ...] = (
    PlayCard,
    PlayOfferSpell,
    ActivateUnit,
    UseSkill,
    UseTactic,
    AssignBanner,
    UseBanner,
    ReturnSkill,
    ConvertCrystal,
)
COMBAT_ACTIONS: tuple[type[Action], ...] = EFFECT_ACTIONS

"""Mage Knight: Heroes explore a land, gather an army and magic, and conquer its cities.

The modules are the chapters: ``setup``, ``rounds`` and ``tactics``, ``turns`` with ``reactions``, ``playing``,
``units``, ``skills`` and ``mana``, the effects (``effects``, ``effect_rules`` and the ``ops_…``), ``moving``,
``exploring`` and ``revealing``, ``sites`` with ``interacting``, ``recruiting``, ``buying``, ``plundering`` and
``adventure``, ``healing``, ``resting``, ``combat``, ``end_turn`` with ``rewards`` and ``levels``, ``scenarios``
with the ``dummy`` player and ``team``, cooperative assaults (``coop``), combat between players (``pvp`` and the
``pvp_…``), ``end_of_game``, ``scoring`` and ``achievements``.
"""

from service.engine.game import Game, Parts
from service.engine.pack import read_data
from service.engine.step import Step
from service.games.mage_knight.adventure import ADVENTURE_STEPS
from service.games.mage_knight.buying import BUYING_STEPS
from service.games.mage_knight.cards import CARD_STEPS
from service.games.mage_knight.combat import COMBAT_STEPS
from service.games.mage_knight.consistency import consistency, tally
from service.games.mage_knight.coop import COOP_STEPS
from service.games.mage_knight.coop_assault import ASSAULT_STEPS
from service.games.mage_knight.dummy import DUMMY_STEPS
from service.games.mage_knight.effects import CarryOut
from service.games.mage_knight.end_of_game import FinalScoring
from service.games.mage_knight.end_turn import END_TURN_STEPS
from service.games.mage_knight.entering import ENTRIES, fill_in
from service.games.mage_knight.events import EVENTS
from service.games.mage_knight.exploring import EXPLORING_STEPS
from service.games.mage_knight.ids import SEATS
from service.games.mage_knight.levels import LEVEL_STEPS
from service.games.mage_knight.messages import MESSAGES
from service.games.mage_knight.offers import OFFER_STEPS
from service.games.mage_knight.ops import OP_STEPS
from service.games.mage_knight.outcome import OUTCOME_STEPS
from service.games.mage_knight.pack import MageKnightPack
from service.games.mage_knight.pvp import PVP_STEPS
from service.games.mage_knight.pvp_damage import PVP_DAMAGE_STEPS
from service.games.mage_knight.pvp_effects import PVP_EFFECT_STEPS
from service.games.mage_knight.pvp_fight import PVP_FIGHT_STEPS
from service.games.mage_knight.reactions import REACTION_STEPS
from service.games.mage_knight.revealing import REVEAL_STEPS
from service.games.mage_knight.rewards import REWARD_STEPS
from service.games.mage_knight.rounds import ROUND_STEPS
from service.games.mage_knight.scenarios import SCENARIO_STEPS
from service.games.mage_knight.scoring import scores
from service.games.mage_knight.secrecy import conceal
from service.games.mage_knight.setup import RULES_VERSION, SETUP_STEPS, SeatSetup, deal, preset, setup_violations
from service.games.mage_knight.sites import SITE_STEPS
from service.games.mage_knight.source import SOURCE_STEPS
from service.games.mage_knight.state import Options, State
from service.games.mage_knight.table import Table
from service.games.mage_knight.tactics import TACTIC_STEPS
from service.games.mage_knight.turns import TURN_STEPS
from service.games.mage_knight.withdrawing import WITHDRAWAL_STEPS

STEPS: tuple[type[Step], ...] = (
    # Setup
    *SETUP_STEPS,
    *SOURCE_STEPS,
    *OFFER_STEPS,
    # Rounds
    *ROUND_STEPS,
    *TACTIC_STEPS,
    *DUMMY_STEPS,
    *SCENARIO_STEPS,
    *COOP_STEPS,
    *ASSAULT_STEPS,
    *PVP_STEPS,
    *PVP_FIGHT_STEPS,
    *PVP_DAMAGE_STEPS,
    *PVP_EFFECT_STEPS,
    # Turns
    *REACTION_STEPS,
    *TURN_STEPS,
    *CARD_STEPS,
    CarryOut,
    *OP_STEPS,
    # The map and combat
    *EXPLORING_STEPS,
    *REVEAL_STEPS,
    *SITE_STEPS,
    *ADVENTURE_STEPS,
    *BUYING_STEPS,
    *COMBAT_STEPS,
    *OUTCOME_STEPS,
    # The end of a turn and of the game
    *END_TURN_STEPS,
    *WITHDRAWAL_STEPS,
    *REWARD_STEPS,
    *LEVEL_STEPS,
    FinalScoring,
)

GAME = Game(
    Parts(
        package=__name__,
        id="mage-knight",
        title="Mage Knight",
        rules_version=RULES_VERSION,
        players=(1, 4),
        seats=SEATS,
        options=Options,
        seat_setup=SeatSetup,
        state=State,
        table=Table,
        packs=(MageKnightPack("standard", read_data(__name__, "components.json")),),
        steps=STEPS,
        events=EVENTS,
        entries=ENTRIES,
        setup_violations=setup_violations,
        deal=deal,
        preset=preset,
        fill_in=fill_in,
        conceal=conceal,
        consistency=consistency,
        tally=tally,
        scores=scores,
        not_enforced=read_data(__name__, "not_enforced.json"),
        messages=MESSAGES,
    )
)

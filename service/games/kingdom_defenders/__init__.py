"""Kingdom Defenders: six rounds of placing discs and activating Areas while the Grugog Horde marches on Sandstorm.

The chapters of the rulebook are the modules: ``setup``, ``new_round``, ``favor_of_the_king``, ``placing_discs``,
``characters`` (4.1), ``area_b``, ``deeds``, ``buildings``, ``adventures``, ``levels`` (4.2), ``area_c`` (4.3),
``horde`` (4.4), ``area_d`` (4.5), ``maintenance`` (5), ``end_of_game``, ``scoring`` and ``achievements``.
"""

from service.engine.event import Event
from service.engine.game import Game, Parts
from service.engine.pack import read_data
from service.games.kingdom_defenders import card_events, end_events, events, horde_events, setup_events
from service.games.kingdom_defenders.activation import PRICE_MESSAGES, RecoverDiscs
from service.games.kingdom_defenders.adventures import (
    ChooseAdventure,
    ChooseAdventureCard,
    FinishAdventure,
    RevealAdventure,
)
from service.games.kingdom_defenders.area_b import ActivateAreaB
from service.games.kingdom_defenders.area_c import SUPPLY_MESSAGES, ActivateAreaC, SkipAreaC, SupplyCamps
from service.games.kingdom_defenders.area_d import ActivateAreaD
from service.games.kingdom_defenders.attacks import ChooseLoss, ChooseTheft, ChooseVictim
from service.games.kingdom_defenders.buildings import ChooseGain
from service.games.kingdom_defenders.characters import ActivateAreaA
from service.games.kingdom_defenders.consistency import consistency, tally
from service.games.kingdom_defenders.conspirator import ChooseReplacement, ChooseSwap
from service.games.kingdom_defenders.end_of_game import AssignOrbs, FinalScoring
from service.games.kingdom_defenders.entering import ENTRIES, fill_in
from service.games.kingdom_defenders.favor_of_the_king import BeginFavor, LeaveOutDice, RollFavor, TakeDice
from service.games.kingdom_defenders.horde import EndSiege, MoveHorde, NextHorde, RevealHorde, SiegePenalty
from service.games.kingdom_defenders.inn import LodgeDiscs, LodgeGreyDisc, RelocateEmissary
from service.games.kingdom_defenders.levels import ChooseLevel
from service.games.kingdom_defenders.maintenance import (
    Maintain,
    MoveAdventures,
    RecoverPassive,
    RevealBuilding,
    RevealDeed,
    RevealReward,
)
from service.games.kingdom_defenders.new_round import EndRound, NewRound
from service.games.kingdom_defenders.pack import KingdomPack
from service.games.kingdom_defenders.placing_discs import BeginPlacing, PlaceDiscs
from service.games.kingdom_defenders.rewards import ChooseReward, DrawReward, RollBonusDie
from service.games.kingdom_defenders.scoring import scores
from service.games.kingdom_defenders.secrecy import conceal
from service.games.kingdom_defenders.setup import (
    RULES_VERSION,
    ChooseFate,
    DealFate,
    DealFateCards,
    DrawCharacter,
    DrawPawn,
    PlaceCharacters,
    SeatSetup,
    SetUp,
    TakeStartGoods,
    deal,
    preset,
    setup_violations,
)
from service.games.kingdom_defenders.state import Options, State
from service.games.kingdom_defenders.table import Table
from service.games.kingdom_defenders.wounds import TakeWoundDisc

STEPS = (
    # Game Setup
    SetUp,
    DrawCharacter,
    PlaceCharacters,
    RevealBuilding,
    RevealDeed,
    RevealAdventure,
    RevealReward,
    DrawPawn,
    DealFateCards,
    DealFate,
    ChooseFate,
    TakeStartGoods,
    # 1. New Game Round, 2. Favor of the King
    NewRound,
    RevealHorde,
    BeginFavor,
    LeaveOutDice,
    RollFavor,
    TakeDice,
    # 3. Placing the Discs
    BeginPlacing,
    PlaceDiscs,
    # 4.1 Area A, and what attacks and relocations ask
    ActivateAreaA,
    RelocateEmissary,
    ChooseVictim,
    ChooseTheft,
    ChooseSwap,
    ChooseReplacement,
    # 4.2 Area B, and what Deeds, Buildings and Adventures ask
    ActivateAreaB,
    LodgeDiscs,
    LodgeGreyDisc,
    ChooseReward,
    DrawReward,
    RollBonusDie,
    ChooseGain,
    ChooseLevel,
    ChooseLoss,
    ChooseAdventure,
    ChooseAdventureCard,
    TakeWoundDisc,
    FinishAdventure,
    RecoverDiscs,
    # 4.3 Area C
    ActivateAreaC,
    SupplyCamps,
    SkipAreaC,
    # 4.4 Movement of the Horde
    MoveHorde,
    SiegePenalty,
    EndSiege,
    NextHorde,
    # 4.5 Area D, 5. Maintenance, End of the Round
    ActivateAreaD,
    Maintain,
    RecoverPassive,
    MoveAdventures,
    EndRound,
    # End of the Game
    AssignOrbs,
    FinalScoring,
)

EVENTS: tuple[type[Event], ...] = (
    *setup_events.EVENTS,
    *events.EVENTS,
    *card_events.EVENTS,
    *horde_events.EVENTS,
    *end_events.EVENTS,
)

GAME = Game(
    Parts(
        package=__name__,
        id="kingdom-defenders",
        title="Kingdom Defenders",
        rules_version=RULES_VERSION,
        players=(2, 4),
        seats=("blue", "green", "red", "yellow"),
        options=Options,
        seat_setup=SeatSetup,
        state=State,
        table=Table,
        packs=(KingdomPack("standard", read_data(__name__, "components.json")),),
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
        messages=PRICE_MESSAGES | SUPPLY_MESSAGES,
        not_enforced=read_data(__name__, "not_enforced.json"),
    )
)

"""Heroes of Land, Air & Sea: four Factions expand, explore, exploit and exterminate on four Continents and the seas.

The chapters of the rulebook are the modules: ``setup``; ``rounds`` and ``turns`` (Phase 1, Following, Mustering);
the Capital Actions ``recruiting``, ``building`` with ``towers`` and ``vessels``, ``research`` with ``spell_deck``,
``taxes``; the Command Actions ``marching``, ``sailing``, ``flying``, ``spells`` with ``interrupts``; ``exploring``;
``battles`` and ``capital_battles``; ``collection`` (Phase 2); ``end_of_game`` and ``scoring``.
Solo play is in ``solo`` and the other modules of that name, team play in ``teams`` and ``joint_marches``.
"""

from service.engine.game import Game, Parts
from service.engine.pack import read_data
from service.games.heroes_of_land_air_and_sea.action_events import ACTION_EVENTS
from service.games.heroes_of_land_air_and_sea.battle_events import BATTLE_EVENTS
from service.games.heroes_of_land_air_and_sea.battles import (
    BeginBattle,
    BeginTactics,
    CombatSpell,
    CompareStrength,
    EndBattle,
    LoseCapital,
    SufferDefeat,
    UseBattleAbilities,
    WinnerGains,
)
from service.games.heroes_of_land_air_and_sea.building import Build
from service.games.heroes_of_land_air_and_sea.choices import ChooseExchange, ChooseGain, ChooseResourceLoss
from service.games.heroes_of_land_air_and_sea.collection import Collect
from service.games.heroes_of_land_air_and_sea.consistency import consistency
from service.games.heroes_of_land_air_and_sea.contents_consistency import contents_defects
from service.games.heroes_of_land_air_and_sea.effects import CarryOut, ChooseExplorer
from service.games.heroes_of_land_air_and_sea.end_events import END_EVENTS
from service.games.heroes_of_land_air_and_sea.end_of_game import FinalScoring
from service.games.heroes_of_land_air_and_sea.entering import ENTRIES, fill_in
from service.games.heroes_of_land_air_and_sea.exploring import Explore, NextToken, RevealToken
from service.games.heroes_of_land_air_and_sea.flying import Fly, ReturnFlight
from service.games.heroes_of_land_air_and_sea.ids import SEATS
from service.games.heroes_of_land_air_and_sea.interrupts import InterruptWindow, PayForSpell, ResolveSpell
from service.games.heroes_of_land_air_and_sea.joint_marches import InviteAlly, PermitMove
from service.games.heroes_of_land_air_and_sea.losses import AssignLosses, ChooseVictims, SaveUnits
from service.games.heroes_of_land_air_and_sea.marching import March, MarchDestination, MarchUnits
from service.games.heroes_of_land_air_and_sea.pack import HeroesPack
from service.games.heroes_of_land_air_and_sea.payment import PayTactic
from service.games.heroes_of_land_air_and_sea.recruiting import RecruitAgain, RecruitUnits
from service.games.heroes_of_land_air_and_sea.research import Research
from service.games.heroes_of_land_air_and_sea.retreating import Retreat
from service.games.heroes_of_land_air_and_sea.round_events import ROUND_EVENTS
from service.games.heroes_of_land_air_and_sea.rounds import BeginRound, EndRound
from service.games.heroes_of_land_air_and_sea.sailing import Sail
from service.games.heroes_of_land_air_and_sea.scoring import scores
from service.games.heroes_of_land_air_and_sea.secrecy import conceal
from service.games.heroes_of_land_air_and_sea.setup import (
    RULES_VERSION,
    ChooseContinent,
    ChooseFaction,
    DrawFirstPlayer,
    DrawTaxToken,
    PlaceTokens,
    PrepareBoards,
    SeatSetup,
    SetUp,
    deal,
    preset,
    setup_violations,
)
from service.games.heroes_of_land_air_and_sea.solo import DrawSoloCard, EnemyAction, EnemyTurn
from service.games.heroes_of_land_air_and_sea.solo_battles import DrawBattleCard, EnemyRetreat
from service.games.heroes_of_land_air_and_sea.solo_events import SOLO_EVENTS
from service.games.heroes_of_land_air_and_sea.solo_moves import EnemyArrives, EnemyDocks, EnemyLands
from service.games.heroes_of_land_air_and_sea.solo_setup import ChooseEnemyContinent, DrawEnemyFaction
from service.games.heroes_of_land_air_and_sea.solo_spells import LoseToEnemy, ResolveEnemySpell
from service.games.heroes_of_land_air_and_sea.spell_deck import DiscardSpells, DrawSpell
from service.games.heroes_of_land_air_and_sea.spell_effects import ChooseTeleported, PerformEffects
from service.games.heroes_of_land_air_and_sea.spell_events import SPELL_EVENTS
from service.games.heroes_of_land_air_and_sea.spell_targets import ChooseTarget
from service.games.heroes_of_land_air_and_sea.spells import Cast
from service.games.heroes_of_land_air_and_sea.state import Options, State
from service.games.heroes_of_land_air_and_sea.stealing import ChooseSteal
from service.games.heroes_of_land_air_and_sea.stock_events import STOCK_EVENTS
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.tactics import ChooseTactic, Conscript, RevealTactics, ScoreTactics
from service.games.heroes_of_land_air_and_sea.taxes import AdvanceTaxTrack, TaxResources
from service.games.heroes_of_land_air_and_sea.team_events import TEAM_EVENTS
from service.games.heroes_of_land_air_and_sea.teams import ChooseLeader, GiveResources
from service.games.heroes_of_land_air_and_sea.turns import FollowWindow, MusterWindow, TakeTurn
from service.games.heroes_of_land_air_and_sea.unit_losses import LoseUnits

STEPS = (
    # Setup
    SetUp,
    DrawFirstPlayer,
    PrepareBoards,
    ChooseFaction,
    DrawEnemyFaction,
    DrawTaxToken,
    ChooseContinent,
    ChooseEnemyContinent,
    PlaceTokens,
    # Phase 1 - Action Selection
    BeginRound,
    TakeTurn,
    FollowWindow,
    MusterWindow,
    # A. Capital Actions
    RecruitUnits,
    RecruitAgain,
    Build,
    Research,
    DrawSpell,
    DiscardSpells,
    TaxResources,
    GiveResources,
    AdvanceTaxTrack,
    # B. Command Actions
    March,
    MarchUnits,
    InviteAlly,
    PermitMove,
    MarchDestination,
    Sail,
    Fly,
    ReturnFlight,
    Cast,
    ChooseTarget,
    InterruptWindow,
    PayForSpell,
    ResolveSpell,
    PerformEffects,
    ChooseExchange,
    ChooseTeleported,
    LoseUnits,
    # Exploring, and what tokens, Spells and abilities ask
    Explore,
    NextToken,
    RevealToken,
    CarryOut,
    ChooseExplorer,
    ChooseGain,
    ChooseResourceLoss,
    # Battling
    BeginBattle,
    ChooseLeader,
    UseBattleAbilities,
    CombatSpell,
    ChooseVictims,
    BeginTactics,
    ChooseTactic,
    RevealTactics,
    PayTactic,
    ScoreTactics,
    Conscript,
    CompareStrength,
    SufferDefeat,
    AssignLosses,
    SaveUnits,
    Retreat,
    WinnerGains,
    ChooseSteal,
    LoseCapital,
    EndBattle,
    # Solo play
    EnemyTurn,
    DrawSoloCard,
    EnemyAction,
    ResolveEnemySpell,
    LoseToEnemy,
    EnemyArrives,
    EnemyDocks,
    EnemyLands,
    DrawBattleCard,
    EnemyRetreat,
    # Phase 2 - Collection, Phase 3 - Round End, End of the Game
    Collect,
    EndRound,
    FinalScoring,
)

EVENTS = (
    *ROUND_EVENTS,
    *STOCK_EVENTS,
    *ACTION_EVENTS,
    *BATTLE_EVENTS,
    *SPELL_EVENTS,
    *END_EVENTS,
    *SOLO_EVENTS,
    *TEAM_EVENTS,
)

GAME = Game(
    Parts(
        package=__name__,
        id="heroes-of-land-air-and-sea",
        title="Heroes of Land, Air & Sea",
        rules_version=RULES_VERSION,
        players=(1, 4),
        seats=SEATS,
        options=Options,
        seat_setup=SeatSetup,
        state=State,
        table=Table,
        packs=(HeroesPack("standard", read_data(__name__, "components.json")),),
        steps=STEPS,
        events=(
            *ROUND_EVENTS,
            *STOCK_EVENTS,
            *ACTION_EVENTS,
            *BATTLE_EVENTS,
            *SPELL_EVENTS,
            *END_EVENTS,
            *SOLO_EVENTS,
            *TEAM_EVENTS,
        ),
        entries=ENTRIES,
        setup_violations=setup_violations,
        deal=deal,
        preset=preset,
        fill_in=fill_in,
        conceal=conceal,
        consistency=consistency,
        tally=contents_defects,
        scores=scores,
        not_enforced=read_data(__name__, "not_enforced.json"),
    )
)

"""The Gilded Realms: nine or twelve rounds of building a Kingdom, campaigning, trading and withstanding the Sarrukar.

The chapters of the rulebook are the modules. ``effect_language`` is what cards can do, ``effects_due`` carries it out.
"""

from service.engine.event import Event
from service.engine.game import Game, Parts
from service.engine.pack import read_data
from service.games.gilded_realms import (
    abilities,
    anytime,
    campaign_events,
    campaign_rolls,
    dice_events,
    effects,
    event_events,
    events,
    faction_events,
    knowledge,
    negotiation_events,
    solo_events,
    upgrade_reasons,
)
from service.games.gilded_realms.action_phase import ActionPhase
from service.games.gilded_realms.advisors import ChooseAdvisor
from service.games.gilded_realms.allies import ChooseAlly
from service.games.gilded_realms.banquet import VictoryBanquet
from service.games.gilded_realms.build_phase import BuildPhase
from service.games.gilded_realms.building import ChooseBuild, ChooseWildcardUse
from service.games.gilded_realms.campaign_defence import ChooseDefence
from service.games.gilded_realms.campaign_rolls import PrepareRoll, ThrowPrepared
from service.games.gilded_realms.campaign_spoils import ChooseSpoils, UseTribute
from service.games.gilded_realms.campaigns import (
    CampaignTurn,
    CampaignTurns,
    CommitUnits,
    EndCampaign,
    ResolveAttack,
    ResolveDefence,
)
from service.games.gilded_realms.caravans import (
    CaravanSilver,
    ChooseRoute,
    CompleteCaravan,
    ResolveCaravan,
    ResolveCaravans,
    ReturnCaravan,
)
from service.games.gilded_realms.consistency import consistency, tally
from service.games.gilded_realms.decrees import CelebrateFestival, ChooseDecree
from service.games.gilded_realms.dice import ChooseRerolls, OfferRerolls, ThrowDie
from service.games.gilded_realms.draft import RevealCard, RevealDraft, TakeDraft
from service.games.gilded_realms.effects_due import CarryOut
from service.games.gilded_realms.end_of_game import FinalScoring
from service.games.gilded_realms.endeavour_deck import DrawEndeavour, DrawEndeavours
from service.games.gilded_realms.entering import ENTRIES, fill_in
from service.games.gilded_realms.epic_rebuild import RebuildDecks
from service.games.gilded_realms.faction_abilities import ChooseDarkDealings
from service.games.gilded_realms.first_hand import FirstHand, KeepEndeavours
from service.games.gilded_realms.foresee import Foresee, LookAtEvent
from service.games.gilded_realms.frontline import ChooseFromWarfront
from service.games.gilded_realms.given_progress import SpendProgress
from service.games.gilded_realms.harvest import EndHarvest, FinishHarvest, Harvest
from service.games.gilded_realms.ids import SEATS
from service.games.gilded_realms.invasion import (
    AddToThreat,
    BeginInvasion,
    EndInvasion,
    FaceInvasion,
    SurviveInvasion,
)
from service.games.gilded_realms.invasion_damage import ChoosePayment, ResolveDamage
from service.games.gilded_realms.invasion_defence import Defend
from service.games.gilded_realms.knowledge import ChooseKnowledge
from service.games.gilded_realms.market import ChooseMarketCard, TakeMarketCard, TurnUpMarketCard
from service.games.gilded_realms.negotiation import StayInTalks
from service.games.gilded_realms.organise import DiscardSurplus, Organise
from service.games.gilded_realms.pack import GildedPack
from service.games.gilded_realms.progress import (
    ArrivePieces,
    ChooseArrival,
    ProgressAll,
    ProgressQueue,
)
from service.games.gilded_realms.quests import BeforeQuest, CheckQuest, ChooseReward, ReturnQuest
from service.games.gilded_realms.rounds import BeginRound, Ceremony, EndRound
from service.games.gilded_realms.scoring import scores
from service.games.gilded_realms.secrecy import conceal
from service.games.gilded_realms.setup import (
    RULES_VERSION,
    ChooseFaction,
    ChooseQuest,
    DealQuest,
    DealQuests,
    DrawChooser,
    SeatSetup,
    SetUp,
    StartPackage,
    deal,
    preset,
    setup_violations,
)
from service.games.gilded_realms.shrouds import ChooseAugmented, ForeseeByChoice
from service.games.gilded_realms.solo_setup import SellRewards, SetUpRewards, SoloSetup, SpendProsperity
from service.games.gilded_realms.stances import ChooseStance, PlaceWorker, PlaceWorkers, RevealStances
from service.games.gilded_realms.state import Options, State
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.upgrade import PayUpgrade
from service.games.gilded_realms.warfront import (
    DefendAssault,
    DirectAssault,
    EndAssault,
    LastStand,
    LookAtWarfront,
    Restock,
    TurnUpEndeavour,
)
from service.games.gilded_realms.warfront_cards import (
    DiscardWarfront,
    MoveByCard,
    RemoveThreat,
    ResolveCard,
    RevealWarfront,
    TurnUpWarfront,
)
from service.games.gilded_realms.year_events import (
    DiscardYearEvent,
    ResolveOverlays,
    ResolveYearEvent,
    RevealYearEvent,
    TurnUpEvent,
)

STEPS = (
    # Game Setup, Player Setup, Solo Setup
    SetUp,
    DrawChooser,
    ChooseFaction,
    DealQuests,
    DealQuest,
    ChooseQuest,
    StartPackage,
    SoloSetup,
    SellRewards,
    SpendProsperity,
    SetUpRewards,
    # Step 1: Draw and Build
    BeginRound,
    DrawEndeavours,
    DrawEndeavour,
    RevealDraft,
    RevealCard,
    TakeDraft,
    FirstHand,
    KeepEndeavours,
    BuildPhase,
    Restock,
    TurnUpEndeavour,
    # Step 2: Progress
    ProgressQueue,
    ProgressAll,
    ArrivePieces,
    ChooseArrival,
    # Step 3: Perform Actions, with Province Upgrades and what effects ask
    ActionPhase,
    SpendProgress,
    Organise,
    DiscardSurplus,
    PayUpgrade,
    CarryOut,
    effects.ChooseEffect,
    effects.UseRoll,
    ChooseBuild,
    ChooseWildcardUse,
    ChooseKnowledge,
    Foresee,
    LookAtEvent,
    ThrowDie,
    OfferRerolls,
    ChooseRerolls,
    # Factions
    ForeseeByChoice,
    ChooseAugmented,
    ChooseDarkDealings,
    TakeMarketCard,
    TurnUpMarketCard,
    ChooseMarketCard,
    VictoryBanquet,
    # Step 4: Choose Stance, Step 5: Resolutions
    ChooseStance,
    RevealStances,
    PlaceWorkers,
    PlaceWorker,
    CampaignTurns,
    CampaignTurn,
    CommitUnits,
    PrepareRoll,
    ThrowPrepared,
    ResolveAttack,
    ChooseDefence,
    ResolveDefence,
    ChooseSpoils,
    UseTribute,
    EndCampaign,
    ResolveCaravans,
    ResolveCaravan,
    CaravanSilver,
    ChooseRoute,
    CompleteCaravan,
    ReturnCaravan,
    ChooseFromWarfront,
    # Step 6: Resolve Event Cards
    ResolveOverlays,
    RevealYearEvent,
    TurnUpEvent,
    ResolveYearEvent,
    DiscardYearEvent,
    BeginInvasion,
    AddToThreat,
    FaceInvasion,
    Defend,
    ResolveDamage,
    ChoosePayment,
    SurviveInvasion,
    EndInvasion,
    ChooseDecree,
    CelebrateFestival,
    BeforeQuest,
    CheckQuest,
    ChooseReward,
    ReturnQuest,
    RebuildDecks,
    ChooseAdvisor,
    ChooseAlly,
    RevealWarfront,
    TurnUpWarfront,
    MoveByCard,
    ResolveCard,
    DirectAssault,
    RemoveThreat,
    DiscardWarfront,
    LastStand,
    DefendAssault,
    EndAssault,
    LookAtWarfront,
    # Step 7: End Harvest, and the end
    EndHarvest,
    Harvest,
    FinishHarvest,
    EndRound,
    Ceremony,
    StayInTalks,
    FinalScoring,
)

EVENTS: tuple[type[Event], ...] = (
    *events.EVENTS,
    *negotiation_events.EVENTS,
    *dice_events.EVENTS,
    *campaign_events.EVENTS,
    *event_events.EVENTS,
    *faction_events.EVENTS,
    *solo_events.EVENTS,
)

GAME = Game(
    Parts(
        package=__name__,
        id="gilded-realms",
        title="The Gilded Realms",
        rules_version=RULES_VERSION,
        players=(1, 4),
        seats=SEATS,
        options=Options,
        seat_setup=SeatSetup,
        state=State,
        table=Table,
        packs=(GildedPack("standard", read_data(__name__, "components.json"), read_data(__name__, "clauses.json")),),
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
        messages=anytime.MESSAGES
        | abilities.MESSAGES
        | campaign_rolls.MESSAGES
        | knowledge.MESSAGES
        | upgrade_reasons.MESSAGES,
        not_enforced=read_data(__name__, "not_enforced.json"),
    )
)

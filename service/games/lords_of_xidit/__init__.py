"""Lords of Xidit: secret programs send the Idrakys through the Kingdom, and three assessments leave one Savior.

The chapters of the rulebook are the modules: ``setup``, ``secret_orders`` (Phase One), ``order_resolution`` and
``rewards`` (Phase Two), ``renewing_tiles`` and ``titans`` (Phase Three), ``census`` (Phase Four), ``year_end``,
``assessments`` and ``scoring``.
"""

from service.engine.game import Game, Parts
from service.engine.pack import read_data
from service.games.lords_of_xidit.assessments import AssessPlayers
from service.games.lords_of_xidit.census import BeginCensus, CountUnits, FillHand, OpenHands
from service.games.lords_of_xidit.consistency import consistency, tally
from service.games.lords_of_xidit.dummy import AdvanceDummy
from service.games.lords_of_xidit.entering import ENTRIES, fill_in
from service.games.lords_of_xidit.events import EVENTS
from service.games.lords_of_xidit.order_resolution import ExecuteOrder
from service.games.lords_of_xidit.pack import XiditPack
from service.games.lords_of_xidit.renewing_tiles import DrawCityTile, RenewQueues
from service.games.lords_of_xidit.rewards import ChooseRewards, PlaceBards, PlaceStory, RenewAfter
from service.games.lords_of_xidit.scoring import scores
from service.games.lords_of_xidit.secrecy import conceal
from service.games.lords_of_xidit.secret_orders import BeginYear, ProgramOrders, RevealPrograms
from service.games.lords_of_xidit.setup import (
    RULES_VERSION,
    DrawAssessment,
    PlaceFirst,
    SeatSetup,
    SetUp,
    deal,
    preset,
    setup_violations,
)
from service.games.lords_of_xidit.state import Options, State
from service.games.lords_of_xidit.table import Table
from service.games.lords_of_xidit.titans import (
    Awaken,
    MeetTitan,
    NewNextThreat,
    PayTitan,
    Regroup,
    Reinforce,
    TurnTitan,
)
from service.games.lords_of_xidit.year_end import EndOrders, EndYear

STEPS = (
    # Setup
    SetUp,
    DrawCityTile,
    DrawAssessment,
    PlaceFirst,
    # Phase One: Secret Orders
    BeginYear,
    ProgramOrders,
    RevealPrograms,
    # Phase Two: Order Resolution
    ExecuteOrder,
    ChooseRewards,
    PlaceBards,
    AdvanceDummy,
    RenewAfter,
    # Phase Three: City Tile Management
    RenewQueues,
    Awaken,
    TurnTitan,
    Reinforce,
    Regroup,
    NewNextThreat,
    MeetTitan,
    PayTitan,
    # Phase Four: Military Census
    BeginCensus,
    CountUnits,
    FillHand,
    OpenHands,
    PlaceStory,
    # End of the Game Year, End of the Game
    EndOrders,
    EndYear,
    AssessPlayers,
)

GAME = Game(
    Parts(
        package=__name__,
        id="lords-of-xidit",
        title="Lords of Xidit",
        rules_version=RULES_VERSION,
        players=(3, 5),
        seats=("blue", "red", "green", "yellow", "purple"),
        options=Options,
        seat_setup=SeatSetup,
        state=State,
        table=Table,
        packs=(XiditPack("standard", read_data(__name__, "components.json")),),
        steps=STEPS,
        events=EVENTS,
        entries=ENTRIES,
        deal=deal,
        setup_violations=setup_violations,
        preset=preset,
        fill_in=fill_in,
        conceal=conceal,
        consistency=consistency,
        tally=tally,
        scores=scores,
        not_enforced=read_data(__name__, "not_enforced.json"),
    )
)

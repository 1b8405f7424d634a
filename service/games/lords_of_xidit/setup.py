"""Setup: City tiles, Queues, Titans, the order of the assessments, and the first City of each Idrakys."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.game import SeatSetup as EngineSeatSetup
from service.engine.game import Setup
from service.engine.shapes import CHANCE
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.lords_of_xidit.events import AssessmentDrawn, IdrakysPlaced
from service.games.lords_of_xidit.ids import TRACKS, City, Track
from service.games.lords_of_xidit.pack import XiditPack
from service.games.lords_of_xidit.renewing_tiles import DrawCityTile, RenewQueues
from service.games.lords_of_xidit.secret_orders import BeginYear
from service.games.lords_of_xidit.state import Lair, Player, State, TilePile
from service.games.lords_of_xidit.table import Table

RULES_VERSION = "1.0.0"
CITIES_OF_A_KIND = 5
RECRUITMENT_PILE = 5


class SeatSetup(EngineSeatSetup):
    """What may be chosen beforehand for a seat: the City where its Idrakys begins."""

    city: City | None = None


def setup_violations(setup: Setup, pack: XiditPack) -> Iterator[Violation]:
    """Why this setup is not allowed: no City is chosen beforehand for two."""
    for city, seats in setup.chosen_twice("city").items():
        yield Violation(
            "setup.initial-idrakys-distinct:twice",
            "City {city} is chosen for {seats}",
            city=city,
            seats=seats,
        )


def deal(setup: Setup, pack: XiditPack) -> State:
    """The state before the first tile is drawn: all tiles unseen, all Units in the Barracks, all Titans asleep."""
    tiles = sorted(pack.tile_sets[len(setup.seats)])
    state = State(
        game="lords-of-xidit",
        rules_version=RULES_VERSION,
        pack=setup.pack,
        salt=setup.salt,
        seats=list(setup.seats),
        options=setup.options,
        first_player=setup.options.first_player or setup.seats[0],
        players={seat: Player() for seat in setup.seats},
        unseen_tiles=tiles,
        barracks=dict(pack.supply),
        titans=asleep(pack),
        dummy=dict.fromkeys(TRACKS, 0) if len(setup.seats) == 3 else {},
        agenda=[SetUp()],
    )
    state.recruitment_pile = TilePile(unseen=RECRUITMENT_PILE)
    state.threat_pile = TilePile(unseen=len(tiles) - 2 * CITIES_OF_A_KIND - RECRUITMENT_PILE)
    state.presets = setup.chosen("city")
    return state


def asleep(pack: XiditPack) -> dict[str, Lair]:
    """The Titans' Lair at the beginning."""
    lairs: dict[str, Lair] = {}
    for titan in pack.titans.values():
        lairs.setdefault(titan.pile, Lair()).slumbering.append(titan.id)
    return {pile: Lair(slumbering=sorted(lair.slumbering)) for pile, lair in lairs.items()}


class SetUp(Step, tag="set-up"):
    """Tiles for Cities, Queues and Hall of Fame, then the Idrakys in turn order."""

    rule: ClassVar[str] = "setup.shuffle-city-tiles"

    def run(self, table: Table) -> None:
        table.push(
            *(DrawCityTile(place="recruitment-city") for _ in range(CITIES_OF_A_KIND)),
            *(DrawCityTile(place="threat-city") for _ in range(CITIES_OF_A_KIND)),
            RenewQueues(),
            *(DrawAssessment() for _ in TRACKS),
            *(PlaceFirst(seat=seat) for seat in table.in_turn()),
            BeginYear(),
        )


class AssessmentTurnedUp(ChanceAction, tag="draw-assessment", frozen=True):
    """The Assessment tile of the next column."""

    track: Track

    def apply(self, table: Table, step: "DrawAssessment", actor: str) -> None:
        table.state.assessments.append(self.track)
        table.log(AssessmentDrawn(rule=step.rule, track=self.track, position=len(table.state.assessments)))


class DrawAssessment(ChanceStep, tag="draw-assessment"):
    """The order of the assessments is fixed for the whole game."""

    rule: ClassVar[str] = "setup.assessment-order"
    prompt: ClassVar[str] = "Draw the Assessment tile of the next column."
    actions: ClassVar[tuple[type[Action], ...]] = (AssessmentTurnedUp,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        left = [track for track in TRACKS if track not in table.state.assessments]
        return [AssessmentTurnedUp(actor=CHANCE, track=track, weight=1) for track in left]


class PlaceIdrakys(Action, tag="place-idrakys", frozen=True):
    """Put the own Idrakys in the City where it begins."""

    city: City

    @classmethod
    def candidates(cls, table: Table, step: "PlaceFirst", actor: str, where: Where) -> Iterable["PlaceIdrakys"]:
        return [cls(actor=actor, city=city) for city in table.pack.cities]

    def violations(self, table: Table, step: "PlaceFirst", actor: str) -> Iterator[Violation]:
        holder = next((seat for seat in table.state.seats if table.state.idrakys.get(seat) == self.city), None)
        if holder is not None:
            yield Violation(
                "setup.initial-idrakys-distinct",
                "the Idrakys of {holder} is in City {city}",
                holder=holder,
                city=self.city,
            )
        for seat in reserving(table, self.city, actor):
            yield Violation(
                "setup.initial-idrakys-distinct:chosen",
                "the setup has chosen City {city} for {other}",
                city=self.city,
                other=seat,
            )

    def apply(self, table: Table, step: "PlaceFirst", actor: str) -> None:
        table.state.idrakys[actor] = self.city
        table.state.presets.pop(actor, None)
        table.log(IdrakysPlaced(rule="setup.initial-idrakys-any-city", seat=actor, city=self.city))


def reserving(table: Table, city: str, actor: str) -> list[str]:
    """The other seats that still have to place the Idrakys, and for which the setup has chosen this City."""
    state = table.state
    return [seat for seat, chosen in state.presets.items() if chosen == city and seat not in (actor, *state.idrakys)]


class PlaceFirst(Choice, tag="place-idrakys"):
    """In turn order each player says where the Idrakys begins."""

    rule: ClassVar[str] = "setup.initial-idrakys-order"
    prompt: ClassVar[str] = "Put your Idrakys in a City without another Idrakys."
    actions: ClassVar[tuple[type[Action], ...]] = (PlaceIdrakys,)

    def consistency(self, table: Table) -> Iterator[Defect]:
        if self.seat in table.state.idrakys:
            detail = f"the Idrakys of {self.seat} is in City {table.city(self.seat)} already"
            yield error(self.rule, "/seat", "placed", detail)
        city = table.state.presets.get(self.seat)
        if city is not None and (city in table.state.idrakys.values() or reserving(table, city, self.seat)):
            detail = f"City {city}, chosen beforehand for {self.seat}, is not free"
            yield error("setup.initial-idrakys-distinct", "/seat", "preset", detail)


def preset(table: Table, step: Step, actor: str) -> Action | None:
    """The City that the setup names for the seat that has to place its Idrakys."""
    city = table.state.presets.get(actor) if isinstance(step, PlaceFirst) else None
    return PlaceIdrakys(actor=actor, city=city) if city else None

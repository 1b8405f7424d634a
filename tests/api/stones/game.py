"""The Game object of Stones, and what is its own about setup, secrets, counts and scores."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from service.engine.answers import PlayerScore, ScoreLine, Scores
from service.engine.defect import Defect, error, warning
from service.engine.game import Entry, Game, Parts, SeatSetup, Setup
from service.engine.pack import Pack
from service.engine.piles import Pile
from service.engine.shapes import Shape, hide
from tests.api.stones.play import CharmDealt, Deal, StonesTaken, Turn, points, ranked
from tests.api.stones.table import Charm, Player, StonesState, StonesTable, charms


class Options(Shape):
    """How the game is played."""

    heap: Annotated[int, Meta(ge=1, le=500)] = 12
    deal: Literal["one", "none"] = "one"


class StonesSeat(SeatSetup):
    """A seat, with the charm that it has been dealt already."""

    charm: Charm | None = None


def deal(setup: Setup, pack: Pack) -> StonesState:
    """The table before the first charm is dealt."""
    deals: list[Any] = [Deal(seat=seat) for seat in setup.seats] if setup.options.deal == "one" else []
    return StonesState(
        game="stones",
        rules_version=VERSION,
        pack=setup.pack,
        salt=setup.salt,
        seats=setup.seats,
        agenda=[Turn(seat=setup.seats[0]), *reversed(deals)],
        heap=setup.options.heap,
        heap_at_start=setup.options.heap,
        deck=Pile.of(dict.fromkeys(pack.document["charms"], 1)),
        players={seat: Player() for seat in setup.seats},
    )


def conceal(view: Any, viewer: str) -> None:
    """Other players' charms: they count as unseen."""
    for seat, player in view.players.items():
        if seat != viewer and player.charm is not None:
            view.deck.add_unseen(player.charm)
            hide(player, "charm")
    view.deck.conceal(viewer)


def consistency(table: StonesTable) -> Iterator[Defect]:
    """The stones add up, and everybody who plays has a place."""
    state = table.state
    if set(state.players) != set(state.seats):
        yield error("bounds.heap", "/players", "wrong-seats", "every seat has its place on the table")
        return
    taken = sum(player.stones for player in state.players.values())
    if taken + state.heap != state.heap_at_start:
        yield warning("bounds.heap", "/heap", "count", f"{taken} and {state.heap} are not {state.heap_at_start}")


def scores(table: StonesTable) -> Scores:
    """Stones and charms."""
    totals = points(table)
    values = table.pack.document["charms"]
    players = []
    for seat in table.state.seats:
        player = table.player(seat)
        charm = values[player.charm]["points"] if player.charm else None
        players.append(
            PlayerScore(
                seat=seat,
                total=None if charm is None else totals[seat],
                lines=[
                    ScoreLine(rule="scoring.stones", label="Stones", points=player.stones),
                    ScoreLine(rule="scoring.charm", label="Charm", points=charm),
                ],
            )
        )
    ranking, final = ranked(totals), table.state.result is not None
    return Scores(players=players, ranking=ranking, tie_breaks=[], opponents=[], final=final)


def first_turn(table: StonesTable, actor: str | None) -> list[Any]:
    """The agenda of a game entered at somebody's turn."""
    return [Turn(seat=actor or table.state.seats[0])]


VERSION = "1.2.3"

PARTS = Parts(
    package="tests.api.stones",
    id="stones",
    title="Stones",
    rules_version=VERSION,
    players=(2, 3),
    seats=("red", "blue", "green"),
    state=StonesState,
    table=StonesTable,
    packs=(charms(),),
    steps=(Deal, Turn),
    events=(StonesTaken, CharmDealt),
    entries={"turn": Entry(agenda=first_turn)},
    deal=deal,
    conceal=conceal,
    consistency=consistency,
    scores=scores,
    options=Options,
    seat_setup=StonesSeat,
)
GAME = Game(PARTS)

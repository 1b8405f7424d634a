"""What must be true of any state: errors keep the referee from judging, warnings are counts that do not add up."""

from collections.abc import Iterator

from service.engine.defect import Defect, error, warning
from service.engine.piles import Pile
from service.games.mage_knight.ids import DUMMY
from service.games.mage_knight.table import Table


def consistency(table: Table) -> Iterator[Defect]:
    """Everything about a state that cannot be, or does not add up."""
    state = table.state
    if set(state.players) != set(state.seats):
        found = f"seats: {', '.join(state.seats)}; players: {', '.join(state.players) or 'none'}"
        yield error("flow.hero-selection-order", "/players", "players", found)
        return
    if len(state.seats) not in table.scenario.players:
        yield error("flow.choose-scenario", "/scenario", "players", f"{table.scenario.name} is not for so many players")
        return
    yield from _parties(table)
    yield from _piles(table)
    yield from _dice(table)


def _parties(table: Table) -> Iterator[Defect]:
    state = table.state
    parties = {*state.seats, *([DUMMY] if state.dummy is not None else [])}
    if state.order and (set(state.order) != parties or len(state.order) != len(parties)):
        yield error("turns.in-round-order", "/order", "order", "the Round Order has not each party once")
    for name in ("turn", "combat"):
        entry = getattr(state, name)
        if entry is not None and entry.seat not in state.seats:
            yield error("turns.in-round-order", f"/{name}/seat", "stranger", f"{entry.seat} does not play")
    if state.ending is not None and not set(state.ending.left) <= parties:
        yield error("turns.one-last-turn-each", "/ending/left", "stranger", "somebody who does not play has a turn")


def _piles(table: Table) -> Iterator[Defect]:
    pack, decks = table.pack, table.state.decks
    for seat, player in table.state.players.items():
        yield from _pile(f"/players/{seat}/deck", player.deck, pack.cards, player.stashed)
        yield from _pile(f"/players/{seat}/skill_pile", player.skill_pile, pack.skills)
        for number, known in enumerate(player.stash):
            if known.card is not None and known.card not in pack.cards:
                yield error("tactic.sparing-power", f"/players/{seat}/stash/{number}", "unknown-id", "no such card")
    for name in ("spells", "advanced", "artifacts"):
        yield from _pile(f"/decks/{name}", getattr(decks, name), pack.cards)
    for name in ("regular", "elite"):
        yield from _pile(f"/decks/{name}", getattr(decks, name), pack.units)
    if table.state.dummy is not None:
        yield from _pile("/dummy/deck", table.state.dummy.deck, pack.cards)


def _pile(at: str, pile: Pile, known: object, besides: int = 0) -> Iterator[Defect]:
    names = [*pile.unseen, *(card.card for card in (*pile.top, *pile.bottom) if card.card is not None)]
    for name in names:
        if name not in known:  # type: ignore[operator]
            yield error("deed.kinds", at, "unknown-id", f"there is no card {name!r}")
    hidden = pile.count - len(pile.top) - len(pile.bottom)
    if hidden < 0 or hidden + besides > sum(pile.unseen.values()):
        yield error("setup.hand-of-five", at, "count", "the pile has not as many cards as it counts")


def _dice(table: Table) -> Iterator[Defect]:
    if not table.state.order:
        return
    rolling = any(getattr(step, "left", 0) and type(step).__name__ == "RollSource" for step in table.state.agenda)
    number = sum(table.dice_in_play().values())
    if number != table.number_of_dice() and not rolling:
        yield warning("setup.source-dice", "/source", "count", f"there are {number} dice, not {table.number_of_dice()}")

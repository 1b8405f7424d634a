"""Cards that are Built, Progress, enter play and are discarded."""

from collections.abc import Mapping

from service.engine.counts import together, without
from service.games.gilded_realms.effects_due import entered_play
from service.games.gilded_realms.endeavour_deck import to_discard
from service.games.gilded_realms.events import EndeavourBuilt, EnteredPlay, PieceDiscarded, Progressed, WildcardTaken
from service.games.gilded_realms.ids import WILDCARD
from service.games.gilded_realms.offers import lapse
from service.games.gilded_realms.table import Table


def add_to_queue(table: Table, seat: str, piece: str, position: int, rule: str) -> None:
    """Put a card into the Build Queue at this position."""
    queue, place = table.player(seat).queue, str(position)
    queue[place] = together(queue.get(place, {}), {piece: 1})  # type: ignore[index, call-overload]
    table.log(EndeavourBuilt(rule=rule, seat=seat, piece=piece, name=table.pack.title(piece), position=place))


def take_from_queue(table: Table, seat: str, place: str, piece: str, number: int = 1) -> None:
    """Take cards out of a position of the Build Queue; a position without cards is not kept."""
    queue = table.player(seat).queue
    left = without(queue[place], {piece: number})  # type: ignore[index]
    if left:
        queue[place] = left  # type: ignore[index]
    else:
        del queue[place]  # type: ignore[arg-type]


def progress(table: Table, seat: str, place: str, piece: str, rule: str) -> None:
    """Progress one card once: a position down, or from position 1 into play."""
    take_from_queue(table, seat, place, piece)
    if place == "1":
        enter_play(table, seat, piece, rule)
        return
    queue, below = table.player(seat).queue, str(int(place) - 1)
    queue[below] = together(queue.get(below, {}), {piece: 1})  # type: ignore[index, call-overload]
    table.log(Progressed(rule=rule, seat=seat, piece=piece, name=table.pack.title(piece), position=below))


def enter_play(table: Table, seat: str, piece: str, rule: str) -> None:
    """A card comes into the Territory, a Unit into the Standing Army; what it does on entering follows."""
    printed, player = table.piece(piece), table.player(seat)
    if printed.home == "warfront":
        assert table.state.solo is not None
        table.state.solo.discard = sorted([*table.state.solo.discard, piece])
        table.log(EnteredPlay(rule=rule, seat=seat, piece=piece, name=printed.name, area="Territory"))
        clause = table.pack.effects[f"{piece}.enters"].rule
        table.log(PieceDiscarded(rule=clause, seat=seat, piece=piece, name=printed.name))
        entered_play(table, seat, piece)
        return
    if printed.is_unit:
        player.army = together(player.army, {piece: 1})
    else:
        player.territory = together(player.territory, {piece: 1})
    area = "Standing Army" if printed.is_unit else "Territory"
    table.log(EnteredPlay(rule=rule, seat=seat, piece=piece, name=printed.name, area=area))
    entered_play(table, seat, piece)


def discard_pieces(table: Table, seat: str, pieces: Mapping[str, int], rule: str) -> None:
    """Lay cards, already taken from where they lay, on the pile where they belong; Auxiliary cards are set aside."""
    for piece, number in pieces.items():
        printed = table.piece(piece)
        for _ in range(number):
            if printed.home in ("endeavour", "wildcard"):
                to_discard(table, printed.card)
            table.log(PieceDiscarded(rule=rule, seat=seat, piece=piece, name=printed.name))


def discard_from(table: Table, seat: str, area: str, pieces: Mapping[str, int], rule: str) -> None:
    """Discard from the ``territory`` or the ``army``."""
    player = table.player(seat)
    setattr(player, area, without(getattr(player, area), pieces))
    discard_pieces(table, seat, pieces, rule)


def move_army_to_queue(table: Table, seat: str, pieces: Mapping[str, int], position: int) -> None:
    """Units go from the Standing Army to a position of the Build Queue (Campaigns, Invasions); the caller tells it."""
    player, place = table.player(seat), str(position)
    player.army = without(player.army, pieces)
    player.queue[place] = together(player.queue.get(place, {}), pieces)  # type: ignore[index, call-overload]


def take_wildcard(table: Table, seat: str, rule: str) -> None:
    """Take a Serpens Wildcard from the pile into hand."""
    table.state.wildcards -= 1
    player = table.player(seat)
    player.hand = sorted([*player.hand, WILDCARD])
    table.log(WildcardTaken(rule=rule, seat=seat))


def take_out(table: Table, seat: str, card: str, origin: str) -> None:
    """Take a card out of the ``hand`` or the ``hinterland``."""
    player = table.player(seat)
    cards = list(getattr(player, origin))
    cards.remove(card)
    setattr(player, origin, cards)
    if origin == "hand":
        table.lay_open()
    lapse(table, seat, cause_follows=True)


def set_aside(table: Table, seat: str, piece: str) -> int:
    """How many copies of an Auxiliary card a player has set aside: those that lie neither in play nor in the queue.

    The Woodland Units are two sides of the same cards.
    """
    player, woodland = table.player(seat), table.pack.woodland
    copies = table.pack.woodland_cards if piece in woodland else table.piece(piece).face.copies
    sides = woodland if piece in woodland else (piece,)
    areas = (player.army, player.territory, *player.queue.values())
    return copies - sum(pieces.get(side, 0) for pieces in areas for side in sides)

"""Open offers of exchanges: whether they can still be carried out, and how they end."""

from collections.abc import Callable, Iterator, Sequence

from service.engine.event import Event
from service.games.gilded_realms.negotiation_events import OfferLapsed
from service.games.gilded_realms.state import Bargain, OpenOffer
from service.games.gilded_realms.table import Table


def amounts(bargain: Bargain) -> dict[str, int]:
    """What a side gives, coins as Silver."""
    found = {"silver": bargain.silver, "supply": bargain.supply, "material": bargain.material}
    return {kind: number for kind, number in found.items() if number}


def cards_lacking(table: Table, seat: str, cards: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Of these cards (each with where it lies) those that a player does not have there."""
    player = table.player(seat)
    left = {"hand": list(player.hand), "hinterland": list(player.hinterland)}
    for card, origin in cards:
        if card in left[origin]:
            left[origin].remove(card)
        else:
            yield card, origin


def keepable(table: Table, offer: OpenOffer) -> bool:
    """Whether the maker still has what was offered."""
    given = [(swap.give, swap.give_from) for swap in offer.swaps]
    has_cards = next(cards_lacking(table, offer.maker, given), None) is None
    return has_cards and not table.missing(offer.maker, amounts(offer.give))


def answerable(table: Table, offer: OpenOffer) -> bool:
    """Whether the other may still have the cards that are asked for, as far as open facts tell.

    A card of the Hinterland lies open, of a hand only how many cards it holds. Goods are not asked about: they come
    back, and until then ``accept`` is refused.
    """
    open_cards = [(swap.take, swap.take_from) for swap in offer.swaps if swap.take_from == "hinterland"]
    enough = len(offer.swaps) - len(open_cards) <= len(table.player(offer.to).hand)
    return enough and next(cards_lacking(table, offer.to, open_cards), None) is None


def lapse(table: Table, seat: str, cause_follows: bool = False) -> None:
    """Offers that a player can no longer keep, or answer, are gone; asked after whatever was given away or stored.

    ``cause_follows`` where the event that tells what was given away is noted only after this.
    """
    lost = [
        offer
        for offer in table.state.offers
        if (offer.maker == seat and not keepable(table, offer)) or (offer.to == seat and not answerable(table, offer))
    ]
    end_offers(table, lost, table.log_later if cause_follows else table.log)


def end_offers(table: Table, lost: list[OpenOffer], log: Callable[[Event], None]) -> None:
    """Take offers off the table."""
    for offer in lost:
        table.state.offers.remove(offer)
        log(OfferLapsed(rule="negotiate.binding", seat=offer.maker, to=offer.to))


def close_negotiation(table: Table) -> None:
    """The Build and Action Phases are over: no offer stays open."""
    end_offers(table, list(table.state.offers), table.log)

"""Organise Hinterland Slots: what a player keeps of hand and Hinterland; the rest is discarded.

As many cards must be kept as fit, so the question is which ones to discard: one after the other, or with
``organise`` all that are kept at once.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from service.engine.action import Action, Bundle, Where
from service.engine.shapes import Seat, a_bag
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.build_phase import open_types
from service.games.gilded_realms.building import ORIGINS, Origin
from service.games.gilded_realms.endeavour_deck import discard_card
from service.games.gilded_realms.events import CardStored
from service.games.gilded_realms.ids import Card
from service.games.gilded_realms.negotiation import NEGOTIATION
from service.games.gilded_realms.offers import lapse
from service.games.gilded_realms.supply import take_out
from service.games.gilded_realms.table import Table


def too_many(table: Table, seat: str) -> int:
    """How many cards of hand and Hinterland do not fit into the Hinterland."""
    player = table.player(seat)
    cards = len(player.hand) + len(player.hinterland)
    # Whatever a player has, it only makes room.
    return 0 if cards <= table.pack.constants["hinterland_slots"] else max(0, cards - table.hinterland_size(seat))


class Organise(Step, tag="organise"):
    """A player discards what does not fit, then the hand goes into the Hinterland."""

    rule: ClassVar[str] = "organise.must-fill"

    seat: Seat

    def run(self, table: Table) -> None:
        if too_many(table, self.seat):
            table.push(DiscardSurplus(seat=self.seat), Organise(seat=self.seat))
            return
        player = table.player(self.seat)
        log = table.log_known if table.solo else table.log
        for card in player.hand:
            name = table.pack.title(card)
            log(CardStored(rule="organise.must-fill", seat=self.seat, card=card, name=name))
        player.hinterland = sorted([*player.hinterland, *player.hand])
        player.hand = []
        lapse(table, self.seat)


class DiscardEndeavour(Action, tag="discard-endeavour", frozen=True):
    """Discard this card from hand or Hinterland."""

    card: Card
    origin: Origin

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["DiscardEndeavour"]:
        player = table.player(actor)
        for origin in ORIGINS:
            for card in sorted({card for card in getattr(player, origin) if card is not None}):
                yield cls(actor=actor, card=card, origin=origin)

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        if self.card not in getattr(table.player(actor), self.origin):
            yield Violation(
                "organise.discard-rest",
                "{seat} has no {name} in {origin}",
                at="card",
                seat=actor,
                name=table.pack.title(self.card),
                origin="hand" if self.origin == "hand" else "the Hinterland",
            )

    def apply(self, table: Table, step: object, actor: str) -> None:
        take_out(table, actor, self.card, self.origin)
        discard_card(table, actor, self.card, "organise.discard-rest")


class OrganiseAll(Bundle, tag="organise", frozen=True):
    """Name all the cards that are kept; every other one is discarded."""

    keep: Annotated[list[Card], a_bag(60)]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        player = table.player(actor)
        pool = Counter([*player.hand, *player.hinterland])
        strange = sorted((Counter(self.keep) - pool).elements())
        if strange:
            yield Violation("organise.swap", "{seat} has no {cards}", at="keep", seat=actor, cards=table.names(strange))
        room = table.hinterland_size(actor)
        if len(self.keep) != room:
            yield Violation(
                "organise.must-fill",
                "the Hinterland stores {room} cards, not {named}",
                at="keep",
                room=room,
                named=len(self.keep),
            )

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        player = table.player(actor)
        surplus = Counter([*player.hand, *player.hinterland]) - Counter(self.keep)
        from_hand = surplus & Counter(player.hand)
        for card in sorted(from_hand.elements()):
            yield DiscardEndeavour(actor=actor, card=card, origin="hand")
        for card in sorted((surplus - from_hand).elements()):
            yield DiscardEndeavour(actor=actor, card=card, origin="hinterland")


class DiscardSurplus(Choice, tag="discard-surplus"):
    """More cards are there than fit into the Hinterland: one of them is discarded."""

    rule: ClassVar[str] = "organise.must-fill"
    prompt: ClassVar[str] = "Discard an Endeavour that you do not keep in your Hinterland."
    actions: ClassVar[tuple[type[Action], ...]] = (DiscardEndeavour, OrganiseAll, *NEGOTIATION, *ANYTIME)

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        """Negotiation is open where several play."""
        return open_types(table, actor, self.actions)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if too_many(table, self.seat) else ()

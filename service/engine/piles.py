"""Piles: what may still come and how often, and the known part of an order; never a secret order."""

from typing import Annotated

from msgspec import Meta

from service.engine.shapes import Seat, Secret, Shape, a_set, counts, hide

Card = Annotated[str, Meta(min_length=1, max_length=64)]


class KnownCard(Shape):
    """A card whose place in a pile somebody knows."""

    card: Secret[Card]
    known_to: Annotated[list[Seat], a_set(8)]


class Pile(Shape):
    """A face-down pile (or bag, or reserve) whose order nobody knows, save a known top and bottom.

    ``unseen`` says which cards may lie here and how often; it may be shared with other places (hidden hands, tiles
    left in the box), so it can hold more cards than the ``count`` that lie in this pile. A shuffle is lazy: a card
    is decided when it is drawn.
    """

    unseen: Annotated[dict[Card, Annotated[int, Meta(ge=0, le=1000)]], counts(200)] = {}
    count: Annotated[int, Meta(ge=0, le=1000)] = 0
    top: Annotated[list[KnownCard], Meta(max_length=200)] = []
    bottom: Annotated[list[KnownCard], Meta(max_length=200)] = []

    @classmethod
    def of(cls, cards: dict[str, int], count: int | None = None) -> "Pile":
        """A shuffled pile of these cards; ``count`` where fewer lie here than may come."""
        return cls(unseen=dict(cards), count=sum(cards.values()) if count is None else count)

    def draws(self) -> dict[str, int]:
        """What the next draw may give, with weights; empty when the pile is."""
        if self.top:
            return {self.top[0].card: 1}
        if self.count > len(self.bottom):
            return {card: self.unseen[card] for card in sorted(self.unseen)}
        return {self.bottom[0].card: 1} if self.bottom else {}

    def take(self, card: str) -> None:
        """Remove a card that ``draws`` allows."""
        self.count -= 1
        if self.top:
            self.top.pop(0)
        elif self.count >= len(self.bottom) and card in self.unseen:
            self._forget(card)
        else:
            self.bottom.pop(0)

    def _forget(self, card: str) -> None:
        self.unseen[card] -= 1
        if not self.unseen[card]:
            del self.unseen[card]

    def add_unseen(self, card: str, number: int = 1) -> None:
        """Let a card count as one that may lie here, without laying it here (a view: cards in hidden hands)."""
        self.unseen[card] = self.unseen.get(card, 0) + number

    def put_on_top(self, card: str, known_to: list[str]) -> None:
        """Lay a card on top that these seats know."""
        self.top.insert(0, KnownCard(card=card, known_to=sorted(known_to)))
        self.count += 1

    def put_at_bottom(self, card: str, known_to: list[str]) -> None:
        """Lay a card under the pile that these seats know."""
        self.bottom.append(KnownCard(card=card, known_to=sorted(known_to)))
        self.count += 1

    def shuffle(self) -> None:
        """Mix: known cards become unseen and nobody knows their place any more."""
        for known in (*self.top, *self.bottom):
            self.add_unseen(known.card)
        self.top, self.bottom = [], []

    def conceal(self, viewer: str) -> None:
        """Make this the pile as a seat sees it: cards that the seat does not know count as unseen."""
        for known in (*self.top, *self.bottom):
            if known.card is not None and viewer not in known.known_to:
                self.add_unseen(known.card)
                hide(known, "card")

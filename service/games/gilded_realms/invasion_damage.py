"""Invasion Step 3: Damage is resolved with Resources, Population and cards, one payment at a time or all at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from service.engine.action import Action, Bundle, Where
from service.engine.defect import Defect, error
from service.engine.shapes import Path, Seat, Shape, counts
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.event_events import DamageResolved, DamageVanished
from service.games.gilded_realms.ids import QUEUE_PLACES, Piece
from service.games.gilded_realms.supply import discard_from, discard_pieces, take_from_queue
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import discard, exhaust

Payment = Literal["gold", "supply", "material", "population", "gem"]
PAYMENTS: tuple[Payment, ...] = ("gold", "supply", "material", "population", "gem")
Place = Literal["1", "2", "3", "4", "army", "territory"]
PLACES: tuple[Place, ...] = (*QUEUE_PLACES, "army", "territory")
RULES: dict[str, str] = {
    "gold": "invasion-damage.goods",
    "supply": "invasion-damage.goods",
    "material": "invasion-damage.goods",
    "population": "invasion-damage.population",
    "gem": "invasion-damage.gem",
}
CARD = "invasion-damage.endeavour"


def resolves(table: Table, seat: str, payment: str) -> int:
    """The Damage that one payment of a kind resolves for this player; ``card`` is a card given up."""
    for printed in table.pack.constants["invasion"]["damage_payments"]:
        if payment == "card" and "discard_card" in printed:
            return int(printed["resolves"])
        if payment == "population" and "exhaust_population" in printed:
            return int(printed["resolves"])
        if payment in printed.get("discard", ()):
            plain = int(printed["resolves"])
            return int(table.replaced(seat, "damage_resolved_per_gold", plain)) if payment == "gold" else plain
    raise KeyError(payment)


def cost_of(payment: str) -> dict[str, int]:
    """What one payment takes."""
    return {"exhaust_population": 1} if payment == "population" else {payment: 1}


def pieces_at(table: Table, seat: str, place: str) -> Mapping[str, int]:
    """The cards in a position of the Build Queue, in the Standing Army or in the Territory."""
    player = table.player(seat)
    if place in QUEUE_PLACES:
        return player.queue.get(place, {})
    return player.army if place == "army" else player.territory


def can_be_given_up(table: Table, piece: str) -> bool:
    """Whether a card is an Endeavour or a Commander: Warfront cards are neither."""
    return table.piece(piece).home != "warfront"


def can_pay(table: Table, seat: str) -> bool:
    """Whether a player has anything left to resolve Damage with."""
    if any(not table.missing(seat, cost_of(payment)) for payment in PAYMENTS):
        return True
    return any(can_be_given_up(table, piece) for place in PLACES for piece in pieces_at(table, seat, place))


def resolve(table: Table, seat: str, payment: str, rule: str) -> None:
    """Take off the Damage that a payment resolves; more than is left is lost (``invasion-damage.overshoot``)."""
    defending = table.player(seat).defending
    assert defending is not None
    assert defending.damage is not None
    resolved = min(resolves(table, seat, payment), defending.damage)
    defending.damage -= resolved
    table.log(DamageResolved(rule=rule, seat=seat, resolved=resolved, left=defending.damage))


class PayDamage(Action, tag="pay-damage", frozen=True):
    """Discard a Gold, Supply, Material or Gem, or exhaust a Population, for Damage."""

    payment: Payment

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["PayDamage"]:
        return [cls(actor=actor, payment=payment) for payment in PAYMENTS]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if not table.missing(actor, cost_of(self.payment)):
            return
        if self.payment == "population":
            yield Violation(
                "invasion-damage.population", "{seat} has no Population left to exhaust", at="payment", seat=actor
            )
        elif self.payment == "gem":
            yield Violation("invasion-damage.gem", "{seat} has no Gem", at="payment", seat=actor)
        else:
            yield Violation(
                "invasion-damage.goods",
                "{seat} has no {name}",
                at="payment",
                seat=actor,
                name=self.payment.title(),
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        rule = RULES[self.payment]
        if self.payment == "population":
            exhaust(table, actor, 1, rule)
        else:
            discard(table, actor, cost_of(self.payment), rule)
            if self.payment == "gold" and resolves(table, actor, "gold") > 1:
                rule = "k-influence.diplomacy"
        resolve(table, actor, self.payment, rule)


class GiveUp(Action, tag="give-up", frozen=True):
    """Discard a card of the Build Queue (named by its position), Standing Army or Territory for Damage."""

    piece: Piece
    place: Place

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["GiveUp"]:
        found = [(place, piece) for place in PLACES for piece in sorted(pieces_at(table, actor, place))]
        return [cls(actor=actor, piece=piece, place=place) for place, piece in found]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        name = table.pack.title(self.piece)
        if self.piece not in pieces_at(table, actor, self.place):
            yield Violation(
                "invasion-damage.endeavour:place", "{seat} has no {name} there", at="piece", seat=actor, name=name
            )
        if not can_be_given_up(table, self.piece):
            yield Violation(
                "invasion-damage.endeavour", "{name} is neither an Endeavour nor a Commander", at="piece", name=name
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        if self.place in QUEUE_PLACES:
            take_from_queue(table, actor, self.place, self.piece)
            discard_pieces(table, actor, {self.piece: 1}, CARD)
        else:
            discard_from(table, actor, self.place, {self.piece: 1}, CARD)
        resolve(table, actor, "card", CARD)


class GivenUp(Shape, kw_only=True):
    """A card given up, and where it lies."""

    piece: Piece
    place: Place


class PayAllDamage(Bundle, tag="pay-all-damage", frozen=True):
    """A whole payment in one breath: so much of each kind, and these cards; what resolves least goes first."""

    pay: Annotated[dict[Payment, Annotated[int, Meta(ge=0, le=999)]], counts(5)] = {}
    cards: Annotated[list[GivenUp], Meta(max_length=60)] = []

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if not self.pay and not self.cards:
            yield Violation("invasion-damage.must-resolve", "{seat} has to resolve the Damage", seat=actor)
        defending = table.player(actor).defending
        parts, damage = self.parts(table, actor), defending.damage if defending else None
        worths = [worth for worth, _, _ in parts]
        if damage and sum(worths[:-1]) >= damage:
            needed = next(n for n in range(len(worths)) if sum(worths[:n]) >= damage)
            yield Violation(
                "invasion-damage.overshoot:needless",
                "{seat} has {damage} Damage, and {needed} of the {named} named payments resolve it",
                at="/".join(str(name) for name in parts[needed][1]),
                seat=actor,
                damage=damage,
                needed=needed,
                named=len(worths),
            )

    def parts(self, table: Table, actor: str) -> list[tuple[int, Path, Action]]:
        """What the payment consists of: the Damage that a part resolves, where it is written, the part."""
        found: list[tuple[int, Path, Action]] = []
        for payment, number in self.pay.items():
            part = PayDamage(actor=actor, payment=payment)
            found += [(resolves(table, actor, payment), ("pay", payment), part)] * number
        worth = resolves(table, actor, "card")
        for number, card in enumerate(self.cards):
            found.append((worth, ("cards", number), GiveUp(actor=actor, piece=card.piece, place=card.place)))
        return sorted(found, key=lambda part: part[0])

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        for _, _, part in self.parts(table, actor):
            yield part

    def written(self, number: int, part: Action) -> Path:
        if isinstance(part, PayDamage):
            return ("pay", part.payment)
        found = [n for n, card in enumerate(self.cards) if isinstance(part, GiveUp) and card.piece == part.piece]
        return ("cards", found[-1]) if found else ()


class ResolveDamage(Step, tag="resolve-damage"):
    """Invasion Step 3: Damage is resolved until none is left, or nothing to resolve it with."""

    rule: ClassVar[str] = "invasion-damage.stop"

    seat: Seat

    def run(self, table: Table) -> None:
        defending = table.player(self.seat).defending
        if defending is None or not defending.damage:
            return
        if can_pay(table, self.seat):
            table.push(ChoosePayment(seat=self.seat), self)
            return
        table.log(DamageVanished(rule=self.rule, seat=self.seat, damage=defending.damage))
        defending.damage = 0


class ChoosePayment(Choice, tag="choose-payment"):
    """A player resolves Damage."""

    rule: ClassVar[str] = "invasion-damage.must-resolve"
    prompt: ClassVar[str] = "Resolve Damage of the Invasion."
    actions: ClassVar[tuple[type[Action], ...]] = (PayDamage, GiveUp, PayAllDamage, *ANYTIME)

    def must(self, table: Table) -> Sequence[str]:
        defending = table.player(self.seat).defending
        if defending is None or not defending.damage or not can_pay(table, self.seat):
            return ()
        return (self.seat,)

    def consistency(self, table: Table) -> Iterator[Defect]:
        defending = table.player(self.seat).defending
        if defending is None or not defending.damage:
            yield error(self.rule, "/seat", "no-damage", f"{self.seat} has no Damage to resolve")

"""What icons a card of the Territory can give to an Upgrade, and at what price."""

import itertools
from collections.abc import Iterator, Mapping

from msgspec import Struct

from service.engine.counts import holds, together
from service.games.gilded_realms.effect_language import CountCardAs
from service.games.gilded_realms.table import Table

EXTRA_ICONS = {"watermill": "requirements.watermill"}
"""The card whose further icon has a clause of its own."""


COSTLY_ICONS = (
    *EXTRA_ICONS.values(),
    "k-agriculture.peasantry",
    "requirements.artisan-capstone",
    "requirements.extra-icons",
)
"""The clauses by which an icon has a price beside the card."""


class Way(Struct, frozen=True):
    """One way to use a card: each of ``icons`` gives one of its alternatives, for ``cost`` beside the card.

    ``rule`` is the clause that asks for the cost.
    """

    icons: tuple[tuple[str, ...], ...]
    cost: dict[str, int]
    rule: str = "requirements.extra-icons"

    def uses(self, need: Mapping[str, int]) -> list[dict[str, int]]:
        """What this way can give of the icons that are needed; whoever pays for it uses all of it."""
        found: list[dict[str, int]] = []
        for chosen in itertools.product(*(self._useful(alternatives, need) for alternatives in self.icons)):
            used = together(*({icon: 1} for icon in chosen if icon is not None))
            if used and used not in found and holds(need, used):
                found.append(used)
        return found

    def _useful(self, alternatives: tuple[str, ...], need: Mapping[str, int]) -> list[str | None]:
        wanted: list[str | None] = [icon for icon in alternatives if need.get(icon)]
        return wanted if self.cost else [*wanted, None]

    def covers(self, icons: Mapping[str, int]) -> bool:
        """Whether the card can stand for just these icons in this way."""
        wanted = [icon for icon, number in icons.items() for _ in range(number)]
        if not wanted or len(wanted) > len(self.icons) or (self.cost and len(wanted) < len(self.icons)):
            return False
        return any(
            all(icon in alternatives for icon, alternatives in zip(wanted, order, strict=False))
            for order in itertools.permutations(self.icons)
        )


def ways_of(table: Table, seat: str, piece: str, capstone_type: str | None) -> tuple[Way, ...]:
    """The ways in which a card can be used for an Upgrade, the cheapest first; none for a card without icons.

    ``capstone_type`` is the Province whose Capstone the Upgrade asks for: a Capstone of another gives nothing.
    """
    return tuple(_ways(table, seat, piece, capstone_type))


def _ways(table: Table, seat: str, piece: str, capstone_type: str | None) -> Iterator[Way]:
    face = table.piece(piece).face
    if not face.icons or (face.capstone_type is not None and face.capstone_type != capstone_type):
        return
    wild = face.wild
    own = tuple(wild.any_of if icon == "wild" and wild else tuple(icon.split("|")) for icon in face.icons)
    yield Way(own, {})
    for extra in face.extra_icons:
        more = tuple(tuple(icon.split("|")) for icon in extra.icons)
        yield Way((*own, *more), extra.cost, EXTRA_ICONS.get(face.id, "requirements.extra-icons"))
    if wild and wild.as_capstone_cost and capstone_type is not None:
        yield Way((("capstone",),), wild.as_capstone_cost, "requirements.artisan-capstone")
    for ability in table.abilities(seat, "action"):
        for op in ability.effect:
            if isinstance(op, CountCardAs) and op.card == face.id:
                yield Way(tuple((icon,) for icon in op.icons), ability.cost, ability.rule)

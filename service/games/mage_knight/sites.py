"""Sites: what they give at the start and the end of a turn."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal

from service.engine.action import Action, Where
from service.engine.shapes import Seat
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.mage_knight.cards import throw_away_from_hand
from service.games.mage_knight.events_effects import CardThrownAway
from service.games.mage_knight.gains import gain_crystal, gain_token
from service.games.mage_knight.ids import WOUND
from service.games.mage_knight.table import Table

GLADE = "magical-glade"


def start_on_site(table: Table, seat: str) -> None:
    """What a space gives to a player who begins the turn on it."""
    at = table.player(seat).at
    if at is not None and table.site(at) == GLADE:
        gain_token(table, seat, "gold" if table.time == "day" else "black", 1, "site.glade-start")


class SpaceBenefits(Step, tag="space-benefits"):
    """What a space gives to a player who ends the turn on it."""

    rule: ClassVar[str] = "end-turn.sequence"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        site = table.site(player.at) if player.at is not None else None
        if player.at is not None and site == "mine":
            color = table.space(player.at).color
            assert color is not None
            gain_crystal(table, self.seat, color, "site.mine", overflow=False, full="end-turn.mine-crystal-full")
        elif site == GLADE and (player.hand or WOUND in player.discard):
            table.push(OnGlade(seat=self.seat))


class LeaveWound(Action, tag="leave-wound", frozen=True):
    """Throw away one Wound of the hand or of the discard pile."""

    pile: Literal["hand", "discard"]

    @classmethod
    def candidates(cls, table: Table, step: "OnGlade", actor: str, where: Where) -> Iterable["LeaveWound"]:
        return [cls(actor=actor, pile="hand"), cls(actor=actor, pile="discard")]

    def violations(self, table: Table, step: "OnGlade", actor: str) -> Iterator[Violation]:
        player = table.player(actor)
        if WOUND not in (player.hand if self.pile == "hand" else player.discard):
            where = "hand" if self.pile == "hand" else "discard pile"
            yield Violation("site.glade-end", "there is no Wound in the {where}", at="pile", where=where)

    def apply(self, table: Table, step: "OnGlade", actor: str) -> None:
        if self.pile == "hand":
            throw_away_from_hand(table, actor, WOUND)
        else:
            table.player(actor).discard.remove(WOUND)
            table.log(CardThrownAway(rule="throw-away.wound", seat=actor, card=WOUND))


class LeaveNoWound(Action, tag="leave-no-wound", frozen=True):
    """Throw no Wound away."""

    def apply(self, table: Table, step: "OnGlade", actor: str) -> None:
        pass


class OnGlade(Choice, tag="on-glade"):
    """A player who ends the turn on a magical glade may throw away a Wound."""

    rule: ClassVar[str] = "site.glade-end"
    prompt: ClassVar[str] = "Throw away one Wound of your hand or discard pile, or none."
    actions: ClassVar[tuple[type[Action], ...]] = (LeaveWound, LeaveNoWound)

    def must(self, table: Table) -> Sequence[str]:
        return (self.seat,)


SITE_STEPS: tuple[type[Step], ...] = (SpaceBenefits, OnGlade)

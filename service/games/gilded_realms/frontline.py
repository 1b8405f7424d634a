"""The Frontline: what a Victory there lets the solo player take from the Warfront Hinterlands."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.campaign_rewards import FRONTLINE
from service.games.gilded_realms.campaign_spoils import build_taken, built_violations
from service.games.gilded_realms.events import EndeavourTaken
from service.games.gilded_realms.ids import Card, Face
from service.games.gilded_realms.solo_steps import no_solo_game
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.warfront import Restock, hinterland, take_from_hinterland


def not_there(table: Table, card: str) -> Iterator[Violation]:
    """Why a card cannot be taken."""
    if card not in hinterland(table):
        name = table.pack.title(card)
        yield Violation("frontline.victory", "{name} is not in the Warfront Hinterlands", at="card", name=name)


def take(table: Table, seat: str, card: str, rule: str, into: str = "into hand") -> None:
    """Take a card of the Warfront Hinterlands, which are restocked."""
    take_from_hinterland(table, card)
    table.log(EndeavourTaken(rule=rule, seat=seat, card=card, name=table.pack.title(card), into=into))
    table.push(Restock())


class TakeFromWarfront(Action, tag="take-from-warfront", frozen=True):
    """Take an Endeavour of the Warfront Hinterlands into hand."""

    card: Card

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["TakeFromWarfront"]:
        return [cls(actor=actor, card=card) for card in sorted(set(hinterland(table)))]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        yield from not_there(table, self.card)

    def apply(self, table: Table, step: object, actor: str) -> None:
        take(table, actor, self.card, "frontline.victory")
        player = table.player(actor)
        player.hand = sorted([*player.hand, self.card])


class BuildFromWarfront(Action, tag="build-from-warfront", frozen=True):
    """Take an Endeavour of the Warfront Hinterlands and Build it at once, exhausting 1 Population."""

    card: Card
    face: Face

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["BuildFromWarfront"]:
        for card in sorted(set(hinterland(table))):
            yield from (cls(actor=actor, card=card, face=face) for face in table.pack.cards[card].faces)

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        yield from not_there(table, self.card)
        yield from built_violations(table, actor, self.card, self.face, frontline=True)

    def apply(self, table: Table, step: object, actor: str) -> None:
        take(table, actor, self.card, "frontline.build-taken", into="to Build it")
        build_taken(table, actor, self.card, self.face, "frontline.build-taken")


class LeaveWarfront(Action, tag="leave-warfront", frozen=True):
    """Take no Endeavour."""

    def apply(self, table: Table, step: object, actor: str) -> None:
        return


class ChooseFromWarfront(Choice, tag="choose-from-warfront"):
    """A Victory at the Frontline: one card of the Warfront Hinterlands may be taken, if there is any."""

    rule: ClassVar[str] = "frontline.victory"
    prompt: ClassVar[str] = "Take an Endeavour from the Warfront Hinterlands, or none."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeFromWarfront, BuildFromWarfront, LeaveWarfront, *ANYTIME)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if hinterland(table) else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)


def spoils(table: Table, seat: str) -> list[Step]:
    """What the winner at the Frontline may do."""
    return [ChooseFromWarfront(seat=seat)]


FRONTLINE.append(spoils)

"""Step 3, Perform Actions: feeding, fortifying, and what else a player does before choosing a Stance.

Buying Knowledge, Expedite and Trade have modules of their own.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.banquet import BANQUET_ACTIONS
from service.games.gilded_realms.build_phase import open_types
from service.games.gilded_realms.ceremony import SellGood, SellGoods
from service.games.gilded_realms.events import StepDone, in_words
from service.games.gilded_realms.expedite import Expedite
from service.games.gilded_realms.knowledge import BuyKnowledge
from service.games.gilded_realms.market import MARKET_ACTIONS
from service.games.gilded_realms.moments import Moment
from service.games.gilded_realms.negotiation import NEGOTIATION
from service.games.gilded_realms.solo_actions import SOLO_ACTIONS
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.trade import Trade
from service.games.gilded_realms.treasury import discard, gain, recover


class Feed(Action, tag="feed", frozen=True):
    """Feed Population: discard 2 Supply to recover 1 Population."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        missing = table.missing(actor, table.pack.constants["feed_population"]["cost"])
        if missing:
            yield Violation("feed.effect", "{seat} lacks {lacks}", seat=actor, lacks=in_words(missing))
        if not table.hardship(actor):
            yield Violation("feed.needs-hardship", "{seat} has no Hardship", seat=actor)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        feeding = table.pack.constants["feed_population"]
        discard(table, actor, feeding["cost"], "feed.effect")
        recover(table, actor, feeding["recover"], "feed.effect")


class Fortify(Action, tag="fortify", frozen=True):
    """Turn so many Materials of the Treasury into Fortifications."""

    number: Annotated[int, Meta(ge=1, le=9999)]

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["Fortify"]:
        most = min(table.player(actor).material, table.room_for_forts(actor))
        return [cls(actor=actor, number=number) for number in range(1, max(most, 1) + 1)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        missing = table.missing(actor, {"material": self.number})
        if missing:
            yield Violation("fortify.effect", "{seat} lacks {lacks}", at="number", seat=actor, lacks=in_words(missing))
        room = table.room_for_forts(actor)
        if self.number > room:
            yield Violation(
                "fortify.maximum",
                "there is room for {room} more in the Fortifications of {seat}, not for {number}",
                seat=actor,
                room=room,
                number=self.number,
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        discard(table, actor, {"material": self.number}, "fortify.effect")
        gain(table, actor, {"fortification": self.number}, "fortify.effect")


class FinishActions(Action, tag="finish-actions", frozen=True):
    """Be done with Step 3; Organise Hinterland Slots follows."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if table.player(actor).market:
            names = table.names(table.player(actor).market)
            yield Violation("kihleed.must-resolve", "{seat} has to resolve {cards} first", seat=actor, cards=names)

    def apply(self, table: Table, step: "ActionPhase", actor: str) -> None:
        table.leave(step)
        table.log(StepDone(rule="actions.then-organise-then-stance", seat=actor, step="Perform Actions"))


class ActionPhase(Moment, tag="action-phase"):
    """A player performs actions, in the own time; ``bonus`` in the Serpens Ceremony."""

    rule: ClassVar[str] = "actions.any-number"
    prompt: ClassVar[str] = "Perform actions, or finish Step 3."
    windows: ClassVar[tuple[str, ...]] = ("action-phase", "anytime")
    actions: ClassVar[tuple[type[Action], ...]] = (
        BuyKnowledge,
        Feed,
        Fortify,
        Expedite,
        Trade,
        *MARKET_ACTIONS,
        *BANQUET_ACTIONS,
        *SOLO_ACTIONS,
        *NEGOTIATION,
        SellGood,
        SellGoods,
        FinishActions,
        *ANYTIME,
    )

    bonus: bool = False

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        """Those that this player's game and Faction have; goods are sold in the ceremony alone."""
        return open_types(table, actor, self.actions if self.bonus else WITHOUT_GOODS)


WITHOUT_GOODS = tuple(kind for kind in ActionPhase.actions if kind not in (SellGood, SellGoods))

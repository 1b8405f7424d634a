"""The Serpens Ceremony: a last Progress, a bonus Action Phase, and the end of the game."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.gilded_realms.events import in_words
from service.games.gilded_realms.ids import Goods
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import discard, gain


class SellGoods(Action, tag="sell-goods", frozen=True):
    """Discard so many Materials or Supply for 1 Silver each."""

    good: Goods
    number: Annotated[int, Meta(ge=1, le=9999)]

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["SellGoods"]:
        for good in table.pack.constants["final_action_phase"]["discard_one_of"]:
            yield from (cls(actor=actor, good=good, number=n) for n in range(1, table.stock(actor, good) + 1))

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        missing = table.missing(actor, {self.good: self.number})
        if missing:
            yield Violation(
                "ceremony.sell-goods", "{seat} lacks {lacks}", at="number", seat=actor, lacks=in_words(missing)
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        each = table.pack.constants["final_action_phase"]["gain"]["silver"]
        discard(table, actor, {self.good: self.number}, "ceremony.sell-goods")
        gain(table, actor, {"silver": each * self.number}, "ceremony.sell-goods")

"""The Serpens Ceremony: a last Progress, a bonus Action Phase, and the end of the game."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from msgspec import Meta

from service.engine.action import Action, Bundle, Where
from service.engine.shapes import Path
from service.engine.violation import Violation
from service.games.gilded_realms.events import in_words
from service.games.gilded_realms.ids import Goods
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import discard, gain

Amount = Annotated[int, Meta(ge=0, le=200)]


class SellGood(Action, tag="sell-good", frozen=True):
    """Discard a Material or a Supply for 1 Silver."""

    good: Goods

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["SellGood"]:
        return [cls(actor=actor, good=good) for good in table.pack.constants["final_action_phase"]["discard_one_of"]]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        missing = table.missing(actor, {self.good: 1})
        if missing:
            yield Violation(
                "ceremony.sell-goods", "{seat} lacks {lacks}", at="good", seat=actor, lacks=in_words(missing)
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        discard(table, actor, {self.good: 1}, "ceremony.sell-goods")
        gain(table, actor, table.pack.constants["final_action_phase"]["gain"], "ceremony.sell-goods")


class SellGoods(Bundle, tag="sell-goods", frozen=True):
    """Discard so many Supply and Materials for 1 Silver each."""

    supply: Amount = 0
    material: Amount = 0

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if not self.supply + self.material:
            yield Violation("ceremony.sell-goods:nothing", "{seat} discards nothing", at="material", seat=actor)

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        yield from (SellGood(actor=actor, good="supply") for _ in range(self.supply))
        yield from (SellGood(actor=actor, good="material") for _ in range(self.material))

    def written(self, number: int, part: Action) -> Path:
        return ("supply",) if number < self.supply else ("material",)

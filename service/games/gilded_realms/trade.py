"""Trade: four goods go into Caravan storage, and the Caravan onto the Year Event of the next round."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.violation import Violation
from service.games.gilded_realms.campaign_state import Caravan
from service.games.gilded_realms.events import CaravanSent, in_words
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import add

LoadNumber = Annotated[int, Meta(ge=0, le=9)]


def caravan_violations(table: Table, seat: str) -> Iterator[Violation]:
    """Why no Caravan can leave now, whatever it carries."""
    if table.player(seat).caravan.due is not None:
        yield Violation("trade.token-home", "the Caravan of {seat} is out", seat=seat)
    if table.state.round >= table.last_round:
        yield Violation("trade.not-final-year", "no Caravan can leave in the final Year")


def send(table: Table, seat: str, supply: int, material: int, rule: str, special: str | None = None) -> None:
    """Load the Caravan and lay its token on the Year Event of the next round."""
    due = table.state.round + 1
    table.player(seat).caravan = Caravan(supply=supply, material=material, due=due, special=special)
    table.log(CaravanSent(rule=rule, seat=seat, amounts={"supply": supply, "material": material}, due=due))


class Trade(Action, tag="trade", frozen=True):
    """Send a Caravan with 4 goods."""

    supply: LoadNumber
    material: LoadNumber

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["Trade"]:
        load = table.pack.constants["trade_resources"]
        return [cls(actor=actor, supply=supply, material=load - supply) for supply in range(load + 1)]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        load = table.pack.constants["trade_resources"]
        if self.supply + self.material != load:
            yield Violation(
                "trade.exactly-four",
                "a Caravan carries {load} goods, not {named}",
                load=load,
                named=self.supply + self.material,
            )
        missing = table.missing(actor, {"supply": self.supply, "material": self.material})
        if missing:
            yield Violation("trade.exactly-four:lacks", "{seat} lacks {lacks}", seat=actor, lacks=in_words(missing))
        yield from caravan_violations(table, actor)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        add(table, actor, {"supply": self.supply, "material": self.material}, -1)
        send(table, actor, self.supply, self.material, "trade.place-token")

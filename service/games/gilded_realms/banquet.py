"""The Victory Banquet of the Ender Clan: after a victory or a Caravan, and once per game in the Action Phase."""

from collections.abc import Iterator
from typing import Any, ClassVar

from service.engine.action import Action
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.effects_due import CarryOut
from service.games.gilded_realms.events import AbilityUsed, in_words
from service.games.gilded_realms.moments import Moment
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import pay

BANQUET = "victory-banquet"


def can_hold(table: Table, seat: str) -> bool:
    """Whether a banquet could be paid for and would recover somebody."""
    cost = table.pack.abilities[BANQUET].cost
    return table.hardship(seat) > 0 and not table.missing(seat, cost)


def occasion(table: Table, seat: str) -> list[Step]:
    """What a player may do right after winning as Attacker or Completing an undamaged Caravan."""
    return [VictoryBanquet(seat=seat)] if table.player(seat).faction == "ender-clan" else []


class HoldBanquet(Action, tag="hold-banquet", frozen=True):
    """Discard 3 Authority to recover 2 Population."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        missing = table.missing(actor, table.pack.abilities[BANQUET].cost)
        if missing:
            yield Violation("ender.victory-banquet", "{seat} lacks {lacks}", seat=actor, lacks=in_words(missing))
        if not table.hardship(actor):
            yield Violation(
                "population.recover:banquet", "{seat} has no Hardship: a banquet would recover nothing", seat=actor
            )
        if not isinstance(step, VictoryBanquet) and table.player(actor).used_up.get(BANQUET):
            yield Violation(
                "ender.banquet-action",
                "{seat} has held a banquet without an occasion in this game already",
                seat=actor,
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        ability, rule = table.pack.abilities[BANQUET], VictoryBanquet.rule
        if not isinstance(step, VictoryBanquet):
            rule = "ender.banquet-action"
            table.player(actor).used_up[BANQUET] = 1
            table.push(VictoryBanquet(seat=actor))
        table.log(AbilityUsed(rule=rule, seat=actor, ability=BANQUET, name=table.pack.title(BANQUET)))
        pay(table, actor, ability.cost, ability.rule)
        table.push(CarryOut(seat=actor, effect=BANQUET))


class EndBanquet(Action, tag="end-banquet", frozen=True):
    """Hold no more banquets now."""

    def apply(self, table: Table, step: "VictoryBanquet", actor: str) -> None:
        table.leave(step)


class VictoryBanquet(Moment, tag="victory-banquet"):
    """A player may hold banquets, as often as wanted; passed over when none could be held."""

    rule: ClassVar[str] = "ender.victory-banquet"
    prompt: ClassVar[str] = "Discard 3 Authority to recover 2 Population, or go on."
    actions: ClassVar[tuple[type[Action], ...]] = (HoldBanquet, EndBanquet, *ANYTIME)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if can_hold(table, self.seat) else ()


BANQUET_ACTIONS: tuple[type[Action], ...] = (HoldBanquet,)
"""Offered in the Action Phase to the Ender Clan."""

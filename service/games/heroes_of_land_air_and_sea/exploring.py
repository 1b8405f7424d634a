"""Exploring: Exploration Tokens are turned up and resolved one after the other, on land and at sea."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, RuleRef, Seat
from service.engine.step import ChanceStep, Step
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.action_events import (
    ExploringEnded,
    TokenResolved,
    TokenRevealed,
    TokenStays,
)
from service.games.heroes_of_land_air_and_sea.effects import CarryOut
from service.games.heroes_of_land_air_and_sea.end_of_game import check_objectives
from service.games.heroes_of_land_air_and_sea.ids import Area, Token, Units
from service.games.heroes_of_land_air_and_sea.occasions import happens
from service.games.heroes_of_land_air_and_sea.state import Exploring
from service.games.heroes_of_land_air_and_sea.table import Table


def turn_up(table: Table, region: str, rule: str) -> list[Step]:
    """The steps that turn up the face-down Land tokens of a Region without resolving them."""
    return [RevealToken(area=region, asked_by=rule) for _ in range(table.tokens_at(region).down)]


def explore(
    table: Table,
    seat: str,
    area: str,
    units: Mapping[str, int] | None = None,
    vessel: str | None = None,
    asked_by: str = "explore-land.end-only",
) -> None:
    """Push what follows when Units, or a Vessel, have ended their own movement in a Region: its tokens are resolved.

    Steps that are pushed afterwards (a Battle) come first.
    """
    if table.unexplored(area):
        table.push(Explore(seat=seat, area=area, units=dict(units or {}), vessel=vessel, asked_by=asked_by))


class TokenTurnedUp(ChanceAction, tag="reveal-token", frozen=True):
    """The Exploration Token that is turned up."""

    token: Token

    def apply(self, table: Table, step: "RevealToken", actor: str) -> None:
        tokens, unseen = table.tokens_at(step.area), _unseen(table, step.area)
        unseen[self.token] -= 1
        if not unseen[self.token]:
            del unseen[self.token]
        tokens.down -= 1
        tokens.up.append(self.token)
        name = table.pack.tokens[self.token].name
        table.log(TokenRevealed(rule=step.asked_by, area=step.area, token=self.token, name=name))
        check_objectives(table)


def _unseen(table: Table, area: str) -> dict[str, int]:
    pool = table.state.land_pool if table.pack.is_land(area) else table.state.sea_pool
    return pool.unseen


class RevealToken(ChanceStep, tag="reveal-token"):
    """A face-down Exploration Token is turned up: any of those that nobody has seen yet."""

    rule: ClassVar[str] = "explore-land.chance"
    also_cites: ClassVar[tuple[str, ...]] = (
        "explore-sea.chance",
        "tower.reveals",
        "cast.cost",
        "building.level-abilities",
    )
    prompt: ClassVar[str] = "Turn up the Exploration Token in {area}."
    actions: ClassVar[tuple[type[Action], ...]] = (TokenTurnedUp,)

    area: Area
    asked_by: RuleRef = "explore-land.chance"

    def cites(self) -> str:
        return self.asked_by if self.asked_by in self.also_cites else self.rule

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if table.tokens_at(self.area).down else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        unseen = _unseen(table, self.area)
        return [TokenTurnedUp(actor=CHANCE, token=token, weight=unseen[token]) for token in sorted(unseen)]


class Explore(Step, tag="explore"):
    """Units that have ended their movement in a Region explore it, as far as they are still there."""

    rule: ClassVar[str] = "explore-land.end-only"
    also_cites: ClassVar[tuple[str, ...]] = (
        "explore-sea.end-only",
        "fly.explore",
        "boarding.disembark-explores",
        "explore-land.only-own-movement",
    )

    seat: Seat
    area: Area
    units: Units = {}
    vessel: ids.Vessel | None = None
    asked_by: RuleRef = "explore-land.end-only"

    def cites(self) -> str:
        return self.asked_by if self.asked_by in self.also_cites else self.rule

    def run(self, table: Table) -> None:
        if not table.is_in(self.seat) or not table.unexplored(self.area):
            return
        here = table.land_units(self.seat, self.area)
        units = {unit: min(number, here[unit]) for unit, number in self.units.items() if unit in here}
        vessel = self.vessel if self.vessel in table.vessels_at(self.seat, self.area) else None
        if units or vessel:
            table.state.exploring = Exploring(seat=self.seat, area=self.area, units=units, vessel=vessel)
            table.push(NextToken(seat=self.seat, area=self.area, asked_by=self.asked_by))


class NextToken(Step, tag="next-token"):
    """The next token of a Region that is being explored; over when none or nobody is left."""

    rule: ClassVar[str] = "explore-land.swamp-sequence"

    seat: Seat
    area: Area
    asked_by: RuleRef = "explore-land.end-only"

    def consistency(self, table: Table) -> Iterator[Defect]:
        exploring = table.state.exploring
        if exploring is None or (exploring.seat, exploring.area) != (self.seat, self.area):
            detail = f"{self.seat} is not exploring {table.named(self.area)}"
            yield error("explore-land.who-resolves", "/seat", "nobody", detail)

    def run(self, table: Table) -> None:
        exploring, tokens = table.state.exploring, table.tokens_at(self.area)
        left = exploring is not None and (exploring.units or exploring.vessel)
        if left and tokens.up:
            resolve(table, self.seat, self.area, self.asked_by)
        elif left and tokens.down:
            rule = "explore-land.chance" if table.pack.is_land(self.area) else "explore-sea.chance"
            table.push(RevealToken(area=self.area, asked_by=rule), self)
        else:
            if tokens.up or tokens.down:
                table.log(ExploringEnded(rule=self._lost(table), seat=self.seat, area=self.area))
            table.state.exploring = None

    def _lost(self, table: Table) -> str:
        """The clause that leaves a token unresolved when nobody is left; an Air Vessel explores by its own."""
        if not table.pack.is_land(self.area):
            return "explore-sea.central-sequence"
        return self.asked_by if self.asked_by == "fly.explore" else "explore-land.army-lost"


def resolve(table: Table, seat: str, area: str, asked_by: str) -> None:
    """Resolve the token that lies face up, then go on to the next."""
    state, tokens = table.state, table.tokens_at(area)
    token = tokens.up.pop(0)
    data = table.pack.tokens[token]
    rule = "explore-land.outcome"
    table.log(TokenResolved(rule=rule, seat=seat, area=area, token=token, name=data.name))
    if data.stays:
        tokens.stay = sorted([*tokens.stay, token])
        table.log(TokenStays(rule="explore-land.removed", area=area, token=token, name=data.name))
    else:
        resolved = state.land_pool.resolved if table.pack.is_land(area) else state.sea_pool.resolved
        resolved[token] = resolved.get(token, 0) + 1
    on_map = state.land_tokens if table.pack.is_land(area) else state.sea_tokens
    if not (tokens.down or tokens.up or tokens.stay):
        del on_map[area]
    table.push(NextToken(seat=seat, area=area, asked_by=asked_by))
    if not table.pack.is_land(area):
        happens(table, seat, "sea-token-resolved")
    table.push(CarryOut(seat=seat, source=token, area=area))

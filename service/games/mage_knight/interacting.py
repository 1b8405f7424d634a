"""Interacting with locals: where it is possible, what Reputation gives or takes, and what each site sells."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from service.engine.action import Action
from service.engine.violation import Violation
from service.games.mage_knight.events_sites import InfluencePaid, InteractionBegun, ShieldsHelp
from service.games.mage_knight.gains import lose_points
from service.games.mage_knight.movement_rules import deed_violations
from service.games.mage_knight.table import Table
from service.games.mage_knight.team import allies
from service.games.mage_knight.the_map import is_conquered, owner_of


@dataclass(frozen=True, slots=True)
class Services:
    """What a site sells, each with its price in Influence points where there is one.

    ``icon`` is that of the Units that can be recruited, ``any_unit`` says that all can. ``train`` are Advanced Actions
    of the Unit offer, ``advanced`` those of their own offer or deck.
    """

    icon: str | None = None
    any_unit: bool = False
    heal: int | None = None
    train: int | None = None
    spell: int | None = None
    advanced: int | None = None
    artifact: int | None = None
    elite: int | None = None


NOTHING = Services()


def services(table: Table, space: str | None) -> Services:
    """What the site on a space sells to whoever interacts there."""
    site = table.site(space) if space is not None else None
    if space is None or site is None or table.on(space).burned:
        return NOTHING
    data: Any = table.pack.sites[site].data
    if site == "city":
        return _of_city(table, str(table.space(space).color))
    return Services(
        icon=data.get("recruit_icon"),
        heal=data.get("heal_cost"),
        train=data["train"]["influence"] if "train" in data else None,
        spell=data["buy_spell"]["influence"] if "buy_spell" in data else None,
    )


def _of_city(table: Table, color: str) -> Services:
    sold: dict[str, Any] = {entry["id"]: entry for entry in table.pack.cities[table.pack.city_of[color]].interaction}
    prices = {name: entry.get("influence") for name, entry in sold.items()}
    return Services(
        icon="city",
        any_unit="recruit-any" in sold,
        spell=prices.get("buy-spell"),
        advanced=prices.get("gain-advanced-action"),
        artifact=prices.get("buy-artifact"),
        elite=prices.get("add-elite"),
    )


def locals_violations(table: Table, seat: str) -> Iterator[Violation]:
    """Why nobody on the space of a player deals with that player."""
    at = table.player(seat).at
    site = table.site(at) if at is not None else None
    if at is None or services(table, at) == NOTHING:
        yield Violation("interact.where", "there is nobody to interact with", at="type")
    elif site == "keep" and owner_of(table, at) not in (seat, *allies(table, seat)):
        yield Violation("interact.where:keep", "the keep does not belong to {seat}", at="type", seat=seat)
    elif table.is_fortified_site(at) and not is_conquered(table, at):
        yield Violation("interact.where:unconquered", "{space} is not conquered", at="type", space=at)


class BeginInteraction(Action, tag="begin-interaction", frozen=True):
    """Interact with the locals: the action of the turn."""

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        yield from deed_violations(table, actor)
        yield from locals_violations(table, actor)
        reputation = table.player(actor).reputation
        if table.pack.reputation[reputation] is None:
            yield Violation("interact.x-forbids", "the Reputation of {seat} is X", at="type", seat=actor)

    def apply(self, table: Table, step: Any, actor: str) -> None:
        turn, player = table.turn, table.player(actor)
        at = player.at
        assert at is not None
        begin_deed(table, "interact")
        turn.interacting = True
        gained = table.pack.reputation[player.reputation] or 0
        table.log(InteractionBegun(rule="interact.reputation-bonus", seat=actor, space=at, influence=gained))
        shields = table.on(at).shields.count(actor) if table.site(at) == "city" else 0
        if shields:
            more = shields * int(table.pack.sites["city"].data["influence_per_shield"])
            gained += more
            table.log(ShieldsHelp(rule="interact.city-shield-bonus", seat=actor, influence=more))
        turn.influence, turn.debt = max(0, gained), max(0, -gained)


def begin_deed(table: Table, deed: Any) -> None:
    """The action of the turn begins: points left over are lost (``turn.points-lost-at-action``)."""
    turn = table.turn
    turn.deed, turn.begun, turn.movement_over = deed, True, True
    lose_points(table, "move", "influence")
    turn.debt = 0


def selling(table: Table, seat: str) -> Services:
    """What a player can buy now; nothing outside an interaction."""
    return services(table, table.player(seat).at) if table.turn.interacting else NOTHING


def price_in_influence(table: Table, seat: str, cost: int, what: str) -> Iterator[Violation]:
    """Why a price in Influence points cannot be paid."""
    turn = table.turn
    if turn.debt:
        yield Violation(
            "interact.total-not-negative",
            "{seat} has to cover Influence {debt} first",
            at="type",
            seat=seat,
            debt=turn.debt,
        )
    elif cost > turn.influence:
        yield Violation(
            "interact.buy-any-number",
            "the price of {what} is Influence {cost}, {seat} has {influence}",
            at="type",
            what=what,
            cost=cost,
            seat=seat,
            influence=turn.influence,
        )


def pay_influence(table: Table, seat: str, cost: int, what: str, rule: str) -> None:
    """Influence points are spent on something."""
    table.turn.influence -= cost
    table.log(InfluencePaid(rule=rule, seat=seat, cost=cost, what=what))

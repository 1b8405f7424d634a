"""What must be true of a cooperative assault, and of the turns that wait while another player acts."""

from collections.abc import Iterator, Mapping

from service.engine.agenda import name_of
from service.engine.defect import Defect, error
from service.games.mage_knight.state_joint import Assault, Duel
from service.games.mage_knight.table import Table

LAYING_OUT = {"renew-tactics", "prepare-round", "begin-first-round"}
FIGHTING = {"join-combat", "begin-combat", "fight-combat", "end-combat"}
ASSAULT_STEPS = {
    "answer-proposal": 0,
    "close-assault": 1,
    "end-own-part": 2,
    "assault-outcome": 3,
    "join-assault": 4,
    "enter-city": 5,
    "deal-defender": 5,
}
DUEL_STEPS = {
    "attend": 0,
    "close-duel": 1,
    "end-of-duel": 1,
    "duel-goes-on": 2,
    "duel-chance": 3,
    "duel-block": 3,
    "duel-damage": 3,
}
"""How their steps lie above each other."""


def _in_order(names: list[str], ranks: Mapping[str, int], *, once: bool) -> bool:
    """Whether the steps of a joint combat lie in their order, from the bottom up."""
    found = [ranks[name] for name in names if name in ranks]
    return found == sorted(found) and (not once or len(set(found)) == len(found))


def joint_defects(table: Table) -> Iterator[Defect]:
    """Everything about them that cannot be."""
    state = table.state
    yield from _tactics(table)
    for seat, turn in state.waiting.items():
        if turn.seat != seat or seat not in state.seats or table.active() in (None, seat):
            yield error("turns.in-round-order", f"/waiting/{seat}", "turn", f"no turn of {seat} can be waiting")
    if state.duel is not None:
        yield from _duel(table, state.duel)
        if state.assault is not None:
            yield error("combat.no-mix-with-pvp", "/duel", "mixed", "a city and a player are not fought together")
        return
    if state.assault is None:
        if state.waiting:
            yield error("coop.order", "/waiting", "no-assault", "turns wait, and nothing is fought together")
        return
    yield from _assault(table, state.assault)


def _assault(table: Table, assault: Assault) -> Iterator[Defect]:
    state = table.state
    if state.turn is None or state.turn.seat not in assault.order:
        yield error("coop.is-the-action", "/assault", "no-turn", "none of those who take part plays a turn")
    if set(assault.order) != set(assault.shares) or len(set(assault.order)) != len(assault.order):
        yield error("coop.order", "/assault/order", "order", "the order has not each participant once")
    if not set(assault.order) <= set(state.seats):
        yield error("coop.suitable-heroes", "/assault/order", "stranger", "only players take part")
        return
    if table.site(assault.city) != "city" or table.place_of(table.space(assault.city).tile) is None:
        yield error("coop.conditions", "/assault/city", "city", "no city lies there")
    if any(table.player(seat).at is None for seat in assault.order):
        yield error("coop.suitable-heroes", "/assault/order", "off-the-map", "a participant stands nowhere")
    for seat, origin in assault.origins.items():
        if seat not in assault.order or table.place_of(table.space(origin).tile) is None:
            yield error(
                "coop.conquered-if-all-defeated", f"/assault/origins/{seat}", "origin", "nobody came from there"
            )
    for seat, enemies in assault.dealt.items():
        if len(enemies) > assault.shares.get(seat, 0):
            yield error("coop.random-distribution", f"/assault/dealt/{seat}", "count", "that is more than the share")
    names = [name_of(step) for step in state.agenda]
    asking = any(getattr(step, "asked", None) for step in state.agenda)
    if asking == ("close-assault" in names):
        yield error("coop.order", "/assault", "not-fought", "nobody fights the cooperative assault that is there")
    unique = all(names.count(name) <= 1 for name in ("answer-proposal", "close-assault", "assault-outcome"))
    if not unique or not _in_order(names, ASSAULT_STEPS, once=False):
        yield error("coop.order", "/agenda", "order", "the assault is not fought in this order")
    fights = [number for number, name in enumerate(names) if name in FIGHTING]
    joint = [number for number, name in enumerate(names) if name in ASSAULT_STEPS]
    if fights and joint and min(fights) < max(joint):
        yield error("coop.order", "/agenda", "order", "a share is fought before the assault goes on")
    if "join-assault" in names and "assault-outcome" not in names:
        yield error("coop.order", "/agenda", "order", "the assault has no end")


def _duel(table: Table, duel: Duel) -> Iterator[Defect]:
    """What cannot be of a combat between two players."""
    state, both = table.state, {duel.aggressor, duel.defender}
    if len(both) < 2 or not both <= set(state.seats):
        yield error("pvp.roles", "/duel", "stranger", "two different players fight each other")
        return
    if state.turn is None or state.turn.seat not in both or not set(state.waiting) <= both:
        yield error("pvp.roles", "/duel", "no-turn", "neither of the two plays a turn")
    for space in (duel.space, duel.origin):
        if table.place_of(table.space(space).tile) is None:
            yield error("pvp.conditions", "/duel/space", "not-on-map", "that space is not revealed")
    if any(table.player(seat).at is None for seat in both):
        yield error("pvp.conditions", "/duel", "off-the-map", "one of the two stands nowhere")
    combats = [combat for combat in (state.combat, duel.combat) if combat is not None]
    if len(combats) == 1 or (combats and {combat.seat for combat in combats} != both):
        yield error("pvp.roles", "/duel/combat", "sides", "each of the two has one side of the combat")
    names = [name_of(step) for step in state.agenda]
    if bool(combats) != ("end-of-duel" in names):
        yield error("pvp.two-phases", "/duel", "not-fought", "the combat has no end, or is over")
    if any(name in FIGHTING for name in names):
        yield error("combat.no-mix-with-pvp", "/agenda", "mixed", "enemies are not fought with a player")
    waits = any(name_of(step) == "attend" and not step.over for step in state.agenda)
    if waits + ("end-of-duel" in names) + ("close-duel" in names) != 1 or not _in_order(names, DUEL_STEPS, once=True):
        yield error("pvp.two-phases", "/agenda", "order", "the combat is not fought in this order")


def _tactics(table: Table) -> Iterator[Defect]:
    """Enough Tactics are left in the game for another Round."""
    state, parties = table.state, len(table.state.seats) + (table.state.dummy is not None)
    names = {name_of(step) for step in state.agenda}
    if "choose-tactics" in names and not names & LAYING_OUT and len(state.tactics) < parties:
        yield error("tactics.each-takes-one", "/tactics", "too-few", "there is not a Tactic for everybody")
    for number in range(state.round + 1, len(table.scenario.rounds) + 1):
        time = "day" if (number % 2 == 1) != state.options.night_arrival else "night"
        if parties > sum(t.round == time and t.id not in state.tactics_gone for t in table.pack.tactics.values()):
            yield error("cooperation.tactic-removed", "/tactics_gone", "count", "too few Tactics are left in the game")
            return

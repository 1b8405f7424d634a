"""What must be true of a Battle that is being fought, in any state: its sides, and the steps that are still to come."""

import re
from collections.abc import Iterator
from typing import Any

from service.engine.agenda import name_of
from service.engine.counts import holds
from service.engine.defect import Defect, error
from service.engine.step import Lanes
from service.games.heroes_of_land_air_and_sea.battle_progress import (
    beginning_defects,
    progress_defects,
    remote_defects,
)
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.state import Battle, Side
from service.games.heroes_of_land_air_and_sea.strength import (
    capital_owner,
    comrades,
    has_structure,
    leader_of,
    own_army,
)
from service.games.heroes_of_land_air_and_sea.table import Table

# The steps of a Battle from the bottom of the agenda to its top, as ``BeginBattle`` and those after it push them; on
# top of them lies whatever Spells and abilities ask meanwhile. A and D are attacker and defender, W and L winner and
# loser, M the loser's ally.
RETREATS = ("retreat", "enemy-retreat")
BEFORE_TACTICS = "begin-tactics( combat-spell-A( combat-spell-D( use-battle-abilities-A( use-battle-abilities-D)?)?)?)?"
AFTER_REVEAL = "( conscript-A)?( conscript-D)?( score-tactics( pay-tactic-A( pay-tactic-D)?)?)?"
LOSSES = "winner-gains-W( retreat-M)?( retreat-L( choose-victims)*( save-units-L)*( assign-losses-L)?)?"
CAPITAL = "lose-capital( winner-gains-W( retreat-[LM])?( choose-victims)*)?"


def order(before: str, cards: str, after: str) -> "re.Pattern[str]":
    """The pattern of a Battle, with what comes before and after the Tactic Cards, and how these are chosen."""
    comparison = f"compare-strength( reveal-tactics{cards}|{after})"
    return re.compile(f"end-battle( ({before}|{comparison}|suffer-defeat-L|{LOSSES}|{CAPITAL}))?( choose-victims)*")


ORDER = order(BEFORE_TACTICS, "( lanes)?", AFTER_REVEAL)
SOLO_ORDER = order(
    "begin-tactics( combat-spell-[AD]( use-battle-abilities-A( use-battle-abilities-D)?)?)?",
    "( draw-battle-card( lanes)?)?",
    "( conscript-[AD])?( score-tactics( pay-tactic-[AD])?)?",
)
"""The Enemy casts no Combat Spell, chooses no Tactic Card and pays for none."""
CORE = frozenset(
    {"begin-tactics", "combat-spell", "use-battle-abilities", "lanes", "reveal-tactics", "pay-tactic", "score-tactics"}
    | {"conscript", "compare-strength", "suffer-defeat", "assign-losses", "save-units", "retreat", "winner-gains"}
    | {"lose-capital", "end-battle", "draw-battle-card", "enemy-retreat"}
)
ROLES = {"combat-spell": "AD", "use-battle-abilities": "AD", "conscript": "AD", "pay-tactic": "AD"} | dict.fromkeys(
    ("suffer-defeat", "winner-gains", "retreat", "save-units", "assign-losses"), "WL"
)
OUTSIDE = frozenset(
    {"begin-round", "end-round", "collect", "take-turn", "follow-window", "muster-window", "advance-tax-track"}
    | {"recruit", "build", "research", "tax", "march", "march-units", "march-destination", "sail", "fly", "cast"}
    | {"return-flight", "explore", "next-token", "reveal-token", "begin-battle", "choose-tactic"}
    | {"enemy-turn", "draw-solo-card", "enemy-action", "enemy-arrives", "enemy-docks", "enemy-lands", "lose-to-enemy"}
    | {"give-resources", "invite-ally", "permit-move", "choose-leader"}
)
"""Steps that never come up before a Battle is over, or only in lanes."""


def battle_defects(table: Table) -> Iterator[Defect]:
    """Why the Battle in this state cannot be."""
    battle = table.state.battle
    if battle is None:
        early = [name_of(step) for step in table.state.agenda if name_of(step) in CORE and not isinstance(step, Lanes)]
        if early:
            yield error("battle.start", "/agenda", "no-battle", f"no Battle is being fought that has {early[0]}")
        yield from beginning_defects(table)
        return
    if battle.defender not in table.rivals(battle.attacker):
        detail = f"{table.named(battle.attacker)} cannot fight alone"
        yield error("battle.two-sides", "/battle/defender", "self", detail)
        return
    for seat in (battle.attacker, battle.defender):
        if not table.is_in(seat) or table.player(seat).capital is None:
            yield error("battle.two-sides", "/battle", "gone", f"{table.named(seat)} has no pieces to fight with")
            return
    defects = [*_pieces(table, battle), *_side(table, battle.attacker, battle.attacking, "/battle/attacking")]
    defects += _side(table, battle.defender, battle.defending, "/battle/defending")
    yield from defects or (_steps(table, battle) if table.state.agenda else ())


def _pieces(table: Table, battle: Battle) -> Iterator[Defect]:
    others = [seat for seat in table.parties() if table.is_in(seat) and leader_of(table, seat) is None]
    third = [seat for seat in others if table.has_piece(seat, battle.area)]
    if third:
        detail = f"{table.named(third[0])} has pieces in {table.named(battle.area)} as well"
        yield error("battle.two-sides", "/battle/area", "third", detail)
    if battle.winner not in (None, battle.attacker, battle.defender):
        detail = f"{table.named(battle.winner)} takes no part in the Battle"
        yield error("battle.outcome", "/battle/winner", "stranger", detail)
    if battle.remote is None:
        return
    if battle.remote != table.faction(battle.attacker).sea_vessel:
        detail = f"{table.named(battle.remote)} cannot fight from afar"
        yield error("battle.attacking-pieces", "/battle/remote", "strange", detail)
    elif table.has_piece(battle.attacker, battle.area):
        detail = f"{table.named(battle.attacker)} fights from afar and has pieces in {table.named(battle.area)}"
        yield error("battle.attacking-pieces", "/battle/remote", "there", detail)
    else:
        yield from remote_defects(table, battle.attacker, battle.area, battle.remote, "/battle")


def _side(table: Table, seat: str, side: Side, at: str) -> list[Defect]:
    pack, found = table.pack, []
    own = [unit for member in comrades(table, seat) for unit in table.faction(member).units]
    strange = [spell for spell in side.spells if pack.spells[spell].label != "combat"]
    if strange:
        found.append(
            error("cast.combat-only-battle", f"{at}/spells", "label", f"{table.named(strange[0])} is no Combat Spell")
        )
    strange = [unit for unit in side.adrift if unit not in own or pack.units[unit].is_vessel]
    if strange:
        detail = f"{table.named(strange[0])} cannot be adrift"
        found.append(error("vessel-battle.passengers-survive", f"{at}/adrift", "strange", detail))
    strange = [unit for unit in side.damaged if unit not in own]
    if strange:
        detail = f"{table.named(strange[0])} is no Unit of {table.named(seat)}"
        found.append(error("battle.any-damage-destroys", f"{at}/damaged", "strange", detail))
    land = {unit: number for unit, number in own_army(table, seat).items() if not pack.units[unit].is_vessel}
    if not holds(land, side.sacrificed):
        detail = f"{table.named(seat)} has no such Units in the Battle"
        found.append(error("sacrifice.bystanders", f"{at}/sacrificed", "not-there", detail))
    return found


def _steps(table: Table, battle: Battle) -> Iterator[Defect]:
    """Whether what is still to come leads through the Battle to its end, and leaves nobody behind."""
    tags = [name_of(step) for step in table.state.agenda]
    if "end-battle" not in tags:
        yield error("battle.outcome", "/agenda", "no-end", "a Battle is being fought and never ends")
        return
    bottom = tags.index("end-battle")
    steps = table.state.agenda[bottom:]
    told = [_told(table, battle, step) for step in steps]
    expected = ORDER if table.state.solo is None else SOLO_ORDER
    core = max(at for at, step in enumerate(steps) if name_of(step) in CORE)
    astray = any(tag in OUTSIDE for tag in tags[bottom:])
    astray = astray or any(tag in CORE or tag == "choose-victims" for tag in tags[:bottom])
    if astray or not expected.fullmatch(" ".join(told[: core + 1])):
        yield error("battle.start", "/agenda", "order", "the steps of the Battle are not in their order")
        return
    strangers = list(_lanes(battle, steps))
    yield from strangers
    if strangers:
        return
    yield from progress_defects(table, battle, steps)
    yield from _decided(table, battle, steps)


def _lanes(battle: Battle, steps: list[Any]) -> Iterator[Defect]:
    """Whether it is the two sides that choose Tactic Cards, each its own."""
    choosing = sorted(seat for seat in (battle.attacker, battle.defender) if seat != ENEMY)
    for step in steps:
        if isinstance(step, Lanes) and sorted(step.lanes) != choosing:
            yield error("tactic.secret-choice", "/agenda", "lane", "not both sides choose a Tactic Card")
        elif isinstance(step, Lanes) and any(
            name_of(inner) != "choose-tactic" or inner.seat != seat
            for seat, lane in step.lanes.items()
            for inner in lane
        ):
            yield error("tactic.secret-choice", "/agenda", "lane", "somebody chooses in the place of another")


def _told(table: Table, battle: Battle, step: Any) -> str:
    tag = name_of(step)
    loser = battle.rival(battle.winner) if battle.winner is not None else None
    if tag == "enemy-retreat":
        return f"retreat-{'L' if loser == ENEMY else '?'}"
    if tag == "retreat" and loser is not None and table.ally(loser) == step.seat:
        return "retreat-M"
    roles = ROLES.get(tag)
    if roles is None:
        return tag
    first = battle.attacker if roles == "AD" else battle.winner
    if first is None:
        return f"{tag}-?"
    return f"{tag}-{roles[0] if step.seat == first else roles[1]}"


def _decided(table: Table, battle: Battle, steps: list[Any]) -> Iterator[Defect]:
    """Once a Battle is decided, the loser and an ally have a way to leave, or nothing left."""
    tags = {name_of(step) for step in steps}
    if {"begin-tactics", "compare-strength", "suffer-defeat"} & tags:
        return
    leaving = {ENEMY if name_of(step) == "enemy-retreat" else step.seat for step in steps if name_of(step) in RETREATS}
    seats = (battle.attacker, battle.defender)
    losers = seats if battle.winner is None else (battle.rival(battle.winner),)
    for seat in losers:
        owner = capital_owner(table, seat)
        if "lose-capital" in tags and owner is None:
            detail = f"{table.named(seat)} has no Capital City there"
            yield error("capital-battle.loss-destroys", "/agenda", "no-capital", detail)
        elif "lose-capital" not in tags and has_structure(table, seat):
            detail = f"{table.named(seat)} has lost and stays in {table.named(battle.area)}"
            yield error("battle.retreat", "/agenda", "left-behind", detail)
        for member in comrades(table, seat):
            if member not in leaving and own_army(table, member) and not (owner == member and "lose-capital" in tags):
                detail = f"{table.named(member)} has lost and stays in {table.named(battle.area)}"
                yield error("battle.retreat", "/agenda", "left-behind", detail)

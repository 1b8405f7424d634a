"""How far a Battle has come, and what can have happened in it by then: cards, sacrifices, Damage, who is left."""

from collections.abc import Iterator
from typing import Any

from service.engine.agenda import name_of
from service.engine.defect import Defect, error
from service.engine.step import Lanes
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.remote_battles import in_range
from service.games.heroes_of_land_air_and_sea.state import Battle, Side
from service.games.heroes_of_land_air_and_sea.strength import comrades, is_empty, role_of
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.tactics import requirement_violations


def beginning_defects(table: Table) -> Iterator[Defect]:
    """Why a Battle that is about to begin cannot."""
    for number, step in enumerate(table.state.agenda):
        field = {"begin-battle": "seat", "choose-leader": "attacker"}.get(name_of(step))
        if field is None:
            continue
        at, attacker = f"/agenda/{number}", getattr(step, field)
        if step.remote is not None:
            yield from remote_defects(table, attacker, step.area, step.remote, at)
        elif not table.has_piece(attacker, step.area):
            detail = f"{table.named(attacker)} has nothing in {table.named(step.area)}"
            yield error("battle.start", f"{at}/{field}", "nobody", detail)


def remote_defects(table: Table, seat: str, area: str, remote: str, at: str) -> Iterator[Defect]:
    """Why this Vessel cannot fight in that Region from where it is, if it is in play still."""
    if not any(ability.params["unit"] == remote for ability in table.abilities(seat, "remote-battle")):
        detail = f"{table.named(remote)} of {table.named(seat)} cannot fight from a distance"
        yield error("building.level-abilities", f"{at}/remote", "locked", detail)
    if table.capital_at(area) is not None:
        detail = f"a Capital City in {table.named(area)} is not fought from outside"
        yield error("cast.capital-immune", f"{at}/area", "remote", detail)
    vessel = table.player(seat).vessels.get(remote)
    if vessel is not None and area not in in_range(table, vessel.at):
        detail = (
            f"{table.named(remote)} is in {table.named(vessel.at)}, it cannot fight in {table.named(area)} from there"
        )
        yield error("building.level-abilities", f"{at}/remote", "range", detail)


def progress_defects(table: Table, battle: Battle, steps: list[Any]) -> Iterator[Defect]:
    """What cannot have happened yet, or must have happened, when these steps of the Battle are still to come."""
    tags = [name_of(step) for step in steps]
    lanes = next((step for step in steps if isinstance(step, Lanes)), None)
    undecided = bool({"begin-tactics", "compare-strength"} & set(tags))
    hidden = bool({"begin-tactics", "reveal-tactics"} & set(tags))
    if battle.card is not None and {"begin-tactics", "draw-battle-card"} & set(tags):
        yield error("solo.battle-card", "/battle/card", "early", "the Solo Enemy Card has not been drawn yet")
    if undecided and battle.winner is not None:
        detail = f"{table.named(battle.winner)} has won, and Strengths have not been compared"
        yield error("battle.outcome", "/battle/winner", "early", detail)
    casting = sum(seat != ENEMY for seat in (battle.attacker, battle.defender))
    cast, most = len(battle.attacking.spells) + len(battle.defending.spells), casting - tags.count("combat-spell")
    if cast > most:
        detail = f"Combat Spells that took effect: {cast}; by now there can be {most}"
        yield error("strength.one-combat-spell", "/battle", "spells", detail)
    for seat, name in ((battle.attacker, "attacking"), (battle.defender, "defending")):
        side, at = battle.side(seat), f"/battle/{name}"
        yield from _cards(table, seat, side, at)
        unknown = bool({"begin-tactics", "draw-battle-card"} & set(tags)) if seat == ENEMY else hidden
        if (unknown and side.tactic is not None) or (hidden and side.standing != "counts"):
            detail = f"the Tactic Card of {table.named(seat)} has not been revealed"
            yield error("tactic.secret-choice", f"{at}/tactic", "early", detail)
        if seat == ENEMY and side.spells:
            yield error("solo.battle-card", f"{at}/spells", "enemy", "the Enemy casts no Spells in Battle")
        if side.adrift and undecided:
            detail = "no Vessel is lost before Strengths have been compared"
            yield error("vessel-battle.passengers-survive", f"{at}/adrift", "early", detail)
        if not hidden and undecided and side.tactic is None:
            detail = f"{table.named(seat)} has revealed no Tactic Card"
            yield error("tactic.secret-choice", f"{at}/tactic", "missing", detail)
        if side.sacrificed and (hidden or not undecided):
            detail = "Units are sacrificed only between the reveal of the Tactic Cards and the comparison"
            yield error("sacrifice.timing-choice", f"{at}/sacrificed", "when", detail)
        if side.damaged and (undecided or seat == battle.winner):
            detail = f"{table.named(seat)} has not suffered any Damage"
            yield error("battle.any-damage-destroys", f"{at}/damaged", "when", detail)
        if "draw-battle-card" in tags and lanes is None and seat != ENEMY:
            if side.chosen is None and getattr(table.state, "viewer", None) in (None, seat):
                detail = f"{table.named(seat)} has chosen no Tactic Card"
                yield error("solo.battle-card", f"{at}/chosen", "missing", detail)
        elif side.chosen is not None and (lanes is None or seat == ENEMY):
            detail = f"{table.named(seat)} has no Tactic Card to choose now"
            yield error("tactic.secret-choice", f"{at}/chosen", "when", detail)
        if lanes is not None:
            yield from _choosing(table, seat, side, lanes, at)


def _cards(table: Table, seat: str, side: Side, at: str) -> Iterator[Defect]:
    battle, pack = table.state.battle, table.pack
    assert battle is not None
    role = role_of(battle, seat)
    for spell in side.spells:
        if any(required != role for required in pack.spells[spell].requires):
            detail = f"{table.named(spell)} does not work for the {role}"
            yield error("strength.spell-effects", f"{at}/spells", "role", detail)
    if side.tactic is not None and side.standing == "counts":
        others = [required for required in pack.tactics[side.tactic].requires if required in ("attacker", "defender")]
        if any(required != role for required in others):
            detail = f"the {role} cannot play {table.named(side.tactic)}"
            yield error("tactic.requirements", f"{at}/tactic", "role", detail)
    fleet = [
        (vessel, table.player(member).vessels)
        for member in comrades(table, seat)
        for vessel in (table.faction(member).sea_vessel, table.faction(member).air_vessel)
    ]
    room = sum(pack.units[vessel].capacity for vessel, afloat in fleet if vessel not in afloat)
    if sum(side.adrift.values()) > room:
        detail = f"adrift: {sum(side.adrift.values())}; the lost Vessels of {table.named(seat)} carried at most {room}"
        yield error("vessel-battle.passengers-survive", f"{at}/adrift", "too-many", detail)


def _choosing(table: Table, seat: str, side: Side, lanes: Lanes, at: str) -> Iterator[Defect]:
    """While Tactic Cards are being chosen: who chooses, and what."""
    if is_empty(table, seat):
        yield error("tactic.early-end", at, "nobody", f"{table.named(seat)} has nothing left in the Battle")
        return
    if side.chosen is not None:
        for violation in requirement_violations(table, seat, side.chosen):
            yield error("tactic.requirements", f"{at}/chosen", "requirements", violation.told(table.pack.words))
    committed = any(step.committed for step in lanes.lanes.get(seat, ()))
    viewer = getattr(table.state, "viewer", None)
    if committed != (side.chosen is not None) and viewer in (None, seat):
        detail = f"{table.named(seat)} has {'' if side.chosen is not None else 'not '}chosen a Tactic Card"
        yield error("tactic.secret-choice", f"{at}/chosen", "committed", detail)

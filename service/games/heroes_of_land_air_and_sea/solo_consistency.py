"""What must be true of a solo game and of team play, in any state."""

from collections.abc import Iterator
from functools import cache

from service.engine.agenda import name_of, steps_to_come
from service.engine.defect import Defect, error
from service.engine.step import Step
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.solo_deck import lying_open
from service.games.heroes_of_land_air_and_sea.table import Table

PARTY_FIELDS = ("seat", "victim", "opponent", "caster", "attacker", "defender", "mover")
SOLO_STEPS = frozenset(
    {
        *("draw-enemy-faction", "choose-enemy-continent", "enemy-turn", "draw-solo-card", "enemy-action"),
        *(
            "resolve-enemy-spell",
            "lose-to-enemy",
            "enemy-arrives",
            "enemy-docks",
            "enemy-lands",
            "draw-battle-card",
            "enemy-retreat",
        ),
    }
)


def mode_defects(table: Table) -> Iterator[Defect]:
    """Why nobody can play so: errors after which no other question may be asked."""
    state = table.state
    solo, teams, number = state.solo is not None, state.teams, len(state.seats)
    if solo != (number == 1) or solo != (state.options.mode == "solo"):
        yield error("solo.setup-enemy", "/solo", "mode", "a solo game has one player and an Enemy, and no other has")
    if bool(teams) != (state.options.mode == "teams"):
        yield error("team.no-attack", "/teams", "mode", "teams play in team play only")
    elif teams and (set(teams) != set(state.seats) or sorted(teams.values()) != ["first"] * 2 + ["second"] * 2):
        yield error("team.no-attack", "/teams", "sizes", "team play is two against two")


def stranger_defects(table: Table) -> Iterator[Defect]:
    """Steps and Battles of somebody who does not play: errors after which no other question may be asked."""
    state, parties = table.state, set(table.parties())
    for step in steps_to_come(table):
        kind: type[Step] = type(step)
        named = [getattr(step, field) for field in _party_fields(kind)]
        aim = getattr(step, "aim", None)
        if aim is not None:
            named.append(aim.opponent)
        strange = [party for party in named if party is not None and party not in parties]
        if strange:
            yield error("battle.two-sides", "/agenda", "stranger", f"{table.named(strange[0])} does not play")
        if state.solo is None and name_of(step) in SOLO_STEPS:
            yield error("solo.sequence", "/agenda", "solo", f"{name_of(step)} belongs to a solo game")
    battle, ending = state.battle, state.ending
    named = [battle.attacker, battle.defender, battle.winner] if battle is not None else []
    named.append(ending.seat if ending is not None else None)
    strange = [party for party in named if party is not None and party not in parties]
    if strange:
        yield error("battle.two-sides", "/battle", "stranger", f"{table.named(strange[0])} does not play")


@cache
def _party_fields(kind: type[Step]) -> tuple[str, ...]:
    """What of a type of step names somebody."""
    return tuple(field for field in PARTY_FIELDS if hasattr(kind, field))


def enemy_defects(table: Table) -> Iterator[Defect]:
    """Why the automated Enemy cannot be as it is."""
    solo, pack = table.state.solo, table.pack
    battle = table.state.battle
    if solo is None:
        if battle is not None and battle.card is not None:
            yield error("solo.battle-card", "/battle/card", "solo", "Solo Enemy Cards belong to a solo game")
        return
    enemy, at = solo.enemy, "/solo/enemy"
    if enemy.slots or enemy.buildings or enemy.library or enemy.discarded or enemy.used or table.state.teams:
        yield error(
            "capital-board.two-sides", at, "board", "the Enemy has no Action Slots, Buildings with Serfs or Spell Cards"
        )
    if enemy.scribed.ready or enemy.scribed.preparing or enemy.scribed.exhausted:
        yield error("solo.setup-enemy", f"{at}/scribed", "board", "the Enemy has no Scribed Spells")
    levels = 1 + sum(step.gives != "building" for step in pack.capital_track[: enemy.track])
    if not enemy.eliminated and enemy.level != levels:
        yield error("solo.capital-track", f"{at}/level", "level", f"after step {enemy.track} the Level is {levels}")
    if enemy.eliminated and table.state.result is None:
        yield error(
            "solo.end", f"{at}/eliminated", "over", "the game is over when the Enemy's Capital City is destroyed"
        )
    heroes = pack.factions[enemy.faction].heroes if enemy.faction is not None else ()
    strange = [unit for unit in solo.slots if unit not in heroes]
    if strange:
        yield error("solo.sequence", "/solo/slots", "strange", f"{table.named(strange[0])} is no Hero of the Enemy")
    if enemy.capital is not None and not enemy.eliminated:
        missing = [hero for hero in heroes if not table.in_play(ENEMY).get(hero)]
        if missing:
            yield error("solo.setup-enemy", at, "heroes", f"{table.named(missing[0])} is not in play")
    cards = lying_open(table)
    if len(set(cards)) < len(cards):
        yield error("components.solo-cards", "/solo", "twice", "a Solo Enemy Card lies in two places")

"""What must be true of a combat that is being fought."""

from collections.abc import Iterator

from service.engine.agenda import name_of
from service.engine.defect import Defect, error, warning
from service.games.mage_knight.combat import FightCombat, deed_of
from service.games.mage_knight.foes import open_strikes, strikes
from service.games.mage_knight.outcome import EndCombat
from service.games.mage_knight.state_combat import Combat, Foe
from service.games.mage_knight.table import Table

AIMED = ("aim-attack", "aim-effect", "choose-attack")
"""Steps that ask for an enemy of the combat."""


def combat_defects(table: Table) -> Iterator[Defect]:
    """Everything about a combat that cannot be."""
    state = table.state
    fights = [step for step in state.agenda if isinstance(step, FightCombat | EndCombat)]
    combat = state.combat
    if combat is None:
        if any(isinstance(step, EndCombat) or not step.over for step in fights):
            yield error("combat.four-phases", "/combat", "missing", "a combat is due, and there is none")
        if any(name_of(step) in AIMED for step in state.agenda):
            yield error("combat.effects-need-combat", "/agenda", "no-combat", "nobody is there to aim at")
        return
    if state.duel is not None:
        if combat.foes or combat.dealing is not None:
            yield error("combat.no-mix-with-pvp", "/combat/foes", "mixed", "enemies are not fought with a player")
        return
    if state.agenda and not fights:
        yield error("combat.four-phases", "/agenda", "no-combat", "nobody fights the combat that is there")
    if state.turn is None or state.turn.seat != combat.seat:
        yield error("combat.one-per-turn", "/combat/seat", "not-the-turn", f"it is not the turn of {combat.seat}")
        return
    yield from _cause(table, combat)
    yield from _place(table, combat)
    near = set(table.around(combat.space))
    for name, foe in combat.foes.items():
        yield from _foe(table, combat, name, foe, near)
    yield from _tokens(table, combat)
    yield from _assembly(table, combat)
    yield from _units(table, combat)


SITES = {"assault": ("fortified",), "burn": ("monastery",), "enter": ("adventure",), "provoked": (), "challenge": ()}
"""Where what has led to a combat may happen: groups of sites, or one site; nowhere for those with rampaging enemies."""


def _cause(table: Table, combat: Combat) -> Iterator[Defect]:
    """What has led to a combat is the action of the turn, and has its site."""
    cause, turn = combat.cause, table.turn
    if cause == "player":
        yield error("combat.no-mix-with-pvp", "/combat/cause", "player", "no player is being fought")
        return
    if turn.deed != deed_of(combat):
        yield error("turn.one-action-only", "/turn/deed", "deed", "the combat is not the action of the turn")
    site = table.site(combat.site) if combat.site is not None else None
    if not SITES[cause]:
        if combat.site is not None:
            detail = "rampaging enemies are fought, at no site"
            yield error("combat.rampaging-not-fortified", "/combat/site", "site", detail)
    elif site is None or not {site, table.pack.sites[site].group} & set(SITES[cause]):
        yield error("combat.reveal-first", "/combat/site", "site", f"nothing to {cause} is there")
    data = table.pack.sites[site].data if site is not None else {}
    data = data.get("burn", {}) if cause == "burn" else data
    if (combat.night_rules, combat.units_allowed) != (data.get("night_rules", False), data.get("units_allowed", True)):
        yield warning("site.units-forbidden", "/combat", "rules", "Night or Units there are not as the site has it")
    if combat.origin is not None and cause not in ("assault", "provoked"):
        yield error("outcome.assault-failed-withdraw", "/combat/origin", "origin", "no move has led to this combat")


def _place(table: Table, combat: Combat) -> Iterator[Defect]:
    """A combat is fought where the figure stands, against somebody."""
    if combat.space != table.player(combat.seat).at or combat.site not in (None, combat.space):
        yield error("combat.reveal-first", "/combat/space", "elsewhere", f"{combat.seat} stands elsewhere")
    drawn = all(pile.count for pile in table.state.world.enemies.values()) and table.state.assault is None
    if not combat.foes and (drawn or not SITES.get(combat.cause, ())):
        yield error("combat.reveal-first", "/combat/foes", "nobody", "nobody is fought")


def _foe(table: Table, combat: Combat, name: str, foe: Foe, near: set[str]) -> Iterator[Defect]:
    at = f"/combat/foes/{name}"
    if name.partition(".")[0] != foe.enemy:
        yield error("combat.reveal-first", at, "name", f"{name} does not name {table.name(foe.enemy)}")
    if table.place_of(table.space(foe.space).tile) is None:
        yield error("combat.reveal-first", f"{at}/space", "not-on-map", "its tile is not on the map")
    elif foe.space != combat.site and not (foe.garrison or (table.space(foe.space).rampaging and foe.space in near)):
        detail = f"{table.name(foe.enemy)} do not stand next to {combat.seat}"
        yield error("combat.challenge", f"{at}/space", "elsewhere", detail)
    if foe.garrison and foe.space != combat.site:
        yield error("combat.rampaging-not-fortified", f"{at}/garrison", "garrison", "it does not defend that site")
    numbers = {*foe.blocked, *foe.cancelled, *foe.dealt}
    most = max(len(table.pack.enemies[foe.enemy].attacks), len(strikes(table, foe)))
    if any(not 1 <= number <= most for number in numbers):
        yield error("block.undefeated-attack", at, "attack", f"{table.name(foe.enemy)} have no such attack")
    if foe.dealt and combat.phase in ("ranged", "block"):
        yield error("damage.all-must-be-assigned", f"{at}/dealt", "phase", "no Damage has been assigned yet")
    if foe.summoned is not None:
        backs = {attack.summon for attack in table.pack.enemies[foe.enemy].attacks}
        if table.pack.enemies[foe.summoned].back not in backs:
            yield error("block.summon-draw", f"{at}/summoned", "back", f"{table.name(foe.summoned)} cannot be summoned")
        if foe.defeated or combat.phase not in ("block", "damage"):
            yield error("block.summoner-returns", f"{at}/summoned", "summoned", "no monster stands in for it now")
        if all(attack.summon is None for attack in table.pack.enemies[foe.enemy].attacks):
            yield error("block.summoned-replaces", f"{at}/summoned", "summoner", "it does not summon")


def _tokens(table: Table, combat: Combat) -> Iterator[Defect]:
    """Every enemy that is not defeated lies on its space."""
    for space in sorted({foe.space for foe in combat.foes.values()}):
        fought = sorted(foe.enemy for foe in combat.foes.values() if foe.space == space and not foe.defeated)
        lying = list(table.on(space).enemies)
        for enemy in fought:
            if enemy not in lying:
                yield error("combat.reveal-first", "/combat/foes", "token", f"{table.name(enemy)} do not lie there")
                return
            lying.remove(enemy)


def _assembly(table: Table, combat: Combat) -> Iterator[Defect]:
    assembly, dealing = combat.assembly, combat.dealing
    if assembly is not None:
        there = [name for name in assembly.targets if name in combat.foes and not combat.foes[name].defeated]
        if not assembly.targets or there != assembly.targets:
            yield error("ranged.choose-targets", "/combat/assembly/targets", "targets", "not all of them are there")
        elif assembly.attack is None and combat.phase not in ("ranged", "attack"):
            yield error("combat.effects-by-phase", "/combat/assembly", "phase", "no attack is made in this phase")
        elif assembly.attack is not None and (combat.phase != "block" or len(there) != 1):
            yield error("block.one-enemy-at-a-time", "/combat/assembly", "phase", "no such block can be made")
        elif assembly.attack is not None and not _has_open(table, combat, there[0], assembly.attack):
            yield error("block.undefeated-attack", "/combat/assembly/attack", "attack", "there is no such attack")
        if any((part.kind is None) == (assembly.attack is None) for part in assembly.parts):
            yield error("combat.effects-by-phase", "/combat/assembly/parts", "kind", "attack and block are mixed")
    if dealing is not None:
        known = dealing.enemy in combat.foes and _has_open(table, combat, dealing.enemy, dealing.attack)
        if combat.phase != "damage" or not known:
            yield error("damage.spread-over-units", "/combat/dealing", "attack", "there is no such Damage")
        elif dealing.left > _damage(table, combat.foes[dealing.enemy], dealing.attack):
            yield error("damage.spread-over-units", "/combat/dealing/left", "count", "the attack deals less Damage")


def _damage(table: Table, foe: Foe, number: int) -> int:
    return next(strike.damage for strike in open_strikes(table, foe) if strike.number == number)


def _has_open(table: Table, combat: Combat, name: str, number: int) -> bool:
    return any(strike.number == number for strike in open_strikes(table, combat.foes[name]))


def _units(table: Table, combat: Combat) -> Iterator[Defect]:
    units = table.player(combat.seat).units
    for number, ref in enumerate(combat.resisted):
        if ref not in units:
            at = f"/combat/resisted/{number}"
            yield error("damage.resistant-unit-once", at, "unit", f"{combat.seat} has no such Unit")

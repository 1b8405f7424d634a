"""Points for a fight: what an effect adds to the attack or block that is being put together."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from service.engine.violation import Violation
from service.games.mage_knight.effect_rules import Use
from service.games.mage_knight.effects import CarryOut, amount_of, check, op, skip
from service.games.mage_knight.events_combat import PointsAdded
from service.games.mage_knight.foes import fight, fortifications, title
from service.games.mage_knight.gains import gain_fame
from service.games.mage_knight.ids import AttackKind, Element
from service.games.mage_knight.ops_force import in_force
from service.games.mage_knight.ops_gains import with_bonus
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_combat import Combat, Contribution
from service.games.mage_knight.state_joint import Duel
from service.games.mage_knight.table import Table

WORDS = {"melee": "Attack", "ranged": "Ranged Attack", "siege": "Siege Attack", None: "Block"}


# --- when points can be added -----------------------------------------------------------------------------------------


def sideways_fight_violations(table: Table, seat: str, points: str) -> Iterator[Violation]:
    """Why a card cannot be played sideways for Attack or Block now."""
    combat = table.state.combat
    if combat is None:
        yield Violation(
            "combat.effects-need-combat:sideways", "{points} counts in a combat only", at="points", points=points
        )
        return
    if points == "attack" and combat.phase == "ranged" and table.state.duel is not None:
        yield Violation("pvp.ranged-only:sideways", "no card attacks sideways in this phase", at="points")
    elif points == "attack" and combat.phase not in ("ranged", "attack"):
        yield Violation("attack-phase.sideways", "a sideways card attacks in the Attack phase only", at="points")
    elif points == "attack" and combat.phase == "ranged":
        yield Violation(
            "ranged.only-ranged-and-siege:sideways", "a sideways card attacks in the Attack phase only", at="points"
        )
    if points == "block" and combat.phase != "block":
        yield Violation("block.sideways", "a sideways card blocks in the Block phase only", at="points")
    yield from _open(combat, points)


def _open(combat: Combat, points: str) -> Iterator[Violation]:
    if points == "attack" and (combat.assembly is None or combat.assembly.attack is not None):
        yield Violation("attack.points-used-at-once", "no attack has been opened", at="type")
    if points == "block" and (combat.assembly is None or combat.assembly.attack is None):
        yield Violation("block.points-not-stored", "no block has been opened", at="type")


def attack_violations(table: Table, kind: str) -> Iterator[Violation]:
    """Why an attack of this kind cannot be added now to the attack that is open."""
    combat = fight(table)
    if table.state.duel is not None:
        yield from duel_attack_violations(table, table.state.duel, kind)
        return
    if combat.phase == "ranged" and kind == "melee" and not combat.attack_as_siege:
        yield Violation(
            "ranged.only-ranged-and-siege", "a melee attack cannot be used in the Ranged and Siege phase", at="type"
        )
    elif combat.phase not in ("ranged", "attack"):
        yield Violation("combat.effects-by-phase:attack", "no attack can be made in this phase", at="type")
    elif kind == "ranged" and not combat.attack_as_siege and combat.phase == "ranged" and combat.assembly is not None:
        behind = [foe for name in combat.assembly.targets if fortifications(table, foe := combat.foes[name])]
        if behind:
            yield Violation(
                "ranged.fortified-needs-siege",
                "only Siege Attacks reach what is fortified: {enemies}",
                at="type",
                enemies=[title(table, foe) for foe in behind],
            )


def duel_attack_violations(table: Table, duel: Duel, kind: str) -> Iterator[Violation]:
    """The same in a combat between two players."""
    combat = fight(table)
    if combat.phase not in ("ranged", "attack"):
        yield Violation("combat.effects-by-phase:attack", "no attack can be made in this phase", at="type")
    elif combat.phase == "attack" or combat.attack_as_siege:
        return
    elif kind == "melee":
        yield Violation("pvp.ranged-only", "only Ranged and Siege Attacks can be used in this phase", at="type")
    elif (
        kind == "ranged"
        and combat.seat == duel.aggressor
        and table.site(duel.space) in ("keep", "mage-tower")
        and not in_force(table, "ignore-site-fortification")
    ):
        yield Violation(
            "pvp.fortified-defender",
            "{defender} is behind walls: only Siege Attacks reach that far",
            at="type",
            defender=duel.defender,
        )


def block_violations(table: Table) -> Iterator[Violation]:
    """Why no block can be added now."""
    combat = fight(table)
    if combat.phase != "block":
        yield Violation("combat.effects-by-phase:block", "no block can be made in this phase", at="type")
    yield from _open(combat, "block")


@check("attack")
def _may_attack(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    yield from attack_violations(table, node.params["kind"])
    yield from _open(fight(table), "attack")


@check("block")
def _may_block(table: Table, use: Use, node: EffectNode) -> Iterator[Violation]:
    yield from block_violations(table)


# --- adding -----------------------------------------------------------------------------------------------------------


def add(table: Table, seat: str, part: Contribution, rule: str, half: str = "effect", *, plain: bool = False) -> None:
    """Add to the attack or block that is open, with whatever makes the part stronger; ``half`` is that of its card.

    ``plain``: no card is played for it and no own Unit used, so that nothing which waits for these makes it stronger.
    """
    combat = fight(table)
    assert combat.assembly is not None
    if part.kind is not None:
        part, combat.opened = _changed(combat, part), True
    part = part if plain else _strengthened(table, seat, combat, part)
    combat.assembly.parts.append(part)
    what = WORDS[part.kind]
    if part.element != "physical":
        what = f"{part.element.replace('-', ' ').title()} {what}"
    table.log(PointsAdded(rule=rule, seat=seat, what=what, amount=part.amount, thing=part.id, half=half))


def _changed(combat: Combat, part: Contribution) -> Contribution:
    """Altem Mages: every attack of this combat has another element, or counts as a Siege Attack too."""
    if combat.attack_element is not None:
        part = replace(part, element=combat.attack_element)
    if combat.attack_as_siege and combat.phase == "ranged" and part.kind != "siege":
        part = replace(part, kind="siege")
    return part


def _strengthened(table: Table, seat: str, combat: Combat, part: Contribution) -> Contribution:
    """What the first card of a kind, or a Unit, adds to its own value."""
    bonus = 0
    if part.origin == "card":
        bonus = _first_card(table, part)
    elif part.origin == "unit":
        bonus = _unit_bonus(table, seat, combat, part)
    return replace(part, amount=part.amount + bonus) if bonus else part


def _first_card(table: Table, part: Contribution) -> int:
    """Ambush: the first card played as an Attack or as a Block."""
    bonus = 0
    for effect in in_force(table, "first-card-bonus"):
        if not effect.used:
            effect.used = 1
            bonus += table.node(effect.node).params["block" if part.kind is None else "attack"]
    return bonus


def _unit_bonus(table: Table, seat: str, combat: Combat, part: Contribution) -> int:
    table.turn.unit_fights += 1
    bonus = combat.units_block if part.kind is None else combat.units_attack
    unit = table.player(seat).units.get(part.id)
    if unit is not None and unit.banner is not None and combat.units_allowed:
        banner = banner_of(table, unit.banner)
        bonus += banner.get("unit_block" if part.kind is None else "unit_attack", 0)
        gain_fame(table, seat, banner.get("fame_when_unit_attacks_or_blocks", 0), "effects.follow-card-text")
    for effect in in_force(table, "leadership"):
        led = _led(table.node(effect.node), combat, part)
        if led and not effect.used:
            effect.used = 1
            bonus += led
    return bonus


def is_borrowed(table: Table, run: CarryOut) -> bool:
    """Whether it is the ability of a Unit of the offer that a card uses: that Unit is never the player's."""
    at = table.state.agenda.index(run)
    around = (step for step in table.state.agenda[:at] if isinstance(step, CarryOut))
    return run.source.origin == "unit" and any(step.source.origin == "card" for step in around)


def banner_of(table: Table, card: str) -> Mapping[str, Any]:
    """What a Banner gives the Unit to which it is assigned."""
    nodes = [table.node(at) for at in table.card(card).halves["basic"]]
    return next((node.params for node in nodes if node.op == "banner"), {})


def _led(node: EffectNode, combat: Combat, part: Contribution) -> int:
    """What Leadership adds to an ability: by its kind, in the Attack phase every attack as if it were melee."""
    if part.kind is None:
        return int(node.params["block"])
    if part.kind == "melee" or combat.phase == "attack":
        return int(node.params["attack"])
    return int(node.params["ranged"]) if part.kind == "ranged" else 0


def add_sideways(table: Table, seat: str, card: str, points: str, value: int, by_effect: str | None = None) -> None:
    """A card played sideways for Attack or Block, always physical; ``by_effect`` is the clause of what is more."""
    kind: AttackKind | None = "melee" if points == "attack" else None
    rule = by_effect or ("attack-phase.sideways" if points == "attack" else "block.sideways")
    add(table, seat, Contribution(amount=value, kind=kind, origin="card", id=card), rule)


def part_of(run: CarryOut, amount: int, element: Element, kind: AttackKind | None) -> Contribution:
    """What an effect that is being carried out adds."""
    return Contribution(amount=max(0, amount), element=element, kind=kind, origin=run.source.origin, id=run.source.id)


@op("block")
def block(table: Table, run: CarryOut, node: EffectNode) -> None:
    if table.state.combat is None or any(True for _ in block_violations(table)):
        skip(table, run)
        return
    amount = with_bonus(run, "block", amount_of(table, run, node, node.params["amount"]))
    element = run.found.chosen if node.params["element"] == "chosen" else node.params["element"]
    part = part_of(run, amount, element, None)  # type: ignore[arg-type]
    add(table, run.seat, part, "combat.effects-by-phase", run.source.half, plain=is_borrowed(table, run))

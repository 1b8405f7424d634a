"""Effects that only change rules for a while: they are noted, and the chapters that they change look for them."""

from service.games.mage_knight.effects import CarryOut, modifier, op
from service.games.mage_knight.events_effects import IN_FORCE, EffectInForce
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_turn import Modifier
from service.games.mage_knight.table import Table

KINDS = {"melee": "Attack", "ranged": "Ranged Attack", "siege": "Siege Attack"}


@op("terrain-cost")
@op("passable")
@op("reach")
@op("convert")
@op("first-card-bonus")
@op("double-physical-attack")
@op("ignore-site-fortification")
@op("no-damage-to-units")
@op("units-resist")
@op("leadership")
@op("when-wound-healed-from-hand")
def put_in_force(table: Table, run: CarryOut, node: EffectNode) -> None:
    """The effect works from now to the end of the turn (``effects.modification-lasts-turn``)."""
    table.turn.in_force.append(modifier(run, node))
    goes_on(table, run, node)


def goes_on(table: Table, run: CarryOut, node: EffectNode, rule: str = "effects.modification-lasts-turn") -> None:
    """Tell that an effect works from now on, and what it does."""
    source, words = run.source, what_it_does(node)
    table.log(EffectInForce(rule=rule, seat=run.seat, thing=source.id, half=source.half, effect=node.op, words=words))


def what_it_does(node: EffectNode) -> str:
    """What an effect that goes on working does, in words."""
    params = node.params
    if node.op == "endless-mana":
        return f"{' and '.join(params['colors'])} mana without end"
    if node.op == "allow-mana":
        return f"{params['color']} mana can be used, also at this time of day"
    if node.op != "convert":
        return IN_FORCE[node.op]
    rate, to = int(params["rate"]), params["to"]
    points = "1 point" if rate == 1 else f"{rate} points"
    kind = KINDS.get(str(to.get("kind")), to["op"].capitalize())
    return f"{points} of {params['from'].capitalize()} can be turned into {kind} 1"


def in_force(table: Table, *ops: str) -> list[Modifier]:
    """The effects of this turn that go on working, by operation, in the order in which they began."""
    turn = table.state.turn
    return [] if turn is None else [m for m in turn.in_force if table.node(m.node).op in ops]

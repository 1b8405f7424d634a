"""Effects that only change rules for a while: they are noted, and the chapters that they change look for them."""

from service.games.mage_knight.effects import CarryOut, modifier, op
from service.games.mage_knight.events_effects import EffectInForce
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_turn import Modifier
from service.games.mage_knight.table import Table


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
    thing = run.source.id
    table.log(EffectInForce(rule="effects.modification-lasts-turn", seat=run.seat, thing=thing, effect=node.op))


def in_force(table: Table, *ops: str) -> list[Modifier]:
    """The effects of this turn that go on working, by operation, in the order in which they began."""
    turn = table.state.turn
    return [] if turn is None else [m for m in turn.in_force if table.node(m.node).op in ops]

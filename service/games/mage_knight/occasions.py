"""What follows on something that a player does in the own turn: effects of others that wait for it."""

from collections.abc import Iterator

from service.games.mage_knight.bags import put_new
from service.games.mage_knight.effects import OPS, CarryOut
from service.games.mage_knight.events_core import SkillReturned
from service.games.mage_knight.events_rewards import Punished
from service.games.mage_knight.ids import Mana
from service.games.mage_knight.pack_effects import EffectNode
from service.games.mage_knight.state_turn import Source
from service.games.mage_knight.table import Table
from service.games.mage_knight.team import allies


def mana_was_used(table: Table, seat: str, mana: Mana) -> None:
    """One mana has been used by a player: curses and Skills that punish the colour hit at once."""
    if table.turn.at_once == mana.color and mana.source == "token":
        table.turn.at_once = None
    combat, duel = table.state.combat, table.state.duel
    if duel is not None and combat is not None and combat.assembly is not None and combat.assembly.attack is None:
        duel.mana += 1
    for lasting in table.state.lasting:
        node = table.node(lasting.node)
        if node.op == "curse" and lasting.owner != seat and lasting.color == mana.counts_as and seat not in lasting.hit:
            put_new(lasting.hit, seat)
            card, _, _ = lasting.node.partition(".")
            source = Source(origin="card", id=card, half=lasting.half)
            punish(table, seat, mana, source, node.inside("do"))
    for owner, skill, node in punishing(table, seat):
        token = table.player(owner).skills[skill]
        mark = f"{seat}:{mana.counts_as}"
        if mana.counts_as != token.mark and mark not in token.hit:
            put_new(token.hit, mark)
            source = Source(origin="skill", id=skill, half="effect")
            punish(table, seat, mana, source, node.inside("others_punish"))


def punishing(table: Table, seat: str) -> Iterator[tuple[str, str, EffectNode]]:
    """The Skills of others in the centre that punish the mana a player uses (``team.interactive-skills``)."""
    for owner, skill, node in in_the_centre(table):
        if owner not in (seat, *allies(table, seat)) and node.inside("others_punish"):
            yield owner, skill, node


def in_the_centre(table: Table) -> Iterator[tuple[str, str, EffectNode]]:
    """The interactive Skill tokens that lie out: whose, which, and the effect that has put each there."""
    for owner in table.state.seats:
        for skill, token in sorted(table.player(owner).skills.items()):
            if token.place is not None:
                for node in map(table.node, table.skill(skill).nodes):
                    if node.op == "interactive-token":
                        yield owner, skill, node


def punish(table: Table, seat: str, mana: Mana, source: Source, nodes: tuple[str, ...]) -> None:
    """The effects hit the player before anything else happens; none of them asks for anything."""
    table.log(
        Punished(rule="effects.follow-card-text", seat=seat, thing=source.id, half=source.half, color=mana.counts_as)
    )
    run = CarryOut(seat=seat, source=source, todo=[])
    for node in map(table.node, nodes):
        OPS[node.op](table, run, node)


def hand_back(table: Table, owner: str, skill: str) -> None:
    """An interactive token goes back to its owner, face down."""
    token = table.player(owner).skills[skill]
    token.place, token.mark, token.face_up, token.hit = None, None, False, []


def end_of_turn_tokens(table: Table, seat: str) -> None:
    """What was to hit once in a turn may hit again; a token that its owner could use this turn goes back."""
    for lasting in table.state.lasting:
        if seat in lasting.hit:
            lasting.hit.remove(seat)
    for owner, skill, _ in list(in_the_centre(table)):
        if owner == seat and STAYED in table.player(owner).skills[skill].hit:
            hand_back(table, owner, skill)
            table.log(SkillReturned(rule="skills.interactive-take-back", seat=owner, skill=skill))


STAYED = "stayed"
"""What a token notes that stays for the owner's next turn instead of coming back (Source Opening in a solo game)."""

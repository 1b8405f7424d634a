"""What does not add up, and is judged all the same: levels, Units and Skills, Tactics, the way of a turn."""

from collections.abc import Iterator

from service.engine.agenda import name_of
from service.engine.defect import Defect, warning
from service.games.mage_knight.ids import DUMMY
from service.games.mage_knight.state import Player
from service.games.mage_knight.table import Table
from service.games.mage_knight.team import may_fight_each_other

LEVELS_WON_IN_DEFENCE = 3
"""As many levels at most does Fame for a retreat that is forced out of turn bring; they follow in the own next turn."""


def doubtful(table: Table) -> Iterator[Defect]:
    """What hardly comes of a game that was played by its rules."""
    state = table.state
    playing = {player.hero for player in state.players.values()}
    if state.dummy is not None:
        playing.add(state.dummy.hero)
    for seat, player in state.players.items():
        if len(player.units) > table.command_tokens(seat):
            at = f"/players/{seat}/units"
            yield warning("units.limit-by-command-tokens", at, "count", f"{seat} has too many Units")
        yield from _level(table, seat, player)
        for skill in player.skills:
            if table.skill(skill).hero not in playing:
                detail = f"{table.name(skill)} is a Skill of a Hero who does not play"
                yield warning("skills.may-be-foreign", f"/players/{seat}/skills/{skill}", "hero", detail)
        yield from _interactive(table, seat, player)
    if state.turn is not None or any(name_of(step) in ("turn-border", "start-turn") for step in state.agenda):
        yield from tactics_in_use(table)
    yield from _ways(table)


def _ways(table: Table) -> Iterator[Defect]:
    """The way of a turn ends where the figure stands, on the map."""
    state = table.state
    for step in state.agenda:
        if name_of(step) == "take-turn" and not step.over and table.player(step.seat).at is None:
            detail = f"{step.seat} plays a turn, and the figure is off the map"
            yield warning("setup.figure-off-map", f"/players/{step.seat}/at", "off-the-map", detail)
    for turn in (*([state.turn] if state.turn is not None else []), *state.waiting.values()):
        at = table.player(turn.seat).at
        if turn.path and at is not None and turn.path[-1] != at:
            where = "/turn/path" if turn is state.turn else f"/waiting/{turn.seat}/path"
            detail = f"the way of {turn.seat} does not end where the figure stands"
            yield warning("end-turn.forced-withdrawal", where, "elsewhere", detail)


def _level(table: Table, seat: str, player: Player) -> Iterator[Defect]:
    """Levels follow from Fame, at the end of the turn in which it was won; between players out of turn too."""
    reached, at = table.fame_level(player.fame), f"/players/{seat}/level"
    if player.level > reached:
        yield warning("level.fame-thresholds", at, "count", f"the Fame of {seat} is too little for the level")
    waits = seat == table.active() or seat in table.state.waiting
    if not waits and reached - player.level > (LEVELS_WON_IN_DEFENCE if may_fight_each_other(table) else 0):
        yield warning("level.fame-thresholds", at, "too-low", f"the Fame of {seat} has brought a higher level")


def _interactive(table: Table, seat: str, player: Player) -> Iterator[Defect]:
    """Competitive Skills are for games of each against all, cooperative ones for the others."""
    scenario, interactive, at = table.scenario, table.state.options.interactive, f"/players/{seat}/skills"
    for sheet in table.pack.heroes.values():
        wrong = {sheet.competitive_skill} if scenario.cooperative else {sheet.cooperative_skill}
        if not interactive:
            wrong |= {sheet.competitive_skill, sheet.cooperative_skill}
        for skill in sorted(wrong):
            if skill in player.skills or skill in player.skill_pile.unseen:
                detail = f"{table.name(skill)} is not used in this game"
                yield warning("setup.skill-pile", f"{at}/{skill}", "scenario", detail)


def tactics_in_use(table: Table) -> Iterator[Defect]:
    """While turns are played everybody holds a Tactic of the Day or of the Night, and plays in their order."""
    state = table.state
    held: dict[str, str | None] = {seat: state.players[seat].tactic for seat in state.seats}
    if state.dummy is not None:
        held[DUMMY] = state.dummy.tactic
    for party, tactic in held.items():
        at = "/dummy/tactic" if party == DUMMY else f"/players/{party}/tactic"
        if tactic is None:
            yield warning("tactics.each-takes-one", at, "missing", f"{table.name(party)} has no Tactic")
        elif table.pack.tactics[tactic].round != table.time:
            detail = f"{table.name(tactic)} is no Tactic of the {table.time.capitalize()}"
            yield warning("round-prep.show-new-tactics", at, "time", detail)
    numbers = [table.pack.tactics[tactic].number for party in state.order if (tactic := held[party]) is not None]
    if numbers != sorted(numbers):
        yield warning("tactics.reorder-round-order", "/order", "order", "the Round Order is not that of the Tactics")

"""Entering a game in the middle: the agenda of each phase, and what follows from what lies open."""

from collections.abc import Iterator
from typing import Any

from service.engine.defect import Defect, error, warning
from service.engine.game import Entry
from service.engine.piles import Pile
from service.engine.step import Step
from service.games.heroes_of_land_air_and_sea.battles import BeginBattle, CompareStrength, EndBattle
from service.games.heroes_of_land_air_and_sea.collection import Collect
from service.games.heroes_of_land_air_and_sea.exploring import Explore
from service.games.heroes_of_land_air_and_sea.flying import ReturnFlight
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.recruiting import unit_of
from service.games.heroes_of_land_air_and_sea.rounds import HEROES, BeginRound, EndRound, solo_round
from service.games.heroes_of_land_air_and_sea.setup import fresh_tokens
from service.games.heroes_of_land_air_and_sea.solo import after_action, hero
from service.games.heroes_of_land_air_and_sea.solo_battles import DrawBattleCard
from service.games.heroes_of_land_air_and_sea.solo_moves import COMPASS, EnemyArrives, EnemyDocks, EnemyLands
from service.games.heroes_of_land_air_and_sea.state import Battle, Side
from service.games.heroes_of_land_air_and_sea.table import Table
from service.games.heroes_of_land_air_and_sea.tactics import ChooseTactic, RevealTactics, requirement_violations
from service.games.heroes_of_land_air_and_sea.turns import MusterWindow, TakeTurn, may_have_muster_left


def tokens_left(table: Table, seat: str, fighting: str | None = None) -> int:
    """With how many Action Tokens a player still has turns; whoever fights has placed one, even if it is not said."""
    tokens = table.player(seat).tokens
    return min(tokens, 1) if seat == fighting else tokens


def turns_left(table: Table, fighting: str | None = None) -> list[str]:
    """Who still has a turn in this round after the one in which ``fighting`` is, in order: by the Action Tokens."""
    order = table.in_turn()
    first = [seat for seat in order if tokens_left(table, seat, fighting) == 2]
    return [*first, *(seat for seat in order if tokens_left(table, seat, fighting))]


def _actions(table: Table, actor: str | None) -> list[Step]:
    """The turns that are left, from the first one of the named player on."""
    if table.state.solo is not None:
        steps = _from_hero(table)
        return steps[:-1] if table.player(table.state.seats[0]).tokens else steps
    turns = turns_left(table)
    if actor in turns:
        turns = turns[turns.index(actor) :]
    return _to_the_end(turns)


def _to_the_end(turns: list[str]) -> list[Step]:
    return [EndRound(), Collect(), *(TakeTurn(seat=seat) for seat in reversed(turns))]


def _from_hero(table: Table, fighting: str | None = None) -> list[Step]:
    """What is left of a solo round from the Hero of the Enemy on who comes before the player's next turn, or the last.

    With so many Action Tokens as the player has left, it is the first, the second or the third.
    """
    (seat,) = table.state.seats
    return [*solo_round(seat, HEROES - tokens_left(table, seat, fighting)), Collect(), EndRound()][::-1]


def _acting_hero(table: Table) -> str:
    """The Hero of the Enemy whose action it is, if the Enemy acts: by the player's Action Tokens."""
    (seat,) = table.state.seats
    return hero(table, HEROES - table.player(seat).tokens)


def _after_enemy(table: Table, area: str) -> list[Step]:
    """What follows on a Battle that the Enemy has begun: what its Hero gains, or where its Vessel goes from the sea."""
    assert table.state.solo is not None
    unit, fleet = _acting_hero(table), table.faction(ENEMY)
    drawn = table.state.solo.slots.get(unit)
    card = table.pack.solo_cards[drawn] if drawn is not None else None
    compass: Any = card.compass if card is not None else COMPASS[0]
    there = table.vessels_at(ENEMY, area)
    if area in table.pack.regions:
        moved: Step = EnemyArrives(hero=unit, area=area)
    elif fleet.air_vessel in there:
        moved = EnemyLands(vessel=fleet.air_vessel, compass=compass)
    else:
        moved = EnemyDocks(hero=unit, vessel=fleet.sea_vessel, compass=compass)
    return [*(after_action(table, card)[::-1] if card is not None else ()), moved]


def _enemy_turn(table: Table, actor: str | None) -> list[Step]:
    """The Hero of the Enemy that has no card yet acts next."""
    (seat,) = table.state.seats
    assert table.state.solo is not None
    steps = [*solo_round(seat, len(table.state.solo.slots) + 1), Collect(), EndRound()]
    return steps[::-1]


def _no_enemy_turn(table: Table) -> Iterator[Defect]:
    yield from _not_set_up(table)
    solo = table.state.solo
    if solo is None:
        yield error("solo.sequence", "/solo", "missing", "there is no Enemy in this game")
    elif len(solo.slots) == HEROES:
        yield error("solo.sequence", "/solo/slots", "full", "every Hero of the Enemy has acted in this round")


def _round(table: Table, actor: str | None) -> list[Step]:
    return [BeginRound()]


def _turn_of_attacker(table: Table) -> list[Step]:
    """What follows on a Battle: the rest of the attacker's turn, and the turns that are left."""
    battle = table.state.battle
    assert battle is not None
    if battle.attacker == ENEMY:
        return [*_from_hero(table)[:-1], *_after_enemy(table, battle.area)]
    after: list[Step] = [TakeTurn(seat=battle.attacker, stage="after")]
    if may_have_muster_left(table, battle.attacker, tokens_left(table, battle.attacker, battle.attacker)):
        after.append(MusterWindow(seat=battle.attacker))
    after += _exploring(table, battle)
    vessel = table.faction(battle.attacker).air_vessel
    if battle.area in table.pack.seas and vessel in table.vessels_at(battle.attacker, battle.area):
        after.append(ReturnFlight(seat=battle.attacker))
    if table.state.solo is not None:
        return [*_from_hero(table, battle.attacker), *after]
    return [*_to_the_end(turns_left(table, battle.attacker)), *after]


def _exploring(table: Table, battle: Battle) -> list[Step]:
    """The exploring that waits for the end of the Battle: that of an army, or else of a Vessel that came alone."""
    seat, area, fleet = battle.attacker, battle.area, table.faction(battle.attacker)
    if battle.remote is not None or not table.unexplored(area):
        return []
    there, units = table.vessels_at(seat, area), table.land_units(seat, area)
    if units:
        return [Explore(seat=seat, area=area, units=dict(units))]
    if area in table.pack.regions and fleet.air_vessel in there:
        return [Explore(seat=seat, area=area, vessel=fleet.air_vessel, asked_by="fly.explore")]
    if area in table.pack.seas and fleet.sea_vessel in there:
        return [Explore(seat=seat, area=area, vessel=fleet.sea_vessel, asked_by="explore-sea.end-only")]
    return []


def _battle(table: Table, actor: str | None) -> list[Step]:
    """A Battle that is about to begin: the pieces stand in the Region already."""
    battle = table.state.battle
    assert battle is not None
    agenda, table.state.battle = _turn_of_attacker(table), None
    begin = BeginBattle(seat=battle.attacker, area=battle.area, remote=battle.remote, defender=battle.defender)
    return [*agenda, begin]


def _tactics(table: Table, actor: str | None) -> list[Step]:
    """A Battle in which Tactic Cards are being chosen, or have been."""
    battle = table.state.battle
    assert battle is not None
    lanes = {
        seat: [ChooseTactic(seat=seat, committed=battle.side(seat).chosen is not None)]
        for seat in (battle.defender, battle.attacker)
        if seat != ENEMY
    }
    card = [DrawBattleCard()] if table.state.solo is not None else []
    return [*_turn_of_attacker(table), EndBattle(), CompareStrength(), RevealTactics(), *card, table.lanes(dict(lanes))]


def _no_battle(table: Table) -> Iterator[Defect]:
    yield from _not_set_up(table)
    battle = table.state.battle
    if battle is None:
        yield error("battle.start", "/battle", "missing", "who fights where is not said")
    elif not {battle.attacker, battle.defender} <= set(table.parties()):
        yield error("battle.two-sides", "/battle", "stranger", "there is no Enemy in this game")
    elif not table.has_piece(battle.defender, battle.area):
        detail = f"{table.named(battle.defender)} has nothing in {table.named(battle.area)}"
        yield error("battle.start", "/battle/area", "nobody", detail)
    elif battle.attacker == battle.defender:
        detail = f"{table.named(battle.attacker)} cannot fight alone"
        yield error("battle.two-sides", "/battle/defender", "self", detail)
    elif battle.remote is not None and battle.remote not in table.player(battle.attacker).vessels:
        detail = f"{table.named(battle.remote)} of {table.named(battle.attacker)} is not in play"
        yield error("battle.attacking-pieces", "/battle/remote", "gone", detail)
    elif battle.remote is None and not table.has_piece(battle.attacker, battle.area):
        detail = f"{table.named(battle.attacker)} has nothing in {table.named(battle.area)}"
        yield error("battle.start", "/battle/attacker", "nobody", detail)

    if battle is not None and battle.attacker == ENEMY and table.state.solo is not None:
        acting = _acting_hero(table)
        if not table.units_at(ENEMY, battle.area).get(acting):
            detail = f"{table.named(acting)} acts now and has no part in the Battle in {table.named(battle.area)}"
            yield warning("solo.sequence", "/battle/attacker", "hero", detail)
    elif battle is not None and table.state.solo is not None and table.player(battle.attacker).tokens > 1:
        detail = f"{table.named(battle.attacker)} fights on the own turn and has not placed a token yet"
        yield warning("round.place-token", f"/players/{battle.attacker}/tokens", "count", detail)


def _not_at_its_beginning(table: Table) -> Iterator[Defect]:
    """Nothing has happened yet in a Battle that is about to begin."""
    yield from _no_battle(table)
    battle = table.state.battle
    for name in ("attacking", "defending") if battle is not None else ():
        for field in Side.__struct_fields__:
            if getattr(getattr(battle, name), field) != getattr(Side(), field):
                detail = "a Battle that is about to begin has neither cards nor losses yet"
                yield error("battle.start", f"/battle/{name}/{field}", "early", detail)
    if battle is not None and battle.winner is not None:
        yield error("battle.outcome", "/battle/winner", "early", f"{table.named(battle.winner)} cannot have won yet")
    if battle is not None and battle.card is not None:
        yield error("solo.battle-card", "/battle/card", "early", "no Solo Enemy Card has been drawn yet")


def _not_at_tactics(table: Table) -> Iterator[Defect]:
    """What cannot lie open yet while Tactic Cards are chosen; a card must be for the side that has chosen it."""
    yield from _no_battle(table)
    battle = table.state.battle
    if battle is None or not {battle.attacker, battle.defender} <= set(table.parties()):
        return
    if battle.card is not None:
        detail = "the Solo Enemy Card is drawn once the player has chosen a Tactic Card"
        yield error("solo.battle-card", "/battle/card", "early", detail)
    for seat, name in ((battle.attacker, "attacking"), (battle.defender, "defending")):
        side = battle.side(seat)
        if side.adrift:
            detail = "no Vessel is lost before Strengths have been compared"
            yield error("vessel-battle.passengers-survive", f"/battle/{name}/adrift", "early", detail)
        if seat == ENEMY and side.spells:
            yield error("solo.battle-card", f"/battle/{name}/spells", "enemy", "the Enemy casts no Spells in Battle")
        if side.chosen is not None and seat != ENEMY and table.player(seat).faction is not None:
            for violation in requirement_violations(table, seat, side.chosen):
                if violation.code != "tactic.requirements":
                    continue
                detail = violation.told(table.pack.words)
                yield error("tactic.requirements", f"/battle/{name}/chosen", "requirements", detail)


def _collection(table: Table, actor: str | None) -> list[Step]:
    return [EndRound(), Collect()]


def _round_end(table: Table, actor: str | None) -> list[Step]:
    return [EndRound()]


def _not_set_up(table: Table) -> Iterator[Defect]:
    for seat in table.parties():
        player = table.player(seat)
        if not player.eliminated and (player.faction is None or player.capital is None):
            detail = f"{table.named(seat)} has no {'Faction' if player.faction is None else 'Capital City'}"
            at = "/solo/enemy" if seat == ENEMY else f"/players/{seat}"
            yield error("setup.choose-faction", at, "missing", detail)
    if len(table.state.tax) != 3:
        yield error("setup.tax-track-random", "/tax", "missing", "the Tax Track is not filled")


ENTRIES: dict[str, Entry] = {
    "begin-round": Entry(agenda=_round, refuses=_not_set_up),
    "take-turn": Entry(agenda=_actions, refuses=_not_set_up),
    "enemy-turn": Entry(agenda=_enemy_turn, refuses=_no_enemy_turn),
    "battle": Entry(agenda=_battle, refuses=_not_at_its_beginning),
    "tactics": Entry(agenda=_tactics, refuses=_not_at_tactics),
    "collection": Entry(agenda=_collection, refuses=_not_set_up),
    "round-end": Entry(agenda=_round_end, refuses=_not_set_up),
}


def fill_in(table: Table, given: frozenset[str]) -> None:
    """Work out what the client did not enter: tokens as after the setup, and the cards and tokens nobody has seen."""
    state, pack = table.state, table.pack
    conquered = _conquered(table)
    _choose(table, given)
    lands, seas = fresh_tokens(table)
    if "land_tokens" not in given:
        state.land_tokens = {region: tokens for region, tokens in lands.items() if region not in conquered}
    if "sea_tokens" not in given:
        state.sea_tokens = seas
    if "land_pool" not in given:
        seen = [token for tokens in state.land_tokens.values() for token in (*tokens.up, *tokens.stay)]
        state.land_pool.unseen = _left({token.id: token.count for token in pack.land_tokens.values()}, seen)
    if "sea_pool" not in given:
        seen = [token for tokens in state.sea_tokens.values() for token in (*tokens.up, *tokens.stay)]
        state.sea_pool.unseen = _left({token.id: token.count for token in pack.sea_tokens.values()}, seen)
    if "deck" not in given:
        seen = [spell for spell, number in state.discard_pile.items() for _ in range(number)]
        for player in state.players.values():
            scribed = player.scribed
            seen += [*player.library, *player.discarded, *scribed.ready, *scribed.preparing, *scribed.exhausted]
        state.deck = Pile.of(_left({spell.id: spell.copies for spell in pack.spells.values()}, seen))
    if "first_player" not in given and state.first_player is None:
        state.first_player = state.seats[0]


def _conquered(table: Table) -> set[str]:
    """Where the Capital Cities of those stood who are out of the game, as far as the setup tells.

    The setup has put no token there. Who has begun on a Continent of which nothing is said had one that nobody else
    has; where there are more of these than players, all are taken to have their tokens.
    """
    presets, capital_of = table.state.presets, table.pack.capital_of
    found, unknown, taken = set(), 0, set()
    for seat in table.parties():
        chosen = presets[seat].continent if seat in presets else None
        region = capital_of[chosen] if chosen is not None else table.player(seat).capital
        if table.player(seat).eliminated and region is None:
            unknown += 1
        elif table.player(seat).eliminated:
            found.add(region)
        taken.add(table.player(seat).capital or region)
    free = set(capital_of.values()) - taken
    return {region for region in found if region is not None} | (free if unknown >= len(free) else set())


def _choose(table: Table, given: frozenset[str]) -> None:
    """What the setup has chosen beforehand for a seat and the client has not entered.

    Whose Faction comes from there and who has no pieces at all has those of the setup. A player who has lost every
    piece is entered with the Faction, or with ``units`` that say so.
    """
    for seat, preset in table.state.presets.items():
        player = table.state.players.get(seat)
        if player is None or player.eliminated:
            continue
        chosen = player.faction is None
        if chosen:
            player.faction = preset.faction
        if player.capital is None and preset.continent is not None:
            player.capital = table.pack.capital_of[preset.continent]
        pieces = player.vessels or player.towers or player.buildings or player.slots
        said = pieces or f"players/{seat}/units" in given
        if chosen and player.faction is not None and player.capital is not None and not said:
            _lay_out(table, seat)
    table.state.presets = {}


def _lay_out(table: Table, seat: str) -> None:
    """The Units of the setup in the Courtyard, and its Resources where none are entered."""
    player, constants = table.player(seat), table.pack.constants
    assert player.capital is not None
    starting = {unit_of(table, seat, kind): number for kind, number in constants["starting_units"].items()}
    player.units = {player.capital: starting}
    if not any(table.stocks(seat).values()):
        for resource, number in constants["starting_resources"].items():
            setattr(player, resource, number)


def _left(printed: dict[str, int], seen: list[str]) -> dict[str, int]:
    return {name: left for name, number in printed.items() if (left := number - seen.count(name)) > 0}

"""Entering a game in the middle: the agenda for each phase, and the piles that nobody has entered."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from service.engine.defect import Defect, error, warning
from service.engine.game import Entry
from service.engine.piles import Pile
from service.engine.step import Step
from service.games.mage_knight.beginning import portal
from service.games.mage_knight.cards import deck_is_empty
from service.games.mage_knight.combat import FightCombat, deed_of
from service.games.mage_knight.dummy import dummy_skills
from service.games.mage_knight.end_of_game import FinalScoring, game_is_over
from service.games.mage_knight.end_turn import end_sequence
from service.games.mage_knight.ids import BACKS, BASIC, DUMMY, WOUND
from service.games.mage_knight.rounds import EndRound, PrepareRound, lay_out_tactics
from service.games.mage_knight.setup import fresh_decks, fresh_pile, fresh_world, skill_pile
from service.games.mage_knight.state import Player
from service.games.mage_knight.state_turn import Turn
from service.games.mage_knight.table import Table
from service.games.mage_knight.tactics import ChooseTactics
from service.games.mage_knight.tallying import tactics_in_use
from service.games.mage_knight.the_map import deck_empty
from service.games.mage_knight.turns import NextTurn, StartTurn, TakeTurn, take_turn


def _tactics(table: Table, actor: str | None) -> list[Step]:
    return [NextTurn(), ChooseTactics()]


def _turn_border(table: Table, actor: str | None) -> list[Step]:
    if actor is None:
        return [NextTurn()]
    order = table.state.order
    before = order[order.index(actor) - 1] if len(order) > 1 else actor
    return [NextTurn(after=before)]


def _start_turn(table: Table, actor: str | None) -> list[Step]:
    return [StartTurn(seat=_whose(table, actor))]


def _take_turn(table: Table, actor: str | None) -> list[Step]:
    return [NextTurn(after=table.turn.seat), take_turn(table, table.turn.seat)]


def _combat(table: Table, actor: str | None) -> list[Step]:
    seat = table.turn.seat
    return [NextTurn(after=seat), TakeTurn(seat=seat), FightCombat(seat=seat)]


def _end_turn(table: Table, actor: str | None) -> list[Step]:
    seat = table.turn.seat
    return [NextTurn(after=seat), *reversed(end_sequence(seat))]


def _end_round(table: Table, actor: str | None) -> list[Step]:
    return [EndRound()]


def _prepare_round(table: Table, actor: str | None) -> list[Step]:
    return [PrepareRound()]


def _game_over(table: Table) -> Iterator[Defect]:
    """A game is scored once its last Round is over, or the end of the scenario has been reached."""
    yield from _between_turns(table)
    if not game_is_over(table):
        detail = f"Round {table.state.round} is not the last one, and the end of the scenario has not been reached"
        yield warning("round-end.game-over", "/round", "too-early", detail)


def _scoring(table: Table, actor: str | None) -> list[Step]:
    return [FinalScoring()]


def _begun(table: Table, actor: str | None) -> None:
    """The turn of whoever has been named, where none has been entered; its figure stands on the map.

    In a combat the action of the turn is what has led to it.
    """
    state = table.state
    player = state.players.get(actor) if actor is not None else None
    if state.turn is None and actor is not None and player is not None:
        empty = deck_is_empty(player)
        state.turn = Turn(seat=actor, began_empty=not player.hand and not empty, began_without_deck=empty)
    if state.turn is None:
        return
    if state.combat is not None and state.turn.deed is None:
        state.turn.deed = deed_of(state.combat)
        state.turn.begun = state.turn.movement_over = True
    _begin_path(table, state.turn)


def _whose(table: Table, actor: str | None) -> str:
    players = [party for party in table.state.order if party != DUMMY]
    return actor if actor is not None else players[0]


def _between_turns(table: Table) -> Iterator[Defect]:
    if table.state.turn is not None:
        yield error("turns.in-round-order", "/turn", "turn", "a turn is being played")
    if table.state.combat is not None:
        yield error("combat.four-phases", "/combat", "combat", "a combat is being fought")


def _in_turn(table: Table) -> Iterator[Defect]:
    if table.state.turn is None:
        yield error(
            "turns.in-round-order", "/turn", "missing", "whose turn it is, is said by neither turn.seat nor actor"
        )
    if table.state.combat is not None:
        yield error("combat.four-phases", "/combat", "combat", "a combat is being fought")


def _after_turns(table: Table) -> Iterator[Defect]:
    """At the end of a Round everybody still holds the Tactic of it."""
    yield from _between_turns(table)
    for defect in tactics_in_use(table):
        yield replace(defect, severity="error") if defect.code == "missing" else defect


def _in_combat(table: Table) -> Iterator[Defect]:
    if table.state.turn is None:
        yield error(
            "turns.in-round-order", "/turn", "missing", "whose turn it is, is said by neither turn.seat nor actor"
        )
    if table.state.combat is None:
        yield error("combat.four-phases", "/combat", "missing", "the combat is not said")


ENTRIES: dict[str, Entry] = {
    "choose-tactics": Entry(agenda=_tactics, refuses=_between_turns),
    "turn-border": Entry(agenda=_turn_border, refuses=_between_turns, actor_begins=True),
    "start-turn": Entry(agenda=_start_turn, refuses=_between_turns, actor_begins=True),
    "take-turn": Entry(agenda=_take_turn, refuses=_in_turn, prepares=_begun),
    "combat": Entry(agenda=_combat, refuses=_in_combat, prepares=_begun),
    "end-turn": Entry(agenda=_end_turn, refuses=_in_turn, prepares=_begun),
    "end-round": Entry(agenda=_end_round, refuses=_after_turns),
    "prepare-round": Entry(agenda=_prepare_round, refuses=_after_turns),
    "scoring": Entry(agenda=_scoring, refuses=_game_over),
}


def fill_in(table: Table, given: frozenset[str]) -> None:
    """Work out what the client did not enter: decks and piles with what is seen nowhere, figures, Tactics, dice."""
    state = table.state
    for seat, hero in list(state.presets.items()):
        player = state.players.get(seat)
        if player is not None and player.hero is None:
            player.hero = hero
    state.presets = {}
    if not state.order:
        state.order = [*state.seats, *([DUMMY] if state.dummy is not None else [])]
    if "source" not in given and not state.source:
        state.source = _plain_dice(table.number_of_dice() - sum(table.dice_in_play().values()))
    _fill_players(table)
    _fill_dummy(table)
    _fill_decks(table, given)
    _fill_world(table)
    if not state.tactics and all(player.tactic is None for player in state.players.values()):
        lay_out_tactics(table)
        table.events.clear()


def _plain_dice(number: int) -> Any:
    dice: dict[str, int] = {}
    for at in range(max(0, number)):
        dice[BASIC[at % 4]] = dice.get(BASIC[at % 4], 0) + 1
    return dice


def _begin_path(table: Table, turn: Turn) -> None:
    player = table.state.players.get(turn.seat)
    if player is None or table.count() not in table.scenario.shapes:
        return
    if player.at is None:
        player.at = portal(table)
    turn.path = turn.path or [player.at]


def _fill_players(table: Table) -> None:
    """Deed decks and Skill piles: the cards and tokens of the Hero that are seen nowhere."""
    pack, state = table.pack, table.state
    gone = _gone(table)
    taken = {skill for player in state.players.values() for skill in player.skills} | set(state.offers.skills)
    for player in state.players.values():
        if player.hero is None:
            continue
        sheet = pack.heroes[player.hero]
        if _has_no_deck(player):
            left = Counter(sheet.deck) - _seen_of(player)
            # A card that several Heroes have is missing from one deck only.
            player.deck = Pile.of(_left(left, gone))
            gone -= left
        if not player.skill_pile.unseen and not player.skill_pile.count:
            pile = skill_pile(pack, table.scenario, player.hero, state.options.interactive)
            player.skill_pile = Pile.of({skill: 1 for skill in pile.unseen if skill not in taken})


def _has_no_deck(player: Player) -> bool:
    deck = player.deck
    return not (deck.count or deck.unseen or deck.top or deck.bottom)


def _seen_of(player: Player) -> Counter[str]:
    """The cards that lie open with a player, in hand, or under Sparing Power."""
    return Counter(
        [
            *(*player.hand, *player.discard, *player.aside),
            *(played.card for played in player.played),
            *(known.card for known in player.stash if known.card is not None),
        ]
    )


def _gone(table: Table) -> Counter[str]:
    """The cards of Heroes that have left the game, or lie with another player, and not yet missing from a Deed deck."""
    gone, missing = Counter(table.state.removed.cards), Counter[str]()
    for player in table.state.players.values():
        own = Counter(table.pack.heroes[player.hero].deck) if player.hero is not None else Counter[str]()
        seen = _seen_of(player)
        if not _has_no_deck(player):
            seen += Counter(player.deck.unseen)
            seen += Counter(known.card for known in (*player.deck.top, *player.deck.bottom))
            missing += own - seen
        gone += seen - own
    return gone - missing


def _fill_dummy(table: Table) -> None:
    """The crystals of the dummy player, and its deck: the cards of its Hero that are not in its discard pile."""
    dummy = table.state.dummy
    if dummy is None or dummy.hero is None:
        return
    sheet = table.pack.heroes[dummy.hero]
    if not dummy.deck.count and not dummy.deck.unseen:
        dummy.deck = Pile.of(_left(Counter(sheet.deck), Counter(dummy.discard)))
    if not dummy.crystals:
        dots = sheet.dummy_crystals
        dummy.crystals = {color: dots.count(color) for color in BASIC if color in dots}
    if not dummy.skill_pile.count:
        taken = {skill for player in table.state.players.values() for skill in player.skills}
        left = set(dummy_skills(table, dummy.hero).unseen) - taken - set(table.state.offers.skills)
        dummy.skill_pile = Pile.of(dict.fromkeys(sorted(left), 1))


def _fill_decks(table: Table, given: frozenset[str]) -> None:
    if "decks" in given:
        return
    state, fresh = table.state, fresh_decks(table.pack, table.scenario, table.state.options.interactive)
    seen = Counter([*state.offers.spells, *state.offers.advanced, *state.offers.units, *state.removed.cards])
    seen += Counter(state.removed.units)
    for player in state.players.values():
        seen += Counter([*player.hand, *player.discard, *player.aside, *(played.card for played in player.played)])
        seen += Counter(known.card for known in (*player.deck.top, *player.deck.bottom))
        seen += Counter(player.deck.unseen)
        seen += Counter(table.pack.unit_kind(ref) for ref in player.units)
        seen += Counter(unit.banner for unit in player.units.values() if unit.banner is not None)
    if state.dummy is not None:
        seen += Counter([*state.dummy.discard]) + Counter(state.dummy.deck.unseen)
    for name in ("spells", "advanced", "artifacts", "regular", "elite"):
        setattr(state.decks, name, Pile.of(_left(Counter(getattr(fresh, name).unseen), seen)))


def _fill_world(table: Table) -> None:
    """Piles of tokens, where they have none left that the client named: those that are seen nowhere."""
    world = table.state.world
    lying = set(world.tiles.values())
    world.deck.unseen = [tile for tile in world.deck.unseen if tile not in lying]
    of_tile = {city.tile: city.id for city in table.pack.cities.values()}
    world.cities += [of_tile[tile] for tile in sorted(lying & set(of_tile)) if of_tile[tile] not in world.cities]
    groups = Counter(table.pack.tiles[tile].group for tile in lying)
    _fill_tile_deck(table, groups)
    if not deck_empty(table):
        world.deck.countryside = max(0, min(world.deck.countryside, 11 - groups["countryside"]))
        world.deck.core = max(0, min(world.deck.core, 4 - groups["core"]))
        world.deck.city = max(0, min(world.deck.city, 4 - groups["city"]))
    for back in BACKS:
        seen: Counter[str] = Counter()
        hidden = 0
        for there in world.on.values():
            seen += Counter(enemy for enemy in there.enemies if table.pack.enemies[enemy].back == back)
            hidden += there.of_pile(back)
        pile = fresh_pile(table.pack, back)
        if back in world.enemies:
            seen += Counter(world.enemies[back].discarded) + Counter(world.enemies[back].older)
        unseen = _left(Counter(pile.unseen), seen)
        kept = world.enemies.get(back)
        pile.unseen, pile.count = unseen, max(0, sum(unseen.values()) - hidden)
        pile.discarded, pile.older = (kept.discarded, kept.older) if kept is not None else ({}, {})
        if kept is None or kept.unseen == fresh_pile(table.pack, back).unseen:
            world.enemies[back] = pile
    shown = {there.ruins for there in world.on.values() if there.ruins is not None}
    world.ruins.unseen = [token for token in world.ruins.unseen if token not in shown]
    hidden_ruins = sum(there.ruins_hidden for there in world.on.values())
    world.ruins.count = min(world.ruins.count, len(world.ruins.unseen) - hidden_ruins)


def _fill_tile_deck(table: Table, lying: Mapping[str, int]) -> None:
    """The deck that the setup begins with, as long as nobody has entered another: without the tiles that lie."""
    deck = table.state.world.deck
    fresh = fresh_world(table.pack, table.scenario, table.count()).deck
    if (deck.countryside, deck.core, deck.city) == (fresh.countryside, fresh.core, fresh.city):
        deck.countryside = max(0, deck.countryside - lying.get("countryside", 0))
        deck.core = max(0, deck.core - lying.get("core", 0))
        deck.city = max(0, deck.city - lying.get("city", 0))


def _left(all_: Mapping[str, int], seen: Mapping[str, int]) -> dict[str, int]:
    return {name: left for name, number in all_.items() if name != WOUND and (left := number - seen.get(name, 0)) > 0}

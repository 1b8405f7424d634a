"""What must be true of any state: errors keep the referee from judging, warnings are counts that do not add up."""

from collections import Counter
from collections.abc import Iterable, Iterator

from service.engine.agenda import name_of, steps_to_come
from service.engine.defect import Defect, error, warning
from service.engine.step import Step
from service.games.kingdom_defenders.adventures import RevealAdventure
from service.games.kingdom_defenders.area_b import ActivateAreaB
from service.games.kingdom_defenders.area_c import ActivateAreaC, SkipAreaC
from service.games.kingdom_defenders.area_d import ActivateAreaD
from service.games.kingdom_defenders.characters import ActivateAreaA
from service.games.kingdom_defenders.end_of_game import FinalScoring
from service.games.kingdom_defenders.foresight import foresight, how_many
from service.games.kingdom_defenders.horde import EndSiege, MoveHorde, NextHorde, RevealHorde
from service.games.kingdom_defenders.inn import LodgeDiscs, LodgeGreyDisc
from service.games.kingdom_defenders.maintenance import Maintain, face_up_slots, row_in_use
from service.games.kingdom_defenders.new_round import LAST_ROUND
from service.games.kingdom_defenders.pack import CHEST, DEED_SLOTS
from service.games.kingdom_defenders.placing_discs import BeginPlacing, PlaceDiscs
from service.games.kingdom_defenders.scoring import is_hidden
from service.games.kingdom_defenders.setup import DrawPawn, SetUp
from service.games.kingdom_defenders.state import Horde
from service.games.kingdom_defenders.table import CAMP_RESOURCES, Table
from service.games.kingdom_defenders.tiles import (
    MOST_ATTACK_TILES,
    attack_tiles_in_game,
    characters_per_game,
    removed_tiles,
)

OWN_DISCS = 8
SETTING_UP = ("set-up", "draw-character", "place-characters", "draw-pawn", "deal-fate-cards")


def consistency(table: Table) -> Iterator[Defect]:
    """Everything about a state that cannot be, or does not add up."""
    yield from _players(table)
    if set(table.state.players) != set(table.state.seats):
        return
    yield from _secrets_of_view(table)
    yield from _turn_order(table)
    yield from _tiles(table)
    yield from _discs(table)
    yield from _grey_disc(table)
    yield from _camps(table)
    yield from _horde(table)
    yield from _victories(table)
    yield from _cards(table)
    yield from foresight(table)


def is_setting_up(table: Table) -> bool:
    """Whether tiles and turn order are still being drawn."""
    return any(name_of(step) in SETTING_UP for step in table.state.agenda)


def _players(table: Table) -> Iterator[Defect]:
    if set(table.state.players) != set(table.state.seats):
        yield error("players-setup.pieces", "/players", "players", "there is one player for each seat")


def _secrets_of_view(table: Table) -> Iterator[Defect]:
    viewer = getattr(table.state, "viewer", None)
    if viewer is None:
        return
    if viewer in table.state.seats and is_hidden(table.player(viewer)):
        yield error(
            "players-setup.screen-hides", f"/players/{viewer}", "hidden", f"{viewer} sees the own side of the screen"
        )
    for seat in table.state.seats:
        player = table.player(seat)
        screen = (player.weapon, player.spell, player.loot, player.coin, *player.adventures, *player.rewards)
        if any(value is None for value in screen) != all(value is None for value in screen):
            yield error(
                "players-setup.screen-hides", f"/players/{seat}", "half-hidden", f"{seat}'s screen hides all or nothing"
            )


def _turn_order(table: Table) -> Iterator[Defect]:
    order = table.state.turn_order
    to_draw = table.number if how_many(table, SetUp) else how_many(table, DrawPawn)
    if len(set(order)) != len(order) or len(order) + to_draw != table.number:
        yield error(
            "players-setup.random-turn-order", "/turn_order", "turn-order", "every pawn has one place in the turn order"
        )


def _tiles(table: Table) -> Iterator[Defect]:
    yield from _characters(table)
    yield from _buildings(table)
    state = table.state
    in_game = {*state.characters.values(), *state.buildings.values(), *state.drawn_characters}
    if attack_tiles_in_game(table) > MOST_ATTACK_TILES:
        yield warning(
            "difficulty-setup.max-two-attack-tiles",
            "/characters",
            "attack-tiles",
            "more than two attack tiles are in the game",
        )
    strangers = in_game.difference(state.options.tiles, table.pack.printed)
    removed = in_game & removed_tiles(table.pack, state.options.variant, table.number)
    for code in sorted(strangers | removed):
        yield warning(_not_in_pool(table, code), "/options/tiles", "pool", f"{code} is in the game and not in the pool")


def _not_in_pool(table: Table, code: str) -> str:
    """The clause by which a tile is not in the pool."""
    if table.number == 2 and table.tile(code).attack:
        return "two-players.no-attack-tiles"
    if table.state.options.variant == "family" and table.tile(code).needs_horde:
        return "family.tiles-removed"
    return "difficulty-setup.choose-tiles"


def _characters(table: Table) -> Iterator[Defect]:
    state, number = table.state, characters_per_game(table.number)
    places = state.characters
    if "P1" in places.values():
        yield error("difficulty-setup.p1-printed", "/characters", "printed", "P1 is printed on the board")
    if len(set(places.values())) != len(places):
        yield error("difficulty-setup.draw-three-characters", "/characters", "twice", "a Character lies on two places")
    if not is_setting_up(table) and len(places) != number:
        detail = f"a Character must lie on each of the places A-1 to A-{number}"
        yield error("difficulty-setup.tiles-per-game", "/characters", "missing", detail)
    if any(place != "A-1" for place, code in places.items() if code == "P11"):
        yield error("difficulty-setup.thief-slot-one", "/characters", "thief", "P11 must lie on place 1")
    if table.number == 2 and "A-3" in places:
        yield error("two-players.two-characters", "/characters/A-3", "unused", "place 3 is not used with 2 players")


def _buildings(table: Table) -> Iterator[Defect]:
    sites = table.state.buildings
    if len(set(sites.values())) != len(sites):
        yield error("buildings.five-variable", "/buildings", "twice", "a Building lies on two places")
    if any(code in table.pack.printed for code in sites.values()):
        yield error(
            "difficulty-setup.five-printed-buildings", "/buildings", "printed", "E1 to E5 are printed on the board"
        )
    if is_setting_up(table):
        return
    due = min(table.state.round, 5)
    if len(sites) > due + (not any(isinstance(step, Maintain) for step in table.state.agenda)):
        yield warning(
            "buildings.reveal-per-round",
            "/buildings",
            "too-many",
            f"{due} Buildings lie open in round {table.state.round}",
        )
    for site in table.pack.sites[:due]:
        if site not in sites:
            detail = f"{due} Buildings must lie open in round {table.state.round}"
            yield error("buildings.reveal-per-round", f"/buildings/{site}", "missing", detail)


def _discs(table: Table) -> Iterator[Defect]:
    for space, standing in table.state.discs.items():
        at = f"/discs/{space}"
        requirement = table.requirement(space)
        if requirement is None and space in table.pack.row and table.is_in_use(space):
            detail = f"discs stand on {space}, so an Adventure must lie there"
            yield error("adventures.own-discs-on-card", f"/adventures/{space}", "missing", detail)
        elif not table.is_in_use(space) or requirement is None:
            yield error("placing.requirement-compulsory", at, "no-space", f"nobody can stand on {space}")
        elif standing.discs != requirement.discs:
            yield error("placing.requirement-compulsory", at, "number", f"{space} holds {requirement.discs} disc(s)")
        elif table.pack.spaces[space].area == "C" and table.state.options.variant == "family":
            yield error("family.no-horde", at, "closed", "Area C is not used in the Family Variant")
    yield from _left_behind(table)
    yield from _one_space_each(table)
    for seat in table.state.seats:
        player = table.player(seat)
        on_board = sum(standing.discs - standing.grey for _, standing in table.standings(seat))
        on_wounds = int(player.wounds > 0)
        if player.discs + on_board + on_wounds + player.set_aside != OWN_DISCS:
            detail = (
                f"{seat} has {player.discs} discs on the Hero tile, {on_board} on the board, {on_wounds} on the Wound "
                f"track and {player.set_aside} set aside, which should make {OWN_DISCS}"
            )
            yield warning("players-setup.six-discs", f"/players/{seat}/discs", "discs", detail)


INN = "E13"


def _grey_disc(table: Table) -> Iterator[Defect]:
    """There is one grey disc; the Inn sends it out in Area B, neither to itself nor to Area A."""
    grey = [space for space, standing in table.state.discs.items() if standing.grey]
    for space in grey:
        if table.pack.spaces[space].area == "A" or table.tile_on(space) == INN:
            detail = f"the Inn sends no disc to {space}"
            yield error("building-effects.e13-relocate-two", f"/discs/{space}", "grey", detail)
    if len(grey) + _on_the_way(table) > 1:
        yield error("components.grey-disc", "/discs", "grey", "there is only one grey disc")
    if grey and INN not in table.state.buildings.values():
        yield warning("board-setup.grey-disc-only-e13", f"/discs/{grey[0]}", "grey", "the Inn is not in the game")
    if grey and how_many(table, BeginPlacing, PlaceDiscs, ActivateAreaA):
        detail = "the grey disc comes out in Area B, and is back before discs are placed"
        yield error("building-effects.e13-grey-returns", f"/discs/{grey[0]}", "grey", detail)


def _on_the_way(table: Table) -> int:
    """How often the grey disc may still be sent out: by steps at which it is, and by discs that wait in the Inn."""
    sending = [step for step in steps_to_come(table) if isinstance(step, LodgeDiscs | LodgeGreyDisc)]
    left = {step.origin for step in sending}
    waiting = [
        space
        for space, standing in table.state.discs.items()
        if table.tile_on(space) == INN and space not in left and not standing.grey
    ]
    return len(sending) + len(waiting)


STILL_TO_COME: dict[str, tuple[type[Step], ...]] = {
    "A": (ActivateAreaA,),
    "B1": (ActivateAreaB,),
    "B2": (ActivateAreaB,),
    "B3": (ActivateAreaB,),
    "C": (ActivateAreaC, SkipAreaC),
    "D": (ActivateAreaD,),
}


def _left_behind(table: Table) -> Iterator[Defect]:
    """Discs that stand where the activation of this round is over, or where none has been placed yet."""
    state = table.state
    if not state.agenda or is_setting_up(table) or any(isinstance(step, FinalScoring) for step in state.agenda):
        return
    before_placing = any(isinstance(step, BeginPlacing) for step in state.agenda)
    for space, standing in state.discs.items():
        area, code = table.pack.spaces[space].area, table.tile_on(space)
        if area == "A" and code is not None and table.tile(code).passive and not before_placing:
            continue
        coming = any(isinstance(step, STILL_TO_COME[area]) for step in state.agenda)
        if before_placing or not (coming or (area == "D" and state.round == LAST_ROUND["none"])):
            detail = f"the disc on {space} would not be activated any more"
            # Maintenance moves the Adventures, and the grey disc is needed again: neither can wait for the next round.
            tell = error if (area == "B3" or standing.grey) and not coming else warning
            yield tell("area-b-order.phase-end", f"/discs/{space}", "left-behind", detail)


def _one_space_each(table: Table) -> Iterator[Defect]:
    for seat in table.state.seats:
        spaces = [space for space, _ in table.standings(seat)]
        for index, space in enumerate(spaces):
            if any(table.same_limit(space, other) for other in spaces[:index]):
                yield warning(
                    "placement-order.area-sizes",
                    f"/discs/{space}",
                    "limit",
                    f"{seat} stands twice where one space is allowed",
                )


def _camps(table: Table) -> Iterator[Defect]:
    boxes = table.pack.camp_boxes[table.number]
    for seat in table.state.seats:
        if table.camp_total(seat) > boxes:
            rule = "area-c.camp-limit-5" if boxes == 5 else "area-c.camp-limit-4"
            yield warning(rule, f"/players/{seat}/camps", "boxes", f"{seat} has only {boxes} boxes")
    card = table.horde_card()
    if card is None:
        return
    for kind in CAMP_RESOURCES:
        supplied = sum(player.camps.get(kind, 0) for player in table.state.players.values())  # type: ignore[call-overload]
        if supplied > card.requires.get(kind, 0):
            yield warning(
                "area-c.exact-type-and-number",
                "/players",
                "too-many",
                f"the Camps hold more {kind}s than the Horde requires",
            )


def _horde(table: Table) -> Iterator[Defect]:
    state = table.state
    if state.round > LAST_ROUND[state.options.variant]:
        yield error("family.five-rounds", "/round", "round", "the Family Variant has 5 rounds")
    if state.wall == "gone" and state.result is None and not any(isinstance(s, FinalScoring) for s in state.agenda):
        yield error("siege.second-siege-ends-game", "/wall", "fallen", "the game has ended when the Wall is gone")
    if state.options.variant == "family" and how_many(table, EndSiege, NextHorde, RevealHorde):
        yield error("family.no-horde", "/agenda", "family", "there is no Horde in the Family Variant")
    if state.horde is not None:
        yield from _horde_in_play(table, state.horde)
    elif _needs_horde(table):
        yield error("area-c.always-a-horde-from-round-2", "/horde", "missing", "a Horde must be in play")


def _horde_in_play(table: Table, horde: Horde) -> Iterator[Defect]:
    state = table.state
    if state.options.variant == "family":
        yield error("family.no-horde", "/horde", "family", "there is no Horde in the Family Variant")
    card = table.horde_card()
    if card is None:
        detail = "only the special Horde of this number of players has a side, and it must show one"
        yield error("new-round.special-two-sides", "/horde/side", "side", detail)
        return
    if table.number not in card.players:
        detail = f"{horde.card} is not used with {table.number} players"
        yield error("board-setup.horde-by-player-count", "/horde/card", "players", detail)
    # Only the end of a siege takes a Horde away from the Wall.
    besieging = state.wall == "gone" or how_many(table, EndSiege) > 0
    if horde.distance > card.speed or (horde.distance == 0 and not besieging):
        detail = f"{horde.card} stands on one of the spaces {card.speed} to 1"
        yield error("new-round.speed-values", "/horde/distance", "distance", detail)
    if how_many(table, EndSiege) and horde.distance:
        yield error("defeat.wall-reached", "/horde/distance", "siege", "a Horde that besieges the city is at the Wall")
    if horde.side is not None and state.round - _horde_to_move(table) < int(horde.side):
        rule = f"new-round.round-{horde.side}-special"
        yield warning(rule, "/horde/side", "round", f"side {horde.side} comes in round {horde.side} at the earliest")
    if state.round == 1 and not table.is_area_c_open():
        yield warning("new-round.round-2-reveal-horde", "/horde", "round", "the first Horde appears in round 2")


def _horde_to_move(table: Table) -> bool:
    """Whether this round's Movement of the Horde is not over yet: the next Horde comes at its end."""
    return how_many(table, MoveHorde, EndSiege, NextHorde) > 0


def _victories(table: Table) -> Iterator[Defect]:
    """A Horde is defeated at most once in each round that has moved the Horde."""
    state, variant = table.state, table.state.options.variant
    first = 1 if variant == "extreme" else 2
    last = 0 if variant == "family" else state.round - (how_many(table, MoveHorde) > 0)
    for number in state.victories:
        if not first <= number <= last:
            detail = f"no Horde can have been defeated in round {number}"
            yield warning("horde-move.victory-condition", "/victories", "round", detail)


def _needs_horde(table: Table) -> bool:
    """Whether a Horde must lie open: save while the next one is on its way, or the game is over."""
    if table.state.result is not None or not table.is_area_c_open() or is_setting_up(table):
        return False
    return not any(isinstance(step, RevealHorde | NextHorde | FinalScoring) for step in table.state.agenda)


def _cards(table: Table) -> Iterator[Defect]:
    state = table.state
    if any(space not in table.pack.row or not table.is_in_use(space) for space in state.adventures):
        yield error(
            "two-players.deck-on-third-space", "/adventures", "unused", "an Adventure lies on a place that is not used"
        )
    if CHEST in state.rewards:
        yield error("board-setup.nothing-on-chest", "/rewards", "chest", "nothing is put on the printed chest")
    if table.number == 2 and any(not table.pack.adventures[card].two_player for card in state.adventures.values()):
        yield warning("two-players.adventure-deck", "/adventures", "players", "a card without two points lies open")
    hands = list(state.players.values())
    yield from _twice("/adventures", [*state.adventures.values(), *(c for p in hands for c in p.adventures)])
    yield from _twice("/deeds", list(state.deeds.values()))
    yield from _twice("/players", [card for player in hands for card in player.fate_dealt or (player.fate,)])
    for relic, number in Counter([*state.rewards.values(), *(r for p in hands for r in p.rewards)]).items():
        if relic and number > table.pack.rewards[relic]:
            yield warning("board-setup.game-reserve", "/rewards", "twice", f"{relic} is in the game {number} times")
    yield from _piles(table)
    yield from _in_pile_and_open(table)
    yield from _empty_places(table)
    for seat in state.seats:
        player = table.player(seat)
        if player.spent_orbs and not is_hidden(player) and player.spent_orbs > table.relics(seat).count("orb"):
            yield warning(
                "deeds.orb-marked-spent",
                f"/players/{seat}/spent_orbs",
                "orbs",
                f"{seat} has spent more Orbs than there are",
            )
        if player.orbs_as and not is_hidden(player) and sum(player.orbs_as.values()) > table.relics(seat).count("orb"):
            yield warning("end-game.assign-orbs", f"/players/{seat}/orbs_as", "orbs", f"{seat} has not so many Orbs")
        if player.fate is None and not is_hidden(player) and not is_setting_up(table) and not _choosing_fate(table):
            yield warning("players-setup.choose-fate", f"/players/{seat}/fate", "missing", f"{seat} has no Fate card")


def _empty_places(table: Table) -> Iterator[Defect]:
    """Places that Maintenance has filled: during placing they lie empty only where the pile has run out.

    The next card of the Adventure deck is seen at once, in every phase.
    """
    state = table.state
    top = table.pack.deck_space[table.number]
    if top not in state.adventures and state.adventure_deck.count and not _to_turn_up(table, top):
        detail = f"the deck is not empty, so its top card lies open on {top}"
        yield warning("board-setup.five-adventures-available", f"/adventures/{top}", "empty", detail)
    if not any(isinstance(step, PlaceDiscs | BeginPlacing) for step in state.agenda) or is_setting_up(table):
        return
    if len(state.deeds) < len(DEED_SLOTS) and state.deed_pile_1.count + state.deed_pile_2.count:
        yield warning("maintenance.refill-deeds", "/deeds", "empty", "a Deed place is empty and the pile is not")
    if len(state.rewards) < len(face_up_slots(table)) and state.reward_reserve.count:
        yield warning(
            "maintenance.refill-rewards", "/rewards", "empty", "a Reward place is empty and the reserve is not"
        )
    row = set(row_in_use(table)) - {top}
    if not row.issubset(state.adventures) and state.adventure_deck.count:
        yield warning(
            "maintenance.refill-adventures", "/adventures", "empty", "an Adventure place is empty and the deck is not"
        )


def _to_turn_up(table: Table, space: str) -> bool:
    """Whether the card of this Adventure place is still to be turned up."""
    reveals = (step for step in steps_to_come(table) if isinstance(step, RevealAdventure))
    return how_many(table, SetUp) > 0 or any(step.space == space for step in reveals)


def _in_pile_and_open(table: Table) -> Iterator[Defect]:
    """Cards that lie open or in a hand, and may still come all the same."""
    state, hands = table.state, list(table.state.players.values())
    places: dict[str, Iterable[str | None]] = {
        "character_tiles": [*state.characters.values(), *state.drawn_characters],
        "building_tiles": state.buildings.values(),
        "deed_pile_1": state.deeds.values(),
        "deed_pile_2": state.deeds.values(),
        "adventure_deck": [*state.adventures.values(), *(card for player in hands for card in player.adventures)],
        "horde_deck": [state.horde.card] if state.horde else [],
        "fate_cards": [card for player in hands for card in (player.fate, *player.fate_dealt)],
    }
    for name, cards in places.items():
        unseen = getattr(state, name).unseen
        for card in sorted({card for card in cards if card in unseen}, key=str):
            yield warning("board-setup.game-reserve", f"/{name}/unseen/{card}", "twice", f"{card} lies elsewhere")
    open_rewards = Counter([*state.rewards.values(), *(relic for player in hands for relic in player.rewards if relic)])
    for relic, number in state.reward_reserve.unseen.items():
        if number + open_rewards[relic] > table.pack.rewards.get(relic, 0):
            detail = f"there are only {table.pack.rewards.get(relic, 0)} Rewards with {relic}"
            yield warning("components.reward-tiles", f"/reward_reserve/unseen/{relic}", "too-many", detail)


def _twice(pointer: str, cards: list[str | None]) -> Iterator[Defect]:
    """Cards that exist once and lie in two places; hidden ones are null."""
    known = [card for card in cards if card is not None]
    for card in sorted({card for card in known if known.count(card) > 1} if len(set(known)) < len(known) else ()):
        yield warning("board-setup.game-reserve", pointer, "twice", f"{card} is in the game {known.count(card)} times")


def _choosing_fate(table: Table) -> bool:
    return any(name_of(step) == "take-start-goods" for step in table.state.agenda)


def _piles(table: Table) -> Iterator[Defect]:
    """A pile holds what the pack has, and never fewer cards than it counts."""
    for name, cards in table.pack.pile_cards.items():
        pile = getattr(table.state, name)
        strange = pile.unseen.keys() - cards
        if strange:
            detail = f"there is no {min(strange)!r} in this pile"
            yield error("board-setup.game-reserve", f"/{name}/unseen", "unknown-id", detail)
        for card in sorted(card for card, number in pile.unseen.items() if number > 1 and name != "reward_reserve"):
            detail = f"{card} exists once"
            yield warning("board-setup.game-reserve", f"/{name}/unseen/{card}", "too-many", detail)
        if pile.top or pile.bottom:
            yield error("board-setup.game-reserve", f"/{name}", "known", "nobody knows any card of this pile")
        if pile.count > sum(pile.unseen.values()):
            yield error(
                "board-setup.game-reserve", f"/{name}/count", "count", "the pile counts more cards than may lie in it"
            )

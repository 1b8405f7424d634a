"""What must be true of cards and Rewards in any state: where they lie, and what their piles may hold."""

from collections import Counter
from collections.abc import Iterable, Iterator

from service.engine.agenda import name_of, steps_to_come
from service.engine.defect import Defect, error, warning
from service.games.kingdom_defenders.adventures import RevealAdventure
from service.games.kingdom_defenders.foresight import how_many, is_setting_up
from service.games.kingdom_defenders.maintenance import face_up_slots, row_in_use
from service.games.kingdom_defenders.pack import CHEST, DEED_SLOTS
from service.games.kingdom_defenders.placing_discs import BeginPlacing, PlaceDiscs
from service.games.kingdom_defenders.scoring import is_hidden
from service.games.kingdom_defenders.setup import SetUp
from service.games.kingdom_defenders.table import Table


def cards(table: Table) -> Iterator[Defect]:
    """Cards and Rewards lie where they can."""
    state = table.state
    if any(space not in table.pack.row or not table.is_in_use(space) for space in state.adventures):
        yield error(
            "two-players.deck-on-third-space", "/adventures", "unused", "an Adventure lies on a place that is not used"
        )
    if CHEST in state.rewards:
        yield error("board-setup.nothing-on-chest", "/rewards", "chest", "nothing is put on the printed chest")
    yield from _piles(table)


def card_counts(table: Table) -> Iterator[Defect]:
    """Each card and Reward is there as often as it exists, and where nothing keeps it away."""
    state = table.state
    if table.number == 2 and any(not table.pack.adventures[card].two_player for card in state.adventures.values()):
        yield warning("two-players.adventure-deck", "/adventures", "players", "a card without two points lies open")
    hands = list(state.players.values())
    yield from _twice("/adventures", [*state.adventures.values(), *(c for p in hands for c in p.adventures)])
    yield from _twice("/deeds", list(state.deeds.values()))
    yield from _twice("/players", [card for player in hands for card in player.fate_dealt or (player.fate,)])
    for relic, number in Counter([*state.rewards.values(), *(r for p in hands for r in p.rewards)]).items():
        if relic and number > table.pack.rewards[relic]:
            yield warning("board-setup.game-reserve", "/rewards", "twice", f"{relic} is in the game {number} times")
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

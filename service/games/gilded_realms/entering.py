"""Entering a game in the middle: the agenda of each Phase, and the piles that follow from what lies open."""

from collections.abc import Callable, Iterator
from typing import Any

from service.engine.counts import together
from service.engine.defect import Defect, error
from service.engine.game import Entry
from service.engine.piles import Pile
from service.engine.step import Step
from service.games.gilded_realms.campaigns import CampaignTurn, CampaignTurns
from service.games.gilded_realms.caravans import ResolveCaravans
from service.games.gilded_realms.ids import WILDCARD
from service.games.gilded_realms.rounds import PHASES, BeginRound, steps_from
from service.games.gilded_realms.setup import piles
from service.games.gilded_realms.solo_state import Solo
from service.games.gilded_realms.stances import PlaceWorkers
from service.games.gilded_realms.table import Table


def _phase(name: str) -> Callable[[Table, str | None], list[Step]]:
    def agenda(table: Table, actor: str | None) -> list[Step]:
        place = table.state.year_events[table.state.round - 1]
        if name in ("end-harvest", "ceremony") and place.lies == "down":
            # Step 6 is over: the Year Event was turned up, whichever it was.
            place.lies = "gone"
        if name == "end-harvest" and table.epic and table.state.round == table.pack.constants["age_1_rounds"][1]:
            add_epic_cards(table)
        return steps_from(table, name)[::-1]

    return agenda


def add_epic_cards(table: Table) -> None:
    """End of Age is over: its Epic cards are in the deck, unless they lie somewhere already."""
    epic, deck = table.pack.endeavours(epic=True), table.state.deck
    if not any(card in epic for card in (*endeavours_elsewhere(table), *deck.unseen)):
        deck.unseen = together(deck.unseen, epic)
        deck.count += sum(epic.values())


def _refuses(name: str) -> Callable[[Table], Iterator[Defect]]:
    def refuses(table: Table) -> Iterator[Defect]:
        if any(player.faction is None for player in table.state.players.values()):
            yield error("player-setup.choose-faction", "/players", "no-faction", "everybody has a Faction by now")
        if name == "ceremony" and table.state.round != table.last_round:
            detail = f"the ceremony follows on round {table.last_round}"
            yield error("ceremony.when", "/round", "no-such-phase", detail)

    return refuses


def _round(table: Table, actor: str | None) -> list[Step]:
    return [BeginRound()]


def _after_caravans(table: Table) -> list[Step]:
    """What follows on Step 5, the next step last."""
    return steps_from(table, "events")[::-1]


def _place_workers(table: Table, actor: str | None) -> list[Step]:
    """The Stances lie open; whoever is in Worker Stance and has no ``worker`` yet places the totem."""
    return [*_after_caravans(table), ResolveCaravans(), CampaignTurns(), PlaceWorkers()]


def _campaigns(table: Table, actor: str | None) -> list[Step]:
    """The turns of the attackers from the named one on: those before it in Rank Order have had theirs.

    Who has launched Campaigns has begun the turn. Without a name the first attacker is next.
    """
    order = [seat for seat in table.rank_order() if table.player(seat).stance == "attack"]
    turn: Step = CampaignTurns()
    if actor in order:
        waiting = sorted(order[order.index(actor) + 1 :])
        turn = CampaignTurn(seat=actor, waiting=waiting, begun=table.player(actor).campaigns > 0)
    return [*_after_caravans(table), ResolveCaravans(), turn]


def _caravans(table: Table, actor: str | None) -> list[Step]:
    """The Caravans that are still ``due`` in this round; those that have come home are so no more."""
    return [*_after_caravans(table), ResolveCaravans()]


STEP_5: dict[str, Callable[[Table, str | None], list[Step]]] = {
    "place-workers": _place_workers,
    "campaigns": _campaigns,
    "caravans": _caravans,
}
"""Where Step 5 can be entered once the Stances are revealed; ``resolutions`` is its beginning."""


ENTRIES: dict[str, Entry] = {
    "round": Entry(agenda=_round, refuses=_refuses("round")),
    **{name: Entry(agenda=_phase(name), refuses=_refuses(name)) for name in PHASES[: PHASES.index("events")]},
    **{name: Entry(agenda=agenda, refuses=_refuses(name)) for name, agenda in STEP_5.items()},
    **{name: Entry(agenda=_phase(name), refuses=_refuses(name)) for name in PHASES[PHASES.index("events") :]},
}


def fill_in(table: Table, given: frozenset[str]) -> None:
    """Work out the piles that the client did not enter: what may still come is what does not lie anywhere else."""
    state = table.state
    take_presets(table)
    fresh = piles(table.pack, state.options)
    if "deck" not in given:
        cards = dict(fresh["deck"].unseen)
        if table.epic and state.round > table.pack.constants["age_1_rounds"][1]:
            cards |= table.pack.endeavours(epic=True)
        state.deck = without_cards(cards, endeavours_elsewhere(table))
    for place in state.year_events[: state.round - 1]:
        if place.lies == "down":
            place.lies = "gone"
    age_one = table.pack.constants["age_1_rounds"][1]
    for name, places in (("events_1", state.year_events[:age_one]), ("events_2", state.year_events[age_one:])):
        if name not in given:
            pile = without_cards(fresh[name].unseen, [place.event for place in places if place.event is not None])
            pile.count = sum(place.lies == "down" and place.event is None for place in places)
            setattr(state, name, pile)
    if "market_deck" not in given and any(p.faction == "kihleed-guild" for p in state.players.values()):
        taken = [*state.market_discard, *(card for player in state.players.values() for card in player.market)]
        state.market_deck = without_cards(dict.fromkeys(table.pack.market_cards, 1), taken)
    for player in state.players.values():
        player.knowledge_gained = max(player.knowledge_gained, len(player.knowledge))
    if state.solo is not None:
        warfront_deck(table, state.solo)
    if "quest_deck" not in given:
        state.quest_deck = Pile()
    if "wildcards" not in given:
        state.wildcards = max(0, table.pack.wildcards - endeavours_elsewhere(table).count(WILDCARD))


def take_presets(table: Table) -> None:
    """What the setup has chosen beforehand has been taken by now: the Faction, and a new player's Quest in Age I."""
    state = table.state
    for seat, chosen in state.presets.items():
        player = state.players.get(seat)
        if player is None:
            continue
        player.faction = player.faction or chosen.faction
        starters = [quest.id for quest in table.pack.quests.values() if quest.starter_for == player.faction]
        if chosen.new_player and starters and table.age == 1:
            player.quest = player.quest or starters[0]
    state.presets = {}


def warfront_deck(table: Table, solo: Solo) -> None:
    """The Warfront deck of the setup holds every card; those that lie elsewhere are taken out of it."""
    every, deck = dict.fromkeys(table.pack.warfront_cards, 1), solo.deck
    queued = [piece for player in table.state.players.values() for queue in player.queue.values() for piece in queue]
    if deck.unseen == every:
        known = [card.card for card in (*deck.top, *deck.bottom)]
        deck.unseen = without_cards(every, [*solo.discard, solo.revealed, *queued, *known]).unseen
        deck.count = sum(deck.unseen.values()) + len(known)


def endeavours_elsewhere(table: Table) -> list[str]:
    """Every Endeavour card that does not lie in the deck."""
    state = table.state
    found = [card for card, number in state.discard_pile.items() for _ in range(number)]
    found += state.draft
    for player in state.players.values():
        found += [*player.hand, *player.hinterland]
        for pieces in (player.territory, player.army, *player.queue.values()):
            found += [table.piece(piece).card for piece, number in pieces.items() for _ in range(number)]
    if state.solo is not None:
        found += state.solo.hinterland
    return found


def without_cards(cards: dict[str, int], elsewhere: list[Any]) -> Pile:
    """A pile of these cards without those that lie elsewhere."""
    left = dict(cards)
    for card in elsewhere:
        if left.get(card):
            left[card] -= 1
    return Pile.of({card: number for card, number in left.items() if number})

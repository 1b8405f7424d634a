"""What does not add up of tiles, offers, hands and piles, and is judged all the same."""

from collections import Counter
from collections.abc import Iterator

from service.engine.agenda import name_of
from service.engine.defect import Defect, warning
from service.engine.piles import Pile
from service.games.mage_knight.ids import BACKS
from service.games.mage_knight.offers import OFFER_SIZE
from service.games.mage_knight.pack_map import PLACES, allowed_place
from service.games.mage_knight.state import Player
from service.games.mage_knight.table import Table
from service.games.mage_knight.the_map import deck_empty, fits_beside, shape_of

START = "x0y0"
"""Where the starting tile lies."""
RENEWING = {"end-round", "give-up-tactic", "prepare-round", "renew-offers"}
"""Steps of the end of a Round after which the offers are filled."""


def uncounted(table: Table) -> Iterator[Defect]:
    """What of the box does not lie where the rules have put it by now."""
    state = table.state
    named = state.options.scenario
    if named is not None and named != state.scenario:
        detail = f"{table.name(named)} has been chosen, and {table.scenario.name} is played"
        yield warning("flow.choose-scenario", "/scenario", "another", detail)
    yield from _tiles(table)
    yield from _number_of_tiles(table)
    yield from _tokens(table)
    yield from _offers(table)
    yield from _units(table)
    for seat, player in state.players.items():
        yield from _hand(table, seat, player)
    if state.dummy is not None and state.dummy.hero is not None:
        for color, number in Counter(table.pack.heroes[state.dummy.hero].dummy_crystals).items():
            if state.dummy.crystals.get(color, 0) < number:  # type: ignore[call-overload]
                detail = f"the dummy player began with {number} {color} and loses none"
                yield warning("dummy.crystals", "/dummy/crystals", "count", detail)
    if getattr(state, "viewer", None) is None:
        yield from _vanished(table)


# --- tiles ------------------------------------------------------------------------------------------------------------


def _tiles(table: Table) -> Iterator[Defect]:
    """Every tile lies where one can be put, and the first ones have been revealed."""
    tiles, shape = table.state.world.tiles, table.pack.shapes[shape_of(table)]
    for place in shape.first:
        if place not in tiles:
            yield warning("setup.initial-tiles", f"/world/tiles/{place}", "missing", "no tile has been revealed there")
    apart = _apart(table)
    for place, tile in tiles.items():
        (x, y), at = PLACES[place], f"/world/tiles/{place}"
        if not allowed_place(shape.id, x, y):
            yield warning("map.no-tile-behind-coast", at, "coast", f"{table.name(tile)} lies outside the map")
        elif table.pack.tiles[tile].is_core and not shape.core_on_coastline and 0 in (x, y):
            yield warning("map.wedge-no-core-on-coast", at, "coast", f"{table.name(tile)} lies along the coast")
        elif place in apart:
            rule = "explore.core-placement" if table.pack.tiles[tile].is_core else "explore.countryside-placement"
            detail = f"{table.name(tile)} does not touch the tiles beside which it can be laid"
            yield warning(rule, at, "apart", detail)


def _apart(table: Table) -> list[str]:
    """Where tiles lie that cannot have been laid there, one after the other from the first ones on."""
    tiles, pack = table.state.world.tiles, table.pack
    laid = {START, *pack.shapes[shape_of(table)].first} & tiles.keys()
    apart = sorted(tiles.keys() - laid)
    while fitting := [place for place in apart if fits_beside(laid, place, core=pack.tiles[tiles[place]].is_core)]:
        laid.update(fitting)
        apart = [place for place in apart if place not in laid]
    return apart


def _number_of_tiles(table: Table) -> Iterator[Defect]:
    """The tiles on the map and in the deck are those of the scenario; with the deck empty, more come out of the box."""
    deck, scenario, count = table.state.world.deck, table.scenario, table.count()
    lying = Counter(table.pack.tiles[tile].group for tile in table.state.world.tiles.values())
    for group, wanted in (
        ("countryside", scenario.countryside),
        ("core", scenario.core_plain),
        ("city", scenario.core_city),
    ):
        number, due = lying[group] + getattr(deck, group), wanted.get(count, 0)
        if number < due or (number > due and (group == "city" or not deck_empty(table))):
            detail = f"{GROUPS[group]} on the map and in the deck: {number}; in the scenario: {due}"
            yield warning(
                "setup.tile-deck-countryside" if group == "countryside" else "setup.tile-deck-core",
                f"/world/deck/{group}",
                "count",
                detail,
            )


GROUPS = {"countryside": "Countryside tiles", "core": "Core tiles without a city", "city": "Core tiles with a city"}


# --- tokens -----------------------------------------------------------------------------------------------------------


def _tokens(table: Table) -> Iterator[Defect]:
    """Every yellow token is in one place; those that nobody has seen lie in their pile or face down on the map."""
    world = table.state.world
    for back in BACKS:
        pile = world.enemies[back]
        if sum(pile.unseen.values()) > pile.count + sum(there.of_pile(back) for there in world.on.values()):
            detail = f"more {back} tokens are unseen than lie in the pile and face down on the map"
            yield warning("setup.enemy-piles", f"/world/enemies/{back}/count", "count", detail)
    ruins = world.ruins
    if len(ruins.unseen) > ruins.count + sum(there.ruins_hidden for there in world.on.values()):
        detail = "more ruins tokens are unseen than lie in the pile and face down on the map"
        yield warning("setup.enemy-piles", "/world/ruins/count", "count", detail)
    shown = [there.ruins for there in world.on.values() if there.ruins is not None]
    seen = Counter([*ruins.unseen, *ruins.discarded, *shown])
    for token in sorted(table.pack.ruins):
        if seen[token] != 1:
            detail = f"the token of {table.name(token)} is in the game once, not {seen[token]} times"
            yield warning("setup.enemy-piles", "/world/ruins", "count", detail)


# --- offers and hands -------------------------------------------------------------------------------------------------


def _offers(table: Table) -> Iterator[Defect]:
    """Offers are filled at once while their decks last."""
    state, names = table.state, {name_of(step) for step in table.state.agenda}
    filling = {step.offer for step in state.agenda if name_of(step) == "fill-offer"}
    for name, offer, deck, rule in (
        ("spell", state.offers.spells, state.decks.spells, "setup.spell-offer"),
        ("advanced-action", state.offers.advanced, state.decks.advanced, "setup.advanced-action-offer"),
    ):
        at = "/offers/spells" if name == "spell" else "/offers/advanced"
        missing = len(offer) < OFFER_SIZE and deck.count and name not in filling and not names & RENEWING
        if missing or len(offer) > OFFER_SIZE:
            yield warning(rule, at, "count", f"there are {len(offer)} cards in this offer of {OFFER_SIZE}")


def _units(table: Table) -> Iterator[Defect]:
    """The Units dealt are offered, later in play or out of the game; Elite ones come with the first Core tile."""
    state, names = table.state, {name_of(step) for step in table.state.agenda}
    units, size = state.offers.units, table.unit_offer_size()
    dealing = bool(names & (RENEWING | {"deal-unit", "renew-tactics"}))
    if not dealing and state.decks.regular.count and state.decks.elite.count:
        seen = sum(card in table.pack.units for card in units)
        if "choose-tactics" not in names:
            seen += len(state.removed.units) + sum(len(player.units) for player in state.players.values())
        if seen < size:
            detail = f"{size} Units are dealt for a Round, and {seen} of them are seen"
            yield warning("round-prep.unit-offer-size", "/offers/units", "count", detail)
    for unit in sorted({unit for unit in units if unit in table.pack.in_deck["elite"]}):
        if not table.core_revealed():
            detail = f"{table.name(unit)} are offered before a Core tile is revealed"
            yield warning("round-prep.only-regular-before-core", "/offers/units", "elite", detail)
        elif not table.scenario.special.get("elite_units", True):
            yield warning("recon.no-elite", "/offers/units", "elite", f"{table.name(unit)} are not in this scenario")


def _hand(table: Table, seat: str, player: Player) -> Iterator[Defect]:
    """Whoever has all cards in the Deed deck has not drawn any, and never played one."""
    elsewhere = player.hand or player.discard or player.played or player.aside or player.stash or player.stashed
    drawing = any(
        name_of(step) in ("draw-cards", "ready-and-shuffle", "prepare-player", *RENEWING) for step in table.state.agenda
    )
    if player.deck.count and not elsewhere and not drawing and not table.state.removed.cards:
        detail = f"{seat} has drawn no hand from the Deed deck"
        yield warning("setup.hand-of-five", f"/players/{seat}/hand", "missing", detail)


# --- piles ------------------------------------------------------------------------------------------------------------


def _vanished(table: Table) -> Iterator[Defect]:
    """Whoever sees everything sees all unseen cards of a pile lie in it."""
    state = table.state
    piles: list[tuple[str, Pile, int]] = [
        (f"/decks/{name}", getattr(state.decks, name), 0)
        for name in ("spells", "advanced", "artifacts", "regular", "elite")
    ]
    for seat, player in state.players.items():
        piles.append((f"/players/{seat}/deck", player.deck, player.stashed))
        piles.append((f"/players/{seat}/skill_pile", player.skill_pile, 0))
    if state.dummy is not None:
        piles.append(("/dummy/deck", state.dummy.deck, 0))
        piles.append(("/dummy/skill_pile", state.dummy.skill_pile, 0))
    for at, pile, besides in piles:
        lying = pile.count - len(pile.top) - len(pile.bottom) + besides
        if sum(pile.unseen.values()) > lying:
            detail = f"{sum(pile.unseen.values())} cards are unseen, and {lying} of them are counted"
            yield warning("setup.hand-of-five", f"{at}/count", "count", detail)

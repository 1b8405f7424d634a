"""What must be true of what Factions have: their Advisors, Market cards, Shrouds, Vault and Authority."""

from collections import Counter
from collections.abc import Iterator

from service.engine.agenda import steps_to_come
from service.engine.defect import Defect, error, warning
from service.games.gilded_realms.advisors import COUNCIL_MAX, council_of
from service.games.gilded_realms.auxiliary_consistency import auxiliary_cards
from service.games.gilded_realms.effect_language import Foresee
from service.games.gilded_realms.table import CORE_LEVELS, Table


def faction_consistency(table: Table) -> Iterator[Defect]:
    """Every defect of what Factions have."""
    for seat in table.state.seats:
        yield from panels(table, seat)
        if table.player(seat).faction is not None:
            yield from advisors(table, seat)
        yield from auxiliary_cards(table, seat)
    yield from market(table)
    yield from shrouds(table)


def panels(table: Table, seat: str) -> Iterator[Defect]:
    """What only one Faction gathers, and what lies on Advisors."""
    player, at = table.player(seat), f"/players/{seat}"
    if player.vault_fortune and player.faction != "house-lorian":
        yield error("lorian.vault-start", f"{at}/vault_fortune", "stranger", f"{seat} has no Vault")
    if player.authority and player.faction != "ender-clan":
        yield error("ender.authority-income", f"{at}/authority", "stranger", f"{seat} has no Command Panel")
    if player.market and player.faction != "kihleed-guild":
        yield error("kihleed.resolve", f"{at}/market", "stranger", f"{seat} has no Market")
    for card in player.stored:
        if card not in player.advisors:
            name = table.pack.title(card)
            yield error("faction-cards.reference-only", f"{at}/stored", "stranger", f"{seat} does not have {name}")


def advisors(table: Table, seat: str) -> Iterator[Defect]:
    """The Advisors that a player has gained."""
    player, at, commander = table.player(seat), f"/players/{seat}", table.faction(seat).commander
    if len(council_of(table, seat)) > COUNCIL_MAX:
        yield error("advisors.limit", f"{at}/advisors", "too-many", f"{seat} has more than two Council Advisors")
    standing = sum(pieces.get(commander, 0) for pieces in (player.army, *player.queue.values()))
    if standing > (commander in player.advisors):
        name = table.pack.title(commander)
        yield error("commanders.unit", f"{at}/army", "commander", f"{seat} has {name} more often than gained")


def market(table: Table) -> Iterator[Defect]:
    """Each Market card exists once."""
    deck = table.state.market_deck
    found = [card for card, number in deck.unseen.items() for _ in range(min(number, 2))]
    found += [known.card for known in (*deck.top, *deck.bottom) if known.card is not None]
    found += table.state.market_discard
    for player in table.state.players.values():
        found += player.market
    found += [card for step in steps_to_come(table) for card in getattr(step, "drawn", ())]
    if len(set(found)) < len(found):
        twice = sorted(card for card, number in Counter(found).items() if number > 1)
        names = ", ".join(table.names(twice))
        yield error("kihleed.setup", "/market_deck", "too-many", f"{names} cannot lie in several places")


def has_laid(table: Table, seat: str, kind: str) -> bool:
    """Whether a Core Advisor that a player has, or has had, lays Shrouds of this kind."""
    raised = CORE_LEVELS.index(table.core_level(seat)) + 1
    abilities = [ability for card in table.faction(seat).core[:raised] for ability in table.pack.abilities_of[card]]
    return any(isinstance(op, Foresee) and op.place_shroud == kind for ability in abilities for op in ability.effect)


def shrouds(table: Table) -> Iterator[Defect]:
    """Shrouds are Emberfall's, two of each kind."""
    found = Counter[str]()
    for number, place in enumerate(table.state.year_events):
        if place.shroud is None:
            continue
        found[place.shroud.kind] += 1
        at = f"/year_events/{number}/shroud"
        if table.player(place.shroud.seat).faction != "emberfall":
            yield error("emberfall.shroud-place", f"{at}/seat", "stranger", f"{place.shroud.seat} has no Shrouds")
        elif not has_laid(table, place.shroud.seat, place.shroud.kind):
            detail = f"no Core Advisor that {place.shroud.seat} has had lays a {place.shroud.kind.title()} Shroud"
            yield warning("emberfall.shroud-place", f"{at}/kind", "unearned", detail)
        if place.lies == "gone":
            yield error("emberfall.shroud-discard", at, "no-event", "no Year Event lies there any more")
    for kind, number in sorted(found.items()):
        most = table.pack.shrouds[kind]["copies"]
        if number > most:
            detail = f"{number} Shrouds of {kind.title()} lie there, and {most} exist"
            yield warning("emberfall.shroud-place", "/year_events", "too-many", detail)

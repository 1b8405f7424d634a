"""What must be true of cards, Units, Skills and Tactics: each in one place, and of the right kind there."""

from collections import Counter
from collections.abc import Iterator

from service.engine.defect import Defect, error, warning
from service.engine.piles import Pile
from service.games.mage_knight.ids import WOUND
from service.games.mage_knight.state import Player
from service.games.mage_knight.table import Table

KIND_OF = {"spells": "spell", "advanced": "advanced-action", "artifacts": "artifact"}


def card_defects(table: Table) -> Iterator[Defect]:
    """What cannot be of decks and offers, and counts that do not add up."""
    state, pack = table.state, table.pack
    for name, kind in KIND_OF.items():
        known = {card for card in pack.cards if pack.cards[card].kind == kind}
        yield from _pile(f"/decks/{name}", getattr(state.decks, name), known)
        for card in getattr(state.offers, name, ()):
            if card not in known:
                yield error("deed.kinds", f"/offers/{name}", "kind", f"{table.name(card)} is of another kind")
    for name in ("regular", "elite"):
        known = {unit.id for unit in pack.units.values() if unit.deck == name}
        yield from _pile(f"/decks/{name}", getattr(state.decks, name), known)
    for tactic in state.tactics:
        if pack.tactics[tactic].round != table.time:
            yield error(
                "round-prep.show-new-tactics", "/tactics", "time", f"{pack.tactics[tactic].name} is of the other time"
            )
    for seat, player in state.players.items():
        yield from _player(table, seat, player)
    if state.dummy is not None:
        yield from _pile("/dummy/deck", state.dummy.deck, {card for card in pack.cards if pack.cards[card].is_action})


def _player(table: Table, seat: str, player: Player) -> Iterator[Defect]:
    pack, at = table.pack, f"/players/{seat}"
    yield from _pile(f"{at}/deck", player.deck, set(pack.cards), player.stashed)
    yield from _pile(f"{at}/skill_pile", player.skill_pile, set(pack.skills))
    for number, known in enumerate(player.stash):
        if known.card is not None and known.card not in pack.cards:
            yield error("tactic.sparing-power", f"{at}/stash/{number}", "unknown-id", "there is no such card")
    for ref, unit in player.units.items():
        if unit.banner is not None and not table.card(unit.banner).is_banner:
            yield error("units.banner-assign-any-time", f"{at}/units/{ref}/banner", "kind", "that is no Banner")
    if len(player.units) > table.command_tokens(seat):
        yield warning("units.limit-by-command-tokens", f"{at}/units", "count", f"{seat} has too many Units")
    if player.level > table.fame_level(player.fame):
        yield warning(
            "level.fame-thresholds", f"{at}/level", "count", f"the Fame of {seat} is too little for the level"
        )


def _pile(at: str, pile: Pile, known: set[str], besides: int = 0) -> Iterator[Defect]:
    names = [*pile.unseen, *(card.card for card in (*pile.top, *pile.bottom) if card.card is not None)]
    for name in names:
        if name not in known:
            yield error("deed.kinds", at, "unknown-id", f"there is no {name!r} that belongs here")
    hidden = pile.count - len(pile.top) - len(pile.bottom)
    if hidden < 0 or hidden + besides > sum(pile.unseen.values()):
        yield error("setup.hand-of-five", f"{at}/count", "count", "fewer cards may lie here than are counted")


def twice(table: Table) -> Iterator[Defect]:
    """Skills, Heroes and Tactics exist once."""
    state = table.state
    skills = Counter([*state.offers.skills, *(skill for player in state.players.values() for skill in player.skills)])
    heroes = Counter(player.hero for player in state.players.values() if player.hero is not None)
    tactics = Counter([*state.tactics, *(p.tactic for p in state.players.values() if p.tactic is not None)])
    if state.dummy is not None and state.dummy.tactic is not None:
        tactics[state.dummy.tactic] += 1
    if state.dummy is not None and state.dummy.hero is not None:
        heroes[state.dummy.hero] += 1
    for found, rule in (
        (skills, "skills.tokens-per-character"),
        (heroes, "flow.hero-selection-order"),
        (tactics, "tactics.each-takes-one"),
    ):
        for thing, number in found.items():
            if number > 1:
                yield error(rule, "/players", "twice", f"{table.name(str(thing))} exists once, not {number} times")


def contents(table: Table) -> Iterator[Defect]:
    """Every card and Unit of the box is in one place."""
    state, pack = table.state, table.pack
    seen = Counter([*state.offers.spells, *state.offers.advanced, *state.offers.units])
    seen += Counter([*state.removed.cards, *state.removed.units])
    for pile in (state.decks.spells, state.decks.advanced, state.decks.artifacts):
        seen += _of(pile)
    seen += _of(state.decks.regular) + _of(state.decks.elite)
    wanted = Counter(dict.fromkeys((*pack.advanced, *pack.artifacts), 1))
    wanted += Counter({unit.id: unit.copies for unit in pack.units.values()})
    competitive = state.options.interactive and not table.scenario.special.get("remove_competitive_spells")
    wanted += Counter(spell for spell in pack.spells if competitive or not pack.cards[spell].competitive)
    for player in state.players.values():
        seen += Counter([*player.hand, *player.discard, *player.aside, *(card.card for card in player.played)])
        seen += Counter(known.card for known in player.stash) + _of(player.deck)
        seen += Counter(pack.unit_kind(ref) for ref in player.units)
        seen += Counter(unit.banner for unit in player.units.values() if unit.banner is not None)
        wanted += Counter(pack.heroes[player.hero].deck) if player.hero is not None else Counter()
    if state.dummy is not None and state.dummy.hero is not None:
        seen += _of(state.dummy.deck) + Counter(state.dummy.discard)
        wanted += Counter(pack.heroes[state.dummy.hero].deck)
    seen.pop(WOUND, None)
    for thing in sorted((seen - wanted) + (wanted - seen)):
        detail = f"there are {seen[thing]} {table.name(thing)}, not {wanted[thing]}"
        yield warning("deed.kinds", "/decks", "count", detail)


def _of(pile: Pile) -> Counter[str]:
    return Counter(pile.unseen) + Counter(known.card for known in (*pile.top, *pile.bottom))

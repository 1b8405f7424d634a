"""What must be true of cards, Units, Skills and Tactics: each in one place, and of the right kind there."""

from collections import Counter
from collections.abc import Iterator

from service.engine.agenda import name_of
from service.engine.defect import Defect, error, warning
from service.engine.piles import Pile
from service.games.mage_knight.ids import WOUND
from service.games.mage_knight.state import Dummy, Player
from service.games.mage_knight.table import Table

KIND_OF = {"spells": "spell", "advanced": "advanced-action", "artifacts": "artifact"}


def card_defects(table: Table) -> Iterator[Defect]:
    """What cannot be of decks and offers, and counts that do not add up."""
    state, pack = table.state, table.pack
    for name, kind in KIND_OF.items():
        known = pack.of_kind[kind]
        yield from _pile(f"/decks/{name}", getattr(state.decks, name), known)
        for card in getattr(state.offers, name, ()):
            if card not in known:
                yield error("deed.kinds", f"/offers/{name}", "kind", f"{table.name(card)} is of another kind")
    for name in ("regular", "elite"):
        yield from _pile(f"/decks/{name}", getattr(state.decks, name), pack.in_deck[name])
    for tactic in state.tactics:
        if pack.tactics[tactic].round != table.time:
            yield error(
                "round-prep.show-new-tactics", "/tactics", "time", f"{pack.tactics[tactic].name} is of the other time"
            )
    for seat, player in state.players.items():
        yield from _player(table, seat, player)
    if state.dummy is not None:
        yield from _pile("/dummy/deck", state.dummy.deck, pack.actions)
        yield from _pile("/dummy/skill_pile", state.dummy.skill_pile, pack.ids["skill"])


def _player(table: Table, seat: str, player: Player) -> Iterator[Defect]:
    pack, at = table.pack, f"/players/{seat}"
    yield from _pile(f"{at}/deck", player.deck, pack.ids["deed card"], player.stashed)
    yield from _pile(f"{at}/skill_pile", player.skill_pile, pack.ids["skill"])
    for number, known in enumerate(player.stash):
        if known.card is not None and known.card not in pack.cards:
            yield error("tactic.sparing-power", f"{at}/stash/{number}", "unknown-id", "there is no such card")
    for skill, token in player.skills.items():
        places = [table.node(node).params.get("place") for node in table.skill(skill).nodes]
        if token.place is not None and token.place not in places:
            yield error("skills.three-kinds", f"{at}/skills/{skill}", "place", f"{table.name(skill)} lies nowhere else")
    for number, played in enumerate(player.played):
        if table.card(played.card).is_wound and played.mode != "sideways":
            yield error("deed.wounds-not-playable", f"{at}/played/{number}", "wound", "a Wound has no effect to play")
        if played.back_for is not None and table.node(played.back_for).op not in ("place-self", "return-self"):
            yield error("end-turn.clear-cards", f"{at}/played/{number}", "effect", "that effect puts no card back")
    for ref, unit in player.units.items():
        if unit.banner is not None and not table.card(unit.banner).is_banner:
            yield error("units.banner-assign-any-time", f"{at}/units/{ref}/banner", "kind", "that is no Banner")


def _pile(at: str, pile: Pile, known: frozenset[str], besides: int = 0) -> Iterator[Defect]:
    names = {*pile.unseen, *(card.card for card in (*pile.top, *pile.bottom) if card.card is not None)}
    if not known.issuperset(names):
        for name in sorted(names - known):
            yield error("deed.kinds", at, "unknown-id", f"there is no {name!r} that belongs here")
    hidden = pile.count - len(pile.top) - len(pile.bottom)
    if hidden < 0 or hidden + besides > sum(pile.unseen.values()):
        yield error("setup.hand-of-five", f"{at}/count", "count", "fewer cards may lie here than are counted")


def twice(table: Table) -> Iterator[Defect]:
    """Skills, Heroes and Tactics exist once."""
    state = table.state
    parties: list[Player | Dummy] = [*state.players.values(), *([state.dummy] if state.dummy is not None else [])]
    skills = list(state.offers.skills)
    for player in state.players.values():
        skills += [*player.skills, *_cards_of(player.skill_pile)]
    for step in state.agenda:
        if name_of(step) in ("draw-skills", "gain-skill"):
            skills += step.drawn
    heroes = [party.hero for party in parties if party.hero is not None]
    tactics = [*state.tactics, *(party.tactic for party in parties if party.tactic is not None)]
    for found, rule in (
        (skills, "skills.tokens-per-character"),
        (heroes, "flow.hero-selection-order"),
        (tactics, "tactics.each-takes-one"),
    ):
        if len(set(found)) == len(found):
            continue
        for thing, number in sorted(Counter(found).items()):
            if number > 1:
                yield error(rule, "/players", "twice", f"{table.name(str(thing))} exists once, not {number} times")


def contents(table: Table) -> Iterator[Defect]:
    """Every card and Unit of the box is in one place."""
    state, pack = table.state, table.pack
    heroes = [player.hero for player in state.players.values()]
    if state.dummy is not None:
        heroes.append(state.dummy.hero)
    competitive = state.options.interactive and not table.scenario.special.get("remove_competitive_spells")
    wanted = pack.box(competitive, tuple(sorted(hero for hero in heroes if hero is not None)))
    seen = dict(Counter(_all_over(table)))
    seen.pop(WOUND, None)
    if seen != wanted:
        for thing in sorted({*seen, *wanted}):
            if seen.get(thing, 0) != wanted.get(thing, 0):
                detail = f"there are {seen.get(thing, 0)} {table.name(thing)}, not {wanted.get(thing, 0)}"
                yield warning("deed.kinds", "/decks", "count", detail)


def _all_over(table: Table) -> list[str]:
    """Cards and Units wherever they lie, each as often as it is there."""
    state, offers, removed, decks = table.state, table.state.offers, table.state.removed, table.state.decks
    found = [*offers.spells, *offers.advanced, *offers.units, *removed.cards, *removed.units]
    for pile in (decks.spells, decks.advanced, decks.artifacts, decks.regular, decks.elite):
        found += _cards_of(pile)
    for player in state.players.values():
        found += player.hand + player.discard + player.aside + _cards_of(player.deck)
        found += [card.card for card in player.played] + [known.card for known in player.stash]
        found += [table.pack.unit_kind(ref) for ref in player.units]
        found += [unit.banner for unit in player.units.values() if unit.banner is not None]
    if state.dummy is not None and state.dummy.hero is not None:
        found += _cards_of(state.dummy.deck) + state.dummy.discard
    for step in state.agenda:
        if name_of(step) in ("draw-artifacts", "sort-artifacts"):
            found += step.drawn
    return found


def _cards_of(pile: Pile) -> list[str]:
    alone = len(pile.unseen) == sum(pile.unseen.values())
    unseen = pile.unseen if alone else Counter(pile.unseen).elements()
    return [*unseen, *(known.card for known in pile.top), *(known.card for known in pile.bottom)]

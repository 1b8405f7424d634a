"""What must be true of cards, Units, Skills and Tactics: each in one place, and of the right kind there."""

from collections import Counter
from collections.abc import Iterable, Iterator

from service.engine.agenda import name_of
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
    playing = {table.state.players[other].hero for other in table.state.seats}
    if table.state.dummy is not None:
        playing.add(table.state.dummy.hero)
    for skill, token in player.skills.items():
        if table.skill(skill).hero not in playing:
            detail = f"{table.name(skill)} is a Skill of a Hero who does not play"
            yield warning("skills.may-be-foreign", f"{at}/skills/{skill}", "hero", detail)
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
    if len(player.units) > table.command_tokens(seat):
        yield warning("units.limit-by-command-tokens", f"{at}/units", "count", f"{seat} has too many Units")
    if player.level > table.fame_level(player.fame):
        yield warning(
            "level.fame-thresholds", f"{at}/level", "count", f"the Fame of {seat} is too little for the level"
        )


def _pile(at: str, pile: Pile, known: frozenset[str], besides: int = 0) -> Iterator[Defect]:
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
    for player in state.players.values():
        skills += Counter(player.skill_pile.unseen)
    for step in state.agenda:
        if name_of(step) in ("draw-skills", "gain-skill"):
            skills += Counter(step.drawn)
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
    seen, wanted = _Count(), _Count()
    for cards in (state.offers.spells, state.offers.advanced, state.offers.units, state.removed.cards):
        seen.all(cards)
    seen.all(state.removed.units)
    for pile in (state.decks.spells, state.decks.advanced, state.decks.artifacts):
        seen.pile(pile)
    seen.pile(state.decks.regular)
    seen.pile(state.decks.elite)
    wanted.all(pack.advanced)
    wanted.all(pack.artifacts)
    competitive = state.options.interactive and not table.scenario.special.get("remove_competitive_spells")
    wanted.all(spell for spell in pack.spells if competitive or not pack.cards[spell].competitive)
    for unit in pack.units.values():
        wanted[unit.id] = unit.copies
    for player in state.players.values():
        for cards in (player.hand, player.discard, player.aside):
            seen.all(cards)
        seen.all(card.card for card in player.played)
        seen.all(known.card for known in player.stash)
        seen.pile(player.deck)
        seen.all(pack.unit_kind(ref) for ref in player.units)
        seen.all(unit.banner for unit in player.units.values() if unit.banner is not None)
        if player.hero is not None:
            wanted.all(pack.heroes[player.hero].deck)
    if state.dummy is not None and state.dummy.hero is not None:
        seen.pile(state.dummy.deck)
        seen.all(state.dummy.discard)
        wanted.all(pack.heroes[state.dummy.hero].deck)
    for step in state.agenda:
        if name_of(step) in ("draw-artifacts", "sort-artifacts"):
            seen.all(step.drawn)
    seen.pop(WOUND, None)
    if seen != wanted:
        for thing in sorted({*seen, *wanted}):
            if seen.get(thing, 0) != wanted.get(thing, 0):
                detail = f"there are {seen.get(thing, 0)} {table.name(thing)}, not {wanted.get(thing, 0)}"
                yield warning("deed.kinds", "/decks", "count", detail)


class _Count(dict[str, int]):
    """How often each thing has been met."""

    def all(self, things: Iterable[str]) -> None:
        for thing in things:
            self[thing] = self.get(thing, 0) + 1

    def pile(self, pile: Pile) -> None:
        for card, number in pile.unseen.items():
            self[card] = self.get(card, 0) + number
        self.all(known.card for known in pile.top)
        self.all(known.card for known in pile.bottom)

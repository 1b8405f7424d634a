"""What must be true of Auxiliary cards in any state: whose they are, how many there are, and what gave them."""

from collections import Counter
from collections.abc import Iterator, Mapping

from service.engine.defect import Defect, error, warning
from service.games.gilded_realms.effect_language import Ability
from service.games.gilded_realms.table import CORE_LEVELS, Table

RECRUIT = "recruit-woodsmen"
"""The only ability that gives Woodland Units."""


def auxiliary_cards(table: Table, seat: str) -> Iterator[Defect]:
    """Auxiliary cards belong to one Faction, there are only so many, and something that a player has gave them."""
    player, at = table.player(seat), f"/players/{seat}"
    held = [
        (piece, pieces[piece])
        for pieces in (player.army, player.territory, *player.queue.values())
        for piece in table.pack.auxiliary.intersection(pieces)
    ]
    if not held:
        return
    own = (*(table.faction(seat).auxiliary if player.faction else ()), *cards_of_ally(table))
    found = Counter[str]()
    for piece, number in held:
        found[piece] += number
    for piece, number in sorted(found.items()):
        face = table.piece(piece).face
        if piece not in own:
            yield error("auxiliary.rules", at, "stranger", f"{face.name} belongs to another Faction than {seat}'s")
        elif number > face.copies:
            yield warning("auxiliary.rules", at, "too-many", f"{number} {face.name} are there, and {face.copies} exist")
    woodland, recruited = sum(found[piece] for piece in table.pack.woodland), player.used_up.get(RECRUIT, 0)
    ally = table.state.solo.ally if table.state.solo is not None else None
    if woodland > table.pack.woodland_cards:
        detail = f"{woodland} Woodland Units are there, and {table.pack.woodland_cards} cards for them exist"
        yield warning("ender.recruit", at, "too-many", detail)
    elif woodland > recruited + (ally in table.pack.woodland) and set(table.pack.woodland) <= set(own):
        there = "1 Woodland Unit is" if woodland == 1 else f"{woodland} Woodland Units are"
        detail = f"{there} there, and {seat} has used Recruit Woodsmen {times(recruited)}"
        yield warning("ender.recruit", f"{at}/used_up", "unearned", detail)
    yield from unearned(table, seat, {piece: number for piece, number in found.items() if piece in own})


def times(number: int) -> str:
    """How often something was done."""
    return "never" if not number else "once" if number == 1 else f"{number} times"


def cards_of_ally(table: Table) -> list[str]:
    """The Auxiliary cards that come with an Ally of another Faction."""
    if table.state.solo is None:
        return []
    ally = table.state.solo.ally
    homes = [faction for faction, allies in table.pack.faction_allies.items() if ally in allies]
    return [card for faction in homes for card in table.pack.factions[faction].auxiliary]


def unearned(table: Table, seat: str, found: Mapping[str, int]) -> Iterator[Defect]:
    """Cards that nothing a player has, or has had, can have given; an Ally that is such a card came by itself."""
    at, ally = f"/players/{seat}", table.state.solo.ally if table.state.solo is not None else None
    for piece in sorted(found):
        givers = table.pack.givers[piece]
        if piece != ally and not any(has_had(table, seat, ability) for ability in givers):
            names = " or ".join(table.pack.words.name(ability.id) for ability in givers)
            detail = f"{seat} has {table.pack.title(piece)}, which {names} alone gives"
            yield warning("auxiliary.rules", at, "unearned", detail)
    for ability, pieces in table.pack.either_or:
        chosen = [piece for piece in pieces if found.get(piece) and piece != ally]
        if len(chosen) > 1:
            names = " or ".join(table.names(pieces))
            yield warning(ability.rule, at, "both", f"{table.pack.words.name(ability.id)} gives {names}, not both")


def has_had(table: Table, seat: str, ability: Ability) -> bool:
    """Whether a player has, or has had, an ability: Core Advisors are raised, never lowered, and Deeds stay open."""
    player = table.player(seat)
    if ability.id.startswith("deed-"):
        return any(ability.id in deeds for deeds in table.modifiers(seat, "deeds"))
    raised = CORE_LEVELS.index(table.core_level(seat)) + 1
    core = table.faction(seat).core[:raised] if player.faction is not None else ()
    return ability.source in core or bool(table.sources(seat, (ability.source,)))

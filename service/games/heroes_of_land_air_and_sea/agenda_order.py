"""What an agenda must look like, so that it leads to the end of the round or of the setup and no step strikes later."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from service.engine.agenda import name_of, steps_to_come
from service.engine.defect import Defect, error
from service.engine.step import Lanes
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.table import Table

SETUP_ORDER = (
    *("begin-round", "place-tokens", "choose-enemy-continent", "choose-continent", "draw-tax-token", "draw-spell"),
    *("draw-enemy-faction", "choose-faction"),
)
SETTING_UP = frozenset({"set-up", "draw-first-player", "prepare-boards", *SETUP_ORDER[1:5], *SETUP_ORDER[6:]})
ROUND_ORDER = {"end-round": 0, "collect": 1, "take-turn": 2, "enemy-turn": 2}
SKIPPED = frozenset(
    {
        *("take-turn", "follow-window", "muster-window", "draw-spell", "discard-spells", "explore"),
        *("interrupt-window", "resolve-spell", "perform-effects", "choose-target", "lose-units", "choose-exchange"),
        *("choose-teleported", "choose-steal", "recruit-again"),
    }
)
"""Steps that pass over a player who has been eliminated in the meantime."""

TURN = ("take-turn", "muster-window")
FOLLOWS = ("take-turn", "advance-tax-track", "follow-window")
MOVED = (*TURN, "perform-effects")
FOUGHT = (*MOVED, "explore", "return-flight")
HERO_TURN = ("take-turn", "collect")
"""What follows on the turn of a Hero of the Enemy: a turn of the player, or after the third Hero the Collection."""
HERO_ACTS = (*HERO_TURN, "follow-window")
"""What follows on what a Hero of the Enemy does: the player may be allowed to Follow it."""
ENEMY_FOUGHT = ("enemy-arrives", "enemy-docks", "enemy-lands", *HERO_TURN)
"""What follows on a Battle that the Enemy has begun; one that a client enters is not followed by an arrival."""
UPON: dict[str, tuple[str, ...]] = {
    "advance-tax-track": ("take-turn",),
    "follow-window": FOLLOWS,
    "muster-window": ("take-turn",),
    **dict.fromkeys(("recruit", "build", "research", "tax", "give-resources"), FOLLOWS),
    **dict.fromkeys(("sail", "fly", "cast"), TURN),
    **dict.fromkeys(("march", "march-units", "invite-ally", "permit-move", "march-destination"), MOVED),
    **dict.fromkeys(("explore", "next-token"), MOVED),
    "return-flight": TURN,
    **dict.fromkeys(("begin-battle", "choose-leader", "end-battle"), FOUGHT),
    "perform-effects": TURN,
    "choose-teleported": MOVED,
    "choose-exchange": MOVED,
    "lose-units": (*MOVED, "lose-units"),
    "resolve-spell cast": TURN,
    "resolve-spell combat": ("begin-tactics", "combat-spell"),
    "resolve-spell interrupt": ("interrupt-window", "resolve-spell"),
    "interrupt-window": ("resolve-spell", "interrupt-window"),
    "pay-for-spell": ("resolve-spell", "interrupt-window"),
    **dict.fromkeys(("begin-round", "final-scoring"), ("nothing",)),
}
"""For each of these kinds of steps what may lie directly below it, which is what comes directly after it. The others
are small questions of tokens, Spells and abilities, which may come up at many a moment."""
UPON_IN_SOLO: dict[str, tuple[str, ...]] = UPON | {
    "advance-tax-track": HERO_TURN,
    "follow-window": (*HERO_TURN, "advance-tax-track"),
    **dict.fromkeys(("recruit", "build", "research"), HERO_TURN),
    "tax": (*HERO_TURN, "advance-tax-track"),
    "draw-solo-card": ("enemy-action",),
    "enemy-action": HERO_TURN,
    "resolve-enemy-spell": HERO_ACTS,
    "resolve-spell interrupt": ("interrupt-window", "resolve-spell", "resolve-enemy-spell"),
    "interrupt-window": ("resolve-spell", "interrupt-window", "resolve-enemy-spell"),
    "perform-effects": (*TURN, *HERO_ACTS),
    "lose-to-enemy": (*HERO_ACTS, "lose-to-enemy"),
    **dict.fromkeys(("enemy-lands", "enemy-docks"), HERO_ACTS),
    "enemy-arrives": (*HERO_ACTS, "enemy-lands"),
    **dict.fromkeys(("begin-battle of the enemy", "end-battle of the enemy"), ENEMY_FOUGHT),
}
"""The same for a solo game: a Tax of the player's own turn is followed by ``advance-tax-track`` too, but nobody else
Follows; the steps of the Enemy lie upon the turn that comes after them."""
LAST = frozenset(
    {"recruit", "build", "research", "tax", "sail", "fly", "cast", "march", "march-units", "march-destination"}
    | {"begin-battle", "pay-for-spell", "give-resources", "invite-ally", "permit-move", "choose-leader"}
    | {"draw-solo-card"}
)
"""Steps that nothing can come before."""
OF_THE_TURN = frozenset({"muster-window", "sail", "fly", "cast"})
"""Steps that only the player has whose turn it is."""
OF_THE_ENEMY = frozenset(
    {"draw-solo-card", "enemy-action", "resolve-enemy-spell", "lose-to-enemy", "follow-window"}
    | {"enemy-lands", "enemy-docks", "enemy-arrives"}
)
"""Steps of a solo game that come before a turn of the player begins."""
OF_EXPLORERS = frozenset({"carry-out", "choose-explorer"})
"""Steps that come before the next token of the Region that is being explored."""


def kind_of(table: Table, step: Any) -> str:
    """What a step is as far as its place on the agenda goes: a Spell comes where its label allows it,
    and a Battle after the movement of whoever has begun it."""
    tag = name_of(step)
    if tag == "resolve-spell":
        return f"{tag} {table.pack.spells[step.source].label}"
    if tag not in ("begin-battle", "end-battle"):
        return tag
    battle = table.state.battle
    attacker = step.seat if tag == "begin-battle" else battle.attacker if battle else None
    return f"{tag} of the enemy" if attacker == ENEMY else tag


def upon(table: Table, step: Any) -> tuple[str, ...] | None:
    """What may lie directly below a step; anything where it is a small question."""
    return (UPON if table.state.solo is None else UPON_IN_SOLO).get(kind_of(table, step))


def names(table: Table) -> list[str]:
    """The names of the steps on the agenda, those in lanes left out."""
    if not table.sealed:
        return [name_of(step) for step in table.state.agenda]
    if "names" not in table.memo:
        table.memo["names"] = [name_of(step) for step in table.state.agenda]
    found: list[str] = table.memo["names"]
    return found


def is_setting_up(table: Table) -> bool:
    """Whether steps of the setup are still to come."""
    return not SETTING_UP.isdisjoint(names(table))


def is_set_up(table: Table) -> bool:
    """Whether everybody has a Faction and a Capital City, or is out of the game."""
    boards = map(table.player, table.parties())
    return all(board.eliminated or (board.faction and board.capital) for board in boards)


def agenda_defects(table: Table) -> Iterator[Defect]:
    """Why this agenda cannot be; nothing for a game that is over or has no agenda yet."""
    state = table.state
    if state.result is not None or not state.agenda:
        return
    tags = names(table)
    if not SETTING_UP.isdisjoint(tags):
        yield from _setup(table, tags)
        return
    if not is_set_up(table):
        yield error("setup.choose-faction", "/agenda", "not-set-up", "somebody has no Faction or no Capital City yet")
        return
    top = len(tags)
    while top and tags[top - 1] not in ROUND_ORDER:
        top -= 1
    base = [ROUND_ORDER.get(tag, -1) for tag in tags[:top]]
    if base[:1] != [0] or base != sorted(base) or base.count(0) != 1 or base.count(1) > 1:
        yield error("round.phases", "/agenda", "order", "the agenda does not lead through the round to its end")
    elif 2 in base and 1 not in base:
        yield error("round.phases", "/agenda", "order", "no Collection follows on the turns")
    for step in steps_to_come(table):
        seat = getattr(step, "seat", None)
        if seat is not None and not table.is_in(seat) and name_of(step) not in SKIPPED:
            detail = f"{table.named(seat)} is out and has {name_of(step)}"
            yield error("capital-battle.eliminated", "/agenda", "eliminated", detail)
    yield from _misplaced(table, tags)
    yield from _lanes(table, tags)


def _setup_of_enemy(table: Table, tags: list[str]) -> Iterator[Defect]:
    enemy = table.player(ENEMY) if table.state.solo is not None else None
    for tag, lacks in (("draw-enemy-faction", "faction"), ("choose-enemy-continent", "capital")):
        due = int(enemy is not None and getattr(enemy, lacks) is None)
        if tags.count(tag) != due:
            yield error("solo.setup-enemy", "/agenda", "order", f"{tag} is due {due} times")


def _setup(table: Table, tags: list[str]) -> Iterator[Defect]:
    players = table.state.players
    for seat in table.state.seats:
        if players[seat].eliminated:
            detail = f"{table.named(seat)} is out too early"
            yield error("setup.choose-faction", f"/players/{seat}/eliminated", "eliminated", detail)
    if tags in (["set-up"], ["prepare-boards", "draw-first-player"]):
        if any(board.faction or board.capital for board in map(table.player, table.parties())):
            yield error("setup.choose-faction", "/agenda", "order", "the setup begins with pieces on the table")
        return
    ranks = [SETUP_ORDER.index(tag) if tag in SETUP_ORDER else -1 for tag in tags]
    if ranks[:2] != [0, 1] or ranks != sorted(ranks) or ranks.count(0) != 1 or ranks.count(1) != 1:
        yield error("setup.tokens-after-capitals", "/agenda", "order", "the agenda does not lead through the setup")
        return
    for tag, lacks in (("choose-faction", "faction"), ("choose-continent", "capital")):
        asked = [step.seat for step in table.state.agenda if name_of(step) == tag]
        missing = [seat for seat in table.state.seats if getattr(players[seat], lacks) is None]
        if sorted(asked) != sorted(missing):
            yield error(
                "setup.choose-faction", "/agenda", "order", f"{tag} is due for {', '.join(missing) or 'nobody'}"
            )
    yield from _setup_of_enemy(table, tags)
    if tags.count("draw-tax-token") != max(0, 2 - len(table.state.tax)):
        yield error("setup.tax-track-random", "/agenda", "order", "the Tax Track is filled token by token")
    if table.state.first_player is None:
        yield error("setup.first-player", "/first_player", "missing", "nobody holds the First Player Token")


def _misplaced(table: Table, tags: list[str]) -> Iterator[Defect]:
    """Every step that cannot come where it stands, and whoever is asked in the turn of somebody else."""
    agenda = table.state.agenda
    turns = [step.seat for step, tag in zip(agenda, tags, strict=True) if tag == "take-turn"]
    for index, (step, tag) in enumerate(zip(agenda, tags, strict=True)):
        at, rule = f"/agenda/{index}", step.cites()
        allowed, below = upon(table, step), tags[index - 1] if index else "nothing"
        if tag == "resolve-spell" and kind_of(table, step) == "resolve-spell combat":
            rule = "cast.combat-only-battle"
        if allowed is not None and below not in allowed:
            detail = f"{tag} comes only before {' or '.join(allowed)}, and here it comes before {below}"
            yield error(rule, at, "misplaced", detail)
        if tag in LAST and index + 1 < len(tags):
            yield error(rule, at, "misplaced", f"nothing comes before {tag}, and here {tags[index + 1]} does")
        if tag in OF_THE_TURN and turns and step.seat != turns[-1]:
            yield error(rule, f"{at}/seat", "turn", f"{step.seat} has {tag} in the turn of {turns[-1]}")
        if tag in OF_EXPLORERS and "next-token" not in tags[:index]:
            yield error(rule, at, "misplaced", f"{tag} comes only before next-token")
    if table.state.exploring is not None and "next-token" not in tags:
        yield error("explore-land.outcome", "/exploring", "order", "a Region is being explored and no token follows")
    if table.state.solo is not None:
        yield from _heroes(table, tags)
        return
    follows = [step for step, tag in zip(agenda, tags, strict=True) if tag == "follow-window"]
    seats = [step.seat for step in follows] + (turns[-1:] if follows else [])
    if len(set(seats)) < len(seats) or len({step.action for step in follows}) > 1:
        yield error("follow.right", "/agenda", "twice", "each other player may Follow one and the same action once")


def _heroes(table: Table, tags: list[str]) -> Iterator[Defect]:
    """The Heroes of the Enemy act between the turns of the player, one card at a time."""
    agenda = table.state.agenda
    turns = [step for step in agenda if name_of(step) == "take-turn"]
    acting = [tag for tag in tags if tag in OF_THE_ENEMY]
    if acting and turns and turns[-1].stage != "before":
        yield error("solo.sequence", "/agenda", "order", f"{acting[0]} comes before a turn, which has begun already")
    later = [step for step in agenda if name_of(step) == "enemy-turn"]
    heroes = [step.number for step in later + [step for step in agenda if name_of(step) == "enemy-action"]]
    if heroes != sorted(set(heroes), reverse=True):
        yield error("solo.sequence", "/agenda", "twice", "the Heroes of the Enemy act in their order, each once")
    drawing = [step.number for step in agenda if name_of(step) == "draw-solo-card"]
    if drawing and drawing != heroes[-1:]:
        yield error("solo.sequence", "/agenda", "order", "the card that is drawn is that of another Hero")
    for index, (tag, above) in enumerate(pairwise(tags)):
        if above != {"enemy-turn": "take-turn", "enemy-action": "draw-solo-card"}.get(tag, above):
            yield error("solo.sequence", f"/agenda/{index}", "misplaced", f"{above} does not come before {tag}")
        elif above == "follow-window" and (agenda[index + 1].action == "tax") != (tag == "advance-tax-track"):
            yield error("tax.advance", f"/agenda/{index}", "misplaced", "the Tax Track advances after Tax alone")
    if tags.count("follow-window") > 1:
        yield error("solo.no-enemy-follow", "/agenda", "twice", "the player may Follow one and the same action once")


def _lanes(table: Table, tags: list[str]) -> Iterator[Defect]:
    """Outside of a Battle players only discard at the same time, after the Collection."""
    for index, step in enumerate(table.state.agenda):
        if not isinstance(step, Lanes) or table.state.battle is not None:
            continue
        inner = [(seat, each) for seat, lane in step.lanes.items() for each in lane]
        if tags[index - 1] != "end-round" or any(
            name_of(each) != "discard-spells" or each.seat != seat for seat, each in inner
        ):
            yield error("collection.discard", f"/agenda/{index}", "misplaced", "only after the Collection all discard")

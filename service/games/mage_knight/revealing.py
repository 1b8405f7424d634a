"""Revealing: tiles with what lies on them, and enemy tokens that are turned up."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction
from service.engine.counts import together
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, RuleRef
from service.engine.step import ChanceStep, Step
from service.games.mage_knight.bags import less, put
from service.games.mage_knight.events_map import EnemyRevealed, RuinsPlaced, RuinsRevealed, TokenPlaced
from service.games.mage_knight.ids import Back, Enemy, Ruins, Space
from service.games.mage_knight.offers import DealUnit
from service.games.mage_knight.ops_force import in_force
from service.games.mage_knight.state_map import EnemyPile, OnSpace
from service.games.mage_knight.table import Table

GARRISONS: dict[str, tuple[Back, str]] = {
    "keep": ("grey", "reveal.keep"),
    "mage-tower": ("violet", "reveal.mage-tower"),
}
RAMPAGING: dict[str, tuple[Back, str]] = {
    "orc-marauder": ("green", "reveal.orcs"),
    "draconum": ("red", "reveal.draconum"),
}


def on_space(table: Table, space: str) -> OnSpace:
    """What lies on a space, for writing."""
    return table.state.world.on.setdefault(space, OnSpace())


def tidy(table: Table, space: str) -> None:
    """Leave a space out of the state on which nothing lies any more."""
    if table.state.world.on.get(space) == OnSpace():
        del table.state.world.on[space]


def pile_with_tokens(table: Table, back: str) -> EnemyPile:
    """The pile of these tokens; when it has run out, the discarded ones are shuffled to a new one.

    What lies face down on the map is then no part of it.
    """
    pile = table.state.world.enemies[back]  # type: ignore[index]
    if not pile.count and pile.discarded:
        lying = _with_hidden(table, back)
        if lying:
            pile.older = together(pile.older, pile.unseen)
            for there in lying:
                there.older[back] = there.hidden[back]  # type: ignore[index]
        pile.unseen = drawable(table, back)
        pile.count, pile.discarded = sum(pile.discarded.values()), {}
    return pile


def drawable(table: Table, back: str) -> dict[str, int]:
    """What the next token of a pile may be and how often: of a new pile, once it has run out."""
    pile = table.state.world.enemies[back]  # type: ignore[index]
    if pile.count:
        return dict(pile.unseen)
    return dict(pile.discarded) if _with_hidden(table, back) else together(pile.unseen, pile.discarded)


def _with_hidden(table: Table, back: str) -> list[OnSpace]:
    return [there for there in table.state.world.on.values() if there.hidden.get(back)]  # type: ignore[call-overload]


def place_hidden(table: Table, space: str, back: Back, rule: str) -> None:
    """A token goes face down on a space; none where neither pile nor discard has one."""
    pile = pile_with_tokens(table, back)
    if pile.count:
        pile.count -= 1
        hidden = on_space(table, space).hidden
        hidden[back] = hidden.get(back, 0) + 1
        table.log(TokenPlaced(rule=rule, back=back, space=space))


def discard_token(table: Table, enemy: str) -> None:
    """An enemy token goes to the discard pile of its back."""
    pile = table.state.world.enemies[table.pack.enemies[enemy].back]  # type: ignore[index]
    pile.discarded[enemy] = pile.discarded.get(enemy, 0) + 1


def turn_up(table: Table, space: str, rule: str) -> list[Step]:
    """The steps that turn up every token that lies face down on a space."""
    hidden = table.on(space).hidden
    return [
        RevealEnemy(space=space, back=back, revealed_by=rule) for back in sorted(hidden) for _ in range(hidden[back])
    ]


class DrawEnemy(ChanceAction, tag="reveal-enemy", frozen=True):
    """The enemy that a token shows."""

    enemy: Enemy

    def apply(self, table: Table, step: "RevealEnemy", actor: str) -> None:
        pile = pile_with_tokens(table, step.back) if step.from_pile else table.state.world.enemies[step.back]
        there, older = on_space(table, step.space), step.turns_up_older(table)
        less(pile.older if older else pile.unseen, self.enemy)
        if step.from_pile:
            pile.count -= 1
        else:
            less(there.hidden, step.back)
            if older:
                less(there.older, step.back)
        put(there.enemies, self.enemy)
        table.log(EnemyRevealed(rule=step.revealed_by, enemy=self.enemy, space=step.space))


class RevealEnemy(ChanceStep, tag="reveal-enemy"):
    """An enemy token is turned up on a space: one that lies there face down, or one from its pile."""

    rule: ClassVar[str] = "reveal.assault-turns-up"
    prompt: ClassVar[str] = "Turn up a {back} enemy token on {space}."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawEnemy,)
    also_cites: ClassVar[tuple[str, ...]] = (
        "reveal.orcs",
        "reveal.draconum",
        "reveal.garrison-by-day",
        "reveal.city-tokens",
        "site.dungeon",
        "site.tomb",
        "site.monster-den",
        "site.spawning-grounds",
        "site.ruins-enemies",
        "site.monastery-burn",
    )

    space: Space
    back: Back
    from_pile: bool = False
    revealed_by: RuleRef = "reveal.assault-turns-up"

    def cites(self) -> str:
        return self.revealed_by if self.revealed_by in self.also_cites else self.rule

    def must(self, table: Table) -> Sequence[str]:
        if not self.from_pile:
            return (CHANCE,) if table.on(self.space).hidden.get(self.back) else ()
        pile = table.state.world.enemies[self.back]
        return (CHANCE,) if pile.count or pile.discarded else ()

    def turns_up_older(self, table: Table) -> bool:
        """Whether it is a token that has lain there since before its pile was made anew: those come first."""
        return not self.from_pile and bool(table.on(self.space).older.get(self.back))

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        pile = table.state.world.enemies[self.back]
        unseen = pile.older if self.turns_up_older(table) else pile.unseen
        unseen = drawable(table, self.back) if self.from_pile else unseen
        return [DrawEnemy(actor=CHANCE, enemy=enemy, weight=unseen[enemy]) for enemy in sorted(unseen)]

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from _unrevealed(table, self.space)


def _unrevealed(table: Table, space: str) -> Iterator[Defect]:
    if table.place_of(table.space(space).tile) is None:
        yield error("map.revealed-only", "/space", "unrevealed", f"{table.where(space)} is not revealed")


class DrawRuins(ChanceAction, tag="reveal-ruins", frozen=True):
    """What a ruins token shows."""

    ruins: Ruins

    def apply(self, table: Table, step: "RevealRuins", actor: str) -> None:
        table.state.world.ruins.unseen.remove(self.ruins)
        there = on_space(table, step.space)
        there.ruins, there.ruins_hidden = self.ruins, False
        table.log(RuinsRevealed(rule=step.revealed_by, ruins=self.ruins, space=step.space))


class RevealRuins(ChanceStep, tag="reveal-ruins"):
    """A ruins token is turned up."""

    rule: ClassVar[str] = "reveal.ruins"
    prompt: ClassVar[str] = "Turn up the ruins token on {space}."
    actions: ClassVar[tuple[type[Action], ...]] = (DrawRuins,)
    also_cites: ClassVar[tuple[str, ...]] = ("reveal.ruins-later",)

    space: Space
    revealed_by: RuleRef = "reveal.ruins"

    def cites(self) -> str:
        return self.revealed_by if self.revealed_by in self.also_cites else self.rule

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if table.on(self.space).ruins_hidden else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [DrawRuins(actor=CHANCE, ruins=ruins, weight=1) for ruins in table.state.world.ruins.unseen]

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from _unrevealed(table, self.space)
        if table.site(self.space) != "ancient-ruins":
            yield error(self.rule, "/space", "no-ruins", f"there are no ruins on {self.space}")


def when_revealed(table: Table, tile: str) -> None:
    """What the sites of a new tile ask for, in the order of the spaces."""
    steps: list[Step] = []
    for space in table.pack.tiles[tile].spaces:
        steps += _when_revealed(table, space)
    table.push(*steps) if steps else None


def _when_revealed(table: Table, space: str) -> list[Step]:
    info = table.space(space)
    if info.rampaging is not None:
        back, rule = RAMPAGING[info.rampaging]
        return [RevealEnemy(space=space, back=back, from_pile=True, revealed_by=rule)]
    if info.site in GARRISONS:
        back, rule = GARRISONS[info.site]
        place_hidden(table, space, back, rule)
    elif info.site == "monastery":
        return [DealUnit(deck="advanced-action", dealt_by="reveal.monastery")]
    elif info.site == "ancient-ruins":
        return _ruins(table, space)
    elif info.site == "city":
        _city(table, space)
    return []


def _ruins(table: Table, space: str) -> list[Step]:
    pile = table.state.world.ruins
    if not pile.count:
        return []
    pile.count -= 1
    on_space(table, space).ruins_hidden = True
    table.log(RuinsPlaced(rule="reveal.ruins", space=space))
    return [RevealRuins(space=space)] if as_by_day(table) else []


def _city(table: Table, space: str) -> None:
    color = table.space(space).color
    assert color is not None
    city, cities = table.pack.city_of[color], table.state.world.cities
    cities.append(city)
    level = city_level(table, len(cities))
    if level is None:
        return
    on_space(table, space).level = level
    for back, number in table.pack.cities[city].garrisons[level].items():
        for _ in range(number):
            place_hidden(table, space, back, "reveal.city-garrison")  # type: ignore[arg-type]


def city_level(table: Table, number: int) -> int | None:
    """The level of the City revealed as this one of the game, from 1; None where Cities cannot be entered."""
    cities, chosen = table.scenario.cities, table.state.options.city_levels
    if "enterable" in cities:
        return None
    if chosen:
        return chosen[min(number, len(chosen)) - 1]
    if "level" in cities:
        return int(cities["level"])
    levels = cities["levels"]
    levels = levels[table.count()] if isinstance(levels, dict) else levels
    return int(levels[min(number, len(levels)) - 1])


def as_by_day(table: Table) -> bool:
    """Whether tokens are turned up as by Day: it is Day, or an effect of this turn says so."""
    return table.time == "day" or bool(in_force(table, "reveal-as-by-day"))


def seen_by_figures(table: Table) -> None:
    """Garrisons of a new tile that figures stand next to are turned up."""
    for seat in reversed(table.state.seats):
        arrive(table, seat)


def arrive(table: Table, seat: str) -> None:
    """Garrisons that a figure can see from where it has come to are turned up, and the ruins that it has entered."""
    at = table.player(seat).at
    if at is not None:
        steps = _seen_from(table, at)
        if table.on(at).ruins_hidden:
            steps.append(RevealRuins(space=at, revealed_by="reveal.ruins-later"))
        if steps:
            table.push(*steps)


def _seen_from(table: Table, at: str) -> list[Step]:
    steps: list[Step] = []
    for space in table.around(at):
        site = table.site(space)
        if site == "city":
            steps += turn_up(table, space, "reveal.city-tokens")
        elif site in GARRISONS and as_by_day(table):
            steps += turn_up(table, space, "reveal.garrison-by-day")
    return steps


def turn_up_by_day(table: Table) -> None:
    """When a Day begins: ruins tokens, and the garrisons next to figures."""
    steps: list[Step] = [
        RevealRuins(space=space, revealed_by="reveal.ruins-later")
        for space, there in sorted(table.state.world.on.items())
        if there.ruins_hidden
    ]
    seen: set[str] = set()
    for player in table.state.players.values():
        for space in table.around(player.at) if player.at is not None else ():
            if table.site(space) in GARRISONS and space not in seen:
                seen.add(space)
                steps += turn_up(table, space, "reveal.garrison-by-day")
    if steps:
        table.push(*steps)


REVEAL_STEPS: tuple[type[Step], ...] = (RevealEnemy, RevealRuins)

"""Increasing Level: the Strength and Magic tracks and what their spaces give."""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from service.engine.action import Action, Where
from service.engine.shapes import RuleRef
from service.engine.step import Choice
from service.games.kingdom_defenders.events import LevelGained, LevelTileTaken, MultiplierReached
from service.games.kingdom_defenders.gains import gain_goods, heal
from service.games.kingdom_defenders.state import Track
from service.games.kingdom_defenders.table import Table

GIVES_GOODS = {"strength": "levels.strength-weapon", "magic": "levels.magic-spell"}
HEALS = {"strength": "levels.strength-heal", "magic": "levels.magic-heal"}
TILE = {
    ("strength", 1): "levels.strength-tile-1",
    ("strength", 2): "levels.strength-tile-2",
    ("magic", 1): "levels.magic-tile-1",
    ("magic", 2): "levels.magic-tile-2",
}
MULTIPLIES = {"strength": "levels.strength-multiplier", "magic": "levels.magic-multiplier"}


def gain_levels(table: Table, seat: str, track: Track, number: int, rule: str) -> None:
    """Move along a track; every space entered gives its benefit."""
    for _ in range(number):
        gain_level(table, seat, track, rule)


def gain_level(table: Table, seat: str, track: Track, rule: str) -> None:
    """Move one space along a track and gain its benefit at once; at the last space nothing happens."""
    player = table.player(seat)
    level = getattr(player, track)
    if level == table.pack.top_level[track]:
        table.log(LevelGained(rule="levels.two-tracks", seat=seat, track=track, level=level))
        return
    level += 1
    setattr(player, track, level)
    table.log(LevelGained(rule=rule, seat=seat, track=track, level=level))
    space = next(space for space in table.pack.tracks[track] if space["pos"] == level)
    if "multiplier" in space:
        rule = MULTIPLIES[track]
        table.log(MultiplierReached(rule=rule, seat=seat, track=track, multiplier=space["multiplier"]))
    for effect in space.get("effects", ()):
        _benefit(table, seat, track, effect)


def _benefit(table: Table, seat: str, track: Track, effect: dict[str, Any]) -> None:
    if effect["op"] == "gain":
        gain_goods(table, seat, {effect["resource"]: effect["n"]}, GIVES_GOODS[track])
    elif effect["op"] == "heal":
        heal(table, seat, effect["n"], HEALS[track])
    elif effect["op"] == "level-tile":
        side = effect["side"]
        table.log(LevelTileTaken(rule=TILE[track, side], seat=seat, track=track, side=side))
    else:
        raise AssertionError(f"no level track gives {effect['op']}")


class ChooseTrack(Action, tag="choose-level", frozen=True):
    """Say whether Strength or Magic increases."""

    track: Track

    @classmethod
    def candidates(cls, table: Table, step: "ChooseLevel", actor: str, where: Where) -> Iterable["ChooseTrack"]:
        return [cls(actor=actor, track="strength"), cls(actor=actor, track="magic")]

    def apply(self, table: Table, step: "ChooseLevel", actor: str) -> None:
        gain_levels(table, actor, self.track, step.levels, step.gained_by)


class ChooseLevel(Choice, tag="choose-level"):
    """A player has gained a level and chooses the track. ``gained_by`` is the clause that gave it."""

    rule: ClassVar[str] = "levels.two-tracks"
    prompt: ClassVar[str] = "Choose the level that increases: Strength or Magic."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseTrack,)

    also_cites: ClassVar[tuple[str, ...]] = (
        "building-effects.e8-level",
        "building-effects.e11-academy",
        "victory.three-resources-level",
        "siege.three-resources-level",
    )

    gained_by: RuleRef
    levels: Annotated[int, Meta(ge=1, le=7)] = 1

    def cites(self) -> str:
        return self.gained_by

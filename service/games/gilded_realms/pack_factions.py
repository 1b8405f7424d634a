"""The Factions of The Gilded Realms, and what only a solo game has, as the pack keeps them."""

from typing import Any, Literal

from msgspec import Struct

from service.games.gilded_realms.effect_language import Ability, Effect
from service.games.gilded_realms.pack_cards import Outcome, Target

Role = Literal["core-S", "core-I", "core-II", "council", "commander", "ally"]


class Advisor(Struct, frozen=True):
    """A Core or Council Advisor, a Commander, or an Ally; ``unit`` where it stands in the Standing Army."""

    id: str
    name: str
    role: str = "commander"
    kind: str = "advisor"
    abilities: tuple[Ability, ...] = ()

    @property
    def is_unit(self) -> bool:
        """Whether it is kept in the Standing Army."""
        return self.kind == "unit"


class MarketLevel(Struct, frozen=True):
    """One effect of a Market card."""

    cost: dict[str, int]
    effect: Effect


class MarketCard(Struct, frozen=True):
    """A Market card of the Kihleed Guild; ``levels`` are S, I and II, ``alternative`` what it gives in their place."""

    id: str
    name: str
    levels: dict[str, MarketLevel]
    alternative: dict[str, dict[str, int]]
    window: str | None = None
    own_level_only: bool = False


class VaultFace(Struct, frozen=True):
    """A face of a Vault card."""

    fortune: int
    income: dict[str, int]
    vp: int


class Faction(Struct, frozen=True):
    """A Faction; Advisors and Auxiliary cards by id. ``core`` is S, I, II."""

    id: str
    name: str
    reputation: int
    core: tuple[str, ...]
    council: tuple[str, ...]
    commander: str
    auxiliary: tuple[str, ...]
    abilities: tuple[Ability, ...]


class DifficultyLevel(Struct, frozen=True):
    """What a Difficulty sets."""

    prosperity: int
    warfront_start: int
    vp_goal: dict[str, Any]
    direct_assault_ignored_rounds: tuple[int, ...]


class WarfrontBottom(Target, frozen=True, kw_only=True):
    """The lower half of a Warfront card."""

    kind: str
    sarrukar_dice: dict[str, int] = {}
    on_loss_warfront: int = 0
    last_stand_truemarks: int = 0
    queue_position: int = 0
    on_territory_warfront: int = 0
    expedite_as: str | None = None


class WarfrontCard(Struct, frozen=True):
    """A Warfront card: the move of the token, then the lower half."""

    id: str
    top: dict[str, int]
    bottom: WarfrontBottom


class SerpensReward(Struct, frozen=True):
    """A Serpens Reward with its price in Prosperity Points."""

    id: str
    name: str
    cost_prosperity: int
    sell_value: int
    abilities: tuple[Ability, ...]


__all__ = [
    "Advisor",
    "DifficultyLevel",
    "Faction",
    "MarketCard",
    "MarketLevel",
    "Outcome",
    "Role",
    "SerpensReward",
    "Target",
    "VaultFace",
    "WarfrontBottom",
    "WarfrontCard",
]

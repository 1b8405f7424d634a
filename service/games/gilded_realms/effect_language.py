"""The effect language of the component pack: what a card can do, as typed data.

Each op of ``effect_language`` in ``components.json`` is a struct here. Ops that change the table are carried out by
``effects``; those that only count for something (a roll, an Invasion, an Upgrade) are read by that chapter.
"""

from typing import Any, Union

from msgspec import Struct


class Op(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """One op of the effect language."""


class Gain(Op, frozen=True, tag="gain"):
    """Resources from the Bank."""

    gold: int = 0
    silver: int = 0
    gem: int = 0
    supply: int = 0
    material: int = 0
    determination: int = 0
    fortification: int = 0
    authority: int = 0
    vault_fortune: int = 0
    ignore_max: bool = False

    def resources(self) -> dict[str, int]:
        """What is gained, by kind, Vault Fortune left out; coins as Silver."""
        kinds = ("gem", "supply", "material", "determination", "fortification", "authority")
        found = {"silver": 2 * self.gold + self.silver, **{kind: getattr(self, kind) for kind in kinds}}
        return {kind: number for kind, number in found.items() if number}


class Recover(Op, frozen=True, tag="recover"):
    """Hardship becomes Population again."""

    population: int


class Draw(Op, frozen=True, tag="draw"):
    """Draw Endeavours into hand."""

    endeavours: int


class Foresee(Op, frozen=True, tag="foresee"):
    """Look at face-down Year Events for good."""

    events: int
    scope: str
    place_shroud: str | None = None


class Build(Op, frozen=True, tag="build"):
    """Build from hand or Hinterland at no cost."""

    count: int
    optional: bool = False


class GainWildcard(Op, frozen=True, tag="gain-wildcard-and-build"):
    """Take a Serpens Wildcard and Build it."""


class GainKnowledge(Op, frozen=True, tag="gain-knowledge"):
    """Take a Knowledge at no cost."""

    type: str = "any"
    level: int | None = None
    max_level: int | None = None
    ignore_province_level: bool = False
    cost: str = "none"
    counts_as: str | None = None


class Progress(Op, frozen=True, tag="progress"):
    """Progress for cards of one kind in the own Build Queue."""

    kind: str
    points: int


class AddUnit(Op, frozen=True, tag="add-unit"):
    """A set-aside Unit comes into the Standing Army."""

    unit: str


class AddBuilding(Op, frozen=True, tag="add-building"):
    """A set-aside card comes into the Territory."""

    card: str


class Queue(Op, frozen=True, tag="queue"):
    """A set-aside card comes into the Build Queue."""

    card: str
    position: int


class Threshold(Struct, frozen=True, forbid_unknown_fields=True):
    """What a roll of at least ``min`` leads to."""

    min: int
    effect: tuple["AnyOp", ...]


class Roll(Op, frozen=True, tag="roll"):
    """Roll dice for something."""

    dice: dict[str, int] = {}
    dice_per: dict[str, str] = {}
    per_truemark: dict[str, int] = {}
    threshold: Threshold | None = None
    per_die_showing_3: tuple["AnyOp", ...] = ()


class Warfront(Op, frozen=True, tag="warfront"):
    """Move the Warfront token."""

    delta: int


class Choose(Op, frozen=True, tag="choose"):
    """Exactly one of several lists of effects."""

    options: tuple[tuple["AnyOp", ...], ...]


class Vp(Op, frozen=True, tag="vp"):
    """Victory Points at the End of Game."""

    amount: int


class GainAdvisor(Op, frozen=True, tag="gain-advisor", rename={"from_": "from"}):
    """Take a Council Advisor or the Commander of the own Faction."""

    kinds: tuple[str, ...]
    council_max: int
    from_: str = "own-faction"


class Truemarks(Op, frozen=True, tag="truemarks"):
    """Truemarks for the total of a roll."""

    amount: int


class TruemarksPer(Op, frozen=True, tag="truemarks-per"):
    """Truemarks for every so many of something."""

    per: str
    every: int
    amount: int


class Defence(Op, frozen=True, tag="defence"):
    """Defence in an Invasion."""

    amount: int


class DefencePer(Op, frozen=True, tag="defence-per"):
    """Defence in an Invasion for each of something."""

    per: str
    amount: int


class GainPer(Op, frozen=True, tag="gain-per"):
    """Silver for each of something."""

    per: str
    silver: int


class DoubleReward(Op, frozen=True, tag="double-reward"):
    """These Resources of a claimed reward are doubled."""

    resources: tuple[str, ...]


class NextEndHarvest(Op, frozen=True, tag="next-end-harvest"):
    """Delivered in the End Harvest of the round."""

    gain: dict[str, int]


class ReplaceOwnDie(Op, frozen=True, tag="replace-own-die"):
    """The Unit's die has this colour for the roll."""

    die: str


class UpgradeOtherDie(Op, frozen=True, tag="upgrade-one-other-die"):
    """One other die of the roll may be better."""

    map: dict[str, str]


class RerollUnitDice(Op, frozen=True, tag="may-reroll-any-unit-die"):
    """Any dice of Units may be thrown again."""

    max_rolls_per_die: int


class DiceInstead(Op, frozen=True, tag="may-use-dice-instead"):
    """These dice may be rolled in place of those of Units."""

    dice: dict[str, int]


class PlaceDirectly(Op, frozen=True, tag="place-directly"):
    """The card does not go through the Build Queue."""

    to: str


class Icons(Op, frozen=True, tag="icons"):
    """Requirement icons for an Upgrade."""

    icons: tuple[str, ...]


class CountCardAs(Op, frozen=True, tag="count-card-as"):
    """A discarded card gives these icons instead of its own."""

    card: str
    icons: tuple[str, ...]


class StoreOnCard(Op, frozen=True, tag="store-on-card"):
    """Goods from the Bank are put on this card."""

    supply: int = 0
    material: int = 0


class TakeFromCard(Op, frozen=True, tag="take-all-from-card"):
    """Everything on this card goes to the Treasury."""


class AugmentShroud(Op, frozen=True, tag="augment-shroud"):
    """Flip own Shrouds to their Augmented side."""

    choose: int
    among: str = "all"


class DarkDealings(Op, frozen=True, tag="dark-dealings"):
    """The Emberfall token goes onto a revealed Looming Threat."""

    target: str
    claims: str
    threat_ignored_by_owner: bool


class PeekWarfront(Op, frozen=True, tag="peek-warfront-deck"):
    """Look at the top Warfront cards."""

    cards: int


class TradeFromBank(Op, frozen=True, tag="trade-from-bank"):
    """Trade with goods of the Bank."""

    supply: int


class TreasuryFromCaravan(Op, frozen=True, tag="treasury-from-caravan"):
    """Goods in Caravan storage go to the Treasury."""

    resource: str
    amount: str


class DrawMarket(Op, frozen=True, tag="draw-market"):
    """Take the top Market cards."""

    cards: int


class KeepBothMarketCards(Op, frozen=True, tag="keep-both-market-cards"):
    """Keep both cards of a Market draw."""


class SetVaultFortune(Op, frozen=True, tag="set-vault-fortune"):
    """Vault Fortune begins at this value."""

    value: int


AnyOp = Union[  # noqa: UP007  (msgspec resolves the forward references by this name)
    Gain,
    Recover,
    Draw,
    Foresee,
    Build,
    GainWildcard,
    GainKnowledge,
    Progress,
    AddUnit,
    AddBuilding,
    Queue,
    Roll,
    Warfront,
    Choose,
    Vp,
    GainAdvisor,
    Truemarks,
    TruemarksPer,
    Defence,
    DefencePer,
    GainPer,
    DoubleReward,
    NextEndHarvest,
    ReplaceOwnDie,
    UpgradeOtherDie,
    RerollUnitDice,
    DiceInstead,
    PlaceDirectly,
    Icons,
    CountCardAs,
    StoreOnCard,
    TakeFromCard,
    AugmentShroud,
    DarkDealings,
    PeekWarfront,
    TradeFromBank,
    TreasuryFromCaravan,
    DrawMarket,
    KeepBothMarketCards,
    SetVaultFortune,
]
Effect = tuple[AnyOp, ...]


class Ability(Struct, frozen=True, kw_only=True):
    """One ability of a card (``effect_language.ability_shape``); the pack gives it id, source and clause."""

    id: str = ""
    source: str = ""
    rule: str = ""
    trigger: str | tuple[str, ...] | None = None
    window: str | None = None
    limit: str | tuple[str, ...] | None = None
    shared_limit: str | None = None
    cost: dict[str, int] = {}
    condition: dict[str, Any] = {}
    effect: Effect = ()
    modify: dict[str, Any] = {}
    target: str | None = None
    province: str | None = None
    versus: str | tuple[str, ...] | None = None
    choice: str | None = None
    order: str | None = None
    until: str | None = None
    optional: bool = False
    solo_only: bool = False
    queue_position: int | None = None
    replaces_all_other_caravan_effects: bool = False
    counts: tuple[int, ...] = ()
    retroactive: bool = False
    also_once_per_game_in: str | None = None

    @property
    def triggers(self) -> tuple[str, ...]:
        """What sets the ability off; ``action`` where the owner uses it in a window."""
        found = (self.trigger,) if isinstance(self.trigger, str) else self.trigger or ()
        return found or (("action",) if self.window else ())

    @property
    def limits(self) -> tuple[str, ...]:
        """The limits that all hold."""
        return (self.limit,) if isinstance(self.limit, str) else self.limit or ()

    @property
    def counts_as(self) -> str:
        """Under which name its uses are counted."""
        return self.shared_limit or self.id

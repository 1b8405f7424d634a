"""The cards and tokens of The Gilded Realms that every player uses, as the pack keeps them."""

from msgspec import Struct

from service.games.gilded_realms.effect_language import Ability, Effect


class ExtraIcons(Struct, frozen=True):
    """Icons that a discarded card adds to an Upgrade for a price."""

    cost: dict[str, int]
    icons: tuple[str, ...]


class Wild(Struct, frozen=True):
    """What a wild icon may stand for; ``as_capstone_cost`` where it may stand for a Capstone too."""

    any_of: tuple[str, ...]
    as_capstone_cost: dict[str, int] = {}


class Face(Struct, frozen=True):
    """A printed Endeavour, an Auxiliary card or a Commander: a Building or a Unit.

    ``icons`` are what it gives to an Upgrade; ``a|b`` gives one of the two. Auxiliary Units have no Build position.
    """

    id: str
    name: str
    kind: str
    position: int = 0
    icons: tuple[str, ...] = ()
    extra_icons: tuple[ExtraIcons, ...] = ()
    wild: Wild | None = None
    unit_type: str = ""
    defence: int = 0
    die: str = "grey"
    prosper: bool = False
    gem_at_end: bool = False
    threat: int = 0
    hinterland_threat: int = 0
    hinterland_vp: int = 0
    capstone_type: str | None = None
    commander: bool = False
    copies: int = 1
    abilities: tuple[Ability, ...] = ()

    @property
    def is_unit(self) -> bool:
        """Whether it goes to the Standing Army."""
        return self.kind == "unit"


class EndeavourCard(Struct, frozen=True):
    """A kind of Endeavour card with its faces."""

    id: str
    faces: tuple[str, ...]
    count: int
    set: str


class Piece(Struct, frozen=True):
    """Something in a Build Queue, Territory or Standing Army: a face, and the card that it is printed on.

    ``home`` says where it goes when discarded: ``endeavour``, ``wildcard``, ``aside`` (Auxiliary cards, Commanders) or
    ``warfront``.
    """

    id: str
    face: Face
    card: str
    home: str

    @property
    def name(self) -> str:
        """Its printed name."""
        return self.face.name

    @property
    def is_unit(self) -> bool:
        """Whether it goes to the Standing Army."""
        return self.face.is_unit


class Upgrade(Struct, frozen=True):
    """What the next level of a Province asks for."""

    to_level: int
    discard: dict[str, int]
    possess: dict[str, object] = {}
    epic_only: bool = False
    capstone_type: str | None = None


class ProvinceLevel(Struct, frozen=True):
    """A level of a Province."""

    id: str
    type: str
    level: int
    label: str
    vp: int
    income: dict[str, int]
    knowledge_max_level_buyable: int
    upgrade: Upgrade | None
    worker_bonus: dict[str, int] = {}
    rank: int = 0
    core_advisor: str = ""
    defence: int = 0
    fortification_max: int = 0
    defence_stance_bonus: int = 0
    epic_only: bool = False
    title: str = ""


class Knowledge(Struct, frozen=True):
    """A kind of Knowledge tile."""

    id: str
    name: str
    type: str
    level: int
    cost_gold: int
    copies: int
    gem_at_end: bool
    abilities: tuple[Ability, ...]


class Route(Struct, frozen=True):
    """A Trade Route token."""

    id: str
    threat: int
    effect: Effect
    max_per_player: int | None = None


class Outcome(Struct, frozen=True):
    """One line of a reward chart: the least Truemarks for it, and what it gives."""

    min: int
    reward: dict[str, int | bool]


class Target(Struct, frozen=True, kw_only=True):
    """A card that Campaigns can target: its reward chart, and whether it is a Double Campaign (two icons)."""

    campaign_icons: int = 1
    rewards: dict[str, Outcome] = {}


class YearEvent(Target, frozen=True, kw_only=True):
    """A Year Event card."""

    id: str
    name: str
    age: int
    kind: str
    epic: bool
    minor: bool = False
    add_to_threat: dict[str, int] = {}
    threat: int = 0
    options: tuple[str, ...] = ()


class QuestStart(Struct, frozen=True):
    """What a Quest's owner starts with."""

    province_levels: dict[str, int]
    resources: dict[str, int]


class QuestRequirement(Struct, frozen=True):
    """What must be true at the End of Age; every entry."""

    all: tuple[dict[str, object], ...]


class Quest(Struct, frozen=True):
    """A Quest card."""

    id: str
    name: str
    start: QuestStart
    requirement: QuestRequirement
    starter_for: str | None = None

"""A combat as it stands on the table."""

from typing import Annotated, Literal

from msgspec import Meta

from service.engine.shapes import Seat, Shape, a_set, an_id
from service.games.mage_knight.ids import AttackKind, Element, Enemy, Origin, Small, Space, UnitRef
from service.games.mage_knight.state_turn import Modifier

Phase = Literal["ranged", "block", "damage", "attack"]
FoeId = Annotated[str, an_id("enemy in combat")]
"""An enemy of this combat: its token's id, ``.2`` behind it for the second of the same token."""
Cause = Literal["assault", "provoked", "challenge", "enter", "burn"]


class Foe(Shape, kw_only=True):
    """An enemy in a combat.

    ``space`` is where its token comes from and ``garrison`` whether it defends the site there (rampaging enemies do
    not). ``blocked`` are the numbers of its attacks (from 1) that have been blocked, ``cancelled`` those that an effect
    has cancelled, ``dealt`` those whose damage has been assigned. ``armor`` is what effects add to the printed Armor,
    ``lost`` what it has lost by effects.
    ``summoned`` is the token that stands in for it in the Block and Assign Damage phases.
    """

    enemy: Enemy
    space: Space
    garrison: bool = False
    defeated: bool = False
    prevented: bool = False
    blocked: Annotated[list[Small], a_set(8)] = []
    cancelled: Annotated[list[Small], a_set(8)] = []
    dealt: Annotated[list[Small], a_set(8)] = []
    armor: Annotated[int, Meta(ge=-100, le=100)] = 0
    lost: Annotated[
        list[Literal["fortifications", "physical-resistance", "fire-resistance", "ice-resistance"]], a_set(4)
    ] = []
    summoned: Enemy | None = None


class Contribution(Shape, kw_only=True):
    """What one effect adds to an attack or block: its amount, element and, of an attack, its kind.

    ``origin`` and ``id`` say what it comes from, ``color`` the colour that resistances ask for.
    """

    amount: Small
    element: Element = "physical"
    kind: AttackKind | None = None
    origin: Origin = "card"
    id: Annotated[str, Meta(max_length=64)] = ""
    swift_double: bool = False


class Assembly(Shape, kw_only=True):
    """An attack or block being put together: its targets and what has been added so far.

    ``attack`` is the number of the enemy's attack that is being blocked; None for an attack of the Hero.
    ``if_blocked`` are effects that wait for the block to succeed.
    """

    targets: Annotated[list[FoeId], a_set(60)]
    attack: Annotated[int, Meta(ge=1, le=8)] | None = None
    parts: Annotated[list[Contribution], Meta(max_length=200)] = []
    if_blocked: Annotated[list[Modifier], Meta(max_length=40)] = []


class Dealing(Shape, kw_only=True):
    """The Damage of an attack of which a part has been assigned: ``left`` is what is still to assign."""

    enemy: FoeId
    attack: Annotated[int, Meta(ge=1, le=8)]
    left: Annotated[int, Meta(ge=1, le=1000)]


class Combat(Shape, kw_only=True):
    """The combat that is being fought, by ``seat`` from ``space``.

    ``origin`` is the space to which a failed assault withdraws. ``site`` is the space of the site whose defenders or
    inhabitants are fought. ``wounds`` counts the Wounds taken to hand in it. ``opened`` says whether an attack has been
    opened in it; ``resisted`` are Units that have absorbed damage by a resistance.
    """

    seat: Seat
    cause: Cause | Literal["player"]
    space: Space
    site: Space | None = None
    origin: Space | None = None
    phase: Phase = "ranged"
    foes: Annotated[dict[FoeId, Foe], Meta(max_length=60)] = {}
    assembly: Assembly | None = None
    dealing: Dealing | None = None
    opened: bool = False
    wounds: Small = 0
    knocked_out: bool = False
    units_allowed: bool = True
    night_rules: bool = False
    resisted: Annotated[list[UnitRef], a_set(20)] = []
    attack_element: Element | None = None
    attack_as_siege: bool = False
    units_attack: Small = 0
    units_block: Small = 0
    units_armor: Small = 0

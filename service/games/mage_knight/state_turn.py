"""What lives for one turn only: points, dice taken, effects in force, and what is due at the end of the turn."""

from typing import Annotated, Literal

from msgspec import Meta

from service.engine.shapes import Seat, Shape, a_bag, a_set, counts
from service.games.mage_knight.ids import (
    Basic,
    Card,
    Color,
    Half,
    Mode,
    Node,
    Origin,
    SkillId,
    Small,
    Space,
    UnitRef,
)

Deed = Literal["interact", "enter-site", "challenge", "burn", "assault", "provoked", "attack-player", "none"]
RewardKind = Literal[
    "artifact", "spell", "advanced-action", "unit", "crystal-set", "random-crystal", "die-roll", "fame"
]
Text = Annotated[str, Meta(min_length=1, max_length=64)]


class Source(Shape, kw_only=True):
    """What an effect comes from: a card and its half, a Unit and its ability, a Skill, a Tactic, a Banner, a City.

    ``id`` is the card, the Unit in play, the Skill …; ``half`` which effect of it.
    """

    origin: Origin
    id: Text
    half: Half | Mode


class Modifier(Shape, kw_only=True):
    """An effect that goes on working: the node that says how, where it comes from, and what was chosen for it.

    ``seat`` is whose effect it is; ``used`` counts how often it has been used.
    """

    node: Node
    source: Source
    chosen: Text | None = None
    used: Small = 0


class TakenDie(Shape, kw_only=True):
    """A die taken out of the Source this turn, and whether it is rerolled before it returns."""

    color: Color
    reroll: bool = True
    ask: bool = False


class DiceAllowed(Shape, kw_only=True):
    """Dice of the Source that may be used this turn beside the usual one, and the node that allows them."""

    node: Node
    left: Annotated[int, Meta(ge=1, le=20)]
    owner: Seat | None = None


class Reward(Shape, kw_only=True):
    """A reward due at the end of the turn, and the clause that gives it. ``postponed``: it waits for the level ups."""

    kind: RewardKind
    count: Annotated[int, Meta(ge=1, le=100)] = 1
    rule: Annotated[str, Meta(max_length=128, extra={"id": "rule"})]
    postponed: bool = False


class Turn(Shape, kw_only=True):
    """The turn that is being played.

    ``deed`` is the action of the turn, once it has begun. ``path`` are the spaces where the figure has been this turn,
    the first of them where it began. ``began_empty``: the hand was empty and the Deed deck was not;
    ``began_without_deck``: the Deed deck was empty. ``begun``: something has been done in it. ``cards_used`` counts
    cards played and discarded. ``debt`` are Influence points of a bad Reputation that have to be covered before
    anything is bought. ``die_used``: the one die of every turn. ``in_force`` are effects that last to the end
    of the turn, ``at_end`` those that are carried out then.
    """

    seat: Seat
    deed: Deed | None = None
    moved: bool = False
    movement_over: bool = False
    resting: bool = False
    rested: bool = False
    interacting: bool = False
    began_empty: bool = False
    began_without_deck: bool = False
    begun: bool = False
    cards_used: Small = 0
    move: Small = 0
    influence: Small = 0
    debt: Small = 0
    healing: Small = 0
    path: Annotated[list[Space], Meta(max_length=400)] = []
    die_used: bool = False
    dice: Annotated[list[TakenDie], Meta(max_length=20)] = []
    dice_allowed: Annotated[list[DiceAllowed], Meta(max_length=40)] = []
    stored_die_used: bool = False
    source_rerolled: bool = False
    endless: Annotated[list[Color], a_set(6)] = []
    allowed: Annotated[list[Literal["gold", "black"]], a_set(2)] = []
    any_die_as_basic: bool = False
    opposites: Annotated[list[Modifier], Meta(max_length=40)] = []
    crystals_spent: Annotated[dict[Basic, Small], counts(4)] = {}
    crystals_return: bool = False
    colors_used: Annotated[list[Color], a_set(6)] = []
    in_force: Annotated[list[Modifier], Meta(max_length=200)] = []
    at_end: Annotated[list[Modifier], Meta(max_length=200)] = []
    skills_used: Annotated[list[SkillId], a_set(60)] = []
    spells_cast: Annotated[dict[Basic, Small], counts(4)] = {}
    units_recruited: Small = 0
    enemies_defeated: Small = 0
    unit_fights: Small = 0
    wounds_to_hand: Small = 0
    wounds_to_discard: Small = 0
    rewards: Annotated[list[Reward], Meta(max_length=60)] = []
    extra_turn: bool = False
    skip_draw: bool = False
    no_die: bool = False
    return_played: bool = False
    at_once: Color | None = None


class Found(Shape, kw_only=True):
    """What an effect that is being carried out has found so far, for its later parts.

    ``paid`` is the colour of the mana paid inside it, ``chosen`` a colour or element chosen, ``thrown`` and
    ``discarded`` cards given up for it, ``shuffled`` how many went into the deck, ``numbers`` numbers chosen by name,
    ``gained`` the colour of the token just gained, ``die`` that of a die taken, ``unit`` and ``enemy`` those chosen.
    ``bonus`` is still to be added to one amount of the ``bonus_kinds``. ``gave`` says what other players have discarded
    for it.
    """

    paid: Color | None = None
    chosen: Text | None = None
    thrown: Annotated[list[Card], Meta(max_length=60)] = []
    discarded: Annotated[list[Card], Meta(max_length=200)] = []
    shuffled: Small = 0
    numbers: Annotated[dict[Text, Small], Meta(max_length=8)] = {}
    gained: Color | None = None
    die: Color | None = None
    unit: UnitRef | None = None
    enemy: Text | None = None
    readied: bool = False
    healed: Small = 0
    lost: Annotated[list[Basic], a_bag(20)] = []
    bonus: Small = 0
    bonus_kinds: Annotated[list[Literal["move", "influence", "attack", "block"]], a_set(4)] = []
    gave: Annotated[dict[Seat, Card], Meta(max_length=4)] = {}

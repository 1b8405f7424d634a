"""Using mana: what a player may pay with, and paying it.

A ``Purse`` holds what is left to pay with while several mana are paid one after the other; it never touches the table.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any, Literal

from service.engine.violation import Violation
from service.games.mage_knight.bags import less, more, put_new
from service.games.mage_knight.events_effects import ManaPaid
from service.games.mage_knight.gains import gain_crystal
from service.games.mage_knight.ids import BASIC, COLORS, Mana
from service.games.mage_knight.occasions import mana_was_used
from service.games.mage_knight.state_turn import DiceAllowed, TakenDie
from service.games.mage_knight.table import Table
from service.games.mage_knight.team import allies

Purpose = Literal["power", "spell-strong", "effect"]
PAID_BY = {"token": "mana.pure", "crystal": "mana.crystal-to-pure", "endless": "effects.modification-lasts-turn"}
"""The clause by which mana comes from there; all the others are dice."""
WHERE = {
    "die": "in the Source",
    "opened-die": "in the Source that Source Opening adds",
    "stored-die": "on Mana Steal",
    "token": "in the Play area",
    "crystal": "in the Inventory",
    "endless": "without end",
}
"""Where mana comes from, in words."""
SOURCES = ("die", "opened-die", "stored-die", "token", "crystal", "endless")


class Purse:
    """What a player may still pay mana with."""

    def __init__(self, table: Table, seat: str) -> None:
        player, turn = table.player(seat), table.state.turn
        mine = turn is not None and turn.seat == seat
        self.table, self.seat = table, seat
        self.night, self.board_night = table.by_night(), table.time == "night"
        self.tokens, self.crystals = dict(player.tokens), dict(player.crystals)
        self.dice: Any = dict(table.state.source) if mine else {}
        self.allowed: set[str] = set(turn.allowed) if turn is not None and mine else set()
        self.any_die = turn is not None and mine and turn.any_die_as_basic
        self.endless = list(turn.endless) if turn is not None and mine else []
        self.base_die = turn is not None and mine and not turn.die_used and one_die_forbidden_by(table, seat) is None
        self.no_die = turn is not None and turn.no_die
        self.stored = player.stored_die if turn is not None and mine else None
        self.opposites = len(turn.opposites) if turn is not None and mine else 0
        self.day_black_as = _day_black_as(table) if self.opposites else ()
        self.dice_allowed = _allowances(table) if turn is not None and mine else []

    def words(self, source: str, color: str, purpose: Purpose) -> list[str]:
        """The colours that one mana of this colour from this source counts as without any help of Polarization."""
        if color in BASIC:
            return [color]
        if source in ("die", "opened-die") and self.any_die:
            return [*BASIC, *([color] if color == "black" and self._black(purpose) else [])]
        if color == "gold":
            return list(BASIC) if not self.night or "gold" in self.allowed else []
        found = ["black"] if self._black(purpose) else []
        if source == "die" and any(self._as_basic(allowed) for allowed in self.dice_allowed):
            found += BASIC
        return found

    def _black(self, purpose: Purpose) -> bool:
        return self.night or ("black" in self.allowed and purpose == "spell-strong")

    def _as_basic(self, allowed: DiceAllowed) -> bool:
        return bool(self.table.node(allowed.node).params.get("black_as_basic"))

    def opposed(self, color: str, purpose: Purpose) -> list[str]:
        """The colours that one mana counts as with Polarization."""
        if not self.opposites:
            return []
        if color in BASIC:
            return [self.table.pack.opposite[color]]
        if color == "black":
            return [] if self.night or purpose == "spell-strong" else list(self.day_black_as)
        return ["black"] if self.night and purpose == "spell-strong" else []

    def _has(self, source: str, color: str) -> bool:
        if source == "token":
            return self.tokens.get(color, 0) > 0  # type: ignore[call-overload, no-any-return]
        if source == "crystal":
            return self.crystals.get(color, 0) > 0  # type: ignore[call-overload, no-any-return]
        if source == "endless":
            return color in self.endless
        if source == "stored-die":
            return self.stored == color
        return self.dice.get(color, 0) > 0 and not self.no_die

    def refusal(self, mana: Mana, purpose: Purpose) -> Violation | None:
        """Why this mana cannot be paid with; None where it can."""
        if not self._has(mana.source, mana.color):
            return self._lacking(mana)
        plain = mana.counts_as in self.words(mana.source, mana.color, purpose)
        if not plain and mana.counts_as not in self.opposed(mana.color, purpose):
            return self._wrong_color(mana, purpose)
        if mana.source in ("die", "opened-die") and self._allowance(mana, plain) is None:
            return self._no_die(mana)
        return None

    def _lacking(self, mana: Mana) -> Violation:
        if mana.source in ("die", "opened-die") and self.no_die and self.table.attends_partially(self.seat):
            return Violation(
                "pvp.partially-attend:die", "{seat} attends partially and uses no die", at="mana", seat=self.seat
            )
        if mana.source in ("die", "opened-die") and self.no_die:
            return Violation("effects.follow-card-text:no-die", "no die of the Source may be used any more this turn")
        if mana.source == "crystal" and mana.color not in BASIC:
            return Violation("mana.special-colors", "there are no {color} crystals", at="mana", color=mana.color)
        return Violation(
            "mana.two-forms",
            "{seat} has no {color} mana {where}",
            at="mana",
            seat=self.seat,
            color=mana.color,
            where=WHERE[mana.source],
        )

    def _wrong_color(self, mana: Mana, purpose: Purpose) -> Violation:
        color, counts_as = mana.color, mana.counts_as
        if mana.source in ("die", "opened-die") and self.table.depleted(color):
            return Violation("mana.depleted-unusable", "a {color} die is depleted now", at="mana", color=color)
        if color == "black" and not self.night and "black" not in self.allowed:
            return Violation("mana.black-not-by-day", "black mana cannot be used by Day", at="mana")
        if color == "gold" and self.night and "gold" not in self.allowed:
            return Violation("mana.gold-not-by-night", "gold mana cannot be used at Night", at="mana")
        return Violation(
            "mana.basic-colors",
            "{color} mana does not count as {counts_as}",
            at="mana",
            color=color,
            counts_as=counts_as,
        )

    def _no_die(self, mana: Mana) -> Violation:
        forbidden = one_die_forbidden_by(self.table, self.seat)
        if forbidden is not None:
            return Violation(
                "skills.interactive-affects-others:one-die",
                "while {skill} lies in the Source the die of the turn cannot be used",
                at="mana",
                skill=forbidden,
            )
        return Violation(
            "mana.one-die-per-turn",
            "{seat} may use no further {color} die of the Source this turn",
            at="mana",
            seat=self.seat,
            color=mana.color,
        )

    def _allowance(self, mana: Mana, plain: bool) -> DiceAllowed | Literal["base"] | None:
        """What lets this die be used: the one die of the turn first, then what effects have added."""
        opened = mana.source == "opened-die"
        black_as_basic = plain and mana.color == "black" and mana.counts_as != "black" and not self.any_die
        if self.base_die and not opened and not black_as_basic:
            return "base"
        for allowed in self.dice_allowed:
            params = self.table.node(allowed.node).params
            if not allowed.left or opened != bool(params.get("crystal_to")):
                continue
            if "colors" in params and mana.color not in params["colors"]:
                continue
            if black_as_basic and not params.get("black_as_basic"):
                continue
            return allowed
        return None

    def spend(self, mana: Mana, purpose: Purpose) -> DiceAllowed | Literal["base"] | None:
        """Take the mana out; what let a die be used."""
        plain = mana.counts_as in self.words(mana.source, mana.color, purpose)
        used = self._allowance(mana, plain) if mana.source in ("die", "opened-die") else None
        if not plain:
            self.opposites -= 1
        if mana.source == "token":
            self.tokens[mana.color] -= 1
        elif mana.source == "crystal":
            self.crystals[mana.color] -= 1  # type: ignore[index]
        elif mana.source == "stored-die":
            self.stored = None
        elif used is not None:
            self.dice[mana.color] -= 1
            if used == "base":
                self.base_die = False
            else:
                used.left -= 1
        return used

    def payments(self, colors: Iterable[str], purpose: Purpose) -> Iterator[Mana]:
        """Every way to pay one mana of one of these colours, each once."""
        wanted = list(colors)
        for source in SOURCES:
            for color in COLORS:
                if self._has(source, color):
                    words = [*self.words(source, color, purpose), *self.opposed(color, purpose)]
                    for counts_as in dict.fromkeys(words):
                        mana = Mana(source=source, color=color, counts_as=counts_as)  # type: ignore[arg-type]
                        if counts_as in wanted and self.refusal(mana, purpose) is None:
                            yield mana

    def copy(self) -> "Purse":
        """Another purse with the same in it."""
        other = object.__new__(Purse)
        other.__dict__.update(self.__dict__)
        other.tokens, other.crystals, other.dice = dict(self.tokens), dict(self.crystals), dict(self.dice)
        other.dice_allowed = [
            DiceAllowed(node=allowed.node, left=allowed.left, owner=allowed.owner) for allowed in self.dice_allowed
        ]
        return other


def one_die_forbidden_by(table: Table, seat: str) -> str | None:
    """The Skill of another player that lies in the Source and forbids the one die of the turn."""
    spared = allies(table, seat)
    for other in table.others(seat) if table.state.order else ():
        for skill, token in table.player(other).skills.items():
            if token.place == "source" and other not in spared:
                return skill
    return None


def _day_black_as(table: Table) -> Sequence[str]:
    found: Sequence[str] = table.node(table.turn.opposites[0].node).params["day_black_as"]
    return found


def _allowances(table: Table) -> list[DiceAllowed]:
    return [DiceAllowed(node=a.node, left=a.left, owner=a.owner) for a in table.turn.dice_allowed]


def price_options(purse: Purse, colors: Sequence[str], purposes: Sequence[Purpose]) -> Iterator[tuple[Mana, ...]]:
    """Every way to pay one mana of each of these colours, each once and in canonical order."""
    found: list[tuple[Mana, ...]] = []
    for price in _prices(purse, colors, purposes):
        ordered = tuple(sorted(price))
        if ordered not in found:
            found.append(ordered)
            yield ordered


def _prices(purse: Purse, colors: Sequence[str], purposes: Sequence[Purpose]) -> Iterator[tuple[Mana, ...]]:
    if not colors:
        yield ()
        return
    for mana in purse.payments([colors[0]], purposes[0]):
        rest = purse.copy()
        rest.spend(mana, purposes[0])
        for others in _prices(rest, colors[1:], purposes[1:]):
            yield (mana, *others)


def price_violations(
    purse: Purse, colors: Sequence[str], paid: Sequence[Mana], purposes: Sequence[Purpose], rule: str
) -> Iterator[Violation]:
    """Why a price of one mana of each of these colours is not paid by this; ``rule`` is the clause of the price."""
    wanted = list(colors)
    if sorted(mana.counts_as for mana in paid) != sorted(wanted):
        yield Violation(
            rule,
            "the price in mana: {wanted}; offered: {paid}",
            at="mana",
            wanted=wanted,
            paid=[mana.counts_as for mana in paid],
        )
        return
    refused = [_refusal(purse.copy(), order, purposes) for order in permutations(paid)]
    if refused[0] is not None and None not in refused:
        yield refused[0]


def _refusal(left: Purse, paid: Sequence[Mana], purposes: Sequence[Purpose]) -> Violation | None:
    """Why these mana cannot be paid in this order, of which the dice of the Source ask; they leave the purse."""
    for mana, purpose in zip(paid, purposes, strict=True):
        found = left.refusal(mana, purpose)
        if found is not None:
            return found
        left.spend(mana, purpose)
    return None


def spend_all(purse: Purse, paid: Sequence[Mana], purposes: Sequence[Purpose]) -> Sequence[Mana]:
    """Take a price out that can be paid; the mana in an order in which it can."""
    order = next(order for order in permutations(paid) if _refusal(purse.copy(), order, purposes) is None)
    for mana, purpose in zip(order, purposes, strict=True):
        purse.spend(mana, purpose)
    return order


def pay(table: Table, seat: str, paid: Sequence[Mana], purposes: Sequence[Purpose]) -> None:
    """Pay: dice leave the Source, tokens and crystals go back to the bank."""
    for mana, purpose in zip(spend_all(Purse(table, seat), paid, purposes), purposes, strict=True):
        _pay_one(table, seat, mana, purpose)


def _pay_one(table: Table, seat: str, mana: Mana, purpose: Purpose) -> None:
    state, player, turn = table.state, table.player(seat), table.turn
    purse = Purse(table, seat)
    if mana.counts_as not in purse.words(mana.source, mana.color, purpose):
        turn.opposites.pop(0)
    used = purse.spend(mana, purpose)
    if mana.source in ("token", "crystal"):
        less(player.tokens if mana.source == "token" else player.crystals, mana.color)
        if mana.source == "crystal":
            more(turn.crystals_spent, mana.color)
    elif mana.source == "stored-die":
        player.stored_die = None
        turn.stored_die_used = True
        turn.dice.append(TakenDie(color=mana.color))
    elif used is not None:
        less(state.source, mana.color)
        ask = used != "base" and table.node(used.node).params.get("reroll") == "user-decides"
        turn.dice.append(TakenDie(color=mana.color, ask=ask))
        if used == "base":
            turn.die_used = True
        else:
            _use_allowance(table, used, mana)
    put_new(turn.colors_used, mana.counts_as)  # type: ignore[arg-type]
    table.log(
        ManaPaid(
            rule=PAID_BY.get(mana.source, "mana.take-die-when-using"),
            seat=seat,
            source=mana.source,
            color=mana.color,
            counts_as=mana.counts_as,
        )
    )
    mana_was_used(table, seat, mana)


def _use_allowance(table: Table, used: DiceAllowed, mana: Mana) -> None:
    allowed = next(a for a in table.turn.dice_allowed if a.node == used.node and a.owner == used.owner)
    allowed.left -= 1
    if not allowed.left:
        table.turn.dice_allowed.remove(allowed)
    if allowed.owner is not None and mana.color in BASIC:
        gain_crystal(table, allowed.owner, mana.color, "gain.crystal")

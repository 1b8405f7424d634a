"""City Tile Management B: Awakening of the Titans, Arrival of Reinforcements, and fighting a Raging Titan."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from service.engine.action import Action, Bundle, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.shapes import CHANCE, Path
from service.engine.step import ChanceStep, Choice, Step
from service.engine.telling import PLAIN, Words
from service.engine.violation import Violation
from service.games.lords_of_xidit.events import (
    NoTitanLeft,
    RecruitmentPileFormed,
    RecruitmentPileOnTop,
    ReinforcementsArrived,
    ThreatDiscardCollected,
    ThreatPileShuffled,
    TitanChosen,
    TitanDeclined,
    TitanEliminated,
    TitanRagesOn,
    TitansAwakened,
    TitanTurned,
    UnitsPaid,
)
from service.games.lords_of_xidit.ids import UNITS, Titan, TitanPile, Unit
from service.games.lords_of_xidit.renewing_tiles import DrawCityTile, set_next
from service.games.lords_of_xidit.rewards import ChooseRewards
from service.games.lords_of_xidit.scoring import is_hidden
from service.games.lords_of_xidit.state import Lair, TilePile, Units
from service.games.lords_of_xidit.table import Table
from service.games.lords_of_xidit.words import in_words

# --- Awakening and Reinforcements -------------------------------------------------------------------------------------


class Awaken(Step, tag="awaken"):
    """The Threat Queue has run out: the Slumbering Titans on top of their piles turn, and Reinforcements arrive."""

    rule: ClassVar[str] = "awakening.trigger"

    def run(self, table: Table) -> None:
        table.log(TitansAwakened(rule=self.rule))
        asleep = []
        for pile in table.pack.titan_piles:
            lair = table.state.titans.get(pile, Lair())
            if lair.raging is not None:
                table.log(TitanRagesOn(rule="awakening.raging-stays", titan=lair.raging))
            elif lair.slumbering:
                asleep.append(pile)
            else:
                table.log(NoTitanLeft(rule="awakening.empty-pile", pile=pile))
        table.push(*(TurnTitan(pile=pile) for pile in asleep), Reinforce())


class TitanTurnedUp(ChanceAction, tag="turn-titan", frozen=True):
    """The Titan tile that lay on top of its pile."""

    titan: Titan

    def apply(self, table: Table, step: "TurnTitan", actor: str) -> None:
        turn(table, step.pile, self.titan)


def turn(table: Table, pile: str, titan: str) -> None:
    """Turn a Titan tile to its Raging side."""
    lair = table.state.titans[pile]
    lair.slumbering.remove(titan)
    lair.raging = titan
    table.log(TitanTurned(rule="awakening.flip-top-slumbering", titan=titan))


class TurnTitan(ChanceStep, tag="turn-titan"):
    """Which tile of a pile lies on top is open only as long as both sleep; the second needs no chance."""

    rule: ClassVar[str] = "awakening.flip-top-slumbering"
    prompt: ClassVar[str] = "Turn the top Titan tile of {pile}."
    actions: ClassVar[tuple[type[Action], ...]] = (TitanTurnedUp,)

    pile: TitanPile

    def asks(self, words: Words = PLAIN) -> str:
        return self.prompt.format(pile=in_words(self.pile))

    def must(self, table: Table) -> Sequence[str]:
        return (CHANCE,) if len(table.state.titans[self.pile].slumbering) > 1 else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [TitanTurnedUp(actor=CHANCE, titan=t, weight=1) for t in table.state.titans[self.pile].slumbering]

    def run(self, table: Table) -> None:
        turn(table, self.pile, table.state.titans[self.pile].slumbering[0])

    def consistency(self, table: Table) -> Iterator[Defect]:
        lair = table.state.titans.get(self.pile)
        if lair is None or not lair.slumbering or lair.raging is not None:
            detail = f"no Slumbering Titan lies on top of {in_words(self.pile)}"
            yield error(self.rule, "/pile", "no-titan", detail)


def _queue_not_empty(table: Table) -> Iterator[Defect]:
    """Why Reinforcements cannot be under way: they come when the Threat Queue has run out."""
    if table.state.next_threat is not None or table.state.threat_pile.size:
        yield error("awakening.trigger", "", "not-empty", "the Threat Queue has not run out")


class Reinforce(Step, tag="reinforce"):
    """The second tile of the Recruitment pile must be known before the rest is shuffled."""

    rule: ClassVar[str] = "awakening.reinforcements-always"

    def run(self, table: Table) -> None:
        table.log(ReinforcementsArrived(rule=self.rule))
        pile = table.state.recruitment_pile
        if pile.unseen and len(pile.top) == 1:
            table.push(DrawCityTile(place="recruitment-second"), Regroup())
        else:
            table.push(Regroup())

    def consistency(self, table: Table) -> Iterator[Defect]:
        return _queue_not_empty(table)


class Regroup(Step, tag="regroup"):
    """Two tiles form the new Recruitment pile, all others are shuffled into the new Threat pile."""

    rule: ClassVar[str] = "reinforcements.shuffle-rest"

    def run(self, table: Table) -> None:
        state = table.state
        remaining, collected = state.recruitment_pile, state.threat_discard
        if collected:
            table.log(ThreatDiscardCollected(rule="reinforcements.collect-threat-discard", tiles=list(collected)))
        if remaining.size:
            table.log(RecruitmentPileOnTop(rule="reinforcements.recruitment-pile-on-top", number=remaining.size))
        stack = [*remaining.top, *([] if remaining.unseen else collected)]
        first_two = stack[:2]
        shuffled = {*stack[2:], *state.unseen_tiles, *collected} - set(first_two)
        state.threat_discard = []
        state.recruitment_pile = TilePile(top=first_two)
        state.unseen_tiles = sorted(shuffled)
        state.threat_pile = TilePile(unseen=len(shuffled))
        table.log(RecruitmentPileFormed(rule="reinforcements.first-two", tiles=list(first_two)))
        table.log(ThreatPileShuffled(rule=self.rule, number=len(shuffled)))
        table.push(DrawCityTile(place="threat-top"), NewNextThreat())

    def consistency(self, table: Table) -> Iterator[Defect]:
        return _queue_not_empty(table)


class NewNextThreat(Step, tag="new-next-threat"):
    """The top tile of the new Threat pile becomes the Next Threat tile."""

    rule: ClassVar[str] = "reinforcements.new-next-threat"

    def run(self, table: Table) -> None:
        if table.state.next_threat is None and table.state.threat_pile.top:
            set_next(table, "threat", "threat", self.rule)


# --- Eliminating a Raging Titan ---------------------------------------------------------------------------------------


class FightTitan(Action, tag="fight-titan", frozen=True):
    """Take on a Raging Titan that the player can pay."""

    titan: Titan

    @classmethod
    def candidates(cls, table: Table, step: "MeetTitan", actor: str, where: Where) -> Iterable["FightTitan"]:
        return [cls(actor=actor, titan=titan.id) for titan in table.raging()]

    def violations(self, table: Table, step: "MeetTitan", actor: str) -> Iterator[Violation]:
        titan, owned = table.pack.titans[self.titan], table.unit_count(actor)
        if titan not in table.raging():
            yield Violation("raging-titan.top-only", "{titan} does not rage on top of its pile", titan=self.titan)
        if table.is_boxed(titan):
            yield Violation("raging-titan.remove-from-game", "{titan} has left the game", titan=self.titan)
        if owned < titan.units:
            yield Violation(
                "raging-titan.enough-units",
                "{titan} takes {needs} Units, {seat} has {has}",
                titan=self.titan,
                needs=titan.units,
                seat=actor,
                has=owned,
            )

    def apply(self, table: Table, step: "MeetTitan", actor: str) -> None:
        table.log(TitanChosen(rule="raging-titan.choose-titan", seat=actor, titan=self.titan))
        table.push(PayTitan(seat=actor, titan=self.titan, left=table.pack.titans[self.titan].units))


class DeclineTitan(Action, tag="decline-titan", frozen=True):
    """Let the Order go by without a fight."""

    def apply(self, table: Table, step: "MeetTitan", actor: str) -> None:
        table.log(TitanDeclined(rule="raging-titan.optional", seat=actor))


class MeetTitan(Choice, tag="meet-titan"):
    """An Action in a City without a tile while a Titan rages: asked whether the player could pay or not."""

    rule: ClassVar[str] = "raging-titan.optional"
    prompt: ClassVar[str] = "Fight a Raging Titan, or decline."
    actions: ClassVar[tuple[type[Action], ...]] = (FightTitan, DeclineTitan)

    def consistency(self, table: Table) -> Iterator[Defect]:
        if not table.raging():
            yield error("raging-titan.no-target", "/seat", "no-titan", "no Titan rages")
        yield from _no_fight(table, self.seat)


def _no_fight(table: Table, seat: str) -> Iterator[Defect]:
    """Why no Titan can be fought by a player in the City of the Idrakys."""
    city, player = table.city(seat), table.player(seat)
    if table.tile_on(city) is not None:
        yield error("raging-titan.any-empty-city", "/seat", "tile", f"a City tile lies in City {city}")
    if city in player.beaten:
        detail = f"{seat} has eliminated a Titan in City {city} this Game Year"
        yield error("raging-titan.not-two-titans", "/seat", "beaten", detail)
    if city in player.freed:
        detail = f"{seat} has eliminated a threat in City {city} this Game Year"
        yield error("raging-titan.not-threat-and-titan", "/seat", "freed", detail)


class PayTitanUnit(Action, tag="pay-titan-unit", frozen=True):
    """Return one Unit of any type to the Barracks for the Titan."""

    unit: Unit

    @classmethod
    def candidates(cls, table: Table, step: "PayTitan", actor: str, where: Where) -> Iterable["PayTitanUnit"]:
        return [cls(actor=actor, unit=unit) for unit in UNITS]

    def violations(self, table: Table, step: "PayTitan", actor: str) -> Iterator[Violation]:
        if not table.player(actor).units.get(self.unit):
            yield Violation("raging-titan.unit-choice", "{seat} has no {unit}", seat=actor, unit=self.unit)

    def apply(self, table: Table, step: "PayTitan", actor: str) -> None:
        return_units(table, actor, {self.unit: 1}, "raging-titan.unit-choice")
        if step.left > 1:
            table.push(PayTitan(seat=actor, titan=step.titan, left=step.left - 1))
            return
        titan = table.pack.titans[step.titan]
        table.state.titans[titan.pile].raging = None
        city = table.city(actor)
        player = table.player(actor)
        player.beaten = sorted({*player.beaten, city})
        table.log(TitanEliminated(rule="raging-titan.remove-from-game", seat=actor, titan=titan.id))
        table.push(ChooseRewards(seat=actor, source=titan.id))


def return_units(table: Table, seat: str, units: dict[Unit, int], rule: str) -> None:
    """Show Units and return them to the Barracks (``provide-units.show-then-return``)."""
    owned, barracks = table.player(seat).units, table.state.barracks
    for unit, number in units.items():
        owned[unit] -= number
        barracks[unit] = barracks.get(unit, 0) + number
    table.player(seat).units = {unit: number for unit, number in owned.items() if number}
    table.log(UnitsPaid(rule=rule, seat=seat, units=dict(units)))


class PayTitanUnits(Bundle, tag="pay-titan", frozen=True):
    """Return all the Units for the Titan at once."""

    units: Units

    def violations(self, table: Table, step: "PayTitan", actor: str) -> Iterator[Violation]:
        owned = table.player(actor).units
        for unit in UNITS:
            number = self.units.get(unit, 0)
            if number > owned.get(unit, 0):
                yield Violation(
                    "raging-titan.unit-choice:too-many",
                    "of the type {unit} {seat} has {owned}, not {number}",
                    at=f"units/{unit}",
                    seat=actor,
                    unit=unit,
                    owned=owned.get(unit, 0),
                    number=number,
                )
        offered = sum(self.units.values())
        if offered != step.left:
            yield Violation(
                "raging-titan.unit-choice:number",
                "Units that {titan} still takes: {left}, Units offered: {offered}",
                at="units",
                titan=step.titan,
                left=step.left,
                offered=offered,
            )

    def expand(self, table: Table, actor: str) -> Iterator[Action]:
        for unit in UNITS:
            for _ in range(self.units.get(unit, 0)):
                yield PayTitanUnit(actor=actor, unit=unit)

    def written(self, number: int, part: Action) -> Path:
        return ("units", part.unit) if isinstance(part, PayTitanUnit) else ()


class PayTitan(Choice, tag="pay-titan"):
    """A Titan has been chosen: its Units are paid one by one, of any types. What is still to pay is open."""

    rule: ClassVar[str] = "raging-titan.unit-choice"
    prompt: ClassVar[str] = "Return a Unit of your choice to the Barracks for {titan}; still to pay: {left}."
    actions: ClassVar[tuple[type[Action], ...]] = (PayTitanUnit, PayTitanUnits)

    titan: Titan
    left: Annotated[int, Meta(ge=1, le=5)]

    def consistency(self, table: Table) -> Iterator[Defect]:
        titan = table.pack.titans[self.titan]
        if titan not in table.raging():
            yield error("raging-titan.top-only", "/titan", "no-titan", f"{self.titan} does not rage")
        yield from _no_fight(table, self.seat)
        if self.left > titan.units:
            detail = f"{self.titan} takes {titan.units} Units, still to pay: {self.left}"
            yield error(self.rule, "/left", "too-many", detail)
        elif not is_hidden(table.player(self.seat)) and self.left > table.unit_count(self.seat):
            detail = f"Units of {self.seat}: {table.unit_count(self.seat)}, still to pay: {self.left}"
            yield error("raging-titan.enough-units", "/left", "too-few", detail)

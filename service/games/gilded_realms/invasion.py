"""Invasions: the Add To Threat roll, then each player's own Threat, Defence and Damage, all at the same time."""

from collections.abc import Iterator
from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.gilded_realms.dice import dice_of, finish_roll, start_roll, total
from service.games.gilded_realms.effects_due import triggered
from service.games.gilded_realms.event_cards import augmented
from service.games.gilded_realms.event_events import ThreatCounted, ThreatRolled
from service.games.gilded_realms.event_state import Defending, Invasion
from service.games.gilded_realms.invasion_damage import ResolveDamage
from service.games.gilded_realms.invasion_defence import Defend
from service.games.gilded_realms.table import Table


class BeginInvasion(Step, tag="begin-invasion"):
    """The Add To Threat dice of this round's Invasion are rolled; a Minor Invasion has none."""

    rule: ClassVar[str] = "invasion.add-to-threat-roll"

    def run(self, table: Table) -> None:
        card = table.event(table.state.round)
        if card is None or card.kind != "invasion":
            return
        shroud = augmented(table, table.state.round)
        table.state.invasion = Invasion(event=card.id, shroud=shroud.seat if shroud is not None else None)
        dice = dice_of(card.add_to_threat)
        if dice:
            start_roll(table, None, "threat", dice, AddToThreat())
        else:
            table.push(AddToThreat())


class AddToThreat(Step, tag="add-to-threat"):
    """The roll is added to everybody's Threat; then all face the Invasion."""

    rule: ClassVar[str] = "invasion.add-to-threat-roll"

    def run(self, table: Table) -> None:
        invasion = table.state.invasion
        if invasion is None:
            return
        rolled, rule = 0, "invasion.minor-no-roll"
        if table.state.roll is not None:
            rolled, rule = total(finish_roll(table, None, self.rule)), self.rule
        invasion.rolled = rolled
        name = table.pack.title(invasion.event)
        table.log(ThreatRolled(rule=rule, name=name, threat=rolled))
        lanes = {seat: _own_invasion(seat) for seat in table.state.seats}
        table.push(table.lanes(lanes), EndInvasion())


def _own_invasion(seat: str) -> list[Step]:
    """What a player goes through, the first step last."""
    return [SurviveInvasion(seat=seat), ResolveDamage(seat=seat), Defend(seat=seat), FaceInvasion(seat=seat)]


# --- Invasion Step 1: Determine Threat --------------------------------------------------------------------------------


def threat_sources(table: Table, seat: str) -> Iterator[tuple[str, str, int]]:
    """Every source of a player's Threat: the clause, what it is called, and how much."""
    player, invasion, constants = table.player(seat), table.state.invasion, table.pack.constants["invasion"]
    rolled = invasion.rolled if invasion is not None else None
    yield "invasion-threat.roll", "the Add To Threat roll", rolled or 0
    yield "invasion-threat.year-modifier", "the Year Threat Modifier", table.state.round
    for number, card in table.looming():
        ignored = seat in table.state.year_events[number - 1].ignored_by
        rule = "emberfall.mirage-threat" if ignored else "invasion-threat.looming"
        yield rule, card.name, 0 if ignored else card.threat
    yield "invasion-threat.hardship", "Hardship", table.hardship(seat) * constants["threat_per_hardship"]
    yield (
        "invasion-threat.capstones",
        "Capstones",
        sum(
            table.pack.faces[face].hinterland_threat
            for card in player.hinterland
            for face in table.pack.cards[card].faces
        ),
    )
    tokens = sum(table.pack.routes[route].threat * number for route, number in player.routes.items())
    yield "invasion-threat.routes", "Trade Route tokens", tokens
    cards = sum(table.piece(piece).face.threat * number for piece, number in player.territory.items())
    yield "invasion-threat.routes", "Trade Route Endeavours", cards


class FaceInvasion(Step, tag="face-invasion"):
    """Invasion Step 1: a player's Threat is determined."""

    rule: ClassVar[str] = "invasion.three-steps"

    seat: Seat

    def run(self, table: Table) -> None:
        threat = 0
        for rule, source, number in threat_sources(table, self.seat):
            threat += number
            if number:
                table.log(ThreatCounted(rule=rule, seat=self.seat, source=source, threat=number))
        table.player(self.seat).defending = Defending(threat=threat)


# --- when it is over --------------------------------------------------------------------------------------------------


class SurviveInvasion(Step, tag="survive-invasion"):
    """A player is done with the Invasion; some Knowledge rewards having suffered no Damage."""

    rule: ClassVar[str] = "invasion-damage.stop"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        defending, player.defending = player.defending, None
        if defending is not None and not defending.suffered:
            steps = triggered(table, self.seat, "after-invasion-no-damage")
            if steps:
                table.push(*steps)


class EndInvasion(Step, tag="end-invasion"):
    """The Invasion is over for everybody."""

    rule: ClassVar[str] = "invasion.individual"

    def run(self, table: Table) -> None:
        table.state.invasion = None

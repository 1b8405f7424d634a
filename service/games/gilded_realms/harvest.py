"""Step 7, End Harvest: income, what the Stance adds, and what cards give each time."""

from typing import ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.gilded_realms.effects_due import triggered
from service.games.gilded_realms.endeavour_deck import DrawEndeavours
from service.games.gilded_realms.event_events import HarvestDone
from service.games.gilded_realms.ids import PROVINCES
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import gain

AFTER_INCOME = "after-income"


class EndHarvest(Step, tag="end-harvest"):
    """Every player gathers in the harvest, all at the same time."""

    rule: ClassVar[str] = "harvest.income"

    def run(self, table: Table) -> None:
        table.push(table.lanes({seat: [FinishHarvest(seat=seat), Harvest(seat=seat)] for seat in table.state.seats}))


class Harvest(Step, tag="harvest"):
    """A player's income, the bonus of the Stance, and what cards give; some cards wait until all else is gained."""

    rule: ClassVar[str] = "harvest.income"

    seat: Seat

    def run(self, table: Table) -> None:
        steps = [
            *_income(table, self.seat),
            *_worker(table, self.seat),
            *_attacker(table, self.seat),
            *_owed(table, self.seat),
            *_cards(table, self.seat),
        ]
        if steps:
            table.push(*steps)


def _income(table: Table, seat: str) -> list[Step]:
    """The grey strips above the Provinces, and on the boards of House Lorian and the Ender Clan."""
    cards = 0
    for face in table.province_faces(seat):
        cards += take(table, seat, face.income, "harvest.income")
    player = table.player(seat)
    if player.faction == "house-lorian":
        gain(table, seat, table.pack.vault[player.vault_fortune].income, "lorian.vault-benefit")
    if player.faction == "ender-clan":
        gain(table, seat, {"authority": table.pack.authority_income}, "ender.authority-income")
    return draws(seat, cards, "harvest.income")


def take(table: Table, seat: str, printed: dict[str, int], rule: str) -> int:
    """Gain the Resources of an income bar; how many Endeavours it gives beside them."""
    amounts = {kind: number for kind, number in printed.items() if kind != "draw_endeavours"}
    gain(table, seat, amounts, rule)
    return printed.get("draw_endeavours", 0)


def draws(seat: str, number: int, rule: str) -> list[Step]:
    """Drawing so many Endeavours."""
    return [DrawEndeavours(seat=seat, number=number, asked_by=rule)] if number else []


def _worker(table: Table, seat: str) -> list[Step]:
    """The bonus of the place on which the Worker totem lies, and of cards that are about this place."""
    place = table.player(seat).worker
    if place is None:
        return []
    if place not in PROVINCES:
        return triggered(table, seat, "worker-stance-harvest", target=place)
    rule = f"harvest.worker-{place}"
    bonus = table.province(seat, place).worker_bonus
    cards = take(table, seat, bonus, rule)
    return [*draws(seat, cards, rule), *triggered(table, seat, "worker-stance-harvest", province=place)]


def _attacker(table: Table, seat: str) -> list[Step]:
    """Gold for each Campaign launched in this round; a Double Campaign is two."""
    player = table.player(seat)
    if player.stance == "attack":
        each = table.pack.constants["attack_stance"]["gold_per_campaign_at_end_harvest"]
        gain(table, seat, {"gold": each * player.campaigns}, "harvest.attack-gold")
    return []


def _owed(table: Table, seat: str) -> list[Step]:
    """What Units used in Campaigns bring in this End Harvest (Pillagers)."""
    owed: dict[str, int] = {str(kind): number for kind, number in table.player(seat).owed.items()}
    gain(table, seat, owed, "apex-pyre.pillagers")
    return []


def _cards(table: Table, seat: str) -> list[Step]:
    """What cards give each time, then those that come after everything else."""
    late = triggered(table, seat, "each-end-harvest", order=AFTER_INCOME)
    return [step for step in triggered(table, seat, "each-end-harvest") if step not in late] + late


class FinishHarvest(Step, tag="finish-harvest"):
    """A player takes the Stance Totem back."""

    rule: ClassVar[str] = "harvest.totem-back"

    seat: Seat

    def run(self, table: Table) -> None:
        player = table.player(self.seat)
        player.stance, player.worker, player.owed = None, None, {}
        table.log(HarvestDone(rule=self.rule, seat=self.seat))

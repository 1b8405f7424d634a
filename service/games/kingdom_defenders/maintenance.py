"""5. Maintenance: Deeds, passive discs, Rewards, the next Building, Adventures, in the printed order."""

from collections.abc import Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction
from service.engine.piles import Pile
from service.engine.shapes import CHANCE
from service.engine.step import Step
from service.games.kingdom_defenders import ids
from service.games.kingdom_defenders.adventures import RevealAdventure
from service.games.kingdom_defenders.card_events import AdventuresMoved, AdventuresRemoved
from service.games.kingdom_defenders.gains import recover
from service.games.kingdom_defenders.ids import DeedSlot, Relic, RewardSlot, Site
from service.games.kingdom_defenders.pack import CHEST, DEED_SLOTS
from service.games.kingdom_defenders.reveals import Reveal
from service.games.kingdom_defenders.setup_events import BuildingRevealed, DeedRevealed, RewardRevealed
from service.games.kingdom_defenders.table import Table
from service.games.kingdom_defenders.tiles import tiles_that_may_come

LAST_REVEAL = 4


class Maintain(Step, tag="maintenance"):
    """The steps of Maintenance. They do not influence each other; the printed order is used."""

    rule: ClassVar[str] = "maintenance.any-order"

    def run(self, table: Table) -> None:
        table.push(
            *(RevealDeed(slot=slot) for slot in DEED_SLOTS if slot not in table.state.deeds),
            RecoverPassive(),
            *(RevealReward(slot=slot) for slot in face_up_slots(table) if slot not in table.state.rewards),
            *next_building(table),
            MoveAdventures(),
        )


def face_up_slots(table: Table) -> list[str]:
    """The two Reward places that hold a tile; nothing is ever put on the printed chest."""
    return [slot for slot in table.pack.reward_slots if slot != CHEST]


def next_building(table: Table) -> list[Step]:
    """The reveal of the next Building; none in rounds 5 and 6."""
    if table.state.round > LAST_REVEAL:
        return []
    site = next((site for site in table.pack.sites if site not in table.state.buildings), None)
    return [RevealBuilding(site=site)] if site else []


class DeedTurnedUp(ChanceAction, tag="reveal-deed", frozen=True):
    """The next Deed of the pile."""

    deed: ids.Deed

    def apply(self, table: Table, step: "RevealDeed", actor: str) -> None:
        deed_pile(table).take(self.deed)
        table.state.deeds[step.slot] = self.deed
        table.log(DeedRevealed(rule=step.cites(), deed=self.deed, slot=step.slot))


def deed_pile(table: Table) -> Pile:
    """Pile I lies on pile II."""
    return table.state.deed_pile_1 if table.state.deed_pile_1.count else table.state.deed_pile_2


class RevealDeed(Reveal, tag="reveal-deed", kw_only=True):
    """An empty Deed place is filled from the pile, if there is a tile left."""

    rule: ClassVar[str] = "maintenance.refill-deeds"
    prompt: ClassVar[str] = "Turn up the next Deed for {slot}."
    actions: ClassVar[tuple[type[Action], ...]] = (DeedTurnedUp,)

    also_cites: ClassVar[tuple[str, ...]] = ("board-setup.three-deeds-face-up",)

    slot: DeedSlot

    def must(self, table: Table) -> tuple[str, ...]:
        return (CHANCE,) if deed_pile(table).count else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [DeedTurnedUp(actor=CHANCE, deed=d, weight=n) for d, n in deed_pile(table).draws().items()]


class RecoverPassive(Step, tag="recover-passive"):
    """The discs on passive Characters come back."""

    rule: ClassVar[str] = "maintenance.recover-passive-discs"

    def run(self, table: Table) -> None:
        for space in ["A-P1", *table.pack.places]:
            if space in table.state.discs:
                recover(table, space, self.rule)


class RewardTurnedUp(ChanceAction, tag="reveal-reward", frozen=True):
    """The Reward that is turned up on an empty place."""

    reward: Relic

    def apply(self, table: Table, step: "RevealReward", actor: str) -> None:
        table.state.reward_reserve.take(self.reward)
        table.state.rewards[step.slot] = self.reward
        table.log(RewardRevealed(rule=step.cites(), reward=self.reward, slot=step.slot))


class RevealReward(Reveal, tag="reveal-reward", kw_only=True):
    """An empty Reward place is filled from the reserve, if there is a tile left."""

    rule: ClassVar[str] = "maintenance.refill-rewards"
    prompt: ClassVar[str] = "Turn up a Reward for {slot}."
    actions: ClassVar[tuple[type[Action], ...]] = (RewardTurnedUp,)

    also_cites: ClassVar[tuple[str, ...]] = ("board-setup.two-rewards-face-up",)

    slot: RewardSlot

    def must(self, table: Table) -> tuple[str, ...]:
        return (CHANCE,) if table.state.reward_reserve.count else ()

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = table.state.reward_reserve.draws()
        return [RewardTurnedUp(actor=CHANCE, reward=relic, weight=n) for relic, n in draws.items()]


class BuildingTurnedUp(ChanceAction, tag="reveal-building", frozen=True):
    """The Building that lay face down on a place."""

    building: ids.Building

    def apply(self, table: Table, step: "RevealBuilding", actor: str) -> None:
        table.state.building_tiles.take(self.building)
        table.state.buildings[step.site] = self.building
        table.log(BuildingRevealed(rule=step.cites(), building=self.building, site=step.site))


class RevealBuilding(Reveal, tag="reveal-building", kw_only=True):
    """The next face-down Building is turned up."""

    rule: ClassVar[str] = "maintenance.reveal-building"
    prompt: ClassVar[str] = "Turn up the Building on {site}."
    actions: ClassVar[tuple[type[Action], ...]] = (BuildingTurnedUp,)

    also_cites: ClassVar[tuple[str, ...]] = ("difficulty-setup.reveal-first-building",)

    site: Site

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = tiles_that_may_come(table, table.state.building_tiles)
        return [BuildingTurnedUp(actor=CHANCE, building=code, weight=n) for code, n in draws.items()]


class MoveAdventures(Step, tag="move-adventures"):
    """Adventures on an X leave the game, the others and the old top card move along, and new ones are turned up."""

    rule: ClassVar[str] = "maintenance.shift-adventures"

    def run(self, table: Table) -> None:
        state, row = table.state, row_in_use(table)
        removed = [
            state.adventures.pop(space) for space in row if table.pack.spaces[space].x and space in state.adventures
        ]
        if removed:
            table.log(AdventuresRemoved(rule="maintenance.remove-x-adventures", adventures=removed))
        left = [state.adventures[space] for space in row if space in state.adventures]
        state.adventures = dict(zip(reversed(row), reversed(left), strict=False))
        table.log(AdventuresMoved(rule=self.rule, row=dict(state.adventures)))
        rule = "maintenance.refill-adventures"
        table.push(
            *(RevealAdventure(space=space, asked_by=rule) for space in reversed(row) if space not in state.adventures)
        )


def row_in_use(table: Table) -> list[str]:
    """The Adventure places that are used with this number of players, deck first."""
    return [space for space in table.pack.row if table.is_in_use(space)]

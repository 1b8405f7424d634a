"""Step 4, Choose Stance, and what Step 5 begins with: the Stances are revealed and Worker totems placed."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from service.engine.action import Action, TakeBack, Where
from service.engine.defect import Defect, error
from service.engine.step import Choice, Commitment, Step
from service.engine.violation import Violation
from service.games.gilded_realms.anytime import ANYTIME
from service.games.gilded_realms.campaign_events import StanceCommitted, StanceRevealed, TotemPlaced, WorkerPlaced
from service.games.gilded_realms.ids import Stance, WorkerPlace
from service.games.gilded_realms.negotiation import NEGOTIATION
from service.games.gilded_realms.offers import close_negotiation
from service.games.gilded_realms.table import Table

STANCES: tuple[Stance, ...] = ("worker", "defence", "attack")
TOTEM_PLACES = {
    "defence": ("reveal.defence-place", "the Military Province"),
    "attack": ("reveal.attack-place", "the Standing Army"),
}
PROVINCE_PLACES: tuple[WorkerPlace, ...] = ("agriculture", "township", "resources")


class SetStance(Action, tag="stance", frozen=True):
    """Choose a Stance in secret."""

    stance: Stance

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["SetStance"]:
        return [cls(actor=actor, stance=stance) for stance in STANCES]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        least = table.pack.constants["attack_stance"]["min_units_in_standing_army"]
        if self.stance == "attack" and table.army_size(actor) < least:
            yield Violation(
                "attack-stance.two-units",
                "Attack Stance needs {least} Units in the Standing Army, and {seat} has {has}",
                at="stance",
                least=least,
                seat=actor,
                has=table.army_size(actor),
            )

    def apply(self, table: Table, step: "ChooseStance", actor: str) -> None:
        table.player(actor).stance, step.committed = self.stance, True
        table.log(StanceCommitted(rule=step.rule, seat=actor))


class ChooseStance(Commitment, tag="choose-stance"):
    """Everybody chooses a Stance in secret, after the own actions."""

    rule: ClassVar[str] = "stance.secret-choice"
    taken_back_by: ClassVar[str] = "stance.secret-choice"
    prompt: ClassVar[str] = "Choose your Stance."
    windows: ClassVar[tuple[str, ...]] = ("anytime",)
    actions: ClassVar[tuple[type[Action], ...]] = (SetStance, *ANYTIME, *NEGOTIATION)

    def types(self, table: Table, actor: str) -> tuple[type[Action], ...]:
        """The Stances; once one is chosen it can be taken back. What is open at any time stays so, as negotiation."""
        talks = () if table.solo else NEGOTIATION
        return (TakeBack if self.committed else SetStance, *ANYTIME, *talks)

    def take_back(self, table: Table) -> None:
        table.player(self.seat).stance = None
        self.committed = False

    def consistency(self, table: Table) -> Iterator[Defect]:
        chosen = table.player(self.seat).stance is not None
        if chosen != self.committed and not hasattr(table.state, "viewer"):
            told = f"{self.seat} has chosen no Stance" if self.committed else f"{self.seat} has yet to choose a Stance"
            yield error(self.rule, "/committed", "stance", f"{told}: ``stance`` says otherwise".replace("``", '"'))


class RevealStances(Step, tag="reveal-stances"):
    """Everybody reveals the Stance; in Rank Order Worker totems are placed."""

    rule: ClassVar[str] = "reveal.flip"

    def run(self, table: Table) -> None:
        close_negotiation(table)
        log = table.log_known if table.solo else table.log
        for seat in table.rank_order():
            stance = table.player(seat).stance
            if stance is not None:
                log(StanceRevealed(rule=self.rule, seat=seat, stance=stance))
            if stance in TOTEM_PLACES:
                rule, place = TOTEM_PLACES[stance]
                table.log(TotemPlaced(rule=rule, seat=seat, place=place))
        table.push(PlaceWorkers())


class PlaceWorkers(Step, tag="place-workers"):
    """In Rank Order the players in Worker Stance place their totems."""

    rule: ClassVar[str] = "reveal.worker-place"

    def run(self, table: Table) -> None:
        players = [(seat, table.player(seat)) for seat in table.rank_order()]
        left = [seat for seat, player in players if player.stance == "worker" and player.worker is None]
        if left:
            table.push(PlaceWorker(seat=left[0]), PlaceWorkers())


def worker_places(table: Table, seat: str) -> list[str]:
    """Where a player may put the Worker totem."""
    return [*PROVINCE_PLACES, *table.modifiers(seat, "worker_stance_target")]


class PlaceTotem(Action, tag="place-worker", frozen=True):
    """Place the Worker totem."""

    place: WorkerPlace

    @classmethod
    def candidates(cls, table: Table, step: Any, actor: str, where: Where) -> Iterable["PlaceTotem"]:
        return [cls(actor=actor, place=place) for place in worker_places(table, actor)]  # type: ignore[arg-type]

    def violations(self, table: Table, step: Any, actor: str) -> Iterator[Violation]:
        if self.place not in worker_places(table, actor):
            yield Violation(
                "reveal.worker-place",
                "{seat} has no {name} to place it on",
                at="place",
                seat=actor,
                name=self.place.title(),
            )

    def apply(self, table: Table, step: Any, actor: str) -> None:
        table.player(actor).worker = self.place
        table.log(WorkerPlaced(rule=step.rule, seat=actor, place=self.place.title()))


class PlaceWorker(Choice, tag="place-worker"):
    """A player in Worker Stance places the totem."""

    rule: ClassVar[str] = "reveal.worker-place"
    prompt: ClassVar[str] = "Place your Stance Totem for the income of End Harvest."
    actions: ClassVar[tuple[type[Action], ...]] = (PlaceTotem, *ANYTIME)

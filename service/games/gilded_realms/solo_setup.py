"""What a solo game begins with."""

from collections.abc import Iterator
from typing import ClassVar

from service.engine.game import Setup
from service.engine.piles import Pile
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.gilded_realms.pack import GildedPack
from service.games.gilded_realms.solo_state import Solo
from service.games.gilded_realms.table import Table


def begin_solo(setup: Setup, pack: GildedPack) -> Solo | None:
    """The Warfront board of a solo game before anything is chosen; null where several play."""
    if len(setup.seats) > 1:
        return None
    options = setup.options
    difficulty = options.saga.difficulty if options.saga and options.saga.games else options.difficulty
    level = pack.difficulties[difficulty]
    return Solo(
        difficulty=difficulty,
        saga=options.saga,
        warfront=level.warfront_start,
        prosperity=level.prosperity,
        deck=Pile.of(dict.fromkeys(pack.warfront_cards, 1)),
    )


def solo_setup_violations(setup: Setup, pack: GildedPack) -> Iterator[Violation]:
    """Why this is no setup of a solo game."""
    if len(setup.seats) > 1 and setup.options.saga is not None:
        yield Violation("setup-type.saga-option", "a Saga is for one player", at="saga")


class SoloSetup(Step, tag="solo-setup"):
    """Serpens Rewards are sold and bought, and the Warfront board is set up."""

    rule: ClassVar[str] = "setup.solo-follows-multiplayer"

    def run(self, table: Table) -> None:
        return

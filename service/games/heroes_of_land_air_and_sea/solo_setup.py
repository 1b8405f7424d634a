"""Setting up a solo game: the Enemy's Faction is drawn, and the player places its Capital City."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction, Where
from service.engine.shapes import CHANCE
from service.engine.step import ChanceStep, Choice
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.ids import ENEMY, Continent
from service.games.heroes_of_land_air_and_sea.round_events import CapitalPlaced
from service.games.heroes_of_land_air_and_sea.solo_events import EnemyFactionDrawn
from service.games.heroes_of_land_air_and_sea.stock import gain
from service.games.heroes_of_land_air_and_sea.supply import place
from service.games.heroes_of_land_air_and_sea.table import Table


class EnemyFaction(ChanceAction, tag="draw-enemy-faction", frozen=True):
    """The Faction of the Enemy."""

    faction: ids.Faction

    def apply(self, table: Table, step: "DrawEnemyFaction", actor: str) -> None:
        faction = table.pack.factions[self.faction]
        table.player(ENEMY).faction = faction.id
        table.log(EnemyFactionDrawn(rule=step.rule, faction=faction.id, name=faction.name))
        gain(table, ENEMY, table.pack.solo_resources, step.rule)


class DrawEnemyFaction(ChanceStep, tag="draw-enemy-faction"):
    """Chance says which of the other Factions the Enemy has."""

    rule: ClassVar[str] = "solo.setup-enemy"
    prompt: ClassVar[str] = "Draw the Faction of the Enemy."
    actions: ClassVar[tuple[type[Action], ...]] = (EnemyFaction,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        taken = {player.faction for player in table.state.players.values()}
        free = [faction for faction in table.pack.factions if faction not in taken]
        return [EnemyFaction(actor=CHANCE, faction=faction, weight=1) for faction in free]


class PlaceEnemy(Action, tag="place-enemy", frozen=True):
    """Place the Capital City of the Enemy on this Continent."""

    continent: Continent

    @classmethod
    def candidates(cls, table: Table, step: "ChooseEnemyContinent", actor: str, where: Where) -> Iterable["PlaceEnemy"]:
        return [cls(actor=actor, continent=continent) for continent in table.pack.capital_of]

    def violations(self, table: Table, step: "ChooseEnemyContinent", actor: str) -> Iterator[Violation]:
        capital = table.player(actor).capital
        own = table.pack.regions[capital].continent if capital is not None else ""
        if self.continent == own:
            yield Violation(
                "setup.one-capital-per-continent",
                "the Capital City of {seat} stands on {continent}",
                seat=actor,
                continent=self.continent,
            )
        elif own not in table.pack.adjacent_continents[self.continent]:
            yield Violation(
                "solo.setup-continent",
                "{continent} is not adjacent to {own}, where the Capital City of {seat} stands",
                continent=self.continent,
                own=own,
                seat=actor,
            )

    def apply(self, table: Table, step: "ChooseEnemyContinent", actor: str) -> None:
        enemy, region = table.player(ENEMY), table.pack.capital_of[self.continent]
        enemy.capital = region
        table.log(CapitalPlaced(rule=step.rule, seat=ENEMY, continent=self.continent, region=region))
        place(table, ENEMY, dict.fromkeys(table.faction(ENEMY).heroes, 1), region, "solo.setup-enemy")


class ChooseEnemyContinent(Choice, tag="choose-enemy-continent"):
    """The player places the Enemy's Capital City on a Continent adjacent to the own one."""

    rule: ClassVar[str] = "solo.setup-continent"
    prompt: ClassVar[str] = "Choose the Continent of the Enemy's Capital City."
    actions: ClassVar[tuple[type[Action], ...]] = (PlaceEnemy,)

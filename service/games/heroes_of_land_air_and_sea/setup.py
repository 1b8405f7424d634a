"""Setup: first player, Factions, Spell Cards, the Tax Track, Continents and Exploration Tokens."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from service.engine.action import Action, ChanceAction, Where
from service.engine.game import SeatSetup as EngineSeatSetup
from service.engine.game import Setup
from service.engine.piles import Pile
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.heroes_of_land_air_and_sea import ids
from service.games.heroes_of_land_air_and_sea.ids import RESOURCES, Continent, Resource
from service.games.heroes_of_land_air_and_sea.pack import HeroesPack
from service.games.heroes_of_land_air_and_sea.presets import blocked_presets, preset_violations
from service.games.heroes_of_land_air_and_sea.recruiting import unit_of
from service.games.heroes_of_land_air_and_sea.round_events import (
    CapitalPlaced,
    FactionChosen,
    FirstPlayerSet,
    TaxTokenPlaced,
    TokensPlaced,
)
from service.games.heroes_of_land_air_and_sea.rounds import BeginRound
from service.games.heroes_of_land_air_and_sea.solo_setup import ChooseEnemyContinent, DrawEnemyFaction
from service.games.heroes_of_land_air_and_sea.spell_deck import DrawSpell
from service.games.heroes_of_land_air_and_sea.state import (
    LandPool,
    Mode,
    Player,
    Preset,
    SeaPool,
    Solo,
    State,
    Team,
    Tokens,
)
from service.games.heroes_of_land_air_and_sea.stock import gain
from service.games.heroes_of_land_air_and_sea.supply import place
from service.games.heroes_of_land_air_and_sea.table import Table

RULES_VERSION = "1.0.1"
MOST_PLAYERS = 4


class SeatSetup(EngineSeatSetup):
    """What may be chosen beforehand for a seat: its Faction, its Continent and, in team play, its team.

    In a game entered in the middle a seat whose Faction and Continent stand here, and of which no pieces are entered,
    has the Units and Resources of the setup; `units` entered as `{}` say that there are none.
    """

    faction: ids.Faction | None = None
    continent: Continent | None = None
    team: Team | None = None


def mode_of(setup: Setup) -> Mode:
    """How a game is played: one player always plays solo."""
    return "solo" if len(setup.seats) == 1 else setup.options.mode


def teams_of(setup: Setup) -> dict[str, Team]:
    """Who is in which team; partners sit opposite each other unless the setup says otherwise.

    Once both members of a team are named, the others are the other team.
    """
    if mode_of(setup) != "teams":
        return {}
    default: tuple[Team, Team] = ("first", "second")
    chosen = setup.chosen("team")
    full = [team for team in default if list(chosen.values()).count(team) == MOST_PLAYERS / 2]
    left = next((team for team in default if team not in full), default[0]) if full else None
    return {seat: chosen.get(seat) or left or default[number % 2] for number, seat in enumerate(setup.seats)}


def setup_violations(setup: Setup, pack: HeroesPack) -> Iterator[Violation]:
    """Why a game cannot be played in this mode by these players."""
    mode, number = mode_of(setup), len(setup.seats)
    if mode == "solo" and number > 1:
        yield Violation("solo.setup-enemy", "a solo game is for one player, not for {number}", number=number)
    named = setup.chosen("team")
    if named and mode != "teams":
        yield Violation("team.no-attack:mode", "{seats} can be in a team in team play only", seats=list(named))
    if mode == "teams":
        sizes = Counter(teams_of(setup).values())
        if number != MOST_PLAYERS or set(sizes.values()) != {2}:
            yield Violation("team.no-attack", "team play is two against two, not {sizes}", sizes=sorted(sizes.values()))
    yield from preset_violations(setup, pack)


def deal(setup: Setup, pack: HeroesPack) -> State:
    """The state before the first choice: nothing placed, all cards in the deck, all tokens unseen."""
    presets = {
        seat: Preset(faction=getattr(entry, "faction", None), continent=getattr(entry, "continent", None))
        for seat, entry in setup.presets.items()
    }
    return State(
        game="heroes-of-land-air-and-sea",
        rules_version=RULES_VERSION,
        pack=setup.pack,
        salt=setup.salt,
        seats=list(setup.seats),
        options=replace(setup.options, mode=mode_of(setup)),
        teams=teams_of(setup),
        solo=Solo() if mode_of(setup) == "solo" else None,
        first_player=setup.options.first_player,
        players={seat: Player() for seat in setup.seats},
        deck=Pile.of({spell.id: spell.copies for spell in pack.spells.values()}),
        land_pool=LandPool(unseen={token.id: token.count for token in pack.land_tokens.values()}),
        sea_pool=SeaPool(unseen={token.id: token.count for token in pack.sea_tokens.values()}),
        presets={seat: preset for seat, preset in presets.items() if preset.faction or preset.continent},
        agenda=[SetUp()],
    )


class SetUp(Step, tag="set-up"):
    """Who begins, then the steps of the setup."""

    rule: ClassVar[str] = "setup.first-player"

    def run(self, table: Table) -> None:
        if len(table.state.seats) == 1:
            (table.state.first_player,) = table.state.seats
        if table.state.first_player is None:
            table.push(DrawFirstPlayer(), PrepareBoards())
            return
        table.log(FirstPlayerSet(rule=self.rule, seat=table.state.first_player))
        table.push(PrepareBoards())


class FirstPlayerDrawn(ChanceAction, tag="draw-first-player", frozen=True):
    """The player who gets the First Player Token."""

    seat: Seat

    def apply(self, table: Table, step: "DrawFirstPlayer", actor: str) -> None:
        table.state.first_player = self.seat
        table.log(FirstPlayerSet(rule=step.rule, seat=self.seat))


class DrawFirstPlayer(ChanceStep, tag="draw-first-player"):
    """Chance says who begins."""

    rule: ClassVar[str] = "setup.first-player"
    prompt: ClassVar[str] = "Draw who gets the First Player Token."
    actions: ClassVar[tuple[type[Action], ...]] = (FirstPlayerDrawn,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [FirstPlayerDrawn(actor=CHANCE, seat=seat, weight=1) for seat in table.state.seats]


class PrepareBoards(Step, tag="prepare-boards"):
    """Factions in turn order, a Spell Card for everybody, the Tax Track, Continents counterclockwise, tokens."""

    rule: ClassVar[str] = "setup.choose-faction"

    def run(self, table: Table) -> None:
        order = table.in_turn()
        solo = table.state.solo is not None
        table.push(
            *(ChooseFaction(seat=seat) for seat in order),
            *([DrawEnemyFaction()] if solo else []),
            *(DrawSpell(seat=seat, asked_by="setup.deal-spell") for seat in order),
            *(DrawTaxToken() for _ in RESOURCES[1:]),
            *(ChooseContinent(seat=seat) for seat in [*order[:0:-1], order[0]]),
            *(ChooseEnemyContinent(seat=seat) for seat in order if solo),
            PlaceTokens(),
            BeginRound(),
        )


class ChooseOneFaction(Action, tag="choose-faction", frozen=True):
    """Play this Faction."""

    faction: ids.Faction

    @classmethod
    def candidates(cls, table: Table, step: "ChooseFaction", actor: str, where: Where) -> Iterable["ChooseOneFaction"]:
        return [cls(actor=actor, faction=faction) for faction in table.pack.factions]

    def violations(self, table: Table, step: "ChooseFaction", actor: str) -> Iterator[Violation]:
        for seat, player in table.state.players.items():
            if player.faction == self.faction:
                yield Violation(
                    "setup.choose-faction",
                    "{seat} plays the {faction} already",
                    at="faction",
                    seat=seat,
                    faction=table.pack.factions[self.faction].name,
                )
        for seat, chosen in table.state.presets.items():
            if chosen.faction == self.faction and seat != actor and table.player(seat).faction is None:
                yield Violation(
                    "setup.choose-faction:chosen",
                    "the setup has chosen the {faction} for {seat}",
                    at="faction",
                    seat=seat,
                    faction=table.pack.factions[self.faction].name,
                )

    def apply(self, table: Table, step: "ChooseFaction", actor: str) -> None:
        table.player(actor).faction = self.faction
        faction = table.pack.factions[self.faction]
        table.log(FactionChosen(rule=step.rule, seat=actor, faction=faction.id, name=faction.name))
        gain(table, actor, table.pack.constants["starting_resources"], "setup.starting-resources")


class ChooseFaction(Choice, tag="choose-faction"):
    """In turn order each player takes a Faction."""

    rule: ClassVar[str] = "setup.choose-faction"
    prompt: ClassVar[str] = "Choose a Faction that nobody else plays."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseOneFaction,)


class TaxTokenDrawn(ChanceAction, tag="draw-tax-token", frozen=True):
    """The token for the next space of the Tax Track."""

    resource: Resource

    def apply(self, table: Table, step: "DrawTaxToken", actor: str) -> None:
        table.state.tax = [*table.state.tax, self.resource]
        self._log(table, self.resource)
        left = [resource for resource in RESOURCES if resource not in table.state.tax]
        if len(left) == 1:
            table.state.tax = [*table.state.tax, *left]
            self._log(table, left[0])

    def _log(self, table: Table, resource: Resource) -> None:
        amount = table.pack.constants["tax_track"][table.state.tax.index(resource)]
        table.log(TaxTokenPlaced(rule="setup.tax-track-random", resource=resource, amount=amount))


class DrawTaxToken(ChanceStep, tag="draw-tax-token"):
    """A Resource token falls on the next space of the Tax Track; the last one is left for the last space."""

    rule: ClassVar[str] = "setup.tax-track-random"
    prompt: ClassVar[str] = "Draw the Resource token for the next space of the Tax Track, from 4 down."
    actions: ClassVar[tuple[type[Action], ...]] = (TaxTokenDrawn,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        left = [resource for resource in RESOURCES if resource not in table.state.tax]
        return [TaxTokenDrawn(actor=CHANCE, resource=resource, weight=1) for resource in left]


class ChooseOneContinent(Action, tag="choose-continent", frozen=True):
    """Place the Capital City on this Continent."""

    continent: Continent

    @classmethod
    def candidates(
        cls, table: Table, step: "ChooseContinent", actor: str, where: Where
    ) -> Iterable["ChooseOneContinent"]:
        return [cls(actor=actor, continent=continent) for continent in table.pack.capital_of]

    def violations(self, table: Table, step: "ChooseContinent", actor: str) -> Iterator[Violation]:
        taken = {
            table.pack.regions[player.capital].continent: seat
            for seat, player in table.state.players.items()
            if player.capital is not None
        }
        if self.continent in taken:
            yield Violation(
                "setup.one-capital-per-continent",
                "the Capital City of {seat} stands on {continent}",
                seat=taken[self.continent],
                continent=self.continent,
            )
        elif taken and not set(table.pack.adjacent_continents[self.continent]) & set(taken):
            yield Violation(
                "setup.capital-adjacent-continent",
                "{continent} is adjacent to no Continent with a Capital City, only to {adjacent}",
                continent=self.continent,
                adjacent=list(table.pack.adjacent_continents[self.continent]),
            )
        yield from blocked_presets(table, actor, self.continent, set(taken))

    def apply(self, table: Table, step: "ChooseContinent", actor: str) -> None:
        first = all(player.capital is None for player in table.state.players.values())
        region = table.pack.capital_of[self.continent]
        table.player(actor).capital = region
        table.state.presets.pop(actor, None)
        rule = "setup.capital-first-choice" if first else "setup.capital-adjacent-continent"
        table.log(CapitalPlaced(rule=rule, seat=actor, continent=self.continent, region=region))
        start = table.pack.constants["starting_units"]
        units = {unit_of(table, actor, kind): number for kind, number in start.items()}
        place(table, actor, units, region, "setup.starting-units")


class ChooseContinent(Choice, tag="choose-continent"):
    """Counterclockwise, the first player last, each player places the Capital City."""

    rule: ClassVar[str] = "setup.capital-order"
    prompt: ClassVar[str] = "Choose the Continent of your Capital City."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooseOneContinent,)


class PlaceTokens(Step, tag="place-tokens"):
    """Exploration Tokens are placed face down."""

    rule: ClassVar[str] = "setup.tokens-after-capitals"

    def run(self, table: Table) -> None:
        state, pack = table.state, table.pack
        state.land_tokens, state.sea_tokens = fresh_tokens(table)
        placed = sum(tokens.down for tokens in state.land_tokens.values())
        left = sum(token.count for token in pack.land_tokens.values()) - placed
        table.log(TokensPlaced(rule="setup.land-tokens", color="Land", number=placed, left=left))
        placed = sum(tokens.down for tokens in state.sea_tokens.values())
        left = sum(token.count for token in pack.sea_tokens.values()) - placed
        table.log(TokensPlaced(rule="setup.sea-tokens", color="Sea", number=placed, left=left))


def fresh_tokens(table: Table) -> tuple[dict[str, Tokens], dict[str, Tokens]]:
    """The tokens of every Land Region without a Capital City, and of every Sea Region."""
    capitals = {table.player(party).capital for party in table.parties()}
    lands = {r.id: Tokens(down=r.tokens) for r in table.pack.regions.values() if r.id not in capitals}
    return lands, {sea: Tokens(down=number) for sea, number in table.pack.seas.items()}


def preset(table: Table, step: Step, actor: str) -> Action | None:
    """What the setup has chosen for a seat that has to decide."""
    chosen = table.state.presets.get(actor)
    if chosen is None:
        return None
    if isinstance(step, ChooseFaction) and chosen.faction is not None:
        return ChooseOneFaction(actor=actor, faction=chosen.faction)
    if isinstance(step, ChooseContinent) and chosen.continent is not None:
        return ChooseOneContinent(actor=actor, continent=chosen.continent)
    return None

"""Setup: Heroes, the Source, offers, the first tiles, hands."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from service.engine.action import Action, Where
from service.engine.game import SeatSetup as EngineSeatSetup
from service.engine.game import Setup
from service.engine.piles import Pile
from service.engine.step import Choice, Step
from service.engine.violation import Violation
from service.games.mage_knight import ids
from service.games.mage_knight.cards import draw_cards
from service.games.mage_knight.dummy import ChooseDummy
from service.games.mage_knight.events_core import HeroChosen, OfferDealtAgain, RoundBegun
from service.games.mage_knight.exploring import RevealTile
from service.games.mage_knight.ids import BACKS
from service.games.mage_knight.offers import OFFER_SIZE, DealUnit, fill_offer, under_its_deck
from service.games.mage_knight.pack import MageKnightPack
from service.games.mage_knight.pack_scenarios import ScenarioCard
from service.games.mage_knight.rounds import lay_out_tactics
from service.games.mage_knight.source import whole_roll
from service.games.mage_knight.state import Decks, Player, State
from service.games.mage_knight.state_map import EnemyPile, RuinsPile, TileDeck, WorldMap
from service.games.mage_knight.table import Table
from service.games.mage_knight.tactics import ChooseTactics
from service.games.mage_knight.turns import NextTurn

RULES_VERSION = "1.0.1"


class SeatSetup(EngineSeatSetup):
    """What may be chosen beforehand for a seat: its Hero."""

    hero: ids.Hero | None = None


def scenario_of(setup: Setup) -> str:
    """The scenario that is played: First Reconnaissance, and alone Solo Conquest, unless another is named."""
    named: str | None = setup.options.scenario
    return named or ("solo-conquest" if len(setup.seats) == 1 else "first-reconnaissance")


def setup_violations(setup: Setup, pack: MageKnightPack) -> Iterator[Violation]:
    """Why a scenario cannot be played by these players."""
    scenario, number = pack.scenarios[scenario_of(setup)], len(setup.seats)
    if number not in scenario.players:
        yield Violation(
            "flow.choose-scenario",
            "the number of players is {number}; {scenario} takes: {players}",
            scenario=scenario.name,
            players=list(scenario.players),
            number=number,
        )
    else:
        yield from _option_violations(setup, scenario)
    for hero in sorted(setup.chosen_twice("hero")):
        yield Violation("flow.hero-selection-order", "{hero} is chosen twice", hero=pack.heroes[hero].name)


def _option_violations(setup: Setup, scenario: ScenarioCard) -> Iterator[Violation]:
    """Options that this scenario cannot have."""
    levels, cities = setup.options.city_levels, int(scenario.core_city[str(len(setup.seats))])
    if levels is not None and "enterable" in scenario.cities:
        yield Violation("recon.city-closed:level", "cities have no level in {scenario}", scenario=scenario.name)
    elif levels is not None and len(levels) != cities:
        yield Violation(
            "variant.city-levels",
            "the number of levels is {number}, that of cities {cities}",
            number=len(levels),
            cities=cities,
        )
    if setup.options.pvp and scenario.special.get("team"):
        yield Violation("team.no-pvp:option", "players do not fight each other in {scenario}", scenario=scenario.name)


def deal(setup: Setup, pack: MageKnightPack) -> State:
    """The state before the first choice: all piles shuffled, nothing turned up, no Hero chosen."""
    scenario = pack.scenarios[scenario_of(setup)]
    presets = {seat: entry.hero for seat, entry in setup.presets.items() if getattr(entry, "hero", None)}  # type: ignore[attr-defined]
    return State(
        game="mage-knight",
        rules_version=RULES_VERSION,
        pack=setup.pack,
        salt=setup.salt,
        seats=list(setup.seats),
        options=replace(setup.options, scenario=scenario.id),
        scenario=scenario.id,
        players={
            seat: Player(
                fame=int(scenario.special.get("start_fame", 0)),
                reputation=int(scenario.special.get("start_reputation", 0)),
            )
            for seat in setup.seats
        },
        decks=fresh_decks(pack, scenario, setup.options.interactive),
        world=fresh_world(pack, scenario, str(len(setup.seats))),
        presets=presets,
        agenda=[SetUp()],
    )


def fresh_decks(pack: MageKnightPack, scenario: ScenarioCard, interactive: bool) -> Decks:
    """The common decks, shuffled."""
    no_competitive = scenario.special.get("remove_competitive_spells") or not interactive
    spells = [spell for spell in pack.spells if not (no_competitive and pack.cards[spell].competitive)]
    units = pack.units.values()
    return Decks(
        spells=Pile.of(dict.fromkeys(spells, 1)),
        advanced=Pile.of({card: pack.cards[card].copies for card in pack.advanced}),
        artifacts=Pile.of({card: pack.cards[card].copies for card in pack.artifacts}),
        regular=Pile.of({unit.id: unit.copies for unit in units if unit.deck == "regular"}),
        elite=Pile.of({unit.id: unit.copies for unit in units if unit.deck == "elite"}),
    )


def fresh_world(pack: MageKnightPack, scenario: ScenarioCard, count: str) -> WorldMap:
    """The starting tile, the tile deck, and the piles of tokens."""
    shape = pack.shapes[scenario.shapes.get(count, next(iter(scenario.shapes.values())))]
    unseen = sorted(tile.id for tile in pack.tiles.values() if tile.group != "start")
    return WorldMap(
        tiles={"x0y0": shape.start_tile},
        deck=TileDeck(
            countryside=scenario.countryside.get(count, 0),
            core=scenario.core_plain.get(count, 0),
            city=scenario.core_city.get(count, 0),
            unseen=unseen,
            by_number=scenario.by_number,
        ),
        enemies={back: fresh_pile(pack, back) for back in BACKS},
        ruins=RuinsPile(unseen=sorted(pack.ruins), count=len(pack.ruins)),
    )


def fresh_pile(pack: MageKnightPack, back: str) -> EnemyPile:
    """All tokens with one back in their pile."""
    tokens = {enemy.id: enemy.copies for enemy in pack.enemies.values() if enemy.back == back}
    return EnemyPile(unseen=tokens, count=sum(tokens.values()))


def skill_pile(pack: MageKnightPack, scenario: ScenarioCard, hero: str, interactive: bool) -> Pile:
    """The Skill tokens of a Hero, shuffled; of the interactive ones that of the scenario, or none."""
    sheet = pack.heroes[hero]
    skills = [skill for skill in sheet.skills if skill != sheet.competitive_skill]
    if interactive:
        skills.append(sheet.cooperative_skill if scenario.cooperative else sheet.competitive_skill)
    return Pile.of(dict.fromkeys(skills, 1))


class SetUp(Step, tag="set-up"):
    """Heroes are chosen in order, then everything is laid out."""

    rule: ClassVar[str] = "flow.hero-selection-order"

    def run(self, table: Table) -> None:
        steps: list[Step] = [ChooseHero(seat=seat) for seat in table.state.seats]
        if table.scenario.has_dummy:
            steps.append(ChooseDummy())
        table.push(*steps, LayOut())


class TakeHero(Action, tag="choose-hero", frozen=True):
    """Choose a free Hero."""

    hero: ids.Hero

    @classmethod
    def candidates(cls, table: Table, step: "ChooseHero", actor: str, where: Where) -> Iterable["TakeHero"]:
        return [cls(actor=actor, hero=hero) for hero in sorted(table.pack.heroes)]

    def violations(self, table: Table, step: "ChooseHero", actor: str) -> Iterator[Violation]:
        dummy = table.state.dummy
        taken = {seat: player.hero for seat, player in table.state.players.items()}
        for seat, hero in (*taken.items(), *([(ids.DUMMY, dummy.hero)] if dummy is not None else [])):
            if hero == self.hero:
                yield Violation(
                    "flow.hero-selection-order:taken",
                    "{seat} plays {hero}",
                    at="hero",
                    seat=seat,
                    hero=self.hero,
                )
        for seat, hero in table.state.presets.items():
            if hero == self.hero and seat != actor and table.player(seat).hero is None:
                yield Violation(
                    "flow.hero-selection-order:chosen",
                    "the setup has chosen {hero} for {seat}",
                    at="hero",
                    seat=seat,
                    hero=self.hero,
                )

    def apply(self, table: Table, step: "ChooseHero", actor: str) -> None:
        player, sheet = table.player(actor), table.pack.heroes[self.hero]
        player.hero = self.hero
        player.deck = Pile.of({card: sheet.deck.count(card) for card in sheet.deck})
        player.skill_pile = skill_pile(table.pack, table.scenario, self.hero, table.state.options.interactive)
        table.state.presets.pop(actor, None)
        table.log(HeroChosen(rule="flow.hero-selection-order", seat=actor, hero=self.hero))


class ChooseHero(Choice, tag="choose-hero"):
    """A player chooses a Hero."""

    rule: ClassVar[str] = "flow.hero-selection-order"
    prompt: ClassVar[str] = "Choose your Hero."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeHero,)


class LayOut(Step, tag="lay-out"):
    """The Source is rolled, offers and tiles are turned up, hands are drawn; the first Round begins."""

    rule: ClassVar[str] = "flow.round-order-from-selection"

    def run(self, table: Table) -> None:
        state, shape = table.state, table.pack.shapes[table.scenario.shapes[table.count()]]
        state.order = list(state.seats)
        if state.dummy is not None:
            state.order.append(ids.DUMMY)
        tiles: list[Step] = [RevealTile(place=place) for place in shape.first]
        table.push(
            *whole_roll(table, "setup.source-dice"),
            FillOffers(),
            DealFirstUnits(),
            *tiles,
            FirstHands(),
            BeginFirstRound(),
        )


class FillOffers(Step, tag="fill-offers"):
    """Three Spells and three Advanced Actions are turned up."""

    rule: ClassVar[str] = "setup.spell-offer"

    def run(self, table: Table) -> None:
        for _ in range(OFFER_SIZE):
            fill_offer(table, "advanced-action", "setup.advanced-action-offer")
        for _ in range(OFFER_SIZE):
            fill_offer(table, "spell", "setup.spell-offer")


class DealFirstUnits(Step, tag="deal-first-units"):
    """The first Unit offer; where a Unit for villages must be in it, it is dealt again until one is."""

    rule: ClassVar[str] = "setup.first-unit-offer"

    again: bool = False

    def run(self, table: Table) -> None:
        units = table.state.offers.units
        if self.again:
            if any("village" in table.pack.units[unit].recruit_at for unit in units):
                return
            for unit in units:
                under_its_deck(table, unit, "regular")
            units.clear()
            table.state.decks.regular.shuffle()
            table.log(OfferDealtAgain(rule="recon.village-unit"))
        deals: list[Step] = [DealUnit(deck="regular", dealt_by=self.rule) for _ in range(table.unit_offer_size())]
        if table.scenario.special.get("village_unit_in_first_offer"):
            deals.append(DealFirstUnits(again=True))
        table.push(*deals)


class FirstHands(Step, tag="first-hands"):
    """Everybody draws the first hand."""

    rule: ClassVar[str] = "setup.hand-of-five"

    def run(self, table: Table) -> None:
        for seat in reversed(table.state.seats):
            draw_cards(table, seat, table.level(seat).hand_limit, self.rule)


class BeginFirstRound(Step, tag="begin-first-round"):
    """The first Tactics are laid out, and the first Round begins."""

    rule: ClassVar[str] = "setup.first-tactics"

    def run(self, table: Table) -> None:
        lay_out_tactics(table)
        table.log(RoundBegun(rule="setup.day-first", round=1, time=table.time.capitalize()))
        table.push(ChooseTactics(), NextTurn())


def preset(table: Table, step: Step, actor: str) -> Action | None:
    """The Hero that the setup has chosen for a seat."""
    hero = table.state.presets.get(actor)
    return TakeHero(actor=actor, hero=hero) if isinstance(step, ChooseHero) and hero is not None else None


SETUP_STEPS: tuple[type[Step], ...] = (
    SetUp,
    ChooseHero,
    LayOut,
    FillOffers,
    DealFirstUnits,
    FirstHands,
    BeginFirstRound,
)

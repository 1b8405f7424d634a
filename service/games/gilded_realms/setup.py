"""Game Setup and Player Setup: what is dealt and chosen before the first round."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from service.engine.action import Action, ChanceAction, Where
from service.engine.agenda import steps_to_come
from service.engine.defect import Defect, error
from service.engine.game import SeatSetup as EngineSeatSetup
from service.engine.game import Setup
from service.engine.piles import Pile
from service.engine.shapes import CHANCE, Seat, a_set
from service.engine.step import ChanceStep, Choice, Step
from service.engine.violation import Violation
from service.games.gilded_realms.effects_due import effects_of
from service.games.gilded_realms.event_state import YearEventPlace
from service.games.gilded_realms.events import FactionChosen, OrderDrawn, QuestDealt, QuestTaken
from service.games.gilded_realms.ids import Faction, Quest
from service.games.gilded_realms.pack import GildedPack
from service.games.gilded_realms.rounds import BeginRound
from service.games.gilded_realms.solo_setup import SoloSetup, begin_solo, solo_setup_violations
from service.games.gilded_realms.state import Options, Player, Preset, State
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import gain
from service.games.gilded_realms.upgrade import raise_level

RULES_VERSION = "1.0.1"


class SeatSetup(EngineSeatSetup):
    """What may be chosen beforehand for a seat: its Faction, and whether a new player takes the Faction's own Quest."""

    faction: Faction | None = None
    new_player: bool = False


def setup_violations(setup: Setup, pack: GildedPack) -> Iterator[Violation]:
    """Why this setup is not allowed."""
    for faction in sorted(setup.chosen_twice("faction")):
        yield Violation("player-setup.choose-faction:twice", "{name} is named twice", name=pack.title(faction))
    with_quest = {quest.starter_for for quest in pack.quests.values()}
    for entry in setup.presets.values():
        if isinstance(entry, SeatSetup) and entry.new_player and entry.faction and entry.faction not in with_quest:
            yield Violation(
                "player-setup.new-player-quests",
                "no Quest is meant for new players with {name}",
                name=pack.title(entry.faction),
            )
    yield from solo_setup_violations(setup, pack)


def event_piles(pack: GildedPack, options: Options) -> dict[str, Pile]:
    """The Year Events of both Ages: those that may come, and how many of them lie on the board."""
    epic, placed = options.length == "epic", pack.document["year_events"]["placed"]
    first = {name: 1 for name, card in pack.events.items() if card.age == 1}
    second = {name: 1 for name, card in pack.events.items() if card.age == 2 and (epic or not card.epic)}
    return {
        "events_1": Pile.of(first, placed["age_1"]),
        "events_2": Pile.of(second, placed["age_2"][options.length]),
    }


def piles(pack: GildedPack, options: Options) -> dict[str, Pile]:
    """Every pile of a game before anything is drawn."""
    return {
        **event_piles(pack, options),
        "deck": Pile.of(pack.endeavours(epic=False)),
        "quest_deck": Pile.of(dict.fromkeys(pack.quests, 1)),
    }


def deal(setup: Setup, pack: GildedPack) -> State:
    """The state before the first decision."""
    options: Options = setup.options
    artisan, position = pack.starting_artisan()
    state = State(
        game="gilded-realms",
        rules_version=RULES_VERSION,
        pack=setup.pack,
        salt=setup.salt,
        seats=list(setup.seats),
        options=options,
        players={seat: Player(queue={position: {artisan: 1}}) for seat in setup.seats},  # type: ignore[dict-item]
        year_events=[YearEventPlace() for _ in range(pack.rounds[options.length])],
        wildcards=pack.wildcards - len(setup.seats),
        routes=dict.fromkeys(pack.routes, pack.route_copies),
        solo=begin_solo(setup, pack),
        presets=_presets(setup),
        agenda=[SetUp()],
    )
    for name, pile in piles(pack, options).items():
        setattr(state, name, pile)
    return state


def _presets(setup: Setup) -> dict[str, Preset]:
    """What is chosen beforehand, without the seats for which nothing is."""
    found: dict[str, Preset] = {}
    for seat, entry in setup.presets.items():
        if isinstance(entry, SeatSetup) and (entry.faction or entry.new_player):
            found[seat] = Preset(faction=entry.faction, new_player=entry.new_player)
    return found


class SetUp(Step, tag="set-up"):
    """The steps of the setup, in the printed order."""

    rule: ClassVar[str] = "setup-type.agree-type"

    def run(self, table: Table) -> None:
        seats, presets = table.state.seats, table.state.presets
        chosen = [seat for seat in seats if seat in presets and presets[seat].faction]
        others = [seat for seat in seats if seat not in chosen]
        factions: list[Step] = [ChooseFaction(seat=seat) for seat in chosen]
        solo: list[Step] = [SoloSetup()] if table.solo else []
        table.push(*factions, *_next_chooser(others), DealQuests(), *solo, BeginRound())


def _next_chooser(left: list[str]) -> list[Step]:
    """Who chooses a Faction next: where several are left, chance says."""
    if len(left) > 1:
        return [DrawChooser(left=left)]
    return [ChooseFaction(seat=seat) for seat in left]


class ChooserDrawn(ChanceAction, tag="draw-chooser", frozen=True):
    """The player who chooses a Faction next."""

    seat: Seat

    def apply(self, table: Table, step: "DrawChooser", actor: str) -> None:
        table.log(OrderDrawn(rule=step.rule, seat=self.seat))
        left = [seat for seat in step.left if seat != self.seat]
        table.push(ChooseFaction(seat=self.seat), *_next_chooser(left))


class DrawChooser(ChanceStep, tag="draw-chooser"):
    """Chance says who chooses a Faction next."""

    rule: ClassVar[str] = "player-setup.choose-faction"
    prompt: ClassVar[str] = "Draw who chooses a Faction next."
    actions: ClassVar[tuple[type[Action], ...]] = (ChooserDrawn,)

    left: Annotated[list[Seat], a_set(4)]

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [ChooserDrawn(actor=CHANCE, seat=seat, weight=1) for seat in self.left]


class TakeFaction(Action, tag="choose-faction", frozen=True):
    """Take a Faction."""

    faction: Faction

    @classmethod
    def candidates(cls, table: Table, step: "ChooseFaction", actor: str, where: Where) -> Iterable["TakeFaction"]:
        return [cls(actor=actor, faction=name) for name in table.pack.factions]

    def violations(self, table: Table, step: "ChooseFaction", actor: str) -> Iterator[Violation]:
        name = table.pack.title(self.faction)
        reserved = [preset.faction for seat, preset in table.state.presets.items() if seat != actor]
        if self.faction in (*(p.faction for p in table.state.players.values()), *reserved):
            yield Violation("player-setup.choose-faction", "{name} is taken", at="faction", name=name)
        if table.saga is not None and self.faction in table.saga.factions:
            yield Violation(
                "player-setup.saga-faction-unused", "{name} was played in this Saga already", at="faction", name=name
            )

    def apply(self, table: Table, step: "ChooseFaction", actor: str) -> None:
        table.player(actor).faction = self.faction
        table.log(FactionChosen(rule=step.rule, seat=actor, faction=self.faction, name=table.pack.title(self.faction)))
        due = effects_of(table, actor, table.core_advisor(actor), "setup")
        if due:
            table.push(*due)


class ChooseFaction(Choice, tag="choose-faction"):
    """A player takes a Faction; what its starting Advisor gives is taken at once."""

    rule: ClassVar[str] = "player-setup.choose-faction"
    prompt: ClassVar[str] = "Choose your Faction."
    actions: ClassVar[tuple[type[Action], ...]] = (TakeFaction,)


def preset(table: Table, step: Step, actor: str) -> Action | None:
    """The Faction that the setup names for the seat that has to choose."""
    chosen = table.state.presets.get(actor)
    if isinstance(step, ChooseFaction) and chosen is not None and chosen.faction is not None:
        return TakeFaction(actor=actor, faction=chosen.faction)
    return None


# --- Quests -----------------------------------------------------------------------------------------------------------


class DealQuests(Step, tag="deal-quests"):
    """New players take the Quest of their Faction; everybody else draws three and keeps one."""

    rule: ClassVar[str] = "player-setup.draw-quests"

    def run(self, table: Table) -> None:
        fixed = self._take_fixed(table)
        drawing = [seat for seat in table.state.seats if seat not in fixed]
        number = table.pack.constants["quest_draw"]
        deals = [DealQuest(seat=seat) for seat in drawing for _ in range(number)]
        lanes = [table.lanes({seat: [ChooseQuest(seat=seat)] for seat in drawing})] if drawing else []
        table.push(*deals, *lanes, *(StartPackage(seat=seat) for seat in table.state.seats))
        table.state.presets = {}

    def _take_fixed(self, table: Table) -> list[str]:
        starters = {quest.starter_for: quest for quest in table.pack.quests.values() if quest.starter_for}
        found = []
        for seat, chosen in table.state.presets.items():
            quest = starters.get(table.player(seat).faction or "")
            if chosen.new_player and quest is not None:
                found.append(seat)
                table.state.quest_deck.take(quest.id)
                table.player(seat).quest = quest.id
                rule = "player-setup.new-player-quests"
                table.log(QuestTaken(rule=rule, seat=seat, quest=quest.id, name=quest.name))
        return found


class QuestDrawn(ChanceAction, tag="draw-quest", frozen=True):
    """A Quest that a player is dealt."""

    quest: Quest

    def apply(self, table: Table, step: "DealQuest", actor: str) -> None:
        table.state.quest_deck.take(self.quest)
        player, name = table.player(step.seat), table.pack.title(self.quest)
        player.quests_dealt = sorted([*player.quests_dealt, self.quest])
        table.log(QuestDealt(rule=step.rule, seat=step.seat, quest=self.quest, name=name, seen_by=[step.seat]))


class DealQuest(ChanceStep, tag="deal-quest"):
    """A player is dealt a Quest."""

    rule: ClassVar[str] = "player-setup.draw-quests"
    prompt: ClassVar[str] = "Deal a Quest to {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (QuestDrawn,)

    seat: Seat

    def consistency(self, table: Table) -> Iterator[Defect]:
        coming = sum(isinstance(step, DealQuest) and step.seat == self.seat for step in steps_to_come(table))
        if coming + len(table.player(self.seat).quests_dealt) > table.pack.constants["quest_draw"]:
            yield error(self.rule, "/seat", "too-many", f"{self.seat} is dealt three Quests")

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        return [QuestDrawn(actor=CHANCE, quest=q, weight=n) for q, n in table.state.quest_deck.draws().items()]


class KeepQuest(Action, tag="choose-quest", frozen=True):
    """Keep one of the dealt Quests."""

    quest: Quest

    @classmethod
    def candidates(cls, table: Table, step: "ChooseQuest", actor: str, where: Where) -> Iterable["KeepQuest"]:
        return [cls(actor=actor, quest=quest) for quest in table.player(actor).quests_dealt]

    def violations(self, table: Table, step: "ChooseQuest", actor: str) -> Iterator[Violation]:
        if self.quest not in table.player(actor).quests_dealt:
            name = table.pack.title(self.quest)
            yield Violation(
                "player-setup.draw-quests", "{seat} was not dealt {name}", at="quest", seat=actor, name=name
            )

    def apply(self, table: Table, step: "ChooseQuest", actor: str) -> None:
        player = table.player(actor)
        player.quest, player.quests_dealt = self.quest, []
        name = table.pack.title(self.quest)
        log = table.log_known if table.solo else table.log
        log(QuestTaken(rule="player-setup.quest-faceup", seat=actor, quest=self.quest, name=name))


class ChooseQuest(Choice, tag="choose-quest"):
    """A player keeps one of the three Quests drawn."""

    rule: ClassVar[str] = "player-setup.draw-quests"
    prompt: ClassVar[str] = "Keep one of your Quests."
    actions: ClassVar[tuple[type[Action], ...]] = (KeepQuest,)


class StartPackage(Step, tag="start-package"):
    """A player takes the Province Upgrades and Resources shown on the Quest."""

    rule: ClassVar[str] = "player-setup.quest-benefits"

    seat: Seat

    def run(self, table: Table) -> None:
        table.state.quest_deck = Pile()
        quest = table.player(self.seat).quest
        if quest is None:
            return
        start = table.pack.quests[quest].start
        gain(table, self.seat, start.resources, self.rule)
        for province, level in start.province_levels.items():
            for _ in range(level - table.level(self.seat, province)):
                raise_level(table, self.seat, province, self.rule)

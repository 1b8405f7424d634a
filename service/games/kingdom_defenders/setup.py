"""Game Setup: tiles, piles, turn order and Fate cards before round 1."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from service.engine.action import Action, ChanceAction, Where
from service.engine.defect import Defect, error
from service.engine.game import SeatSetup as EngineSeatSetup
from service.engine.game import Setup
from service.engine.piles import Pile
from service.engine.shapes import CHANCE, Seat
from service.engine.step import ChanceStep, Commitment, Step
from service.engine.violation import Violation
from service.games.kingdom_defenders import ids
from service.games.kingdom_defenders.adventures import RevealAdventure
from service.games.kingdom_defenders.horde import RevealHorde
from service.games.kingdom_defenders.ids import Fate
from service.games.kingdom_defenders.maintenance import (
    RevealBuilding,
    RevealDeed,
    RevealReward,
    face_up_slots,
    row_in_use,
)
from service.games.kingdom_defenders.new_round import steps_from
from service.games.kingdom_defenders.pack import DEED_SLOTS, KingdomPack
from service.games.kingdom_defenders.scoring import is_hidden
from service.games.kingdom_defenders.setup_events import (
    CharacterDrawn,
    CharactersPlaced,
    FateChosen,
    FateCommitted,
    FateDealt,
    PawnDrawn,
    StartFameSet,
    StartGoodsTaken,
    TurnOrderChanged,
)
from service.games.kingdom_defenders.state import Options, Player, State
from service.games.kingdom_defenders.table import Table
from service.games.kingdom_defenders.tiles import (
    BUILDINGS,
    characters_per_game,
    pool,
    pool_violations,
    tiles_that_may_come,
)

RULES_VERSION = "1.0.0"
THIEF = "P11"
DEALT = 2


class SeatSetup(EngineSeatSetup):
    """What may be chosen beforehand for a seat: the Fate card that it keeps."""

    fate: Fate | None = None


def setup_violations(setup: Setup, pack: KingdomPack) -> Iterator[Violation]:
    """Why this setup is not allowed."""
    yield from pool_violations(pack, setup.options, len(setup.seats))
    for card in sorted(setup.chosen_twice("fate")):
        yield Violation("players-setup.choose-fate:twice", "{card} can be kept by one player only", card=card)


def piles(pack: KingdomPack, options: Options, players: int) -> dict[str, Pile]:
    """Every pile of a game before anything is drawn."""
    tiles = pool(pack, options, players)
    hordes = {} if options.variant == "family" else {h: 1 for h, card in pack.hordes.items() if players in card.players}
    return {
        "character_tiles": Pile.of({t: 1 for t in tiles if t in pack.characters}, characters_per_game(players)),
        "building_tiles": Pile.of({t: 1 for t in tiles if t in pack.buildings}, BUILDINGS),
        "deed_pile_1": Pile.of({deed: 1 for deed, pile in pack.deed_pile.items() if pile == "I"}),
        "deed_pile_2": Pile.of({deed: 1 for deed, pile in pack.deed_pile.items() if pile == "II"}),
        "adventure_deck": Pile.of({a: 1 for a, card in pack.adventures.items() if players > 2 or card.two_player}),
        "reward_reserve": Pile.of(pack.rewards),
        "horde_deck": Pile.of(hordes),
        "fate_cards": Pile.of(dict.fromkeys(pack.fate, 1)),
    }


def deal(setup: Setup, pack: KingdomPack) -> State:
    """The state before the first tile is drawn."""
    number = len(setup.seats)
    per_player = pack.document["per_player"]
    state = State(
        game="kingdom-defenders",
        rules_version=RULES_VERSION,
        pack=setup.pack,
        salt=setup.salt,
        seats=list(setup.seats),
        options=setup.options,
        players={
            seat: Player(
                discs=per_player["starting_hero_discs"][str(number)],
                set_aside=per_player["set_aside_discs"][str(number)],
                fate_preset=getattr(setup.presets[seat], "fate", None),
            )
            for seat in setup.seats
        },
        agenda=[SetUp()],
    )
    for name, pile in piles(pack, setup.options, number).items():
        setattr(state, name, pile)
    return state


class SetUp(Step, tag="set-up"):
    """The steps of the setup, in the printed order."""

    rule: ClassVar[str] = "difficulty-setup.choose-tiles"

    def run(self, table: Table) -> None:
        number = table.number
        extreme = table.state.options.variant == "extreme"
        table.push(
            *(DrawCharacter() for _ in range(characters_per_game(number))),
            PlaceCharacters(),
            RevealBuilding(site=table.pack.sites[0], asked_by="difficulty-setup.reveal-first-building"),
            *(RevealDeed(slot=slot, asked_by="board-setup.three-deeds-face-up") for slot in DEED_SLOTS),
            *(RevealAdventure(space=s, asked_by="board-setup.fill-adventures") for s in reversed(row_in_use(table))),
            *(RevealReward(slot=s, asked_by="board-setup.two-rewards-face-up") for s in face_up_slots(table)),
            *([RevealHorde(asked_by="extreme.horde-from-start")] if extreme else []),
            *(DrawPawn() for _ in range(number)),
            DealFateCards(),
        )


class CharacterTurnedUp(ChanceAction, tag="draw-character", frozen=True):
    """A Character that comes into the game."""

    character: ids.Character

    def apply(self, table: Table, step: "DrawCharacter", actor: str) -> None:
        table.state.character_tiles.take(self.character)
        table.state.drawn_characters.append(self.character)
        table.log(CharacterDrawn(rule=step.rule, character=self.character))


class DrawCharacter(ChanceStep, tag="draw-character"):
    """A Character is drawn for the game."""

    rule: ClassVar[str] = "difficulty-setup.draw-three-characters"
    prompt: ClassVar[str] = "Draw a Character."
    actions: ClassVar[tuple[type[Action], ...]] = (CharacterTurnedUp,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = tiles_that_may_come(table, table.state.character_tiles)
        return [CharacterTurnedUp(actor=CHANCE, character=code, weight=n) for code, n in draws.items()]


class PlaceCharacters(Step, tag="place-characters"):
    """The drawn Characters take their places in drawing order, the Thief on place 1; the spare ones leave the game."""

    rule: ClassVar[str] = "difficulty-setup.thief-slot-one"

    def run(self, table: Table) -> None:
        drawn = sorted(table.state.drawn_characters, key=lambda code: code != THIEF)
        table.state.characters = dict(zip(table.pack.places, drawn, strict=False))
        table.state.drawn_characters = []
        table.state.character_tiles = Pile()
        rule = self.rule if THIEF in drawn else "difficulty-setup.draw-three-characters"
        table.log(CharactersPlaced(rule=rule, characters=dict(table.state.characters)))


class PawnTurnedUp(ChanceAction, tag="draw-pawn", frozen=True):
    """The player whose pawn gets the next place of the turn order."""

    seat: Seat

    def apply(self, table: Table, step: "DrawPawn", actor: str) -> None:
        order = table.state.turn_order
        order.append(self.seat)
        table.log(PawnDrawn(rule=step.rule, seat=self.seat, position=len(order)))
        if len(order) == table.number:
            set_initial_fame(table)


def set_initial_fame(table: Table) -> None:
    """Each player's Fame by the place in the turn order."""
    fame = table.pack.document["per_player"]["initial_fame_by_turn_position"]
    table.log(TurnOrderChanged(rule="players-setup.random-turn-order", order=list(table.state.turn_order)))
    for seat, start in zip(table.state.turn_order, fame, strict=False):
        table.player(seat).fame = start
        table.log(StartFameSet(rule="players-setup.initial-fame", seat=seat, fame=start))


class DrawPawn(ChanceStep, tag="draw-pawn"):
    """A pawn is drawn for the next place of the turn order."""

    rule: ClassVar[str] = "players-setup.random-turn-order"
    prompt: ClassVar[str] = "Draw the pawn for the next place of the turn order."
    actions: ClassVar[tuple[type[Action], ...]] = (PawnTurnedUp,)

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        left = [seat for seat in table.state.seats if seat not in table.state.turn_order]
        return [PawnTurnedUp(actor=CHANCE, seat=seat, weight=1) for seat in left]


class DealFateCards(Step, tag="deal-fate-cards"):
    """Two Fate cards for each player in turn order; everybody keeps one in secret."""

    rule: ClassVar[str] = "players-setup.deal-fate"

    def run(self, table: Table) -> None:
        order = table.state.turn_order
        lanes = table.lanes({seat: [ChooseFate(seat=seat)] for seat in order})
        table.push(*(DealFate(seat=seat) for seat in order for _ in range(DEALT)), lanes, TakeStartGoods())


class FateCardDealt(ChanceAction, tag="deal-fate", frozen=True):
    """A Fate card that a player is dealt."""

    card: Fate

    def violations(self, table: Table, step: "DealFate", actor: str) -> Iterator[Violation]:
        if self.card in table.state.fate_cards.draws() and not step.may_come(table, self.card):
            yield Violation(
                "players-setup.choose-fate:chosen",
                "{seat} is not dealt {card}: everybody gets the card that the setup has chosen",
                seat=step.seat,
                card=self.card,
            )
            return
        yield from super().violations(table, step, actor)

    def apply(self, table: Table, step: "DealFate", actor: str) -> None:
        table.state.fate_cards.take(self.card)
        player = table.player(step.seat)
        player.fate_dealt = sorted([*player.fate_dealt, self.card])
        table.log(FateDealt(rule=step.rule, seat=step.seat, card=self.card, seen_by=[step.seat]))


class DealFate(ChanceStep, tag="deal-fate"):
    """A Fate card is dealt to a player; one that the setup has chosen for a player to keep comes to that player."""

    rule: ClassVar[str] = "players-setup.deal-fate"
    prompt: ClassVar[str] = "Deal a Fate card to {seat}."
    actions: ClassVar[tuple[type[Action], ...]] = (FateCardDealt,)

    seat: Seat

    def outcomes(self, table: Table) -> Sequence[ChanceAction]:
        draws = table.state.fate_cards.draws()
        return [FateCardDealt(actor=CHANCE, card=c, weight=n) for c, n in draws.items() if self.may_come(table, c)]

    def may_come(self, table: Table, card: str) -> bool:
        """Whether everybody can still be dealt the card that the setup has chosen."""
        player = table.player(self.seat)
        own = player.fate_preset
        if own is not None and own not in player.fate_dealt and len(player.fate_dealt) == DEALT - 1:
            return card == own
        return all(rival is player or rival.fate_preset != card for rival in table.state.players.values())


class KeepFate(Action, tag="choose-fate", frozen=True):
    """Keep one of the two Fate cards in secret."""

    card: Fate

    @classmethod
    def candidates(cls, table: Table, step: "ChooseFate", actor: str, where: Where) -> Iterable["KeepFate"]:
        return [cls(actor=actor, card=card) for card in table.player(actor).fate_dealt]

    def violations(self, table: Table, step: "ChooseFate", actor: str) -> Iterator[Violation]:
        if self.card not in table.player(actor).fate_dealt:
            yield Violation("players-setup.choose-fate", "{seat} was not dealt {card}", seat=actor, card=self.card)

    def apply(self, table: Table, step: "ChooseFate", actor: str) -> None:
        player = table.player(actor)
        player.fate, player.fate_preset, step.committed = self.card, None, True
        table.log(FateCommitted(rule=step.rule, seat=actor))
        table.log(FateChosen(rule=step.rule, seat=actor, card=self.card, seen_by=[actor]))


class ChooseFate(Commitment, tag="choose-fate"):
    """All players choose at the same time which Fate card they keep."""

    rule: ClassVar[str] = "players-setup.choose-fate"
    prompt: ClassVar[str] = "Keep one of your two Fate cards."
    actions: ClassVar[tuple[type[Action], ...]] = (KeepFate,)

    def consistency(self, table: Table) -> Iterator[Defect]:
        player = table.player(self.seat)
        if self.committed and not is_hidden(player) and player.fate not in player.fate_dealt:
            yield error(self.rule, "/committed", "not-dealt", f"{self.seat} has kept no card of those that were dealt")

    def take_back(self, table: Table) -> None:
        table.player(self.seat).fate = None
        self.committed = False


def preset(table: Table, step: Step, actor: str) -> Action | None:
    """The Fate card that the setup names for the seat that has to choose."""
    if isinstance(step, ChooseFate) and not step.committed:
        card = table.player(actor).fate_preset
        return KeepFate(actor=actor, card=card) if card else None
    return None


class TakeStartGoods(Step, tag="take-start-goods"):
    """Everybody takes the goods of the kept card; the other cards leave the game, and round 1 begins."""

    rule: ClassVar[str] = "players-setup.fate-start-resources"

    def run(self, table: Table) -> None:
        for seat in table.state.turn_order:
            player = table.player(seat)
            if player.fate is None:
                # A state from outside may lack one: it has been told as a defect, and gives nothing.
                continue
            goods = table.pack.fate[player.fate]["start"]
            for kind, number in goods.items():
                setattr(player, kind, getattr(player, kind) + number)
            player.fate_dealt, player.fate_preset = [], None
            table.log(StartGoodsTaken(rule=self.rule, seat=seat, goods=goods, seen_by=[seat]))
        table.state.fate_cards = Pile()
        table.push(*steps_from("placing-discs", 1, table.state.options))

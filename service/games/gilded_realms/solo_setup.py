"""Solo Setup: Serpens Rewards are sold and bought, and the Warfront board is laid out."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from service.engine.action import Action, Where
from service.engine.defect import Defect
from service.engine.game import Setup
from service.engine.piles import Pile
from service.engine.shapes import Seat
from service.engine.step import Step
from service.engine.violation import Violation
from service.games.gilded_realms.effects_due import effects_of
from service.games.gilded_realms.ids import Reward
from service.games.gilded_realms.moments import Moment
from service.games.gilded_realms.pack import GildedPack
from service.games.gilded_realms.solo_events import ProsperityGained, RewardBought, RewardSold, SoloBegun
from service.games.gilded_realms.solo_state import Legacy, Solo
from service.games.gilded_realms.solo_steps import no_solo_game
from service.games.gilded_realms.state import Options
from service.games.gilded_realms.table import Table
from service.games.gilded_realms.treasury import gain


def begin_solo(setup: Setup, pack: GildedPack) -> Solo | None:
    """The Warfront board of a solo game before anything is chosen; null where several play."""
    if len(setup.seats) > 1:
        return None
    options: Options = setup.options
    saga, deck = options.saga, Pile.of(dict.fromkeys(pack.warfront_cards, 1))
    if saga is not None and saga.games:
        return Solo(warfront=saga.warfront, prosperity=saga.prosperity, rewards=list(saga.rewards), deck=deck)
    level = pack.difficulties[options.difficulty]
    return Solo(warfront=level.warfront_start, prosperity=level.prosperity, deck=deck)


def solo_setup_violations(setup: Setup, pack: GildedPack) -> Iterator[Violation]:
    """Why this is no setup of a solo game."""
    options: Options = setup.options
    if len(setup.seats) > 1:
        if options.saga is not None:
            yield Violation("setup-type.saga-option", "a Saga is for one player", at="options/saga")
        if options.difficulty != "normal":
            yield Violation("solo-type.choose:several", "a Difficulty is for one player", at="options/difficulty")
    elif options.saga is not None:
        yield from saga_violations(options, options.saga, pack)


def saga_violations(options: Options, saga: Legacy, pack: GildedPack) -> Iterator[Violation]:
    """Why no game of a Saga begins with this legacy."""
    lengths = pack.solo["saga"]["games"]
    if options.length != lengths[saga.games]:
        yield Violation(
            "saga.three-games",
            "game {number} of a Saga is {length}",
            at="options/length",
            number=saga.games + 1,
            length="an Epic game" if lengths[saga.games] == "epic" else "a Standard game",
        )
    if len(saga.factions) != saga.games:
        yield Violation(
            "saga.carry-over:factions",
            "games played in this Saga: {games}, Factions played: {factions}",
            at="options/saga",
            games=saga.games,
            factions=len(saga.factions),
        )
    if not saga.games and saga != Legacy():
        yield Violation("saga.carry-over", "a Saga that begins has nothing to carry over", at="options/saga")
    if saga.games and options.difficulty not in ("normal", saga.difficulty):
        yield Violation(
            "solo-type.choose",
            "the Difficulty of this Saga is {difficulty}",
            at="options/difficulty",
            difficulty=saga.difficulty.title(),
        )
    if saga.warfront > pack.solo["warfront_track"]["last_stand_above"]:
        yield Violation(
            "last-stand.won:legacy", "no game ends well with the Warfront at {position}", position=saga.warfront
        )
    least: int = pack.solo["saga"]["prosperity_per_game"]
    if saga.games and saga.prosperity < least:
        yield Violation(
            "prosperity.per-game",
            "a completed game gives at least {least} Prosperity Points",
            at="options/saga",
            least=least,
        )


class SoloSetup(Step, tag="solo-setup"):
    """What the games before or the Difficulty give; then Serpens Rewards are sold and bought."""

    rule: ClassVar[str] = "setup.solo-follows-multiplayer"

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)

    def run(self, table: Table) -> None:
        state, solo = table.state, table.state.solo
        if solo is None:
            return
        (seat,), saga = state.seats, table.saga
        kept = saga is not None and saga.games > 0
        difficulty = saga.difficulty if saga is not None and kept else state.options.difficulty
        rule = "solo-board.token-kept" if kept else "solo-board.token-start"
        table.log(SoloBegun(rule=rule, seat=seat, difficulty=difficulty.title(), warfront=solo.warfront))
        if solo.prosperity and not kept:
            table.log(ProsperityGained(rule="prosperity.difficulty-grant", seat=seat, number=solo.prosperity))
        selling: list[Step] = [SellRewards(seat=seat)] if kept else []
        table.push(*selling, SpendProsperity(seat=seat), SetUpRewards(seat=seat))


# --- Step 3: Sell Serpens Rewards -------------------------------------------------------------------------------------


class SellReward(Action, tag="sell-reward", frozen=True):
    """Discard a Serpens Reward for half its cost, rounded up."""

    reward: Reward

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["SellReward"]:
        return [cls(actor=actor, reward=reward) for reward in owned(table)]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        if self.reward not in owned(table):
            name = table.pack.title(self.reward)
            yield Violation("solo-sell.sell", "{seat} does not own {name}", at="reward", seat=actor, name=name)

    def apply(self, table: Table, step: object, actor: str) -> None:
        solo, printed = table.state.solo, table.pack.rewards[self.reward]
        assert solo is not None
        solo.rewards = [reward for reward in solo.rewards if reward != self.reward]
        solo.prosperity += printed.sell_value
        number = printed.sell_value
        table.log(RewardSold(rule="solo-sell.sell", seat=actor, reward=self.reward, name=printed.name, number=number))


def owned(table: Table) -> list[str]:
    """The Serpens Rewards of the solo player."""
    return list(table.state.solo.rewards) if table.state.solo is not None else []


class KeepRewards(Action, tag="keep-rewards", frozen=True):
    """Sell no more Serpens Rewards."""

    def apply(self, table: Table, step: "SellRewards", actor: str) -> None:
        table.leave(step)


class SellRewards(Moment, tag="sell-rewards"):
    """In the second and third game of a Saga Serpens Rewards may be sold."""

    rule: ClassVar[str] = "solo-sell.sell"
    prompt: ClassVar[str] = "Sell Serpens Rewards, or keep those that you have."
    windows: ClassVar[tuple[str, ...]] = ()
    actions: ClassVar[tuple[type[Action], ...]] = (SellReward, KeepRewards)

    def must(self, table: Table) -> tuple[str, ...]:
        return (self.seat,) if owned(table) else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)


# --- Step 4: Spend Prosperity Points ----------------------------------------------------------------------------------


class BuyReward(Action, tag="buy-reward", frozen=True):
    """Discard Prosperity Points for a Serpens Reward."""

    reward: Reward

    @classmethod
    def candidates(cls, table: Table, step: object, actor: str, where: Where) -> Iterable["BuyReward"]:
        return [cls(actor=actor, reward=reward) for reward in table.pack.rewards]

    def violations(self, table: Table, step: object, actor: str) -> Iterator[Violation]:
        solo, printed = table.state.solo, table.pack.rewards[self.reward]
        most: int = table.pack.solo["saga"]["max_serpens_rewards"]
        if self.reward in owned(table):
            yield Violation(
                "solo-spend.buy:owned", "{seat} owns {name} already", at="reward", seat=actor, name=printed.name
            )
        if solo is not None and solo.prosperity < printed.cost_prosperity:
            yield Violation(
                "solo-spend.buy",
                "{name} costs {cost} Prosperity Points, and {seat} has {has}",
                at="reward",
                name=printed.name,
                cost=printed.cost_prosperity,
                seat=actor,
                has=solo.prosperity,
            )
        if len(owned(table)) >= most:
            yield Violation("serpens-rewards.max-three", "{seat} owns {most} Serpens Rewards", seat=actor, most=most)

    def apply(self, table: Table, step: object, actor: str) -> None:
        solo, printed = table.state.solo, table.pack.rewards[self.reward]
        assert solo is not None
        solo.rewards = sorted([*solo.rewards, self.reward])
        solo.prosperity -= printed.cost_prosperity
        number = printed.cost_prosperity
        table.log(RewardBought(rule="solo-spend.buy", seat=actor, reward=self.reward, name=printed.name, number=number))


class Start(Action, tag="start", frozen=True):
    """Spend no more Prosperity Points; each that is left becomes 1 Gold."""

    def apply(self, table: Table, step: "SpendProsperity", actor: str) -> None:
        table.leave(step)
        solo = table.state.solo
        assert solo is not None
        each: int = table.pack.solo["saga"]["gold_per_unspent_prosperity"]
        gain(table, actor, {"gold": each * solo.prosperity}, "solo-spend.unspent-gold")
        solo.prosperity = 0


class SpendProsperity(Moment, tag="spend-prosperity"):
    """Serpens Rewards are bought with Prosperity Points, while there are any."""

    rule: ClassVar[str] = "solo-spend.buy"
    prompt: ClassVar[str] = "Buy Serpens Rewards, or start with the rest as Gold."
    windows: ClassVar[tuple[str, ...]] = ()
    actions: ClassVar[tuple[type[Action], ...]] = (BuyReward, Start)

    def must(self, table: Table) -> tuple[str, ...]:
        solo = table.state.solo
        return (self.seat,) if solo is not None and solo.prosperity else ()

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)


class SetUpRewards(Step, tag="set-up-rewards"):
    """What the owned Serpens Rewards give at the start of each game."""

    rule: ClassVar[str] = "serpens-rewards.permanent"

    seat: Seat

    def run(self, table: Table) -> None:
        due = [step for reward in owned(table) for step in effects_of(table, self.seat, reward, "setup")]
        if due:
            table.push(*due)

    def consistency(self, table: Table) -> Iterator[Defect]:
        yield from no_solo_game(table, self.rule)

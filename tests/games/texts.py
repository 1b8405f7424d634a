"""What a game says, held to two promises: printed names instead of ids, and nouns that agree with their numbers."""

import random
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from service.engine import referee
from service.engine.answers import IllegalVerdict
from service.engine.game import Game
from tests.games import promises
from tests.games.casebook import Case, Ruling, run_case
from tests.games.players import Weigh, indifferent, random_positions

EVERY = 8
"""Refusals are asked for at one position of so many: they take the time."""


@dataclass(frozen=True)
class Texts:
    """How the texts of a game are read.

    ``word`` finds what may be an id, ``ids`` are those that no text may hold but where a template has them as words,
    ``disagrees`` finds a noun beside a number with which it does not agree, ``never`` what no text may hold besides.
    With ``underscores`` every word that has one counts as an id.
    """

    game: Game
    word: re.Pattern[str]
    ids: Collection[str]
    disagrees: re.Pattern[str]
    never: re.Pattern[str] | None = None
    underscores: bool = False

    @cached_property
    def prose(self) -> set[str]:
        """The words of the templates themselves: "march" is an id and a verb."""
        templates = [*self.game.messages().values(), *(step.prompt for step in self.game.parts.steps)]
        return {word for template in templates for word in self.word.findall(re.sub(r"{\w+}", "", template))}

    def check(self, text: str) -> None:
        """Fails where an id stands in a text, or a noun does not agree with its number."""
        ids = {word for word in self.word.findall(text) if word in self.ids or (self.underscores and "_" in word)}
        raw = sorted(ids - self.prose)
        assert not raw, (raw, text)
        assert not self.disagrees.search(text), text
        assert self.never is None or not self.never.search(text), text

    def told(self, events: list[Any], position: referee.Position | None) -> Iterator[str]:
        """What a ruling says: of what happened, of what is asked next, of the points."""
        yield from (event.text for event in events)
        if position is None:
            return
        yield from (decision.prompt for decision in referee.decisions_of(self.game, position.state))
        scores = referee.scores(position)
        sides = scores.battle.sides if scores.battle else []
        yield from (line.label for player in (*scores.players, *sides) for line in player.lines)
        yield from (line["label"] for opponent in scores.opponents for line in opponent["lines"])
        if position.state.result is not None:
            yield position.state.result.reason

    def check_case(self, bases: dict[str, Any], case: Case) -> Ruling:
        """Every text of a case of the casebook: events, prompts, reasons. What the referee said about it."""
        ruling = run_case(self.game, bases, case)
        reasons = [violation.detail for violation in ruling.violations]
        for text in [*self.told(ruling.events, ruling.position), *reasons]:
            self.check(text)
        return ruling

    def check_game(self, number: int, options: dict[str, Any], seed: str, weigh: Weigh = indifferent) -> None:
        """Every text of a random game, and at some of its positions why other actions are refused."""
        rng = random.Random(seed)
        for turn, (position, action) in enumerate(random_positions(self.game, number, options, seed, weigh)):
            outcome, _ = referee.play(position, [action], seed)
            assert outcome is not None
            for text in self.told(outcome.events, outcome.position):
                self.check(text)
            if turn % EVERY == 0:
                for text in refusals(position, rng):
                    self.check(text)


def refusals(position: referee.Position, rng: random.Random) -> Iterator[str]:
    """Why what cannot be done here cannot be done."""
    for decision in referee.legal_actions(position, explain=True, limit=60).decisions:
        for refused in decision.unavailable or ():  # type: ignore[union-attr]
            yield from (violation.detail for violation in refused.violations)
        for action in promises.mutations(position, decision.actions, rng, 10):
            try:
                verdict = referee.adjudicate(position, [action])
            except referee.MalformedAction:
                continue
            if isinstance(verdict, IllegalVerdict):
                yield from (violation.detail for violation in verdict.violations)

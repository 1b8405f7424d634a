"""Random play with full Libraries, Scribed Spells and Heroes: Interrupts, targets and abilities of every kind."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from service.engine import referee
from service.engine.action import Action
from service.engine.event import tag_of
from service.engine.referee import Position
from service.engine.setup import At
from service.games.heroes_of_land_air_and_sea import GAME
from tests.games import promises
from tests.games.heroes_of_land_air_and_sea.scramble import scrambled
from tests.games.heroes_of_land_air_and_sea.test_refusals import blue, entered

PACK: Any = GAME.packs["standard"]
HOME = {"blue": "nw-g", "red": "ne-g", "green": "se-g", "yellow": "sw-g"}
OURS = {
    *("cast", "choose-target", "interrupt-window", "pay-for-spell", "choose-exchange"),
    *("choose-teleported", "lose-units", "choose-steal"),
}
LIKES = {"interrupt": 8.0, "use-ability": 8.0, "combat-spell": 8.0, "end-turn": 0.5, "exchange": 0.02}


def weigh(action: Action) -> float:
    """Players who love Spells."""
    if getattr(action, "action", None) == "cast":
        return 8.0
    return LIKES.get(tag_of(type(action)), 1.0)


def realm(rng: random.Random, faction: str, capital: str, cards: list[str], lands: list[str]) -> dict[str, Any]:
    """A player with Units here and there, and cards to cast."""
    data, level = PACK.factions[faction], rng.choice([1, 2, 3, 3])
    units: dict[str, dict[str, int]] = {capital: {data.serf: 2, data.warrior: 1}}
    buildings = rng.sample(data.buildings, rng.randint(2, 5))
    for hero in [hero for hero in data.heroes if PACK.units[hero].building in buildings]:
        units.setdefault(rng.choice([capital, lands.pop()]), {})[hero] = 1
    for unit, number in ((data.serf, 2), (data.serf, 1), (data.warrior, 2)):
        units[lands.pop()] = {unit: number}
    sails = PACK.units[data.sea_vessel].building in buildings
    cast = [card for card in cards if PACK.spells[card].label == "cast"][:level]
    for card in cast:
        cards.remove(card)
    return {
        "faction": faction,
        "capital": capital,
        "level": level,
        **{resource: rng.randint(0, 10) for resource in ("ore", "food")},
        "mana": rng.randint(4, 10),
        "units": units,
        "vessels": {data.sea_vessel: {"at": lands.pop(0), "passengers": {data.serf: 1}}} if sails else {},
        "buildings": buildings,
        "library": [cards.pop() for _ in range(level)],
        "scribed": {"ready": cast},
    }


def rich(rng: random.Random) -> Position:
    """A position in which everybody has much to cast."""
    number = rng.choice([2, 3, 4])
    lands = [region for region in PACK.regions if region not in PACK.capital_regions]
    seas = [sea for sea in PACK.seas if sea != "sea-center"]
    cards = [spell.id for spell in PACK.spells.values() for _ in range(spell.copies)]
    for things in (lands, seas, cards):
        rng.shuffle(things)
    lands = [*seas[:4], *lands]
    factions = rng.sample(list(PACK.factions), number)
    seats = list(HOME)[:number]
    players = {seat: realm(rng, factions[at], HOME[seat], cards, lands) for at, seat in enumerate(seats)}
    table = {"first_player": "blue", "tax": ["ore", "mana", "food"], "players": players}
    found = referee.enter(GAME, number, GAME.Options(round_limit=2), None, None, At(step="take-turn", table=table))
    assert found.outcome is not None, found.defects
    return found.outcome.position


def played(seed: int) -> Iterator[tuple[Position, Action]]:
    """The positions of two rounds, each with the action that is taken there."""
    rng = random.Random(seed)
    position = rich(rng)
    while position.state.result is None:
        decision = rng.choice([d for d in referee.legal_actions(position).decisions if d.actions])
        (action,) = rng.choices(decision.actions, [weigh(action) for action in decision.actions])
        yield position, promises.bare(action)
        outcome, refused = referee.play(position, [promises.bare(action)], str(seed))
        assert outcome is not None, (action, refused)
        state = msgspec.json.decode(msgspec.json.encode(outcome.position.state), type=GAME.State)
        position = referee.admit(GAME, state)
        assert referee.examine(GAME, position.state)[1] == []


@pytest.mark.parametrize("seed", range(6))
def test_spells_keep_the_promises(seed: int, touch: Any) -> None:
    rng = random.Random(f"promises-{seed}")
    for position, action in played(seed):
        step = tag_of(type(position.state.agenda[-1]))
        if rng.random() > (0.4 if step in OURS else 0.02):
            continue
        touch(GAME, promises.check_all(position, rng, 60))
        for viewer in position.state.seats:
            other = referee.admit(GAME, scrambled(position.state, viewer, rng))
            promises.check_same_for(viewer, position, other, action)


def test_who_is_asked_does_not_depend_on_the_cards() -> None:
    """Any card in red's Library instead of another: the same seat is asked, and others see the same."""
    views = set()
    for spell in PACK.spells:
        window = entered(
            blue("place-token", action="cast"),
            blue("cast", spell="harvest-blessing"),
            players={"red": {"library": [spell]}, "blue": {"library": ["harvest-blessing"]}},
        )
        assert [d.actor for d in referee.legal_actions(window).decisions] == ["red"]
        views.add(msgspec.json.encode(referee.view(window, "blue").state, order="deterministic"))
    assert len(views) == 1


WINDOW = (blue("place-token", action="cast"), blue("cast", spell="harvest-blessing"))


def defects_of(position: Position, **changes: Any) -> set[str]:
    """What is wrong with a position once its last step has other fields."""
    plain = msgspec.to_builtins(position.state)
    plain["agenda"][-1].update(changes)
    state = msgspec.convert(plain, GAME.State)
    return {defect.rule for defect in referee.validate(GAME, state).defects if defect.severity == "error"}


def test_a_window_belongs_to_a_spell() -> None:
    window = entered(*WINDOW, players={"red": {"library": ["counterspell"]}})
    assert defects_of(window) == set()
    assert defects_of(window, spell="insight") == {"cast.interrupt-window"}
    assert defects_of(window, caster="red") == {"cast.interrupt-window", "cast.interrupt"}
    answer = {"type": "resolve-spell", "seat": "blue", "source": "counterspell", "paid": 2, "aim": {}}
    plain = msgspec.to_builtins(window.state)
    for label, step, rule in (
        ("own", answer, "cast.interrupt"),
        ("combat", {**answer, "source": "rage"}, "cast.combat-only-battle"),
        ("payment", {"type": "pay-for-spell", "seat": "red", "spell": "insight", "mana": 3}, "cast.interrupt"),
        ("aim", {"type": "choose-target", "seat": "blue", "source": "insight"}, "cast.interrupt-window"),
        ("effect", {"type": "perform-effects", "seat": "blue", "source": "land-ambush"}, "cast.cost"),
        ("losses", {"type": "lose-units", "seat": "red", "source": "insight"}, "cast.cost"),
        ("exchange", {"type": "choose-exchange", "seat": "red", "source": "insight"}, "cast.cost"),
    ):
        state = msgspec.convert({**plain, "agenda": [*plain["agenda"], step]}, GAME.State)
        errors = {defect.rule for defect in referee.validate(GAME, state).defects if defect.severity == "error"}
        assert rule in errors, (label, errors)

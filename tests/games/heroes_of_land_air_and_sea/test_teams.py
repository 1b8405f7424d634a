"""Team play: random games of two against two, and random Battles of mixed armies."""

import random
from typing import Any

import pytest

from service.engine import referee
from service.engine.action import Action
from service.engine.referee import Position
from service.engine.setup import At
from service.games.heroes_of_land_air_and_sea import GAME
from tests.games import promises
from tests.games.heroes_of_land_air_and_sea import generals
from tests.games.heroes_of_land_air_and_sea.scramble import scrambled
from tests.games.heroes_of_land_air_and_sea.test_battles import crew, fight
from tests.games.heroes_of_land_air_and_sea.test_promises import check_conservation, convert
from tests.games.players import indifferent, play_out, random_positions

PACK: Any = GAME.packs["standard"]
OPTIONS = {"round_limit": 12, "mode": "teams"}
HOMES = {"blue": ("humans", "nw-g"), "red": ("orcs", "ne-g"), "green": ("elves", "se-g"), "yellow": ("dwarves", "sw-g")}


def sociable(action: Action) -> float:
    """Players who march a lot, and together."""
    kind: str = action.__struct_config__.tag  # type: ignore[assignment]
    liked = {"march-alone": 0.2, "invite": 4.0, "permit": 4.0, "muster": 3.0}.get(kind)
    if kind == "place-token" and action.action == "march":  # type: ignore[attr-defined]
        return 6.0
    return liked if liked is not None else generals.weigh(action)


def check_teams(position: Position) -> None:
    """What is conserved, and that only enemies meet in Battle; allies keep the limit of a Region together."""
    check_conservation(position)
    state, table = position.state, GAME.table(position.state)
    if state.battle is not None:
        assert state.teams[state.battle.attacker] != state.teams[state.battle.defender]
        return
    for one, other in (("blue", "green"), ("red", "yellow")):
        for region in PACK.regions:
            if region not in (state.players[one].capital, state.players[other].capital):
                units = table.unit_count(one, region) + table.unit_count(other, region)  # type: ignore[attr-defined]
                assert units <= 5


@pytest.mark.parametrize("weigh", [indifferent, generals.weigh, sociable])
def test_random_team_games(weigh: Any, touch: Any) -> None:
    for seed in range(2):
        played = play_out(GAME, 4, OPTIONS, f"teams-{seed}", check_teams, weigh)
        touch(GAME, played.rules)
        result, scores = played.end.state.result, referee.scores(played.end)
        assert result.ranking == scores.ranking
        assert sorted(map(sorted, result.ranking)) in ([["blue", "green"], ["red", "yellow"]], [sorted(HOMES)])
        assert result.winners == result.ranking[0]
        replay = referee.replay(played.start, played.applied)
        assert replay.position.digest == played.end.digest
        assert played.longest_list <= 120


def test_team_positions_keep_the_promises(touch: Any) -> None:
    rng = random.Random("teams")
    positions = [entry for seed in range(3) for entry in random_positions(GAME, 4, OPTIONS, f"{seed}", sociable)]
    asked = [p for p, _ in positions if referee.decisions_of(GAME, p.state)[0].step in ("invite-ally", "permit-move")]
    assert len(asked) >= 5
    for position in [*rng.sample([position for position, _ in positions], 15), *rng.sample(asked, 5)]:
        touch(GAME, promises.check_all(position, rng, 120))


def test_an_ally_learns_nothing_hidden_either() -> None:
    rng = random.Random("ally")
    for position, action in random_positions(GAME, 4, {**OPTIONS, "round_limit": 6}, "teams-secret", sociable):
        if rng.random() > 0.1:
            continue
        for viewer in position.state.seats:
            other = referee.admit(GAME, scrambled(position.state, viewer, rng))
            promises.check_same_for(viewer, position, other, action)


def mixed_battle(rng: random.Random, kind: str) -> Position:
    """A Battle of mixed armies that is about to begin, blue attacks; ``tower`` and ``capital`` are red's."""
    area = "ne-g" if kind == "capital" else "ne-c"
    cards = [s.id for s in PACK.spells.values() if s.label != "cast" for _ in range(s.copies)]
    rng.shuffle(cards)
    players: dict[str, Any] = {}
    for seat, (faction, capital) in HOMES.items():
        data = PACK.factions[faction]
        players[seat] = {
            "faction": faction,
            "capital": capital,
            "level": rng.randint(1, 3),
            "tokens": 1,
            **{resource: rng.randint(0, 8) for resource in ("ore", "mana", "food", "vp")},
            "buildings": rng.sample(data.buildings, rng.randint(0, 3)),
            "units": {capital: {data.serf: 1}},
            "library": [cards.pop() for _ in range(rng.randint(0, 1))],
            "towers": rng.choice([[], [f"{capital[:2]}-i"]]),
        }
    for seat, most in (("blue", 3), ("green", 2), ("red", 3), ("yellow", 2)):
        army = crew(rng, HOMES[seat][0], rng.randint(0 if seat in ("green", "red") else 1, most))
        if army:
            players[seat]["units"][area] = {**players[seat]["units"].get(area, {}), **army}
    if kind == "tower":
        players["red"]["towers"] = [area]
    if kind == "vessel":
        faction = PACK.factions["dwarves"]
        hold = crew(rng, "dwarves", 1)
        if not set(hold) & set(players["yellow"]["units"].get(area, {})):
            players["yellow"]["vessels"] = {faction.air_vessel: {"at": area, "passengers": hold}}
    if kind == "guests":
        for seat, guest in (("blue", "green"), ("yellow", "red")):
            vessel = PACK.factions[HOMES[seat][0]].air_vessel
            hold, guests = crew(rng, HOMES[seat][0], 1), crew(rng, HOMES[guest][0], 1)
            there = {**players[seat]["units"].get(area, {}), **players[guest]["units"].get(area, {})}
            if not {*hold, *guests} & set(there):
                players[seat]["vessels"] = {vessel: {"at": area, "passengers": hold, "guests": guests}}
    defending = [seat for seat in ("red", "yellow") if area in players[seat]["units"] or kind in ("tower", "capital")]
    table = {
        "tax": ["ore", "mana", "food"],
        "players": players,
        "battle": {"area": area, "attacker": "blue", "defender": rng.choice(defending[: 1 if kind == "tower" else 2])},
    }
    options = GAME.Options(mode="teams")
    entered = referee.enter(GAME, 4, options, None, None, At(step="battle", table=table))
    assert entered.outcome is not None, entered.defects
    return entered.outcome.position


def led(position: Position, rng: random.Random) -> Position:
    """The same Battle once the defenders have said who leads, where they have to."""
    while position.state.battle is None:
        decisions = referee.legal_actions(position).decisions
        assert decisions[0].step == "choose-leader"
        outcome, _ = referee.play(position, [rng.choice(decisions[0].actions)], "lead")
        assert outcome is not None
        position = outcome.position
    return position


@pytest.mark.parametrize("kind", ["land", "tower", "capital", "vessel", "guests"])
def test_battles_of_mixed_armies(kind: str, touch: Any) -> None:
    for seed in range(25):
        rng = random.Random(f"mixed-{kind}-{seed}")
        for position, action in fight(led(mixed_battle(rng, kind), rng), rng, touch):
            scores = referee.scores(position).battle
            assert [side.total for side in scores.sides] == [
                sum(line.points for line in side.lines) for side in scores.sides
            ]
            check_conservation(position)
            if seed < 4:
                promises.check_copies(position)
                touch(GAME, promises.check_list_is_the_verdict(position, rng, 60))
                promises.check_views(position)
                for viewer in position.state.seats:
                    other = referee.admit(GAME, scrambled(position.state, viewer, rng))
                    promises.check_same_for(viewer, position, other, action)


def test_a_march_in_one_breath_goes_alone() -> None:
    """Every march under ``where`` means its steps, the refusal to ask the ally among them."""
    rng, tried, alone = random.Random("march"), 0, 0
    for position, _ in random_positions(GAME, 4, OPTIONS, "teams-marches", sociable):
        decision = referee.legal_actions(position).decisions[0]
        if decision.step != "march":
            continue
        where = {"type": "march", "origin": rng.choice(decision.actions).origin}
        (listed,) = referee.legal_actions(position, where=where, limit=10_000).decisions
        for march in rng.sample(listed.actions, min(3, len(listed.actions))):
            whole, _ = referee.play(position, [march])
            assert whole is not None
            steps = [
                {"type": "march-from", "actor": march.actor, "origin": march.origin},
                {"type": "march-units", "actor": march.actor, "units": march.units},
                {"type": "march-alone", "actor": march.actor},
                {"type": "march-to", "actor": march.actor, "destination": march.destination},
            ]
            if len(whole.applied) == 3:
                del steps[2]
            else:
                alone += 1
            parts, _ = referee.play(position, referee.check_actions(position, convert(steps)))
            assert parts is not None
            assert whole.position.digest == parts.position.digest
            tried += 1
    assert tried > 30
    assert alone

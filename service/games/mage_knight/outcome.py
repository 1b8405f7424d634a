"""What comes of a combat: enemies that are defeated, sites that are conquered, and what stays behind."""

from collections.abc import Mapping
from typing import Any, ClassVar

from service.engine.shapes import Seat
from service.engine.step import Step
from service.games.mage_knight.events_combat import (
    REWARDS,
    CityConquered,
    CombatEnded,
    EnemyDefeated,
    MonsterGone,
    RewardDue,
    ShieldOnCity,
    SiteConquered,
    TokenDiscarded,
    Withdrawn,
)
from service.games.mage_knight.foes import fight, in_order
from service.games.mage_knight.gains import change_reputation, gain_fame
from service.games.mage_knight.hand_limit import is_conquered_city, leader_of
from service.games.mage_knight.revealing import discard_token, on_space, place_hidden, tidy
from service.games.mage_knight.state_combat import Combat, Foe
from service.games.mage_knight.state_turn import Reward
from service.games.mage_knight.table import Table

REWARD_RULES = {
    "dungeon": "site.dungeon-reward",
    "tomb": "site.tomb",
    "monster-den": "site.monster-den",
    "spawning-grounds": "site.spawning-grounds-reward",
    "mage-tower": "outcome.mage-tower-reward",
    "monastery": "site.monastery-burned",
    "ancient-ruins": "outcome.ruins-rewards",
}
OPS_OF_A_COMBAT = ("block-then-attack", "leadership")


# --- an enemy is defeated ---------------------------------------------------------------------------------------------


def dismiss_summoned(table: Table, foe: Foe, rule: str) -> None:
    """The monster that an enemy has summoned is discarded; nobody gains Fame for it."""
    if foe.summoned is not None:
        table.log(MonsterGone(rule=rule, enemy=foe.summoned))
        discard_token(table, foe.summoned)
        foe.summoned = None


def defeat(table: Table, seat: str, name: str, rule: str) -> None:
    """An enemy is defeated: its token is discarded, and its Fame, Reputation and shield are gained at once.

    A summoned monster gives nothing, and its summoner attacks no more.
    """
    combat = fight(table)
    foe = combat.foes[name]
    if foe.summoned is not None:
        foe.prevented = True
        dismiss_summoned(table, foe, rule)
        return
    token = table.pack.enemies[foe.enemy]
    foe.defeated = True
    table.log(EnemyDefeated(rule=rule, foe=name, enemy=foe.enemy))
    on_space(table, foe.space).enemies.remove(foe.enemy)
    discard_token(table, foe.enemy)
    table.turn.enemies_defeated += 1
    _fame(table, seat, foe, token.fame)
    rampaging = table.space(foe.space).rampaging
    if rampaging is not None and not foe.garrison:
        change_reputation(table, seat, table.pack.sites[rampaging].data["reputation"], "outcome.rampaging-removed")
    if foe.garrison and table.site(foe.space) == "city":
        _shield_on_city(table, seat, foe.space)


def _fame(table: Table, seat: str, foe: Foe, fame: int) -> None:
    """The Fame of a token; half of it, rounded up, for the garrison of another player's keep."""
    if foe.garrison and table.site(foe.space) == "keep" and _owner(table, foe.space) not in (None, seat):
        gain_fame(table, seat, (fame + 1) // 2, "site.keep-foreign")
    else:
        gain_fame(table, seat, fame, "attack.fame")


def _owner(table: Table, space: str) -> str | None:
    shields = table.on(space).shields
    return shields[0] if shields else None


def _shield_on_city(table: Table, seat: str, space: str) -> None:
    there = on_space(table, space)
    there.shields.append(seat)
    color = str(table.space(space).color)
    table.log(ShieldOnCity(rule="outcome.city-shields", seat=seat, city=color))
    if is_conquered_city(table, space):
        leader = leader_of(table, space)
        table.log(CityConquered(rule="city.conquered", city=color, leader=str(leader)))


# --- the end of a combat ----------------------------------------------------------------------------------------------


class EndCombat(Step, tag="end-combat"):
    """What comes of a combat: tokens stay or leave, sites are conquered, a failed assault withdraws."""

    rule: ClassVar[str] = "combat.four-phases"

    seat: Seat

    def run(self, table: Table) -> None:
        combat = fight(table)
        for _, foe in in_order(combat):
            dismiss_summoned(table, foe, "damage.summoned")
        table.state.combat = None
        turn = table.turn
        turn.in_force = [effect for effect in turn.in_force if table.node(effect.node).op not in OPS_OF_A_COMBAT]
        if combat.site is not None and table.state.assault is None:
            _site(table, self.seat, combat, combat.site)
        for space in sorted({foe.space for foe in combat.foes.values()}):
            tidy(table, space)
        table.log(CombatEnded(rule=self.rule, seat=self.seat))


def _site(table: Table, seat: str, combat: Combat, space: str) -> None:
    defenders = [foe for _, foe in in_order(combat) if foe.garrison]
    left = [foe.enemy for foe in defenders if not foe.defeated]
    if combat.cause == "assault":
        if left:
            _assault_failed(table, seat, combat, space, left)
        elif table.site(space) != "city":
            _conquered(table, seat, space, "outcome.fortified-conquered")
        return
    if combat.cause == "burn":
        _discard(table, space, left, "site.monastery-not-burned")
        if not left:
            on_space(table, space).burned = True
            _conquered(table, seat, space, "site.monastery-burned")
    elif left:
        _adventure_failed(table, space, left, len(defenders) - len(left))
    elif seat_gets_reward(table, space):
        _conquered(table, seat, space, "outcome.adventure-marked")


def _assault_failed(table: Table, seat: str, combat: Combat, space: str, left: list[str]) -> None:
    """Back to where the assault came from; the token drawn for another player's keep is discarded, others stay."""
    if table.site(space) == "keep" and _owner(table, space) is not None:
        _discard(table, space, left, "site.keep-foreign")
    if combat.origin is not None:
        table.player(seat).at = combat.origin
        path = table.turn.path
        if path[-1:] == [space]:
            path.pop()
        if path[-1:] != [combat.origin]:
            path.append(combat.origin)
        table.log(Withdrawn(rule="outcome.assault-failed-withdraw", seat=seat, to=combat.origin))


def seat_gets_reward(table: Table, space: str) -> bool:
    """Whether an adventure site is marked by its conqueror: not where a shield lies already."""
    return not table.on(space).shields


def _adventure_failed(table: Table, space: str, left: list[str], defeated: int) -> None:
    site = table.site(space)
    if site in ("dungeon", "tomb"):
        _discard(table, space, left, "outcome.discard-drawn")
    elif site == "spawning-grounds":
        for _ in range(defeated):
            place_hidden(table, space, "brown", "site.spawning-grounds")


def _discard(table: Table, space: str, enemies: list[str], rule: str) -> None:
    for enemy in enemies:
        on_space(table, space).enemies.remove(enemy)
        discard_token(table, enemy)
        table.log(TokenDiscarded(rule=rule, enemy=enemy))


def _conquered(table: Table, seat: str, space: str, rule: str) -> None:
    """The player marks a site and has its rewards due at the end of the turn."""
    there, site = on_space(table, space), table.site(space)
    there.shields = [seat]
    table.log(SiteConquered(rule=rule, seat=seat, space=space))
    reward: Any = table.pack.sites[str(site)].data
    rewards = reward.get("burn", {}).get("reward", ()) if there.burned else reward.get("reward", ())
    if there.ruins is not None:
        rewards = table.pack.ruins[there.ruins].reward
        table.state.world.ruins.discarded = sorted([*table.state.world.ruins.discarded, there.ruins])
        there.ruins = None
    for one in rewards:
        due(table, seat, one, REWARD_RULES[str(site)])


def due(table: Table, seat: str, reward: Mapping[str, Any], rule: str) -> None:
    """A reward is due at the end of the turn."""
    number = int(reward.get("count", reward.get("amount", 1)))
    table.turn.rewards.append(Reward(kind=reward["kind"], count=number, rule=rule))
    one, several = REWARDS.get(reward["kind"], (reward["kind"], f"{reward['kind']}s"))
    what = f"{number} {one if number == 1 else several}"
    table.log(RewardDue(rule=rule, seat=seat, kind=reward["kind"], number=number, what=what))


OUTCOME_STEPS: tuple[type[Step], ...] = (EndCombat,)

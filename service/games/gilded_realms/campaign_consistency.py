"""What must be true of rolls, Caravans and Campaigns in any state."""

from collections.abc import Iterator

from service.engine.agenda import name_of, steps_to_come
from service.engine.defect import Defect, error, warning
from service.games.gilded_realms.campaign_state import Campaign, Roll
from service.games.gilded_realms.dice_events import face_in_words
from service.games.gilded_realms.stances import worker_places
from service.games.gilded_realms.table import Table

BEFORE_STANCES = {"begin-round", "choose-stance"}
PLACING = {"reveal-stances", "place-workers", "place-worker"}


def campaigns(table: Table) -> Iterator[Defect]:
    """Every defect of what belongs to Step 5."""
    state = table.state
    for seat, player in state.players.items():
        at = f"/players/{seat}"
        if player.roll is not None:
            yield from a_roll(table, player.roll, f"{at}/roll")
        yield from caravan(table, seat, f"{at}/caravan")
        yield from stance(table, seat, at)
        for route, number in player.routes.items():
            if number > (table.pack.routes[route].max_per_player or number):
                yield error("caravan.one-gem-route", f"{at}/routes/{route}", "too-many", "one such token is the limit")
        if player.campaigns > player.most_campaigns:
            detail = "there cannot be more Campaigns in this round than in any"
            yield warning("campaigns.double", f"{at}/most_campaigns", "too-few", detail)
    if state.roll is not None:
        yield from a_roll(table, state.roll, "/roll")
    if state.campaign is not None:
        yield from a_campaign(table, state.campaign)


def a_roll(table: Table, roll: Roll, at: str) -> Iterator[Defect]:
    """The dice of a roll show faces that they have, and come from Units."""
    for number, die in enumerate(roll.dice):
        where = f"{at}/dice/{number}"
        if die.face is not None and die.face not in table.pack.dice[die.colour]:
            yield error(
                "dice.results", f"{where}/face", "no-such-face", f"no {die.colour} die shows {face_in_words(die.face)}"
            )
        if (die.face is None) != (die.throws == 0) and die.throws != 1:
            yield error("dice.max-two-rolls-per-die", f"{where}/throws", "throws", "a die is thrown once or twice")
        if die.unit is not None and not table.piece(die.unit).is_unit:
            yield error("queue-units.move-two", f"{where}/unit", "no-unit", f"{table.pack.title(die.unit)} is no Unit")
    if (roll.against is None) == (roll.purpose == "defence"):
        yield error(
            "campaign-player.defender-roll", f"{at}/against", "against", "a roll to defend is against something"
        )


def caravan(table: Table, seat: str, at: str) -> Iterator[Defect]:
    """A Caravan that is out is due this round or next, with no more than it can carry; one at home is empty."""
    found, state = table.player(seat).caravan, table.state
    if found.due is None and (found.supply or found.material or found.damaged or found.special is not None):
        yield error("trade.place-token", f"{at}/due", "at-home", f"the Caravan of {seat} is at home")
    if found.due is not None and not state.round <= found.due <= min(state.round + 1, table.last_round):
        yield error("caravan.rank-order", f"{at}/due", "due", f"no Caravan is due in round {found.due}")
    if found.supply + found.material > table.pack.constants["trade_resources"]:
        yield error("trade.exactly-four", at, "too-much", f"the Caravan of {seat} carries too much")
    elif found.due is not None:
        carries = found.supply + found.material == table.pack.constants["trade_resources"]
        if carries == found.damaged and not coming_home(table, seat):
            detail = "a Caravan carries 4 Resources until some are stolen, which turns its token"
            yield warning("damaged-caravan.definition", f"{at}/damaged", "damaged", detail)
    if found.special is not None and not any(
        "special-caravan" in ability.triggers for ability in table.pack.abilities_of.get(found.special, ())
    ):
        yield error(
            "gnorvic.skariff-caravan", f"{at}/special", "advisor", f"{table.pack.title(found.special)} sends no Caravan"
        )


def sends_none_yet(table: Table, seat: str) -> bool:
    """Whether a player in Attack Stance has launched no Campaign yet, and Step 5 is not over."""
    player, campaign = table.player(seat), table.state.campaign
    attacks = player.stance == "attack" and not player.campaigns and "resolve-caravans" in table.steps
    return attacks and (campaign is None or campaign.attacker != seat)


def stance(table: Table, seat: str, at: str) -> Iterator[Defect]:
    """What a Stance allows: where the totem lies, Campaigns, and two Units for an attacker who has yet to send any."""
    player, steps = table.player(seat), table.steps
    if player.worker is not None and player.stance != "worker":
        yield error("reveal.worker-place", f"{at}/worker", "stance", f"{seat} is not in Worker Stance")
    elif player.worker is not None and player.worker not in worker_places(table, seat):
        detail = f"{seat} has no {player.worker.title()} to place the totem on"
        yield error("reveal.worker-place", f"{at}/worker", "place", detail)
    if player.campaigns and player.stance in ("worker", "defence"):
        yield error("attack-stance.any-number-of-campaigns", f"{at}/campaigns", "stance", f"{seat} is no attacker")
    least = table.pack.constants["attack_stance"]["min_units_in_standing_army"]
    if player.stance == "attack" and "reveal-stances" in steps and table.army_size(seat) < least:
        detail = f"Attack Stance needs {least} Units in the Standing Army"
        yield error("attack-stance.two-units", f"{at}/stance", "units", detail)
    elif sends_none_yet(table, seat) and table.army_size(seat) < least:
        detail = f"{seat} has sent no Units, and Attack Stance needed {least} in the Standing Army"
        yield warning("attack-stance.two-units", f"{at}/stance", "units", detail)
    if "end-harvest" not in steps or not steps.isdisjoint(BEFORE_STANCES):
        return
    if player.stance == "worker" and player.worker is None and steps.isdisjoint(PLACING):
        yield warning("reveal.worker-place", f"{at}/worker", "none", f"{seat} has not placed the totem")
    if player.stance is None and not hasattr(table.state, "viewer"):
        yield warning("stance.three-stances", f"{at}/stance", "none", f"{seat} has no Stance in this Event Phase")


def coming_home(table: Table, seat: str) -> bool:
    """Whether the Caravan of a player is being resolved, so that its goods may be discarded already."""
    return any(name_of(step) == "return-caravan" and step.seat == seat for step in steps_to_come(table))


def a_campaign(table: Table, campaign: Campaign) -> Iterator[Defect]:
    """A Campaign is aimed at something that there is, and its Units are Units."""
    target, state = campaign.target, table.state
    fits = (target.event is not None) == (target.kind == "looming-threat")
    fits = fits and (target.seat is not None) == (target.kind == "hinterland") and target.seat != campaign.attacker
    fits = fits and (target.event is None or table.pack.events[target.event].kind == "looming-threat")
    fits = fits and (target.kind not in ("frontline", "raiders") or state.solo is not None)
    if not fits:
        yield error("campaign-target.declare", "/campaign/target", "target", "no Campaign can be aimed at this")
    strange = [unit for unit in campaign.units if not table.piece(unit).is_unit]
    if strange:
        names = ", ".join(table.names(strange))
        yield error("queue-units.move-two", "/campaign/units", "no-unit", f"{names} cannot set out")


def routes(table: Table) -> Iterator[Defect]:
    """Two of each Trade Route exist."""
    players = table.state.players.values()
    for route in table.pack.routes:
        number = table.state.routes.get(route, 0) + sum(player.routes.get(route, 0) for player in players)
        if number != table.pack.route_copies:
            yield warning(
                "trade-routes.two-of-each",
                f"/routes/{route}",
                "number",
                f"{number} of {table.pack.route_copies} {table.pack.title(route)} tokens are there",
            )

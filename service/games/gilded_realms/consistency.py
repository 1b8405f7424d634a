"""What must be true of any state: errors keep the referee from judging, warnings tell what does not add up."""

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter

from service.engine.agenda import name_of
from service.engine.defect import Defect, error, warning
from service.engine.piles import Pile
from service.engine.step import Lanes, Step
from service.games.gilded_realms.agenda_order import agenda_order
from service.games.gilded_realms.campaign_consistency import campaigns, routes
from service.games.gilded_realms.effect_language import Gain
from service.games.gilded_realms.event_consistency import invasion, quests
from service.games.gilded_realms.faction_consistency import faction_consistency
from service.games.gilded_realms.ids import WILDCARD
from service.games.gilded_realms.offers import amounts, answerable, keepable
from service.games.gilded_realms.solo_consistency import solo_consistency
from service.games.gilded_realms.table import Table

COUNTED = (
    *("silver", "gem", "supply", "material", "determination", "fortification"),
    *("knowledge_gained", "campaigns", "most_campaigns", "extra_builds"),
)
all_counted = attrgetter(*COUNTED)
MOST, MOST_CARDS, MOST_USES = 2000, 200, 3
"""More than ten times what the longest game brings, and far from the bounds of the state."""
TALKING = ("reveal-stances", "negotiate")
"""Steps that are to come while players may negotiate."""
IN_LANES = ("last-stand", "defend-assault", "restock-warfront", "turn-up-endeavour")


def consistency(table: Table) -> Iterator[Defect]:
    """Every defect of a state; a view's hidden values are taken for granted."""
    state = table.state
    if set(state.players) != set(state.seats):
        yield error("components.player-count", "/players", "players", "everybody who plays has one Kingdom")
        return
    if len(state.year_events) != table.last_round:
        yield error("setup-board.place-age-two", "/year_events", "number", f"{table.last_round} Year Events lie there")
        return
    if state.round > table.last_round:
        yield error("how-to-win.game-length", "/round", "round", f"the game has {table.last_round} rounds")
        return
    if (state.solo is None) != (len(state.seats) > 1):
        yield error("setup.solo-follows-multiplayer", "/solo", "solo", "one player plays solo, several do not")
        return
    yield from own_time(table)
    yield from pile_contents(table)
    for seat in state.seats:
        yield from kingdom(table, seat)
    yield from year_events(table)
    yield from invasion(table)
    yield from factions(table)
    yield from offers(table)
    yield from faction_consistency(table)
    yield from solo_consistency(table)
    yield from numbers(table)
    yield from campaigns(table)
    yield from agenda_order(table)


def tally(table: Table) -> Iterator[Defect]:
    """What does not add up, or lies where no rule puts it."""
    for seat, player in table.state.players.items():
        at = f"/players/{seat}"
        if player.knowledge_gained < len(player.knowledge):
            detail = f"{seat} has {len(player.knowledge)} Knowledges"
            yield warning("knowledge.gained-by-buying", f"{at}/knowledge_gained", "too-few", detail)
        if len(player.hinterland) > table.hinterland_size(seat):
            yield warning("hinterlands.capacity", f"{at}/hinterland", "too-many", f"{seat} stores more cards than fit")
        yield from fortifications(table, seat, at)
        yield from queue_places(table, seat, at)
    yield from quests(table)
    yield from routes(table)
    yield from cards(table)


def kingdom(table: Table, seat: str) -> Iterator[Defect]:
    """What cannot be true of a single Kingdom."""
    player, at = table.player(seat), f"/players/{seat}"
    if not table.pack.warfront_cards.keys().isdisjoint(player.territory):
        detail = "Warfront cards are discarded when they enter the Territory"
        yield error("warfront-cards.raiders-queue", f"{at}/territory", "kind", detail)
    yield from uses(table, seat, at)
    yield from areas(table, seat, at)
    if any(not pieces for pieces in player.queue.values()):
        yield error("build-queue.no-limits", f"{at}/queue", "empty", "an empty position is left out")
    for kind, level in player.provinces.items():
        if level > 3 and not table.epic:
            yield error("player-setup.standard-remove-four-five", f"{at}/provinces/{kind}", "level", "no such level")
    if player.builds > table.pack.constants["free_builds_per_round"]:
        yield error("draw-build.two-free-builds", f"{at}/builds", "too-many", "two Builds of a round are free")
    yield from stocks(table, seat, at)
    if player.authority > table.pack.authority_max:
        yield error("ender.authority-income", f"{at}/authority", "too-many", "more Authority than can be kept")
    if sum(player.routes.values()) > table.pack.constants["caravan"]["max_trade_routes"]:
        yield error("trade-routes.max-four", f"{at}/routes", "too-many", f"{seat} has too many Trade Routes")
    for area, pieces in (("territory", player.territory), ("army", player.army), *player.queue.items()):
        many = [piece for piece, number in pieces.items() if number > table.pack.copies[piece]]
        if many:
            where = f"queue/{area}" if area.isdigit() else area
            names = ", ".join(table.names(many))
            yield error("components.endeavour-counts", f"{at}/{where}", "too-many", f"not so many {names} exist")


def areas(table: Table, seat: str, at: str) -> Iterator[Defect]:
    """Units stand in the Standing Army, everything else lies in the Territory."""
    player, units = table.player(seat), table.pack.units
    rule = "areas.standing-army"
    if not units.isdisjoint(player.territory):
        names = ", ".join(table.names(piece for piece in player.territory if piece in units))
        yield error(rule, f"{at}/territory", "kind", f"{names} cannot lie in the Territory of {seat}")
    if not units.issuperset(player.army):
        names = ", ".join(table.names(piece for piece in player.army if piece not in units))
        yield error(rule, f"{at}/army", "kind", f"{names} cannot lie in the Standing Army of {seat}")


def uses(table: Table, seat: str, at: str) -> Iterator[Defect]:
    """Uses are counted for abilities that have a limit, and by the name under which they are counted."""
    player, counted = table.player(seat), table.pack.counted
    for name in ("used", "used_up"):
        for ability, number in getattr(player, name).items():
            if ability not in counted:
                other = table.pack.abilities[ability].counts_as
                detail = f"uses of {table.pack.words.name(ability)} are counted as {table.pack.words.name(other)}"
                yield error("once-effects.action-phase-default", f"{at}/{name}/{ability}", "counted", detail)
            elif name == "used_up" and number > MOST_USES:
                detail = f"no ability is used more than {MOST_USES} times in a game"
                yield warning("once-effects.action-phase-default", f"{at}/{name}/{ability}", "too-many", detail)


def fortifications(table: Table, seat: str, at: str) -> Iterator[Defect]:
    """No more Fortifications than can be stored, but for whoever has a card that ignores the limit."""
    over = table.player(seat).fortification - table.fort_limit(seat)
    if over > 0 and not ignores_fort_limit(table, seat):
        detail = f"{seat} has {over} more than the {table.fort_limit(seat)} that can be stored"
        yield warning("fortify.maximum", f"{at}/fortification", "too-many", detail)


def ignores_fort_limit(table: Table, seat: str) -> bool:
    """Whether a player has a card that gains Fortifications beyond the limit."""
    return any(
        isinstance(op, Gain) and op.ignore_max
        for source, _ in table.sources(seat, table.pack.abilities_of)
        for ability in table.pack.abilities_of[source]
        for op in ability.effect
    )


def queue_places(table: Table, seat: str, at: str) -> Iterator[Defect]:
    """Cards move down from the position where they are Built; Units come back from Campaigns to their own."""
    for number, pieces in sorted(table.player(seat).queue.items()):
        for piece in sorted(pieces):
            highest = table.pack.highest_places[piece]
            if highest and int(number) > highest:
                detail = f"{table.pack.title(piece)} cannot come to a position above {highest}"
                yield warning("build.queue-position", f"{at}/queue/{number}", "position", detail)


def stocks(table: Table, seat: str, at: str) -> Iterator[Defect]:
    """No more of anything than a game could ever bring, so that there is room for what is gained."""
    player = table.player(seat)
    numbers = all_counted(player)
    kept = [(f"stored/{card}/{kind}", n) for card, kinds in player.stored.items() for kind, n in kinds.items()]
    kept += [(f"owed/{kind}", n) for kind, n in player.owed.items()]
    if kept or max(numbers) > MOST:
        for name, number in (*zip(COUNTED, numbers, strict=True), *kept):
            if number > MOST:
                yield error("components.tokens", f"{at}/{name}", "too-many", f"no game brings more than {MOST}")
    for name, cards in (("hand", player.hand), ("hinterland", player.hinterland)):
        if len(cards) > MOST_CARDS:
            yield error("components.endeavour-counts", f"{at}/{name}", "too-many", "not so many cards exist")
    roll, defending = player.roll, player.defending
    if roll is not None and max(abs(roll.bonus), roll.determination) > MOST:
        yield error("determination.use", f"{at}/roll", "too-many", f"no roll is raised by more than {MOST}")
    if defending is not None and max(defending.threat, defending.forts, defending.bonus, defending.damage or 0) > MOST:
        yield error("invasion.individual", f"{at}/defending", "too-many", f"no Invasion comes to more than {MOST}")


def own_time(table: Table) -> Iterator[Defect]:
    """What players do in their own time is each one's own; steps that concern everybody come before or after it."""
    for number, step in enumerate(table.state.agenda):
        lanes = step.lanes if isinstance(step, Lanes) else {}
        for seat, lane in lanes.items():
            for place, inner in enumerate(lane):
                if getattr(inner, "seat", None) not in (seat, None) or not (hasattr(inner, "seat") or in_lane(inner)):
                    at = f"/agenda/{number}/lanes/{seat}/{place}"
                    yield error(
                        "round.simultaneous", at, "lane", f"{name_of(inner)} is no step that {seat} goes through"
                    )


def in_lane(step: Step) -> bool:
    """Whether a step that names no seat may all the same be what a player goes through: those of the Warfront."""
    return name_of(step) in IN_LANES


def pile_contents(table: Table) -> Iterator[Defect]:
    """A pile holds nothing but cards of its kind, and has enough of them to come."""
    state = table.state
    piles: list[tuple[str, Pile]] = [
        ("deck", state.deck),
        ("events_1", state.events_1),
        ("events_2", state.events_2),
        ("quest_deck", state.quest_deck),
        ("market_deck", state.market_deck),
    ]
    if state.solo is not None:
        piles.append(("solo/deck", state.solo.deck))
    for name, pile in piles:
        known = [card.card for card in (*pile.top, *pile.bottom)]
        allowed, holds = table.pack.in_piles[name], sum(pile.unseen.values()) + len(known)
        if not (allowed.issuperset(pile.unseen) and all(card is None or card in allowed for card in known)):
            yield error("setup-board.separate-decks", f"/{name}", "stranger", "a card lies here that belongs elsewhere")
        if name == "deck" and pile.count < holds and not hasattr(state, "viewer"):
            yield warning("setup-board.separate-decks", "/deck/count", "too-few", "the deck holds more cards")
        if pile.count > holds or pile.count < len(known):
            yield error("setup-board.separate-decks", f"/{name}/count", "count", "the pile cannot hold so many cards")


def year_events(table: Table) -> Iterator[Defect]:
    """Year Events of past rounds have been turned up, those to come lie face down."""
    state, last = table.state, table.pack.constants["age_1_rounds"][1]
    for number, place in enumerate(state.year_events, 1):
        at, lies = f"/year_events/{number - 1}", place.lies
        event = table.pack.events[place.event] if place.event is not None else None
        if number < state.round and lies == "down":
            detail = f"the Year Event of round {number} is gone, or a Threat that lies up"
            yield error("year-events.one-per-round", at, "face-down", detail)
        if number > state.round and lies != "down":
            yield error("year-events.one-per-round", at, "face-up", f"the Year Event of round {number} lies face down")
        if event is None:
            if lies == "up" and not hasattr(state, "viewer"):
                yield error("looming-threat.stays-until-victory", at, "unknown", "a Year Event that lies open is known")
            continue
        if number < state.round and lies == "up" and event.kind != "looming-threat":
            yield error("events.discard-resolved", at, "face-up", f"{event.name} was discarded in round {number}")
        if (event.age == 1) != (number <= last):
            yield error("setup-board.place-age-one", at, "age", "this Year Event belongs to the other Age")
    yield from each_event_once(table)
    for name, places in (("events_1", state.year_events[:last]), ("events_2", state.year_events[last:])):
        pile = getattr(state, name)
        unknown = sum(place.lies == "down" and place.event is None for place in places)
        if not hasattr(state, "viewer") and (pile.count < unknown or (unknown and not pile.unseen)):
            yield error("setup-board.place-age-one", f"/{name}", "too-few", "fewer Year Events are left than lie there")


def each_event_once(table: Table) -> Iterator[Defect]:
    """Each Year Event is one card: one that is known to lie somewhere is not among those that nobody has seen."""
    state, seen, rule = table.state, set[str](), "setup-board.place-age-one"
    for number, place in enumerate(state.year_events):
        if place.event is None:
            continue
        at = f"/year_events/{number}/event"
        if place.event in seen:
            detail = f"{table.pack.title(place.event)} lies in another round too"
            yield error(rule, at, "twice", detail)
        elif place.event in state.events_1.unseen or place.event in state.events_2.unseen:
            detail = f"{table.pack.title(place.event)} is among the Year Events not seen yet too"
            yield error(rule, at, "unseen", detail)
        seen.add(place.event)
    for name in ("events_1", "events_2"):
        for event, copies in getattr(state, name).unseen.items():
            if copies > 1:
                detail = f"{table.pack.title(event)} is one card, not {copies}"
                yield error(rule, f"/{name}/unseen/{event}", "twice", detail)


def offers(table: Table) -> Iterator[Defect]:
    """One open offer for each pair and direction, which its maker can keep and the other may answer."""
    if not table.state.offers:
        return
    found = Counter((offer.maker, offer.to) for offer in table.state.offers)
    if table.state.agenda and table.steps.isdisjoint(TALKING):
        yield error("negotiate.window", "/offers", "window", "offers are open in the Build and the Action Phase alone")
    for number, offer in enumerate(table.state.offers):
        if offer.maker == offer.to:
            yield error("negotiate.resources", f"/offers/{number}/to", "self", f"{offer.to} cannot trade with oneself")
        if not (offer.swaps or amounts(offer.give) or amounts(offer.take)):
            yield error("negotiate.resources", f"/offers/{number}", "empty", "an exchange is of something")
    if any(number > 1 for number in found.values()) or table.solo:
        yield error("negotiate.binding", "/offers", "twice", "one offer of each player to each other player is open")
    for number, offer in enumerate(table.state.offers):
        viewer = getattr(table.state, "viewer", offer.maker)
        if viewer == offer.maker and not keepable(table, offer):
            yield error("negotiate.binding", f"/offers/{number}", "lapsed", f"{offer.maker} cannot keep this offer")
        if not answerable(table, offer):
            detail = f"{offer.to} has not the cards that are asked for"
            yield error("negotiate.endeavours-equal", f"/offers/{number}/swaps", "lapsed", detail)


def factions(table: Table) -> Iterator[Defect]:
    """Each Faction is played once, and Advisors belong to their Faction."""
    chosen = [player.faction for player in table.state.players.values() if player.faction]
    for faction in dict.fromkeys(chosen) if len(set(chosen)) < len(chosen) else ():
        if chosen.count(faction) > 1:
            name = table.pack.title(faction)
            yield error("player-setup.choose-faction", "/players", "twice", f"{name} is played twice")
    for seat, player in table.state.players.items():
        own = table.pack.factions[player.faction] if player.faction else None
        if any(own is None or (a not in own.council and a != own.commander) for a in player.advisors):
            at = f"/players/{seat}/advisors"
            yield error("council-advisors.choice", at, "stranger", f"{seat} has an Advisor of another Faction")


def in_the_game(table: Table) -> dict[str, int]:
    """How many cards of each kind are in the game by now: Epic ones come at the end of Age I of an Epic game."""
    age_one: int = table.pack.constants["age_1_rounds"][1]
    return table.pack.all_cards if table.epic and table.state.round >= age_one else table.pack.standard_cards


def all_over(table: Table) -> Iterator[tuple[str, int]]:
    """Endeavour cards and Wildcards wherever anybody knows of them: a kind and how many of it."""
    state, pieces_of = table.state, table.pack.pieces
    yield from state.deck.unseen.items()
    yield from state.discard_pile.items()
    piles = [known.card for known in (*state.deck.top, *state.deck.bottom)]
    hinterland = state.solo.hinterland if state.solo is not None else []
    hands = [card for player in state.players.values() for card in (*player.hand, *player.hinterland)]
    for card in (*piles, *state.draft, *hands, *hinterland):
        if card is not None:
            yield card, 1
    for player in state.players.values():
        for pieces in (player.territory, player.army, *player.queue.values()):
            for piece, number in pieces.items():
                if pieces_of[piece].home in ("endeavour", "wildcard"):
                    yield pieces_of[piece].card, number
    yield WILDCARD, state.wildcards


def numbers(table: Table) -> Iterator[Defect]:
    """No more cards in the piles than could be counted."""
    state = table.state
    piled = sum(state.deck.unseen.values()) + sum(state.discard_pile.values()) + state.wildcards
    if piled > MOST or len(state.draft) > MOST_CARDS:
        yield error("components.endeavour-counts", "", "too-many", f"more than {MOST} cards are there")


def cards(table: Table) -> Iterator[Defect]:
    """No more cards of a kind than there are; what is missing may be on its way."""
    state, steps = table.state, table.steps
    found: dict[str, int] = {}
    for card, number in all_over(table):
        found[card] = found.get(card, 0) + number
    if state.draft and not steps & {"take-draft", "reveal-draft", "reveal-draft-card"}:
        yield warning("draft.reveal", "/draft", "left", "cards lie open in the draft alone")
    for seat, player in state.players.items():
        if player.quests_dealt and not steps & {"deal-quest", "choose-quest"}:
            at = f"/players/{seat}/quests_dealt"
            yield warning("player-setup.draw-quests", at, "left", f"{seat} has kept one Quest and returned the others")
    exist = in_the_game(table)
    for card in sorted(card for card, number in found.items() if number > exist.get(card, 0)):
        detail = f"{found[card]} {table.pack.title(card)} are there, and {exist.get(card, 0)} exist"
        yield warning("components.endeavour-counts", "", "too-many", detail)

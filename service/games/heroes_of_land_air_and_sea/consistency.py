"""What must be true of any state: errors keep the referee from judging, warnings are counts that do not add up."""

from collections import Counter
from collections.abc import Iterator, Mapping

from service.engine.agenda import name_of
from service.engine.defect import Defect, error, warning
from service.games.heroes_of_land_air_and_sea.agenda_order import agenda_defects, is_setting_up, names
from service.games.heroes_of_land_air_and_sea.battle_consistency import battle_defects
from service.games.heroes_of_land_air_and_sea.ids import ENEMY
from service.games.heroes_of_land_air_and_sea.region_limit import allied_there
from service.games.heroes_of_land_air_and_sea.scoring import scribed
from service.games.heroes_of_land_air_and_sea.solo_consistency import enemy_defects, mode_defects, stranger_defects
from service.games.heroes_of_land_air_and_sea.state import Player
from service.games.heroes_of_land_air_and_sea.table import Table, at_board

ATTACKS = ("begin-battle", "choose-leader")


def consistency(table: Table) -> Iterator[Defect]:
    """Everything about a state that cannot be, or does not add up."""
    state = table.state
    if set(state.players) != set(state.seats):
        found = f"seats: {', '.join(state.seats)}; players: {', '.join(state.players) or 'none'}"
        yield error("setup.choose-faction", "/players", "players", found)
        return
    impossible = [*mode_defects(table), *stranger_defects(table)]
    yield from impossible
    if impossible:
        return
    yield from _factions(table)
    errors = False
    for seat in table.parties():
        for defect in _player(table, seat, table.player(seat)):
            errors = errors or defect.severity == "error"
            yield defect
    if errors:
        return
    yield from agenda_defects(table)
    yield from _view(table)
    yield from battle_defects(table)
    yield from enemy_defects(table)
    yield from _regions(table)
    yield from _tax(table)
    yield from _cards(table)
    yield from _tokens(table)
    yield from _others(table)


def _factions(table: Table) -> Iterator[Defect]:
    boards = [table.player(party) for party in table.parties()]
    chosen = Counter(player.faction for player in boards if player.faction)
    for faction, number in chosen.items():
        if number > 1:
            yield error("setup.choose-faction", "/players", "twice", f"the {table.named(faction)} are played twice")
    capitals = Counter(player.capital for player in boards if player.capital)
    for region, number in capitals.items():
        if number > 1:
            detail = f"two Capital Cities in {table.named(region)}"
            yield error("setup.one-capital-per-continent", "/players", "twice", detail)


def _player(table: Table, seat: str, player: Player) -> Iterator[Defect]:
    at, pack = at_board(seat), table.pack
    has_pieces = bool(player.units or player.vessels or player.towers or player.buildings or player.slots)
    if player.eliminated:
        if player.capital or has_pieces:
            detail = f"{table.named(seat)} is eliminated and has pieces"
            yield error("capital-battle.remove-pieces", at, "eliminated", detail)
        return
    if player.faction is None or player.capital is None:
        if has_pieces:
            detail = f"{table.named(seat)} has pieces before the setup is over"
            yield error("setup.choose-faction", at, "pieces", detail)
        elif not is_setting_up(table) and table.state.result is None:
            yield error("setup.choose-faction", at, "missing", f"{table.named(seat)} has no Faction or no Capital City")
        return
    if player.capital not in pack.capital_regions:
        detail = f"{table.named(player.capital)} is no capital Region"
        yield error("setup.one-capital-per-continent", f"{at}/capital", "region", detail)
    yield from _pieces(table, seat, player)


def _pieces(table: Table, seat: str, player: Player) -> Iterator[Defect]:
    at, pack, faction = at_board(seat), table.pack, table.faction(seat)
    for region, units in player.units.items():
        if not units:
            detail = f"nobody stands in {table.named(region)}: leave it out"
            yield error("march.army", f"{at}/units/{region}", "nobody", detail)
        elif not units.keys() <= pack.land_units[faction.id]:
            strange = [unit for unit in units if unit not in pack.land_units[faction.id]]
            detail = f"{table.named(strange[0])} is no land Unit of {table.named(seat)}"
            yield error("setup.supply", f"{at}/units/{region}", "strange", detail)
    for vessel in player.vessels:
        if vessel not in (faction.sea_vessel, faction.air_vessel):
            detail = f"{table.named(vessel)} is no Vessel of {table.named(seat)}"
            yield error("setup.supply", f"{at}/vessels/{vessel}", "strange", detail)
            continue
        yield from _vessel(table, seat, vessel)
    strange = [building for building in player.buildings if building not in faction.buildings]
    if strange:
        detail = f"{table.named(strange[0])} is no Building of {table.named(seat)}"
        yield error("capital-board.buildings", f"{at}/buildings", "strange", detail)
    if player.towers:
        yield from _towers(table, seat, player)
    yield from _too_many(table, seat)
    spells, level = scribed(table, seat), table.level(seat)
    for rule, number, limit, name in (
        ("tower.level-limit", len(player.towers), level.tower_limit, "Towers"),
        ("research.scribe-limit", len(spells), level.scribe_limit, "Scribed Spells"),
    ):
        if number > limit:
            detail = f"{name} of {table.named(seat)}: {number}; allowed at Level {player.level}: {limit}"
            yield warning(rule, at, "limit", detail)
    for spell in spells:
        if pack.spells[spell].label != "cast":
            detail = f"{table.named(spell)} cannot be scribed"
            yield error("research.scribe-cast-only", f"{at}/scribed", "label", detail)
    tokens = player.tokens + list(player.slots.values()).count("token")
    if tokens > pack.constants["action_tokens_per_player"]:
        yield warning("setup.action-tokens", f"{at}/tokens", "count", f"Action Tokens of {table.named(seat)}: {tokens}")


def _towers(table: Table, seat: str, player: Player) -> Iterator[Defect]:
    at = f"{at_board(seat)}/towers"
    if any(region not in table.pack.regions or table.capital_at(region) is not None for region in player.towers):
        yield error("tower.not-in-capital", at, "region", f"a Tower of {table.named(seat)} stands in a Capital City")
    if any(table.tower_at(region) not in (None, seat) for region in player.towers):
        yield error("tower.one-per-region", at, "twice", f"a Tower of {table.named(seat)} stands beside another")


def _too_many(table: Table, seat: str) -> Iterator[Defect]:
    kinds = table.pack.units
    for unit, number in table.in_play(seat).items():
        if number > kinds[unit].count:
            detail = f"{table.named(unit)} in play: {number}, there are {table.unit(unit).count}"
            yield error("setup.supply", f"{at_board(seat)}/units", "too-many", detail)


def _vessel(table: Table, seat: str, vessel: str) -> Iterator[Defect]:
    aboard, kind, at = table.player(seat).vessels[vessel], table.unit(vessel), f"{at_board(seat)}/vessels/{vessel}"
    strange = [u for u in aboard.passengers if u not in table.faction(seat).units or table.unit(u).is_vessel]
    if strange:
        detail = f"{table.named(strange[0])} cannot be aboard {table.named(vessel)}"
        yield error("boarding.own-units", f"{at}/passengers", "strange", detail)
    ally = table.ally(seat)
    theirs = table.faction(ally).units if ally is not None and table.player(ally).faction is not None else ()
    strange = [u for u in aboard.guests if u not in theirs or table.unit(u).is_vessel]
    if strange:
        detail = f"{table.named(strange[0])} is no guest aboard {table.named(vessel)}"
        yield error("boarding.own-units", f"{at}/guests", "strange", detail)
    number = sum(aboard.passengers.values()) + sum(aboard.guests.values())
    if number > kind.capacity:
        yield error("boarding.capacity", f"{at}/passengers", "too-many", f"aboard {table.named(vessel)}: {number}")
    if kind.kind == "sea-vessel" and aboard.at in table.pack.regions and not table.pack.shores[aboard.at]:
        yield error("sail.shore-definition", f"{at}/at", "shore", f"{table.named(aboard.at)} borders no Sea Region")
    if kind.kind == "air-vessel" and aboard.at in table.pack.seas and not _lands_later(table, seat, aboard.at):
        detail = f"{table.named(vessel)} is at sea, in {table.named(aboard.at)}"
        yield error("fly.not-end-at-sea", f"{at}/at", "sea", detail)


def _lands_later(table: Table, seat: str, sea: str) -> bool:
    """Whether an Air Vessel at sea is fighting there and will land, or is about to be put into that fight."""
    agenda, battle = table.state.agenda, table.state.battle
    if not agenda:
        return battle is not None and battle.area == sea
    if seat == ENEMY:
        return any(name_of(step) == "enemy-lands" for step in agenda)
    return any(name_of(step) == "return-flight" and step.seat == seat for step in agenda)


def _view(table: Table) -> Iterator[Defect]:
    viewer = getattr(table.state, "viewer", None)
    for seat, player in table.state.players.items():
        hidden = player.library.count(None) + player.discarded.count(None)  # type: ignore[arg-type]
        if hidden and (viewer == seat or hidden < len(player.library) + len(player.discarded)):
            detail = f"half of {table.named(seat)}'s cards is hidden"
            yield error("setup.library-secret", f"/players/{seat}/library", "hidden", detail)


def _regions(table: Table) -> Iterator[Defect]:
    """At rest no Region holds two players' pieces, nor more Units than its limit."""
    state = table.state
    limit = table.pack.constants["region_unit_limit"]
    fighting = {step.area for step, tag in zip(state.agenda, names(table), strict=True) if tag in ATTACKS}
    if state.battle is not None:
        fighting.add(state.battle.area)
    holders: dict[str, str] = {}
    for seat in table.parties():
        player = table.player(seat)
        docked = {aboard.at for aboard in player.vessels.values()}
        places = {*player.units, *docked, *player.towers, *([player.capital] if player.capital else [])}
        for area in sorted(places):
            other = holders.setdefault(area, seat)
            if other != seat and area not in fighting and table.ally(seat) != other:
                detail = f"{table.named(other)}, {table.named(seat)} stand in {table.named(area)} without a Battle"
                yield error("battle.two-sides", at_board(seat), "together", detail)
            if area == player.capital:
                continue
            number, allied = table.unit_count(seat, area), allied_there(table, seat, area)
            if number + allied <= limit:
                continue
            at = f"{at_board(seat)}/units/{area}" if area in player.units else at_board(seat)
            if number > limit:
                detail = f"{table.named(seat)} has {number} Units in {table.named(area)}"
                yield warning("march.region-limit", at, "limit", detail)
            elif other != seat:
                both = f"{table.named(other)} and {table.named(seat)}"
                detail = f"{both} have {number + allied} Units in {table.named(area)} together"
                yield warning("team.no-attack", at, "limit", detail)


def _tax(table: Table) -> Iterator[Defect]:
    tax = table.state.tax
    if len(set(tax)) != len(tax):
        yield error("setup.tax-track-random", "/tax", "twice", "a Resource stands twice on the Tax Track")
    if len(tax) < 3 and not is_setting_up(table) and table.state.result is None:
        yield error("setup.tax-track-random", "/tax", "missing", "the Tax Track is not filled")


def _cards(table: Table) -> Iterator[Defect]:
    state, spells = table.state, table.pack.spells
    if not state.deck.unseen.keys() <= spells.keys() or state.deck.top or state.deck.bottom:
        yield error("setup.spell-deck", "/deck", "strange", "the Spell Deck has only Spell Cards, in no known order")
        return
    unseen = sum(state.deck.unseen.values())
    if unseen < state.deck.count:
        yield error("setup.spell-deck", "/deck/count", "count", "the deck has more cards than may lie in it")
        return
    cards = [spell for seat in state.players for spell in scribed(table, seat)]
    for player in state.players.values():
        cards += player.library + player.discarded
    hidden, seen = cards.count(None), dict(state.deck.unseen)  # type: ignore[arg-type]
    _add(seen, state.discard_pile)
    for card in cards:
        if card is not None:
            seen[card] = seen.get(card, 0) + 1
    for spell, number in seen.items():
        if number > spells[spell].copies:
            detail = f"{table.named(spell)}: {number} of {spells[spell].copies}"
            yield error("components.spell-cards", "/deck", "too-many", detail)
            return
    if unseen - hidden != state.deck.count:
        detail = f"cards in the deck: {state.deck.count}; not seen yet: {unseen}, of them in hidden hands: {hidden}"
        yield warning("components.spell-cards", "/deck/count", "count", detail)
    if sum(seen.values()) != table.pack.number_of_spells:
        detail = f"Spell Cards in the game: {sum(seen.values())} of {table.pack.number_of_spells}"
        yield warning("components.spell-cards", "/deck", "count", detail)


def _tokens(table: Table) -> Iterator[Defect]:
    state, pack = table.state, table.pack
    lands = "land", state.land_tokens, state.land_pool, pack.land_tokens
    seas = "sea", state.sea_tokens, state.sea_pool, pack.sea_tokens
    for name, on_map, pool, kinds in (lands, seas):
        down, lying = 0, []
        for tokens in on_map.values():
            down += tokens.down
            lying += tokens.up + tokens.stay
        strange = [token for token in lying if token not in kinds]
        if strange:
            detail = f"{table.named(strange[0])} is no {name.title()} token"
            yield error("components.exploration-tokens", f"/{name}_tokens", "kind", detail)
            continue
        if sum(pool.unseen.values()) < down:
            detail = f"{down} {name.title()} tokens lie face down, {sum(pool.unseen.values())} have not been seen"
            yield error("components.exploration-tokens", f"/{name}_pool/unseen", "count", detail)
        seen = dict(pool.unseen)
        _add(seen, pool.resolved)
        for token in lying:
            seen[token] = seen.get(token, 0) + 1
        wrong = [token for token, kind in kinds.items() if seen.get(token, 0) != kind.count]
        if wrong:
            detail = f"{table.named(wrong[0])} in the game: {seen.get(wrong[0], 0)} of {kinds[wrong[0]].count}"
            yield warning("components.exploration-tokens", f"/{name}_pool", "count", detail)


def _add(numbers: dict[str, int], more: Mapping[str, int]) -> None:
    for kind, number in more.items():
        numbers[kind] = numbers.get(kind, 0) + number


def _others(table: Table) -> Iterator[Defect]:
    state = table.state
    if state.first_player is None and not is_setting_up(table):
        yield error("setup.first-player", "/first_player", "missing", "nobody holds the First Player Token")
    if state.ending is not None and state.ending.last_round < state.round:
        yield error("object.final-round", "/ending", "round", f"round {state.ending.last_round} was the last one")
    if state.result is None and not any(table.is_in(seat) for seat in state.seats):
        yield error("capital-battle.last-player", "/players", "nobody", "nobody is left in the game")
    exploring = state.exploring
    if exploring is not None:
        units = table.land_units(exploring.seat, exploring.area)
        gone = [unit for unit, number in exploring.units.items() if units.get(unit, 0) < number]
        if gone or (exploring.vessel and exploring.vessel not in table.vessels_at(exploring.seat, exploring.area)):
            detail = f"nobody explores {table.named(exploring.area)}"
            yield error("explore-land.who-resolves", "/exploring", "gone", detail)

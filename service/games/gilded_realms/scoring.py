"""Victory Points: what each Kingdom is worth, at any moment, line by line with the clauses."""

from collections.abc import Iterator

from service.engine.answers import PlayerScore, ScoreLine, Scores, TieBreak
from service.games.gilded_realms.effect_language import Vp
from service.games.gilded_realms.solo_scoring import warfront_line
from service.games.gilded_realms.table import Table


def gems(table: Table, seat: str) -> int:
    """Everything that counts as a Gem at the End of Game (``tally.gem-sources``)."""
    player, constants = table.player(seat), table.pack.constants
    coins: int = player.silver // (constants["silver_per_gold"] * constants["gold_per_gem_at_scoring"])
    tiles = sum(table.pack.knowledge[tile].gem_at_end for tile in player.knowledge)
    faces = [(table.piece(piece).face, number) for piece, number in player.territory.items()]
    return player.gem + coins + tiles + sum(number for face, number in faces if face.prosper or face.gem_at_end)


def capstones(table: Table, seat: str) -> int:
    """How many Capstones lie in the Hinterland."""
    faces = (table.pack.faces[face] for card in table.player(seat).hinterland for face in table.pack.cards[card].faces)
    return sum(face.capstone_type is not None for face in faces)


def _counted(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def lines_of(table: Table, seat: str) -> Iterator[ScoreLine]:
    """A player's Victory Points."""
    player, constants = table.player(seat), table.pack.constants
    for face in table.province_faces(seat):
        yield ScoreLine(rule="tally.provinces", label=f"{face.type.title()} {face.label}", points=face.vp)
    units = table.army_size(seat)
    yield ScoreLine(rule="tally.army", label=_counted(units, "Unit"), points=units // constants["units_per_vp"])
    stones = min(capstones(table, seat) * constants["capstone_vp_each"], constants["capstone_vp_max"])
    yield ScoreLine(
        rule="tally.capstones", label=f"{_counted(capstones(table, seat), 'Capstone')} in the Hinterland", points=stones
    )
    found = gems(table, seat)
    yield ScoreLine(rule="tally.gem-sources", label=_counted(found, "Gem"), points=found // constants["gems_per_vp"])
    hardship = table.hardship(seat) * constants["hardship_vp"]
    yield ScoreLine(rule="tally.hardship", label=f"{table.hardship(seat)} Hardship", points=hardship)
    for ability in table.abilities(seat, "static"):
        for op in ability.effect:
            if isinstance(op, Vp):
                yield ScoreLine(rule="tally.other", label=table.pack.title(ability.source), points=op.amount)
    if player.faction == "house-lorian":
        vault = table.pack.vault[player.vault_fortune]
        yield ScoreLine(rule="lorian.vault-benefit", label=f"{vault.fortune} Vault Fortune", points=vault.vp)
    if table.solo:
        yield warfront_line(table)


def scores(table: Table) -> Scores:
    """The score that the table shows now; among equals the higher Rank is ahead (``tally.winner``)."""
    players = []
    for seat in table.state.seats:
        lines = list(lines_of(table, seat))
        players.append(PlayerScore(seat=seat, total=sum(line.points or 0 for line in lines), lines=lines))
    totals = {player.seat: player.total or 0 for player in players}
    order = table.rank_order()
    ranking = [[seat] for seat in sorted(order, key=lambda seat: -totals[seat])]
    ties = [[seat for seat in order if totals[seat] == total] for total in sorted(set(totals.values()), reverse=True)]
    return Scores(
        players=players,
        ranking=ranking,
        tie_breaks=[
            TieBreak(
                rule="tally.winner",
                seats=seats,
                detail="the higher Rank is ahead, then the higher Reputation",
            )
            for seats in ties
            if len(seats) > 1
        ],
        opponents=[],
        final=table.state.result is not None,
    )

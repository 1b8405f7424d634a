"""The games that are installed: whoever registers under the entry-point group ``referee.games`` is served."""

from importlib.metadata import entry_points

from service.engine.game import Game

GROUP = "referee.games"


def load_games() -> dict[str, Game]:
    """Every registered game by its id, sorted. Raises ``TypeError`` where an entry point is not a game."""
    games: dict[str, Game] = {}
    for entry in entry_points(group=GROUP):
        game = entry.load()
        if not isinstance(game, Game):
            raise TypeError(f"entry point {entry.name!r} of group {GROUP} is {type(game).__name__}, not a Game")
        if game.id in games:
            raise ValueError(f"two installed games call themselves {game.id!r}")
        games[game.id] = game
    return dict(sorted(games.items()))

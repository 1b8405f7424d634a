"""What is fuzzed: the service with the registered games in this process, its document, and real positions."""

from typing import Final

from service.app import create_app
from service.engine.registry import load_games
from service.settings import Settings
from tests.fuzz.documents import served
from tests.fuzz.material import gather
from tests.fuzz.stopwatch import Stopwatch

GAMES: Final = load_games()
MATERIALS: Final = {game.id: gather(game) for game in GAMES.values()}
APP: Final = create_app(Settings(build="fuzz"), GAMES)
WATCH: Final = Stopwatch(APP)
DOCUMENT: Final = served(APP)

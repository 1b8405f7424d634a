"""Running `referee` in-process, with files in a directory of its own."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from service.cli.program import referee
from service.engine.game import Game
from tests.api.stones import GAME
from tests.engine.harbour import GAME as HARBOUR

GAMES = {GAME.id: GAME, HARBOUR.id: HARBOUR}


@dataclass(frozen=True)
class Ended:
    """How a run ended."""

    code: int
    out: bytes
    err: str

    @property
    def json(self) -> Any:
        """What was printed, which must be JSON in one line."""
        assert self.out.count(b"\n") == 1
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        """What was printed, as lines."""
        return self.out.decode().splitlines()


class Terminal:
    """A user at a terminal, in a directory."""

    def __init__(self, directory: Path, games: dict[str, Game] = GAMES) -> None:
        self.directory = directory
        self._games = dict(games)

    def run(self, *arguments: str | Path, stdin: bytes = b"") -> Ended:
        """Runs `referee` with these arguments; an exception that gets out of it gets out of here."""
        result = CliRunner().invoke(
            referee, [str(a) for a in arguments], input=stdin, obj=self._games, catch_exceptions=False
        )
        return Ended(result.exit_code, result.stdout_bytes, result.stderr)

    def answer(self, *arguments: str | Path, code: int = 0) -> Any:
        """The answer as JSON of a run that must end with `code`."""
        ended = self.run(*arguments, "--json")
        assert (ended.code, ended.err) == (code, ""), ended
        return ended.json

    def file(self, name: str, value: Any) -> Path:
        """A file with this value."""
        path = self.directory / name
        path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
        return path

    def read(self, name: str) -> Any:
        """The value in a file."""
        return json.loads((self.directory / name).read_bytes())

"""What ``service/games/README.md`` names is there."""

import importlib
import re

from service.engine import action, event, game, pack, piles, shapes, state, step, violation
from tests.servers import ROOT

README = ROOT / "service" / "games" / "README.md"
TEXT = README.read_text(encoding="utf-8")
WORDS = (action, event, game, pack, piles, shapes, state, step, violation)


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert len(links) > 10
    assert [link for link in links if not (README.parent / link).exists()] == []


def test_every_file_of_ours_is_there() -> None:
    named = re.findall(r"(?<![\w/])tests/[\w/]+(?:\.py\b|(?=[` ]))", TEXT)
    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_command_runs_a_module() -> None:
    modules = re.findall(r"python -m (\S+)", TEXT)
    assert len(modules) == 5
    for name in modules:
        module = importlib.import_module(f"{name}.__main__" if (ROOT / name.replace(".", "/")).is_dir() else name)
        assert callable(module.main)


def test_every_word_of_the_engine_exists() -> None:
    """Names in code type that begin like a class are classes of the engine, of the examples, or of Python."""
    ours = {name for module in WORDS for name in vars(module)}
    examples = {"Deal", "Bid", "AssignAllOrbs", "MarchArmy", "T", "GAME"}
    named = {name for name in re.findall(r"`([A-Z]\w+)s?(?:\[T\]|`|\.)", TEXT) if not name.isupper()}
    assert len(named) > 10
    assert named - ours - examples == set()

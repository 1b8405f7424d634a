"""What can be known about deploy/ without a container engine, a cluster or a network: `make deploy-check`."""

from pathlib import Path

from tests.servers import ROOT

DEPLOY = ROOT / "deploy"


class Failed(Exception):
    """What is wrong; the message may have several lines."""


class Skipped(Exception):
    """What is missing here, so that this could not be checked."""


def expect(condition: object, message: str) -> None:
    """Raises Failed unless the condition holds."""
    if not condition:
        raise Failed(message)


def shown(path: Path) -> str:
    """A path as a reader of the repository knows it."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)

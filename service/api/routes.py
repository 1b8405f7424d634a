"""Routes as they are told to people and programs: templates, never what a client has sent."""

from __future__ import annotations

import re
from functools import lru_cache

from werkzeug.routing import Rule

UNMATCHED = "unmatched"
"""The route of a request whose path or method is none of ours."""
GAMES = "/v1/games/"


def route_of(rule: Rule | None) -> tuple[str, str]:
    """The game (empty where there is none) and the template: `/v1/games/{game}/rules/{rule}`."""
    return ("", UNMATCHED) if rule is None else _split(rule.rule)


@lru_cache(maxsize=4096)
def _split(rule: str) -> tuple[str, str]:
    template = re.sub(r"<(?:[^<>:]*:)?([^<>]*)>", r"{\1}", rule)
    if not template.startswith(GAMES):
        return "", template
    game, slash, below = template.removeprefix(GAMES).partition("/")
    return game, f"{GAMES}{{game}}{slash}{below}"

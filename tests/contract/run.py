"""Plays random games over HTTP with contract_check.py, against gunicorn with two workers, without redis and with it.

    python -m tests.contract.run [--games 1] [--workers 2] [--game kingdom-defenders]

For every registered game: every number of seats, with chance settled by the service and entered by hand, and once
for each value of each option that is a choice of a few (listed in its schema, or ids of the pack), with as many seats
as it allows. Exits 1 at the first broken promise.
"""

import argparse
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import redis

from tests.games.players import SHORT
from tests.servers import gunicorn_server, redis_server

FEW_IDS = 12
"""Of so many ids at most an option is still a choice of a few."""
# Whatever is cached at all goes through redis, and redis is waited for: a hit must not be luck.
ALL_THROUGH_REDIS = {"REFEREE_CACHE_BYTES": "0", "REFEREE_CACHE_MIN_MS": "0", "REFEREE_REDIS_TIMEOUT_MS": "2000"}
CHECKER = Path(__file__).with_name("contract_check.py")


def main() -> int:
    """Runs both rounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1, help="games for each number of seats")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--game", help="this game only; every registered game if left out")
    arguments = parser.parse_args()
    print("-- without redis", flush=True)
    with gunicorn_server(workers=arguments.workers) as base:
        if not passes(base, arguments.game, arguments.games):
            return 1
    print("-- with redis", flush=True)
    with redis_server() as url:
        with gunicorn_server({"REFEREE_REDIS_URL": url, **ALL_THROUGH_REDIS}, arguments.workers) as base:
            # Plain runs alone: options and chance by hand come to redis as everything else does. Then the same games
            # once more: what was computed before is now read back.
            if not all(passes(base, arguments.game, arguments.games, plain=note) for note in (" ", " (again)")):
                return 1
        return 0 if was_used(url) else 1


def passes(base: str, only: str | None, games: int, plain: str = "") -> bool:
    """Whether every game keeps every promise; `plain`: in the plain run alone, told with this. Prints what is tried."""
    known = [game["id"] for game in read(f"{base}/v1/games")["games"]]
    chosen = [game for game in known if only in (None, game)]
    if not chosen:
        print(f"no game to check: {only or 'none is registered'}")
        return False
    for game in chosen:
        url = f"{base}/v1/games/{game}"
        for more in [one_run(game, {})] if plain else runs(read(url), partial(is_allowed, url)):
            print(f"{game} {' '.join(more)}{plain}".strip(), flush=True)
            started = time.monotonic()
            command = [sys.executable, CHECKER, "--base-url", base, "--game", game, "--games", str(games), *more]
            if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode:
                return False
            print(f"   {time.monotonic() - started:.1f} s", flush=True)
    return True


def runs(about: dict[str, Any], allows: Callable[[int, dict[str, Any]], bool]) -> Iterator[list[str]]:
    """The checker's arguments for each run that a game asks for, given what `GET /v1/games/{game}` tells of it."""
    yield one_run(about["id"], {})
    yield [*one_run(about["id"], {}), "--manual-chance"]
    for name, value in choices(about["options"], about["ids"]):
        chosen = {name: value}
        seats = range(about["players"]["min"], about["players"]["max"] + 1)
        allowed = [number for number in seats if allows(number, chosen)]
        if len(allowed) == len(seats):
            yield one_run(about["id"], chosen)
        else:
            yield from ([*one_run(about["id"], chosen), "--players", str(number)] for number in allowed)


def one_run(game: str, chosen: dict[str, Any]) -> list[str]:
    """The arguments for these options; games of some titles need others beside them to come to an end."""
    options = {**SHORT.get(game, {}), **chosen}
    return ["--options", json.dumps(options)] if options else []


def is_allowed(url: str, players: int, options: dict[str, Any]) -> bool:
    """Whether so many may play with these options."""
    body = json.dumps({"players": players, "options": options}).encode()
    request = urllib.request.Request(f"{url}/states", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60):
            return True
    except urllib.error.HTTPError as refusal:
        if json.load(refusal)["type"] != "/problems/illegal-setup":
            raise
        return False


def choices(options: dict[str, Any], ids: dict[str, list[str]]) -> Iterator[tuple[str, Any]]:
    """Each (option, value) that is not the option's default, of the options that are a choice of a few."""
    for name, schema in resolved(options, options).get("properties", {}).items():
        default = schema.get("default")
        for value in listed(schema, options, ids):
            # With their types: 1, 1.0 and true are three values of JSON and one of Python.
            if (type(value), value) != (type(default), default):
                yield name, value


def listed(schema: dict[str, Any], document: dict[str, Any], ids: dict[str, list[str]]) -> list[Any]:
    """The values that the schema names one by one, in `enum`, `const` or a union with such branches, or few ids."""
    schema = resolved(schema, document)
    if "const" in schema:
        return [schema["const"]]
    if "enum" in schema:
        return list(schema["enum"])
    known = ids.get(schema.get("x-id-of", ""), [])
    if known:
        return list(known) if len(known) <= FEW_IDS else []
    branches = [listed(branch, document, ids) for branch in schema.get("anyOf", schema.get("oneOf", []))]
    return [value for branch in branches for value in branch]


def resolved(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """`schema`, or what its `$ref` points at within `document`."""
    while "$ref" in schema:
        target: Any = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
    return schema


def read(url: str) -> Any:
    """The JSON behind `url`."""
    with urllib.request.urlopen(url, timeout=60) as answer:
        return json.load(answer)


def was_used(url: str) -> bool:
    """Whether redis holds answers and gave some back: a run that never asked it would prove nothing."""
    with redis.Redis.from_url(url) as client:
        stored, hits = client.dbsize(), client.info("stats")["keyspace_hits"]
    print(f"redis: {stored} answers stored, {hits} found again")
    if not stored or not hits:
        print("redis was configured and not used")
    return bool(stored and hits)


if __name__ == "__main__":
    sys.exit(main())

"""A client of the service as anybody could write one: the standard library, and nothing of the service's own code."""

import json
import urllib.error
import urllib.request
from functools import cached_property
from typing import Any

NDJSON = "application/x-ndjson"

Json = dict[str, Any]


class Game:
    """One game of the service. What is asked is what the contract calls it: `game.ask("scores", state=state)`."""

    def __init__(self, base: str, name: str) -> None:
        self._root = f"{base}/v1/games/{name}"

    def read(self, page: str = "") -> Any:
        """A page about the game, as `read("/rules")`."""
        return json.loads(self._send(self._root + page, None, "application/json"))

    def ask(self, call: str, **body: Any) -> Any:
        """The answer to a question. Fails unless it is a 200: an illegal move is one, a bad question is not."""
        return json.loads(self._post(call, body, "application/json"))

    def ask_line_by_line(self, call: str, **body: Any) -> list[Any]:
        """The lines of an answer that comes as NDJSON."""
        return [json.loads(line) for line in self._post(call, body, NDJSON).splitlines()]

    def _post(self, call: str, body: Json, accept: str) -> bytes:
        return self._send(f"{self._root}/{call}", json.dumps(body).encode(), accept)

    def _send(self, url: str, data: bytes | None, accept: str) -> bytes:
        headers = {"Accept": accept, "Content-Type": "application/json"}
        try:
            with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as refusal:
            raise AssertionError(f"{url}: {refusal.code} {refusal.read().decode()[:2000]}") from None

    @cached_property
    def about(self) -> Any:
        """What the service says about the game."""
        return self.read()

    @cached_property
    def rules(self) -> dict[str, Json]:
        """The clauses of the rulebook by id."""
        return {clause["id"]: clause for clause in self.read("/rules")["rules"]}

    @cached_property
    def messages(self) -> dict[str, str]:
        """The template of every refusal and event by code."""
        return dict(self.read("/messages")["messages"])

"""Steady load from a process of its own: so many requests a second, whatever becomes of them.

The loop is open: a request that waits keeps no other from being sent, so that a service that stands still is seen to.
"""

from __future__ import annotations

import asyncio
import pickle
import random
import subprocess
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from tests.chaos.client import ANSWERS_WITHIN_S, Question, Sent, ask_question
from tests.servers import ROOT


class Helper:
    """A process (`python -m module`) that gets an object, works until it is told to end, and gives another one back."""

    def __init__(self, module: str, given: object) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin is not None
        pickle.dump(given, self._process.stdin)
        self._process.stdin.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def end(self, within_s: float) -> Any:
        """What it has to tell. Raises RuntimeError when it has failed, and `subprocess.TimeoutExpired`."""
        told, _ = self._process.communicate(timeout=within_s)
        if self._process.returncode:
            raise RuntimeError(f"a process that sends requests has failed ({self._process.returncode})")
        return pickle.loads(told)


class Load(Helper):
    """Load on a port of 127.0.0.1 from now on."""

    def __init__(self, port: int, questions: Sequence[Question], rate: float) -> None:
        super().__init__("tests.chaos.load", (port, list(questions), rate))

    def stop(self) -> list[Sent]:
        """Everything that was sent, once all of it is answered or has failed."""
        sent: list[Sent] = self.end(2 * ANSWERS_WITHIN_S)
        return sent


async def told_to_end() -> None:
    """Waits for the end of standard input: the parent has closed it, or is no more."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin.fileno(), ended.set)
    await ended.wait()
    loop.remove_reader(sys.stdin.fileno())


async def send(port: int, questions: Sequence[Question], rate: float) -> list[Sent]:
    """Sends until the end of standard input."""
    loop, rng = asyncio.get_running_loop(), random.Random(1)
    end = asyncio.create_task(told_to_end())
    tasks: list[asyncio.Task[Sent]] = []
    due = loop.time()
    while not end.done():
        question = rng.choice(questions)
        tasks.append(asyncio.create_task(ask_question(port, question)))
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - loop.time()))
    return list(await asyncio.gather(*tasks))


def main() -> None:
    """Reads from standard input what to send where, and writes what became of it to standard output."""
    port, questions, rate = pickle.load(sys.stdin.buffer)
    pickle.dump(asyncio.run(send(port, questions, rate)), sys.stdout.buffer)


if __name__ == "__main__":
    main()

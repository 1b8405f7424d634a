"""The other ways to run redis: behind TLS, watched by a sentinel, as a cluster. Real servers on 127.0.0.1."""

import asyncio
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import redis
import trustme
from redis.crc import REDIS_CLUSTER_HASH_SLOTS

from tests.redis_server import find_redis_server
from tests.servers import STARTS_WITHIN_S, RedisProcess, free_port, redis_process

MASTER = "mymaster"


def port_of(server: RedisProcess) -> int:
    """The TCP port of a server."""
    port = urlsplit(server.tcp_url).port
    assert port is not None
    return port


@dataclass(frozen=True)
class TlsRedis:
    """A redis that is reached through TLS only, as managed ones are: something in front of it ends the encryption."""

    port: int
    authority: Path
    """The certificate that its own one can be checked with."""
    certificate: Path
    """Of a client, with its key: without one nobody is let in."""

    @property
    def url(self) -> str:
        """With everything in the query that a client needs."""
        return f"{self.bare_url}?ssl_ca_certs={self.authority}&ssl_certfile={self.certificate}"

    @property
    def bare_url(self) -> str:
        """A client that has nothing but this cannot trust the server."""
        return f"rediss://localhost:{self.port}/0"


@contextmanager
def tls_redis() -> Iterator[TlsRedis]:
    """A redis-server behind TLS, with certificates made for it. (Not every redis-server is built with TLS.)"""
    with redis_process() as server, tempfile.TemporaryDirectory(prefix="redis-tls-") as directory:
        authority = trustme.CA()
        files = Path(directory) / "authority.pem", Path(directory) / "client.pem"
        authority.cert_pem.write_to_path(files[0])
        authority.issue_cert("client@example.org").private_key_and_cert_chain_pem.write_to_path(files[1])
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.verify_mode = ssl.CERT_REQUIRED
        authority.issue_cert("localhost", "127.0.0.1").configure_cert(context)
        authority.configure_trust(context)
        with relay(server, context) as port:
            yield TlsRedis(port, *files)


@contextmanager
def relay(server: RedisProcess, context: ssl.SSLContext | None = None, *, byte_s: float = 0.0) -> Iterator[int]:
    """A port that leads to `server`. Its replies come one byte at a time if `byte_s` says how long each takes."""
    path = urlsplit(server.url).path

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pause_s: float) -> None:
        # Cancelled at the end; asyncio would complain of a handler that says so.
        with suppress(OSError, asyncio.CancelledError):
            while data := await reader.read(1 if pause_s else 65536):
                writer.write(data)
                await writer.drain()
                await asyncio.sleep(pause_s)
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            behind, to_it = await asyncio.open_unix_connection(path)
        except OSError:
            writer.close()
            return
        await asyncio.gather(pump(reader, to_it, 0.0), pump(behind, writer, byte_s))

    async def end() -> None:
        listening.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    starting = asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    listening = asyncio.run_coroutine_threadsafe(starting, loop).result(STARTS_WITHIN_S)
    try:
        yield int(listening.sockets[0].getsockname()[1])
    finally:
        asyncio.run_coroutine_threadsafe(end(), loop).result(STARTS_WITHIN_S)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@dataclass(frozen=True)
class Watched:
    """A master and its replica, with a sentinel that lets the replica take over when the master is gone."""

    master: RedisProcess
    replica: RedisProcess
    sentinel_port: int

    @property
    def url(self) -> str:
        return f"redis+sentinel://127.0.0.1:{self.sentinel_port}/{MASTER}/0"


@contextmanager
def watched_redis() -> Iterator[Watched]:
    """Yields when the sentinel knows the replica. A master that is gone is missed within about a second."""
    with ExitStack() as stack:
        master = stack.enter_context(redis_process("--repl-diskless-sync-delay", "0"))
        port = port_of(master)
        replica = stack.enter_context(redis_process("--replicaof", f"127.0.0.1 {port}"))
        with redis.Redis.from_url(replica.url) as client:
            # The sentinel asks a replica how it is only every ten seconds: let it be well from the first time on.
            until("the replica is not in step", lambda: client.info("replication")["master_link_status"] == "up")
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="redis-sentinel-")))
        watching = free_port()
        config = directory / "sentinel.conf"
        config.write_text(
            f"port {watching}\nbind 127.0.0.1\ndir {directory}\n"
            f"sentinel monitor {MASTER} 127.0.0.1 {port} 1\n"
            f"sentinel down-after-milliseconds {MASTER} 500\n"
            f"sentinel failover-timeout {MASTER} 2000\n"
        )
        process = subprocess.Popen(
            [find_redis_server(), config, "--sentinel"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        stack.callback(process.wait)
        stack.callback(process.kill)
        sentinel = stack.enter_context(redis.Redis(port=watching, socket_timeout=5.0))
        until("the sentinel does not see both", lambda: sentinel.sentinel_master(MASTER)["num-slaves"] == 1)
        yield Watched(master, replica, watching)


@dataclass(frozen=True)
class Cluster:
    """Three servers that share the slots between them, without replicas."""

    nodes: list[RedisProcess]

    @property
    def url(self) -> str:
        """Names the first two; the third one is found through them."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{port_of(node)}" for node in self.nodes[:2])

    def owner_of(self, slot: int) -> RedisProcess:
        """The server that was given a slot."""
        return self.nodes[slot * len(self.nodes) // REDIS_CLUSTER_HASH_SLOTS]


@contextmanager
def redis_cluster(*arguments: str) -> Iterator[Cluster]:
    """Yields when the cluster is ready. `arguments` are added to every command line.

    Servers that are left go on answering for their own slots when one is gone.
    """
    options = ("--cluster-enabled", "yes", "--cluster-node-timeout", "1000", "--cluster-require-full-coverage", "no")
    with ExitStack() as stack:
        nodes = [stack.enter_context(redis_process(*options, *arguments)) for _ in range(3)]
        clients = [stack.enter_context(redis.Redis.from_url(node.url, socket_timeout=5.0)) for node in nodes]
        for index, client in enumerate(clients):
            slots = range(REDIS_CLUSTER_HASH_SLOTS)
            own = [slot for slot in slots if slot * len(nodes) // REDIS_CLUSTER_HASH_SLOTS == index]
            client.execute_command("CLUSTER SET-CONFIG-EPOCH", index + 1)
            client.execute_command("CLUSTER ADDSLOTS", *own)
            client.execute_command("CLUSTER MEET", "127.0.0.1", port_of(nodes[0]))
        for client in clients:
            until("the cluster is not ready", lambda client=client: is_ready(client, len(nodes)))
        yield Cluster(nodes)


def is_ready(client: redis.Redis, size: int) -> bool:
    """Whether a server of a cluster sees all others and all slots."""
    info = client.execute_command("CLUSTER INFO")
    return info["cluster_state"] == "ok" and int(info["cluster_size"]) == size


def until(problem: str, done: Callable[[], object], within_s: float = STARTS_WITHIN_S) -> None:
    """Returns once `done` says so. Raises TimeoutError with the problem; errors of redis mean: not yet."""
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        with suppress(redis.RedisError):
            if done():
                return
        time.sleep(0.02)
    raise TimeoutError(problem)

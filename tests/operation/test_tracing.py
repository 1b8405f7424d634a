"""OpenTelemetry: the span of a request, and that every worker's spans get to where they are sent."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from service import tracing
from service.api.streams import NDJSON
from tests.api.client import Client, stones_app, take
from tests.operation.running import running
from tests.servers import ROOT, clean_environment

ID = "0af7651916cd43dd8448eb211c80319c"
CALLER = "b7ad6b7169203331"
TRACE = {"traceparent": f"00-{ID}-{CALLER}-01"}


class Traced(Client):
    """A client of a service whose spans stay in memory."""

    def __init__(self, exporter: InMemorySpanExporter) -> None:
        self.exporter = exporter
        super().__init__(stones_app(otel=True))

    def spans(self) -> list[ReadableSpan]:
        """Those since this was asked last, in the order in which they ended."""
        spans = list(self.exporter.get_finished_spans())
        self.exporter.clear()
        return spans


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Traced:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(tracing, "sending", lambda build: provider)
    return Traced(exporter)


def test_the_span_of_a_ruling(client: Traced) -> None:
    position = client.position()
    client.spans()
    answer = client.post("./adjudications", {"state": position["state"], "action": take(1)}, **TRACE, Request_Id="r1")
    assert "traceparent" not in answer.headers
    validate, engine, span = client.spans()
    assert (span.name, span.kind) == ("POST /v1/games/{game}/adjudications", SpanKind.SERVER)
    assert span.attributes == {
        "http.request.method": "POST",
        "url.scheme": "http",
        "url.path": "/v1/games/stones/adjudications",
        "http.route": "/v1/games/{game}/adjudications",
        "http.response.status_code": 200,
        "referee.game": "stones",
        "referee.digest": position["digest"],
        "referee.request_id": "r1",
    }
    assert span.context is not None
    assert f"{span.context.trace_id:032x}" == ID
    assert span.parent is not None
    assert f"{span.parent.span_id:016x}" == CALLER
    assert span.status.status_code == StatusCode.UNSET
    for part, name in ((validate, "validate"), (engine, "engine")):
        assert part.name == name
        assert part.parent == span.context
    moments = [span.start_time, validate.start_time, validate.end_time, engine.start_time, engine.end_time]
    assert None not in moments
    assert moments == sorted(moments, key=lambda moment: moment or 0)


def test_a_trace_begins_here_where_none_is_given_or_it_is_malformed(client: Traced) -> None:
    for headers in ({}, {"traceparent": f"00-{ID}-{CALLER}"}, {"traceparent": f"00-{'0' * 32}-{CALLER}-01"}):
        client.get("/v1", **headers)
        (span,) = client.spans()
        assert span.name == "GET /v1"
        assert span.parent is None


def test_whoever_calls_decides_whether_it_is_recorded(client: Traced) -> None:
    client.get("/v1", traceparent=f"00-{ID}-{CALLER}-00")
    assert client.spans() == []


def test_refusals_and_what_is_not_ours(client: Traced) -> None:
    client.refused("./adjudications", {"state": {}}, "invalid-body")
    (span,) = client.spans()
    assert span.attributes is not None
    assert (span.attributes["http.response.status_code"], span.attributes["error.type"]) == (422, "invalid-body")
    client.send("EVIL", "/evil?evil")
    (span,) = client.spans()
    assert span.name == "HTTP"
    assert "evil" not in span.to_json().lower()


def test_a_mistake_of_ours_is_an_error(client: Traced) -> None:
    def fail() -> str:
        raise KeyError("evil")

    client.app.add_url_rule("/fails", view_func=fail)
    assert client.app.test_client().get("/fails").status_code == 500
    (span,) = client.spans()
    assert span.status.status_code == StatusCode.ERROR
    assert "evil" not in span.to_json()


def test_a_stream_ends_when_it_has_been_read(client: Traced) -> None:
    body = {"state": client.position()["state"], "actions": [take(1)]}
    client.spans()
    response = client.app.test_client().post("/v1/games/stones/replays", json=body, headers={"Accept": NDJSON})
    assert client.spans() == []
    response.close()
    assert [span.name for span in client.spans()][-1] == "POST /v1/games/{game}/replays"


@contextmanager
def collector() -> Iterator[tuple[str, list[ExportTraceServiceRequest]]]:
    """The address of an OTLP/HTTP collector, and what it has been sent."""
    received: list[ExportTraceServiceRequest] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/traces"
            data = self.rfile.read(int(self.headers["Content-Length"]))
            received.append(ExportTraceServiceRequest.FromString(data))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", received
        finally:
            server.shutdown()
            thread.join()


def spans_of(received: list[ExportTraceServiceRequest]) -> list[Span]:
    scopes = [scope for export in received for group in export.resource_spans for scope in group.scope_spans]
    return [span for scope in scopes for span in scope.spans]


@pytest.mark.gunicorn
def test_every_span_of_every_worker_is_sent_before_it_ends() -> None:
    with collector() as (endpoint, received):
        env = {
            "REFEREE_OTEL": "1",
            "REFEREE_ACCESS_LOG": "1",
            "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint,
            # Longer than the test: what comes is sent because the workers end.
            "OTEL_BSP_SCHEDULE_DELAY": "600000",
            "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=test",
        }
        with running(env) as service:
            for number in range(20):
                service.get("/v1", **TRACE, Request_Id=f"request-{number}")
            assert service.stop() == 0
            logged = {line["span_id"]: line["trace_id"] for line in service.lines(event="request", route="/v1")}
        spans = [span for span in spans_of(received) if span.name == "GET /v1"]
        assert len(spans) == 20
        assert {span.trace_id.hex() for span in spans} == {ID}
        assert logged == {span.span_id.hex(): ID for span in spans}
        for export in received:
            resource = {item.key: item.value.string_value for item in export.resource_spans[0].resource.attributes}
            assert resource["service.name"] == "tabletop-referee"
            assert resource["deployment.environment.name"] == "test"


@pytest.mark.gunicorn
def test_a_collector_that_is_away_keeps_nobody() -> None:
    env = {"REFEREE_OTEL": "1", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "REFEREE_GRACEFUL_TIMEOUT_S": "15"}
    with running(env) as service:
        for _ in range(10):
            assert service.get("/v1")[0] == 200
        assert service.stop() == 0
        # Whatever its libraries say about it is JSON as well.
        service.lines()


@pytest.mark.gunicorn
def test_without_its_packages_the_start_says_what_to_install(tmp_path: Path) -> None:
    # A package of that name with nothing in it stands before the real one.
    (tmp_path / "opentelemetry").mkdir()
    (tmp_path / "opentelemetry" / "__init__.py").touch()
    refused = subprocess.run(
        [sys.executable, "-m", "gunicorn", "-c", ROOT / "deploy" / "gunicorn.conf.py"],
        cwd=ROOT,
        env={**clean_environment(), "PYTHONPATH": str(tmp_path), "REFEREE_OTEL": "1"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert refused.returncode != 0
    assert refused.stderr.startswith("tabletop-referee cannot start:\nREFEREE_OTEL=1: OpenTelemetry is not installed")
    assert "tabletop-referee[otel]" in refused.stderr

"""The yardstick: a bare Flask application that reads what it is sent and answers with as many bytes as it is asked for.

It looks at nothing: no JSON, no headers but the one that names the size. `tests.bench.http` runs it under the same
gunicorn configuration as the service.
"""

from flask import Flask, Response, request

ANSWER_BYTES = "Answer-Bytes"

app = Flask(__name__)


@app.get("/healthz")
def healthz() -> Response:
    """The server is there."""
    return Response(b"{}", content_type="application/json")


@app.post("/echo")
def echo() -> Response:
    """The body, cut off or repeated to the size that the request names."""
    data, size = request.get_data(), int(request.environ["HTTP_ANSWER_BYTES"])
    answer = data[:size] if size <= len(data) else (data * (size // len(data) + 1))[:size]
    return Response(answer, content_type="application/json")

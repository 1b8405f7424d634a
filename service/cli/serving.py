"""`referee serve` and `referee openapi`: the HTTP service from the command line."""

from __future__ import annotations

import importlib
import importlib.util
import os
import runpy
import sys

import click

from service.cli.output import write_text
from service.cli.refusals import Code
from service.settings import Settings, SettingsError

CONFIG = "python:service.gunicorn_config"


@click.command()
@click.option("--port", metavar="N", help="Listen at this port of 127.0.0.1 (default: 8000, or what is set).")
@click.option("--bind", metavar="ADDRESS", help="Listen at host:port, [ipv6]:port or unix:/path.")
@click.option("--workers", metavar="N", help="Processes (default: one for each core, or what is set).")
def serve(port: str | None, bind: str | None, workers: str | None) -> Code:
    """Serve the HTTP interface.

    gunicorn does, until SIGTERM or Ctrl-C, with one process for each core. All other settings are the environment
    variables REFEREE_… of deploy/README.md.
    """
    if port is not None and bind is not None:
        raise click.UsageError("--port and --bind exclude each other")
    wanted = {"REFEREE_BIND": bind or (f"127.0.0.1:{port}" if port is not None else None), "REFEREE_WORKERS": workers}
    given = {name: value for name, value in wanted.items() if value is not None}
    try:
        Settings.from_env({**os.environ, **given})
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    if importlib.util.find_spec("fcntl") is None:
        raise click.UsageError(
            "gunicorn needs a Unix system; on others run service.app:create_app() under another server"
        )
    os.environ.update(given)
    start()
    return Code.YES


def start() -> None:
    """Becomes gunicorn; ends with `SystemExit`."""
    # gunicorn puts the directory in which somebody happens to stand before everything else on the path, where a
    # `service` or `schemas` of theirs may lie: ours are imported before that. The configuration comes first, which
    # says where workers count: prometheus_client looks for that when it is imported.
    importlib.import_module(CONFIG.removeprefix("python:"))
    import service.app  # noqa: F401

    sys.argv[1:] = ["--config", CONFIG]
    runpy.run_module("gunicorn", run_name="__main__", alter_sys=True)


@click.command()
@click.option("-o", "--output", metavar="FILE", help="Write it to FILE.")
def openapi(output: str | None) -> Code:
    """Print the OpenAPI document."""
    # Only here: it needs the web, which takes a moment to import.
    from service.openapi_document import document_text

    if output is None:
        click.echo(document_text(), nl=False)
    else:
        write_text(output, document_text())
    return Code.YES

"""Where answers go: plain lines or JSON on standard output, and a state into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click
import msgspec

from service.asking import encode_answer
from service.engine.digest import canonical_bytes

F = TypeVar("F", bound=Callable[..., Any])
AS_JSON = "service.cli.as_json"


def _remember(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    ctx.meta[AS_JSON] = value


def json_option(command: F) -> F:
    """Adds `--json`. It is eager, so that it holds for the refusal of any other argument too."""
    return click.option(
        "--json",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_remember,
        help="Print the answer, or the problem, as the HTTP service would send it.",
    )(command)


def says_json(ctx: click.Context) -> bool:
    """Whether the user wants JSON."""
    return bool(ctx.meta.get(AS_JSON))


def tell(answer: Any, lines: Iterable[str], encoder: Callable[[Any], bytes] = encode_answer) -> None:
    """Prints an answer: encoded where the user wants JSON, else these lines."""
    if says_json(click.get_current_context()):
        click.echo(encoder(answer))
    else:
        for line in lines:
            click.echo(line)


def output_option(what: str) -> Callable[[F], F]:
    """Adds `-o FILE`."""
    return click.option("-o", "--output", metavar="FILE", callback=_file, help=f"Write {what} to FILE.")


def _file(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value == "-":
        raise click.BadParameter("names a file; --json prints the answer, which holds the state", ctx, param)
    return value


def write_state(file: str | None, state: Any) -> None:
    """Writes a state or view over whatever `file` holds, all of it or nothing; does nothing without a file."""
    if file is not None:
        write_text(file, shown(state) + "\n")


def shown(state: Any) -> str:
    """A state or view as people read it: canonical JSON, indented."""
    return msgspec.json.format(canonical_bytes(state), indent=2).decode()


def write_text(file: str, text: str) -> None:
    """Writes a text over whatever `file` holds, all of it or nothing."""
    try:
        with click.open_file(file, "w", encoding="utf-8", atomic=True) as stream:
            stream.write(text)
    except OSError as error:
        raise click.UsageError(f"cannot write {file}: {error.strerror}") from error

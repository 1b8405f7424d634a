"""`referee key`: a new secret, and the entry of the settings that makes the service know it."""

from __future__ import annotations

import hashlib
import secrets

import click
import msgspec

from service import setting_readers
from service.cli.output import json_option, tell
from service.cli.refusals import Code

API_KEY, SEAL_KEY = "REFEREE_API_KEYS", "REFEREE_SEAL_KEYS"


class NewKey(msgspec.Struct, omit_defaults=True):
    """A key for the setting `variable`. `key` is what a client sends; the service knows only its hash."""

    variable: str
    entry: str
    key: str | None = None


@click.command()
@click.argument("name", metavar="NAME")
@click.option("--seal", is_flag=True, help="Make a signing key for seals, with NAME as its id.")
@json_option
def key(name: str, seal: bool) -> Code:
    """Make a new key for the service.

    Prints a random API key for the client NAME and the entry that goes into REFEREE_API_KEYS. Nothing is stored: what
    is printed is all there is of it.
    """
    new = seal_key(name) if seal else api_key(name)
    try:
        (setting_readers.seal_keys if seal else setting_readers.api_keys)(new.entry)
    except ValueError as error:
        raise click.UsageError(f"NAME has 1 to 32 of the characters A-Z a-z 0-9 _ -, unlike {name!r}") from error
    lines = [f"entry for {new.variable} (of the service): {new.entry}"]
    if new.key is not None:
        lines.insert(0, f"key (of the client): {new.key}")
    tell(new, lines)
    return Code.YES


def api_key(name: str) -> NewKey:
    """32 random bytes as text; `ref_` lets scanners for leaked secrets find them."""
    made = f"ref_{secrets.token_urlsafe(32)}"
    return NewKey(API_KEY, f"{name}:{hashlib.sha256(made.encode()).hexdigest()}", made)


def seal_key(name: str) -> NewKey:
    """32 random bytes in hex digits."""
    return NewKey(SEAL_KEY, f"{name}:{secrets.token_hex(32)}")

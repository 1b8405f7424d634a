"""Writes the OpenAPI document: `python -m service.openapi_document [PATH]`, to standard output without a path."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from service.api.documents import openapi_document
from service.app import create_app
from service.settings import Settings


def document_text() -> str:
    """The document of all installed games with default settings, as text that ends with a line break."""
    # The document does not tell the build; a fixed name saves reading the whole source for it.
    referee = create_app(Settings(build="document")).extensions["referee"]
    return json.dumps(openapi_document(referee["api"], referee["games"]), indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Writes the document and returns the exit code."""
    if len(arguments) > 1:
        print("usage: python -m service.openapi_document [PATH]", file=sys.stderr)
        return 2
    if arguments:
        Path(arguments[0]).write_text(document_text(), encoding="utf-8")
    else:
        sys.stdout.write(document_text())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""HTML pages: what all of them have in common. They load nothing from elsewhere and run no script of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

HTML = "text/html; charset=utf-8"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy of all pages."""


def page(title: str, head: str, body: str) -> bytes:
    """A whole page; `head` and `body` are HTML."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="/docs/favicon-32x32.png">\n{head}<link rel="stylesheet" href="/docs/docs.css">\n'
        f"</head>\n<body>\n{body}</body>\n</html>\n"
    ).encode()


def link(path: str, text: str, current: bool = False) -> str:
    """A link; `current` marks the page that shows it."""
    mark = ' aria-current="page"' if current else ""
    return f'<a href="{escape(path)}"{mark}>{escape(text)}</a>'


def nav(links: Iterable[str]) -> str:
    """The line at the top of every page."""
    return f"<nav><strong>Tabletop Referee</strong>{''.join(links)}</nav>\n"


def prose(text: str) -> str:
    """A paragraph in which what stands between backticks is code."""
    return f"<p>{re.sub('`([^`]+)`', lambda match: f'<code>{match[1]}</code>', escape(text, quote=False))}</p>\n"

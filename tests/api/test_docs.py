"""`GET /docs` and the HTML of problem pages: complete without any other host, and under a strict policy."""

import json
import re
from html.parser import HTMLParser

import pytest

from schemas.problems import KINDS
from service.api.docs import ASSETS, asset_bytes
from service.api.html import POLICY, prose
from tests.api.client import JSON, Client

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"


class Loaded(HTMLParser):
    """What a page loads, what it links to, and whether anything in it is inline."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.attributes: list[dict[str, str | None]] = []
        self.inline = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.attributes.append(attributes)
        if tag in ("script", "link", "img"):
            self.loaded.append(attributes.get("src") or attributes.get("href") or "")
        elif tag == "a":
            self.links.append(attributes.get("href") or "")
        self.inline |= tag == "style" or (tag == "script" and "src" not in attributes)
        self.inline |= any(name == "style" or name.startswith("on") for name in attributes)


PAGES = ["/docs", "/docs?game=stones", "/problems/not-found"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_needs_nothing_from_elsewhere(client: Client, path: str) -> None:
    page = client.get(path, Accept=BROWSER)
    assert (page.status_code, page.content_type) == (200, "text/html; charset=utf-8")
    assert page.headers["Content-Security-Policy"] == POLICY
    assert "'unsafe" not in POLICY
    found = Loaded(page.get_data(as_text=True))
    assert found.loaded
    assert not found.inline
    for address in (*found.loaded, *found.links):
        assert re.match("/[a-z]", address), address
        assert client.get(address, Accept="*/*").status_code == 200, address


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_kept_like_all_others(client: Client, path: str) -> None:
    page = client.get(path, Accept="text/html")
    tag = page.headers["ETag"]
    assert tag.startswith('"')
    assert page.headers["Cache-Control"] == "public, max-age=300"
    head = client.send("HEAD", path, headers={"Accept": "text/html"})
    assert (head.get_data(), head.headers["ETag"]) == (b"", tag)
    assert head.headers["Content-Length"] == page.headers["Content-Length"]
    again = client.get(path, Accept="text/html", If_None_Match=tag)
    assert (again.status_code, again.get_data()) == (304, b"")
    assert client.get(path + ("&" if "?" in path else "?") + "colour=red", Accept="text/html").status_code == 422


def test_the_page_shows_the_document_that_was_asked_for(client: Client) -> None:
    for path, document in (("/docs", "/openapi.json"), ("/docs?game=stones", "/openapi.json?game=stones")):
        shown = Loaded(client.get(path).get_data(as_text=True))
        (place,) = [attributes for attributes in shown.attributes if attributes.get("id") == "docs"]
        assert place["data-document"] == document
        assert client.get(document).get_json()["openapi"] == "3.1.0"
    assert client.get("/docs?game=chess").status_code == 404
    assert client.get("/docs", Accept=JSON).status_code == 406


@pytest.mark.parametrize("name", ASSETS)
def test_files_of_the_page_are_served(client: Client, name: str) -> None:
    file = client.get(f"/docs/{name}")
    assert (file.status_code, file.content_type) == (200, ASSETS[name][1])
    assert file.get_data() == asset_bytes(*ASSETS[name][0], name)
    assert file.headers["X-Content-Type-Options"] == "nosniff"
    assert client.get(f"/docs/{name}", If_None_Match=file.headers["ETag"]).status_code == 304


@pytest.mark.parametrize("name", ["VERSION", "../docs.py", "..%2fdocs.py", "swagger-ui.js", "index.html", ""])
def test_nothing_else_is(client: Client, name: str) -> None:
    assert client.get(f"/docs/{name}").status_code == 404


def test_our_style_and_script_load_nothing_either() -> None:
    for name in ("docs.css", "docs.js"):
        text = asset_bytes(*ASSETS[name][0], name).decode()
        assert not re.search(r"https?:|url\(|@import|eval\(|fetch\(", text)


@pytest.mark.parametrize("slug", KINDS)
def test_a_problem_is_explained_to_people_and_to_programs(client: Client, slug: str) -> None:
    path, kind = f"/problems/{slug}", KINDS[slug]
    for accept in ("*/*", "", JSON, f"{JSON}, text/html", f"text/html;q=0.5, {JSON}"):
        page = client.get(path, Accept=accept)
        assert page.content_type == JSON
        assert page.get_json()["explanation"] == kind.explanation
    shown = client.get(path, Accept=BROWSER)
    assert prose(kind.explanation) in shown.get_data(as_text=True)
    assert shown.headers["ETag"] != page.headers["ETag"]
    for answer in (page, shown):
        assert "Accept" in answer.headers["Vary"].split(", ")
    assert client.get(path, Accept="image/png").status_code == 406


def test_text_is_shown_as_text() -> None:
    assert prose("a `<b>` & c") == "<p>a <code>&lt;b&gt;</code> &amp; c</p>\n"


def test_the_index_leads_to_the_page(client: Client) -> None:
    assert json.loads(client.get("/v1").get_data())["links"]["docs"] == "/docs"
    assert client.get("/v1/games/stones").get_json()["links"]["docs"] == "/docs?game=stones"

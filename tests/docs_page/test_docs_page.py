"""`GET /docs` as a person uses it: in a real Chromium, with the outside unreachable."""

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from service.api.operations import operation_id
from service.engine.registry import load_games
from tests.browser import chromium, console, narrow, requested, wide
from tests.servers import gunicorn_server

pytestmark = [pytest.mark.gunicorn, pytest.mark.slow]

GAMES = sorted(load_games())
PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    # Browsers open connections ahead, which keep a worker waiting each: behind a proxy nobody would notice.
    with gunicorn_server(workers=6) as url:
        yield url


@pytest.fixture(scope="module")
def window(base: str) -> Iterator[Chrome]:
    """Gone before the service is: a browser keeps connections open that it has not used yet."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(window: Chrome, base: str) -> Iterator[Chrome]:
    """The browser, which must have had nothing to complain about and nothing to ask of others once the test is over."""
    yield window
    assert console(window) == []
    asked = requested(window)
    assert f"{base}/docs/swagger-ui-bundle.js" in asked
    # What a new window of the browser is made of comes out of the browser.
    assert [url for url in asked if not url.startswith((f"{base}/", "data:", "chrome://"))] == []


def test_no_host_but_ours_exists(window: Chrome, base: str) -> None:
    """What holds for 127.0.0.2 holds for every address and name; this one would refuse within the machine."""
    with pytest.raises(WebDriverException, match="ERR_NAME_NOT_RESOLVED"):
        window.get(base.replace("127.0.0.1", "127.0.0.2"))
    requested(window)


def test_every_operation_of_every_game_is_listed(page: Chrome, base: str) -> None:
    with urllib.request.urlopen(f"{base}/openapi.json", timeout=60) as answer:
        document = json.load(answer)
    open_page(page, f"{base}/docs")
    for tag in page.find_elements(By.CSS_SELECTOR, ".opblock-tag[data-is-open=false]"):
        tag.click()
    expected = {
        (method, path, operation["operationId"])
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if method != "parameters"
    }
    wait(page, lambda: len(page.find_elements(By.CSS_SELECTOR, ".opblock-summary")) >= len(expected))
    shown = {
        (
            text_of(block, ".opblock-summary-method").lower(),
            block.find_element(By.CSS_SELECTOR, ".opblock-summary-path").get_attribute("data-path"),
            text_of(block, ".opblock-summary-operation-id"),
        )
        for block in page.find_elements(By.CSS_SELECTOR, ".opblock-summary")
    }
    assert shown == expected
    tags = [tag.get_attribute("data-tag") for tag in page.find_elements(By.CSS_SELECTOR, ".opblock-tag")]
    assert len(tags) == len(GAMES) + 1
    for game in GAMES:
        assert ("post", f"/v1/games/{game}/adjudications", operation_id(game, "adjudicate")) in shown


@pytest.mark.parametrize("game", GAMES)
def test_an_example_sent_from_the_page_gets_its_ruling(page: Chrome, base: str, game: str) -> None:
    open_page(page, f"{base}/docs?game={game}")
    position, listed, verdict = (
        sent_as_it_stands(page, game, call) for call in ("setUp", "legalActions", "adjudicate")
    )
    assert position["state"]["game"] == game
    assert listed["decisions"][0]["count"] > 0
    assert verdict["legal"] is True
    assert verdict["state"]["game"] == game


def test_a_refusal_is_shown_with_its_reasons(page: Chrome, base: str) -> None:
    """And what was typed is what is sent."""
    open_page(page, f"{base}/docs?game={GAMES[0]}")
    block = open_operation(page, operation_id(GAMES[0], "setUp"))
    block.find_element(By.CSS_SELECTOR, ".try-out__btn").click()
    field = wait(page, lambda: found(block, "textarea.body-param__text"))
    field.clear()
    field.send_keys('{"players": 99}')
    block.find_element(By.CSS_SELECTOR, ".execute").click()
    status, body = answer_in(page, block)
    assert (status, body["type"]) == ("422", "/problems/invalid-body")
    assert [error["pointer"] for error in body["errors"]] == ["/players"]
    # That a request was refused is the one thing which the browser writes down by itself.
    (line,) = console(page)
    assert "422" in line


@pytest.mark.parametrize("path", ["/docs", f"/docs?game={GAMES[0]}"])
def test_it_fits_the_screen_of_a_phone(page: Chrome, base: str, path: str) -> None:
    narrow(page)
    try:
        open_page(page, base + path)
        page.find_element(By.CSS_SELECTOR, ".opblock-tag").click()
        width = page.execute_script("return [document.documentElement.scrollWidth, window.innerWidth]")
        assert width == [375, 375]
    finally:
        wide(page)


def open_page(page: Chrome, url: str) -> None:
    page.get(url)
    wait(page, lambda: found(page, ".opblock-tag"))
    assert not page.find_elements(By.CSS_SELECTOR, ".errors-wrapper")


def open_operation(page: Chrome, id_: str) -> WebElement:
    block = wait(page, lambda: found(page, f".opblock[id$='-{id_}']"))
    block.find_element(By.CSS_SELECTOR, ".opblock-summary-control").click()
    wait(page, lambda: found(block, ".try-out__btn"))
    return block


def sent_as_it_stands(page: Chrome, game: str, call: str) -> Any:
    block = open_operation(page, operation_id(game, call))
    block.find_element(By.CSS_SELECTOR, ".try-out__btn").click()
    wait(page, lambda: found(block, ".execute")).click()
    status, body = answer_in(page, block)
    assert status == "200"
    return body


def answer_in(page: Chrome, block: WebElement) -> tuple[str, Any]:
    """Status and JSON body, as the page shows them once an answer has come."""
    shown = wait(page, lambda: found(block, ".live-responses-table .response"))
    body = wait(page, lambda: found(shown, ".response-col_description .highlight-code pre"))
    text = page.execute_script("return arguments[0].textContent", body)
    return text_of(shown, ".response-col_status").split()[0], json.loads(text)


def found(inside: Chrome | WebElement, selector: str) -> WebElement | None:
    elements = inside.find_elements(By.CSS_SELECTOR, selector)
    return elements[0] if elements and elements[0].is_displayed() else None


def text_of(inside: WebElement, selector: str) -> str:
    return inside.find_element(By.CSS_SELECTOR, selector).text


def wait(page: Chrome, until: Any) -> Any:
    return WebDriverWait(page, PATIENCE_S, poll_frequency=0.05).until(lambda _: until())

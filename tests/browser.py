"""A real Chromium without a window, for which no host but 127.0.0.1 exists."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

from tests.debian import needed

ARGUMENTS = (
    "--headless=new",
    # Its sandbox refuses to start as root, which is what CI and containers are. It sees no pages but ours.
    "--no-sandbox",
    # A container's /dev/shm is often too small for it.
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--window-size=1400,1000",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


@contextmanager
def chromium() -> Iterator[Chrome]:
    """A browser with an empty profile, gone with the block. Its console and its network are logged."""
    browser, driver = needed("chromium")
    with tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True) as profile:
        options = ChromeOptions()
        options.binary_location = str(browser)
        for argument in (*ARGUMENTS, f"--user-data-dir={profile}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        # Both paths are given, so selenium looks for nothing to download.
        window = Chrome(options=options, service=Service(str(driver)))
        try:
            # What the first, empty tab of a browser loads from itself.
            requested(window)
            yield window
        finally:
            window.quit()


def requested(window: Chrome) -> list[str]:
    """The addresses of everything that was asked for since this was last called; also of what was never answered."""
    messages = [json.loads(entry["message"])["message"] for entry in window.get_log("performance")]
    return [
        message["params"]["request"]["url"] for message in messages if message["method"] == "Network.requestWillBeSent"
    ]


def console(window: Chrome) -> list[str]:
    """What was written to the console since this was last called, by the page or, of its errors, by the browser."""
    return [f"{entry['level']}: {entry['message']}" for entry in window.get_log("browser")]


def narrow(window: Chrome, width: int = 375, height: int = 740) -> None:
    """From now on the screen of a phone; no window can be made so small."""
    screen = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
    window.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)


def wide(window: Chrome) -> None:
    """Ends `narrow`."""
    window.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

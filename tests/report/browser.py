"""A browser without a window, which opens pages from files."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


_WHEN_UNPACKED = """
const done = arguments[0];
const ready = () => window.conjunct || !window.DecompressionStream;
const look = (left) => (ready() || !left ? done() : setTimeout(look, 50, left - 1));
look(200);
"""


class Browser:
    """Opens pages and runs scripts in them."""

    def __init__(self, driver: Any, folder: Path) -> None:
        self.driver = driver
        self._paths = (folder / str(number) / "page.html" for number in count())

    def open(self, html: str) -> None:
        """Open a page from a file; what was said before about others is forgotten."""
        path = next(self._paths)  # a new address, so that nothing of the page before is restored
        path.parent.mkdir()
        path.write_bytes(html.encode())
        for name in ("browser", "performance"):
            self.driver.get_log(name)
        self.driver.get(path.as_uri())
        if 'id="packed"' in html:
            self.wait(_WHEN_UNPACKED)

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function whose last argument takes the result."""
        return self.driver.execute_async_script(script, *arguments)

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def find_all(self, selector: str) -> list[Any]:
        found: list[Any] = self.driver.find_elements("css selector", selector)
        return found

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def complaints(self) -> list[str]:
        """Return what the console says."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Return every address that was asked for since the page was opened."""
        events = [json.loads(entry["message"]) for entry in self.driver.get_log("performance")]
        asked = "Network.requestWillBeSent"
        found = [one["message"] for one in events if one["message"]["method"] == asked]
        return [one["params"]["request"]["url"] for one in found]

    def look(self, *, width: int, dark: bool) -> None:
        """Set the size of the screen, and whether it is dark."""
        feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        screen = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)


@contextmanager
def started(folder: Path) -> Iterator[Browser]:
    """Start Chromium, and end it."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    chromium, chromedriver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or chromedriver is None:
        pytest.skip("chromium or chromium-driver is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    with tempfile.TemporaryDirectory(
        prefix="conjunct-chromium-", ignore_cleanup_errors=True
    ) as own:
        for flag in (*FLAGS, f"--user-data-dir={own}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        driver = webdriver.Chrome(options, webdriver.ChromeService(chromedriver))
        try:
            driver.get("about:blank")  # the browser's own first page may still be loading
            yield Browser(driver, folder)
        finally:
            driver.quit()

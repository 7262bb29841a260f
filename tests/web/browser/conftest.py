"""A real browser on a real server; every page is watched for errors and for requests to elsewhere."""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import PATIENCE, STICKING_OUT, open_browser
from web.browser.served import Ready, Served, prepare
from web.hosting import settings_for
from web.postgres import new_database

SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
# What axe-core looks at: colours are all that differs in the dark.
SCHEMES = {"light": {}, "dark": {"runOnly": ["color-contrast", "link-in-text-block"]}}
# A folder to keep pictures of all pages in, for whoever wants to look at them.
PICTURES = os.environ.get("BAYESHAT_TEST_PICTURES")
expect.set_options(timeout=PATIENCE)


class Chromium:
    """One browser for all tests of a process."""

    def __init__(self) -> None:
        self.opening = open_browser()
        self.browser = self.opening.__enter__()
        # Playwright leaves its loop running in this thread, where other tests run loops of their own.
        self.loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)

    @contextmanager
    def use(self) -> Iterator:
        asyncio._set_running_loop(self.loop)
        try:
            yield self.browser
        finally:
            asyncio._set_running_loop(None)

    def close(self) -> None:
        with self.use():
            self.opening.__exit__(None, None, None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    made = Chromium()
    yield made
    made.close()


@pytest.fixture
def data_folder(empty_site, tmp_path) -> Path:
    """The folder of the test's server."""
    return shutil.copytree(empty_site, tmp_path / "site")


@pytest.fixture
def served(host, data_folder) -> Iterator[Served]:
    """A server with nothing of other tests in it."""
    with host.run(settings_for(data_folder)) as web:
        yield Served(web)


@pytest.fixture
def served_by_postgres(host, tmp_path) -> Iterator[Served]:
    with host.run(settings_for(tmp_path, database_url=new_database())) as web:
        yield Served(web)


@pytest.fixture
def make_event(served) -> Callable[..., Ready]:
    """Return a function that makes an event of the test's own."""
    numbers = count(1)
    return lambda n_people=0, n_results=0: prepare(served, f"Event {next(numbers)}", n_people, n_results)


class Visits:
    """Browsers of people who know nothing of each other, and what went wrong in them."""

    def __init__(self, chromium) -> None:
        self.chromium = chromium
        self.contexts, self.wrong, self.expected = [], [], []

    def open(self, served: Served, size: str = "desktop", *, organiser: str = "", **options):
        """Return a page of a new browser; with `organiser`, this person has logged in."""
        context = self.chromium.new_context(
            base_url=served.address, viewport=SIZES[size], has_touch=size == "phone", reduced_motion="reduce", **options
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        if organiser:
            context.add_cookies(served.log_in(organiser))
        context.on("request", lambda request: self._check_request(served, request))
        context.on("console", self._check_message)
        context.on("weberror", lambda error: self.wrong.append(f"script: {error.error}"))
        context.on("response", lambda answer: answer.status >= 500 and self.wrong.append(f"{answer.status}"))
        return context.new_page()

    def expect(self, words: str) -> None:
        """Take a message in the console as right: browsers report every answer that is a refusal."""
        self.expected.append(words)

    def _check_request(self, served: Served, request) -> None:
        if not request.url.startswith((served.address + "/", "data:", "blob:")):
            self.wrong.append(f"request to {request.url}")

    def _check_message(self, message) -> None:
        if message.type in ("error", "warning") and not any(words in message.text for words in self.expected):
            self.wrong.append(f"{message.type}: {message.text}")


@pytest.fixture
def visits(chromium) -> Iterator[Visits]:
    with chromium.use() as browser:
        made = Visits(browser)
        yield made
        for context in made.contexts:
            context.close()
    assert not made.wrong


@pytest.fixture(scope="session")
def inspect_page() -> Callable:
    """Return a function that fails if a page cannot be used by everybody: axe-core, in light and in dark; its width."""
    from axe_playwright_python.base import AXE_SCRIPT

    numbers = count(1)

    def inspect(page, name: str) -> None:
        page.evaluate(AXE_SCRIPT)
        for scheme, only in SCHEMES.items():
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = page.evaluate("only => axe.run({resultTypes: ['violations'], ...only})", only)
            serious = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
            assert not serious, (name, scheme, [(one["id"], one["nodes"][0]["html"][:300]) for one in serious])
            if PICTURES:
                width = page.viewport_size["width"]
                path = Path(PICTURES) / f"{next(numbers):03d}-{name.replace(' ', '-')}-{width}-{scheme}.png"
                page.screenshot(path=path, full_page=True)
        assert page.evaluate(STICKING_OUT) == [], name
        page.emulate_media(color_scheme="light", reduced_motion="reduce")

    return inspect

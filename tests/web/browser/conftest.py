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

from browser import PATIENCE, SMALL_BOXES, STICKING_OUT, TOO_FAINT, open_browser
from web.browser.served import Ready, Served, prepare
from web.hosting import settings_for
from web.postgres import new_database

SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
# What axe-core finds that keeps people from using a page. Rules about lesser things are not run, but the one about the
# size of what is pressed is, which axe-core leaves out by itself; in the dark, only those about colours, which are all
# that differs.
COLOURS = ["color-contrast", "link-in-text-block"]
AXE = """colours => axe.run({
  resultTypes: ["violations"],
  ...(colours ? {runOnly: colours} : {rules: {"target-size": {enabled: true}, ...Object.fromEntries(axe._audit.rules
    .filter(rule => !["serious", "critical"].includes(rule.impact)).map(rule => [rule.id, {enabled: false}]))}}),
}).then(found => found.violations.filter(one => ["serious", "critical"].includes(one.impact))
  .map(one => [one.id, one.nodes[0].html.slice(0, 300)]))"""
# A folder to keep pictures of all pages in, for whoever wants to look at them.
PICTURES = os.environ.get("BAYESHAT_TEST_PICTURES")
# Idle browsers of one kind that are kept: each holds a process.
MAX_IDLE = 2
expect.set_options(timeout=PATIENCE)


class Visitor:
    """A browser of one person: a context and its page, kept for the next test that needs one with the same traits."""

    def __init__(self, browser, size: str, **options) -> None:
        self.size = size
        self.context = browser.new_context(
            viewport=SIZES[size], has_touch=size == "phone", reduced_motion="reduce", **options
        )
        self.context.set_default_timeout(PATIENCE)
        self.visits: Visits | None = None  # those of the running test
        self.context.on("request", lambda request: self.visits and self.visits.check_request(request))
        self.context.on("console", lambda message: self.visits and self.visits.check_message(message))
        self.context.on("weberror", lambda error: self.visits and self.visits.check_error(error))
        self.context.on("response", lambda answer: self.visits and self.visits.check_response(answer))
        self.page = self.context.new_page()

    def forget(self) -> None:
        """Leave nothing of this test to the next one: cookies, tabs, sizes, colours."""
        for other in self.context.pages:
            if other != self.page:
                other.close()
        self.page.goto("about:blank")
        self.context.clear_cookies()
        self.page.set_viewport_size(SIZES[self.size])
        self.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        self.visits = None


class Chromium:
    """One browser for all tests of a process, and the visitors that no test is using.

    A new context costs a process and cold caches, most of a second of processor time; one that is used again does not.
    """

    def __init__(self) -> None:
        self.opening = open_browser()
        self.browser = self.opening.__enter__()
        self.idle: dict[tuple, list[Visitor]] = {}
        # Playwright leaves its loop running in this thread, where other tests run loops of their own.
        self.loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)

    @contextmanager
    def use(self) -> Iterator[None]:
        asyncio._set_running_loop(self.loop)
        try:
            yield
        finally:
            asyncio._set_running_loop(None)

    def borrow(self, size: str, **options) -> tuple[tuple, Visitor]:
        """Return a visitor with these traits, and the traits to give it back by."""
        traits = (size, *sorted(options.items()))
        idle = self.idle.setdefault(traits, [])
        return traits, idle.pop() if idle else Visitor(self.browser, size, **options)

    def give_back(self, traits: tuple, visitor: Visitor) -> None:
        """Keep a visitor for the next test, unless there are enough of its kind."""
        visitor.forget()
        if len(self.idle[traits]) < MAX_IDLE:
            self.idle[traits].append(visitor)
        else:
            visitor.context.close()

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

    def __init__(self, chromium: Chromium) -> None:
        self.chromium = chromium
        self.borrowed, self.addresses = [], ["data:", "blob:", "about:"]
        self.wrong, self.expected = [], []

    def open(self, served: Served, size: str = "desktop", *, organiser: str = "", **options):
        """Return a page of a new browser; with `organiser`, this person has logged in."""
        traits, visitor = self.chromium.borrow(size, base_url=served.address, **options)
        self.borrowed.append((traits, visitor))
        self.addresses.append(served.address + "/")
        visitor.visits = self
        if organiser:
            visitor.context.add_cookies(served.log_in(organiser))
        return visitor.page

    def expect(self, words: str) -> None:
        """Take a message in the console as right: browsers report every answer that is a refusal."""
        self.expected.append(words)

    def close(self) -> None:
        for traits, visitor in self.borrowed:
            self.chromium.give_back(traits, visitor)

    def check_request(self, request) -> None:
        if not request.url.startswith(tuple(self.addresses)):
            self.wrong.append(f"request to {request.url}")

    def check_message(self, message) -> None:
        if message.type in ("error", "warning") and not any(words in message.text for words in self.expected):
            self.wrong.append(f"{message.type}: {message.text}")

    def check_error(self, error) -> None:
        self.wrong.append(f"script: {error.error}")

    def check_response(self, answer) -> None:
        if answer.status >= 500 and f"status of {answer.status}" not in self.expected:
            self.wrong.append(f"{answer.status} from {answer.url}")


@pytest.fixture
def visits(chromium) -> Iterator[Visits]:
    with chromium.use():
        made = Visits(chromium)
        yield made
        made.close()
    assert not made.wrong


@pytest.fixture(scope="session")
def inspect_page() -> Callable:
    """Return a function that fails if a page cannot be used by everybody: axe-core, colours in the dark, its width.

    Colours in the dark are measured by a script of ours, which takes a tenth of the time that axe-core takes; with
    `thorough`, by both.
    """
    from axe_playwright_python.base import AXE_SCRIPT

    numbers = count(1)

    def look_at(page, name: str, scheme: str) -> None:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if PICTURES:
            width = page.viewport_size["width"]
            path = Path(PICTURES) / f"{next(numbers):03d}-{name.replace(' ', '-')}-{width}-{scheme}.png"
            page.screenshot(path=path, full_page=True)

    def inspect(page, name: str, *, thorough: bool = False) -> None:
        page.evaluate(AXE_SCRIPT)
        look_at(page, name, "dark")
        assert page.evaluate(TOO_FAINT) == [], name
        if thorough:
            assert page.evaluate(AXE, COLOURS) == [], name
        look_at(page, name, "light")
        assert page.evaluate(AXE, None) == [], name
        assert page.evaluate(STICKING_OUT) == [], name
        assert page.evaluate(SMALL_BOXES) == [], name

    return inspect

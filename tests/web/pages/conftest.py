"""A real server on a free port of loopback, and browsers without a screen."""

import logging
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import httpx
import pytest
import uvicorn

from bayeshat.web.accounts import organisers as accounts
from bayeshat.web.http.application import create_app
from bayeshat.web.server.security import hash_password
from bayeshat.web.server.server import configure
from bayeshat.web.server.settings import Settings
from bayeshat.web.storage.schema import Event, Organiser
from web.postgres import new_database, why_not

PASSWORD = "four words or more"
# The pages that have the forms.
PAGES = {"settings": "/people", "roster": "/people", "sizes": "/groups"}


class Browser(httpx.Client):
    """A client that keeps cookies, follows links in its own site, and sends forms with their tokens."""

    name = ""  # of the account that it is logged in with

    def csrf(self, path: str) -> str:
        page = self.get(path)
        return re.search(r'name="csrf" value="([^"]+)"', page.text).group(1)

    def submit(self, path: str, page: str | None = None, /, *, headers=None, files=None, **fields) -> httpx.Response:
        """Send a form to a path with the token that `page` (by default the same) holds."""
        fields = {key.replace("__", "-"): value for key, value in fields.items()}
        data = {"csrf": self.csrf(page or path), **fields}
        return self.post(path, data=data, files=files, headers=headers)


class Web:
    """A running server: its site, its address, and new browsers."""

    def __init__(self, app, address: str) -> None:
        self.app = app
        self.site = app.state.site
        self.address = address
        self.browsers: list[Browser] = []
        self.numbers = count(1)

    def browser(self, **options) -> Browser:
        browser = Browser(base_url=self.address, **{"follow_redirects": True, "timeout": 30, **options})
        self.browsers.append(browser)
        return browser

    def organiser(self, name: str = "Minerva", **traits) -> Browser:
        """Return a browser in which somebody has logged in; a new account has these traits."""
        with self.site.database.session() as session:
            if session.query(Organiser).filter_by(key=name.lower()).first() is None:
                session.add(Organiser(name=name, key=name.lower(), password=hash_password(PASSWORD), **traits))
        browser = self.browser()
        browser.name = name
        assert browser.submit("/login", name=name, password=PASSWORD).status_code == 200
        return browser

    def newcomer(self, name: str, **traits) -> Browser:
        """Return a browser with an account that no other test has: for tests that change or delete it."""
        return self.organiser(f"{name} {next(self.numbers)}", **traits)

    def secret(self) -> str | None:
        with self.site.database.session() as session:
            return accounts.setup_secret(session, self.site.keys)


@contextmanager
def run_server(folder: Path, **settings) -> Iterator[Web]:
    limits = {"login_limit": 10_000, "login_address_limit": 10_000, "submit_limit": 10_000, **settings}
    told = Settings(**{"data_dir": folder, "port": 0, **limits})
    app = create_app(told)
    server = uvicorn.Server(configure(app, told))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    web = Web(app, f"http://127.0.0.1:{port}")
    try:
        yield web
    finally:
        for browser in web.browsers:
            browser.close()
        web.site.stopping.set()
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


@pytest.fixture(scope="session")
def web(tmp_path_factory) -> Iterator[Web]:
    """The server that most tests share: on PostgreSQL, the stricter database, where it is installed.

    What pages ask of the database is tested on both in web/core; the browser's tests run on SQLite.
    """
    logging.getLogger("bayeshat.web").setLevel(logging.INFO)
    url = new_database() if os.environ.get("CI") or not why_not() else None
    with run_server(tmp_path_factory.mktemp("site"), database_url=url) as running:
        yield running


@pytest.fixture
def start_server(tmp_path) -> Callable:
    """Return a context manager that runs a server of its own with other settings."""
    return lambda **settings: run_server(tmp_path, **settings)


@pytest.fixture(scope="session")
def organiser(web) -> Browser:
    return web.organiser()


def find(pattern: str, text: str) -> str:
    return re.search(pattern, text).group(1)


class Ground:
    """An event with its addresses, as an organiser has it."""

    def __init__(self, web: Web, organiser: Browser, path: str) -> None:
        self.web, self.organiser, self.path = web, organiser, path

    @property
    def overview(self) -> str:
        return self.organiser.get(self.path).text

    @property
    def page(self) -> str:
        """The page of the step People: the form's link, and who has answered."""
        return self.organiser.get(f"{self.path}/people").text

    @property
    def version(self) -> str:
        with self.web.site.database.reading() as session:
            return str(session.get_one(Event, self.path.rsplit("/", 1)[1]).version)

    @property
    def share(self) -> str:
        return find(r'id="share" readonly value="[^/]+//[^/]+([^"]+)"', self.page)

    def send(self, where: str, /, **fields) -> httpx.Response:
        """Send a form of the event's pages, with the version that its page shows."""
        address = f"{self.path}/{where}"
        shown = self.organiser.get(self.path + PAGES.get(where, "")).text
        form = re.search(rf'<form[^>]*action="{re.escape(address)}".*?</form>', shown, re.DOTALL)
        version = re.search(r'name="version" value="(\w+)"', form[0] if form else "")
        return self.organiser.submit(address, self.path, **{"version": version[1] if version else "", **fields})

    def rule(self, kind: str, people=(), **fields) -> httpx.Response:
        """Add a rule, whether anybody whom it names has answered or not."""
        return self.send("rules/add", **{"kind": kind, "people": list(people), "anyway": "yes", **fields})

    def answer(self, name: str, browser: Browser | None = None, **answers) -> str:
        """Answer the form, and return the path of the receipt."""
        browser = browser or self.web.browser()
        form = browser.get(self.share).text
        data = {
            "csrf": find(r'name="csrf" value="([^"]+)"', form),
            "submission_key": find(r'name="submission_key" value="([^"]+)"', form),
            "name": name,
            **(answers or {"q0": "0", "q1": "1"}),
        }
        page = browser.post(self.share, data=data)
        assert page.status_code == 200, page.text
        return page.url.path


@pytest.fixture
def event(web, organiser) -> Ground:
    """A fresh event with the Hogwarts survey."""
    page = organiser.submit("/events/new", title="Autumn term", survey="hogwarts")
    return Ground(web, organiser, page.url.path)


@pytest.fixture(scope="session")
def sorted_event(web, organiser) -> Ground:
    """An event with eight answers and a result, for tests that leave it as they found it."""
    return sort_eight(web, organiser)


@pytest.fixture
def own_sorted_event(web, organiser) -> Ground:
    """The same for one test alone."""
    return sort_eight(web, organiser)


def sort_eight(web: Web, organiser: Browser) -> Ground:
    """Return an event with eight answers and a result; `board` is the result's path."""
    page = organiser.submit("/events/new", title="Sorted", survey="hogwarts")
    ground = Ground(web, organiser, page.url.path)
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
    ground.receipts = [
        ground.answer(name, **{f"q{q}": str((n + (q == n)) % 2) for q in range(8)}) for n, name in enumerate(names)
    ]
    ground.rule("pin", ["Ann"], groups="Gryffindor", reason="brings the key")
    page = ground.send("sort")
    ground.job = page.url.path
    if "/jobs/" in ground.job:
        with organiser.stream("GET", f"{ground.job}/live") as stream:
            ground.events = "".join(stream.iter_text())
    ground.board = organiser.get(ground.job).url.path
    assert "/sortings/" in ground.board
    return ground

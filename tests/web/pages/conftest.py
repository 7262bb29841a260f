"""A real server on a free port of loopback, and browsers without a screen; every test has an application of its own."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from bayeshat import Survey
from bayeshat.web.core import accounts, events
from bayeshat.web.db.schema import Event
from web.hosting import Browser, Web, settings_for

# The pages that have the forms.
PAGES = {"settings": "/people", "roster": "/people", "sizes": "/groups", "purpose": "/groups"}


@pytest.fixture(scope="session")
def sorted_site(host, empty_site, tmp_path_factory) -> tuple[Path, dict]:
    """A data folder with an event that was sorted, and where to find what."""
    folder = tmp_path_factory.mktemp("sorted") / "data"
    shutil.copytree(empty_site, folder)
    with host.run(settings_for(folder)) as web:
        return folder, sort_eight(web)


@pytest.fixture
def data_folder(request, tmp_path) -> Path:
    """The folder of the test's server: a copy of one that was made before."""
    folder = tmp_path / "site"
    if "sorted_site" in request.fixturenames:
        shutil.copytree(request.getfixturevalue("sorted_site")[0], folder)
    else:
        shutil.copytree(request.getfixturevalue("empty_site"), folder)
    return folder


@pytest.fixture
def web(host, data_folder) -> Iterator[Web]:
    """A server with nothing of other tests in it: on SQLite.

    What differs between databases is tested in web/core; `test_description.py` tries all operations on PostgreSQL.
    """
    with host.run(settings_for(data_folder)) as running:
        yield running


@pytest.fixture
def start_server(host, data_folder) -> Callable:
    """Return a context manager that runs the application with other settings."""
    return lambda **settings: host.run(settings_for(data_folder, **settings))


@pytest.fixture
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
        """Where the form is, as the page of the step People shows it."""
        with self.web.site.database.reading() as session:
            event = session.get_one(Event, self.path.rsplit("/", 1)[1])
            return f"/f/{event.id}/{self.web.site.keys.share_token(event.id, event.share_number)}"

    def send(self, where: str, /, **fields) -> httpx.Response:
        """Send a form of the event's pages, with the version that its page shows."""
        address = f"{self.path}/{where}"
        shown = self.organiser.get(self.path + PAGES.get(where, "")).text
        form = re.search(rf'<form[^>]*action="{re.escape(address)}".*?</form>', shown, re.DOTALL)
        version = re.search(r'name="version" value="(\w+)"', form[0] if form else "")
        found = {"version": version[1] if version else ""}
        return self.organiser.submit(address, **{**found, **fields})

    def rule(self, kind: str, people=(), **fields) -> httpx.Response:
        """Add a rule, whether anybody whom it names has answered or not."""
        return self.send("rules/add", **{"kind": kind, "people": list(people), "anyway": "yes", **fields})

    def finish(self, page: httpx.Response) -> tuple[str, str]:
        """Wait until a sort is over, with what follows it, and return the paths of the job and of the result."""
        # The page of a job that is over already leads on to its result.
        job = page.history[0].headers["location"]
        assert "/jobs/" in job
        self.web.finish_work()
        board = self.organiser.get(job).url.path
        assert "/sortings/" in board
        return job, board

    def answer(self, name: str, browser: Browser | None = None, **answers) -> str:
        """Answer the form, and return the path of the receipt."""
        browser = browser or self.web.browser()
        form = browser.get(self.share).text
        data = {
            "submission_key": find(r'name="submission_key" value="([^"]+)"', form),
            "name": name,
            **(answers or {"q0": "0", "q1": "1"}),
        }
        page = browser.post(self.share, data=data)
        assert page.status_code == 200, page.text
        return page.url.path


def make_event(web: Web, organiser: Browser, title: str, toml: str = "") -> Ground:
    """Return a new event with this survey, or the Hogwarts one."""
    with web.site.database.session() as session:
        owner = accounts.find_organiser(session, organiser.name)
        toml = toml or Survey.load("hogwarts").to_toml()
        made = events.create_event(session, owner, title, toml, settings=web.site.settings)
    return Ground(web, organiser, f"/events/{made.id}")


@pytest.fixture
def event(web, organiser) -> Ground:
    """A fresh event with the Hogwarts survey."""
    return make_event(web, organiser, "Autumn term")


@pytest.fixture
def sorted_event(web, organiser, sorted_site) -> Ground:
    """An event with eight answers and a result; `board` is the result's path."""
    paths = sorted_site[1]
    ground = Ground(web, organiser, paths["event"])
    ground.receipts, ground.job, ground.board = paths["receipts"], paths["job"], paths["board"]
    return ground


def sort_eight(web: Web) -> dict:
    """Make an event with eight answers and a result on the pages, and return the paths of all that."""
    organiser = web.organiser()
    ground = make_event(web, organiser, "Sorted")
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
    receipts = [
        ground.answer(name, **{f"q{q}": str((n + (q == n)) % 2) for q in range(8)}) for n, name in enumerate(names)
    ]
    ground.rule("pin", ["Ann"], groups="Gryffindor", reason="brings the key")
    job, board = ground.finish(ground.send("sort"))
    return {"event": ground.path, "receipts": receipts, "job": job, "board": board}

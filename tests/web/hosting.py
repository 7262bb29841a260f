"""The application on a real port of loopback, in this process, and clients of it."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
import uvicorn

from bayeshat.web.app import create_app
from bayeshat.web.auth import KNOWN_COOKIE, LOGIN_COOKIE
from bayeshat.web.core import accounts, sort_work, trade_off
from bayeshat.web.db.schema import Job, Organiser
from bayeshat.web.security import hash_token
from bayeshat.web.server import configure
from bayeshat.web.settings import Settings
from web.kept_results import QUICK
from web.passwords import hash_cheaply

PASSWORD = "four words or more"


class Browser(httpx.Client):
    """A client that keeps cookies, follows links in its own site, and says where its forms come from."""

    name = ""  # of the account that it is logged in with

    def submit(self, path: str, /, *, headers=None, files=None, **fields) -> httpx.Response:
        """Send a form."""
        fields = {key.replace("__", "-"): value for key, value in fields.items()}
        return self.post(path, data=fields, files=files, headers=headers)


class Web:
    """A running server: its site, its address, and new browsers."""

    def __init__(self, app, address: str) -> None:
        self.app = app
        self.site = app.state.site
        self.address = address
        self.browsers: list[Browser] = []
        self.numbers = count(1)

    def browser(self, **options) -> Browser:
        # Nothing is encrypted here; reading the certificates of this machine takes longer than a page.
        options = {"follow_redirects": True, "timeout": 300, "verify": False, **options}
        options["headers"] = {"origin": self.address, **options.get("headers", {})}
        browser = Browser(base_url=self.address, **options)
        self.browsers.append(browser)
        return browser

    def log_in(self, name: str = "Minerva", **traits) -> dict[str, str]:
        """Return the cookies of somebody who has logged in; a new account has these traits."""
        with self.site.database.session() as session:
            found = accounts.find_organiser(session, name)
            if found is None:
                found = Organiser(name=name, key=name.lower(), password=hash_cheaply(PASSWORD), **traits)
                session.add(found)
                session.flush()
            token = accounts.log_in(session, found)
        known = self.site.keys.sign(hash_token(accounts.account_key(name)), "known")
        return {LOGIN_COOKIE: self.site.keys.sign(token, "login"), KNOWN_COOKIE: known}

    def organiser(self, name: str = "Minerva", **traits) -> Browser:
        """Return a browser in which somebody has logged in."""
        browser = self.browser()
        browser.name = name
        for cookie, value in self.log_in(name, **traits).items():
            browser.cookies.set(cookie, value, domain=browser.base_url.host)
        return browser

    def newcomer(self, name: str, **traits) -> Browser:
        """Return a browser with an account that nobody else has."""
        return self.organiser(f"{name} {next(self.numbers)}", **traits)

    def finish_work(self) -> None:
        """Wait until nothing is left to be done in the background."""
        while True:
            with self.site.database.reading() as session:
                if session.query(Job).filter(Job.state.in_(("queued", "running"))).first() is None:
                    return
            assert self.site.worker.health().well
            time.sleep(0.02)

    def secret(self) -> str | None:
        with self.site.database.session() as session:
            return accounts.setup_secret(session, self.site.keys)


@cache
def _first_app():
    with TemporaryDirectory() as folder:
        return create_app(Settings(data_dir=Path(folder)))


def make_app(settings: Settings):
    """Return the application with the routes of the first one: what FastAPI makes of them takes it half a second."""
    app = create_app(settings)
    app.router.routes, app.openapi = _first_app().router.routes, _first_app().openapi
    return app


@contextmanager
def sort_quickly() -> Iterator[None]:
    """Let workers sort with few draws: how well they sort is tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("sort_people", "place_people"):
            patch.setattr(sort_work, name, partial(getattr(sort_work, name), **QUICK))
        patch.setattr(trade_off, "_STARTS", QUICK["starts"])
        yield


class Host:
    """A server that stays, and whose application is replaced: starting one takes longer than most tests."""

    def __init__(self, settings: Settings) -> None:
        self.app = None
        self.server = uvicorn.Server(configure(self, settings))
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.01)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "lifespan":
            self.loop = asyncio.get_running_loop()
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        await self.app(scope, receive, send)

    def do(self, coroutine) -> None:
        """Run something in the server's loop, and wait for its end."""
        asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(300)

    @contextmanager
    def run(self, settings: Settings) -> Iterator[Web]:
        """Run the application with these settings."""
        self.app = make_app(settings)
        life = self.app.router.lifespan_context(self.app)
        web = Web(self.app, self.address)
        with sort_quickly():
            self.do(life.__aenter__())
            try:
                yield web
            finally:
                for browser in web.browsers:
                    browser.close()
                self.do(life.__aexit__(None, None, None))

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(300)
        assert not self.thread.is_alive()


def settings_for(folder: Path, **settings) -> Settings:
    """Return the settings of a server that does not limit attempts."""
    limits = {"login_limit": 10_000, "login_address_limit": 10_000, "submit_limit": 10_000}
    return Settings(**{"data_dir": folder, "port": 0, **limits, **settings})


@contextmanager
def run_server(folder: Path, **settings) -> Iterator[Web]:
    """Run a server of its own, for settings that concern connections."""
    told = settings_for(folder, **settings)
    host = Host(told)
    try:
        with host.run(told) as web:
            yield web
    finally:
        host.close()

"""The web application under load, as a process of its own on loopback."""

from __future__ import annotations

import asyncio
import csv
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import httpx

PASSWORD = "four words or more"
N_PEOPLE = 500
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


class Server:
    """A process `bayeshat serve`, to be killed and started again on the same port."""

    def __init__(self, folder, database_url=None):
        self.folder, self.database_url, self.port = Path(folder), database_url, 0
        self.start()

    def start(self):
        """Start it, and wait until it says where it is."""
        # All clients share one address here, so the limits for one address must let them through.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BAYESHAT_")}
        environment |= {"BAYESHAT_SUBMIT_LIMIT": "1000000", "BAYESHAT_LOGIN_LIMIT": "1000", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "bayeshat", "serve", "--port", str(self.port), "--data-dir", str(self.folder)]
        command += ["--database-url", self.database_url] if self.database_url else []
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        for line in self.process.stdout:
            found = re.search(r"(http://127\.0\.0\.1:(\d+))\S*", line)
            if found:
                self.opening, self.address, self.port = found[0], found[1], int(found[2])
                return
        raise RuntimeError(f"The server did not start; its log is {self.folder / 'log'}.")

    def kill(self):
        """End it at once with SIGKILL, as a power cut would."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    @property
    def cpu_time(self):
        """Seconds of work so far, of all cores together: other programs hardly change it."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def peak_memory(self):
        """The most memory that the process has had, in MB."""
        return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) / 1024


class Organiser:
    """An organiser without a browser: sets the server up, and makes an event."""

    def __init__(self, server):
        self.client = httpx.Client(
            base_url=server.address, headers={"origin": server.address}, follow_redirects=True, timeout=120
        )
        data = {"secret": server.opening.split("secret=")[1], "name": "Minerva", "password": PASSWORD}
        self.send("/setup", data)

    def send(self, path, data):
        """Send a form."""
        answer = self.client.post(path, data=data)
        answer.raise_for_status()
        return answer

    def make_event(self, title):
        """Return the paths of a new event, and of its form."""
        event = self.send("/events/new", {"title": title, "survey": "hogwarts"}).url.path
        people = self.client.get(f"{event}/people").text
        return event, re.search(r'id="share" readonly value="[^/]+//[^/]+([^"]+)"', people)[1]

    def sort(self, event):
        """Sort everybody who has answered, and return the path of the result."""
        page = self.send(f"{event}/sort", {})
        while "/jobs/" in page.url.path:
            time.sleep(0.05)
            page = self.client.get(page.url.path)
        return page.url.path

    def stored_names(self, event):
        """Return the names of all who are kept, one for each answer."""
        text = self.client.get(f"{event}/files/answers.csv").text.lstrip("\ufeff")
        return [row["name"] for row in csv.DictReader(io.StringIO(text))]


def simulate_choices(n_people):
    """Return answers of people like those of the paper, by name."""
    import bayeshat as bh

    codes = bh.simulate(bh.Survey.load("hogwarts"), n_people, rng=1).answers.codes
    return {f"Person {n:04d}": [str(code) for code in codes[n]] for n in range(n_people)}


def read_hidden(text):
    """Return all hidden fields of a page with one form."""
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', text))


def submit_together(address, share, n_people, after=None, choose=None, first=0):
    """Let many people answer at the same moment, and return their receipts by name, and seconds until each had one.

    Whoever gets no answer sends the same form again, until there is one.

    Parameters
    ----------
    address, share
        Where the server and the form are.
    n_people, first
        How many, and the number of the first.
    after
        Called with the number of receipts so far, whenever there is one more.
    choose
        Answers by name; by default everybody's are much the same.
    """
    receipts, waited = {}, []
    host, port = urlsplit(address).hostname, urlsplit(address).port

    async def answer(name, ready):
        _, _, form = await ask(host, port, "GET", share)
        data = read_hidden(form)
        chosen = choose[name] if choose else [str((int(name[-4:]) + q) % 2) for q in range(8)]
        data |= {"name": name} | {f"q{q}": code for q, code in enumerate(chosen)}
        await ready.wait()
        began = time.perf_counter()
        while True:
            with suppress(OSError, EOFError):
                status, headers, _ = await ask(host, port, "POST", share, urlencode(data))
                if status == 303:
                    break
                raise RuntimeError(f"{name} was refused with {status}.")
            await asyncio.sleep(0.1)
        waited.append(time.perf_counter() - began)
        receipts[name] = re.search(r"(?mi)^location: (\S+)", headers)[1]
        if after:
            after(len(receipts))

    async def everybody():
        ready = asyncio.Barrier(n_people)
        await asyncio.gather(*(answer(f"Person {n:04d}", ready) for n in range(first, first + n_people)))

    asyncio.run(everybody())
    return receipts, waited


async def ask(host, port, method, path, body=""):
    """Return status, headers and text of an answer; a whole client would be slower than the server that is measured."""
    reader, writer = await asyncio.open_connection(host, port)
    try:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}:{port}", "Connection: close", "Accept: text/html"]
        lines.append(f"Origin: http://{host}:{port}")
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"] if body else []
        writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        text = (await reader.read()).decode()
    finally:
        writer.close()
    head, found, content = text.partition("\r\n\r\n")
    if not found:
        raise EOFError
    return int(head.split()[1]), head.replace("\r\n", "\n"), content


def submit_through_a_kill(server, share, n_people):
    """Do the same while the server is killed in the middle and started again; return receipts and waits."""
    restarts = []

    def kill():
        server.kill()
        server.start()

    def watch(n_done):
        if n_done == n_people // 3:
            restarts.append(threading.Thread(target=kill))
            restarts[0].start()

    receipts, waited = submit_together(server.address, share, n_people, watch)
    restarts[0].join()
    return receipts, waited


def count_wrong(organiser, event, receipts):
    """Return how many answers with a receipt are not kept exactly once and under it; those without one count, too."""
    kept = Counter(organiser.stored_names(event))
    wrong = sum(kept[name] != 1 for name in receipts) + sum(kept[name] for name in kept if name not in receipts)
    pages = {name: organiser.client.get(receipt).text for name, receipt in receipts.items()}
    return wrong + sum(f"Thank you, {name}<" not in page for name, page in pages.items())


def serving():
    """Answers sent at once, receipts opened at once, a board of 1000 people; on SQLite and on PostgreSQL."""
    from large_events import measure_board, measure_receipts

    for name, database_url in databases():
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder, database_url)
            try:
                organiser = Organiser(server)
                measure_answers(server, organiser, name)
                measure_receipts(server, organiser, name)
                measure_board(server, organiser, name)
                organiser.client.close()
            finally:
                server.kill()


def databases():
    """Return the databases to measure: their names, and URLs (None for the file in the data folder)."""
    yield "SQLite", None
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from web import postgres

    if postgres.why_not():
        print(f"  PostgreSQL is left out: {postgres.why_not()}.")
    else:
        yield "PostgreSQL", postgres.new_database()


def measure_answers(server, organiser, where):
    """Print how answers fare that are sent at once, and how long a small sort takes."""
    from tools import say

    for what, submit in (
        ("", lambda share: submit_together(server.address, share, N_PEOPLE)),
        (", killed and restarted", lambda share: submit_through_a_kill(server, share, N_PEOPLE)),
    ):
        event, share = organiser.make_event(f"Load{what}")
        receipts, waited = submit(share)
        told = f"{where}: {N_PEOPLE} at once{what}"
        say(f"{told}: lost or kept twice", count_wrong(organiser, event, receipts), 0)
        say(f"{told}: p50 (s)", quantile(waited, 0.5), 5)
        say(f"{told}: p95 (s)", quantile(waited, 0.95), 8)
    event, share = organiser.make_event("Sorted")
    submit_together(server.address, share, 21, choose=simulate_choices(21))
    time_sort(organiser, event)
    times = sorted(time_sort(organiser, event) for _ in range(3))
    say(f"{where}: 21 answers to houses on the screen, warm (s)", times[1], 3)


def quantile(values, share):
    """Return the value that this share of the values does not exceed."""
    return sorted(values)[int(share * len(values))]


def time_sort(organiser, event):
    """Return seconds from pressing Sort to the groups, in a browser where there is one."""
    with open_browser(organiser) as page:
        if page is None:
            began = time.perf_counter()
            assert '<div id="groups"' in organiser.client.get(organiser.sort(event)).text
            return time.perf_counter() - began
        page.goto(f"{event}/sort")
        began = time.perf_counter()
        page.get_by_role("button", name="Sort", exact=True).click()
        page.locator("div#groups").wait_for(timeout=120_000)
        return time.perf_counter() - began


@contextmanager
def open_browser(organiser):
    """Open a page of a browser in which the organiser has logged in; None where there is no browser."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(base_url=str(organiser.client.base_url))
        page.context.add_cookies(
            [
                {"name": name, "value": value, "url": str(organiser.client.base_url)}
                for name, value in organiser.client.cookies.items()
            ]
        )
        yield page
        browser.close()

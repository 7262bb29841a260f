"""The server as people run it, and shortcuts to the state that a test starts from."""

import os
import re
import signal
import subprocess
import sys
from collections import deque
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Thread

import bayeshat as bh
from bayeshat.web.accounts import organisers
from bayeshat.web.answers import responses
from bayeshat.web.events import events
from bayeshat.web.http.dependencies import KNOWN_COOKIE, LOGIN_COOKIE
from bayeshat.web.server.security import Keys, hash_password, hash_token
from bayeshat.web.server.settings import Settings
from bayeshat.web.storage.database import connect
from bayeshat.web.storage.schema import Organiser
from web.kept_results import keep_result, sort_anonymously

PASSWORD = "four words or more"


class Served:
    """A process `bayeshat serve` on a free port of loopback; `kill` and `start` may be called again and again.

    Parameters
    ----------
    folder
        The data folder.
    database_url
        Another database than the file in it.
    """

    def __init__(self, folder: Path, database_url: str | None = None) -> None:
        self.settings = Settings(data_dir=folder, database_url=database_url)
        self.port = 0
        self.start()
        self.database = connect(self.settings)
        self.keys = Keys.load(self.settings)

    def start(self) -> None:
        """Start the process, and wait until it says where it is."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BAYESHAT_")}
        environment |= {"PYTHONUNBUFFERED": "1", "BAYESHAT_SUBMIT_LIMIT": "100000", "BAYESHAT_LOGIN_LIMIT": "1000"}
        command = [sys.executable, "-m", "bayeshat", "serve", "--port", str(self.port)]
        command += ["--data-dir", str(self.settings.data_dir)]
        if self.settings.database_url:
            command += ["--database-url", self.settings.database_url]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        self.said = deque(maxlen=200)
        for line in self.process.stdout:
            self.said.append(line.strip())
            found = re.search(r"(http://127\.0\.0\.1:(\d+))\S*", line)
            if found:
                self.opening, self.address, self.port = found[0], found[1], int(found[2])
                break
        else:
            raise AssertionError("the server did not start:\n" + "\n".join(self.said))
        # What nobody reads would fill the pipe and stop the server.
        self.reader = Thread(target=self.said.extend, args=(self.process.stdout,), daemon=True)
        self.reader.start()

    def kill(self, how: int = signal.SIGKILL) -> None:
        """End the process at once, as a power cut would, or with another signal."""
        self.process.send_signal(how)
        self.process.wait(30)
        self.reader.join(10)
        self.process.stdout.close()

    def close(self) -> None:
        """End the process, and everything held open."""
        self.database.dispose()
        if self.process.poll() is None:
            self.kill(signal.SIGTERM)

    def log_in(self, name: str = "Minerva") -> list[dict]:
        """Return the cookies of an organiser's browser."""
        with self.database.session() as session:
            if session.query(Organiser).filter_by(key=name.lower()).first() is None:
                session.add(Organiser(name=name, key=name.lower(), password=hash_password(PASSWORD)))
        with self.database.session() as session:
            token = organisers.log_in(session, organisers.find_organiser(session, name))
        known = self.keys.sign(hash_token(organisers.account_key(name)), "known")
        cookies = {LOGIN_COOKIE: self.keys.sign(token, "login"), KNOWN_COOKIE: known}
        return [{"name": cookie, "value": value, "url": self.address} for cookie, value in cookies.items()]


@dataclass
class Ready:
    """An event with answers and, maybe, a result.

    Attributes
    ----------
    served
        Its server.
    event_id, sorting_id
        Their numbers; the second is empty without a result.
    receipts
        Everybody's own path, by name.
    """

    served: Served
    event_id: str
    sorting_id: str
    receipts: dict[str, str]

    @property
    def path(self) -> str:
        """Where the event is."""
        return f"/events/{self.event_id}"

    @property
    def board(self) -> str:
        """Where the result is."""
        return f"{self.path}/sortings/{self.sorting_id}"

    @property
    def share(self) -> str:
        """Where the form is."""
        with self.served.database.reading() as session:
            event = session.get(events.Event, self.event_id)
            return f"/f/{event.id}/{self.served.keys.share_token(event)}"

    @property
    def stored(self) -> list[str]:
        """Names of those whose answers are kept."""
        with self.served.database.reading() as session:
            event = session.get(events.Event, self.event_id)
            return sorted(response.name for response in responses.list_responses(session, event))


@cache
def simulate_people(n_people: int, seed: int = 1) -> bh.Answers:
    """Return answers of people like those of the paper."""
    return bh.simulate(bh.Survey.load("hogwarts"), n_people, rng=seed).answers


def answers_csv(n_people: int, seed: int = 1) -> str:
    """Return a file of answers to read in."""
    survey = bh.Survey.load("hogwarts")
    answers = simulate_people(n_people, seed)
    lines = ["name," + ",".join(asked.id for asked in survey.questions)]
    for i in range(n_people):
        codes = answers.codes[i]
        texts = [asked.options[codes[q]] for q, asked in enumerate(survey.questions)]
        lines.append(",".join([answers.names[i], *('"' + text.replace('"', '""') + '"' for text in texts)]))
    return "\n".join(lines) + "\n"


@cache
def sort_simulated(n_people: int, **options: int) -> bh.Result:
    """Return a result for simulated people; the same one is computed only once."""
    survey = bh.Survey.load("hogwarts")
    return sort_anonymously(survey, simulate_people(n_people), rules=rules_for(n_people), **options)


def rules_for(n_people: int) -> dict:
    """Return what prepared events ask for: easily broken by a move."""
    return {"together": [list(simulate_people(n_people).names[:2])]}


def prepare(
    served: Served, title: str, n_people: int = 0, n_results: int = 0, organiser: str = "Minerva", **options: int
) -> Ready:
    """Make an event with answers and results through the services, as the pages would; options are of the sort."""
    served.log_in(organiser)
    survey = bh.Survey.load("hogwarts")
    receipts, given_by, sorting_id = {}, [], ""
    with served.database.session() as session:
        owner = session.query(Organiser).filter_by(key=organiser.lower()).one()
        event = events.create_event(session, owner, title, survey.to_toml(), settings=served.settings)
        if n_results:
            events.update_event(session, event, event.version, settings=served.settings, rules=rules_for(n_people))
        for i, name in enumerate(simulate_people(n_people).names if n_people else ()):
            codes = simulate_people(n_people).codes[i]
            given = {asked.id: [int(codes[q])] for q, asked in enumerate(survey.questions)}
            response, receipt = responses.submit(
                session, served.keys, event, name, given, f"{event.id}-{i:05d}", settings=served.settings
            )
            receipts[response.name] = f"/r/{receipt}"
            given_by.append(response)
        for _ in range(n_results):
            sorting_id = keep_result(session, event, given_by, sort_simulated(n_people, **options)).id
    return Ready(served, event.id, sorting_id, receipts)

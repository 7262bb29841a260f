"""Shortcuts to the state that a test in a browser starts from."""

import re
from dataclasses import dataclass
from functools import cache

from playwright.sync_api import expect

import bayeshat as bh
from bayeshat.web.core import events, responses
from bayeshat.web.db.schema import Organiser
from web.hosting import Web
from web.kept_results import QUICK, keep_result, sort_anonymously


class Served:
    """A server, as a test in a browser sees it."""

    def __init__(self, web: Web) -> None:
        self.web, self.address = web, web.address
        self.settings, self.database, self.keys = web.site.settings, web.site.database, web.site.keys

    @property
    def opening(self) -> str:
        """The address that a new server prints."""
        return f"{self.address}/setup?secret={self.web.secret()}"

    def finish_work(self) -> None:
        """Wait until nothing is left to be done in the background, however long that takes."""
        self.web.finish_work()

    def finish_sort(self, page) -> None:
        """Wait until the sort is over that was just asked for, and its groups are shown."""
        expect(page).to_have_url(re.compile("/jobs/|/sortings/"))
        self.finish_work()
        expect(page.get_by_label("The groups")).to_be_visible()

    def log_in(self, name: str = "Minerva") -> list[dict]:
        """Return the cookies of an organiser's browser."""
        return [
            {"name": cookie, "value": value, "url": self.address} for cookie, value in self.web.log_in(name).items()
        ]


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
            return f"/f/{event.id}/{self.served.keys.share_token(event.id, event.share_number)}"

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
def sort_simulated(n_people: int) -> bh.Result:
    """Return a result for simulated people; the same one is computed only once."""
    survey = events.parse_spoken_survey(bh.Survey.load("hogwarts").to_toml())
    return sort_anonymously(survey, simulate_people(n_people), rules=rules_for(n_people), **QUICK)


def rules_for(n_people: int) -> dict:
    """Return what prepared events ask for: easily broken by a move."""
    return {"together": [list(simulate_people(n_people).names[:2])]}


def prepare(served: Served, title: str, n_people: int = 0, n_results: int = 0, organiser: str = "Minerva") -> Ready:
    """Make an event with answers and results through the services, as the pages would."""
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
            sorting_id = keep_result(session, event, given_by, sort_simulated(n_people)).id
    return Ready(served, event.id, sorting_id, receipts)

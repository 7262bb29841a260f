"""Learning from people of an earlier year: what is kept, what is sorted by it, and how it goes again."""

import csv
import io
import json
from dataclasses import replace

import pytest

import bayeshat as bh
from bayeshat.known_people.learned_survey import learn_survey
from bayeshat.web.core import deletion, events
from bayeshat.web.core.event_copy import copy_event
from bayeshat.web.core.jobs import SortOptions, read_input
from bayeshat.web.core.results import list_sortings, read_standing
from bayeshat.web.core.surveys import forget_learned, keep_learned, learn_from_table
from bayeshat.web.core.uploads import read_upload
from bayeshat.web.db.schema import Event
from bayeshat.web.refusals import Refused, Stale, problems_of
from bayeshat.words.message import Message, catalogue
from web.core.samples import SMALL, both_databases, enqueue, make_worker
from web.kept_results import QUICK

# Owls drink no tea, whatever the survey says.
PAST = [
    {
        "name": f"Former {n}",
        "tea": "no" if n % 2 else "yes",
        "when": "at night; at noon",
        "team": ("Larks", "owls")[n % 2],
    }
    for n in range(24)
]


def table(rows):
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().encode()


def learn(hat, rows=PAST, heading=""):
    sent = read_upload("last year.csv", table(rows), hat.settings)
    return learn_from_table(events.own_survey_of(hat.event), sent, heading, hat.settings)


def read(hat):
    with hat.database.reading() as session:
        return session.get_one(Event, hat.event.id)


def test_a_learned_survey_is_kept_and_nobodys_answers(hat):
    kept = learn(hat)
    assert (kept["n_people"], kept["file"], kept["houses"]) == (24, "last year.csv", [["Owls", 12], ["Larks", 12]])
    with hat.database.session() as session:
        keep_learned(session, hat.event, kept)
    event = read(hat)
    # As the command learns it.
    wanted = learn_survey(events.own_survey_of(event), {name: [one[name] for one in PAST] for name in PAST[0]}, "team")
    assert events.survey_of(event).to_toml() == replace(wanted.survey, noun="group").to_toml()
    assert "Former" not in json.dumps(event.learned)
    assert event.survey_version == hat.event.survey_version
    with hat.database.session() as session:
        assert (
            copy_event(session, hat.organiser, event, "Next", with_people=False, settings=hat.settings).learned == kept
        )
        forget_learned(session, event)
    own = replace(events.own_survey_of(event), noun="group")
    assert events.survey_of(read(hat)).to_toml() == own.to_toml()


def test_people_are_sorted_by_what_was_learned(party):
    learned = learn(party)
    with party.database.session() as session:
        keep_learned(session, party.event, learned)
    with party.database.reading() as session:
        given = read_input(session, read(party), SortOptions())
    assert (given.n_learned, given.survey.answer_prior[0, 0, :2].tolist()) == (24, [7.0, 7.0])
    result = bh.sort_people(given.survey, given.answers, rng=1, threads=1, **QUICK)
    enqueue(party)
    make_worker(party.database).run_one()
    with party.database.reading() as session:
        [sorting] = list_sortings(session, party.event)
        standing = read_standing(session, sorting)
    assert list(standing.labels) == result.decision.labels.tolist()
    assert sorting.made_of[-1] == ["results-made-learned", {"value": 24}]


@pytest.mark.parametrize(
    ("rows", "heading", "field", "words"),
    [
        (PAST, "house", "column", "no further column called house; it has: team"),
        (PAST, "tea", "column", "no further column called tea"),
        ([one | {"too": one["team"]} for one in PAST], "", "column", "heading of the column"),
        ([one | {"team": "Doves"} for one in PAST], "", "column", "everybody's group: Owls, Larks"),
        (PAST[:4], "", "file", "too few people"),
    ],
)
def test_what_cannot_be_learned_from_is_refused(hat, rows, heading, field, words):
    with pytest.raises(Refused, match=words) as refused:
        learn(hat, rows, heading)
    assert refused.value.field == field


@both_databases
def test_what_was_learned_goes_with_its_survey_and_its_date(hat):
    kept = learn(hat)
    with hat.database.session() as session:
        keep_learned(session, hat.event, kept)
        changed = SMALL.replace("Tea?", "Green tea?")
        event = events.update_event(session, read(hat), 2, settings=hat.settings, survey_toml=changed)
        assert event.learned == {}
        with pytest.raises(Stale, match="Somebody changed the survey"):
            keep_learned(session, hat.event, kept)
        keep_learned(session, event, kept)
        deletion._delete_people(session, event)
    assert read(hat).learned == {}


def test_why_a_file_was_not_learned_from_is_told_in_the_readers_language():
    told = problems_of(Stale(Message("surveys-past-changed")), "file")
    assert catalogue("de").tell(told["file"]).startswith("Jemand hat die Umfrage geändert")
    (words,) = problems_of(bh.BayesHatError("Wrong."), "file").values()
    assert (str(words), catalogue("de").detail(words)) == ("Wrong.", "Wrong.")
    assert catalogue("de").tell(words).startswith("Das hat nicht funktioniert.")
    assert problems_of(Refused(Message("surveys-past-changed")), "file") == {"": Message("surveys-past-changed")}

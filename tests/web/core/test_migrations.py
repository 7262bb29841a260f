"""A database of the first schema, with what its server showed, is brought up to date and shows the same."""

import base64
import json
import shutil
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.command import upgrade
from alembic.config import Config

import bayeshat.web.db.migrations as migrations
from bayeshat.web.core import events, jobs, responses, results
from bayeshat.web.core.places import read_standing
from bayeshat.web.db.database import connect, migrate
from bayeshat.web.db.schema import Event, Job, Member, Organiser, Place, RosterEntry, Sorting
from bayeshat.web.refusals import Refused
from bayeshat.web.security import check_password, hash_token
from bayeshat.web.settings import Settings
from web.core.samples import PASSWORD
from web.postgres import new_database

KEPT = json.loads((Path(__file__).parent.parent / "data" / "first_schema.json").read_text())


def make_first(url):
    """Make a database as the first version left it."""
    made = connect(Settings(database_url=url))
    with made.engine.execution_options(writes=True).begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        upgrade(config, "0001")
        tables = sa.MetaData()
        tables.reflect(connection)
        for name, rows in KEPT["rows"].items():
            for row in rows:
                connection.execute(tables.tables[name].insert().values(**read_row(tables.tables[name], row)))
    made.dispose()


@pytest.fixture(scope="module")
def first_file(tmp_path_factory):
    """Such a database in SQLite, made once."""
    path = tmp_path_factory.mktemp("first") / "bayeshat.db"
    make_first(f"sqlite:///{path}")
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request, tmp_path, first_file):
    """A copy of such a database."""
    if request.param == "postgresql":
        url = new_database(make_first)
    else:
        url = f"sqlite:///{shutil.copy(first_file, tmp_path)}"
    made = connect(Settings(database_url=url))
    yield made
    made.dispose()


def read_row(table, row):
    """SQLite kept times and JSON as texts, and truth as a number."""
    from datetime import UTC, datetime

    values = {}
    for name, value in row.items():
        kind = table.c[name].type
        if isinstance(value, dict):
            value = base64.b64decode(value["bytes"])
        elif isinstance(kind, sa.JSON):
            value = json.loads(value)
        elif isinstance(kind, sa.Boolean):
            value = bool(value)
        elif isinstance(kind, sa.DateTime) and value is not None:
            value = datetime.fromisoformat(value).replace(tzinfo=UTC)
        values[name] = value
    return values


def test_people_keep_their_places_locks_and_receipts(old):
    migrate(old)
    with old.reading() as session:
        sorting = session.scalars(sa.select(Sorting)).one()
        standing = read_standing(session, sorting)
        shown = {
            name: [standing.groups[place.group_number], place.locked, place.group_number != place.decided_number]
            for name, place in zip(standing.names, standing.places, strict=True)
        }
        assert shown == KEPT["board"]
        for receipt, (name, group, shares) in KEPT["receipts"].items():
            response, _, own = results.read_receipt(session, hash_token(receipt))
            assert (response.name, own.group) == (name, group)
            assert [share.share for share in own.shares] == pytest.approx(shares, abs=1e-5)
        edits = results.edits_of(session, sorting)
    assert [sorted(edit.change) for edit in edits] == [["lock"], ["labels"]]
    result = standing.current
    words = " ".join(rule.words() for rule in result.decision.kept.ruling.rules)
    assert "Bo is in Larks" in words
    assert "Cy and Di are apart" in words
    assert result.answers.extra["e-mail"][7] == "flo@example.org"
    assert "Hal" not in json.dumps(standing.sorting.about)


def test_events_organisers_and_rosters_are_carried_over(old):
    migrate(old)
    with old.reading() as session:
        organiser = session.scalars(sa.select(Organiser)).one()
        assert organiser.is_admin
        assert organiser.language == ""
        assert check_password(PASSWORD, organiser.password)
        members = {(one.organiser_id, one.role) for one in session.scalars(sa.select(Member))}
        assert members == {(organiser.id, "owner")}
        events = {event.title: event for event in session.scalars(sa.select(Event))}
        assert set(events) == {"Tea party", "No answers yet"}
        roster = session.scalars(
            sa.select(RosterEntry.name).where(RosterEntry.event_id == events["Tea party"].id).order_by("position")
        )
        assert list(roster) == ["Ann", "Bo", "Zed"]
        assert events["Tea party"].published_at is not None
        assert [job.options for job in session.scalars(sa.select(Job))] == [{}]


def test_namesakes_are_found_among_those_who_answered_before(old):
    migrate(old)
    with old.reading() as session:
        event = session.scalars(sa.select(Event).where(Event.title == "Tea party")).one()
        assert responses.is_taken(session, event, "BO")
        assert not responses.is_taken(session, event, "Bob")


def test_ratings_of_earlier_surveys_stay_options(old):
    """Results hold the chances of each option: read as a mean and a spread they would make no sense."""
    text = (
        'title = "T"\nprior = "flat"\nhouses = ["A", "B"]\n\n[[questions]]\ntext = "How?"\nkind = "rating"\n'
        'scale = [1, 5]\n\n[[questions]]\ntext = "When?"\nkind = "rating"\nscale = [0, 9]\nbins = [4]\n'
    )
    with old.engine.execution_options(writes=True).begin() as connection:
        connection.execute(sa.text("UPDATE events SET survey_toml = :text"), {"text": text})
    migrate(old)
    with old.reading() as session:
        for event in session.scalars(sa.select(Event)):
            first, second = events.survey_of(event).questions
            assert first.options == ("1", "2", "3", "4", "5")
            assert (first.ordered, second.ordered) == (False, False)


def test_nothing_refers_to_what_is_gone(old):
    migrate(old)
    if old.kind == "sqlite":
        with old.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_people_who_came_back_with_a_result_are_gone_for_good(old):
    """The first version let people return whose answers were deleted while a sort ran."""
    with old.engine.execution_options(writes=True).begin() as connection:
        tables = sa.MetaData()
        tables.reflect(connection)
        sortings_ = tables.tables["sortings"]
        row = connection.execute(sa.select(sortings_)).one()
        gone = next(identity for identity in row.response_ids if identity)
        place = row.response_ids.index(gone)
        deleted = tables.tables["responses"]
        connection.execute(deleted.delete().where(deleted.c.id == gone))
    migrate(old)
    with old.reading() as session:
        standing = read_standing(session, session.scalars(sa.select(Sorting)).one())
        answers = session.scalars(sa.select(Place.answers).where(Place.position == place)).one()
    found = standing.places[place]
    assert (found.response_id, found.extra, found.locked, answers) == (None, {}, False, {})
    assert standing.names[place].startswith("removed person")


def test_a_sort_of_the_first_version_is_not_started_again(old):
    migrate(old)
    with old.session() as session, pytest.raises(Refused, match="Start a new one"):
        jobs.restart(session, session.scalars(sa.select(Job)).one())

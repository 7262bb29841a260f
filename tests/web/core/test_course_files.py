import pytest

from bayeshat.web.core import downloads, imports, responses, roster
from bayeshat.web.core.downloads import CoursePerson
from bayeshat.web.core.events import survey_of
from bayeshat.web.core.results import read_standing
from bayeshat.web.core.roster import Expected
from bayeshat.web.core.uploads import read_upload
from web.core.samples import key_of, store_sort

CLASS = [
    Expected("Ann Lee", "ann@example.org", {"canvas_user_id": "92", "login_id": "alee"}),
    Expected("Bo Ek", "", {"user_id": "s-2", "username": "BEk"}),
    Expected("Cy", "cy@example.org"),
    Expected("Cy", "other-cy@example.org"),
]


@pytest.fixture
def people(hat):
    """Somebody by personal link, by name, by e-mail address from a file, by a name that is there twice, and by none."""
    with hat.database.session() as session:
        roster.add_people(session, hat.event, CLASS, hat.settings)
        ann = roster.roster_of(session, hat.event)[0]
        key = hat.keys.roster_submission(ann.id)
        given = {"tea": [0]}
        responses.submit(session, hat.keys, hat.event, "", given, key, settings=hat.settings, roster_entry=ann)
    hat.answer("bo  ek", [1], [], key_of(1))
    hat.answer("Cy", [1], [], key_of(2))
    hat.answer("Zoe", [0], [], key_of(3))
    table = b"name,e-mail,tea,when\nCyril,CY@example.org,yes,\n"
    found = imports.read_people(survey_of(hat.event), read_upload("answers.csv", table, hat.settings), hat.settings)
    imports.import_people(hat.database, hat.event, found, settings=hat.settings)
    sorting = store_sort(hat)
    with hat.database.reading() as session:
        return downloads.course_people(session, hat.event, read_standing(session, sorting))


def test_people_are_matched_by_link_number_or_a_name_that_is_there_once(people):
    assert {person.name: dict(person.ids) for person in people} == {
        "Ann Lee": {"email": "ann@example.org", "canvas_user_id": "92", "login_id": "alee"},
        "bo ek": {"user_id": "s-2", "username": "BEk"},
        "Cy": {},
        "Zoe": {},
        "Cyril": {"email": "CY@example.org"},
    }
    assert all(person.group in ("Owls", "Larks") for person in people)


PEOPLE = [
    CoursePerson("Ann", "Owls", {"canvas_user_id": "92", "login_id": "alee", "email": "ann@example.org"}),
    CoursePerson("Bo", "Larks", {"username": "BEk"}),
    CoursePerson("Cy", "Owls", {"email": "Cy@example.org"}),
    CoursePerson("Di", "Larks", {}),
]


def test_canvas_gets_its_columns():
    made = downloads.canvas_groups(PEOPLE)
    assert made.table == {
        "name": ["Ann", "Cy"],
        "canvas_user_id": ["92", ""],
        "user_id": ["", ""],
        "login_id": ["alee", "Cy@example.org"],
        "group_name": ["Owls", "Owls"],
    }
    assert made.unmatched == ("Bo", "Di")


def test_moodle_gets_its_columns():
    assert downloads.moodle_groups(PEOPLE, "Tea").table == {
        "groupname": ["Larks", "Owls"],
        "description": ["Tea", "Tea"],
    }
    made = downloads.moodle_users(PEOPLE, "TEA101")
    assert made.table == {
        "username": ["ann@example.org", "bek", "cy@example.org"],
        "email": ["ann@example.org", "", "Cy@example.org"],
        "course1": ["TEA101"] * 3,
        "group1": ["Owls", "Larks", "Owls"],
    }
    assert made.unmatched == ("Di",)

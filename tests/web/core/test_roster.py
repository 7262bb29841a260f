import io

import pytest
from openpyxl import Workbook
from sqlalchemy import select

from bayeshat.tables.reading import read_table
from bayeshat.web.core import events, responses, roster
from bayeshat.web.core.roster import Expected
from bayeshat.web.db.schema import Event, Response, RosterEntry, now
from bayeshat.web.refusals import NotFound, Refused
from web.core.samples import both_databases, key_of

MOODLE = '"First name","Last name","Email address","ID number",Groups\nAnn,Lee,ann@example.org,007,G1\nBo,Ek,,,\n'
MOODLE_DE = "Vorname;Nachname;E-Mail-Adresse\nAnn;Lee;ann@example.org\n"
CANVAS = (
    "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
    "Ann Lee,92,s-1,alee,Year 1,,,\nBo Ek,93,,bek,Year 1,,,\n"
)


def add(hat, *people, **options):
    with hat.database.session() as session:
        return roster.add_people(session, hat.event, people, hat.settings, **options)


def rows(hat):
    with hat.database.reading() as session:
        return roster.list_roster(session, hat.event)


def listed(hat):
    return [(row.entry.name, row.entry.email, row.response is not None) for row in rows(hat)]


@pytest.mark.parametrize(
    ("line", "name", "email"),
    [
        ("Ann Lee", "Ann Lee", ""),
        ("Lee, Ann", "Lee, Ann", ""),
        ("Ann Lee <ann@example.org>", "Ann Lee", "ann@example.org"),
        ('"Lee, Ann" <ann@example.org>', "Lee, Ann", "ann@example.org"),
        ("Ann\tann@example.org", "Ann", "ann@example.org"),
        ("ann@example.org; Ann", "Ann", "ann@example.org"),
        ("ann@example.org", "ann@example.org", "ann@example.org"),
        ("Ann\u200b Lee", "Ann Lee", ""),
    ],
)
def test_people_are_read_from_lines(line, name, email):
    assert roster.read_lines(f"\n{line}\n ,\n") == [Expected(name, email)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (MOODLE, Expected("Ann Lee", "ann@example.org", {"ID number": "007"})),
        (MOODLE_DE, Expected("Ann Lee", "ann@example.org")),
        (CANVAS, Expected("Ann Lee", "", {"canvas_user_id": "92", "user_id": "s-1", "login_id": "alee"})),
    ],
)
def test_class_lists_of_course_systems_are_read(tmp_path, text, first):
    path = tmp_path / "list.csv"
    path.write_text(text, encoding="utf-8")
    people = roster.read_class_list(read_table(path))
    assert people[0] == first
    assert all(person.name == "Bo Ek" for person in people[1:])


def test_a_workbook_is_a_class_list_too(tmp_path):
    book, file = Workbook(), io.BytesIO()
    for row in (["Student", "mail"], ["Ann", "ann@example.org"], [None, "nobody@example.org"]):
        book.active.append(row)
    book.save(file)
    path = tmp_path / "list.xlsx"
    path.write_bytes(file.getvalue())
    assert roster.read_class_list(read_table(path)) == [Expected("Ann", "ann@example.org")]


def test_a_list_without_names_is_refused(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("room,floor\n1,2\n", encoding="utf-8")
    with pytest.raises(Refused, match="column with names") as refused:
        roster.read_class_list(read_table(path))
    assert refused.value.field == "file"


@both_databases
def test_people_are_added_once_and_keep_their_links(hat):
    assert add(hat, Expected("Ann"), Expected("Bo", "bo@example.org")) == (2, 0)
    before = {row.entry.name: row.entry.id for row in rows(hat)}
    assert add(hat, Expected("ANN\u200b", "ann@example.org", {"login_id": "a"}), Expected("Cy")) == (1, 1)
    assert listed(hat) == [("Ann", "ann@example.org", False), ("Bo", "bo@example.org", False), ("Cy", "", False)]
    assert rows(hat)[0].entry.id == before["Ann"]
    assert rows(hat)[0].entry.extra == {"login_id": "a"}


def test_namesakes_with_different_addresses_are_two_people(hat):
    add(hat, Expected("Ann", "a@example.org"), Expected("Ann", "b@example.org"), Expected("Ann", "B@example.org"))
    assert listed(hat) == [("Ann", "a@example.org", False), ("Ann", "B@example.org", False)]
    hat.answer("ann", [0], [], key_of(1))
    assert [row.response is not None for row in rows(hat)] == [True, False]
    with hat.database.session() as session:
        found = events.summary(session, hat.event)
    assert (found.n_expected, found.missing, found.unexpected) == (2, ("Ann",), ())


@pytest.mark.parametrize("person", [Expected("x" * 101), Expected("Ann", "no address"), Expected("Ann", "a" * 260)])
def test_what_cannot_be_used_is_refused(hat, person):
    with pytest.raises(Refused):
        add(hat, person)
    assert listed(hat) == []


def test_a_roster_has_a_limit(hat):
    with pytest.raises(Refused, match="at most 1,000"):
        add(hat, *(Expected(str(n)) for n in range(1001)))


def test_a_personal_link_is_one_persons(hat):
    add(hat, Expected("Ann"), Expected("Bo"))
    ann, bo = (row.entry for row in rows(hat))
    with hat.database.reading() as session:
        entry, event = roster.invited(session, hat.keys, ann.id, hat.keys.roster_token(ann.id))
        assert (entry.id, event.id) == (ann.id, hat.event.id)
        for identity, token in ((bo.id, hat.keys.roster_token(ann.id)), ("0" * 32, "x" * 43), ("%", "x" * 43)):
            with pytest.raises(NotFound):
                roster.invited(session, hat.keys, identity, token)


@both_databases
def test_whoever_is_removed_keeps_their_answers_but_not_their_link(hat):
    add(hat, Expected("Ann"))
    (entry,) = (row.entry for row in rows(hat))
    hat.answer("Ann", [0], [], key_of(1))
    with hat.database.session() as session:
        session.scalars(select(Response)).one().roster_entry_id = entry.id
    with hat.database.session() as session:
        roster.remove_people(session, hat.event, [entry.id])
    with hat.database.reading() as session:
        assert session.scalars(select(Response)).one().roster_entry_id is None
        assert session.scalars(select(RosterEntry)).all() == []
        with pytest.raises(NotFound):
            roster.invited(session, hat.keys, entry.id, hat.keys.roster_token(entry.id))


def test_what_one_person_downloads_says_when_they_were_written_to_and_agreed(hat):
    add(hat, Expected("Ann", "ann@example.org"))
    (entry,) = (row.entry for row in rows(hat))
    with hat.database.session() as session:
        session.get_one(RosterEntry, entry.id).mailed_at = now()
        session.get_one(Event, hat.event.id).consent = "I agree."
    with hat.database.session() as session:
        how = {"settings": hat.settings, "consented": True, "roster_entry": entry}
        kept, _ = responses.submit(session, hat.keys, hat.event, "", {"tea": [0]}, key_of(1), **how)
        told = responses.export_person(session, kept)
    assert told["further_columns"] == {"e-mail": "ann@example.org"}
    assert told["agreed_at"] == kept.consented_at.isoformat()
    assert (told["invited_at"][:4], told["reminded_at"]) == (str(now().year), None)


def test_long_names_and_addresses_tell_namesakes_apart(hat):
    people = [Expected("x" * 100, f"{'a' * 110}{n}@example.org") for n in range(3)]
    with hat.database.session() as session:
        assert roster.add_people(session, hat.event, people, hat.settings) == (3, 0)
    with hat.database.session() as session:
        assert roster.add_people(session, hat.event, people, hat.settings) == (0, 3)


@pytest.mark.parametrize("again", [[("Ann", ""), ("Ann", "a@x.org")], [("Ann", "a@x.org"), ("Ann", "")]])
def test_different_people_are_different_in_any_order(hat, again):
    add(hat, Expected("Ann", "a@x.org"))
    # Sent again, the same list adds nobody.
    for _ in range(2):
        add(hat, *(Expected(*one) for one in again), separate=True)
        assert [(name, email) for name, email, _ in listed(hat)] == [("Ann", "a@x.org"), ("Ann", "")]

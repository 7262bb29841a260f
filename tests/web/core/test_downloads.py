import csv
import io
import re

import pytest
from openpyxl import load_workbook

from bayeshat.web.core import downloads as files
from bayeshat.web.core import editing
from bayeshat.web.core.events import survey_of
from bayeshat.web.core.imports import import_people, read_people
from bayeshat.web.core.responses import delete_response, list_responses
from bayeshat.web.core.uploads import read_upload
from bayeshat.web.db.schema import Event
from bayeshat.web.refusals import NotFound
from web.core.samples import key_of, let_guests_answer, stand, store_sort


@pytest.fixture
def sorting(hat):
    let_guests_answer(hat, 6)
    hat.answer("=HYPERLINK(1)", [0], [0], key_of(80))
    hat.answer("<script>alert(1)</script>", [1], [2], key_of(81))
    return store_sort(hat, in_full=True)


def make(party, sorting, name):
    with party.database.reading() as session:
        title = session.get_one(Event, party.event.id).title
    return files.make_file(stand(party, sorting), name, title)


def rows(data):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def test_every_file_is_made_and_follows_changes_by_hand(hat, sorting):
    before = {name: make(hat, sorting, name) for name in files.FILES if name != files.HANDOUT}
    assert b"changed by hand" not in before["report.html"]
    labels = stand(hat, sorting).labels
    with hat.database.session() as session:
        editing.move(session, sorting, 1, [0], 1 - labels[0])
    after = {name: make(hat, sorting, name) for name in files.FILES if name != files.HANDOUT}
    groups = ["Owls", "Larks"]
    old, new = rows(before["assignments.csv"])[0], rows(after["assignments.csv"])[0]
    assert (old["group"], new["group"]) == (groups[labels[0]], groups[1 - labels[0]])
    assert b"1 person was moved by hand: Guest 00." in after["report.html"]
    book = load_workbook(io.BytesIO(after["groups.xlsx"]))
    assert "Guest 00" in [cell.value for cell in book["groups"]["AB"[1 - labels[0]]]]
    assert "moved by hand" in book["notes"]["A2"].value
    assert rows(after["probabilities.csv"]) == rows(before["probabilities.csv"])


def test_names_become_neither_formulas_nor_markup(hat, sorting):
    assert "'=HYPERLINK(1)" in [row["name"] for row in rows(make(hat, sorting, "assignments.csv"))]
    book = load_workbook(io.BytesIO(make(hat, sorting, "groups.xlsx")))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert all(cell.data_type != "f" for cell in cells)
    assert any(cell.value == "'=HYPERLINK(1)" for cell in cells)
    page = make(hat, sorting, "report.html").decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script" not in page


def test_there_are_no_other_files(hat, sorting):
    for name in ("", "../secret.key", "assignments.xlsx"):
        with pytest.raises(NotFound):
            make(hat, sorting, name)


def test_answers_are_exported_as_they_were_given(party):
    with party.database.reading() as session:
        found = rows(files.answers_csv(survey_of(party.event), list_responses(session, party.event)))
    assert found[0] == {"name": "Guest 00", "Tea?": "yes", "When are you awake?": "at night; at noon"}
    assert len(found) == 12


def test_further_columns_travel_to_every_table(hat):
    table = "name,tea,when,e-mail,group\n" + "".join(
        f"P{n},{'yes' if n % 2 else 'no'},,p{n}@example.org,=cmd{n}\n" for n in range(4)
    )
    people = read_people(survey_of(hat.event), read_upload("answers.csv", table.encode(), hat.settings), hat.settings)
    import_people(hat.database, hat.event, people, settings=hat.settings)
    sorting = store_sort(hat)
    found = rows(make(hat, sorting, "assignments.csv"))
    assert [row["e-mail"] for row in found] == [f"p{n}@example.org" for n in range(4)]
    assert found[0]["group (2)"] == "'=cmd0"
    assert found[0]["group"] in ("Owls", "Larks")
    sheet = load_workbook(io.BytesIO(make(hat, sorting, "groups.xlsx")))["assignments"]
    assert "p3@example.org" in [cell.value for cell in sheet[5]]


def test_the_report_holds_everything_and_what_is_handed_out_only_names_and_groups(party):
    sorting = store_sort(party, rules={"together": [["Guest 00", "Guest 02"]]})
    report = make(party, sorting, "report.html").decode()
    assert all(f"Guest {n:02d}" in report for n in range(12))
    # Answers, chances, rules.
    for secret in ("at night", "Tea?", "\u00a0%", "settled", "be together"):
        assert secret in report
    with party.database.session() as session:
        delete_response(session, list_responses(session, party.event)[3])
    standing = stand(party, sorting)
    members = files.list_members(standing)
    assert [title for title, _ in members] == list(standing.titles)
    assert sorted(name for _, names in members for name in names) == [f"Guest {n:02d}" for n in range(12) if n != 3]
    assert all(names == sorted(names) for _, names in members)
    assert {name: g for g, (_, names) in enumerate(members) for name in names} == {
        name: label for name, label in zip(standing.names, standing.labels, strict=True) if name.startswith("Guest")
    }


def test_letters_with_accents_have_their_place_in_the_alphabet(hat):
    for n, name in enumerate(("Änne", "Zoe", "anna", "Łukasz", "Hal", "Émile")):
        hat.answer(name, [0], [0], key_of(n))
    alphabet = ["anna", "Änne", "Émile", "Hal", "Łukasz", "Zoe"]
    everybody_together = store_sort(hat, target={"Owls": 6, "Larks": 0})
    assert [names for _, names in files.list_members(stand(hat, everybody_together))] == [alphabet, []]


def test_pages_bear_the_title_of_the_event(party):
    sorting = store_sort(party)
    with party.database.session() as session:
        session.get_one(Event, party.event.id).title = "Summer camp"
    page = make(party, sorting, "report.html").decode()
    assert "<title>Summer camp" in page
    assert "Small" not in page.partition("</h1>")[0]


def test_places_are_given_to_all_who_are_there_beside_those_they_should_be_with(party):
    sorting = store_sort(party, rules={"together": [["Guest 00", "Guest 10"]]})
    page = make(party, sorting, "seats.html").decode()
    assert "Guest 03" in page
    with party.database.session() as session:
        delete_response(session, list_responses(session, party.event)[3])
    page, cards = (make(party, sorting, name).decode() for name in ("seats.html", "place_cards.html"))
    there = [f"Guest {n:02d}" for n in range(12) if n != 3]
    for text in (page, cards):
        assert sorted(re.findall(r"<bdi>(Guest \d+)</bdi>", text)) == there
    names = {title: re.findall(r"<bdi>(Guest \d+)</bdi>", part) for title, part in by_group(page).items()}
    members = {str(title): sorted(own) for title, own in files.list_members(stand(party, sorting))}
    assert {title: sorted(own) for title, own in names.items()} == members
    [own] = [own for own in names.values() if "Guest 00" in own]
    assert abs(own.index("Guest 00") - own.index("Guest 10")) in (1, len(own) - 1)


def by_group(page):
    parts = re.findall(r"<section.*?</section>", page, re.DOTALL)
    return {re.search(r"<h2[^>]*><bdi>(.*?)</bdi>", part)[1]: part for part in parts}

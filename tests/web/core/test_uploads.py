import io
import zipfile
from dataclasses import replace
from datetime import timedelta
from typing import get_args

import pytest
from openpyxl import Workbook
from starlette.datastructures import UploadFile

from bayeshat.web.app import ROUTERS
from bayeshat.web.core import uploads
from bayeshat.web.core.uploads import Uploads, check_text, check_workbook, delete_old_uploads, read_upload
from bayeshat.web.db.schema import now
from bayeshat.web.middleware import UPLOADS
from bayeshat.web.refusals import Refused
from bayeshat.web.settings import Settings
from web.core.samples import both_databases


def workbook(rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("answers.exe", b"x", "CSV, TSV or XLSX"),
        ("answers.csv", b"x" * 1001, "MiB"),
        ("answers.csv", b"", "nothing in this file"),
        ("answers.xlsx", b"x", "damaged or something else"),
    ],
)
def test_files_that_cannot_be_read_are_told(name, data, said):
    with pytest.raises(Refused, match=said):
        read_upload(name, data, Settings(max_upload=1000))


def test_every_form_that_takes_a_file_may_be_as_large_as_files_are():
    taking = {
        route.path
        for router in ROUTERS
        for route in router.routes
        for parameter in route.dependant.body_params
        for field in parameter.field_info.annotation.model_fields.values()
        if UploadFile in get_args(field.annotation)
    }
    assert {"/events/new", "/events/{event_id}/past", "/events/{event_id}/import"} <= taking
    assert {path for path in taking if not path.endswith(UPLOADS)} == set()


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        ("class 7b.csv", "class 7b.csv"),
        ("list.TXT", "list.txt"),
        ("C:\\lists\\Schüler.CSV", "Schüler.csv"),
        ("../../etc/passwd.csv", "passwd.csv"),
        ("a\0b\nc.csv", "abc.csv"),
        ("é" * 300 + ".xlsx", "é" * 60 + ".xlsx"),
        ("\n.csv", "file.csv"),
    ],
)
def test_errors_name_the_file_as_it_was_sent(sent, named):
    rows = [["name"], ["Ann"]]
    data = workbook(rows) if sent.endswith(".xlsx") else b"name\nAnn"
    assert read_upload(sent, data, Settings()).origin == named


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\n" * 30_000, "rows"),
        (b"a," * 2_000_001, "cells"),
        (b"a," * 3000 + b"\nb", "columns"),
        (b'"\n",' * 3000 + b"\nb", "columns"),
    ],
)
def test_long_and_wide_texts_are_refused_before_they_are_read(data, said):
    with pytest.raises(Refused, match=said):
        check_text(data, 1000)


def archive(parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return file.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"xl/sharedStrings.xml": b"<a>" + b"x" * 70_000_000}, "unpacks to more"),
        ({f"part{n}": b"" for n in range(1001)}, "unpacks to more"),
        ({SHEET: b"<s>" + b"<row/>" * 3001 + b"</s>"}, "rows"),
        ({SHEET: b"<s><row>" + b"<c/>" * 2_000_001 + b"</row></s>"}, "cells"),
        ({SHEET: b'<x:s xmlns:x="a"><x:row><x:c r="XFD1"/></x:row></x:s>'}, "columns"),
        ({"xl/sheet.dat": b"<s>" + b"<row/>" * 3001 + b"</s>"}, "rows"),
        ({"xl/styles.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}, "no workbook needs"),
        ({SHEET: b"<s><row>"}, "damaged"),
    ],
)
def test_bombs_are_refused_before_they_go_off(parts, said):
    data = archive(parts)
    assert len(data) < 400_000
    with pytest.raises(Refused, match=said):
        check_workbook(data, 1000)


def test_what_is_no_workbook_is_refused():
    for data in (b"", b"PK\x03\x04nonsense", b"name,tea\nAnn,yes\n"):
        with pytest.raises(Refused, match="damaged or something else"):
            check_workbook(data, 1000)
    check_workbook(workbook([["name"], ["Ann"]]), 1000)
    check_workbook(archive({"xl/media/picture.png": b"\x89PNG" + b"\x00" * 100}), 1000)


def test_an_empty_file_is_not_taken_for_none():
    for name, words in (("answers.csv", "nothing in this file"), ("", "Choose a CSV or XLSX file first")):
        with pytest.raises(Refused, match=words):
            read_upload(name, b"", Settings())


TABLE = b"name,tea,\xc3\xbc\nAnn,yes,\nBo,,1\nAnn,no,2\n"


@pytest.fixture
def shelf(hat):
    return Uploads(hat.database, hat.organiser.id, "answers", hat.event.id)


@both_databases
def test_a_table_comes_back_as_it_was_read(hat, shelf):
    table = read_upload("list.csv", TABLE, hat.settings)
    kept = shelf.keep(table)
    back, shown = shelf.find_table(kept)
    assert (back.origin, back.counting, back.headings, shown) == (table.origin, table.counting, table.headings, {})
    assert [column.texts() for column in back.columns] == [column.texts() for column in table.columns]
    assert back.row_numbers.tolist() == table.row_numbers.tolist() == [2, 3, 4]
    assert shelf.keep(table, {"versions": {"a": 1}}, kept) == kept
    assert shelf.find(kept)[1] == {"versions": {"a": 1}}


@both_databases
def test_nobody_else_gets_a_file_and_nothing_else_is_done_with_it(hat, shelf):
    kept = shelf.keep(["x"])
    others = {"organiser_id": "0" * 32, "event_id": None, "purpose": "roster"}
    for wrong in (replace(shelf, **{name: value}) for name, value in others.items()):
        with pytest.raises(Refused, match="Choose it again"):
            wrong.find(kept)
        with hat.database.session() as session:
            assert not wrong.drop(session, kept)
    assert shelf.find(kept) == (["x"], {})
    with hat.database.session() as session:
        assert shelf.drop(session, kept)
        assert not shelf.drop(session, kept)
    with pytest.raises(Refused, match="Choose it again"):
        shelf.find(kept)


def test_nothing_is_kept_for_longer_than_an_hour_and_only_the_newest(hat, shelf, monkeypatch):
    old, *_, new = [shelf.keep([n]) for n in range(11)]
    with pytest.raises(Refused, match="Choose it again"):
        shelf.find(old)
    assert shelf.find(new)[0] == [10]
    delete_old_uploads(hat.database)
    assert shelf.find(new)[0] == [10]
    monkeypatch.setattr(uploads, "now", lambda: now() + timedelta(hours=1))
    with pytest.raises(Refused, match="Choose it again"):
        shelf.find(new)
    delete_old_uploads(hat.database)
    monkeypatch.undo()
    with pytest.raises(Refused, match="Choose it again"):
        shelf.find(new)

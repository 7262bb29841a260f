import io
import zipfile

import pytest
from openpyxl import Workbook

from bayeshat.errors import AnswersError
from bayeshat.web.answers import responses
from bayeshat.web.answers.uploads import check_text, check_workbook, import_answers
from bayeshat.web.refusals import Refused
from bayeshat.web.results import downloads as files
from web.core.samples import key_of

CSV = "name,tea,when,room\nAnn,yes,at night; at noon,=1+1\nBo,no,in the morning,2\n"


def take(hat, name, data):
    with hat.database.session() as session:
        return import_answers(session, hat.event, name, data, settings=hat.settings)


def stored(hat):
    with hat.database.reading() as session:
        return {one.name: (one.answers, one.extra) for one in responses.list_responses(session, hat.event)}


def workbook(rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_table_is_kept_and_replaces_itself(hat):
    assert take(hat, "answers.CSV", CSV.encode()) == 2
    assert stored(hat)["Ann"] == ({"tea": [0], "when": [0, 1]}, {"room": "=1+1"})
    assert take(hat, "answers.csv", CSV.replace("no,in", "yes,in").encode()) == 2
    assert stored(hat)["Bo"][0] == {"tea": [0], "when": [2]}
    assert len(stored(hat)) == 2


def test_a_workbook_is_kept(hat):
    rows = [["name", "tea", "when"], ["Ann", "yes", "at noon"], ["Bo", "no", ""]]
    assert take(hat, "answers.xlsx", workbook(rows)) == 2
    assert stored(hat) == {"Ann": ({"tea": [0], "when": [1]}, {}), "Bo": ({"tea": [1]}, {})}


def test_what_is_exported_can_be_imported_and_holds_no_formula(hat):
    take(hat, "answers.csv", CSV.encode())
    with hat.database.reading() as session:
        exported = files.answers_csv(session, hat.event)
    assert b"'=1+1" in exported
    before = stored(hat)
    assert before["Ann"][1] == {"room": "=1+1"}
    assert take(hat, "answers.csv", exported) == 2
    assert stored(hat) == before


def test_nobodys_own_answers_are_overwritten(hat):
    hat.answer("ann", [1], [], key_of(1))
    with pytest.raises(Refused, match="answered the form"):
        take(hat, "answers.csv", CSV.encode())
    assert list(stored(hat)) == ["ann"]


def test_tables_that_do_not_fit_are_told(hat):
    with pytest.raises(AnswersError, match="coffee"):
        take(hat, "answers.csv", CSV.replace("yes", "coffee").encode())
    with pytest.raises(Refused, match="CSV, TSV or XLSX"):
        take(hat, "answers.exe", b"")
    with pytest.raises(Refused, match="MiB"):
        take(hat, "answers.csv", b"x" * (hat.settings.max_upload + 1))
    assert stored(hat) == {}


def test_too_many_people_are_refused(hat):
    header, rows = "name,tea,when\n", "".join(f"p{n},yes,at noon\n" for n in range(1001))
    with pytest.raises(Refused, match="at most 1000 people"):
        take(hat, "answers.csv", (header + rows).encode())
    assert stored(hat) == {}


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
    for data in (b"", b"PK\x03\x04nonsense", CSV.encode()):
        with pytest.raises(Refused, match="damaged or is none"):
            check_workbook(data, 1000)
    check_workbook(workbook([["name"], ["Ann"]]), 1000)
    check_workbook(archive({"xl/media/picture.png": b"\x89PNG" + b"\x00" * 100}), 1000)

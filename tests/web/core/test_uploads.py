import io
import zipfile
from random import Random
from typing import get_args
from urllib.parse import urlencode

import pytest
from openpyxl import Workbook
from starlette.datastructures import UploadFile

from bayeshat.web.app import ROUTERS
from bayeshat.web.core.uploads import check_text, check_workbook, checked_file, read_signed, sign_file
from bayeshat.web.forms import LONGEST_HELD
from bayeshat.web.middleware import UPLOADS
from bayeshat.web.refusals import Refused
from bayeshat.web.security import Keys
from bayeshat.web.settings import Settings


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
    with pytest.raises(Refused, match=said), checked_file(name, data, Settings(max_upload=1000)):
        pass


@pytest.mark.parametrize("most", [1000, 10 * 2**20])
def test_the_largest_file_can_be_held_by_a_page_and_sent_back(most):
    settings, keys = Settings(max_upload=most), Keys(b"k" * 32)
    file = "answers.xlsx", Random(1).randbytes(most)
    held = sign_file(keys, *file, settings)
    assert read_signed(keys, held) == file
    form = urlencode({"title": "T" * 1000, "held": held})
    assert len(form) < settings.largest_body


def test_every_form_that_takes_a_file_may_be_as_large_as_files_are():
    """Files come as uploads, or back from a page that held them."""
    taking = {
        route.path
        for router in ROUTERS
        for route in router.routes
        for parameter in route.dependant.body_params
        for field in parameter.field_info.annotation.model_fields.values()
        if UploadFile in get_args(field.annotation) or any(rule.max_length == LONGEST_HELD for rule in lengths(field))
    }
    assert {"/events/new/table", "/events/{event_id}/past", "/events/{event_id}/import"} <= taking
    assert {path for path in taking if not path.endswith(UPLOADS)} == set()


def lengths(field):
    return [rule for rule in field.metadata if getattr(rule, "max_length", None) is not None]


def test_a_file_is_there_while_it_is_read():
    with checked_file("answers.TXT", b"name", Settings()) as path:
        assert (path.suffix, path.read_bytes()) == (".csv", b"name")
    assert not path.exists()


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        ("class 7b.csv", "class 7b.csv"),
        ("C:\\lists\\Schüler.CSV", "Schüler.csv"),
        ("../../etc/passwd.csv", "passwd.csv"),
        ("a\0b\nc.csv", "abc.csv"),
        ("é" * 300 + ".xlsx", "é" * 60 + ".xlsx"),
        ("\n.csv", "file.csv"),
    ],
)
def test_errors_name_the_file_as_it_was_sent(sent, named):
    data = workbook([["name"]]) if sent.endswith(".xlsx") else b"name"
    with checked_file(sent, data, Settings()) as path:
        assert path.name == named
        assert path.is_file()


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
        with pytest.raises(Refused, match=words), checked_file(name, b"", Settings()):
            pass

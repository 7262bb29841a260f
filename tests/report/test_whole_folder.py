"""Outputs that cannot be written are refused before the long work; nothing half-written is left."""

import os
from pathlib import Path

import pytest

from bayeshat.errors import InputError
from bayeshat.report.files import make_folder
from bayeshat.report.whole_folder import check_folder, check_new_file, whole_folder

OURS = ("decision.json", "assignments.csv")
LONG = "x" * 300


@pytest.fixture(autouse=True)
def there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("mine")
    Path("full").mkdir()
    Path("full/mine.txt").write_text("mine")
    return tmp_path


@pytest.mark.parametrize(
    ("folder", "sentence"),
    [
        ("notes.txt", "The output must be a folder; got 'notes.txt', which is a file. Choose another name."),
        ("notes.txt/out", "The output must be a folder that can be written to; got 'notes.txt/out' (Not a directory)."),
        (f"new/{LONG}", "(File name too long). Free some space, or choose another folder."),
        (".", "The output must be a folder of its own; got the folder that you are in. Name another one, such as"),
        ("", "The output must be a folder of its own; got the folder that you are in."),
        ("full", "The output must be a new or empty folder, or one with the files of an earlier run only; got 'full',"),
        ("/", "The output must be a new or empty folder"),
    ],
)
def test_a_folder_that_cannot_be_written_is_refused(there, folder, sentence):
    with pytest.raises(InputError) as error:
        check_folder(Path(folder), OURS)
    assert sentence in str(error.value)
    assert sorted(os.listdir(there)) == ["full", "notes.txt"]


def test_a_mounted_disk_cannot_be_replaced(there, monkeypatch):
    (there / "disk").mkdir()
    monkeypatch.setattr(os.path, "ismount", lambda path: Path(path) == there / "disk")
    with pytest.raises(InputError, match=r"which is a mounted disk\. Name a folder in it, such as 'disk/sorted'"):
        check_folder(Path("disk"), OURS)


@pytest.mark.parametrize("folder", ["new", "a/b/c", "y" * 250])
def test_a_folder_that_is_checked_can_be_written(there, folder):
    check_folder(Path(folder), OURS)
    assert sorted(os.listdir(there)) == ["full", "notes.txt"]
    with whole_folder(Path(folder), OURS) as new:
        (new / "decision.json").write_text("{}")
    assert os.listdir(there / folder) == ["decision.json"]


@pytest.mark.parametrize(
    ("file", "force", "sentence"),
    [
        ("notes.txt", False, "must be a new file; got 'notes.txt', which exists. Choose another name, or add --force."),
        ("", False, "The output must be a file; got '.', which is a folder. Add a file name."),
        ("full", True, "The output must be a file; got 'full', which is a folder. Add a file name."),
        ("notes.txt/x", False, "in a folder that can be written to; got 'notes.txt/x' (Not a directory). Choose"),
        (f"new/{LONG}", False, "(File name too long). Choose another folder."),
        (os.devnull, True, "which is a device. Choose another name."),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(there, file, force, sentence):
    with pytest.raises(InputError) as error:
        check_new_file(Path(file), force)
    assert sentence in str(error.value)
    assert sorted(os.listdir(there)) == ["full", "notes.txt"]


def test_a_file_may_be_new_or_be_replaced_by_force(there):
    assert check_new_file(Path("a/b.csv")) == Path("a/b.csv")
    assert check_new_file(Path("notes.txt"), force=True) == Path("notes.txt")
    assert sorted(os.listdir(there)) == ["full", "notes.txt"]


def test_a_folder_that_is_a_file_cannot_be_made(there):
    with pytest.raises(InputError, match=r"got 'notes.txt' \(File exists\)"):
        make_folder("notes.txt")

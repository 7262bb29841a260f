"""Surveys and tables that cannot be used are refused in one sentence, before anything is sampled."""

from pathlib import Path

import pytest

from bayeshat.cli.options import in_command
from bayeshat.errors import BayesHatError
from bayeshat.known_people import lesson
from bayeshat.sorting import people
from bayeshat.survey.answers import read_people
from bayeshat.survey.spec import Survey
from bayeshat.survey.wishes import column_rules
from bayeshat.words.voice import speaking
from survey.bad_surveys import FILES, SURVEYS, TABLES, WISHES


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with every file that the tables name."""
    folder = tmp_path_factory.mktemp("bad")
    others = {"answers.csv": "name,Pet?\nAnn,owl\n", "answers.docx": "x", "empty.csv": ""}
    for name, content in (FILES | others).items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    (folder / "full").mkdir()
    return folder


@pytest.fixture(autouse=True)
def there(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(lesson, "fit", lambda *_, **__: pytest.fail("sampled first"))
    with speaking(in_command):
        yield


@pytest.mark.parametrize(("file", "sentence"), SURVEYS, ids=[file for file, _ in SURVEYS])
def test_a_survey_that_cannot_be_used(file, sentence):
    with pytest.raises(BayesHatError) as error:
        Survey.load(file)
    assert sentence in str(error.value)


@pytest.mark.parametrize(("survey", "table", "sentence"), TABLES, ids=[f"{one} {two}" for one, two, _ in TABLES])
def test_a_table_that_cannot_be_used(survey, table, sentence):
    with pytest.raises(BayesHatError) as error:
        people.sort_people(Survey.load(survey), Path(table))
    assert sentence in str(error.value)


@pytest.mark.parametrize(("option", "heading", "sentence"), WISHES)
def test_wishes_that_cannot_be_used(option, heading, sentence):
    survey, answers = read_people(Path("t-wish.csv"), Survey.load("s.toml"))
    with pytest.raises(BayesHatError) as error:
        column_rules(survey, answers, **{"wishes": None, "friends": None, option: heading})
    assert sentence in str(error.value)

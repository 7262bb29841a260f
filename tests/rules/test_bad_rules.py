"""Rules and earlier groups that cannot be used are refused in one sentence, before anything is sampled."""

from pathlib import Path

import pytest

import bayeshat as bh
from bayeshat.cli.options import in_command
from bayeshat.errors import BayesHatError
from bayeshat.known_people import lesson
from bayeshat.rules.reading import read_assignment, read_rules
from bayeshat.words.voice import speaking
from rules.bad_rules import EARLIER, FILES, MIXED, SORTED

PEOPLE = {"name": ["Ann", "Bo", "Cy", "Di"], "sex": ["f", "m", "f", "m"], "free": ["Mon", "Tue", "Wed", "Thu"]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bad")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture(autouse=True)
def there(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(lesson, "fit", lambda *_, **__: pytest.fail("sampled first"))
    with speaking(in_command):
        yield


@pytest.fixture(scope="module")
def twelve():
    survey = bh.Survey.load("hogwarts")
    return survey, bh.simulate(survey, 12).answers


@pytest.mark.parametrize(("file", "sentence"), SORTED, ids=[file for file, _ in SORTED])
def test_rules_by_which_nobody_can_be_sorted(twelve, file, sentence):
    with pytest.raises(BayesHatError) as error:
        bh.sort_people(*twelve, rules=Path(file))
    assert sentence in str(error.value)


@pytest.mark.parametrize(("file", "sentence"), MIXED, ids=[file for file, _ in MIXED])
def test_rules_by_which_nobody_can_be_mixed(file, sentence):
    with pytest.raises(BayesHatError) as error:
        bh.mix_people(PEOPLE, "balanced", groups=2, rules=read_rules(Path(file)))
    assert sentence in str(error.value)


@pytest.mark.parametrize(("file", "sentence"), EARLIER, ids=[file for file, _ in EARLIER])
def test_earlier_groups_that_cannot_be_used(file, sentence):
    with pytest.raises(BayesHatError) as error:
        read_assignment(Path(file))
    assert sentence in str(error.value)

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bayeshat as bh
from bayeshat.errors import AnswersError
from bayeshat.kinds.question import Question
from bayeshat.survey.spec import parse_survey
from bayeshat.tables.text import is_blank
from bayeshat.web.core import imports, responses, roster
from bayeshat.web.core.downloads import answers_csv
from bayeshat.web.core.events import survey_of
from bayeshat.web.core.roster import Expected
from bayeshat.web.core.uploads import read_upload
from bayeshat.web.db.schema import Event, Response
from bayeshat.web.refusals import Refused, Stale
from bayeshat.web.settings import Settings
from web.core.samples import SMALL, both_databases, key_of
from web.core.test_uploads import workbook

CSV = "name,tea,when,room\nAnn,yes,at night; at noon,=1+1\nBo,no,in the morning,2\n"


def read(hat, text, name="answers.csv"):
    data = text if isinstance(text, bytes) else text.encode()
    return imports.read_people(survey_of(hat.event), read_upload(name, data, hat.settings), hat.settings)


def plan(hat, people):
    return imports.plan_import(listed(hat), people, survey_of(hat.event), hat.event.language)


def take(hat, text, name="answers.csv"):
    """Read a file in, as an organiser does who agrees to everything."""
    people = read(hat, text, name)
    versions = plan(hat, people).versions
    return imports.import_people(hat.database, hat.event, people, settings=hat.settings, versions=versions)


def counts(done):
    return len(done.new), len(done.replaced), len(done.refused)


def listed(hat):
    with hat.database.reading() as session:
        return responses.list_responses(session, hat.event)


def stored(hat):
    return [(one.name, one.answers.get("tea"), one.extra) for one in listed(hat)]


@both_databases
def test_a_table_is_kept_and_replaces_itself(hat):
    assert counts(take(hat, CSV, "answers.CSV")) == (2, 0, 0)
    assert listed(hat)[0].answers == {"tea": [0], "when": [0, 1]}
    assert stored(hat)[0] == ("Ann", [0], {"room": "=1+1"})
    assert counts(take(hat, CSV.replace("no,in", "yes,in"))) == (0, 2, 0)
    assert stored(hat)[1] == ("Bo", [0], {"room": "2"})
    assert len(stored(hat)) == 2


def test_a_workbook_is_kept(hat):
    take(hat, workbook([["name", "tea", "when"], ["Ann", "yes", "at noon"], ["Bo", "no", ""]]), "answers.xlsx")
    assert stored(hat) == [("Ann", [0], {}), ("Bo", [1], {})]


def answer_by_link(hat, expected, *others):
    """Put people on the roster, and let the first answer by personal link."""
    with hat.database.session() as session:
        roster.add_people(session, hat.event, [expected, *others], hat.settings, separate=True)
        entry = roster.roster_of(session, hat.event)[0]
        answers = {"tea": [1], "when": []}
        return responses.submit(
            session, hat.keys, hat.event, "", answers, key_of(1), settings=hat.settings, roster_entry=entry
        )


@both_databases
def test_whoever_answers_by_link_answers_instead_of_the_file(hat):
    take(hat, CSV)
    before = listed(hat)[0]
    response, receipt = answer_by_link(hat, Expected("ann", "ann@example.org"))
    assert stored(hat) == [
        ("ann", [1], {"room": "=1+1", "e-mail": "ann@example.org"}),
        ("Bo", [1], {"room": "2"}),
    ]
    after = listed(hat)[0]
    assert (after.id, after.source, after.version) == (before.id, "form", before.version + 1)
    with hat.database.reading() as session:
        assert responses.response_of(session, receipt)[0].id == response.id == before.id


def test_whoever_answers_by_link_fills_no_place_twice(hat):
    take(hat, CSV)
    with hat.database.session() as session:
        session.get_one(Event, hat.event.id).max_responses = 2
    answer_by_link(hat, Expected("Ann"))
    assert [one.name for one in listed(hat)] == ["Ann", "Bo"]


@pytest.mark.parametrize(
    ("rows", "people"),
    [
        ("Ann,yes,,a@example.org\n", [Expected("Ann", "b@example.org")]),
        ("Ann,yes,,\nAnn,no,,\n", [Expected("Ann")]),
        ("Ann,yes,,\n", [Expected("Ann"), Expected("Ann")]),
    ],
    ids=["another address", "two in the file", "two on the roster"],
)
def test_answers_from_a_file_stay_where_they_may_be_somebody_elses(hat, rows, people):
    take(hat, f"name,tea,when,e-mail\n{rows}")
    before = len(listed(hat))
    answer_by_link(hat, *people)
    assert len(listed(hat)) == before + 1


@pytest.mark.parametrize("name", ["ann", "Ann\u200b", "A\u200dnn", "\ufeffANN", "A\u2063nn", "Ann\u3164", "A\u00adnn"])
def test_nobodys_own_answers_are_overwritten(hat, name):
    hat.answer("Ann", [1], [], key_of(1))
    done = take(hat, f"name,tea,when\n{name},yes,\nBo,no,\n")
    assert counts(done) == (1, 0, 1)
    assert done.refused[0][1] == "own"
    assert stored(hat) == [("Ann", [1], {}), ("Bo", [1], {})]


def test_namesakes_in_one_file_stay_two_people(hat):
    assert counts(take(hat, "name,tea,when\nAnn,yes,\nAnn\u200b,no,\n")) == (2, 0, 0)
    assert stored(hat) == [("Ann", [0], {}), ("Ann", [1], {})]
    assert counts(take(hat, "name,tea,when\nAnn,no,\nAnn,yes,\n")) == (0, 2, 0)
    assert stored(hat) == [("Ann", [1], {}), ("Ann", [0], {})]


def test_a_namesake_who_cannot_be_told_is_left_out(hat):
    take(hat, "name,tea,when\nAnn,yes,\nAnn,no,\n")
    done = take(hat, "name,tea,when\nAnn,no,\nBo,no,\n")
    assert counts(done) == (1, 0, 1)
    assert done.refused[0][1] == "which"
    assert [one[:2] for one in stored(hat)] == [("Ann", [0]), ("Ann", [1]), ("Bo", [1])]


def test_addresses_tell_namesakes_apart(hat):
    take(hat, "name,E-Mail,tea,when\nAnn,a@example.org,yes,\n")
    assert counts(take(hat, "name,e-mail address,tea,when\nAnn,b@example.org,no,\n")) == (1, 0, 0)
    assert counts(take(hat, "name,email,tea,when\nAnn,B@example.org,yes,\n")) == (0, 1, 0)
    assert [one[1] for one in stored(hat)] == [[0], [0]]
    # The second one has another address than the first; the third says nothing, and could be either.
    done = take(hat, "name,email,tea,when\nAnn,c@example.org,yes,\nAnn,,yes,\n")
    assert counts(done) == (1, 0, 1)


def test_people_without_a_name_do_not_overwrite_each_other(hat):
    first = take(hat, "tea,when\nyes,\nno,\n")
    assert not first.is_repeat
    second = read(hat, "tea,when\nno,\n")
    assert plan(hat, second).is_repeat
    assert not plan(hat, second).is_plain
    take(hat, "tea,when\nno,\n")
    take(hat, "name,tea,when\nperson 2,yes,\n,yes,\n")
    assert [one[:2] for one in stored(hat)] == [
        ("person 1", [0]),
        ("person 2", [0]),
        ("person 3", [1]),
        ("person 4", [0]),
    ]


def test_nothing_is_replaced_unless_it_was_shown(hat):
    take(hat, CSV)
    people = read(hat, CSV)
    shown = plan(hat, people).versions
    with pytest.raises(Stale):
        imports.import_people(hat.database, hat.event, people, settings=hat.settings)
    take(hat, CSV)
    with pytest.raises(Stale):
        imports.import_people(hat.database, hat.event, people, settings=hat.settings, versions=shown)


@pytest.fixture
def meanwhile(monkeypatch):
    """Let something happen once while an import is prepared."""

    def arrange(happen):
        left, real = [happen], imports.plan_import

        def plan_slowly(*given):
            made = real(*given)
            while left:
                left.pop()()
            return made

        monkeypatch.setattr(imports, "plan_import", plan_slowly)

    return arrange


def test_others_answer_while_a_file_is_prepared(hat, monkeypatch, meanwhile):
    monkeypatch.setattr("bayeshat.web.db.database._TURN", 0.05)
    meanwhile(lambda: hat.answer("Zoe", [0], [0], key_of(9)))
    people = read(hat, CSV)
    done = imports.import_people(hat.database, hat.event, people, settings=hat.settings)
    assert counts(done) == (2, 0, 0)
    assert [one[0] for one in stored(hat)] == ["Zoe", "Ann", "Bo"]


def test_people_keep_the_order_of_the_file_and_namesakes_stand_together(hat):
    names = ["Ann", "Bo", "Cy", "ann", "Di", "bo", "Ed"]
    table = "name,tea,when,room\n" + "".join(f"{name},yes,,{n}\n" for n, name in enumerate(names))
    assert counts(take(hat, table)) == (7, 0, 0)
    assert [one[0] for one in stored(hat)] == ["Ann", "ann", "Bo", "bo", "Cy", "Di", "Ed"]
    assert counts(take(hat, table + "Flo,no,,7\n")) == (1, 7, 0)
    assert len(stored(hat)) == 8


def test_a_file_is_kept_as_a_whole_or_not_at_all(hat):
    def fail(session):
        raise Refused("no")

    with pytest.raises(Refused):
        imports.import_people(hat.database, hat.event, read(hat, CSV), settings=hat.settings, finish=fail)
    assert stored(hat) == []


def test_whoever_answers_while_their_row_is_prepared_is_not_there_twice(hat, meanwhile):
    meanwhile(lambda: hat.answer("ann", [1], [2], key_of(9)))
    with pytest.raises(Stale):
        imports.import_people(hat.database, hat.event, read(hat, CSV), settings=hat.settings)
    assert stored(hat) == [("ann", [1], {})]


def test_answers_that_change_while_they_are_replaced_are_shown_first(hat, meanwhile):
    take(hat, CSV)
    people = read(hat, CSV)
    shown = plan(hat, people).versions
    meanwhile(lambda: take(hat, CSV.replace("no,in", "yes,in")))
    with pytest.raises(Stale):
        imports.import_people(hat.database, hat.event, people, settings=hat.settings, versions=shown)
    assert stored(hat)[1] == ("Bo", [0], {"room": "2"})


def test_tables_that_do_not_fit_are_told(hat):
    with pytest.raises(AnswersError, match="coffee"):
        read(hat, CSV.replace("yes", "coffee"))
    with pytest.raises(Refused, match="at most 1,000 people"):
        read(hat, "name,tea,when\n" + "".join(f"p{n},yes,at noon\n" for n in range(1001)))


def test_an_event_has_a_limit_too(hat):
    small = hat.settings.model_copy(update={"max_people": 3})
    take(hat, CSV)
    people = read(hat, "name,tea,when\nCy,yes,\nDi,yes,\n")
    with pytest.raises(Refused, match="at most 3 people"):
        imports.import_people(hat.database, hat.event, people, settings=small)
    assert len(stored(hat)) == 2


def test_two_columns_of_nearly_one_heading_are_both_kept(hat):
    take(hat, "name,tea,when,Room,room\nAnn,yes,,1,2\n")
    assert stored(hat)[0][2] == {"Room": "1", "room (2)": "2"}


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cf", "Zl", "Zp"]), min_size=1, max_size=8)
words = st.one_of(texts, st.sampled_from(["a", "b", "a; b", "1", "2", "-1", "+", "=1+1", "'=1", "NA", "a|b", "name"]))


@st.composite
def surveys(draw):
    """Return a survey of which the headings and options are as awkward as a survey can have them."""
    n_questions = draw(st.integers(1, 3))
    unlike = {"unique_by": bh.tables.text.normalise}
    # A survey has no question or option without a text.
    shown = words.filter(lambda text: text.strip())
    awkward = st.one_of(
        st.sampled_from(["name", "nombre", "full name", "your name", "vorname", "surname", "id"]),
        shown,
    )
    headings = draw(st.lists(awkward, min_size=2 * n_questions, max_size=2 * n_questions, **unlike))
    questions = []
    for q in range(n_questions):
        options = draw(st.lists(shown, min_size=2, max_size=4, **unlike))
        kind = draw(st.sampled_from(["choice", "several"]))
        questions.append(Question(headings[2 * q], headings[2 * q + 1], tuple(options), kind))
    small = parse_survey(SMALL, "the survey")
    # Only what was asked matters here.
    return replace(small, questions=tuple(questions))


@st.composite
def given_answers(draw, survey):
    answers = {}
    for question in survey.questions:
        most = len(question.options) if question.kind == "several" else 1
        codes = draw(st.sets(st.integers(0, len(question.options) - 1), max_size=most))
        if codes:
            answers[question.id] = sorted(codes)
    return answers


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_exported_comes_back(data):
    survey = data.draw(surveys())
    # A column in which nobody is called anything but "NA" or the like names nobody.
    names = data.draw(st.lists(words.filter(lambda text: not is_blank(text)), min_size=1, max_size=4))
    columns = data.draw(st.dictionaries(words, words, max_size=2))
    people = [
        Response(name=" ".join(name.split()), answers=data.draw(given_answers(survey)), extra=columns) for name in names
    ]
    exported = answers_csv(survey, people)
    back = imports.read_people(survey, read_upload("answers.csv", exported, Settings()), Settings())
    clean = imports.clean_text
    assert [(one.name, one.answers) for one in back] == [(clean(one.name), one.answers) for one in people]
    assert [sorted(one.extra.values()) for one in back] == [[*sorted(map(clean, columns.values()))]] * len(people)


def test_a_question_called_name_keeps_names_and_answers(small):
    asked = replace(small.questions[0], id="name", text="full name")
    survey = replace(small, questions=(asked, small.questions[1]))
    exported = answers_csv(survey, [Response(name="Ann", answers={"name": [1]}, extra={"e-mail": "a@example.org"})])
    header, row = csv.reader(io.StringIO(exported.decode("utf-8-sig")))
    assert dict(zip(header, row, strict=True)) == {
        "your name": "Ann",
        "full name": "no",
        "When are you awake?": "",
        "e-mail": "a@example.org",
    }
    (back,) = imports.read_people(survey, read_upload("answers.csv", exported, Settings()), Settings())
    assert back == imports.ImportedPerson("Ann", {"name": [1]}, {"e-mail": "a@example.org"})

import numpy as np
import pytest

from bayeshat.errors import SurveyError
from bayeshat.survey.toml_read import parse_survey
from bayeshat.web.events.survey_builder import (
    BuiltHouse,
    BuiltOption,
    BuiltQuestion,
    BuiltSurvey,
    build_survey,
    clean_text,
    describe_build,
)
from bayeshat.web.refusals import Refused

TEA = BuiltQuestion("Tea?", [BuiltOption("yes", {"Owls": "strong"}), BuiltOption("no", {"Larks": "some"})])
DAYS = BuiltQuestion("Days?", [BuiltOption("Mon"), BuiltOption("Tue", {"Owls": "some"}), BuiltOption("Wed")], "several")
FORM = BuiltSurvey("Drinks", [BuiltHouse("Owls", "#1f6b45"), BuiltHouse("Larks")], [TEA, DAYS], "What we drink")


def test_strengths_become_prior_counts():
    survey = build_survey(FORM)
    assert survey.answer_prior[:, 0].tolist() == [[7, 1, 0], [1, 3, 0]]
    assert survey.answer_prior[:, 1].tolist() == [[1, 3, 1], [1, 1, 1]]
    assert survey.is_informative
    assert [question.kind for question in survey.questions] == ["choice", "several"]


def test_a_built_survey_can_be_kept_and_filled_in_again():
    survey = parse_survey(build_survey(FORM).to_toml(), "the form")
    assert describe_build(survey) == BuiltSurvey("Drinks", list(FORM.houses), [TEA, DAYS], "What we drink")


def test_counts_of_a_survey_file_become_the_nearest_strength():
    survey = build_survey(FORM)
    survey.answer_prior[0, 0] = np.array([5.5, 1.4, 0.0])
    assert describe_build(survey).questions[0].options[0].strengths == {"Owls": "strong"}
    assert describe_build(survey).questions[0].options[1].strengths == {"Larks": "some"}


def with_question(question):
    return BuiltSurvey("Drinks", FORM.houses, [question])


@pytest.mark.parametrize(
    ("form", "error", "said"),
    [
        (
            with_question(BuiltQuestion("Tea?", [BuiltOption("yes", {"Owls": "huge"}), BuiltOption("no")])),
            Refused,
            "huge",
        ),
        (with_question(BuiltQuestion("Tea?", TEA.options, "rating")), Refused, "one answer or several"),
        (with_question(BuiltQuestion("T" * 501, TEA.options)), Refused, "at most 500"),
        (with_question(BuiltQuestion("Tea?", TEA.options[:1])), SurveyError, "2 to 1000 options"),
        (BuiltSurvey("", FORM.houses, [TEA]), SurveyError, "title"),
        (BuiltSurvey("Drinks", [BuiltHouse("Owls", "url(x)")], [TEA]), SurveyError, "colour"),
        (BuiltSurvey("Drinks", FORM.houses, []), SurveyError, "at least one question"),
    ],
)
def test_what_cannot_be_built_is_told(form, error, said):
    with pytest.raises(error, match=said):
        build_survey(form)


def test_text_is_cleaned_of_what_cannot_be_seen():
    assert clean_text("A\u202enn\x00\ud800 \u00a0 Lee\n") == "Ann Lee"
    # Signs that join letters belong to names.
    assert clean_text("می\u200cخواهم") == "می\u200cخواهم"
    assert clean_text("Ame\u0301lie") == "Amélie"

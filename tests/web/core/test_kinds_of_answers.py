"""Kinds of questions on the web: options as people choose them, and answers as the sort takes them."""

import pytest

from bayeshat.report.reasons import SpeakingAnswer
from bayeshat.survey.answer_codes.answer_texts import chosen_options
from bayeshat.survey.survey_file.toml_read import parse_survey
from bayeshat.web.answers.own_reason import speaking_questions
from bayeshat.web.answers.responses import Given, collect_answers
from bayeshat.web.events.events import check_survey_text
from bayeshat.web.languages import catalogue
from bayeshat.web.refusals import Refused
from bayeshat.web.results.why_words import _tell_answer
from bayeshat.web.server.settings import Settings
from bayeshat.web.surveys.survey_builder import draft_survey, merge_draft

HEAD = 'title = "T"\nprior = "flat"\nhouses = ["A", "B"]\n'
SURVEY = parse_survey(
    HEAD
    + """
    [[questions]]
    id = "packs"
    text = "What do you pack?"
    kind = "several"
    options = ["Boots", "Towel", "Rope"]
    prior.A = { ticks = [9, 2, 1], people = 10 }
    prior.B = { ticks = [1, 2, 5], people = 12 }
    [[questions]]
    id = "rain"
    text = "How do you like rain?"
    kind = "rating"
    scale = [0, 4]
    prior.A = { mean = 1, sd = 1, people = 4 }
    prior.B = { mean = 3, sd = 1, people = 4 }
    [[questions]]
    id = "first"
    text = "Rank these"
    kind = "ranking"
    options = ["Swim", "Climb"]
    """,
    "a text",
)
GIVEN = [{"packs": [0, 2], "rain": [3], "first": [1]}, {"packs": [1]}, {"rain": [0], "first": [0]}]


def test_chosen_options_become_answers_and_back():
    answers = collect_answers(SURVEY, [Given(one, {}) for one in GIVEN], ["Ann", "Bo", "Cy"])
    assert answers.codes.tolist() == [[1, 0, 1, 1, 1], [0, 1, 0, -1, -1], [-1, -1, -1, 0, 0]]
    assert answers.questions.tolist() == [0, 0, 0, 1, 2]
    assert answers.levels_of(1).tolist() == [0, 3]
    for q, question in enumerate(SURVEY.questions):
        assert chosen_options(SURVEY, answers, q) == [one.get(question.id, []) for one in GIVEN]


@pytest.mark.parametrize(
    "lines", ['kind = "number"\nscale = [1, 2]', 'kind = "count"', 'kind = "rating"\nscale = [0, 99]']
)
def test_questions_for_numbers_are_refused(lines, tmp_path):
    with pytest.raises(
        Refused, match=r"Question 1 .*How old.* asks for a number, which forms on the web cannot ask yet"
    ):
        check_survey_text(f'{HEAD}[[questions]]\ntext = "How old?"\n{lines}', Settings(data_dir=tmp_path))


def test_what_speaks_for_a_house_is_found_for_all_kinds():
    assert speaking_questions(SURVEY, "A", {"packs": [0], "rain": [0]}) == [
        "How do you like rain?",
        "What do you pack?",
    ]
    assert speaking_questions(SURVEY, "B", {"packs": [0], "rain": [4]}) == ["How do you like rain?"]


def test_the_form_keeps_means_and_those_who_do_not_tick():
    draft = draft_survey(SURVEY)
    assert merge_draft(draft, SURVEY).to_toml() == SURVEY.to_toml()
    draft.questions[0].options[1].strengths[0] = "strong"
    changed = merge_draft(draft, SURVEY)
    assert changed.answer_prior[0, 0].tolist() == [9, 7, 1, 1, 8, 9]
    assert changed.answer_prior[:, 1].tolist() == SURVEY.answer_prior[:, 1].tolist()


@pytest.mark.parametrize(
    ("sense", "english", "german"),
    [
        ("", "“180 cm” (question 1)", "„180 cm“ (Frage 1)"),
        ("not ticked", "“180 cm” (not ticked, question 1)", "„180 cm“ (nicht angekreuzt, Frage 1)"),
        ("more than most", "“180 cm” (more than most, question 1)", "„180 cm“ (mehr als die meisten, Frage 1)"),
    ],
)
def test_answers_that_spoke_are_told_in_both_languages(sense, english, german):
    message = _tell_answer("results-why-for", SpeakingAnswer(1, "How tall?", "180 cm", 0.7, sense))
    for language, told in (("en", english), ("de", german)):
        assert told in catalogue(language).tell(message)

"""Surveys: packaged ones against the published numbers, round trips, and every error with its message."""

from __future__ import annotations

import os
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

import strategies as our
from bayeshat.errors import SurveyError
from bayeshat.kinds.question import Question
from bayeshat.survey.cluster import Cluster
from bayeshat.survey.spec import Survey, parse_survey
from bayeshat.tables.text import normalise

# Supplement A of the paper, Table S3: counts of Gryffindor, Slytherin, Ravenclaw, Hufflepuff per option.
TABLE_S3 = [
    [(3, 7, 7, 3), (7, 3, 3, 7)],
    [(2, 2, 1, 4), (2, 4, 2, 2), (4, 2, 2, 2), (2, 1, 4, 2)],
    [(2, 2, 2, 4), (5, 2, 2, 2), (2, 2, 4, 2), (2, 5, 2, 2)],
    [(2, 5, 2, 2), (2, 2, 2, 4), (2, 2, 5, 2), (4, 2, 2, 2)],
    [(3.5, 5, 2.5, 2.5), (3, 2.3, 5, 2.7), (4, 2.3, 2.5, 5)],
    [(1, 2, 2, 1), (3, 1, 1, 1), (1, 1, 1, 3), (1, 1, 2, 2), (2, 3, 1, 1), (2, 1, 3, 1)],
    [(1, 2, 2, 1), (2, 1, 3, 1), (2, 1, 1, 2), (2, 2, 1, 1), (2, 1, 1, 3), (1, 3, 2, 1)],
    [(1, 2, 2, 1), (2, 1, 1, 2)],
]
# Supplement A of the paper, Table S2: counts of the three clusters per option.
TABLE_S2 = [
    [(1, 1, 7), (1, 7, 1), (7, 1, 1)],
    [(8, 1, 1), (1, 1, 8), (1, 5, 1)],
    [(2, 1, 5), (1, 5, 2), (5, 1, 1)],
    [(5, 1, 7), (1, 1, 5), (5, 8, 1)],
    [(6, 1, 5), (1, 8, 2), (5, 1, 1)],
    [(6, 1, 1), (1, 1, 5), (1, 8, 1)],
    [(1, 1, 5), (2, 5, 1), (5, 1, 1)],
    [(5, 1, 1), (1, 1, 5), (5, 8, 1)],
    [(1, 1, 5), (7, 1, 1), (1, 10, 1)],
    [(5, 1, 1), (1, 1, 5), (1, 8, 1)],
]
SMALL = """
title = "Tea"
membership_prior = 0.3
[[houses]]
name = "Red"
[[houses]]
name = "Blue"
[[questions]]
text = "Tea?"
options = ["yes", "no"]
prior = { Red = [2, 1], Blue = [1, 2] }
"""


def same(one, other):
    assert one.title == other.title
    assert one.description == other.description
    assert one.questions == other.questions
    assert one.clusters == other.clusters
    assert one.sizes == other.sizes
    assert one.rules == other.rules
    # Means and standard deviations are written with twelve digits, counts exactly.
    np.testing.assert_allclose(one.answer_prior, other.answer_prior, rtol=1e-10)
    counted = [question.kind in ("choice", "ranking") for question in one.questions]
    np.testing.assert_array_equal(one.answer_prior[:, counted], other.answer_prior[:, counted])
    np.testing.assert_array_equal(one.membership_prior, other.membership_prior)


def refused(text):
    with pytest.raises(SurveyError) as caught:
        parse_survey(text, "tea.toml")
    message = str(caught.value)
    assert message.startswith("tea.toml")
    return message


# Packaged surveys


def test_hogwarts_has_the_published_counts():
    survey = Survey.load("hogwarts")
    assert survey.cluster_names == ("Gryffindor", "Slytherin", "Ravenclaw", "Hufflepuff")
    assert survey.answer_prior.shape == (4, 8, 6)
    assert survey.n_options.tolist() == [len(rows) for rows in TABLE_S3]
    for q, rows in enumerate(TABLE_S3):
        np.testing.assert_array_equal(survey.answer_prior[:, q, : len(rows)].T, rows)
        assert not survey.answer_prior[:, q, len(rows) :].any()
    np.testing.assert_array_equal(survey.membership_prior, [0.3] * 4)
    assert [normalise(option).split()[-1] for option in survey.questions[4].options] == ["cat", "owl", "toad"]
    assert survey.is_informative
    assert survey.sizes is None


@pytest.mark.parametrize(("name", "sizes"), [("simulation-even", (7, 7, 6)), ("simulation-uneven", (8, 7, 5))])
def test_simulations_have_the_published_counts(name, sizes):
    survey = Survey.load(name)
    assert (survey.n_clusters, survey.n_questions, survey.n_options.tolist()) == (3, 10, [3] * 10)
    np.testing.assert_array_equal(survey.answer_prior.transpose(1, 2, 0), TABLE_S2)
    np.testing.assert_array_equal(survey.membership_prior, [0.5] * 3)
    assert survey.sizes == sizes


def test_a_survey_shows_itself_in_short():
    assert repr(Survey.load("hogwarts")).splitlines() == [
        "Survey 'Which Hogwarts house?'",
        "  questions  8 (choice: 8)",
        "  groups     4 (Gryffindor, Slytherin, Ravenclaw, Hufflepuff)",
    ]


def test_a_table_in_the_place_of_a_survey():
    with pytest.raises(SurveyError, match=r"a table\. Make a survey from it first"):
        Survey.load("answers.csv")


def test_unknown_name_lists_the_packaged_ones_and_the_nearest():
    with pytest.raises(
        SurveyError, match=r'hogwarts, simulation-even, simulation-uneven.*got "hogwrats".*"hogwarts"\?'
    ):
        Survey.load("hogwrats")
    with pytest.raises(SurveyError, match=r'got "zzz"\. Use one of these, or give the path'):
        Survey.load("zzz")


def test_missing_file_folder_and_wrong_type(tmp_path):
    with pytest.raises(SurveyError, match=r"nothing\.toml.*No such file.*Check the path.*hogwarts"):
        Survey.load(tmp_path / "nothing.toml")
    with pytest.raises(SurveyError, match="Is a directory"):
        Survey.load(tmp_path)
    with pytest.raises(SurveyError, match="packaged name or the path of a TOML file; got int"):
        Survey.load(3)


# Round trips


@pytest.mark.parametrize("name", ["hogwarts", "simulation-even", "simulation-uneven"])
def test_packaged_surveys_round_trip(name, tmp_path):
    survey = Survey.load(name)
    survey.save(tmp_path / "copy.toml")
    copy = Survey.load(tmp_path / "copy.toml")
    same(survey, copy)
    assert copy.to_toml() == survey.to_toml()
    same(survey, Survey.load(os.fspath(tmp_path / "copy.toml")))


@settings(max_examples=60, deadline=None)
@given(our.surveys())
def test_any_survey_round_trips(survey):
    same(survey, parse_survey(survey.to_toml(), "copy"))


def test_a_survey_may_start_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "tea.toml"
    path.write_text(SMALL, encoding="utf-8-sig")
    assert Survey.load(path).questions == (Question("q1", "Tea?", ("yes", "no")),)


def test_save_says_where_it_cannot_write(tmp_path):
    with pytest.raises(SurveyError, match=r"place that can be written.*No such file.*Choose another folder"):
        Survey.load("hogwarts").save(tmp_path / "no" / "such.toml")


# What a person may write


def test_flat_prior_for_all_and_for_one_question():
    text = SMALL.replace("membership_prior = 0.3", 'prior = "flat"')
    survey = parse_survey(text + '[[questions]]\ntext = "Milk?"\noptions = [1, 2, "x"]\n', "tea.toml")
    np.testing.assert_array_equal(survey.answer_prior[:, 1], np.ones((2, 3)))
    np.testing.assert_array_equal(survey.answer_prior[:, 0], [[2, 1, 0], [1, 2, 0]])
    assert survey.questions[1] == Question("q2", "Milk?", ("1", "2", "x"))
    np.testing.assert_array_equal(survey.membership_prior, [0.3, 0.3])
    flat = parse_survey(SMALL.replace("{ Red = [2, 1], Blue = [1, 2] }", '"flat"'), "tea.toml")
    assert not flat.is_informative
    assert 'prior = "flat"' in flat.to_toml()


def test_clusters_colours_and_priors_per_house():
    text = SMALL.replace("[[houses]]", "[[clusters]]").replace('"Red"', '"Red"\ncolour = "teal"')
    text = text.replace("0.3", "{ blue = 2, red = 1 }").replace(
        "[[clusters]]", "sizes = { Blue = 4, Red = 3 }\n[[clusters]]", 1
    )
    survey = parse_survey(text, "tea.toml")
    assert survey.clusters == (Cluster("Red", "teal"), Cluster("Blue"))
    assert survey.membership_prior.tolist() == [1, 2]
    assert survey.sizes == (3, 4)
    assert parse_survey(SMALL.replace("0.3", "[1, 2]"), "tea.toml").membership_prior.tolist() == [1, 2]
    listed = 'houses = ["Red", "Blue"]\n' + SMALL.replace('[[houses]]\nname = "Red"\n[[houses]]\nname = "Blue"\n', "")
    assert parse_survey(listed, "tea.toml").cluster_names == ("Red", "Blue")


# Errors


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('title = "Tea"', 'title = "Tea', "must be TOML; got a mistake: .*line 2.* Correct that line"),
        ('title = "Tea"', "title = 3", "title must be text in quotes; got the number 3"),
        ('title = "Tea"', "", "title must say what the survey is called; got nothing"),
        (
            'title = "Tea"',
            'title = "Tea"\ntitel = 1',
            r'titel must be one of title, .*; got "titel"\. Did you mean "title"\?',
        ),
        ('title = "Tea"', 'title = "Tea"\nzzz = 1', "zzz must be one of .* Remove it, or check"),
        (
            'title = "Tea"',
            'title = "Tea"\nclusters = ["A"]',
            "groups, houses and clusters are words for one thing; got houses and clusters",
        ),
        ('title = "Tea"', 'title = "Tea"\nprior = "wide"', 'prior must be "learned" or "flat"; got the text "wide"'),
        ('title = "Tea"', 'title = "Tea"\nsizes = [1]', r"sizes must have one size per group \(2\); got 1"),
        ('title = "Tea"', 'title = "Tea"\nsizes = [0, 0]', "sizes must be numbers of people, not all zero; got 0, 0"),
        ('title = "Tea"', 'title = "Tea"\nsizes = [-1, 3]', "sizes must be numbers of people, not all zero; got -1, 3"),
        (
            'title = "Tea"',
            'title = "Tea"\nsizes = [1.5, 2]',
            r"sizes must be a list of whole numbers.* got \[1\.5, 2\]",
        ),
        ('title = "Tea"', 'title = "Tea"\nsizes = "even"', 'sizes must be a list .* got the text "even"'),
        ("0.3", "0", "membership_prior must be positive; got 0"),
        ("0.3", "nan", "membership_prior must be positive; got nan"),
        ("0.3", "[1, 2, 3]", r"membership_prior must have one number per house \(2\); got shape \(3,\)"),
        ("0.3", "{ Red = 1 }", r"membership_prior must have an entry for every group \(Red, Blue\); got none for Blue"),
        ("0.3", "{ Red = 1, Blu = 2 }", r'membership_prior must name the groups .* got "Blu"\. Did you mean "Blue"\?'),
        ("0.3", "{ Red = 1, red = 2 }", 'got "red"\\. Keep one entry per group'),
        ("0.3", "true", "membership_prior must be numbers; got true"),
        ("0.3", '"low"', 'membership_prior must be numbers; got the text "low"'),
        ('"Blue"', '"red"', r'houses must have different names; got "red" as houses\[1\] and houses\[2\]'),
        ("[[houses]]", "[[clusters]]\nname = 2\n[[houses]]", "groups, houses and clusters are words"),
        ('name = "Blue"', "", r"houses\[2\]\.name must not be empty"),
        ('name = "Blue"', 'nam = "Blue"', r'houses\[2\]\.nam must be one of name.* Did you mean "name"\?'),
        ('"Blue"', '"Blue"\ncolor = "url(x)"', r'houses\[2\]\.color must be a colour such as .*; got "url\(x\)"'),
        ('"Tea?"', '" "', r"questions\[1\]\.text must not be empty"),
        ('"Tea?"', '"Tea?"\nid = ""', r"questions\[1\]\.id must not be empty"),
        (
            '["yes", "no"]',
            '["yes"]',
            r"questions\[1\]\.prior\.Red must be a list with one count per option \(1\); got 2",
        ),
        ('["yes", "no"]', '["yes", "Yes "]', r'questions\[1\]\.options must differ .* got "yes" and "Yes"'),
        ('["yes", "no"]', '["yes", ""]', r"questions\[1\]\.options\[2\] must not be empty"),
        ('["yes", "no"]', '["yes", true]', r"questions\[1\]\.options\[2\] must be text in quotes; got true"),
        ('["yes", "no"]', '"yes"', r'questions\[1\]\.options must be a list of texts; got the text "yes"'),
        ('options = ["yes", "no"]', "", r"questions\[1\]\.options must be a list of texts; got nothing"),
        ("Red = [2, 1]", "Red = [2, 0]", r"questions\[1\]\.prior\.Red must be positive counts; got 0 for option 2"),
        ("Red = [2, 1]", 'Red = [2, "1"]', r'questions\[1\]\.prior\.Red must be numbers; got the text "1"'),
        (
            "Red = [2, 1]",
            "Red = 2",
            r"prior\.Red must be a list with one count .* got the number 2.*\"yes\", \"no\", in this",
        ),
        ("Red = [2, 1], ", "", r"questions\[1\]\.prior must have an entry for every group .* none for Red"),
        (
            "{ Red = [2, 1], Blue = [1, 2] }",
            '"flt"',
            r'questions\[1\]\.prior must be "flat"; got the text "flt"\. Write prior',
        ),
        (
            "prior = {",
            "# {",
            r'questions\[1\]\.prior must hold prior counts per group; got nothing for "Tea\?"\. Write',
        ),
        ("[[questions]]", "[questions]", r"questions must be a list; got a table\. Write \[\[questions\]\]"),
    ],
)
def test_mistakes_are_named_by_line_or_key(old, new, told):
    assert old in SMALL
    message = refused(SMALL.replace(old, new, 1))
    assert re.search(told, message), message


def test_nothing_to_ask_or_nowhere_to_go():
    start = SMALL[: SMALL.index("[[questions]]")]
    assert "questions must hold at least one question; got none" in refused(start)
    assert "groups must hold at least one group; got none" in refused('title = "Tea"\n')
    assert "questions[1] must be a table; got the number 1" in refused("questions = [1]\n" + start)
    assert "houses[1] must be a table or a name; got the number 1" in refused('title = "Tea"\nhouses = [1]')
    one = SMALL.replace('["yes", "no"]', '["yes"]').replace("{ Red = [2, 1], Blue = [1, 2] }", '"flat"')
    assert "questions[1].options must hold 2 to 1,000 options; got 1" in refused(one)


def test_questions_may_not_share_a_name():
    twice = SMALL + '[[questions]]\ntext = "tea?"\noptions = ["a", "b"]\nprior = "flat"\n'
    assert 'questions[2].text must not be used by another question; got "tea?", which questions[1] has' in refused(
        twice
    )
    crossed = SMALL + '[[questions]]\nid = "x"\ntext = "Q1"\noptions = ["a", "b"]\nprior = "flat"\n'
    assert 'questions[2].text must not be used by another question; got "Q1"' in refused(crossed)


def test_file_that_is_not_utf8(tmp_path):
    path = tmp_path / "tea.toml"
    path.write_bytes(SMALL.replace("Tea?", "Thé?").encode("latin-1"))
    with pytest.raises(SurveyError, match=r"must be UTF-8 text, as TOML is; got byte 0xe9 at position \d+\. Save"):
        Survey.load(path)


def test_validate_checks_surveys_built_in_python():
    survey = parse_survey(SMALL, "tea.toml")
    assert survey.validate() is survey
    with pytest.raises(SurveyError, match=r"answer_prior must have the shape .*\(2, 1, 2\); got \(2, 2\)"):
        replace(survey, answer_prior=np.ones((2, 2))).validate()
    with pytest.raises(SurveyError, match="answer_prior must be numbers; got list"):
        replace(survey, answer_prior=[["x"]]).validate()
    three = (*survey.questions, Question("q2", "Milk?", ("a", "b", "c")))
    with pytest.raises(
        SurveyError, match=r"questions\[1\]\.prior\.Red must be zero beyond the question's own 2 numbers; got 1"
    ):
        replace(survey, questions=three, answer_prior=np.ones((2, 2, 3))).to_toml()


@pytest.mark.parametrize(
    ("key", "names", "noun"),
    [("houses", "AB", "house"), ("groups", "AB", "group"), ("clusters", "AB", "group"), ("houses", "12", "group")],
)
def test_only_surveys_that_say_houses_have_houses(key, names, noun):
    asked = '[[questions]]\ntext = "Tea?"\noptions = ["yes", "no"]\n'
    text = f'title = "Tea"\nprior = "flat"\n{key} = ["{names[0]}", "{names[1]}"]\n{asked}'
    survey = parse_survey(text, "tea.toml")
    assert survey.noun == noun
    assert f"[[{noun}s]]" in survey.to_toml()
    assert parse_survey(survey.to_toml(), "tea.toml").noun == noun
    assert Survey.from_answers({"Tea?": ["yes", "no"]}, list(names)).noun == "group"

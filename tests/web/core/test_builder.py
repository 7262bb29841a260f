"""A survey through its form: only what was changed changes."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies as our
from bayeshat.kinds.number import flat_normal, normal_prior
from bayeshat.kinds.question import Question
from bayeshat.kinds.table import KINDS, kind_of
from bayeshat.rules.rules import Bounds, Pin, Rules, Spread, Stay, Wish
from bayeshat.survey.cluster import Cluster
from bayeshat.survey.corrections import Corrections
from bayeshat.survey.spec import Survey, parse_survey
from bayeshat.survey.toml import packaged_names
from bayeshat.web.core.builder import (
    Draft,
    DraftHouse,
    DraftOption,
    DraftQuestion,
    clean_text,
    draft_survey,
    kind_in_form,
    merge_draft,
    start_survey,
    tell_leanings,
)
from bayeshat.web.core.builder_form import LONGEST, MOST_HOUSES, change_draft, count_fields, find_gaps, read_draft
from bayeshat.web.pages import render_part
from bayeshat.web.refusals import Refused
from bayeshat.web.routes.surveys import show_draft
from bayeshat.web.security import Keys
from bayeshat.words.message import catalogue
from web.html_forms import form_fields

SITE = SimpleNamespace(keys=Keys(b"0" * 32))
FULL = """
title = "Teams"
description = "First line.\\nSecond  line."
membership_prior = { Owls = 0.2, Larks = 0.4, Doves = 0.6 }
sizes = [3, 4, 5]
houses = [{ name = "Owls", color = "teal" }, { name = "Larks", color = "#ABC" }, { name = "Doves" }]
[[questions]]
id = "tea"
text = "Tea  or coffee?"
options = ["tea", "coffee", "neither"]
prior = { Owls = [2, 2, 4], Larks = [1, 3, 7], Doves = [0.5, 1, 2.25] }
[[questions]]
id = "hours"
kind = "rating"
text = "Hours?"
scale = [0, 24]
bins = [6, 12]
options = ["few", "some", "many"]
prior = "flat"
[rules]
size = { Owls = "2..4" }
pin = { Ann = ["Owls", "Larks"] }
wish = { Bo = "doves" }
stay = { Cy = "Larks" }
spread = ["gender"]
"""


@pytest.fixture
def full() -> Survey:
    return parse_survey(FULL, "the full one")


def show_form(survey, language="en", draft=None):
    """Return the fields of the form of a survey, or of a draft, in a browser."""
    say = catalogue(language)
    shown = show_draft(SITE, survey, "", draft or draft_survey(survey, say("form-decimal-mark")))
    return form_fields(render_part("builder_form", {"say": say, "base": "", **shown}))


def press(draft, survey, *actions, most=10):
    """Return a draft after buttons of its form were pressed."""
    for action in actions:
        draft, _ = change_draft(show_form(survey, draft=draft), action, survey, ".", most)
    return draft


def send(survey, language="en", **changes):
    """Return what comes of the survey's form after fields were changed in a browser."""
    fields = show_form(survey, language) | {name.replace("_", "-"): text for name, text in changes.items()}
    sent = read_draft(fields, survey, catalogue(language)("form-decimal-mark"))
    assert find_gaps(sent, survey) == {}
    return merge_draft(sent, survey)


@settings(max_examples=40, deadline=None)
@given(our.surveys())
def test_any_survey_saved_unchanged_is_the_same(survey):
    assert send(survey).to_toml() == survey.to_toml()


@settings(max_examples=20, deadline=None)
@given(our.surveys(), st.data())
def test_one_cell_changed_changes_that_cell_alone(survey, data):
    q = data.draw(st.integers(0, survey.n_questions - 1))
    v = data.draw(st.integers(0, max(len(survey.questions[q].options) - 1, 0)))
    k = data.draw(st.integers(0, survey.n_clusters - 1))
    counts, n_options = survey.answer_prior.copy(), len(survey.questions[q].options)
    if kind_of(survey.questions[q]).counted:
        counts[k, q, v] = 2.5
        if survey.questions[q].kind == "several":
            counts[k, q, v + n_options] = 4.0
    typed = "2.5/6.5" if survey.questions[q].kind == "several" else "2.5"
    changed = send(survey, **{f"s-{q}-{v}-{k}": typed, f"p-{q}-{v}": "own"})
    assert changed.to_toml() == replace(survey, answer_prior=counts).to_toml()


@settings(max_examples=20, deadline=None)
@given(our.surveys(), st.data())
def test_an_answer_points_to_one_house_or_none(survey, data):
    q = data.draw(st.integers(0, survey.n_questions - 1))
    v = data.draw(st.integers(0, max(len(survey.questions[q].options) - 1, 0)))
    chosen = data.draw(st.sampled_from(["", *map(str, range(survey.n_clusters))]))
    counts, n_options = survey.answer_prior.copy(), len(survey.questions[q].options)
    if kind_of(survey.questions[q]).counted:
        counts[:, q, v] = [3.0 if chosen == str(k) else 1.0 for k in range(survey.n_clusters)]
        if survey.questions[q].kind == "several":
            counts[:, q, v + n_options] = 1.0
    changed = send(survey, **{f"p-{q}-{v}": chosen})
    assert changed.to_toml() == replace(survey, answer_prior=counts).to_toml()
    if kind_of(survey.questions[q]).counted:
        assert draft_survey(changed).questions[q].options[v].points_to == chosen


@pytest.mark.parametrize("name", packaged_names())
def test_packaged_surveys_come_out_of_the_form_as_they_went_in(name):
    survey = Survey.load(name)
    assert send(survey).to_toml() == survey.to_toml()
    assert send(survey, "de").to_toml() == survey.to_toml()


def test_one_text_changed_changes_that_text_alone(full):
    changed = send(full, q_0_1="Cocoa", c_2="#123456", description="Other\r\nwords")
    first = replace(full.questions[0], options=("tea", "Cocoa", "neither"))
    houses = (*full.clusters[:2], Cluster("Doves", "#123456"))
    wanted = replace(full, questions=(first, full.questions[1]), clusters=houses, description="Other\nwords")
    assert changed.to_toml() == wanted.to_toml()


def test_rows_that_stay_keep_what_they_have(full):
    draft = press(draft_survey(full), full, "remove-option-0-0", "remove-house-0", "add-question", "add-house")
    draft.houses[2].name = "Crows"
    draft.questions[2].text = "Hours"
    assert "same text or name as question 2" in str(find_gaps(draft, full)["q-2"])
    draft.questions[2].text = "Minutes?"
    for option, text in zip(draft.questions[2].options, ("a", "b"), strict=True):
        option.text = text
    changed = merge_draft(draft, full)
    assert changed.answer_prior[:, 0].tolist() == [[3, 7, 0], [1, 2.25, 0], [1, 1, 0]]
    assert changed.membership_prior.tolist() == [0.4, 0.6, 0.3]
    assert [asked.id for asked in changed.questions] == ["tea", "hours", "q3"]
    assert changed.questions[1] == full.questions[1]
    assert [house.color for house in changed.clusters] == ["#ABC", None, None]
    # Nobody said how many people a new house is to have.
    assert changed.sizes is None
    fewer = merge_draft(press(draft, full, "remove-question-0", "remove-house-2"), full)
    assert fewer.questions[0] == full.questions[1]
    assert fewer.sizes == (4, 5)


def corrected() -> Survey:
    """Return a survey with two questions of the same options, and corrections."""
    questions = tuple(Question(f"q{q}", f"Question {q}?", ("a", "b", "c")) for q in range(2))
    tables = (np.array([[0.5, 0.0, -0.5, 0.0], [-0.5, 0.0, 0.5, 0.0]]),) * 2
    corrections = Corrections(0.5, np.zeros(2), tables, ((), ()))
    houses = (Cluster("Owls"), Cluster("Larks"))
    return Survey("Learned", questions, houses, np.ones((2, 2, 3)), np.ones(2), corrections=corrections).validate()


def ask_anew(draft, question):
    """Put a new question with the same options at the end of a draft."""
    options = [DraftOption(option.text, option.counts) for option in question.options]
    draft.questions.append(DraftQuestion("New?", options, question.kind))


CHANGES = {
    "a question removed": lambda draft: draft.questions.pop(),
    "a question added": lambda draft: ask_anew(draft, draft.questions[0]),
    "a question replaced": lambda draft: ask_anew(draft, draft.questions.pop(0)),
    "questions swapped": lambda draft: draft.questions.reverse(),
    "an option removed": lambda draft: draft.questions[0].options.pop(),
    "an option replaced": lambda draft: setattr(draft.questions[0].options[0], "text", "new"),
    "options swapped": lambda draft: draft.questions[0].options.reverse(),
    "houses swapped": lambda draft: draft.houses.reverse(),
    "a house renamed": lambda draft: setattr(draft.houses[0], "name", "Hens"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_corrections_are_dropped_when_what_they_were_learned_for_changes(change):
    base = corrected()
    draft = draft_survey(base)
    CHANGES[change](draft)
    assert merge_draft(draft, base).corrections is None


def test_corrections_stay_when_only_counts_and_colours_change():
    base = corrected()
    draft = draft_survey(base)
    draft.questions[0].options[0].counts[0] = "7"
    draft.houses[0].color = "teal"
    assert merge_draft(draft, base).corrections is base.corrections


def test_rules_follow_their_houses(full):
    draft = draft_survey(full)
    draft.houses[2].name = "Pigeons"
    draft = press(draft, full, "remove-house-0")
    rules = merge_draft(draft, full).rules
    assert rules == Rules([Pin("Ann", ("Larks",)), Spread("gender"), Wish("Bo", ("Pigeons",)), Stay({"Cy": "Larks"})])
    draft = press(draft, full, "remove-house-0")
    assert merge_draft(draft, full).rules == Rules([Spread("gender"), Wish("Bo", ("Pigeons",))])
    assert full.rules.of(Bounds)


def test_a_choice_becomes_a_number_and_back(full):
    range_ = {"lo_0": "1,5", "hi_0": "20"}
    changed = send(full, k_0="number", u_0="cm", **range_, t_0_1="12.25")
    tall = Question("tea", "Tea  or coffee?", (), "number", (1.5, 20.0), unit="cm")
    assert changed.questions[0] == tall
    flat, typed = flat_normal(1.5, 20.0), normal_prior(12.25, 18.5 / 6, 4.0)
    np.testing.assert_allclose(changed.answer_prior[:, 0], [flat, typed, flat])
    # Another range changes what is not known; of a house whose number is known, only another number does.
    wider = send(changed, lo_0="0", t_0_1="13")
    np.testing.assert_allclose(wider.answer_prior[:, 0], [flat_normal(0, 20), [13, *typed[1:]], flat_normal(0, 20)])
    counted = send(changed, k_0="count", t_0_1="3", u_0="")
    assert counted.questions[0] == Question("tea", "Tea  or coffee?", (), "count")
    np.testing.assert_allclose(counted.answer_prior[:, 0, :2], [[1, 0.2], [12, 4], [1, 0.2]])
    draft = draft_survey(counted)
    draft.questions[0].kind = "choice"
    assert set(find_gaps(draft, counted)) == {"q-0-0", "q-0-1"}
    draft.questions[0].options = [DraftOption("a", ["1"] * 3), DraftOption("b", ["3"] * 3)]
    assert merge_draft(draft, counted).questions[0] == Question("tea", "Tea  or coffee?", ("a", "b"))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({}, "lo-0"),
        ({"lo-0": "1"}, "hi-0"),
        ({"lo-0": "9", "hi-0": "9"}, "hi-0"),
        ({"lo-0": "one", "hi-0": "9"}, "lo-0"),
        ({"lo-0": "1", "hi-0": "9", "t-0-1": "tall"}, "t-0-1"),
        ({"lo-0": "1", "hi-0": "9", "u-0": "x" * 21}, "u-0"),
        ({"k-0": "count", "t-0-2": "0"}, "t-0-2"),
    ],
)
def test_what_a_number_lacks_is_told_at_its_field(full, changes, field):
    sent = read_draft(show_form(full) | {"k-0": "number"} | changes, full)
    assert set(find_gaps(sent, full)) == {field}


@pytest.mark.parametrize(("language", "thousands", "half"), [("de", "1.500", "2,5"), ("en", "1,500", "2.5")])
def test_numbers_are_read_and_shown_with_the_readers_decimal_mark(full, language, thousands, half):
    changed = send(full, language, k_0="number", lo_0=half, hi_0=thousands, t_0_0=f"10{half[1:]}")
    assert changed.questions[0].scale == (2.5, 1500.0)
    fields = show_form(changed, language)
    assert [fields[name] for name in ("lo-0", "hi-0", "t-0-0")] == [half, "1500", f"10{half[1:]}"]
    assert send(changed, language).to_toml() == changed.to_toml()


def test_new_ids_are_nobody_elses(full):
    taken = replace(full, questions=(replace(full.questions[0], id="q3"), replace(full.questions[1], text="Q4")))
    draft = press(draft_survey(taken), taken, "add-question")
    draft.questions[2] = DraftQuestion("New?", [DraftOption("a", ["1"] * 3), DraftOption("b", ["3"] * 3)])
    assert merge_draft(draft, taken).questions[2].id == "q5"


def test_a_rating_becomes_a_choice_of_its_parts(full):
    changed = send(full, k_1="choice")
    assert changed.questions[1] == replace(full.questions[1], kind="choice", scale=None, bins=(), ordered=True)
    draft = draft_survey(full)
    for action in ("add-option-1", "remove-option-1-0"):
        with pytest.raises(Refused, match="parts of a scale"):
            press(draft, full, action)
    del draft.questions[1].options[0]
    with pytest.raises(Refused, match="parts of a scale"):
        merge_draft(draft, full)


@pytest.mark.parametrize(
    ("field", "text"), [("s-0-0-0", "huge"), ("s-0-0-0", "0"), ("s-0-0-0", "9/9"), ("k-0", "bins"), ("k-0", "essay")]
)
def test_what_cannot_be_chosen_is_told_at_its_field(full, field, text):
    sent = read_draft(show_form(full) | {"p-0-0": "own", field: text}, full)
    with pytest.raises(Refused) as caught:
        merge_draft(sent, full)
    assert caught.value.field == field
    # Most of it is found with everything else that is wrong, and the form can be shown again.
    assert set(find_gaps(sent, full)) == ({field} if field.startswith("s") else set())
    assert show_form(full, draft=sent)[field] == ("choice" if field == "k-0" else text)


EVERY_KIND = """
title = "Every kind"
prior = "flat"
houses = ["Owls", "Larks"]
[[questions]]
id = "tea"
text = "Tea?"
options = ["yes", "no"]
weight = 2
prior = { Owls = [3, 1], Larks = [0.3333333333333333, 4] }
[[questions]]
id = "packs"
text = "What do you pack?"
kind = "several"
options = ["Boots", "Towel"]
prior.Owls = { ticks = [9, 2], people = 10 }
prior.Larks = { ticks = [1, 1], people = 2 }
[[questions]]
id = "rain"
text = "Do you like rain?"
kind = "rating"
scale = [1, 3]
options = ["no", "so so", "yes"]
prior.Owls = { mean = 1.23456789, sd = 0.5, people = 7 }
prior.Larks = { mean = 3, sd = 1, people = 4 }
[[questions]]
id = "bins"
text = "Hours?"
kind = "rating"
scale = [0, 24]
bins = [6, 12]
prior = { Owls = [4, 3, 1], Larks = [1, 1, 3] }
[[questions]]
id = "tall"
text = "How tall?"
kind = "number"
unit = "cm"
log = true
scale = [150.123456789, 200]
prior.Owls = { mean = 170, factor = 1.1, people = 3 }
prior.Larks = { mean = 180, factor = 1.1, people = 3, sd_people = 5 }
[[questions]]
id = "cats"
text = "Cats?"
kind = "count"
prior.Owls = { mean = 5, people = 0.2 }
prior.Larks = { mean = 1.5, people = 6 }
[[questions]]
id = "best"
text = "Which is best?"
kind = "ranking"
options = ["Swim", "Climb"]
prior = { Owls = [1, 3], Larks = [1, 1] }
"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_kind_comes_out_of_the_form_as_it_went_in(language):
    survey = parse_survey(EVERY_KIND, "every kind")
    assert {kind_in_form(question) for question in survey.questions} == {*KINDS, "bins"}
    # A changed text takes nothing else along.
    changed = send(survey, language, q_3="How many hours?")
    assert changed.to_toml() == survey.to_toml().replace("Hours?", "How many hours?")
    np.testing.assert_array_equal(changed.answer_prior, survey.answer_prior)


def test_a_typical_number_beyond_all_answers_is_kept():
    survey = parse_survey(EVERY_KIND.replace("mean = 5,", "mean = 1.00001e100,"), "every kind")
    assert send(survey).to_toml() == survey.to_toml()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_made_in_the_form(full, kind):
    fields = show_form(full, draft=press(draft_survey(full), full, "add-question"))
    fields |= {"q-2": "New?", "k-2": kind, "q-2-0": "a", "q-2-1": "b", "p-2-0": "1", "lo-2": "1", "hi-2": "5"}
    sent = read_draft(fields | {"t-2-1": "4"}, full)
    assert find_gaps(sent, full) == {}
    made = merge_draft(sent, full)
    again = parse_survey(made.to_toml(), "again")
    assert again.to_toml() == made.to_toml()
    assert (again.questions[2].kind, again.questions[2].text) == (kind, "New?")
    number, prior = kind_of(again.questions[2]), again.answer_prior[:, 2]
    expected = [number.expected(again.questions[2], row[: number.n_prior(again.questions[2])]) for row in prior]
    if number.counted:
        assert again.questions[2].options == ("a", "b")
        # The first answer speaks for the second house.
        assert expected[1][0] > expected[0][0] == expected[2][0]
    else:
        assert expected[1] == 4


def test_the_numbers_of_a_rating_can_have_names(full):
    made = send(full, k_0="rating", lo_0="1", hi_0="3", n_0="never\r\n sometimes\r\nalways")
    assert made.questions[0] == Question("tea", "Tea  or coffee?", ("never", "sometimes", "always"), "rating", (1, 3))
    assert send(made).to_toml() == made.to_toml()
    for changes in ({"hi-0": "5"}, {"n-0": "a\nA\nb"}, {"lo-0": "0.5"}, {"n-0": "a\nb\n" + "x" * (LONGEST + 1)}):
        assert set(find_gaps(read_draft(show_form(made) | changes, made), made)) == {"n-0"}
    plain = send(made, n_0="", hi_0="4")
    assert plain.questions[0].options == ("1", "2", "3", "4")
    # Its numbers are answers to choose from, if it becomes a choice.
    assert send(plain, k_0="choice").questions[0] == Question("tea", "Tea  or coffee?", ("1", "2", "3", "4"))


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (["1", "1", "3"], "Doves (set in Advanced)"),
        (["3", "3", "1"], "Owls and Larks (set in Advanced)"),
        (["1", "4", "6"], "Doves and, less, Larks (set in Advanced)"),
        (["2", "2", "2"], "as set in Advanced"),
        (["2", "two", "3"], "as set in Advanced"),
    ],
)
def test_richer_counts_are_told_in_words(full, counts, words):
    options = [DraftOption("yes", counts), DraftOption("no", ["8", "8", "8"])]
    houses = [DraftHouse("Owls"), DraftHouse("Larks"), DraftHouse("Doves")]
    assert str(tell_leanings(DraftQuestion("?", options), houses, full)[0]) == words


def test_those_who_do_not_tick_an_answer_count_as_well(full):
    asked = DraftQuestion("?", [DraftOption("yes", ["3/100", "1"])], "several")
    assert asked.options[0].points_to == "own"
    leaning = tell_leanings(asked, [DraftHouse("Owls"), DraftHouse("Larks")], full)[0]
    assert str(leaning) == "Larks (set in Advanced)"


def small(**changes):
    options = [DraftOption("yes", ["1", "3"]), DraftOption("no", ["3", "1"])]
    return replace(Draft("", [DraftHouse("A"), DraftHouse("B")], [DraftQuestion("?", options)]), **changes)


@pytest.mark.parametrize(
    "action",
    ["", "add", "explode", "add-planet", "remove-question-7", "remove-option-0-9", "add-option-x", "add-house-1"],
)
def test_buttons_that_do_not_exist_are_refused(action):
    with pytest.raises(Refused, match=r"Look at the form again|Reload the page"):
        press(small(), start_survey("Drinks"), action)


def test_limits_are_named():
    with pytest.raises(Refused, match="You have reached the limit of 1 questions"):
        press(small(), start_survey("Drinks"), "add-question", most=1)
    houses = [DraftHouse(f"H{h}") for h in range(MOST_HOUSES)]
    with pytest.raises(Refused, match="You have reached the limit of 20 groups"):
        press(small(houses=houses, questions=[]), start_survey("Drinks"), "add-house")
    many = [DraftOption(f"{o}", ["1"] * 2) for o in range(20)]
    with pytest.raises(Refused, match="You have reached the limit of 20 answers"):
        press(small(questions=[DraftQuestion("?", many, typical=["", ""])]), start_survey("Drinks"), "add-option-0")


def test_the_form_never_sends_more_than_is_read(full, monkeypatch):
    draft = draft_survey(full)
    # Besides these: the survey that it began from, and the description.
    assert len(show_form(full)) == count_fields(draft) + 2
    monkeypatch.setattr("bayeshat.web.core.builder_form.MOST_FIELDS", count_fields(draft) + 3)
    for action in ("add-house", "add-question", "add-option-0"):
        with pytest.raises(Refused, match="size that can be built in the browser"):
            press(draft, full, action)


def test_gaps_are_found_at_their_fields():
    base = start_survey("Drinks")
    alone = small(houses=[DraftHouse("A")], questions=[])
    assert set(find_gaps(alone, base)) == {"add-house", "add-question"}
    twins = small(houses=[DraftHouse("A", "#12"), DraftHouse("a")])
    twins.questions += [DraftQuestion(" ? ", [DraftOption("x" * (LONGEST + 1), ["1", "1"])])]
    gaps = find_gaps(twins, base)
    assert set(gaps) == {"c-0", "h-1", "q-1", "add-option-1", "q-1-0"}
    assert "two groups called a" in str(gaps["h-1"])
    sent = read_draft({"h-0": "A\0", "h-1": "B", "q-0": "\ud800?", "q-0-0": "yes", "q-0-1": "no"}, base)
    wrong = find_gaps(sent, base)
    assert set(wrong) == {"h-0", "q-0"}
    assert "Your text contains invalid characters" in str(wrong["h-0"])
    # It can be shown again.
    assert sent.questions[0].text.encode()


def test_positions_outside_the_survey_are_new_rows(full):
    fields = {"h-0": "A", "was-h-0": "7", "h-3": "B", "was-h-3": "x", "q-0": "?", "was-q-0": "9", "q-0-0": "yes"}
    draft = read_draft(fields | {"was-q-0-0": "0"}, full)
    assert [house.was for house in draft.houses] == [None, None]
    assert draft.questions == [DraftQuestion("?", [DraftOption("yes", ["1", "1"])], typical=["", ""])]


def test_a_first_draft_is_told_apart():
    survey = start_survey("Drinks")
    assert survey.is_informative
    assert np.allclose(survey.membership_prior, 0.3)


def test_text_is_cleaned_of_what_cannot_be_seen():
    assert clean_text("A\u202enn\x00\ud800 \u00a0 Lee\n") == "Ann Lee"
    # Signs that join letters belong to names.
    assert clean_text("می\u200cخواهم") == "می\u200cخواهم"
    assert clean_text("Ame\u0301lie") == "Amélie"


def test_the_option_for_empty_answers_follows_its_text(full):
    first = replace(full.questions[0], blank="neither", unknown="blank")
    survey = replace(full, questions=(first, full.questions[1])).validate()
    assert send(survey).to_toml() == survey.to_toml()
    assert send(survey, q_0_2="nothing").questions[0].blank == "nothing"
    removed = merge_draft(press(draft_survey(survey), survey, "remove-option-0-2"), survey)
    assert (removed.questions[0].options, removed.questions[0].blank) == (("tea", "coffee"), "")
    assert removed.questions[0].unknown == "blank"

"""Sorted people to show: small, quick, and awkward."""

from dataclasses import replace
from functools import cache, wraps

import numpy as np

import bayeshat as bh
from bayeshat.kinds.table import flat_priors
from bayeshat.survey.spec import parse_survey
from bayeshat.words.voice import DEFAULT, in_python, speaking

# Few starts: under rules, the search takes as much time as it has starts.
QUICK = {"draws": 50, "tune": 50, "max_draws": 50, "chains": 2, "starts": 2}
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "محمد عبد الله",
    "\u202eright to left",
    "👩‍👩‍👧 family",
    "x" * 200,
    "\"quoted\" & 'single'",
    "</style><b>bold</b>",
    "]]> --> {{ 7 * 7 }} {% raise %}",
    "half a character \ud800",
    "Ann",
    "Bo",
)


def kept(make):
    """Make each result once, in English: the test that asks for it first may speak another language."""

    @cache
    @wraps(make)
    def make_in_english(*arguments, **options):
        with speaking(in_python, DEFAULT):
            return make(*arguments, **options)

    return make_in_english


def quick_result(survey, answers, target="balanced", **options):
    """Return sorted people, whose answers are taken to separate them: of noise, little can be shown."""
    result = bh.sort_people(survey, answers, target, rng=1, **QUICK, **options)
    separation = replace(result.checks.separation, is_noise=False)
    return replace(result, checks=replace(result.checks, separation=separation))


@kept
def houses(n_people=21, loss="vi"):
    """Return people in the survey's four houses."""
    survey = bh.Survey.load("hogwarts")
    return quick_result(survey, bh.simulate(survey, n_people, rng=1).answers, loss=loss)


@kept
def hostile():
    """Return people in two groups that mean nothing, with names that try to be markup and some questions unanswered."""
    hogwarts = bh.Survey.load("hogwarts")
    codes = bh.simulate(hogwarts, len(HOSTILE), rng=2, missing=0.3).answers.codes
    codes[0] = -1
    groups = (bh.Cluster("<b>one</b>"), bh.Cluster("two & more"))
    prior = np.where(hogwarts.answer_prior[:2] > 0, 1.0, 0.0)
    survey = bh.Survey(hogwarts.title, hogwarts.questions, groups, prior, np.ones(2))
    return quick_result(survey, bh.Answers(codes, HOSTILE), {"<b>one</b>": 6, "two & more": 6})


@kept
def two_groups():
    """Return people in two groups, neither of which is one of the survey's four houses."""
    survey = bh.Survey.load("hogwarts")
    return quick_result(survey, bh.simulate(survey, 12, rng=1).answers, [6, 6])


@kept
def flat():
    """Return people of a survey that says nothing about its groups."""
    people = range(24)
    table = {f"Question {q}": [["yes", "no", "<i>maybe</i>"][(i * 7 + q * 3) % 3] for i in people] for q in range(4)}
    survey = bh.Survey.from_answers(table, n_clusters=3)
    return quick_result(survey, bh.read_answers(table, survey))


@kept
def high_ratings():
    """Return people of a survey made of their own ratings, mostly high, in three groups where they make only two."""
    people = range(18)
    liked = ("tea", "dogs", "snow")
    table = {f"I like {liked[q]}": [5 - 3 * (i % 6 == 3) - (i + q) % 2 for i in people] for q in range(3)}
    survey = bh.Survey.from_answers(table, n_clusters=3)
    return quick_result(survey, bh.read_answers(table, survey))


@kept
def unnamed(seed):
    """Return people of the paper's even design, sorted by their answers alone into two, three or four groups."""
    survey, n_people, n_groups = bh.Survey.load("simulation-even"), 12 + seed, 2 + seed % 3
    answers = bh.simulate(survey, n_people, rng=seed).answers
    blank = replace(survey, answer_prior=flat_priors(survey.questions, 3), membership_prior=np.ones(3))
    return quick_result(blank, answers, np.bincount(np.arange(n_people) % n_groups).tolist())


@kept
def many_groups(n_groups=16):
    """Return people in many groups."""
    questions = tuple(bh.Question(f"q{q}", f"Question {q}?", ("A", "B", "C")) for q in range(4))
    clusters = tuple(bh.Cluster(f"House {k}") for k in range(n_groups))
    prior = np.random.default_rng(1).gamma(1.0, 1.0, (n_groups, 4, 3)) + 0.1
    survey = bh.Survey("Many", questions, clusters, prior, np.full(n_groups, 0.3))
    return quick_result(survey, bh.simulate(survey, 2 * n_groups, rng=1).answers)


@kept
def one_person():
    """Return a single person, with nobody to be together with."""
    survey = bh.Survey.load("hogwarts")
    answers = bh.simulate(survey, 4, rng=1).answers
    return quick_result(survey, bh.Answers(answers.codes[:1], ("Only",)), None)


RULES = {
    "pin": {
        "Person 01": {"groups": "Ravenclaw", "reason": "brings the key"},
        "Person 02": ["Slytherin", "Ravenclaw"],
    },
    "bar": {"Person 05": "Slytherin"},
    "apart": [["Person 02", "Person 03"]],
    "spread": ["year"],
    "wish": {"Person 04": ["Slytherin", "Ravenclaw"], "Person 06": "Gryffindor"},
    "companion": {"Person 07": "Person 09"},
    "stay": [
        {
            "groups": {f"Person {n:02}": "Hufflepuff" for n in range(10, 20)},
            "weight": 0.01,
            "reason": "last <b>year</b>",
        }
    ],
}


@kept
def placed():
    """Return people of whom half were placed before, some of them against their answers, and one is pinned besides."""
    survey = bh.Survey.load("hogwarts")
    answers = bh.simulate(survey, 16, rng=1).answers
    before = {name: survey.cluster_names[n % 4] for n, name in enumerate(answers.names[:8])}
    pins = {name: before[name] for name in answers.names[:1]}
    return bh.place_people(survey, answers, before, rules={"pin": pins}, rng=1, **QUICK)


@kept
def ruled():
    """Return people with rules of many kinds, further columns, and somebody who answered nothing."""
    survey = bh.Survey.load("hogwarts")
    drawn = bh.simulate(survey, 21, rng=1).answers
    codes = drawn.codes.copy()
    codes[4] = -1
    extra = {
        "E-Mail": tuple(f"p{n}@example.org" for n in range(21)),
        "year": tuple("12"[n % 2] for n in range(21)),
        "=cmd": ("=1+1",) * 21,
    }
    return quick_result(survey, bh.Answers(codes, drawn.names, extra), rules=RULES)


MIXED = """
title = "Camp"
[[houses]]
name = "Sea"
[[houses]]
name = "Hills"
[[questions]]
id = "height"
text = "How tall are you?"
kind = "number"
unit = "cm"
prior.Sea = { mean = 165, sd = 5, people = 20 }
prior.Hills = { mean = 185, sd = 5, people = 20 }
[[questions]]
id = "income"
text = "What do you earn?"
kind = "number"
log = true
prior.Sea = { mean = 20000, factor = 1.3, people = 20 }
prior.Hills = { mean = 40000, factor = 1.3, people = 20 }
[[questions]]
id = "walks"
text = "How many walks a week?"
kind = "count"
prior.Sea = { mean = 1, people = 20 }
prior.Hills = { mean = 5, people = 20 }
[[questions]]
id = "mood"
text = "How do you like rain?"
kind = "rating"
options = ["not at all", "a little", "a lot"]
prior.Sea = { mean = 1.5, sd = 0.6, people = 20 }
prior.Hills = { mean = 2.5, sd = 0.6, people = 20 }
[[questions]]
id = "packs"
text = "What do you pack?"
kind = "several"
options = ["Boots", "Towel", "Rope"]
prior.Sea = { ticks = [2, 18, 1], people = 20 }
prior.Hills = { ticks = [18, 6, 10], people = 20 }
[[questions]]
id = "rank"
text = "Rank these"
kind = "ranking"
options = ["Swim", "Climb", "Rest"]
prior.Sea = [14, 2, 4]
prior.Hills = [2, 14, 4]
[[questions]]
id = "tea"
text = "Tea or coffee?"
options = ["Tea", "Coffee"]
prior = "flat"
"""


@kept
def mixed_kinds(n_people=40):
    """Return people with answers of all kinds, some of them missing, and their true houses."""
    survey = parse_survey(MIXED, "a text")
    drawn = bh.simulate(survey, n_people, own=30, rest=0.1, rng=3, missing=0.1)
    return quick_result(survey, drawn.answers), drawn


SEVERAL = """
title = "Breakfast"
[[houses]]
name = "Larks"
[[houses]]
name = "Owls"
[[questions]]
text = "Which of these do you eat?"
kind = "several"
options = ["Eggs", "Bread", "Fruit"]
prior.Larks = { ticks = [8, 4, 1], people = 13 }
prior.Owls = { ticks = [1, 4, 8], people = 13 }
[[questions]]
text = "Tea or coffee?"
options = ["Tea", "Coffee"]
prior.Larks = [6, 4]
prior.Owls = [4, 6]
"""


@kept
def several():
    """Return people who gave none, one or several answers to the first of two questions."""
    survey = parse_survey(SEVERAL, "a text")
    table = {
        "name": ["Ann", "Bo", "Cy", "Di", "Ed", "Fay"],
        "Which of these do you eat?": ["Eggs; Bread", "Fruit", "", "Bread; Fruit", "Eggs", "Eggs; Bread; Fruit"],
        "Tea or coffee?": ["Tea", "Coffee", "Tea", "Coffee", "", "Tea"],
    }
    return quick_result(survey, bh.read_answers(table, survey))

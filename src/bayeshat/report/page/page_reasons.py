"""The part of the report that says why: what each group answered, and which answers spoke for somebody's place."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..reasons import FAINT, Profiles, group_profiles, option_strengths, strongest_answers
from ..result import Result
from .page_people import group_titles, percent

Array = np.ndarray

# With more people than this, nobody's own answers are listed.
LISTED_PEOPLE = 300
# With more people than this, nobody's explanation is written down either.
MOST_EXPLAINED = 5000
# Rows of all tables of answers together; beyond, only the most telling questions are shown.
LISTED_ROWS = 2000
# Rows up to which these tables are unfolded.
OPEN_ROWS = 400
# Options named for each group, if at least so many times as probable there as elsewhere.
NAMED = 3
TELLING = 1.25


def describe_reasons(result: Result) -> dict[str, Any]:
    """Return what speaks for each group, the answers to each question by group, and each person's telling answers."""
    profiles = group_profiles(result)
    strengths = option_strengths(profiles)
    named = [_name_options(strengths[g], profiles.counts[g]) for g in range(len(strengths))]
    questions, left_out = _choose_questions(result, strengths)
    rows = len(strengths) * sum(len(result.survey.questions[q].options) for q in questions)
    return {
        "groups": [_describe_group(result, profiles, strengths, g, named[g]) for g in range(len(strengths))],
        "questions": [_describe_question(result, profiles, named, q) for q in questions],
        "left_out": left_out,
        "unfolded": rows <= OPEN_ROWS,
        "people": _describe_people(result, strengths),
        "listed_people": LISTED_PEOPLE,
        "explained": result.decision.n_people <= MOST_EXPLAINED,
    }


def _name_options(strengths: Array, counts: Array) -> list[tuple[int, int]]:
    """Return the options (question, option) that speak most for a group, the strongest first.

    An answer that no member gave has put nobody there.
    """
    strengths = np.where(counts > 0, strengths, 0.0)
    order = np.argsort(-strengths, axis=None, kind="stable")[:NAMED]
    pairs = zip(*np.unravel_index(order, strengths.shape), strict=True)
    return [(int(q), int(v)) for q, v in pairs if strengths[q, v] >= math.log(TELLING)]


def _choose_questions(result: Result, strengths: Array) -> tuple[list[int], int]:
    """Return the questions to show, in order, and how many are left out: those that tell groups apart least."""
    n_options = result.survey.n_options
    telling = np.argsort(-np.abs(strengths).max(axis=(0, 2)), kind="stable")
    rows = np.cumsum(n_options[telling] * len(strengths))
    kept = telling[: max(int((rows <= LISTED_ROWS).sum()), 1)]
    return sorted(kept.tolist()), len(n_options) - len(kept)


def _describe_group(
    result: Result, profiles: Profiles, strengths: Array, g: int, named: list[tuple[int, int]]
) -> dict[str, Any]:
    options = []
    for q, v in named:
        question = result.survey.questions[q]
        answered = int(profiles.counts[g, q].sum())
        options.append(
            {
                "number": q + 1,
                "question": question.text,
                "option": question.options[v],
                "count": int(profiles.counts[g, q, v]),
                "answered": answered,
                "several": question.kind == "several",
                "times": times(strengths[g, q, v]),
            }
        )
    return {"g": g, "name": group_titles(result)[g], "options": options}


def _describe_question(
    result: Result, profiles: Profiles, named: list[list[tuple[int, int]]], q: int
) -> dict[str, Any]:
    question, names = result.survey.questions[q], group_titles(result)
    answered = profiles.counts[:, q].sum(axis=1)
    options = []
    for v, option in enumerate(question.options):
        rows = []
        for g, name in enumerate(names):
            share = profiles.counts[g, q, v] / answered[g] if answered[g] else None
            rows.append(
                {
                    "g": g,
                    "name": name,
                    "count": int(profiles.counts[g, q, v]),
                    "share": "no answer" if share is None else percent(float(share)),
                    "width": 0.0 if share is None else round(100 * float(share), 1),
                    "prior": percent(float(profiles.prior[g, q, v])),
                    "mark": round(100 * float(profiles.prior[g, q, v]), 1),
                    "posterior": percent(float(profiles.posterior[g, q, v])),
                    "speaks": (q, v) in named[g],
                }
            )
        options.append({"text": option, "rows": rows})
    missing = int((result.answers.chosen(q) < 0).all(axis=1).sum())
    several = question.kind == "several"
    return {"number": q + 1, "text": question.text, "options": options, "missing": missing, "several": several}


def _describe_people(result: Result, strengths: Array) -> list[dict[str, Any]]:
    """Return everybody's answers that spoke most for their group, group by group; nobody's if people are many."""
    if result.decision.n_people > LISTED_PEOPLE or len(strengths) < 2:
        return []
    speaking = strongest_answers(result, strengths, NAMED)
    unanswered = np.all(result.answers.codes < 0, axis=1)
    groups = []
    for g, name in enumerate(group_titles(result)):
        rows = []
        for n in np.flatnonzero(result.decision.labels == g).tolist():
            answers = [
                {"number": answer.number, "option": answer.option, "times": times(answer.strength)}
                for answer in speaking[n]
                if answer.strength >= FAINT
            ]
            rows.append({"name": result.names[n], "answers": answers, "unanswered": bool(unanswered[n])})
        groups.append({"g": g, "name": name, "rows": rows})
    return groups


def times(strength: float) -> str:
    """Return a log ratio as people say it: how many times as common."""
    ratio = math.exp(strength)
    return "over 100" if ratio > 100 else f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"

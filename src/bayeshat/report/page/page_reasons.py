"""The part of the report that says why: what each group answered, and which answers spoke for somebody's place."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...kinds.number import NumberKind
from ...kinds.question import Question
from ...kinds.table import kind_of
from ...words.message import Message
from ...words.phrases import tell_figures, tell_share
from ..reasons import (
    FAINT,
    Profile,
    Reasons,
    answer_strengths,
    find_reasons,
    given_strengths,
    group_profiles,
    option_strengths,
    strongest_answers,
    tell_times,
)
from ..result import Result
from .page_people import group_titles

Array = np.ndarray

# With more people than this, nobody's own answers are listed.
LISTED_PEOPLE = 300
# With more people than this, nobody's explanation is written down either.
MOST_EXPLAINED = 5000
# Rows of all tables of answers together; beyond, only the most telling questions are shown.
LISTED_ROWS = 2000
# Rows up to which these tables are unfolded.
OPEN_ROWS = 400
# Options are named for a group if they are this many times as probable there as elsewhere.
NAMED = 3
TELLING = 1.25


def describe_reasons(result: Result) -> dict[str, Any]:
    """Return what speaks for each group, the answers to each question by group, and each person's telling answers."""
    profiles = group_profiles(result)
    reasons = find_reasons(result, profiles)
    rows = _row_strengths(result, profiles)
    named = [_name_rows(rows, g) for g in range(len(result.decision.names))]
    questions, left_out = _choose_questions(rows)
    return {
        "groups": [_describe_group(result, profiles, rows, g, named[g]) for g in range(len(named))],
        "questions": [_describe_question(result, profiles, named, q) for q in questions],
        "left_out": left_out,
        "unfolded": sum(rows[q].size for q in questions) <= OPEN_ROWS,
        "people": _describe_people(result, reasons),
        "are_odds": reasons.others is not None,
        "listed_people": LISTED_PEOPLE,
        "explained": result.decision.n_people <= MOST_EXPLAINED,
    }


def _row_strengths(result: Result, profiles: list[Profile]) -> list[Array]:
    """Return for each question how strongly its rows speak for each group, (G, R).

    A mean speaks for a group as strongly as its members' numbers do on average. An answer that no member gave has put
    nobody there.
    """
    weights = np.array([question.weight for question in result.survey.questions])
    strengths = zip(answer_strengths(result, profiles), result.answers.questions, strict=True)
    blank = np.zeros((len(result.decision.names), len(weights)))
    given = given_strengths(result, Reasons([weights[q] * table for table, q in strengths], blank))
    labels, rows = result.decision.labels, []
    for q, (question, profile) in enumerate(zip(result.survey.questions, profiles, strict=True)):
        if not kind_of(question).counted:
            own = given[:, result.answers.questions == q]
            sums = np.array([own[labels == g].sum() for g in range(len(profile.answered))])
            rows.append((sums / np.maximum(profile.answered, 1))[:, None])
        else:
            rows.append(np.where(profile.given > 0, option_strengths(profile.posterior), 0.0))
    return rows


def _name_rows(rows: list[Array], g: int) -> list[tuple[int, int]]:
    """Return the rows (question, row) that speak most for a group, the strongest first."""
    found = [(float(value), q, r) for q, table in enumerate(rows) for r, value in enumerate(table[g])]
    found.sort(key=lambda one: -one[0])
    return [(q, r) for value, q, r in found[:NAMED] if value >= math.log(TELLING)]


def _choose_questions(rows: list[Array]) -> tuple[list[int], int]:
    """Return the questions to show, in order, and how many are left out: those that tell groups apart least."""
    telling = np.argsort([-np.abs(table).max(initial=0.0) for table in rows], kind="stable")
    total = np.cumsum([rows[q].size for q in telling])
    kept = telling[: max(int((total <= LISTED_ROWS).sum()), 1)]
    return sorted(kept.tolist()), len(rows) - len(kept)


def _describe_group(
    result: Result, profiles: list[Profile], rows: list[Array], g: int, named: list[tuple[int, int]]
) -> dict[str, Any]:
    options = []
    for q, r in named:
        question, profile = result.survey.questions[q], profiles[q]
        kind, answered = kind_of(question), int(profile.answered[g])
        if isinstance(kind, NumberKind):
            mean = tell_figures(kind.show_mean(question, float(profile.given[g, r])))
            option: str | Message = Message("report-average", mean=mean)
            counted = Message("report-mean-of", count=answered)
        else:
            option = kind.rows(question)[r]
            counted = Message("report-counted", count=int(profile.given[g, r]), answered=answered)
        told = {"number": q + 1, "question": question.text, "option": option, "counted": counted}
        options.append(told | {"times": tell_times(float(rows[q][g, r]))})
    return {"g": g, "name": group_titles(result)[g], "options": options}


def _describe_question(
    result: Result, profiles: list[Profile], named: list[list[tuple[int, int]]], q: int
) -> dict[str, Any]:
    question, profile, names = result.survey.questions[q], profiles[q], group_titles(result)
    kind = kind_of(question)
    means = not kind.counted
    low, high = _ends(question, profile) if means else (0.0, 1.0)

    def show(value: float) -> str | Message:
        return tell_figures(kind.show_mean(question, value)) if isinstance(kind, NumberKind) else tell_share(value)

    options = []
    for r, row in enumerate(kind.rows(question)):
        told = []
        for g, name in enumerate(names):
            answered = int(profile.answered[g])
            given = float(profile.given[g, r]) if means else float(profile.given[g, r]) / max(answered, 1)
            prior, posterior = float(profile.prior[g, r]), float(profile.posterior[g, r])
            told.append(
                {
                    "g": g,
                    "name": name,
                    "count": answered if means else int(profile.given[g, r]),
                    "share": show(given) if answered else Message("report-no-answer"),
                    "width": round(100 * (given - low) / (high - low), 1) if answered else 0.0,
                    "prior": show(prior),
                    "mark": round(100 * min(max((prior - low) / (high - low), 0.0), 1.0), 1),
                    "posterior": show(posterior),
                    "speaks": (q, r) in named[g],
                }
            )
        options.append({"text": Message("report-mean") if means else row, "rows": told})
    missing = int((result.answers.chosen(q) < 0).all(axis=1).sum())
    return {
        "number": q + 1,
        "text": question.text,
        "options": options,
        "missing": missing,
        "several": kind.many_answers,
        "gave_it": Message("report-gave-number") if means else kind.gave_it,
        "means": means,
    }


def _ends(question: Question, profile: Profile) -> tuple[float, float]:
    """Return the ends of the bars: a rating's scale, or the least and the largest of all means, a little apart."""
    if question.kind == "rating" and question.scale is not None:
        return question.scale
    values = np.concatenate([profile.given, profile.prior, profile.posterior], axis=None)
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    room = (high - low or abs(high) or 1.0) / 10
    return low - room, high + room


def _describe_people(result: Result, reasons: Reasons) -> list[dict[str, Any]]:
    """Return everybody's answers that spoke most for their group, group by group; nobody's if people are many."""
    if result.decision.n_people > LISTED_PEOPLE or len(result.decision.names) < 2:
        return []
    speaking = strongest_answers(result, reasons, NAMED)
    unanswered = np.all(result.answers.codes < 0, axis=1)
    groups = []
    for g, name in enumerate(group_titles(result)):
        rows = []
        for n in np.flatnonzero(result.decision.labels == g).tolist():
            answers = [
                {"number": answer.number, "option": answer.words, "times": tell_times(answer.strength)}
                for answer in speaking[n]
                if answer.strength >= FAINT
            ]
            rows.append({"name": result.names[n], "answers": answers, "unanswered": bool(unanswered[n])})
        groups.append({"g": g, "name": name, "rows": rows})
    return groups

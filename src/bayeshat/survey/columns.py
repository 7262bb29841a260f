"""Which columns of a table answer which question."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import AnswersError
from ..kinds.question import Question
from ..kinds.table import kind_of
from ..tables.table import Column, Table
from ..tables.text import clip, is_blank, listed, nearest, normalise, quoted
from ..words.message import Message
from .exports.form_tool import ADDED, WRITTEN
from .parts import are_places, find_labels, is_ticked, join_places, join_ranks, join_ticks, place_of, says_yes_or_no
from .spec import Survey

# Headings listed in one line.
_LISTED = 20


def match_questions(table: Table, survey: Survey) -> tuple[list[Column], list[Column]]:
    """Return the column of each question, and all columns of the table that these are made of; or report all missing.

    A question with several answers may have one column per option, a ranking one per place or option; these are put
    together.
    """
    by_heading: dict[str, list[Column]] = {}
    by_text: dict[str, list[Column]] = {}
    for column in table.columns:
        for key in dict.fromkeys(map(normalise, filter(None, (column.heading, column.code)))):
            by_heading.setdefault(key, []).append(column)
        if column.text and not column.role:
            by_text.setdefault(normalise(column.text), []).append(column)
    matched: list[Column] = []
    used: list[Column] = []
    missing: list[Question] = []
    ids = {normalise(question.id) for question in survey.questions}
    for question in survey.questions:
        # A column headed by the id of one question does not answer another question of that text.
        keys = dict.fromkeys((normalise(question.id), *({normalise(question.text)} - ids)))
        # A form's text says more than its code: its Q1 may ask for names, and not be the survey's q1.
        found = by_text.get(normalise(question.text), [])
        if len(found) != 1:
            named = [column for key in keys for column in by_heading.get(key, [])]
            found = list(dict.fromkeys(named)) or found
        if len(found) > 1:
            headings = quoted(column.heading for column in found)
            told = {"table": table.origin, "question": clip(question.text), "count": len(found), "headings": headings}
            raise AnswersError(Message("reading-two-columns", **told))
        parts = found or _find_parts(table, question, set(keys))
        if parts:
            matched.append(found[0] if found else _join_parts(parts, question, table))
            used += parts
        else:
            missing.append(question)
    if missing:
        raise _missing(table, survey, missing, used)
    return matched, used


def _find_parts(table: Table, question: Question, keys: set[str]) -> list[Column]:
    """Return the columns of a question that has one column per option, or a ranking's one per place."""
    holds = kind_of(question).in_parts
    if not holds:
        return []
    parts = [column for column in table.columns if keys & set(map(normalise, column.of))]
    options = set(map(normalise, question.options))
    if parts:
        # A column of people's own words, or that nobody chose, counts only if the survey has an option of its name.
        return [c for c in parts if options & set(map(normalise, c.parts)) or (c.role != WRITTEN and is_ticked(c))]
    # Typeform and people head such columns with the options alone, or with "1st choice", "2nd choice".
    if holds == "ticks":
        alone = [c for c in table.columns if normalise(c.heading) in options and says_yes_or_no(c)]
    else:
        places = [column for column in table.columns if place_of(column.heading) is not None]
        alone = [c for c in places if {normalise(value) for value in c.values if not is_blank(value)} <= options]
    return alone if len(alone) > 1 else []


def _join_parts(parts: Sequence[Column], question: Question, table: Table) -> Column:
    """Return one column from the columns of options or places."""
    ranks = kind_of(question).in_parts == "places"
    if ranks and are_places(parts):
        return join_places(parts)
    labels = find_labels(parts, question.options)
    if labels is None:
        example = clip(f"{question.id} [{question.options[0]}]")
        headings = quoted(column.heading for column in parts)
        told = {"table": table.origin, "question": clip(question.text), "headings": headings, "example": example}
        raise AnswersError(Message("reading-parts-unclear", **told))
    return join_ranks(parts, labels) if ranks else join_ticks(parts, labels)


def _missing(table: Table, survey: Survey, missing: Sequence[Question], used: Sequence[Column]) -> AnswersError:
    others = [column for column in table.columns if column not in used and column.heading and column.role != ADDED]
    spare = [column.text or column.heading for column in others]
    headings = listed([Message("words-quoted", text=clip(heading)) for heading in spare])
    told = {"table": table.origin, "others": len(spare), "headings": headings}
    if not used:
        example = {"key": clip(missing[0].id), "question": clip(missing[0].text)}
        some = quoted(spare[:_LISTED])
        return AnswersError(Message("reading-no-question", survey=clip(survey.title), some=some, **told, **example))
    lines = []
    for question in missing:
        near = nearest(question.text, spare, cutoff=0.6) or nearest(question.id, spare, cutoff=0.7)
        hint = Message("reading-near-heading", heading=clip(near)) if near else Message("reading-no-heading-near")
        lines.append(Message("reading-missing", key=clip(question.id), question=clip(question.text), hint=hint))
    return AnswersError(Message("reading-no-columns", questions=listed(lines), **told))

"""A survey inferred from answers alone."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import AnswersError, SurveyError
from ..kinds.number import note_dont_know
from ..kinds.question import Question
from ..kinds.table import flat_priors, kind_of
from ..tables.dates import read_times
from ..tables.numbers import read_numbers, show_number
from ..tables.person_columns import find_names, heading_kind, no_such_heading, plain_heading, read_names
from ..tables.reading import lacks_headings, tell_headings
from ..tables.table import Column, Table
from ..tables.text import RECOGNISED, clip, free_heading, is_blank, listed, nearest, normalise, quoted, quoted_some
from ..words.message import Message, Setting, join, join_some
from ..words.phrases import title_of
from .blanks import telling_blanks
from .choices import find_choices
from .cluster import Cluster
from .exports.form_tool import ADDED
from .exports.recognise import read_form
from .exports.typeform import TYPEFORM
from .infer_question import complete_scales, infer_question, whole_numbers
from .named_people import name_people
from .parts import are_places, are_ticks, hold_places, join_places, join_ranks, join_ticks, own_label, parts_by_question
from .people import TIME_HEADINGS
from .scales import read_alike
from .toml import DEFAULT_MEMBERSHIP_PRIOR

# Columns that form tools add by themselves.
_BOOKKEEPING = TIME_HEADINGS | {"ip address"}
# Headings of a column that says which group people are in.
_KNOWN_GROUPS = frozenset(RECOGNISED["group"])
_BEFORE_GROUP = frozenset(RECOGNISED["group_before"])
# Beside such a column, one that at least this share of people leave empty tells of the group.
_NEARLY_EMPTY = 0.9
# Names of groups with fewer letters than this may be answers to many questions.
_TELLING = 4
# Headings of how long people took, with a unit behind it or not.
_DURATIONS = frozenset(RECOGNISED["duration"])
_UNIT = re.compile(r"\s*(?:[(\[]\s*(?:in )?\w+\s*[)\]]|\bin \w+)$")
_TIME_WORD, _PAGE_WORD = ("|".join(map(re.escape, RECOGNISED[key])) for key in ("duration_word", "page_word"))
_PAGE_TIME = re.compile(
    rf"(?:{_PAGE_WORD})\s*\d+\s*(?:{_TIME_WORD})|(?:{_TIME_WORD})\s*(?:(?:per|on|for|of|pro|für|auf|par|por)\s+)?"
    rf"(?:{_PAGE_WORD})\s*\d*"
)
_CLOCK = re.compile(r"\d+:\d\d(?::\d\d)?")
# Headings of a column of remarks, and how such headings begin.
_REMARKS = frozenset(RECOGNISED["remarks"])
_ASK_REMARKS = ("anything else", "any other", "any comments", "is there anything", "noch etwas", "gibt es noch etwas")
# This many different days may still be options to choose from.
_FEW_DAYS = 5
# More columns that a form tool adds by itself than this are reported together.
_FEW_ADDED = 4
# This many tick columns without a question's text are reported: they may be two questions with two options each.
_MAY_BE_TWO = 4
# With more questions than people, and more than this, each column may be a person.
_MANY_QUESTIONS = 9
# Kinds of questions that are more than a choice, so that a note tells them; and how many of each it names.
_TOLD = ("rating", "several", "number", "count", "ranking")
_MOST_NAMED = 5
_SHORT_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}")


def infer_fields(
    source: Any,
    houses: int | Sequence[str],
    name_column: str | None,
    only: Sequence[str] = (),
    skip: Sequence[str] = (),
    headings: bool = True,
    known: str | None = None,
) -> dict[str, Any]:
    """Return the fields of a `Survey` whose questions are the columns that look like questions; priors are flat."""
    clusters = _clusters(houses)
    table = read_form(source, headings=headings)
    naming = find_names(table, name_column)
    columns = _put_together(table, naming)
    _check_headings(table, columns, only, "only")
    _check_headings(table, columns, skip, "skip")
    _check_headings(table, columns, [] if known is None else [known], "known")
    people = [name for name in read_names(naming) if name] if naming is not None else []
    wanted, unwanted = set(map(normalise, only)), set(map(normalise, skip))
    in_group = set() if known is None else {normalise(known)}
    questions, left_out, not_read = _choose(table, columns, people, wanted, unwanted, in_group)
    if not questions:
        told = {"table": table.origin, "count": len(left_out), "columns": listed(left_out)}
        choices = find_choices({column.heading: column.texts() for column in columns})
        if choices:
            first = {"heading": clip(choices[0][0]), "wishes": Setting("wishes", choices[0][0])}
            raise AnswersError(Message("survey-only-choices", **told, **first))
        raise AnswersError(Message("survey-no-question", **told))
    notes = [Message("survey-left-out", columns=join(left_out, "semicolon"))] if left_out else []
    is_table = isinstance(source, str | os.PathLike | Table)
    title = Message("survey-title", table=table.origin) if is_table else Message("survey-title-answers")
    n_people = len(table.row_numbers)
    if len(questions) > max(n_people, _MANY_QUESTIONS):
        notes.append(Message("survey-more-questions", questions=len(questions), people=n_people))
    return {
        "title": str(title),
        "questions": tuple(questions),
        "clusters": clusters,
        "answer_prior": flat_priors(questions, len(clusters)),
        "membership_prior": np.full(len(clusters), DEFAULT_MEMBERSHIP_PRIOR),
        "learns_favourites": True,
        "notes": (*_assumptions(table, questions), *notes, *_tell_kinds(questions), *not_read),
    }


def _tell_kinds(questions: Sequence[Question]) -> list[Message]:
    """Return which columns were taken for more than a choice."""
    told = []
    for kind in _TOLD:
        names = [_name_with_ends(question) for question in questions if question.kind == kind]
        told += [Message(f"survey-taken-as-{kind}", questions=join_some(names, _MOST_NAMED))] if names else []
    return [Message("survey-taken", kinds=join(told, "semicolon"))] if told else []


def _name_with_ends(question: Question) -> Message:
    """Return a question's text and, of a rating, the ends of its scale."""
    if question.kind != "rating":
        return Message("words-quoted", text=clip(question.text))
    ends = list(question.options) or list(map(show_number, question.scale or ()))
    return Message("survey-scale", question=clip(question.text), low=ends[0], high=ends[-1])


def _assumptions(table: Table, questions: Sequence[Question]) -> list[Message]:
    """Return which tick columns were taken for one question, where they may be two."""
    if table.tool != TYPEFORM.name:
        return []
    return [
        Message("survey-one-question", options=quoted(question.options))
        for question in questions
        if kind_of(question).many_answers and len(question.options) >= _MAY_BE_TWO
    ]


def _clusters(houses: int | Sequence[str]) -> tuple[Cluster, ...]:
    if isinstance(houses, Sequence) and not isinstance(houses, str):
        return tuple(Cluster(name) for name in houses)
    if isinstance(houses, bool) or not isinstance(houses, int | np.integer) or houses < 1:
        raise SurveyError(Message("survey-houses", got=repr(houses)))
    return tuple(Cluster(str(title_of(str(k)))) for k in range(1, houses + 1))


def _check_headings(table: Table, columns: Sequence[Column], wanted: Sequence[str], option: str) -> None:
    known = {normalise(name): name for column in columns for name in column.names}
    for heading in wanted:
        if normalise(heading) not in known:
            near = nearest(heading, list(known.values()), cutoff=0.5)
            raise AnswersError(no_such_heading(option, table.origin, heading, near, table.headings))


def _choose(
    table: Table, columns: Sequence[Column], people: Sequence[str], only: set[str], skip: set[str], known: set[str]
) -> tuple[list[Question], list[Message], list[Message]]:
    """Return the questions, the columns left out with reasons, and notes on cells without a number."""
    kept: list[tuple[Column, Question]] = []
    left_out: list[Message] = []
    headings: set[str] = set()
    added = [column for column in columns if column.role == ADDED and not only & _keys(column)]
    choices = find_choices({column.heading: column.texts() for column in columns})
    groups = [
        column for column in columns if not only & _keys(column) and (_heads_group(column) or known & _keys(column))
    ]
    if len(added) > _FEW_ADDED:
        names = quoted_some([column.heading for column in added], 3)
        left_out.append(Message("survey-columns-added", columns=names))
    for column in columns:
        if column in added and len(added) > _FEW_ADDED:
            continue
        wanted = bool(only & _keys(column))
        if (skip | known) & _keys(column) or (only and not wanted):
            continue
        if not wanted:
            why_not = _why_not(column, people) or _tell_choices(column, choices) or _tell_of_group(column, groups)
        else:
            why_not = None
        found = why_not or infer_question(column, table.tool, wanted)
        if isinstance(found, Question) and found.kind not in _TOLD and not wanted and _asks_for_remarks(column):
            found = Message("survey-remarks")
        if isinstance(found, Message):
            told = {"heading": clip(column.heading), "why": found}
            if wanted:
                raise AnswersError(Message("survey-not-a-question", **told))
            left_out.append(Message("survey-column", **told))
            continue
        if (key := normalise(column.heading)) in headings:
            if lacks_headings(table):
                raise AnswersError(tell_headings("table-headings-missing", table))
            raise AnswersError(Message("survey-same-heading", table=table.origin, heading=clip(column.heading)))
        headings.add(key)
        kept.append((column, found))
    alike = read_alike(
        [(column.of or (column.text or column.heading,))[-1] for column, _ in kept],
        [whole_numbers(column) for column, _ in kept],
        [question for _, question in kept],
    )
    whole = complete_scales(alike)
    kept = [(column, question) for (column, _), question in zip(kept, whole, strict=True)]
    notes = _tell_strays(kept)
    kept, on_blanks = _offer_blanks(kept, table)
    return _named(kept, table), left_out, [*notes, *on_blanks]


def _offer_blanks(
    kept: Sequence[tuple[Column, Question]], table: Table
) -> tuple[list[tuple[Column, Question]], list[Message]]:
    """Return the questions, of which choices have one more option where blanks are telling, and a note on these."""
    coded = [kind_of(question).code(column, question, table.tool).codes for column, question in kept]
    # Of several ticks, each tells something; a blank is one of all.
    found = telling_blanks([codes.max(axis=1) if codes.shape[1] > 1 else codes[:, 0] for codes in coded])
    offered, told = [], []
    for (column, question), telling in zip(kept, found.tolist(), strict=True):
        if telling and question.kind == "choice":
            blank = free_heading(str(Message("survey-left-empty")), question.options)
            question = replace(question, options=(*question.options, blank), blank=blank)
            told.append(Message("words-quoted", text=clip(column.heading)))
        offered.append((column, question))
    note = [Message("survey-blanks", questions=join_some(told, _MOST_NAMED))] if told else []
    return offered, note


def _tell_strays(kept: Sequence[tuple[Column, Question]]) -> list[Message]:
    """Return notes on cells in columns of numbers that are not read as answers."""
    zeros = [clip(column.heading) for column, question in kept if question.unknown == "blank"]
    kept = [(column, question) for column, question in kept if question.unknown == "refuse"]
    numbers = [(column, question) for column, question in kept if not kind_of(question).counted]
    parts = [kind_of(question).code(column, question) for column, question in numbers]
    notes = note_dont_know(parts, [column for column, _ in numbers])
    told = []
    for (column, _), part in zip(numbers, parts, strict=True):
        cells = [text for texts in part.unknown.values() for text in texts]
        if cells:
            told.append(Message("survey-cells-in", cells=quoted_some(cells, 3), heading=clip(column.heading)))
    if told:
        notes.append(Message("survey-no-numbers", cells=join(told, "semicolon")))
    if zeros:
        quotes = [Message("words-quoted", text=heading) for heading in zeros]
        notes.append(Message("survey-zeros", questions=join_some(quotes, _MOST_NAMED)))
    return notes


def _keys(column: Column) -> set[str]:
    return set(map(normalise, column.names))


def _put_together(table: Table, naming: Column | None) -> list[Column]:
    """Return the columns that may be questions; those that mark one option each, or rank options, become one."""
    groups = parts_by_question(column for column in table.columns if column is not naming)
    headings = {normalise(name) for column in table.columns for name in column.names}
    joined: dict[Column, Column | None] = {}
    for key, parts in groups.items():
        if key in headings:
            continue
        if are_ticks(parts, table.tool):
            column = join_ticks(parts, [own_label(part) for part in parts])
        elif are_places(parts):
            column = join_places(parts)
        elif hold_places(parts):
            column = join_ranks(parts, [part.parts[-1] for part in parts])
        else:
            continue
        # It stands where its first part stood.
        joined.update(dict.fromkeys(parts))
        joined[parts[0]] = column
    return [one for column in table.columns if column is not naming and (one := joined.get(column, column))]


def _why_not(column: Column, people: Sequence[str]) -> Message | None:
    """Return why a column is not a question, by its heading or its cells; None if it may be one."""
    if not column.heading.strip():
        return Message("survey-no-heading")
    headings = set(map(plain_heading, column.names))
    if column.role == ADDED or headings & _BOOKKEEPING or any(map(heading_kind, column.names)):
        return Message("survey-who-or-when")
    if _heads_group(column):
        return Message("survey-known-group", known=Setting("known", column.heading))
    if any(map(_heads_duration, column.names)) and _holds_durations(column):
        return Message("survey-duration")
    if len(column.values) > max(_FEW_DAYS, len(column.places) / 2) and read_times(column) is not None:
        return Message("survey-dates")
    if people and name_people(column.values, people):
        return Message("survey-names-people")
    return Message("survey-written") if column.role else None


def _heads_group(column: Column) -> bool:
    """Return whether a heading says that the column holds the group that people are in."""
    for heading in column.names:
        words = plain_heading(heading.replace("_", " ")).split()
        if " ".join(words) in _KNOWN_GROUPS or (
            len(words) == 2 and words[0] in _BEFORE_GROUP and words[1] in _KNOWN_GROUPS
        ):
            return True
    return False


def _heads_duration(heading: str) -> bool:
    """Return whether a heading says that the column holds how long people took.

    "100 m time (s)" may be a result, and "Training time (min)" a question.
    """
    key = plain_heading(heading.replace("_", " "))
    unit = _UNIT.search(key)
    bare = key[: unit.start()] if unit else key
    return bare in _DURATIONS or bool(_PAGE_TIME.fullmatch(bare))


def _holds_durations(column: Column) -> bool:
    """Return whether all cells are numbers or times of a clock."""
    said = [value for value in column.values if not is_blank(value)]
    read = read_numbers(said)
    return all(number or _CLOCK.fullmatch(value.strip()) for number, value in zip(read, said, strict=True))


def _tell_of_group(column: Column, groups: Sequence[Column]) -> Message | None:
    """Return that a column tells of the group that another one holds: most people leave it empty, or it names groups.

    One that names a single group in each cell may be a question, such as an earlier vote.
    """
    said = [value for value in column.values if not is_blank(value)]
    n_empty = sum(is_blank(text) for text in column.texts())
    for group in groups:
        names = [key for value in group.values if len(key := normalise(value)) >= _TELLING and key.isalpha()]
        named = [sum(bool(re.search(rf"\b{re.escape(name)}\b", normalise(text))) for name in names) for text in said]
        if n_empty >= _NEARLY_EMPTY * len(column.places) or (min(named, default=0) > 0 and max(named, default=0) > 1):
            return Message("survey-tells-of-group", heading=clip(group.heading))
    return None


def _tell_choices(column: Column, choices: Sequence[tuple[str, ...]]) -> Message | None:
    """Return how to use a column of people's first, second, … choices; None for any other column."""
    for first, *others in choices:
        if column.heading == first:
            return Message("survey-choices", wishes=Setting("wishes", first), only=Setting("only", first))
        if column.heading in others:
            return Message("survey-goes-with", heading=clip(first))
    return None


def _asks_for_remarks(column: Column) -> bool:
    headings = list(map(plain_heading, column.names))
    return any(heading in _REMARKS or heading.startswith(_ASK_REMARKS) for heading in headings)


def _named(kept: Sequence[tuple[Column, Question]], table: Table) -> list[Question]:
    """Return the questions with ids and texts; equal texts get the id behind them."""
    ids = _ids([column for column, _ in kept], {normalise(name) for column in table.columns for name in column.names})
    texts = [normalise(column.text or column.heading) for column, _ in kept]
    questions: list[Question] = []
    for key, (column, question) in zip(ids, kept, strict=True):
        text = column.text or column.heading
        again = texts.count(normalise(text)) > 1 or normalise(text) in map(normalise, ids)
        if again and normalise(text) != normalise(key):
            text = f"{text} ({key})"
        questions.append(replace(question, id=key, text=text))
    return questions


def _ids(columns: Sequence[Column], headings: set[str]) -> list[str]:
    """Return an id per question: the form's code, a heading that is short, or q1, q2, …, never another's heading."""
    taken = headings | {normalise(name) for column in columns for name in column.names}
    ids = []
    for position, column in enumerate(columns, 1):
        key = column.code if column.text and column.code else column.heading
        is_code = column.text and column.text != key
        if not is_code and not _SHORT_ID.fullmatch(key):
            number = position
            while (key := f"q{number}") in taken:
                number += 1
            taken.add(key)
        ids.append(key)
    return ids

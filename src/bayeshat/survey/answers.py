"""People's answers as numbers, read from a table and matched to a survey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..errors import AnswersError, InputError
from ..kinds.choice import code_of_blank
from ..kinds.kind import NOT_ANSWERED, CodedColumn
from ..kinds.number import note_dont_know
from ..kinds.question import Question
from ..kinds.table import kind_of
from ..tables.person_columns import find_identifiers, find_names
from ..tables.table import Column, Table
from ..tables.text import RECOGNISED, clip, free_heading, in_line, listed, normalise, one_of, quote
from ..words.message import Message, join_some
from .columns import match_questions
from .exports.recognise import read_form
from .parts import are_ticks, list_ticks, parts_by_question
from .people import name_people
from .spec import Survey

Array = np.ndarray


UNKNOWN_ANSWERS = ("refuse", "blank", "option")
OTHER = "Other"
# Names of an option for people's own words.
_OTHERS = frozenset(RECOGNISED["other"])
# Mistakes listed in one message.
_LISTED = 20
# Answers in one note.
_NOTED = 3


@dataclass(frozen=True, eq=False)
class Answers:
    """The coded answers of N people to Q questions.

    Attributes
    ----------
    codes
        (N, C) position of the chosen option or number, counted from 0; -1 where there is no answer, and -2 where there
        is one that cannot be read.
    names
        The people's names; "person 1", "person 2", … where the table has none.
    extra
        The table's other columns as text, by heading.
    questions
        (C,) the question that each column of `codes` answers, counted from 0. A question to which people may give
        several answers has one column per option, with 1 where it was ticked and 0 where not; any other question has
        one column. If not given, every column is a question of its own.
    origin
        The form tool that they were read from; empty if none is known.
    notes
        What a reader should know of how they were read: what was left out, and how to keep it.
    levels
        For each column the numbers that its codes stand for, rising; None where codes stand for options.

    Examples
    --------
    >>> import bayeshat as bh
    >>> table = {"name": ["Ann", "Bo", "Cy"], "Tea?": ["yes", "no", ""], "e-mail": ["a@b.org", "b@b.org", "c@b.org"]}
    >>> answers = bh.read_answers(table, bh.Survey.from_answers(table, 2))
    >>> answers.n_people, answers.codes[:, 0].tolist(), answers.identifiers
    (3, [1, 0, -1], {'e-mail': ('a@b.org', 'b@b.org', 'c@b.org')})
    """

    codes: Array
    names: tuple[str, ...]
    extra: dict[str, tuple[str, ...]] = field(default_factory=dict)
    questions: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    origin: str = ""
    notes: tuple[Message, ...] = ()
    levels: tuple[Array | None, ...] = ()

    def __post_init__(self) -> None:
        if len(self.questions) == 0 and np.ndim(self.codes) == 2:
            object.__setattr__(self, "questions", np.arange(self.codes.shape[1]))
        if len(self.levels) == 0:
            object.__setattr__(self, "levels", (None,) * len(self.questions))

    @property
    def n_people(self) -> int:
        """Number of people, N."""
        return int(self.codes.shape[0])

    @property
    def identifiers(self) -> dict[str, tuple[str, ...]]:
        """The other columns that say who people are, by heading: e-mail addresses, logins, ids."""
        return find_identifiers(self.extra)

    def chosen(self, question: int) -> Array:
        """Return what everybody answered to one question, (N, columns of the question); -1 where there is no answer.

        Examples
        --------
        >>> import numpy as np
        >>> import bayeshat as bh
        >>> answers = bh.Answers(np.array([[0, 2, 1], [1, 0, -1]]), ("Ann", "Bo"), questions=np.array([0, 1, 1]))
        >>> answers.chosen(1).tolist()
        [[2, 1], [0, -1]]
        """
        return self.codes[:, self.questions == question]

    def __repr__(self) -> str:
        return (
            f"Answers of {self.n_people} people ({in_line(self.names, 3)})\n"
            f"  questions      {len(np.unique(self.questions))}\n"
            f"  other columns  {in_line(tuple(self.extra)) or 'none'}"
        )

    def levels_of(self, question: int) -> Array | None:
        """Return the numbers that the codes of one question stand for; None where they stand for options."""
        return self.levels[int(np.flatnonzero(self.questions == question)[0])]


def pick_people(answers: Answers, chosen: Array) -> Answers:
    """Return the answers of some people only, by a mask or positions.

    Examples
    --------
    >>> answers = Answers(np.array([[0], [1], [0]]), ("Ann", "Bo", "Cy"), {"age": ("9", "8", "7")})
    >>> some = pick_people(answers, np.array([True, False, True]))
    >>> some.names, some.extra
    (('Ann', 'Cy'), {'age': ('9', '7')})
    """
    places = np.arange(answers.n_people)[chosen].tolist()
    extra = {heading: tuple(cells[n] for n in places) for heading, cells in answers.extra.items()}
    return replace(answers, codes=answers.codes[places], names=tuple(answers.names[n] for n in places), extra=extra)


def keep_questions(survey: Survey, answers: Answers, keep: Sequence[int]) -> tuple[Survey, Answers]:
    """Return the survey and the answers with these questions only, by position, rising.

    Examples
    --------
    >>> survey = Survey.load("simulation-even")
    >>> some, answers = keep_questions(survey, Answers(np.zeros((2, 10), np.int16), ("Ann", "Bo")), [0, 4])
    >>> [question.id for question in some.questions], answers.codes.shape
    (['q1', 'q5'], (2, 2))
    """
    kept = list(keep)
    asked = np.isin(answers.questions, kept)
    questions = tuple(survey.questions[q] for q in kept)
    n_numbers = max(kind_of(question).n_prior(question) for question in questions)
    corrections = None if survey.corrections is None else survey.corrections.of_questions(kept)
    prior = survey.answer_prior[:, kept, :n_numbers]
    survey = replace(survey, questions=questions, answer_prior=prior, corrections=corrections)
    answers = replace(
        answers,
        codes=answers.codes[:, asked],
        questions=np.searchsorted(kept, answers.questions[asked]),
        levels=tuple(levels for levels, there in zip(answers.levels, asked, strict=True) if there),
    )
    return survey, answers


def answer_texts(survey: Survey, answers: Answers, question: int) -> list[str]:
    """Return what everybody answered to one question as text; no answer is an empty text.

    Several answers are joined by semicolons.
    """
    asked = survey.questions[question]
    return kind_of(asked).texts(asked, answers.chosen(question), answers.levels_of(question))


def chosen_options(survey: Survey, answers: Answers, question: int) -> list[list[float]]:
    """Return the options that everybody chose in one question, or the numbers that they gave."""
    asked = survey.questions[question]
    return kind_of(asked).chosen_options(asked, answers.chosen(question), answers.levels_of(question))


def text_columns(survey: Survey, answers: Answers) -> dict[str, tuple[str, ...]]:
    """Return the table's other columns, and the answers to each question by its id and by its text.

    Examples
    --------
    >>> import numpy as np
    >>> survey = Survey.load("simulation-even")
    >>> answers = Answers(np.zeros((2, 10), np.int16), ("Ann", "Bo"), {"school": ("north", "south")})
    >>> columns = text_columns(survey, answers)
    >>> columns["school"], columns["q1"]
    (('north', 'south'), ('A', 'A'))
    """
    columns = dict(answers.extra)
    for q, question in enumerate(survey.questions):
        texts = tuple(answer_texts(survey, answers, q))
        columns.setdefault(question.text, texts)
        columns.setdefault(question.id, texts)
    return columns


def read_answers(
    source: Any,
    survey: Survey,
    *,
    name_column: str | None = None,
    duplicates: str = "refuse",
    unknown: str = "refuse",
    unfinished: bool = False,
    headings: bool = True,
    distinct: bool = True,
) -> Answers:
    """Read a table of answers, one row per person.

    A column belongs to a question if its heading is the question's id or text; case and spacing do not matter, nor does
    the order. An answer is an option's text, or else its letter (``b``, ``B)``) or its number counted from 1; of a
    rating, a number on its scale. Several answers stand in one cell, or in one column per option, rankings in one cell
    or in one column per place or option. Numbers may have units, decimal commas and thousands marks. Empty cells,
    ``NA`` and the like mean "not answered". Rows of a file that are wholly empty are skipped.

    Exports of Google Forms, Microsoft Forms, Qualtrics, LimeSurvey, SurveyMonkey, Typeform and KoboToolbox are
    recognised; `Answers.origin` says so.

    Parameters
    ----------
    source
        The path of a CSV, TSV or XLSX file (its first sheet), a pandas or polars frame, or a dict of columns. Answers
        that were read already are returned as they are.
    survey
        The survey that was answered.
    name_column
        The heading of the column with people's names; if not given, it is found by common headings ("name", "student",
        "e-mail", …).
    duplicates
        What to do with people who come more than once, of the same name and, where there is such a column, with the
        same e-mail address or id: "refuse" them, count the "latest" or the "first" answers, or keep them "separate".
    unknown
        What to do with answers that are no option: "refuse" them, leave them "blank", or count them as the "option"
        Other, which the question must have; :func:`bayeshat.sort_people` adds it.
    unfinished
        Whether rows count that a form tool marks as unfinished, as previews or as tests.
    headings
        Whether the first row of a file holds headings. If not, columns are called "column 1", "column 2" and so on.
    distinct
        Whether everybody must have a name of their own, and people without one are numbered. If not, names stay as
        they are, empty where there is none, and all rows count unless `duplicates` is "latest" or "first".

    Raises
    ------
    AnswersError
        If the table cannot be read or does not fit the survey. Unknown answers are reported all at once, with row,
        column, value and the nearest option.
    InputError
        If `duplicates` or `unknown` is none of these words.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> table = {f"q{number}": ["A", "c", "2"] for number in range(1, 11)} | {"name": ["Ann", "Bo", "Cy"]}
    >>> answers = bh.read_answers(table, survey)
    >>> answers.names, answers.codes[:, 0].tolist()
    (('Ann', 'Bo', 'Cy'), [0, 2, 1])
    """
    extended, answers = read_people(
        source,
        survey,
        name_column=name_column,
        duplicates=duplicates,
        unknown=unknown,
        unfinished=unfinished,
        headings=headings,
        distinct=distinct,
    )
    if extended is not survey:
        changed = next(new for new, old in zip(extended.questions, survey.questions, strict=True) if new != old)
        raise AnswersError(
            f'Every question with unknown answers must have an option "Other" for unknown="option"; got '
            f"{quote(changed.text)} without it. Add the option to the survey, or call sort_people, which adds it."
        )
    return answers


def read_people(
    source: Any,
    survey: Survey,
    *,
    name_column: str | None = None,
    duplicates: str = "refuse",
    unknown: str = "refuse",
    unfinished: bool = False,
    headings: bool = True,
    distinct: bool = True,
) -> tuple[Survey, Answers]:
    """Return the survey, with an option for unknown answers where `unknown` asks for it, and the answers.

    The arguments are those of :func:`read_answers`.
    """
    if isinstance(source, Answers):
        return survey, source
    table = read_form(source, unfinished=unfinished or not distinct, headings=headings)
    columns, used = match_questions(table, survey)
    naming = find_names(table, name_column, used)
    if naming is None or distinct or duplicates in ("latest", "first"):
        names, rows, notes = name_people(table, naming, duplicates, used)
    else:
        names, rows, notes = (), np.arange(len(table.row_numbers)), []
    if not distinct:
        written = [""] * len(rows) if naming is None else naming.take(rows).texts()
        names = tuple(" ".join(name.split()) for name in written)
    others = [column.take(rows) for column in table.columns if column not in used and column is not naming]
    table, columns = table.take(rows), [column.take(rows) for column in columns]
    survey, coded, told = code_answers(table, columns, survey, unknown)
    return survey, join_columns(
        coded,
        survey.questions,
        names=names,
        extra=texts_by_heading(others, table.tool),
        origin=table.tool,
        notes=(*table.notes, *notes, *told),
    )


def join_columns(parts: Sequence[CodedColumn], questions: Sequence[Question], **fields: Any) -> Answers:
    """Return answers from the codes of each question, in order; `fields` are the other attributes.

    Somebody who left everything empty answered nothing, also where empty cells count as an option.
    """
    widths = [part.codes.shape[1] for part in parts]
    codes = np.concatenate([part.codes for part in parts], axis=1)
    empty = np.repeat([code_of_blank(question) for question in questions], widths)
    codes[((codes < 0) | (codes == empty)).all(axis=1)] = NOT_ANSWERED
    return Answers(
        codes=codes,
        questions=np.repeat(np.arange(len(parts)), widths),
        levels=tuple(part.levels for part, width in zip(parts, widths, strict=True) for _ in range(width)),
        **fields,
    )


def texts_by_heading(columns: Sequence[Column], tool: str) -> dict[str, tuple[str, ...]]:
    """Return columns as text by heading; a repeated heading gets a number.

    Columns that mark one option each are also there as one, headed by their question.
    """
    extra: dict[str, tuple[str, ...]] = {}
    for column in columns:
        extra[free_heading(column.heading or "no heading", extra)] = column.texts()
    for parts in parts_by_question(columns).values():
        if are_ticks(parts, tool):
            extra[free_heading(parts[0].of[-1], extra)] = list_ticks(parts)
    return extra


def code_answers(
    table: Table, columns: Sequence[Column], survey: Survey, unknown: str
) -> tuple[Survey, list[CodedColumn], list[Message]]:
    """Return the survey, what each question's column says, and what became of unknown answers.

    The survey has one more option "Other" where unknown answers need it, with the same prior count in every house.
    """
    if unknown not in UNKNOWN_ANSWERS:
        raise InputError(one_of("unknown", UNKNOWN_ANSWERS, unknown))
    coded = [
        kind_of(question).code(column, question, table.tool)
        for column, question in zip(columns, survey.questions, strict=True)
    ]
    notes = note_dont_know(coded, columns)
    wrong: Counter[tuple[str, str]] = Counter()
    n_refused = 0
    for part, column, question in zip(coded, columns, survey.questions, strict=True):
        for place, texts in part.unknown.items():
            n_people = int((column.places == place).sum())
            wrong.update({(clip(text), clip(question.text)): n_people for text in texts})
            n_refused += (question.unknown == "refuse") * n_people * len(texts)
    if n_refused and unknown == "refuse":
        raise _refusal(table, columns, survey, coded, n_refused)
    if wrong and unknown == "option":
        for q, question in enumerate(survey.questions):
            if coded[q].unknown and kind_of(question).takes_other:
                survey, code = _with_other(survey, q)
                coded[q] = kind_of(question).code(columns[q], survey.questions[q], table.tool, code)
    if wrong:
        notes.append(_note(wrong, unknown))
    return survey, coded, [*notes, *(note for part in coded for note in part.notes)]


def _with_other(survey: Survey, q: int) -> tuple[Survey, int]:
    """Return the survey with an option for other answers to a question, and the option's code."""
    question = survey.questions[q]
    for code, option in enumerate(question.options):
        if normalise(option) in _OTHERS:
            return survey, code
    code = len(question.options)
    longer = replace(question, options=(*question.options, OTHER))
    kind = kind_of(question)
    size, flat = kind.n_prior(question), kind.flat_prior(longer, "prior")
    # The prior grows by one number for each of its parts: one for choices, ticks and others for several.
    places = np.arange(size) + np.arange(size) // code
    prior = np.pad(survey.answer_prior, ((0, 0), (0, 0), (0, max(0, len(flat) - survey.answer_prior.shape[2]))))
    prior[:, q, : len(flat)] = flat
    prior[:, q, places] = survey.answer_prior[:, q, :size]
    questions = (*survey.questions[:q], longer, *survey.questions[q + 1 :])
    corrections = None if survey.corrections is None else survey.corrections.with_option(q, code)
    return replace(survey, questions=questions, answer_prior=prior, corrections=corrections), code


def _note(wrong: Counter[tuple[str, str]], unknown: str) -> Message:
    told = [
        Message("reading-unknown-in", text=text, question=question, times=times)
        for (text, question), times in wrong.most_common()
    ]
    facts = {"count": wrong.total(), "answers": join_some(told, _NOTED)}
    if unknown == "option":
        return Message("reading-unknown-counted", option=OTHER, **facts)
    return Message("reading-unknown-blank", **facts)


def _refusal(
    table: Table, columns: Sequence[Column], survey: Survey, parts: Sequence[CodedColumn], n_wrong: int
) -> AnswersError:
    wrong = [
        (int(n), q, place)
        for q, part in enumerate(parts)
        if survey.questions[q].unknown == "refuse"
        for n, place in enumerate(columns[q].places.tolist())
        if place in part.unknown
    ]
    cells = [
        Message(
            "reading-unknown-line",
            row=str(table.row_numbers[n]),
            column=clip(columns[q].heading),
            text=clip(text),
            why=kind_of(survey.questions[q]).explain_unknown(text, survey.questions[q], table.tool),
        )
        for n, q, place in sorted(wrong)[:_LISTED]
        for text in parts[q].unknown[place]
    ]
    kinds = {question.kind for question in survey.questions}
    return AnswersError(
        Message(
            "reading-unknown",
            table=table.origin,
            scales=len(kinds & {"rating"}),
            numbers=len(kinds & {"number", "count"}),
            count=n_wrong,
            counting=table.counting,
            cells=listed(cells, n_wrong, _LISTED),
        )
    )

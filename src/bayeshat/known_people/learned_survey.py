"""``learn_survey``: a survey whose prior counts come from people whose house is known."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..checks.separation import Separation, check_known_houses
from ..errors import InputError, SurveyError
from ..kinds.question import Question
from ..kinds.table import flat_priors, kind_of
from ..options import whole
from ..survey.answers import Answers, keep_questions, pick_people, read_people
from ..survey.columns import match_questions
from ..survey.exports.recognise import read_form
from ..survey.spec import Survey
from ..survey.toml import format_comment
from ..words.message import Message
from .people import KnownPeople, read_houses, read_known
from .weights import QuestionWeights, learn_weights, tally_answers

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class LearnedSurvey:
    """A survey that was learned from people whose house is known.

    Attributes
    ----------
    survey
        The survey, with learned prior counts and weights.
    known
        The people it was learned from.
    weights
        The weights of the questions, and what each question contributes.
    discount
        How much each of these people counts.
    least
        Counts go up in steps of this many people, so that fewer leave no trace.
    left_out
        How many options a survey made from the answers leaves out, because fewer than ``least`` people chose them.
    reading
        Which columns and cells a survey made from the answers leaves out. It is not written to the file, because it
        may quote what people wrote.
    taught
        Whether any prior count changed.
    separation
        Whether these people's answers say anything about their houses, or are noise; None where that was not tested.

    Examples
    --------
    >>> import bayeshat as bh
    >>> answers = {"name": list("abcdefgh"), "Tea?": ["yes", "no"] * 4, "house": ["Larks", "Owls"] * 4}
    >>> learned = bh.learn_survey(None, answers, "house")
    >>> learned.survey.questions[0].options, learned.survey.answer_prior[:, 0].tolist()
    (('no', 'yes'), [[1.0, 2.5], [2.5, 1.0]])
    >>> learned.comment().split(". ")[0]
    'This survey was learned from at least 6 people whose group is known'
    """

    survey: Survey
    known: KnownPeople
    weights: QuestionWeights
    discount: float
    least: int
    left_out: int = 0
    reading: tuple[Message, ...] = ()
    taught: bool = True
    separation: Separation | None = None

    def words(self) -> list[str]:
        """Say in sentences what was learned, for readers who may know who it was learned from."""
        told = self.known.notes() if self.taught else [self._tell_nothing()]
        if self.taught and self.left_out:
            told.append(Message("known-rare-options", count=self.left_out, least=self.least))
        noise = "" if self.separation is None else self.separation.sentence()
        return list(filter(None, map(str, (*told, *self.weights.notes(), noise, *self.reading))))

    def _tell_nothing(self) -> Message:
        return Message("known-nothing-taught", least=self.least)

    def comment(self) -> str:
        """Say how the survey was learned, with no number that stands for fewer than ``least`` people."""
        n_people = self.least * (self.known.n_people // self.least)
        told = [Message(f"known-survey-{'taught' if self.taught else 'untaught'}", count=n_people, least=self.least)]
        if not self.taught:
            told.append(self._tell_nothing())
        else:
            told.append(Message("known-counts", discount=f"{self.discount:g}", least=self.least))
            if any(not kind_of(one).counted for one in self.survey.questions):
                told.append(Message("known-means", count=2 * self.least))
        told += self.weights.reasons
        if self.survey.corrections is not None:
            told.append(Message("known-corrections-file", count=2 * self.least, least=self.least))
        return " ".join(map(str, (*told, Message("known-may-change"))))

    def to_toml(self) -> str:
        """Return the survey as TOML text, with a comment that says what it was learned from."""
        return format_comment(self.comment()) + self.survey.to_toml()

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Write the survey to a TOML file; an existing file is replaced only with ``force``."""
        if Path(path).expanduser().exists() and not force:
            raise SurveyError(Message("known-file-exists", file=repr(os.fspath(path))))
        self.survey.save(path, comment=self.comment())


def learn_survey(
    survey: Survey | str | os.PathLike[str] | None,
    answers: Any,
    known: Any,
    *,
    discount: float = 0.5,
    least: int = 3,
    weights: str = "auto",
    rng: int | np.random.Generator | None = None,
    name_column: str | None = None,
    duplicates: str = "refuse",
    unknown: str = "refuse",
    unfinished: bool = False,
    headings: bool = True,
    only: Sequence[str] | None = None,
    skip: Sequence[str] | None = None,
) -> LearnedSurvey:
    r"""Learn a survey from people whose house is known, such as last year's.

    .. math:: \beta'_{kqv} = \beta_{kqv} + \text{discount} \cdot \text{least}
                              \left\lfloor \frac{\#\{n: z_n = k, x_{nq} = v\}}{\text{least}} \right\rfloor

    For questions that are answered by numbers, the mean and the spread are learned, in houses with at least twice
    ``least`` people.

    Parameters
    ----------
    survey
        A survey, the name of a packaged one, or a path to a TOML file; None to make one from the answers, with the
        houses that people are known to be in.
    answers
        Answers, or whatever :func:`bayeshat.read_answers` reads: a CSV or XLSX file, a data frame. People whose house
        is not known are left out.
    known
        Whose house is known, as for :func:`bayeshat.sort_people`; without a survey, the heading of a column.
    discount
        How much each of these people counts, from 0 to 1: people of another year differ from those to come.
    least
        Counts go up in steps of this many people, and fewer are not counted, so that the survey gives
        away no single person's answers.
    weights
        "auto" to learn how much each question counts, or "off".
    rng
        Seed or generator for learning the weights; None is seed 0.
    name_column, duplicates, unknown, unfinished, headings
        As for :func:`bayeshat.read_answers`.
    only, skip
        If a survey is made from the answers: headings of the columns to use as questions, and of those to skip, as
        for :meth:`bayeshat.Survey.from_answers`.

    Examples
    --------
    >>> import bayeshat as bh
    >>> past = {"name": list("abcdefgh"), "Tea?": ["yes", "no"] * 4, "team": ["Red", "Blue"] * 4}
    >>> learned = bh.learn_survey(None, past, "team").survey
    >>> learned.cluster_names, learned.answer_prior[:, 0].tolist()
    (('Blue', 'Red'), [[2.5, 1.0], [1.0, 2.5]])
    """
    if isinstance(discount, bool) or not isinstance(discount, int | float) or not 0 < discount <= 1:
        raise InputError(Message("known-discount", got=repr(discount)))
    least = whole("least", least, 1, "Use 3.")
    reading: dict[str, Any] = {"name_column": name_column, "duplicates": duplicates}
    reading |= {"unfinished": unfinished, "headings": headings}
    left_out, notes = 0, tuple[Message, ...]()
    if survey is None:
        asked, left_out, notes = _infer(answers, known, least, reading, only or (), skip or ())
        # Answers that fewer than ``least`` people gave are not among its options.
        unknown = "blank"
    else:
        asked = Survey.load(survey)
    asked, given = read_people(answers, asked, unknown=unknown, **reading)
    found = read_known(known, asked, given, headings=headings)
    found.check_some()
    if found.question is not None:
        others = [q for q in range(asked.n_questions) if q != found.question]
        asked, given = keep_questions(asked, given, others)
    given = pick_people(given, found.labels >= 0)
    found = replace(found, labels=found.labels[found.labels >= 0])
    separation = check_known_houses(asked, given, found.labels)
    learned = learn_weights(asked, given, found.labels, weights, rng, least=least)
    weighed = learned.apply(asked)
    prior = _learn_numbers(asked, weighed.answer_prior, given, found.labels, discount, least)
    prior += discount * count_in_steps(asked, given, found.labels, least)
    # The learned counts are definite: later sorts do not adjust how clearly houses have favourites.
    people = tuple((least * (found.counts // least)).tolist())
    taught = replace(
        weighed, answer_prior=prior, learns_favourites=False, learned_from=people if any(people) else None
    ).validate()
    changed = bool((prior != asked.answer_prior).any())
    return LearnedSurvey(taught, found, learned, float(discount), least, left_out, notes, changed, separation)


def _hide_extremes(question: Question, place: int, given: Answers, least: int) -> Question:
    """Return the question, in this place of the survey, with a usual range that does not end at one person's answer."""
    (column,) = np.flatnonzero(given.questions == place)
    levels, codes = given.levels[column], given.codes[:, column]
    assert levels is not None
    numbers = np.sort(levels[codes[codes >= 0]])
    inner = numbers[least:-least] if len(numbers) > 2 * least else numbers
    middle, width = float(np.median(inner)), float(np.ptp(inner)) or abs(float(np.median(inner))) or 1.0
    # The people at both ends are left out, and a wider range makes up for them.
    digits = -math.floor(math.log10(width))
    low, high = round(middle - width, digits), round(middle + width, digits)
    return replace(question, scale=(max(low, 0.0) if numbers[0] >= 0 else low, high))


def count_in_steps(survey: Survey, answers: Answers, labels: Array, least: int) -> Array:
    """Return how many people of each house gave each answer, rounded down to a multiple of ``least``.

    The counts (K, Q, P) are arranged like the survey's prior counts; questions that are answered by numbers have none.
    """
    slots, tally = tally_answers(survey, answers, labels)
    counts = np.zeros(survey.answer_prior.shape)
    for one in slots.counted:
        steps, here = least * (tally[:, one.slots, : one.n_levels] // least), np.s_[:, one.questions, : one.n_prior]
        counts[here] = one.kind.update(counts[here], steps, one.numbers)
    return counts


def _learn_numbers(survey: Survey, start: Array, answers: Answers, labels: Array, discount: float, least: int) -> Array:
    """Return the survey's prior numbers (K, Q, P), updated for questions that are answered by numbers.

    Answers update ``start`` (K, Q, P), in which houses may share their spreads. Only houses with at least twice
    ``least`` answers are updated, and the result is rounded.
    """
    slots, tally = tally_answers(survey, answers, labels)
    prior = survey.answer_prior.copy()
    for group in slots.numbers:
        place, here = np.s_[:, group.questions, : group.n_prior], tally[:, group.slots, : group.n_levels]
        n_people = here.sum(axis=-1, keepdims=True)
        steps = least * (n_people // least)
        after = group.kind.update(start[place], discount * here * steps / np.maximum(n_people, 1), group.numbers)
        asked = [survey.questions[q] for q in group.questions]
        short = np.stack([group.kind.rounded(after[:, j], one) for j, one in enumerate(asked)], axis=1)
        prior[place] = np.where(n_people >= 2 * least, short, prior[place])
    return prior


def _infer(
    answers: Any, known: Any, least: int, reading: dict[str, Any], only: Sequence[str], skip: Sequence[str]
) -> tuple[Survey, int, tuple[Message, ...]]:
    """Make a survey with flat priors, whose houses are those of a column of the answers.

    Options that fewer than ``least`` people chose are left out, and so are questions with fewer than two options then.
    Returns the survey, how many options were left out, and notes.
    """
    if isinstance(answers, Answers) or not isinstance(known, str):
        raise InputError(
            "Without a survey, answers must be a table, and known the heading of one of its columns; got "
            f"{type(answers).__name__} and {type(known).__name__}. Give a survey, or a table and a heading."
        )
    answers = read_form(answers, unfinished=reading["unfinished"], headings=reading["headings"])
    houses = read_houses(answers, known)
    columns = {"name_column": reading["name_column"], "only": only, "skip": skip, "known": known}
    asked = Survey.from_answers(answers, houses, **columns)
    given = read_people(answers, asked, unknown="blank", **reading)[1]
    everybody = np.zeros(given.n_people, dtype=int)
    chosen = count_in_steps(asked, given, everybody, least)[0] > 0
    questions = []
    columns_read = match_questions(answers, asked)[0]
    for place, (question, row, column) in enumerate(zip(asked.questions, chosen.tolist(), columns_read, strict=True)):
        counted = kind_of(question).counted
        if counted and question.kind != "rating":
            options = tuple(option for option, often in zip(question.options, row, strict=False) if often)
            question = replace(question, options=options, blank=question.blank if question.blank in options else "")
        elif question.kind == "number":
            question = _hide_extremes(question, place, given, least)
        if len(question.options) > 1 or not counted:
            # Rare options are not in the survey, but who chose them must be readable with it.
            unknown = kind_of(question).code(column, question, answers.tool).unknown
            questions.append(replace(question, unknown="blank") if unknown else question)
    if not questions:
        raise InputError(Message("known-few-answers", least=least))
    flat = flat_priors(questions, len(houses))
    made = replace(asked, questions=tuple(questions), answer_prior=flat, notes=()).validate()
    return made, int(asked.n_options.sum() - made.n_options.sum()), asked.notes

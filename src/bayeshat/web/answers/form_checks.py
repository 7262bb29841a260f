"""What a form must hold before it is kept; everything that is wrong is told at once, in any language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...kinds.question import Question
from ...survey.spec import Survey
from ..events.events import survey_of
from ..languages import Catalogue, Message, catalogue
from ..refusals import Refused, Stale
from ..server.settings import Settings
from ..storage.schema import Event
from ..surveys.survey_builder import clean_text
from .number_fields import asks_number, find_doubt, read_typed

LONGEST_NAME = 100


class FormRefused(Refused):
    """Answers that cannot be kept as they are; everything that is wrong is told at once.

    Attributes
    ----------
    problems
        What is wrong, by the form's field; an empty one for the form as a whole. Questions' fields are q0, q1, ….
    """

    def __init__(self, problems: Mapping[str, Message]) -> None:
        super().__init__(" ".join(map(str, problems.values())), next(iter(problems)) or None)
        self.problems = dict(problems)


class Doubtful(FormRefused):
    """Answers that may be a mistake: a name that somebody else has, an odd number. They can be sent anyway."""


class FormClosed(FormRefused):
    """The form takes no answers, or no more."""


class SurveyChanged(Stale):
    """The answers are to questions that are no longer asked."""

    def __init__(self) -> None:
        super().__init__(Message("wrong-survey"))


def is_full(event: Event, n_responses: int, settings: Settings) -> bool:
    """Say whether an event has as many answers as it takes."""
    return n_responses >= min(event.max_responses or settings.max_people, settings.max_people)


def check_open(event: Event) -> None:
    """Refuse everything once the form is closed."""
    if not event.takes_answers:
        raise FormClosed({"": Message("closed-words")})


class CheckedAnswers(NamedTuple):
    """Answers that were looked at.

    Attributes
    ----------
    kept
        Those that can be kept, by question and in the order of the questions: positions of options, or a number.
    problems, doubts
        What is wrong with others, and what may be a mistake, by the form's field.
    """

    kept: dict[str, list[float]]
    problems: dict[str, Message]
    doubts: dict[str, Message]


def check_form(
    event: Event,
    name: str,
    answers: Mapping[str, Sequence[int | str]],
    survey_version: int | None,
    has_consented: bool,
    has_namesake: bool,
    is_sure: bool,
) -> tuple[str, dict[str, list[float]]]:
    """Return the name and the answers as they are kept; everything that is wrong is refused at once.

    Who `is_sure` has been asked about odd numbers before.
    """
    if survey_version is not None and survey_version != event.survey_version:
        raise SurveyChanged
    problems: dict[str, Message] = {}
    shown = clean_text(name) if event.asks_names else ""
    if event.asks_names and not 1 <= len(shown) <= LONGEST_NAME:
        problems["name"] = Message("wrong-name", longest=LONGEST_NAME)
    checked = check_answers(survey_of(event), answers, catalogue(event.language))
    problems |= checked.problems
    if event.consent and not has_consented:
        problems["consent"] = Message("wrong-consent")
    if problems:
        raise FormRefused(problems)
    doubts = {} if is_sure else dict(checked.doubts)
    if has_namesake:
        doubts["name"] = Message("wrong-same-name", name=shown)
    if doubts:
        raise Doubtful(doubts)
    return shown, checked.kept


def check_answers(survey: Survey, answers: Mapping[str, Sequence[int | str]], say: Catalogue) -> CheckedAnswers:
    """Look at answers: positions of options, and numbers as they were typed in a language."""
    if set(answers) - {question.id for question in survey.questions}:
        raise SurveyChanged
    checked = CheckedAnswers({}, {}, {})
    for q, question in enumerate(survey.questions):
        given = list(dict.fromkeys(answers.get(question.id, ())))
        if asks_number(question):
            _check_number(checked, question, q, given, say)
            continue
        codes = [code for code in given if type(code) is int and 0 <= code < len(question.options)]
        if len(codes) < len(given):
            checked.problems[f"q{q}"] = Message("wrong-option", number=q + 1)
        elif len(codes) > 1 and question.kind != "several":
            checked.problems[f"q{q}"] = Message("wrong-one-only", number=q + 1)
        elif codes:
            checked.kept[question.id] = [*sorted(codes)]
    if not checked.kept and not checked.problems:
        checked.problems["q0"] = Message("wrong-nothing")
    return checked


def _check_number(
    checked: CheckedAnswers, question: Question, q: int, given: Sequence[int | str], say: Catalogue
) -> None:
    if not given:
        return
    value = read_typed(question, q, str(given[-1]), say)
    if isinstance(value, Message):
        checked.problems[f"q{q}"] = value
        return
    checked.kept[question.id] = [value]
    doubt = find_doubt(question, q, value, say)
    if doubt is not None:
        checked.doubts[f"q{q}"] = doubt

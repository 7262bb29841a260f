"""What the fields of a form must hold before answers are kept; all mistakes are reported together, in any language."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ...kinds.number import far_numbers
from ...kinds.question import Question
from ...kinds.table import kind_of, number_kind_of
from ...survey.spec import Survey
from ...tables.numbers import convert_unit, read_numbers, show_number
from ...words.message import Catalogue, Message, catalogue
from ..db.schema import Event
from ..refusals import Refused, Stale
from ..settings import Settings
from .builder import clean_text
from .events import survey_of
from .wishes import Wishes, check_wishes

LONGEST_NAME = 100

# No answer is larger: what is, was not meant, and would drown everybody else's.
LARGEST = 1e9
LONGEST_NUMBER = 40
# A number that exceeds the usual ones by this factor may be in another unit.
_FAR = 10.0


class FormRefused(Refused):
    """Answers that cannot be kept as they are; all mistakes are reported together.

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
        super().__init__(Message("form-wrong-survey"))


def is_full(event: Event, n_responses: int, settings: Settings) -> bool:
    """Say whether an event has as many answers as it takes."""
    return n_responses >= min(event.max_responses or settings.max_people, settings.max_people)


def check_open(event: Event) -> None:
    """Refuse everything once the form is closed."""
    if not event.takes_answers:
        raise FormClosed({"": Message("form-closed-words")})


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
    wishes: Wishes,
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
        problems["name"] = Message("form-wrong-name", longest=LONGEST_NAME)
    checked = check_answers(survey_of(event), answers, catalogue(event.language))
    problems |= checked.problems | check_wishes(event, wishes)
    if event.consent and not has_consented:
        problems["consent"] = Message("form-wrong-consent")
    if problems:
        raise FormRefused(problems)
    doubts = {} if is_sure else dict(checked.doubts)
    if has_namesake:
        doubts["name"] = Message("form-wrong-same-name", name=shown)
    if doubts:
        raise Doubtful(doubts)
    return shown, checked.kept


def check_answers(survey: Survey, answers: Mapping[str, Sequence[int | str]], say: Catalogue) -> CheckedAnswers:
    """Look at answers: positions of options, and numbers as they were typed in a language."""
    if set(answers) - {question.id for question in survey.questions}:
        raise SurveyChanged
    checked = CheckedAnswers({}, {}, {})
    for q, question in enumerate(survey.questions):
        given = list(answers.get(question.id, ()))
        if asks_number(question):
            _check_number(checked, question, q, given, say)
            continue
        codes = [code for code in given if type(code) is int and 0 <= code < len(question.options)]
        chosen = list(dict.fromkeys(codes))
        if len(codes) < len(given):
            wrong = "form-wrong-places" if asks_order(question) else "form-wrong-option"
            checked.problems[f"q{q}"] = Message(wrong, number=q + 1)
        elif asks_order(question):
            twice = next((code for place, code in enumerate(codes) if code in codes[:place]), None)
            if twice is not None:
                words = Message("form-wrong-twice", number=q + 1, option=question.options[twice])
                checked.problems[f"q{q}"] = words
            elif codes:
                checked.kept[question.id] = [*codes]
        elif len(chosen) > 1 and not kind_of(question).many_answers:
            checked.problems[f"q{q}"] = Message("form-wrong-one-only", number=q + 1)
        elif codes:
            checked.kept[question.id] = [*sorted(chosen)]
    if not checked.kept and not checked.problems:
        checked.problems["q0"] = Message("form-wrong-nothing")
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


def asks_number(question: Question) -> bool:
    """Say whether people write a number, and do not choose among options."""
    return not question.options


def asks_order(question: Question) -> bool:
    """Say whether people put options in order, the best first."""
    return kind_of(question).in_parts == "places"


def read_typed(question: Question, place: int, typed: str, say: Catalogue) -> float | Message:
    """Return the number that somebody typed, in the question's unit, or what is wrong with it.

    Parameters
    ----------
    question, place
        What is asked, and where it stands in the survey, counted from 0.
    typed
        The number as it was typed, perhaps with a unit.
    say
        Whose decimal mark counts where a mark may be either: "1,234" is about one in German and a thousand in English.

    Examples
    --------
    >>> from bayeshat.words.message import catalogue
    >>> height = Question("q1", "How tall?", (), "number", (150.0, 200.0), unit="cm")
    >>> [read_typed(height, 0, typed, catalogue("de")) for typed in ("1,72 m", "172.5", "172,5 cm")]
    [172.0, 172.5, 172.5]
    >>> str(read_typed(height, 0, "72 kg", catalogue("en")))
    'Question 1: write the number in cm.'
    """
    number = place + 1
    hint = f"0{say('form-decimal-mark')}5"
    written = read_numbers([typed, hint])[0] if len(typed) <= LONGEST_NUMBER else None
    if written is None:
        return Message("form-wrong-no-number", number=number)
    value = convert_unit(written.value, written.unit, question.unit or written.unit)
    if value is None:
        return Message("form-wrong-unit", number=number, unit=question.unit)
    if abs(value) > LARGEST:
        return Message("form-wrong-large", number=number)
    limits = number_kind_of(question).number_limits(question)
    if not limits.allow(value):
        low = show_typed(limits.low, say)
        if math.isfinite(limits.high):
            return Message("form-wrong-between", number=number, low=low, high=show_typed(limits.high, say))
        return Message("form-wrong-whole" if limits.is_whole else "form-wrong-above", number=number, low=low)
    return value


def is_far(question: Question, value: float) -> bool:
    """Say whether a number is so far from the usual ones that it may be a slip of the pen, or in another unit."""
    if question.scale is None:
        return False
    low, high = question.scale
    other_unit = low > 0 and not low / _FAR <= value <= high * _FAR
    return other_unit or len(far_numbers(np.array([value]), question)) > 0


def find_doubt(question: Question, place: int, value: float, say: Catalogue) -> Message | None:
    """Return a question back where a number is far from the usual ones."""
    if question.scale is None or not is_far(question, value):
        return None
    low, high = question.scale
    shown = {"value": show_with_unit(question, value, say), "low": show_typed(low, say)}
    return Message("form-wrong-far", number=place + 1, **shown, high=show_with_unit(question, high, say))


def show_typed(value: float, say: Catalogue) -> str:
    """Return a number as people type it in a language, and as `read_typed` reads it back.

    Examples
    --------
    >>> from bayeshat.words.message import catalogue
    >>> show_typed(1234.5, catalogue("en")), show_typed(1234.5, catalogue("de"))
    ('1234.5', '1234,5')
    """
    return show_number(value).replace(".", say("form-decimal-mark"))


def show_with_unit(question: Question, value: float, say: Catalogue) -> str:
    """Return a number with the question's unit."""
    return f"{show_typed(value, say)} {question.unit}".rstrip()


def tell_limits(question: Question, say: Catalogue) -> Message | None:
    """Return which numbers answer a question, in a sentence; None if any do."""
    limits = number_kind_of(question).number_limits(question)
    if math.isfinite(limits.high):
        return Message("form-number-between", low=show_typed(limits.low, say), high=show_typed(limits.high, say))
    if limits.is_whole:
        return Message("form-number-whole")
    return Message("form-number-above", low=show_typed(limits.low, say)) if limits.is_above else None

"""What a form must hold before it is kept; everything that is wrong is told at once, in any language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...survey.spec import Survey
from ..events.events import survey_of
from ..languages import Message
from ..refusals import Refused, Stale
from ..server.settings import Settings
from ..storage.schema import Event
from ..surveys.survey_builder import clean_text

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


class Namesake(FormRefused):
    """Somebody else has answered under the same name; it can be sent anyway."""

    def __init__(self, name: str) -> None:
        super().__init__({"name": Message("wrong-same-name", name=name)})


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


def check_form(
    event: Event,
    name: str,
    answers: Mapping[str, Sequence[int]],
    survey_version: int | None,
    has_consented: bool,
    has_namesake: bool,
) -> tuple[str, dict[str, list[int]]]:
    """Return the name and the answers as they are kept; everything that is wrong is refused at once."""
    if survey_version is not None and survey_version != event.survey_version:
        raise SurveyChanged
    problems: dict[str, Message] = {}
    shown = clean_text(name) if event.asks_names else ""
    if event.asks_names and not 1 <= len(shown) <= LONGEST_NAME:
        problems["name"] = Message("wrong-name", longest=LONGEST_NAME)
    checked, wrong = check_answers(survey_of(event), answers)
    problems |= wrong
    if event.consent and not has_consented:
        problems["consent"] = Message("wrong-consent")
    if problems:
        raise FormRefused(problems)
    if has_namesake:
        raise Namesake(shown)
    return shown, checked


def check_answers(
    survey: Survey, answers: Mapping[str, Sequence[int]]
) -> tuple[dict[str, list[int]], dict[str, Message]]:
    """Return the answers in the order of the questions, and what is wrong with the others, by the form's field."""
    if set(answers) - {question.id for question in survey.questions}:
        raise SurveyChanged
    checked: dict[str, list[int]] = {}
    problems: dict[str, Message] = {}
    for q, question in enumerate(survey.questions):
        codes = list(dict.fromkeys(answers.get(question.id, ())))
        if any(type(code) is not int or not 0 <= code < len(question.options) for code in codes):
            problems[f"q{q}"] = Message("wrong-option", number=q + 1)
        elif len(codes) > 1 and question.kind != "several":
            problems[f"q{q}"] = Message("wrong-one-only", number=q + 1)
        elif codes:
            checked[question.id] = sorted(codes)
    if not checked and not problems:
        problems["q0"] = Message("wrong-nothing")
    return checked, problems

"""A survey built in the browser: which answers speak for which house, in three strengths."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ...survey.rules import Rules
from ...survey.spec import Cluster, Question, Survey
from ..refusals import Refused

# Prior counts of an option that says nothing of a house, speaks for it, or speaks strongly for it. The paper's own
# counts lie between 1 and 7.
STRENGTHS = {"none": 1.0, "some": 3.0, "strong": 7.0}
MEMBERSHIP_PRIOR = 0.3
_LONGEST = 500
_JOINERS = "\u200c\u200d"


@dataclass(frozen=True)
class BuiltHouse:
    """A house: its name, and its colour as ``"#1f6b45"`` or a CSS name if it has one."""

    name: str
    color: str | None = None


@dataclass(frozen=True)
class BuiltOption:
    """An option, and how strongly it speaks for each house: "none", "some" or "strong"; houses left out: "none"."""

    text: str
    strengths: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class BuiltQuestion:
    """A question with its options; `kind` is "choice" for one answer, "several" for as many as apply."""

    text: str
    options: Sequence[BuiltOption]
    kind: str = "choice"


@dataclass(frozen=True)
class BuiltSurvey:
    """What an organiser filled in."""

    title: str
    houses: Sequence[BuiltHouse]
    questions: Sequence[BuiltQuestion]
    description: str = ""


def build_survey(form: BuiltSurvey) -> Survey:
    """Return the survey that was filled in.

    Raises
    ------
    Refused
        If a strength or a kind is none that there is, or a text is too long.
    SurveyError
        If the survey cannot be used; the message names what to correct.

    Examples
    --------
    >>> tea = BuiltQuestion("Tea?", [BuiltOption("yes", {"Owls": "strong"}), BuiltOption("no", {"Larks": "some"})])
    >>> survey = build_survey(BuiltSurvey("Drinks", [BuiltHouse("Owls"), BuiltHouse("Larks")], [tea]))
    >>> survey.answer_prior[:, 0].tolist()
    [[7.0, 1.0], [1.0, 3.0]]
    """
    houses = [house.name.strip() for house in form.houses]
    most = max((len(question.options) for question in form.questions), default=0)
    prior = np.zeros((len(houses), len(form.questions), most))
    for q, question in enumerate(form.questions):
        for v, option in enumerate(question.options):
            for k, house in enumerate(houses):
                prior[k, q, v] = _count(option, house, f"question-{q + 1}-option-{v + 1}")
    survey = Survey(
        title=_text(form.title, "title"),
        questions=_questions(form.questions),
        clusters=tuple(
            Cluster(_text(house.name, f"house-{k}"), (house.color or "").strip() or None)
            for k, house in enumerate(form.houses, 1)
        ),
        answer_prior=prior,
        membership_prior=np.full(len(houses), MEMBERSHIP_PRIOR),
        description=_text(form.description, "description"),
        rules=Rules(),
    )
    return survey.validate()


def describe_build(survey: Survey) -> BuiltSurvey:
    """Return a survey as a form to fill in again; counts become the nearest strength, ratings a choice of bins."""
    counts, words = np.array(list(STRENGTHS.values())), list(STRENGTHS)

    def nearest(value: float) -> str:
        return words[int(np.abs(np.log(counts) - np.log(value)).argmin())]

    questions = []
    for q, question in enumerate(survey.questions):
        options = []
        for v, text in enumerate(question.options):
            spoken = {name: nearest(survey.answer_prior[k, q, v]) for k, name in enumerate(survey.cluster_names)}
            options.append(BuiltOption(text, {name: word for name, word in spoken.items() if word != "none"}))
        questions.append(BuiltQuestion(question.text, options, "several" if question.kind == "several" else "choice"))
    houses = [BuiltHouse(cluster.name, cluster.color) for cluster in survey.clusters]
    return BuiltSurvey(survey.title, houses, questions, survey.description)


def _count(option: BuiltOption, house: str, where: str) -> float:
    word = option.strengths.get(house, "none")
    if word not in STRENGTHS:
        raise Refused(f"A strength must be one of {', '.join(STRENGTHS)}; got {word!r}. Choose one of them.", where)
    return STRENGTHS[word]


def _questions(given: Sequence[BuiltQuestion]) -> tuple[Question, ...]:
    questions = []
    for q, question in enumerate(given, 1):
        where = f"question-{q}"
        if question.kind not in ("choice", "several"):
            raise Refused(f"A question takes one answer or several; got {question.kind!r}. Choose one of them.", where)
        options = tuple(_text(option.text, f"{where}-option-{v}") for v, option in enumerate(question.options, 1))
        questions.append(Question(f"q{q}", _text(question.text, where), options, question.kind))
    return tuple(questions)


def _text(text: str, where: str) -> str:
    plain = clean_text(text)
    if len(plain) > _LONGEST:
        raise Refused(f"A text must have at most {_LONGEST} characters; this one has {len(plain)}. Shorten it.", where)
    return plain


def clean_text(text: str) -> str:
    r"""Return a text on one line, without signs that cannot be seen.

    Examples
    --------
    >>> clean_text("  Ann\x00 \n Le\u200be ")
    'Ann Lee'
    """
    # Controls and halves of characters become spaces; signs without any width vanish, as they do on the screen, but for
    # the two that join and part letters: these are part of names in many scripts.
    kinds = ((sign, "" if sign in _JOINERS else unicodedata.category(sign)) for sign in text)
    seen = "".join(" " if kind in ("Cc", "Cs") else "" if kind == "Cf" else sign for sign, kind in kinds)
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", seen)).strip()

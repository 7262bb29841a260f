"""A survey as a form to fill in: what the form shows can be changed, all the rest of the survey stays as it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import numpy as np

from ...kinds.question import Question
from ...kinds.table import kind_of
from ...rules.rule_names import rename_groups
from ...rules.rules import Rules
from ...survey.cluster import Cluster
from ...survey.spec import Survey
from ...tables.text import normalise
from ..languages import DEFAULT, Catalogue, Message, catalogue
from ..refusals import Refused
from .number_questions import DraftNumbers, as_number_question, draft_numbers, is_number_kind, number_prior

# Prior counts of an answer that is as usual in a house as any other, typical of it, or very typical. The paper's own
# counts lie between 1 and 7.
STRENGTHS = {"none": 1.0, "some": 3.0, "strong": 7.0}
# The count that the survey already has, where it is none of these.
KEPT = "kept"
MEMBERSHIP_PRIOR = 0.3
RATING = Message("surveys-rating")
_JOINERS = "\u200c\u200d"


@dataclass
class DraftHouse:
    """A house as typed; `was` is its position in the survey that is being changed, None if it is new."""

    name: str
    color: str = ""
    was: int | None = None


@dataclass
class DraftOption:
    """An option as typed, with a strength for each house in turn: "none", "some", "strong" or "kept"."""

    text: str
    strengths: list[str]
    was: int | None = None


@dataclass
class DraftQuestion:
    """A question as typed.

    Its kind is "choice" for one answer, "several" for as many as apply, "number", "count", or one that the survey had.
    """

    text: str
    options: list[DraftOption]
    kind: str = "choice"
    was: int | None = None
    numbers: DraftNumbers = field(default_factory=DraftNumbers)


@dataclass
class Draft:
    """A survey as typed, whether or not it can be used yet."""

    description: str
    houses: list[DraftHouse]
    questions: list[DraftQuestion]


def start_survey(title: str, say: Catalogue | None = None) -> Survey:
    """Return a small survey to go on from, in a language; without one in English."""
    say = say or catalogue(DEFAULT)
    options = say("surveys-first-yes"), say("surveys-first-no")
    return Survey(
        title=title,
        questions=(Question("q1", say("surveys-first-question"), options),),
        clusters=tuple(Cluster(say("surveys-first-house", number=number)) for number in (1, 2)),
        answer_prior=np.array([[[STRENGTHS["some"], 1.0]], [[1.0, STRENGTHS["some"]]]]),
        membership_prior=np.full(2, MEMBERSHIP_PRIOR),
    ).validate()


def draft_survey(survey: Survey, mark: str = ".") -> Draft:
    """Return a survey as a form shows it, with the decimal mark of the reader's language.

    Examples
    --------
    >>> draft_survey(start_survey("Drinks")).questions[0].options[1].strengths
    ['none', 'some']
    """
    words = {strength: word for word, strength in STRENGTHS.items()}
    questions = []
    for q, question in enumerate(survey.questions):
        options = [
            DraftOption(
                clean_text(text),
                ["none"] * survey.n_clusters
                if is_scale(question)
                else [words.get(float(value), KEPT) for value in survey.answer_prior[:, q, v]],
                v,
            )
            for v, text in enumerate(question.options)
        ]
        numbers = replace(draft_numbers(survey, q, mark), unit=clean_text(question.unit))
        questions.append(DraftQuestion(clean_text(question.text), options, question.kind, q, numbers))
    houses = [DraftHouse(clean_text(house.name), house.color or "", k) for k, house in enumerate(survey.clusters)]
    return Draft(clean_lines(survey.description), houses, questions)


def merge_draft(draft: Draft, base: Survey) -> Survey:
    """Return the survey that a form began from, with what was changed in the form.

    Texts that only differ in what a form cannot show, such as spaces, stay as they were. So do counts, colours, ids,
    scales, sizes and rules; rules about a house that was removed go with it.

    Raises
    ------
    Refused
        If a strength or a kind is unknown, or a rating's options were added or removed; the message names the field.
    SurveyError
        If the survey cannot be used; the message says what to correct.

    Examples
    --------
    >>> base = start_survey("Drinks")
    >>> draft = draft_survey(base)
    >>> draft.questions[0].options[0].strengths[1] = "strong"
    >>> merge_draft(draft, base).answer_prior[:, 0].tolist()
    [[3.0, 1.0], [7.0, 3.0]]
    """
    restored = restore_texts(draft, base)
    clusters = tuple(Cluster(house.name, house.color or None) for house in restored.houses)
    questions = _questions(restored, base)
    return replace(
        base,
        questions=questions,
        clusters=clusters,
        answer_prior=_priors(restored, questions, base),
        membership_prior=_memberships(restored, base),
        description=restored.description,
        sizes=_sizes(restored, base),
        rules=Rules(rename_groups(base.rules, changed_names(draft, base))),
    ).validate()


def changed_names(draft: Draft, base: Survey) -> dict[str, str | None]:
    """Return the new names of houses that were renamed, by their old ones; None for those that were removed."""
    now = {house.was: house.name for house in restore_texts(draft, base).houses}
    return {name: now.get(k) for k, name in enumerate(base.cluster_names) if now.get(k) != name}


def restore_texts(draft: Draft, base: Survey) -> Draft:
    """Return a draft with the survey's own texts wherever the form showed nothing else, and clean texts elsewhere."""
    texts = [question.text for question in base.questions]
    units = [question.unit for question in base.questions]
    questions = []
    for asked in draft.questions:
        known = () if asked.was is None else base.questions[asked.was].options
        options = [replace(option, text=_same(option.text, known, option.was)) for option in asked.options]
        numbers = replace(asked.numbers, unit=_same(asked.numbers.unit, units, asked.was))
        questions.append(replace(asked, text=_same(asked.text, texts, asked.was), options=options, numbers=numbers))
    houses = [replace(house, name=_same(house.name, base.cluster_names, house.was)) for house in draft.houses]
    plain = clean_lines(draft.description)
    description = base.description if plain == clean_lines(base.description) else plain
    return Draft(description, houses, questions)


def kept_count(base: Survey, asked: DraftQuestion, option: DraftOption, house: DraftHouse) -> float | None:
    """Return the count that a cell of the form began from; None if the cell is new."""
    if asked.was is None or option.was is None or house.was is None or is_scale(base.questions[asked.was]):
        return None
    return float(base.answer_prior[house.was, asked.was, option.was])


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


def clean_lines(text: str) -> str:
    """Return a text of several lines, each of them clean."""
    return "\n".join(clean_text(line) for line in text.splitlines()).strip()


def _same(typed: str, originals: Sequence[str], was: int | None) -> str:
    plain = clean_text(typed)
    return plain if was is None or plain != clean_text(originals[was]) else originals[was]


def _questions(draft: Draft, base: Survey) -> tuple[Question, ...]:
    taken = {normalise(base.questions[asked.was].id) for asked in draft.questions if asked.was is not None}
    taken |= {normalise(asked.text) for asked in draft.questions}
    questions = []
    for q, asked in enumerate(draft.questions):
        options = tuple(option.text for option in asked.options)
        if asked.was is None:
            name = next(name for n in count(q + 1) if (name := f"q{n}") not in taken)
            taken.add(name)
            question = Question(name, asked.text, options)
        else:
            question = replace(base.questions[asked.was], text=asked.text, options=options)
        if is_number_kind(asked.kind):
            question = as_number_question(question, asked.numbers, asked.kind)
        elif asked.kind != question.kind:
            if asked.kind not in ("choice", "several"):
                raise Refused(Message("surveys-choose-kind"), f"k-{q}")
            question = replace(question, kind=asked.kind, scale=None, bins=(), ordered=True, unit="", log=False)
        if question.kind == "rating" and asked.was is not None:
            n_before = len(base.questions[asked.was].options)
            if [option.was for option in asked.options] != list(range(n_before)):
                raise Refused(RATING, f"k-{q}")
        questions.append(question)
    return tuple(questions)


def is_scale(question: Question) -> bool:
    """Say whether a house has one mean for the question, and not a count for each of its options."""
    return question.kind == "rating" and question.ordered


def _priors(draft: Draft, questions: Sequence[Question], base: Survey) -> np.ndarray:
    """Return the prior of each house: counts as chosen in the form, and whatever else the survey has."""
    sizes = [kind_of(question).n_prior(question) for question in questions]
    priors = np.zeros((len(draft.houses), len(sizes), max(sizes, default=0)))
    for q, (asked, question) in enumerate(zip(draft.questions, questions, strict=True)):
        before = None if asked.was is None else base.questions[asked.was]
        for k, house in enumerate(draft.houses):
            if is_number_kind(question.kind):
                priors[k, q, : sizes[q]] = number_prior(question, asked.numbers, k, base, asked.was, house.was)
                continue
            priors[k, q, : sizes[q]] = kind_of(question).flat_prior(question, question.id)
            if before is not None and before.kind == question.kind and house.was is not None:
                _keep_prior(priors[k, q], base.answer_prior[house.was, asked.was], asked, before)
            for v, option in enumerate(asked.options):
                if is_scale(question):
                    continue
                word = option.strengths[k]
                value = kept_count(base, asked, option, house) if word == KEPT else STRENGTHS.get(word)
                if value is None:
                    raise Refused(Message("surveys-choose-strength"), f"s-{q}-{v}-{k}")
                priors[k, q, v] = value
    return priors


def _keep_prior(prior: np.ndarray, kept: np.ndarray, asked: DraftQuestion, before: Question) -> None:
    """Take over what a survey said of a house and the form does not show: a mean, or how many do not tick an option."""
    if is_scale(before):
        size = kind_of(before).n_prior(before)
        prior[:size] = kept[:size]
    elif before.kind == "several":
        for v, option in enumerate(asked.options):
            if option.was is not None:
                prior[len(asked.options) + v] = kept[len(before.options) + option.was]


def _memberships(draft: Draft, base: Survey) -> np.ndarray:
    """Return everybody's prior share of each house; a new house gets what all the others have, or the usual one."""
    alpha = base.membership_prior
    usual = float(alpha[0]) if (alpha == alpha[0]).all() else MEMBERSHIP_PRIOR
    return np.array([usual if house.was is None else alpha[house.was] for house in draft.houses])


def _sizes(draft: Draft, base: Survey) -> tuple[int, ...] | None:
    """Return the sizes that the survey names; none if a new house has no size, or nobody would be left."""
    places = [house.was for house in draft.houses]
    if base.sizes is None or None in places:
        return None
    sizes = tuple(base.sizes[place] for place in places if place is not None)
    return sizes if sum(sizes) else None

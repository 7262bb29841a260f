"""A survey as a form to fill in: what the form shows can be changed, everything else in the survey stays."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import numpy as np

from ...kinds.number import NumberLimits
from ...kinds.question import Question
from ...kinds.table import KINDS, kind_of, number_kind_of
from ...survey.cluster import Cluster
from ...survey.spec import Survey
from ...tables.numbers import convert_unit, read_numbers, show_number
from ...tables.text import normalise
from ...words.message import Catalogue, Message, catalogue
from ...words.voice import DEFAULT
from ..refusals import Refused

# Prior counts of an answer that is as usual in a house as any other, typical of it, or very typical. The paper's own
# counts lie between 1 and 7.
STRENGTHS = {"none": 1.0, "some": 3.0, "strong": 7.0}
# The count that the survey already has, where it is none of these.
KEPT = "kept"
MEMBERSHIP_PRIOR = 0.3
RATING = Message("surveys-rating")
_JOINERS = "\u200c\u200d"

Array = np.ndarray

LONGEST_UNIT = 20


@dataclass
class DraftNumbers:
    """What a form says of a question for numbers, as typed.

    Attributes
    ----------
    unit
        The unit; empty if there is none.
    low, high
        The range in which most numbers lie.
    typical
        The number that is typical of each house in turn; empty if it is not known.
    mark
        The decimal mark of the reader's language.
    """

    unit: str = ""
    low: str = ""
    high: str = ""
    typical: list[str] = field(default_factory=list)
    mark: str = "."

    @property
    def scale(self) -> tuple[float | None, float | None]:
        """The range; None for an end that is no number."""
        return self.read(self.low), self.read(self.high)

    def read(self, typed: str) -> float | None:
        """Return a number in the question's unit; None if it is none, or has a unit that does not fit."""
        written = read_numbers([typed, f"0{self.mark}5"])[0]
        value = None if written is None else convert_unit(written.value, written.unit, self.unit or written.unit)
        return value if value is not None and NumberLimits().allow(value) else None


def is_number_kind(kind: str) -> bool:
    """Say whether people answer a kind of question by a number, and never by an option.

    Examples
    --------
    >>> is_number_kind("count"), is_number_kind("rating"), is_number_kind("essay")
    (True, False, False)
    """
    return kind in KINDS and "options" not in KINDS[kind].keys


def has_range(kind: str) -> bool:
    """Say whether a kind of question asks for the range in which most numbers lie."""
    return "scale" in KINDS[kind].keys


def draft_numbers(survey: Survey, q: int, mark: str) -> DraftNumbers:
    """Return what the form shows of a question, with a decimal mark; nothing if it does not ask for a number."""
    question = survey.questions[q]
    if not is_number_kind(question.kind):
        return DraftNumbers(typical=[""] * survey.n_clusters, mark=mark)
    low, high = ("", "") if question.scale is None else (_show(end, mark) for end in question.scale)
    typical = [_show_typical(survey, q, k, mark) for k in range(survey.n_clusters)]
    return DraftNumbers(question.unit, low, high, typical, mark)


def find_number_gaps(
    numbers: DraftNumbers, kind: str, q: int, base: Survey, was: int | None, houses: Sequence[int | None]
) -> dict[str, Message]:
    """Return what is missing or cannot be used, by the form's fields.

    Parameters
    ----------
    numbers, kind, q
        What was typed of the question, its kind, and its place in the form.
    base, was, houses
        The survey that the form began from, and where the question and the houses stood in it.
    """
    gaps: dict[str, Message] = {}
    before = None if was is None else base.questions[was]
    is_log = before is not None and before.kind == kind and before.log
    if len(numbers.unit) > LONGEST_UNIT and (before is None or before.unit != numbers.unit):
        gaps[f"u-{q}"] = Message("surveys-unit-length", longest=LONGEST_UNIT)
    for h, typed in enumerate(numbers.typical):
        value = numbers.read(typed)
        if typed and value is None:
            gaps[f"t-{q}-{h}"] = Message("surveys-not-a-number", given=typed)
        elif value is not None and value <= 0 and (is_log or not has_range(kind)):
            gaps[f"t-{q}-{h}"] = Message("surveys-not-positive", number=q + 1)
    if not has_range(kind):
        return gaps
    if not (numbers.low or numbers.high):
        # A file may say what is typical of each house and no range; then it stays so until a house has to change.
        is_kept = before is not None and before.kind == kind and before.scale is None
        if (
            not is_kept
            or was is None
            or any(
                k is None or typed != _show_typical(base, was, k, numbers.mark)
                for k, typed in zip(houses, numbers.typical, strict=True)
            )
        ):
            gaps[f"lo-{q}"] = Message("surveys-range-missing", number=q + 1)
        return gaps
    low, high = numbers.scale
    for end, typed, value in (("lo", numbers.low, low), ("hi", numbers.high, high)):
        if value is None:
            gaps[f"{end}-{q}"] = Message(
                "surveys-not-a-number" if typed else "surveys-range-missing", given=typed, number=q + 1
            )
    if low is not None and high is not None and not low < high:
        gaps[f"hi-{q}"] = Message("surveys-range-order", number=q + 1)
    elif low is not None and is_log and low <= 0:
        gaps[f"lo-{q}"] = Message("surveys-not-positive", number=q + 1)
    return gaps


def as_number_question(question: Question, numbers: DraftNumbers, kind: str) -> Question:
    """Return a question that asks for a number, as the form describes it."""
    low, high = numbers.scale
    scale = (low, high) if has_range(kind) and low is not None and high is not None else None
    is_log = question.log and question.kind == kind
    plain = replace(question, options=(), kind=kind, bins=(), ordered=True)
    return replace(plain, scale=scale, unit=numbers.unit, log=is_log)


def number_prior(
    question: Question, numbers: DraftNumbers, k: int, base: Survey, was: int | None, house: int | None
) -> Array:
    """Return the prior of house k: the survey's own where it is unchanged, else what was typed as typical.

    The question and the house may have stood elsewhere in the survey that the form began from, or not at all.
    """
    typed = numbers.typical[k]
    kind, value = number_kind_of(question), numbers.read(typed)
    kept = None
    if was is not None and house is not None and base.questions[was].kind == question.kind:
        shown = _show_typical(base, was, house, numbers.mark)
        before = base.answer_prior[house, was, : kind.n_prior(question)]
        if shown and shown == typed:
            return before
        kept = before if shown else None
    return kind.flat_prior(question, question.id) if value is None else kind.prior_around(question, value, kept)


def _show_typical(survey: Survey, q: int, house: int, mark: str) -> str:
    """Return the number that is typical of a house; empty if the survey says nothing of it."""
    question = survey.questions[q]
    kind = kind_of(question)
    prior = survey.answer_prior[house, q, : kind.n_prior(question)]
    is_open = has_range(question.kind) and question.scale is None
    if not is_open and np.allclose(prior, kind.flat_prior(question, question.id), rtol=1e-9):
        return ""
    return _show(float(f"{kind.expected(question, prior)[0]:.6g}"), mark)


def _show(value: float, mark: str) -> str:
    return show_number(value).replace(".", mark)


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
        rules=base.rules.rename_groups(changed_names(draft, base)),
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

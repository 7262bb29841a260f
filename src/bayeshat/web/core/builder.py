"""A survey as a form to fill in: what the form shows can be changed, everything else in the survey stays."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import numpy as np

from ...kinds.question import Question
from ...kinds.rating import rating_options
from ...kinds.table import KINDS, kind_of, number_kind_of, option_chances
from ...survey.cluster import Cluster
from ...survey.spec import Survey
from ...tables.numbers import convert_unit, read_numbers, show_number
from ...tables.text import normalise
from ...words.message import Catalogue, Message, catalogue, join
from ...words.voice import DEFAULT
from ..refusals import Refused

# Prior counts, as the form shows them, of an answer in a house that it does not point to, and in the one that it does.
# The paper's own counts lie between 1 and 7.
NEUTRAL, POINTING = "1", "3"
# What an answer points to where its counts say more than one house.
OWN = "own"
# A rating without order, whose parts are answers. Only a survey file can make one.
BINS = "bins"
MEMBERSHIP_PRIOR = 0.3
# An answer points less to a house whose lead over the others is below this share of the largest lead, and not at all
# below the smallest lead.
_CLEAR, _LEAST_LEAD = 0.5, 0.1
_MOST_NAMED = 3
_JOINERS = "\u200c\u200d"

Array = np.ndarray


@dataclass
class DraftHouse:
    """A house as typed; `was` is its position in the survey that is being changed, None if it is new."""

    name: str
    color: str = ""
    was: int | None = None


@dataclass
class DraftOption:
    """An option as typed, with its prior count in each house: "3", or "9/10" where 9 of 10 people tick it."""

    text: str
    counts: list[str]
    was: int | None = None

    @property
    def points_to(self) -> str:
        """The place of the house that the option points to; empty for none, OWN if the counts say more.

        Examples
        --------
        >>> [DraftOption("tea", counts).points_to for counts in (["1", "1"], ["1", "3"], ["3", "3"])]
        ['', '1', 'own']
        """
        away = [h for h, typed in enumerate(self.counts) if typed != NEUTRAL]
        if not away:
            return ""
        return str(away[0]) if [self.counts[h] for h in away] == [POINTING] else OWN


@dataclass
class DraftQuestion:
    """A question as typed, with the fields of every kind, whichever it has.

    Attributes
    ----------
    text, kind, was
        What is asked; a kind of the library, or BINS; its position in the survey that is being changed.
    options
        What people choose among.
    unit, low, high
        Of numbers, the unit and the range; empty for none.
    steps
        The names of a rating's numbers; none if the numbers speak for themselves.
    typical
        The number that is typical of each house in turn; empty if it is not known.
    mark
        The decimal mark of the reader's language.
    """

    text: str
    options: list[DraftOption]
    kind: str = "choice"
    was: int | None = None
    unit: str = ""
    low: str = ""
    high: str = ""
    steps: tuple[str, ...] = ()
    typical: list[str] = field(default_factory=list)
    mark: str = "."

    @property
    def is_counted(self) -> bool:
        """Whether people choose among options; otherwise they give a number."""
        return self.kind not in KINDS or KINDS[self.kind].counted

    def has(self, key: str) -> bool:
        """Say whether questions of this kind have a key of the survey file."""
        return self.kind in KINDS and key in KINDS[self.kind].keys

    @property
    def scale(self) -> tuple[float | None, float | None]:
        """The range; None for an end that is no number."""
        return self.read(self.low), self.read(self.high)

    def read(self, typed: str) -> float | None:
        """Return a number in the question's unit; None if it is none, or has a unit that does not fit."""
        return _read(typed, self.mark, self.unit)


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
        clusters=tuple(Cluster(say("words-group-number", number=number)) for number in (1, 2)),
        answer_prior=np.array([[[3.0, 1.0]], [[1.0, 3.0]]]),
        membership_prior=np.full(2, MEMBERSHIP_PRIOR),
    ).validate()


def draft_survey(survey: Survey, mark: str = ".") -> Draft:
    """Return a survey as a form shows it, with the decimal mark of the reader's language.

    Examples
    --------
    >>> draft_survey(start_survey("Drinks")).questions[0].options[1].counts
    ['1', '3']
    """
    houses = [DraftHouse(house.name, house.color or "", k) for k, house in enumerate(survey.clusters)]
    return Draft(survey.description, houses, [_draft_question(survey, q, mark) for q in range(survey.n_questions)])


def _draft_question(survey: Survey, q: int, mark: str) -> DraftQuestion:
    question, houses = survey.questions[q], range(survey.n_clusters)
    ends = _show_range(question, mark)
    asked = DraftQuestion(question.text, [], kind_in_form(question), q, question.unit, *ends, mark=mark)
    asked.options = [
        DraftOption(
            text, [_show_cell(_cell(survey, q, k, v), mark) if asked.is_counted else NEUTRAL for k in houses], v
        )
        for v, text in enumerate(question.options)
    ] or [DraftOption("", [NEUTRAL] * survey.n_clusters) for _ in range(2)]
    if not asked.is_counted and question.scale and question.options != rating_options(question.scale, ()):
        asked.steps = question.options
    asked.typical = ["" if asked.is_counted else show_typical(survey, q, k, mark) for k in houses]
    return asked


def kind_in_form(question: Question) -> str:
    """Return a question's kind, as the form names it."""
    return question.kind if question.ordered else BINS


def merge_draft(draft: Draft, base: Survey) -> Survey:
    """Return the survey that a form began from, with what was changed in the form.

    Colours, ids, weights, sizes and rules stay, and so do numbers of which the form shows only the first digits; rules
    about a house that was removed go with it. Corrections stay only if all questions, options and houses do: they were
    learned for these alone.

    Raises
    ------
    Refused
        If a kind is unknown, a rating's parts were added or removed, or a count is no count; the message names the
        field.
    SurveyError
        If the survey cannot be used; the message says what to correct.

    Examples
    --------
    >>> base = start_survey("Drinks")
    >>> draft = draft_survey(base)
    >>> draft.questions[0].options[0].counts[1] = "7"
    >>> merge_draft(draft, base).answer_prior[:, 0].tolist()
    [[3.0, 1.0], [7.0, 3.0]]
    """
    questions = _questions(draft, base)
    priors = [
        [_prior(asked, question, q, h, house.was, base) for q, (asked, question) in enumerate(questions)]
        for h, house in enumerate(draft.houses)
    ]
    width = max((len(prior) for row in priors for prior in row), default=0)
    answer_prior = np.zeros((len(draft.houses), len(questions), width))
    for k, row in enumerate(priors):
        for q, prior in enumerate(row):
            answer_prior[k, q, : len(prior)] = prior
    asked = tuple(question for _, question in questions)
    houses = [(house.was, house.name) for house in draft.houses]
    is_same = asked == base.questions and houses == list(enumerate(base.cluster_names))
    return replace(
        base,
        questions=asked,
        clusters=tuple(Cluster(house.name, house.color or None) for house in draft.houses),
        answer_prior=answer_prior,
        membership_prior=_memberships(draft, base),
        description=draft.description,
        sizes=_sizes(draft, base),
        rules=base.rules.rename_groups(changed_names(draft, base)),
        corrections=base.corrections if is_same else None,
    ).validate()


def changed_names(draft: Draft, base: Survey) -> dict[str, str | None]:
    """Return the new names of houses that were renamed, by their old ones; None for those that were removed."""
    now = {house.was: house.name for house in draft.houses}
    return {name: now.get(k) for k, name in enumerate(base.cluster_names) if now.get(k) != name}


def read_cell(asked: DraftQuestion, v: int, h: int, house: int | None, base: Survey) -> Array | None:
    """Return the prior numbers of option v in house h; None if what was typed is no count.

    These are the count, and then how many people do not tick the option. A cell that was not changed has all digits of
    the survey that the form began from, where the house may have stood elsewhere, or not at all.
    """
    option, q = asked.options[v], asked.was
    if q is not None and house is not None and option.was is not None and kind_in_form(base.questions[q]) == asked.kind:
        cell = _cell(base, q, house, option.was)
        if _show_cell(cell, asked.mark) == option.counts[h]:
            return cell
    ticks, slash, people = option.counts[h].partition("/")
    n_ticks, n_people = _read(ticks, asked.mark), _read(people, asked.mark)
    if n_ticks is None or n_ticks <= 0 or (slash and (n_people is None or n_people <= n_ticks)):
        return None
    return np.array([n_ticks, 1.0 if n_people is None else n_people - n_ticks])


def tell_leanings(asked: DraftQuestion, houses: Sequence[DraftHouse], base: Survey) -> list[str | Message]:
    """Return for each option which houses its counts point to, in words; for counts of few houses alone."""
    unclear: list[str | Message] = [Message("surveys-points-own")] * len(asked.options)
    if not asked.is_counted:
        return unclear
    try:
        question = _question(asked, Question("", "", ()) if asked.was is None else base.questions[asked.was], "")
        priors = [_prior(asked, question, 0, h, house.was, base) for h, house in enumerate(houses)]
    except Refused:
        return unclear
    names = [house.name or Message("surveys-house", number=h + 1) for h, house in enumerate(houses)]
    shares = option_chances(question, np.array(priors)).T
    return [_tell_leaning(row / max(row.mean(), 1e-300) - 1, names) for row in shares]


def _tell_leaning(leads: Array, names: Sequence[str | Message]) -> str | Message:
    largest = leads.max()
    order = [k for k in np.argsort(-leads, kind="stable") if leads[k] >= min(_LEAST_LEAD, largest) and largest > 0]
    if not order or len(order) > _MOST_NAMED:
        return Message("surveys-points-own")
    most = join([names[k] for k in order if leads[k] >= _CLEAR * largest], "and")
    less = join([names[k] for k in order if leads[k] < _CLEAR * largest], "and")
    told = Message("surveys-points-less", most=most, less=less) if less else most
    return Message("surveys-points-set", groups=told)


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


def show_typical(survey: Survey, q: int, house: int, mark: str) -> str:
    """Return the number that is typical of a house; empty if the survey says nothing of it."""
    question = survey.questions[q]
    kind = kind_of(question)
    prior = survey.answer_prior[house, q, : kind.n_prior(question)]
    is_open = "scale" in kind.keys and question.scale is None
    if not is_open and np.allclose(prior, kind.flat_prior(question, question.id), rtol=1e-9):
        return ""
    return _show(float(kind.expected(question, prior)[0]), mark)


def _cell(survey: Survey, q: int, k: int, v: int) -> Array:
    """Return the prior numbers of an option: its count and, of "several", how many people do not tick it."""
    question = survey.questions[q]
    return survey.answer_prior[k, q, : kind_of(question).n_prior(question)][v :: len(question.options)]


def _show_cell(cell: Array, mark: str) -> str:
    others = cell[1:]
    ticks = _show(cell[0], mark)
    return ticks if (others == 1).all() else f"{ticks}/{_show(cell.sum(), mark)}"


def _show_range(question: Question, mark: str) -> tuple[str, str]:
    if question.scale is None:
        return "", ""
    low, high = (show_number(end).replace(".", mark) for end in question.scale)
    return low, high


def _show(value: float, mark: str) -> str:
    return show_number(float(f"{value:.6g}")).replace(".", mark)


def _read(typed: str, mark: str, unit: str = "") -> float | None:
    """Return a number as typed, in a unit; None if it is none, or has a unit that does not fit."""
    written = read_numbers([typed, f"0{mark}5"])[0]
    value = None if written is None else convert_unit(written.value, written.unit, unit or written.unit)
    return value if value is not None and math.isfinite(value) else None


def _questions(draft: Draft, base: Survey) -> list[tuple[DraftQuestion, Question]]:
    """Return the questions as typed, each with what becomes of it."""
    taken = {normalise(base.questions[asked.was].id) for asked in draft.questions if asked.was is not None}
    taken |= {normalise(asked.text) for asked in draft.questions}
    questions = []
    for q, asked in enumerate(draft.questions):
        if asked.was is None:
            name = next(name for n in count(q + 1) if (name := f"q{n}") not in taken)
            taken.add(name)
            before = Question(name, "", ())
        else:
            before = base.questions[asked.was]
        questions.append((asked, _question(asked, before, f"k-{q}")))
    return questions


def _question(asked: DraftQuestion, before: Question, field_: str) -> Question:
    is_same = asked.kind == kind_in_form(before)
    if asked.kind not in KINDS and not is_same:
        raise Refused(Message("surveys-choose-kind"), field_)
    if asked.kind == BINS and [option.was for option in asked.options] != [*range(len(before.options))]:
        raise Refused(Message("surveys-rating"), field_)
    if is_same and asked.is_counted:
        options = tuple(option.text for option in asked.options)
        was = [None if option.was is None else before.options[option.was] for option in asked.options]
        blank = options[was.index(before.blank)] if before.blank in was else ""
        return replace(before, text=asked.text, options=options, blank=blank)
    plain = Question(before.id, asked.text, (), asked.kind, weight=before.weight, unknown=before.unknown)
    if asked.is_counted:
        return replace(plain, options=tuple(option.text for option in asked.options))
    low, high = asked.scale
    scale = (low, high) if asked.has("scale") and low is not None and high is not None else None
    if is_same and (asked.low, asked.high) == _show_range(before, asked.mark):
        scale = before.scale
    steps = asked.steps or rating_options(scale, ()) if scale and asked.has("options") else ()
    unit = asked.unit if asked.has("unit") else ""
    return replace(plain, options=steps, scale=scale, unit=unit, log=is_same and before.log)


def _prior(asked: DraftQuestion, question: Question, q: int, h: int, house: int | None, base: Survey) -> Array:
    """Return the prior of house h: as the survey has it where it is unchanged, else as it was typed."""
    if asked.is_counted:
        n_options = len(question.options)
        prior = np.ones(kind_of(question).n_prior(question))
        for v in range(n_options):
            cell = read_cell(asked, v, h, house, base)
            if cell is None:
                raise Refused(Message("surveys-not-a-count", given=asked.options[v].counts[h]), f"s-{q}-{v}-{h}")
            prior[v::n_options] = cell[: len(prior) // n_options]
        return prior
    kind, value, kept = number_kind_of(question), asked.read(asked.typical[h]), None
    if asked.was is not None and house is not None and kind_in_form(base.questions[asked.was]) == asked.kind:
        shown = show_typical(base, asked.was, house, asked.mark)
        if shown:
            kept = base.answer_prior[house, asked.was, : kind.n_prior(question)]
            if shown == asked.typical[h]:
                return kept
    return kind.flat_prior(question, question.id) if value is None else kind.prior_around(question, value, kept)


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

"""Why somebody is in a group: what its members answered, and which answers spoke for it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..kinds.kind import NOT_ANSWERED
from ..kinds.table import kind_of
from ..model.columns import columns_of
from ..model.corrected import added_by_code
from ..sample.model import with_usual_ratings
from ..words.message import Message
from ..words.phrases import tell_figures, tell_tenths
from .result import Result
from .tables import Table

Array = np.ndarray

# Smaller probabilities are raised to this before logarithms are taken.
_TINY = 1e-300
# Draws that group profiles are averaged over where groups stand for no cluster; more change nothing that is shown.
_DRAWS = 400


# An answer with a strength below this is practically as probable elsewhere, and not worth telling.
FAINT = math.log(1.05)
# A number is more than most people's if this share of them gave less.
_MOST = 0.75
NOT_TICKED, MORE, LESS = "not ticked", "more than most", "less than most"
EMPTY = "left empty"
_SENSES = {
    NOT_TICKED: "report-not-ticked",
    MORE: "report-more-than",
    LESS: "report-less-than",
    EMPTY: "report-left-empty",
}


class SpeakingAnswer(NamedTuple):
    """An answer that spoke for somebody's group, or against it.

    Attributes
    ----------
    number
        The question's place in the survey, counted from 1.
    question, option
        What was asked, and what was answered.
    strength
        Logarithm of how many times as probable the answer is in their own group as in the others, on average. Where
        people are sorted by corrections, how much it adds to the log odds of their own group against the next.
    sense
        "not ticked" where several options could be ticked and this one was not, "more than most" or "less than most"
        of a number, "left empty" of a question; else empty.
    is_number
        Whether the answer is a number.
    """

    number: int
    question: str
    option: str
    strength: float
    sense: str = ""
    is_number: bool = False

    @property
    def words(self) -> str | Message:
        """What was answered, and its sense."""
        option = tell_figures(self.option) if self.is_number else self.option
        return Message(_SENSES[self.sense], option=option) if self.sense else option


class Profile(NamedTuple):
    """How the members of each group answer one question; there is a row for each option, or one for the mean.

    Attributes
    ----------
    answered
        (G,) how many members answered.
    given
        (G, R) how many members gave each answer, or the mean of their numbers; NaN where there is none.
    prior
        (G, R) how probable each answer was thought beforehand, or which mean.
    posterior
        (G, R) how probable it is after everybody has answered, or which mean is expected.
    """

    answered: Array
    given: Array
    prior: Array
    posterior: Array


def group_profiles(result: Result) -> list[Profile]:
    r"""Return for each question how the members of each group answered, and how they were and are expected to.

    A group that stands for a house has that house's answer probabilities, :math:`E[\phi_k]`. Any other has those of
    its members' clusters, :math:`\frac{1}{n_g} \sum_{n \in g} E[\phi_{z_n}]`, which do not depend on how clusters are
    labelled in a draw.
    """
    survey, answers, labels = result.survey, result.answers, result.decision.labels
    phi, shares = _cluster_draws(result)
    answer_prior = _prior_used(result)
    profiles = []
    for q, question in enumerate(survey.questions):
        kind = kind_of(question)
        codes, levels = answers.chosen(q), answers.levels_of(q)
        there = (codes >= 0).all(axis=1)
        members = [codes[there & (labels == g)] for g in range(len(result.decision.names))]
        houses = answer_prior[:, q, : kind.n_prior(question)]
        prior = np.array([kind.expected(question, house) for house in houses])
        learned = kind.learned(question, phi[:, :, q])
        profiles.append(
            Profile(
                np.array([len(own) for own in members]),
                np.array([kind.given(question, own, levels) for own in members], dtype=float),
                prior if shares is None else np.tensordot(shares.mean(axis=0), prior, axes=1),
                learned.mean(axis=0) if shares is None else (shares @ learned).mean(axis=0),
            )
        )
    return profiles


def answer_strengths(result: Result, profiles: list[Profile]) -> list[Array]:
    """Return for each column of answers how strongly each of its codes speaks for each group, (G, codes)."""
    return [option_strengths(chances) for chances in _code_chances(result, profiles)]


def _code_chances(result: Result, profiles: list[Profile]) -> list[Array]:
    """Return for each column of answers how probable each of its codes is in each group, (G, codes)."""
    survey, answers = result.survey, result.answers
    phi, shares = _cluster_draws(result)
    # As many draws as groups without a house are averaged over are enough for the densities of numbers.
    some = slice(None, None, -(-len(phi) // _DRAWS))
    found, places = [], dict.fromkeys(range(survey.n_questions), 0)
    for q, levels in zip(answers.questions.tolist(), answers.levels, strict=True):
        question = survey.questions[q]
        chances = profiles[q].posterior
        if levels is not None:
            densities = np.exp(kind_of(question).log_density(phi[some, :, q], question, levels))
            chances = (densities if shares is None else shares[some] @ densities).mean(axis=0)
        elif (answers.questions == q).sum() > 1:
            ticked = chances[:, [places[q]]]
            chances = np.hstack([1 - ticked, ticked])
        found.append(chances)
        places[q] += 1
    return found


class Reasons(NamedTuple):
    """What everybody's answers say about groups.

    Attributes
    ----------
    by_code
        For each column of answers what each code says for each group, (G, codes): the logarithm of how many times as
        probable it is there as elsewhere. Where people are sorted by corrections, what it adds to the group's log odds.
    by_blank
        (G, Q) what an empty answer adds.
    others
        (N,) the group that everybody's own one is compared with; None to compare with all others.
    """

    by_code: list[Array]
    by_blank: Array
    others: Array | None = None


def find_reasons(result: Result, profiles: list[Profile]) -> Reasons:
    r"""Return what decided about people: how probable answers are in each group, and corrections where there are any.

    With corrections d, and a power a of the answers' own probabilities, the log odds of a person's group g against the
    next group h are, but for shares and constants, a sum over answers:

    .. math:: \sum_c a w_c \log \frac{p(x_c \mid g)}{p(x_c \mid h)} + d_{gc}(x_c) - d_{hc}(x_c)
    """
    survey, answers, corrections = result.survey, result.answers, result.posterior.corrections
    weights = np.array([question.weight for question in survey.questions])
    n_groups = len(result.decision.names)
    if corrections is None:
        strengths = zip(answer_strengths(result, profiles), answers.questions, strict=True)
        return Reasons([weights[q] * table for table, q in strengths], np.zeros((n_groups, survey.n_questions)))
    added = added_by_code(corrections, columns_of(survey, answers))
    blank = np.stack([table[:, -1] for table in corrections.tables], axis=1)
    shares = _cluster_draws(result)[1]
    if shares is not None:
        added, blank = [shares.mean(axis=0) @ table for table in added], shares.mean(axis=0) @ blank
    logs = [np.log(np.maximum(table, _TINY)) for table in _code_chances(result, profiles)]
    powers = corrections.power * weights[answers.questions]
    by_code = [power * table + more for power, table, more in zip(powers, logs, added, strict=True)]
    there = result.group_shares().copy()
    there[np.arange(len(there)), result.decision.labels] = -1.0
    return Reasons(by_code, blank, there.argmax(axis=1))


def answers_by_group(result: Result) -> Table:
    """Return one row per group, question and option: how many gave the answer, and how many were expected to.

    ``share`` is that of the members who answered the question (empty where nobody did), ``prior share`` what was
    believed beforehand, ``posterior share`` what is believed now. A question for numbers has one row, "mean", with the
    mean in these columns.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> result = bh.sort_people(survey, bh.simulate(survey, rng=1).answers, rng=1)
    >>> table = answers_by_group(result)
    >>> {column: table[column][0] for column in ("group", "question", "option", "prior share")}
    {'group': 'Cluster 1', 'question': 'Question 1', 'option': 'A', 'prior share': 0.1111}
    """
    profiles = group_profiles(result)
    columns: Table = {
        name: [] for name in ("group", "question", "option", "count", "share", "prior share", "posterior share")
    }
    for g, group in enumerate(result.decision.names):
        for profile, question in zip(profiles, result.survey.questions, strict=True):
            kind = kind_of(question)
            answered = int(profile.answered[g])
            for r, row in enumerate(kind.rows(question)):
                given = float(profile.given[g, r])
                means = not kind.counted
                columns["group"].append(group)
                columns["question"].append(question.text)
                columns["option"].append(row)
                columns["count"].append(answered if means else int(given))
                columns["share"].append(round(given if means else given / answered, 4) if answered else "")
                columns["prior share"].append(round(float(profile.prior[g, r]), 4))
                columns["posterior share"].append(round(float(profile.posterior[g, r]), 4))
    return columns


def option_strengths(chances: Array) -> Array:
    """Return how strongly each answer speaks for each group, (G, V), from its probabilities there.

    This is the log ratio to the others' average: 0 where there is nothing to compare with, one group only or no such
    answer.
    """
    n_groups = len(chances)
    others = (chances.sum(axis=0) - chances) / max(n_groups - 1, 1)
    known = (chances > 0) & (others > 0) & (n_groups > 1)
    return np.log(np.divide(chances, others, out=np.ones_like(chances), where=known))


def speaking_answers(result: Result, n: int = 3) -> list[list[SpeakingAnswer]]:
    """Return for each person up to ``n`` answers that spoke most for the group they are in, the strongest first.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> result = bh.sort_people(survey, bh.simulate(survey, rng=1).answers, rng=1)
    >>> strongest, second = speaking_answers(result, n=2)[0]
    >>> strongest.strength >= second.strength > 0
    True
    """
    return strongest_answers(result, find_reasons(result, group_profiles(result)), n)


def tell_times(strength: float) -> Message | int:
    """Return how many times as probable an answer is, given the logarithm of that."""
    ratio = math.exp(strength)
    return Message("why-over-100") if ratio > 100 else tell_tenths(ratio) if ratio < 10 else round(ratio)


def strongest_answers(
    result: Result, reasons: Reasons, n: int, *, against: bool = False, among: Array | None = None
) -> list[list[SpeakingAnswer]]:
    """Return for each person up to ``n`` answers that speak for their group, given what each answer says.

    Those that speak ``against`` it have negative strengths. ``among`` says which answers may be told, (N, C).
    """
    given = given_strengths(result, reasons)
    if among is not None:
        given[~among] = 0.0
    order = np.argsort(given if against else -given, axis=1, kind="stable")[:, :n].tolist()
    strength = given.tolist()
    columns = [_ColumnWords(result, c) for c in range(given.shape[1])]
    told = []
    for person, best in enumerate(order):
        speaking = [c for c in best if (strength[person][c] < 0 if against else strength[person][c] > 0)]
        told.append([columns[c].tell(person, strength[person][c]) for c in speaking])
    return told


def given_strengths(result: Result, reasons: Reasons) -> Array:
    """Return how strongly everybody's answers speak for their group, (N, C); 0 where there is none.

    An empty answer speaks in the first column of its question.
    """
    codes, questions = result.answers.codes, result.answers.questions
    silent = (codes < 0).all(axis=1)

    def said_for(groups: Array) -> Array:
        given = np.zeros(codes.shape)
        for c, (table, q) in enumerate(zip(reasons.by_code, questions.tolist(), strict=True)):
            there = codes[:, c] >= 0
            given[there, c] = table[groups[there], codes[there, c]]
            if c == np.flatnonzero(questions == q)[0]:
                blank = (codes[:, questions == q] == NOT_ANSWERED).all(axis=1) & ~silent
                given[blank, c] = reasons.by_blank[groups[blank], q]
        return given

    own = said_for(result.decision.labels)
    return own if reasons.others is None else own - said_for(reasons.others)


def commoner_answers(result: Result) -> Array:
    """Say which answers a larger share of the person's group than of all others gave, (N, C).

    Hardly anybody gives the same number as somebody else: such an answer is said to be common where it is probable.
    """
    codes, labels, n_groups = result.answers.codes, result.decision.labels, len(result.decision.names)
    commoner = codes >= 0
    for c, q in enumerate(result.answers.questions.tolist()):
        if not result.survey.questions[q].options:
            continue
        there = np.flatnonzero(codes[:, c] >= 0)
        own, code = labels[there], codes[there, c]
        counts = np.zeros((n_groups, int(code.max(initial=0)) + 1))
        np.add.at(counts, (own, code), 1)
        answered = counts.sum(axis=1)
        others = (counts.sum(axis=0) - counts) / np.maximum(answered.sum() - answered, 1)[:, None]
        commoner[there, c] = (counts / np.maximum(answered, 1)[:, None] > others)[own, code]
    return commoner


class _ColumnWords:
    """What the answers in one column say, in words."""

    def __init__(self, result: Result, column: int) -> None:
        answers = result.answers
        self.number = int(answers.questions[column])
        self.question = result.survey.questions[self.number]
        self.codes, self.levels = answers.codes[:, column], answers.levels[column]
        self.place = int((answers.questions[:column] == self.number).sum())
        if self.levels is not None:
            tally = np.bincount(self.codes[self.codes >= 0], minlength=len(self.levels))
            self.below = (np.cumsum(tally) - tally) / max(tally.sum(), 1)
            self.above = 1 - np.cumsum(tally) / max(tally.sum(), 1)

    def tell(self, person: int, strength: float) -> SpeakingAnswer:
        code = int(self.codes[person])
        if code < 0:
            return SpeakingAnswer(self.number + 1, self.question.text, "", strength, EMPTY)
        text, yes = kind_of(self.question).say(self.question, self.place, code, self.levels)
        sense = "" if yes else NOT_TICKED
        if self.levels is not None:
            sense = MORE if self.below[code] >= _MOST else LESS if self.above[code] >= _MOST else ""
        return SpeakingAnswer(self.number + 1, self.question.text, text, strength, sense, not self.question.options)


def _prior_used(result: Result) -> Array:
    """Return the prior of the answers that people were sorted with, (K, Q, P): that of ratings may be around theirs."""
    posterior = result.posterior
    # Draws that were kept come with the survey as it was asked.
    survey = posterior.survey if posterior.known is not None else with_usual_ratings(posterior.survey, result.answers)
    return survey.answer_prior


def _cluster_draws(result: Result) -> tuple[Array, Array | None]:
    """Return draws of the clusters' parameters, (T, K, Q, M), and which share of each group is in each, (T, G, K).

    Groups that stand for houses are the clusters: then there are no shares.
    """
    posterior, decision, n_clusters = result.posterior, result.decision, result.survey.n_clusters
    phi = posterior.phi.reshape(-1, *posterior.phi.shape[2:])
    if result.stands_for_houses:
        return phi, None
    z = posterior.z.reshape(len(phi), -1)
    chosen = np.unique(np.linspace(0, len(phi) - 1, min(len(phi), _DRAWS)).astype(int))
    n_groups = len(decision.names)
    return phi[chosen], np.stack([_cluster_shares(decision.labels, z[t], n_groups, n_clusters) for t in chosen])


def _cluster_shares(labels: Array, clusters: Array, n_groups: int, n_clusters: int) -> Array:
    """Return which share of each group is in each cluster in one draw, (G, K); an empty group is in all alike."""
    table = np.bincount(labels * n_clusters + clusters, minlength=n_groups * n_clusters)
    table = table.reshape(n_groups, n_clusters).astype(float)
    table[table.sum(axis=1) == 0] = 1.0
    return table / table.sum(axis=1, keepdims=True)

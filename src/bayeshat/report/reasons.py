"""Why somebody is in a group: what its members answered, and which answers spoke for it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from .result import Result
from .tables import Table

Array = np.ndarray

# Draws that group profiles are averaged over where groups stand for no cluster; more change nothing that is shown.
_DRAWS = 400


# An answer with a strength below this is practically as probable elsewhere, and not worth telling.
FAINT = math.log(1.05)


class SpeakingAnswer(NamedTuple):
    """An answer that spoke for somebody's group, or against it.

    Attributes
    ----------
    number
        The question's place in the survey, counted from 1.
    question, option
        What was asked, and what was answered.
    strength
        Logarithm of how many times as probable the answer is in their own group as in the others, on average.
    """

    number: int
    question: str
    option: str
    strength: float


class Profiles(NamedTuple):
    """How the members of each group answer, (G, Q, V) each; 0 beyond a question's own options.

    Attributes
    ----------
    counts
        How many members gave each answer; one person may give several to a question that allows it.
    prior
        How probable each answer was thought beforehand.
    posterior
        How probable it is after everybody has answered.
    """

    counts: Array
    prior: Array
    posterior: Array


def group_profiles(result: Result) -> Profiles:
    r"""Return how the members of each group answered, and how they were and are expected to.

    A group that stands for a house has that house's answer probabilities, :math:`E[\phi_k]`. Any other has those of
    its members' clusters, :math:`\frac{1}{n_g} \sum_{n \in g} E[\phi_{z_n}]`, which do not depend on how clusters are
    labelled in a draw.
    """
    survey, posterior, decision = result.survey, result.posterior, result.decision
    beta = np.asarray(survey.answer_prior, dtype=float)
    prior = beta / beta.sum(axis=2, keepdims=True)
    counts = np.zeros((len(decision.names), *beta.shape[1:]), dtype=np.int64)
    answers = result.answers
    people, columns = np.nonzero(answers.codes >= 0)
    given = (decision.labels[people], answers.questions[columns], answers.codes[people, columns])
    np.add.at(counts, given, 1)
    if result.stands_for_houses:
        return Profiles(counts, prior, posterior.phi.mean(axis=(0, 1)))
    phi = posterior.phi.reshape(-1, survey.n_clusters, prior[0].size)
    z = posterior.z.reshape(len(phi), -1)
    chosen = np.unique(np.linspace(0, len(phi) - 1, min(len(phi), _DRAWS)).astype(int))
    shares = np.stack([_cluster_shares(decision.labels, z[t], len(counts), survey.n_clusters) for t in chosen])
    learned = (shares @ phi[chosen]).mean(axis=0).reshape(counts.shape)
    return Profiles(counts, np.tensordot(shares.mean(axis=0), prior, axes=1), learned)


def answers_by_group(result: Result) -> Table:
    """Return one row per group, question and option: how many gave the answer, and how many were expected to.

    ``share`` is that of the answers which members gave to the question (empty where nobody did), ``prior share`` what
    was believed beforehand, ``posterior share`` what is believed now.

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
    answered = profiles.counts.sum(axis=2)
    columns: Table = {
        name: [] for name in ("group", "question", "option", "count", "share", "prior share", "posterior share")
    }
    for g, group in enumerate(result.decision.names):
        for q, question in enumerate(result.survey.questions):
            for v, option in enumerate(question.options):
                count = int(profiles.counts[g, q, v])
                columns["group"].append(group)
                columns["question"].append(question.text)
                columns["option"].append(option)
                columns["count"].append(count)
                columns["share"].append(round(count / int(answered[g, q]), 4) if answered[g, q] else "")
                columns["prior share"].append(round(float(profiles.prior[g, q, v]), 4))
                columns["posterior share"].append(round(float(profiles.posterior[g, q, v]), 4))
    return columns


def option_strengths(profiles: Profiles) -> Array:
    """Return how strongly each option speaks for each group, (G, Q, V): the log ratio to the others' average.

    It is 0 where there is nothing to compare with: one group only, or no such option.
    """
    phi = profiles.posterior
    n_groups = len(phi)
    others = (phi.sum(axis=0) - phi) / max(n_groups - 1, 1)
    known = (phi > 0) & (others > 0) & (n_groups > 1)
    return np.log(np.divide(phi, others, out=np.ones_like(phi), where=known))


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
    return strongest_answers(result, option_strengths(group_profiles(result)), n)


def strongest_answers(result: Result, strengths: Array, n: int, *, against: bool = False) -> list[list[SpeakingAnswer]]:
    """Return for each person up to ``n`` answers that speak for their group, given what each option says.

    Those that speak ``against`` it have negative strengths.
    """
    answers, questions = result.answers, result.survey.questions
    codes = answers.codes
    given = strengths[result.decision.labels[:, None], answers.questions, np.maximum(codes, 0)]
    given = np.where(codes >= 0, given, 0.0)
    order = np.argsort(given if against else -given, axis=1, kind="stable")[:, :n].tolist()
    numbers, chosen, strength = answers.questions.tolist(), codes.tolist(), given.tolist()
    told = []
    for person, best in enumerate(order):
        speaking = [c for c in best if (strength[person][c] < 0 if against else strength[person][c] > 0)]
        asked = [questions[numbers[c]] for c in speaking]
        told.append(
            [
                SpeakingAnswer(numbers[c] + 1, question.text, question.options[chosen[person][c]], strength[person][c])
                for c, question in zip(speaking, asked, strict=True)
            ]
        )
    return told


def _cluster_shares(labels: Array, clusters: Array, n_groups: int, n_clusters: int) -> Array:
    """Return which share of each group is in each cluster in one draw, (G, K); an empty group is in all alike."""
    table = np.bincount(labels * n_clusters + clusters, minlength=n_groups * n_clusters)
    table = table.reshape(n_groups, n_clusters).astype(float)
    table[table.sum(axis=1) == 0] = 1.0
    return table / table.sum(axis=1, keepdims=True)

"""Answers from people whose clusters are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ModelError
from ..kinds.dirichlet import draw_categories, draw_dirichlet
from ..options import as_generator
from ..words.voice import setting
from .prior import Prior, prior_from

if TYPE_CHECKING:
    from ..survey.answers import Answers
    from ..survey.spec import Survey

Array = np.ndarray

DEFAULT_PEOPLE = 20


@dataclass(frozen=True, eq=False)
class Simulation:
    """Simulated answers, and what they were drawn from.

    Attributes
    ----------
    answers
        What everybody answered.
    truth
        (N,) everybody's true cluster.
    theta
        (N, K) true membership weights.
    phi
        (K, Q, M) true answer probabilities, or whatever the parameters of a question's kind are.

    Examples
    --------
    >>> import bayeshat as bh
    >>> drawn = bh.simulate(bh.Survey.load("simulation-even"), 6, rng=1)
    >>> drawn.truth.shape, drawn.theta.shape, drawn.phi.shape
    ((6,), (6, 3), (3, 10, 3))
    """

    answers: Answers
    truth: Array
    theta: Array
    phi: Array


def simulate(
    survey: Survey,
    n_people: int | None = None,
    *,
    sizes: Sequence[int] | None = None,
    own: float = 7.0,
    rest: float = 1.0,
    rng: int | np.random.Generator | None = None,
    missing: float = 0.0,
    prior: Prior | None = None,
) -> Simulation:
    r"""Draw answers of people in clusters of known sizes, as in Supplement A of Silverman and Silverman (2017).

    .. math::

        \phi_{kq} \sim \mathrm{Dirichlet}(\beta_{kq}), \quad \theta_n \sim \mathrm{Dirichlet}(\alpha_n), \quad
        P(x_{nq} = v) = \sum_k \theta_{nk}\,\phi_{kqv}

    Parameters
    ----------
    survey
        Questions, clusters, and the prior counts β that φ is drawn from.
    n_people
        How many people; by default the sum of the sizes, or else 20.
    sizes
        People in each cluster; by default the survey's own sizes, or else sizes as equal as possible.
    own, rest
        α of a person's own cluster, and of all others.
    rng
        Seed or generator; None is seed 0.
    missing
        Probability that an answer is left out.
    prior
        The survey's prior, for callers that simulate often; by default it is built from the survey.

    Examples
    --------
    >>> import bayeshat as bh
    >>> drawn = bh.simulate(bh.Survey.load("hogwarts"), 21, rng=1)
    >>> drawn.answers.codes.shape, drawn.truth.shape
    ((21, 8), (21,))
    """
    from ..survey.answers import Answers

    counts = _sizes(survey, n_people, sizes)
    for name, value in (("own", own), ("rest", rest)):
        if not (np.isfinite(value) and value > 0):
            raise ModelError(
                f"{name} must be a positive number; got {value!r}. The paper takes 7 for a person's own "
                "cluster and 1 for the others."
            )
    if not 0 <= missing <= 1:
        raise ModelError(
            f"{setting('missing')} must be a probability, 0 to 1; got {missing!r}. Use e.g. 0.1 for a tenth."
        )
    generator = as_generator(rng)
    prior = prior_from(survey) if prior is None else prior
    truth = generator.permutation(np.repeat(np.arange(survey.n_clusters), counts))
    alpha = np.where(np.arange(survey.n_clusters) == truth[:, None], float(own), float(rest))
    theta = draw_dirichlet(alpha, generator)
    phi = np.zeros((survey.n_clusters, survey.n_questions, prior.n_wide))
    for q, kind in enumerate(prior.kinds):
        n, nothing = prior.n_parameters[q], np.zeros(1)
        phi[:, q, :n] = kind.draw(prior.of_question(q), nothing, nothing, generator)
    codes, questions, levels = answer_survey(survey, prior, theta, phi, generator)
    unanswered = generator.random((len(codes), survey.n_questions)) < missing
    codes[unanswered[:, questions]] = -1
    width = len(str(len(truth)))
    names = tuple(f"Person {n + 1:0{width}d}" for n in range(len(truth)))
    return Simulation(Answers(codes, names, questions=questions, levels=levels), truth, theta, phi)


def answer_survey(
    survey: Survey, prior: Prior, theta: Array, phi: Array, rng: np.random.Generator
) -> tuple[Array, Array, tuple[Array | None, ...]]:
    """Draw everybody's answers to questions of any kind from memberships (N, K) and parameters (K, Q, M).

    Returns the codes (N, C), and the questions and levels of their columns, as `Answers` holds them.
    """
    if all(kind.plain for kind in prior.kinds):
        return draw_answers(theta, phi, rng), np.arange(survey.n_questions), ()
    return draw_kinds(survey, prior, theta, phi, rng)


def draw_answers(theta: Array, phi: Array, rng: np.random.Generator) -> Array:
    """Draw everybody's answers (N, Q) from the mixture."""
    columns = [draw_categories(theta @ phi[:, q], rng) for q in range(phi.shape[1])]
    return np.stack(columns, axis=1).astype(np.int16)


def draw_kinds(
    survey: Survey, prior: Prior, theta: Array, phi: Array, rng: np.random.Generator
) -> tuple[Array, Array, tuple[Array | None, ...]]:
    """Draw answers of any kind: the cluster of each column from the memberships, then the answer from the cluster."""
    parts: list[Array] = []
    questions: list[int] = []
    levels: list[Array | None] = []
    for q, (kind, question) in enumerate(zip(prior.kinds, survey.questions, strict=True)):
        n_columns = kind.n_columns(question)
        cluster = draw_categories(np.repeat(theta[:, None], n_columns, axis=1), rng)
        drawn = kind.simulate(phi[cluster, q, : prior.n_parameters[q]], question, rng)
        values: Array | None = None
        if not kind.counted:
            values, drawn = np.unique(drawn, return_inverse=True)
        parts.append(drawn.reshape(len(theta), n_columns))
        questions += [q] * n_columns
        levels += [values] * n_columns
    return np.concatenate(parts, axis=1).astype(np.int16), np.array(questions), tuple(levels)


def _sizes(survey: Survey, n_people: int | None, sizes: Sequence[int] | None) -> Array:
    n_clusters = survey.n_clusters
    wanted = sizes
    if wanted is None and survey.sizes is not None and n_people in (None, sum(survey.sizes)):
        wanted = survey.sizes
    if wanted is None:
        total = DEFAULT_PEOPLE if n_people is None else n_people
        if isinstance(total, bool) or not isinstance(total, (int, np.integer)) or total < 1:
            raise ModelError(
                f"{setting('n_people')} must be a whole number of at least 1; got {n_people!r}. Use e.g. 20."
            )
        return total // n_clusters + (np.arange(n_clusters) < total % n_clusters)
    counts = np.asarray(wanted)
    if counts.shape != (n_clusters,) or counts.dtype.kind not in "iu" or (counts < 0).any() or counts.sum() < 1:
        raise ModelError(
            f"sizes must be one whole number of at least 0 per cluster ({n_clusters}), and not all 0; "
            f"got {list(wanted)}. Give e.g. {[DEFAULT_PEOPLE // n_clusters] * n_clusters}."
        )
    if n_people is not None and counts.sum() != n_people:
        raise ModelError(
            f"sizes must add up to the number of people ({n_people}); "
            f"got {'+'.join(map(str, counts))} = {counts.sum()}. Change a size, or leave {setting('n_people')} out."
        )
    return counts

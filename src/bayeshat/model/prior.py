"""What is believed before anybody has answered."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ModelError

if TYPE_CHECKING:
    from ..survey.spec import Survey

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Prior:
    r"""Dirichlet priors of the memberships and of the answers.

    .. math:: \theta_n \sim \mathrm{Dirichlet}(\alpha_n), \qquad \phi_{kq} \sim \mathrm{Dirichlet}(\beta_{kq})

    Attributes
    ----------
    membership_prior
        α, (N, K), or (K,) where it is the same for everybody.
    answer_prior
        β, (K, Q, V); zero beyond the options that a question has.
    n_options
        (Q,) number of options of each question.
    known_clusters
        Clusters that some people are known to be in, which gives their names a meaning.
    totals
        (K,) how many people each cluster has, where that is known.
    """

    membership_prior: Array
    answer_prior: Array
    n_options: Array
    known_clusters: frozenset[int] = field(default=frozenset(), kw_only=True)
    totals: Array | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        alpha = np.asarray(self.membership_prior, dtype=float)
        beta = np.asarray(self.answer_prior, dtype=float)
        n_options = np.asarray(self.n_options, dtype=np.int64)
        if beta.ndim != 3 or 0 in beta.shape:
            raise ModelError(
                "answer_prior must have the shape (cluster, question, option), none of them empty; "
                f"got {beta.shape}. Give every cluster a count for every option of every question."
            )
        n_clusters, n_questions, width = beta.shape
        if alpha.ndim not in (1, 2) or alpha.shape[-1] != n_clusters:
            raise ModelError(
                f"membership_prior must have one entry per cluster ({n_clusters}), for everybody or per person; "
                f"got shape {alpha.shape}. Give ({n_clusters},) or (people, {n_clusters}) numbers."
            )
        if n_options.shape != (n_questions,) or (n_options < 1).any() or (n_options > width).any():
            raise ModelError(
                f"n_options must say for each of the {n_questions} questions how many of the {width} columns of "
                f"answer_prior it uses; got {n_options.tolist()}. Count the options of each question."
            )
        used = np.arange(width) < n_options[:, None]
        for name, values in (("membership_prior", alpha), ("answer_prior", beta[:, used])):
            if not np.isfinite(values).all() or (values <= 0).any():
                wrong = values[~(np.isfinite(values) & (values > 0))].flat[0]
                raise ModelError(
                    f"{name} must be positive and finite; got {wrong}. A small count such as 0.1 says 'unlikely'."
                )
        object.__setattr__(self, "membership_prior", alpha)
        object.__setattr__(self, "answer_prior", np.where(used, beta, 0.0))
        object.__setattr__(self, "n_options", n_options)

    @property
    def n_clusters(self) -> int:
        """K."""
        return int(self.answer_prior.shape[0])

    @property
    def n_questions(self) -> int:
        """Q."""
        return int(self.answer_prior.shape[1])

    @property
    def used(self) -> Array:
        """(Q, V) whether a question has this option."""
        return np.arange(self.answer_prior.shape[2]) < self.n_options[:, None]

    @property
    def alike(self) -> Array:
        """(K,) a number for each cluster; clusters with the same answer prior and total have the same number.

        Only answers, totals, and people known to be there identify a cluster: a different membership prior, or a
        difference by rounding, does not.
        """
        described = np.round(self.answer_prior.reshape(self.n_clusters, -1) / self.answer_prior.max(), 6)
        anchors = [k + 1 if k in self.known_clusters else 0 for k in range(self.n_clusters)]
        described = np.column_stack([described, anchors])
        if self.totals is not None:
            described = np.column_stack([described, self.totals])
        return np.unique(described, axis=0, return_inverse=True)[1].reshape(-1)

    @property
    def identified(self) -> bool:
        """Whether what is known beforehand tells every cluster from every other, so that their names mean something."""
        return len(np.unique(self.alike)) == self.n_clusters

    @property
    def told_by_totals(self) -> bool:
        """Whether nothing but their totals tells some of the clusters apart."""
        return len(np.unique(self.alike)) > len(np.unique(replace(self, totals=None).alike))


def prior_from(
    survey: Survey, n_people: int | None = None, known: Array | None = None, totals: Array | None = None
) -> Prior:
    """Return the survey's prior, with one row of memberships per person if ``n_people`` is given.

    People whose cluster is ``known`` (N,), -1 where it is not, give clusters' names a meaning. ``totals`` (K,) are how
    many people each cluster has, where that is known.

    Examples
    --------
    >>> from bayeshat.survey.spec import Survey
    >>> prior_from(Survey.load("simulation-even")).answer_prior.shape
    (3, 10, 3)
    """
    alpha = np.asarray(survey.membership_prior, dtype=float)
    if n_people is not None:
        alpha = np.broadcast_to(alpha, (n_people, survey.n_clusters)).copy()
    clusters = frozenset() if known is None else frozenset(np.unique(known[known >= 0]).tolist())
    return Prior(alpha, survey.answer_prior, survey.n_options, known_clusters=clusters, totals=totals)

"""What is believed before anybody has answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ModelError
from ..kinds.kind import Kind
from ..kinds.table import KINDS, kind_of

if TYPE_CHECKING:
    from ..kinds.question import Question
    from ..survey.spec import Survey

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Prior:
    r"""Priors of the memberships and of the answers.

    .. math:: \theta_n \sim \mathrm{Dirichlet}(\alpha_n), \qquad \phi_{kq} \sim \mathrm{Dirichlet}(\beta_{kq})

    The latter for a question of the kind choice; other kinds have priors of their own (`bayeshat.kinds`).

    Attributes
    ----------
    membership_prior
        α, (N, K), or (K,) where it is the same for everybody.
    answer_prior
        β, (K, Q, P); zero beyond the numbers that a question has.
    n_options
        (Q,) how many prior numbers each question has: for a choice, its options.
    asked
        The questions; choices if not given.
    known_clusters
        Clusters that some people are known to be in, which gives their names a meaning.
    totals
        (K,) how many people each cluster has, where that is known.
    learns_favourites
        Whether the shape of the prior is learned for choices that have the flat prior everywhere
        (`bayeshat.model.favourites`).
    style
        (Q,) how far people's answering style moves each rating, relative to each other (`bayeshat.model.style`); None
        where people have no style.
    """

    membership_prior: Array
    answer_prior: Array
    n_options: Array
    asked: tuple[Question, ...] = field(default=(), kw_only=True)
    known_clusters: frozenset[int] = field(default=frozenset(), kw_only=True)
    totals: Array | None = field(default=None, kw_only=True)
    learns_favourites: bool = field(default=False, kw_only=True)
    style: Array | None = field(default=None, kw_only=True)

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
        given = [(beta[:, q, :n], kind) for q, (n, kind) in enumerate(zip(n_options, self.kinds, strict=True))]
        right = [("membership_prior", alpha, np.isfinite(alpha) & (alpha > 0))]
        right += [("answer_prior", values, kind.is_valid(values)) for values, kind in given]
        for name, values, valid in right:
            if not valid.all():
                raise ModelError(
                    f"{name} must be positive and finite; got {values[~valid].flat[0]}. A small count such as 0.1 says "
                    "'unlikely'."
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

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """(Q,) the kind of each question."""
        if not self.asked:
            return (KINDS["choice"],) * int(np.shape(self.answer_prior)[1])
        return tuple(kind_of(question) for question in self.asked)

    @cached_property
    def n_parameters(self) -> Array:
        """(Q,) how many parameters each question has in a cluster: for a choice, the probabilities of its options."""
        if not self.asked:
            return self.n_options
        pairs = zip(self.kinds, self.asked, strict=True)
        return np.array([len(kind.parameter_names(question)) for kind, question in pairs], dtype=np.int64)

    @cached_property
    def used(self) -> Array:
        """(Q, M) whether a question has this parameter."""
        return np.arange(self.n_wide) < self.n_parameters[:, None]

    @property
    def n_wide(self) -> int:
        """M, the most parameters of any question."""
        plain = all(kind.plain for kind in self.kinds)
        return int(self.answer_prior.shape[2] if plain else self.n_parameters.max())

    def of_question(self, question: int) -> Array:
        """Return the prior numbers of one question, (K, P)."""
        return self.answer_prior[:, question, : self.n_options[question]]

    @cached_property
    def favoured(self) -> Array:
        """(Q,) whether the shape of a question's prior is learned: of a choice that has the flat prior everywhere."""
        if not self.learns_favourites:
            return np.zeros(self.n_questions, bool)
        unused = np.arange(self.answer_prior.shape[2]) >= self.n_options[:, None]
        flat = ((self.answer_prior == 1.0) | unused).all(axis=(0, 2))
        return np.array([kind is KINDS["choice"] for kind in self.kinds]) & flat

    @cached_property
    def alike(self) -> Array:
        """(K,) a number for each cluster; clusters with the same answer prior and total have the same number.

        Only answers, totals, and people known to be there identify a cluster: a different membership prior, or a
        difference by rounding, does not.
        """
        return self._alike_by(self.known_clusters, self.totals)

    def _alike_by(self, known_clusters: frozenset[int], totals: Array | None) -> Array:
        """Return the same number for clusters that neither answers nor these known people and totals tell apart."""
        flat = self.answer_prior.reshape(self.n_clusters, -1)
        described = np.round(flat / np.maximum(np.abs(flat).max(axis=0), 1e-300), 6)
        anchors = [k + 1 if k in known_clusters else 0 for k in range(self.n_clusters)]
        described = np.column_stack([described, anchors, np.zeros(self.n_clusters) if totals is None else totals])
        return np.unique(described, axis=0, return_inverse=True)[1].reshape(-1)

    @property
    def identified(self) -> bool:
        """Whether what is known beforehand tells every cluster from every other, so that their names mean something."""
        return len(np.unique(self.alike)) == self.n_clusters

    @property
    def is_blank(self) -> bool:
        """Whether nothing known beforehand tells any cluster from another: groups are made from the answers alone."""
        return len(np.unique(self.alike)) == 1 < self.n_clusters

    @property
    def told_by_known(self) -> bool:
        """Whether only people who are known to be there tell some clusters apart."""
        return self.identified and len(np.unique(self._alike_by(frozenset(), self.totals))) < self.n_clusters

    @property
    def told_by_totals(self) -> bool:
        """Whether only their totals tell some clusters apart."""
        return len(np.unique(self.alike)) > len(np.unique(self._alike_by(self.known_clusters, None)))


def prior_from(survey: Survey, known: Array | None = None, totals: Array | None = None) -> Prior:
    """Return the survey's prior.

    People whose cluster is ``known`` (N,), -1 where it is not, give clusters' names a meaning. ``totals`` (K,) are how
    many people each cluster has, where that is known.

    Examples
    --------
    >>> from bayeshat.survey.spec import Survey
    >>> prior_from(Survey.load("simulation-even")).answer_prior.shape
    (3, 10, 3)
    """
    clusters = frozenset() if known is None else frozenset(np.unique(known[known >= 0]).tolist())
    n_prior = np.array([kind_of(question).n_prior(question) for question in survey.questions])
    return Prior(
        survey.membership_prior,
        survey.answer_prior,
        n_prior,
        asked=survey.questions,
        known_clusters=clusters,
        totals=totals,
        learns_favourites=survey.learns_favourites,
    )

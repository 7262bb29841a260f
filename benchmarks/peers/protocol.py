"""What a case is, what a peer is, and what a peer gives back.

A new peer is one file and one line in ``peer_list.py``; a new case is one function in ``cases.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Array = np.ndarray

# What there is to do, and what a problem of that kind holds. A peer does one of them.
KINDS = {
    "decides draws": "draws (T, N) of everybody's cluster -> groups; scored by the expected loss that the case names",
    "clusters answers": "answers (N, Q), perhaps numbers (N, P), perhaps sizes -> groups; scored by the right houses",
    "learns groups": "the same, and the groups of some people -> chances of each group for the others; scored by the "
    "right groups, the log score and the calibration of the chances",
    "mixes people": "answers (N, Q) and sizes -> groups of people who differ; scored by the loss that the case names",
    "samples": "answers (N, Q) and priors -> draws of memberships theta; scored by effective draws per second",
}
# What is minimised; all are computed by ``scores.py``, never by a peer, and smaller is better.
LOSSES = {
    "vi": "expected variation of information (bits), any sizes",
    "vi a=0.5": "the same, where splitting a cluster costs half as much and merging two half as much again",
    "binder": "expected Binder loss, any sizes",
    "paper": "expected variation of information plus the Aitchison distance from the wanted sizes (weight 1, "
    "pseudocount 0.1, sizes belong to no group in particular)",
    "squares": "sum of squared distances from the group's mean, categories as 0/1 columns, numbers standardised",
    "unevenness": "squared distance of each group's count of each category from its fair share, summed",
    "diversity": "minus the sum of distances between members of a group (answers as 0/1 columns, Euclidean)",
}


# The name of the system that all others are compared with.
OURS = "bayeshat"


class UnavailableError(Exception):
    """A peer cannot run here; the text says what is missing ("R package salso is not installed")."""


@dataclass(frozen=True, eq=False)
class Problem:
    """One data set of a case; what a case has not is None.

    Attributes
    ----------
    seed
        Everything random in a peer starts from this.
    n_groups
        Wanted number of groups; where sizes do not matter, the largest number allowed.
    loss
        One of `LOSSES` that is to be minimised; None where a peer minimises its own.
    sizes
        Wanted sizes, one per group; None if sizes do not matter.
    draws
        (T, N) clusters, from 0.
    answers
        (N, Q) codes of categories, from 0; -1 if not answered.
    numbers
        (N, P) numbers.
    answer_prior, membership_prior
        (K, Q, V) and (K,) Dirichlet parameters; padded with 0 where a question has fewer than V options.
    totals
        Whether the sizes are known facts about these people (the outcome of an election), not only wanted.
    table
        The answers as a file has them, heading by heading, in real surveys; names are in the column "name".
    houses
        The groups' names there.
    known
        (N,) the group of those for whom it is known, -1 for the others.
    between
        (N,) whether somebody is known to stand between groups.
    truth
        (N,) true group. Peers must not look at it; only the scores do.
    """

    seed: int
    n_groups: int
    loss: str | None = None
    sizes: tuple[int, ...] | None = None
    draws: Array | None = None
    answers: Array | None = None
    numbers: Array | None = None
    answer_prior: Array | None = None
    membership_prior: Array | None = None
    totals: bool = False
    table: dict[str, list[str]] | None = None
    houses: tuple[str, ...] = ()
    known: Array | None = None
    between: Array | None = None
    truth: Array | None = None

    @property
    def cells(self) -> int:
        """How many labels, answers and numbers there are."""
        return sum(part.size for part in (self.draws, self.answers, self.numbers) if part is not None)


@dataclass(frozen=True)
class Case:
    """A frozen question to all peers of its kind.

    Attributes
    ----------
    name, title
        The short name to ask for it by, and what stands in the table.
    kind
        One of `KINDS`.
    make
        Returns the problem with this number: always the same one.
    n_sets
        How many data sets there are, numbered from 0; peers do as many as the time allows.
    """

    name: str
    title: str
    kind: str
    make: Callable[[int], Problem]
    n_sets: int = 1


@dataclass(frozen=True, eq=False)
class Solution:
    """What a peer gives back.

    Attributes
    ----------
    labels
        (N,) groups, from 0; None for a sampler.
    theta
        (chain, draw, N, K) memberships, for a sampler.
    chances
        (M, K) the chances of each group for the M people whose group is not known.
    seconds
        The peer's own processor seconds without start-up; None where the runner's stopwatch will do.
    notes
        Short remarks, such as {"stopped": "its own time limit"}.
    """

    labels: Array | None = None
    theta: Array | None = None
    chances: Array | None = None
    seconds: float | None = None
    notes: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Peer:
    """A system to compare with.

    Attributes
    ----------
    name
        As it stands in the table: "salso", "Zhu 2010 (our own reading)".
    kind
        One of `KINDS`: what it does. The runner gives it all cases of that kind that it accepts.
    solve
        Does one problem on one thread. It is called once on a smaller problem before the clock starts.
    version
        Returns what is to be printed ("0.3.57", "our own"); raises `UnavailableError` with the reason.
    about
        How it is called, in one line, settings included.
    losses
        Those of `LOSSES` that it minimises itself. A case that names a loss is for these peers only,
        and for bayeshat.
    keeps_sizes
        Whether it can be told sizes. Others are given cases with sizes all the same, and their sizes are reported.
    own_clock
        Whether it reports its own seconds, as peers in R do, and so needs no warm-up.
    accepts
        Says whether a problem is for it (no numbers, few enough people, …); by default all of its kind.
    """

    name: str
    kind: str
    solve: Callable[[Problem], Solution]
    version: Callable[[], str]
    about: str
    losses: tuple[str, ...] = ()
    keeps_sizes: bool = False
    own_clock: bool = False
    accepts: Callable[[Problem], bool] = lambda _: True

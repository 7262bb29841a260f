"""Whether other questions would make the same groups: half of the questions against the other half."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..engine.decide import decide
from ..engine.sizes import round_sizes
from ..model.prior import prior_from
from ..model.style import FEWEST_RATINGS
from ..options import DONE, Progress, as_reporter, choose_evenly
from ..sample.fit import fit
from ..survey.answers import Answers, keep_questions, pick_people
from ..survey.spec import Survey
from ..words.message import Message

Array = np.ndarray

# Fewer questions cannot be cut into halves that each say something.
FEWEST_QUESTIONS = 4
# With fewer people, two groupings go together by chance.
FEWEST_PEOPLE = 8
# Of what is left above chance, groups that keep less than this are called quite different.
LITTLE = 0.25
# Shares of people that differ by less than this, or by less than a standard error, agree. Where the model holds, halves
# have more in common than it claims, so that one standard error is enough.
TOLERANCE = 0.05
# Random ways to cut the questions into halves.
_SPLITS = 4
# Most people who are sorted, evenly spread.
_MOST_PEOPLE = 1000
# Groupings dealt out at random, to see how many people they have in common.
_DEALT = 100
# Assignments that each search starts from.
_STARTS = 4
# Sampling for one sort, a small part of what a sort takes: what counts is the average over people and splits.
_SAMPLING: dict[str, Any] = {"chains": 2, "tune": 150, "draws": 100, "max_draws": 100}


@dataclass(frozen=True)
class Halves:
    """How many people would be in the same group if other questions had been asked.

    Shares are None where there were too few questions or people to look.

    Attributes
    ----------
    agreement
        The share of people who would be in the same group by as many other questions.
    chance
        The share of people who are in the same group by chance.
    by_half
        The share of people who are in the same group by either half of the questions.
    claimed_by_half
        What ``by_half`` would be if the chances that the model gives for the groups of each half were right.
    kept
        How much of the model's chances is kept, between 1 (all) and 0 (everybody has the same). They are lowered only
        where ``claimed_by_half`` is clearly above ``by_half``: then people's chances of belonging in their own group
        are ``agreement`` on average.
    too_few_ratings
        Whether nothing was looked at because a half would have too few ratings to show an answering style.
    """

    agreement: float | None
    chance: float | None = None
    by_half: float | None = None
    claimed_by_half: float | None = None
    kept: float = 1.0
    too_few_ratings: bool = False

    @property
    def is_little(self) -> bool:
        """Whether other questions would make quite different groups."""
        if self.agreement is None or self.chance is None:
            return False
        return over_chance(self.agreement, self.chance) < LITTLE

    def lower(self, chances: Array) -> Array:
        """Return chances (N, G) as far as other questions bear them out; which group is likelier does not change."""
        return chances if self.kept == 1 else self.kept * chances + (1 - self.kept) / chances.shape[1]

    def sentence(self) -> Message:
        """Return how many people would be in the same group, in a sentence."""
        if self.agreement is None or self.chance is None:
            told = "checks-halves-style" if self.too_few_ratings else "checks-halves-unknown"
            facts = {"questions": FEWEST_QUESTIONS, "people": FEWEST_PEOPLE, "ratings": 2 * FEWEST_RATINGS}
            return Message(told, **facts)
        told = "checks-halves-different" if self.is_little else "checks-halves"
        return Message(told, same=round(10 * self.agreement), chance=round(10 * self.chance))


def over_chance(share: Any, chance: float) -> Any:
    """Return how far a share, or several, is above chance: 0 is chance, 1 is everybody.

    Examples
    --------
    >>> over_chance(0.5, 0.5), over_chance(0.75, 0.5), over_chance(1.0, 0.5)
    (0.0, 0.5, 1.0)
    """
    return (share - chance) / (1 - chance) if chance < 1 else 1.0


def check_halves(
    survey: Survey,
    answers: Answers,
    sizes: Sequence[int] | Array,
    membership: str = "auto",
    rng: int | np.random.Generator = 0,
    *,
    claimed: float | None = None,
    style: Array | str | None = "auto",
    threads: int | None = None,
    progress: bool | Progress = False,
) -> Halves | None:
    r"""Sort people by a random half of the questions and by the other half, and see who is in the same group.

    Groups of the two halves are matched so that as many people as possible are in the same one. The share a of people
    in the same group, its value c for groups dealt out at random, and the mean chance p of people's own groups give

    .. math:: \kappa = \frac{a - c}{1 - c}, \qquad \rho = \frac{p - c}{1 - c}

    on average over a few splits. If the model holds, :math:`\kappa = \rho_A \rho_B` for the two halves. What other
    questions, as many as there are, would give is extrapolated from that: the part of the claims that holds for the
    halves is taken to hold for what all questions claim, and more questions are never worse than half of them:

    .. math:: \hat\kappa = \max\Bigl(\min\bigl(\tfrac{\kappa}{\rho_A \rho_B}, 1\bigr)\, \rho^2,\ \kappa\Bigr)

    Of more than 1000 people, 1000 are sorted, evenly spread. Rules are left aside.

    Parameters
    ----------
    survey, answers
        What was asked and answered.
    sizes
        (G,) the sizes of the groups.
    membership
        As for :func:`bayeshat.fit`.
    rng
        Seed or generator.
    claimed
        The mean chance of people's own groups when they are sorted by all questions; None to find that out, too.
    style
        (Q,) how far people's answering style moves each rating in the sort by all questions, or None where people have
        no style; "auto" to find that out for each half.
    threads, progress
        As for :func:`bayeshat.fit`.

    Returns
    -------
    Halves | None
        None where there is only one group, and where the survey tells houses apart: then groups have a meaning.
    """
    sizes = np.asarray(sizes, dtype=np.int64)
    sizes = sizes[sizes > 0]
    if not prior_from(survey).is_blank or len(sizes) < 2:
        return None
    generator, tell = np.random.default_rng(rng), as_reporter(progress)
    chosen = choose_evenly(answers.n_people, _MOST_PEOPLE)
    if len(chosen) < answers.n_people:
        answers, sizes = pick_people(answers, chosen), round_sizes(sizes, len(chosen))
        sizes = sizes[sizes > 0]
    # Questions that nobody has answered cannot make a half.
    there = np.array([q for q in range(survey.n_questions) if (answers.chosen(q) >= 0).any()], dtype=np.int64)
    if len(there) < FEWEST_QUESTIONS or answers.n_people < FEWEST_PEOPLE or len(sizes) < 2:
        return Halves(None)
    styled = np.flatnonzero(style) if isinstance(style, np.ndarray) else np.empty(0, dtype=np.int64)
    if 0 < len(styled) < 2 * FEWEST_RATINGS:
        return Halves(None, too_few_ratings=True)
    how = style if isinstance(style, str) else "none" if style is None else "common"
    parts = [half for _ in range(_SPLITS) for half in split_questions(there, generator, styled)]
    parts += [there] if claimed is None else []
    labels, sure = [], []
    for place, part in enumerate(parts):
        tell(place / len(parts), Message("progress-halves"))
        asked, given = keep_questions(survey, answers, part.tolist())
        seed = int(generator.integers(2**63))
        posterior = fit(asked, given, membership=membership, style=how, rng=seed, threads=threads, **_SAMPLING)
        decision = decide(posterior, sizes, starts=_STARTS, rng=seed, threads=threads)
        labels.append(decision.labels)
        sure.append(decision.mean_chance())
    claimed = sure.pop() if claimed is None else claimed
    pairs = list(zip(labels[: 2 * _SPLITS : 2], labels[1::2], strict=True))
    by_half = float(np.mean([share_together(*pair) for pair in pairs]))
    dealt = [share_together(one, generator.permutation(other)) for one, other in pairs for _ in range(_DEALT)]
    chance = float(np.mean(dealt))
    tell(1.0, DONE)
    return _conclude(by_half, chance, np.array(sure), claimed, len(sizes), len(chosen))


def _conclude(by_half: float, chance: float, sure: Array, claimed: float, n_groups: int, n_people: int) -> Halves:
    """Return what the halves say of all questions, given the mean chances of own groups by each half and by all."""
    one, other = np.maximum(over_chance(sure, chance), 0.0).reshape(-1, 2).T
    of_halves = float((one * other).mean())
    of_all = max(over_chance(claimed, chance), 0.0) ** 2
    agreement = chance + (1 - chance) * extrapolate(over_chance(by_half, chance), of_halves, of_all)
    claimed_by_half, claimed_by_all = (chance + (1 - chance) * share for share in (of_halves, of_all))
    found = Halves(agreement, chance, by_half, claimed_by_half)
    missing, error = claimed_by_half - by_half, np.sqrt(by_half * (1 - by_half) / n_people)
    is_less = missing > error and max(missing, claimed_by_all - agreement) > TOLERANCE
    if not (is_less or found.is_little) or claimed <= agreement:
        return found
    # Chances that say nothing are the same for all groups.
    return replace(found, kept=max(agreement - 1 / n_groups, 0.0) / (claimed - 1 / n_groups))


def split_questions(
    questions: Array, rng: np.random.Generator, ratings: Sequence[int] | Array = ()
) -> tuple[Array, Array]:
    """Return a random half of some questions, by position, and the other half; each has about half of the ratings."""
    order = rng.permutation(questions)
    if len(ratings):
        # The ratings first, then every other question.
        order = order[np.argsort(~np.isin(order, ratings), kind="stable")]
        return np.sort(order[::2]), np.sort(order[1::2])
    return np.sort(order[: len(order) // 2]), np.sort(order[len(order) // 2 :])


def extrapolate(kept: float, claimed: float, claimed_of_all: float) -> float:
    """Return what all questions would keep, over chance, given what halves keep, and claim, and what all claim.

    Examples
    --------
    >>> extrapolate(0.5, 0.5, 0.8), extrapolate(0.25, 0.5, 0.6), extrapolate(-0.1, 0.5, 0.8)
    (0.8, 0.3, 0.0)
    """
    kept = max(kept, 0.0)
    part = min(kept / claimed, 1.0) if claimed > 0 else 0.0
    return max(part * claimed_of_all, kept)


def share_together(one: Array, other: Array) -> float:
    """Return the share of people in the same group, with the groups (N,) matched as well as possible.

    Examples
    --------
    >>> share_together(np.array([0, 0, 1, 1]), np.array([1, 1, 0, 1]))
    0.75
    """
    from scipy.optimize import linear_sum_assignment

    shared = np.zeros((one.max() + 1, other.max() + 1))
    np.add.at(shared, (one, other), 1)
    return float(shared[linear_sum_assignment(shared, maximize=True)].sum() / len(one))

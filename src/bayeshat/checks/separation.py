"""Whether the answers separate people at all, or are noise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from ..model.columns import Slots
from ..model.prior import Prior, prior_from
from ..model.simulate import simulate
from ..options import choose_evenly
from ..survey.answers import Answers
from ..survey.spec import Survey
from ..words.message import Message
from .replicates import CountedAnswers, counted_answers

Array = np.ndarray

# With flat priors, answers are called noise if more than this share of shuffled ones go together as well: that finds
# nine of ten cases of noise.
FLAT_LEVEL = 0.1
# With houses that the survey describes, answers that follow it are called noise this often, at most.
FALSE_ALARMS = 0.05
# Where noise would be noticed less often than this, nothing is said: it would be wrong nearly as often as right.
LEAST_POWER = 0.5
# Fewer people than this say nothing about whether answers go together.
FEWEST_PEOPLE = 8
# Shuffles of the answers that were given.
_SHUFFLES = 199
# Sets of answers simulated from the survey, and shuffles of each.
_SIMULATIONS = 60
_SHUFFLES_EACH = 15
# Most people looked at, evenly spread; fewer where more products than _MOST_WORK would have to be summed.
_MOST_PEOPLE = 2000
_MOST_WORK = 1_000_000_000
# Most people who are compared with answers simulated from the survey.
_MOST_SIMULATED = 300


@dataclass(frozen=True)
class Separation:
    """Whether people's answers go together more than answers that were shuffled among them.

    Attributes
    ----------
    is_noise
        Whether the answers hardly separate people.
    shuffled_as_strong
        Share of shuffles in which answers go together at least as much: in the way that the survey says where it
        describes its houses, else in any way. None where there were too few people or questions to look.
    power
        Where the survey describes its houses: the probability that noise would have been noticed with this many
        people. It is 0.9 with flat priors, and None where nothing was looked at.
    n_people
        Where the survey does not describe its houses: how many people were looked at. Then nothing says how far apart
        houses would be, so that noise cannot be told from houses that are much alike.
    by_known
        Whether these are people whose house is known, among whom the houses were shuffled.
    """

    is_noise: bool
    shuffled_as_strong: float | None
    power: float | None
    n_people: int | None = None
    by_known: bool = False

    def sentence(self) -> str | Message:
        """Return what to tell people; empty if there is nothing to tell."""
        if not self.is_noise or self.shuffled_as_strong is None:
            return ""
        told = "checks-noise-known" if self.by_known else "checks-noise"
        return Message(told, people=self.n_people or 0, cases=round(100 * self.shuffled_as_strong))


def check_separation(
    survey: Survey,
    answers: Answers,
    membership: str = "mixed",
    rng: int | np.random.Generator = 0,
    prior: Prior | None = None,
) -> Separation:
    r"""Test whether answers to different questions go together.

    Shuffling each question's answers among those who gave them keeps how often each answer was given, and makes the
    questions independent; where people tick as many options as apply, each option is shuffled for itself. Two measures
    are compared with 199 such shuffles. One needs no houses: the sum of χ² of all pairs of questions. The other, where
    the survey describes its houses, is how well people's answers agree about a house,

    .. math:: \sum_n \log \sum_k \exp \sum_c \log E[\phi_{k,q_c,x_{nc}}]

    with the prior means of φ. (Numbers count by their ranks in the first measure, and not in the second.) With flat
    priors, answers are called noise if more than a tenth of the shuffles reach the first measure: nine of ten cases of
    noise are found, whatever the number of people. Where the survey describes its houses, answers are called noise if
    more than a tenth reach the first measure and the second one stands out from its shuffles less than in 95 % of data
    sets simulated from the survey. Answers that follow the survey are then called noise in at most 5 of 100 cases; how
    much noise is found depends on the number of people, and is estimated. Where that is less than half, nothing is
    called noise.

    Parameters
    ----------
    survey, answers
        What was asked and answered.
    membership
        "mixed" or "single": what is simulated.
    rng
        Seed or generator.
    prior
        The survey's prior; by default it is built from the survey.
    """
    generator = np.random.default_rng(rng)
    # What is shuffled as one: a question, or a single option where people tick as many as apply.
    parts, widths = _parts(survey, answers)
    most = int(np.clip(_MOST_WORK // (_SHUFFLES * int(widths.sum()) ** 2), _MOST_SIMULATED, _MOST_PEOPLE))
    chosen = _some(answers.codes, most)
    codes = np.asarray(answers.codes)[chosen]
    asked = np.unique(parts[(codes >= 0).any(axis=0)])
    if survey.n_clusters == 1 or len(codes) < FEWEST_PEOPLE or len(asked) < 2:
        return Separation(False, None, None)
    apart = _spread_out(codes, widths)
    blocks = np.repeat(parts, widths)
    orders = _orders(codes, parts, generator, _SHUFFLES)
    shuffled = (
        np.concatenate([apart[order[s]][:, blocks == part] for part, order in orders.items()], axis=1)
        for s in range(_SHUFFLES)
    )
    any_way = _share_reached(map(_squared_products, shuffled), _squared_products(apart))
    few = chosen[_some(codes, _MOST_SIMULATED)]
    counted = counted_answers(survey, replace(answers, codes=answers.codes[few], names=(), extra={}))
    means = counted.prior_means(survey)
    if not (means != means[:1]).any():
        return Separation(any_way > FLAT_LEVEL, any_way, 1 - FLAT_LEVEL, len(codes))
    score, rank = _stands_out(means, counted, generator, _SHUFFLES)
    prior = prior_from(survey) if prior is None else prior
    simulated = [
        _simulated_score(survey, prior, means, counted.codes, membership, generator) for _ in range(_SIMULATIONS)
    ]
    limit = lowest_likely(simulated)
    # Of noise, the scores are standard normal.
    from scipy.special import ndtr

    power = float(ndtr(limit)) * (1 - FLAT_LEVEL)
    return Separation(bool(power >= LEAST_POWER and any_way > FLAT_LEVEL and score < limit), rank, power)


def check_known_houses(
    survey: Survey, answers: Answers, known: Array, rng: int | np.random.Generator = 0
) -> Separation | None:
    """Test whether the answers of people whose house is known go together with their houses.

    The sum of χ² of the houses with each question is compared with 199 shuffles of the houses among these people.
    Answers are called noise if more than a tenth of the shuffles reach it: nine of ten cases of noise are found,
    whatever the number of people. How often answers that do differ between houses are called noise depends on how much
    they differ. With three houses and six questions with clear favourites it was in none of 200 data sets with 20 known
    people.

    Where the survey describes its houses, or where fewer than eight people or only one house are known, nothing is
    tested, and None is returned.

    Parameters
    ----------
    survey, answers
        What was asked, and what everybody answered.
    known
        (N,) everybody's house, counted from 0; -1 where it is not known.
    rng
        Seed or generator.
    """
    widths, codes = _parts(survey, answers)[1], np.where(known[:, None] >= 0, answers.codes, -1)
    chosen = _some(codes, _MOST_PEOPLE)
    if survey.is_informative or len(chosen) < FEWEST_PEOPLE or len(np.unique(known[chosen])) == 1:
        return None
    generator = np.random.default_rng(rng)
    apart, houses = _spread_out(codes[chosen], widths), _standardised(known[chosen], survey.n_clusters)
    held = ((houses.T @ apart) ** 2).sum()
    shuffled = [((generator.permutation(houses).T @ apart) ** 2).sum() for _ in range(_SHUFFLES)]
    share = _share_reached(shuffled, held)
    return Separation(share > FLAT_LEVEL, share, 1 - FLAT_LEVEL, len(chosen), by_known=True)


def lowest_likely(simulated: list[float]) -> float:
    """Return the score below which one more of the same kind lies in at most 5 of 100 cases.

    Among n simulated scores and one more, all ranks are equally probable: it lies below the i-th smallest with
    probability i / (n + 1).
    """
    return float(np.sort(simulated)[int(FALSE_ALARMS * (len(simulated) + 1)) - 1])


def _share_reached(shuffled: Iterable[float], held: float) -> float:
    """Return how often shuffles reach the value that holds, which counts as one of them."""
    return float((1 + sum(value >= held * (1 - 1e-9) for value in shuffled)) / (1 + _SHUFFLES))


def _parts(survey: Survey, answers: Answers) -> tuple[Array, Array]:
    """Return the slot of each column, (C,), and how many options it has, (C,): 1 if its answers are numbers."""
    slots = Slots(survey.questions, np.asarray(answers.questions), answers.levels)
    columns = slots.column_slots
    return columns, np.where(columns < slots.n_counted, slots.n_levels[columns], 1)


def _some(codes: Array, most: int) -> Array:
    """Return the positions of at most ``most`` people who answered something, evenly spread."""
    there = np.flatnonzero((codes >= 0).any(axis=1))
    return there[choose_evenly(len(there), most)]


def _orders(codes: Array, parts: Array, rng: np.random.Generator, n_shuffles: int) -> dict[int, Array]:
    """Return random orders of the people for the columns of each part, (S, N); who gave no answer keeps their place."""
    orders = {}
    for part in np.unique(parts).tolist():
        there = np.flatnonzero((codes[:, parts == part] >= 0).any(axis=1))
        orders[part] = np.tile(np.arange(len(codes)), (n_shuffles, 1))
        orders[part][:, there] = there[rng.random((n_shuffles, len(there))).argsort(axis=1)]
    return orders


def _spread_out(codes: Array, widths: Array) -> Array:
    """Return the columns (N, C), standardised, with one column per option."""
    return np.concatenate([_standardised(codes[:, c], width) for c, width in enumerate(widths)], axis=1)


def _standardised(codes: Array, n_levels: int) -> Array:
    """Return a column as one column per option, or as ranks if its codes are numbers (one level): (N, V).

    Sums of squared products of options are χ² of pairs of questions.
    """
    seen = codes >= 0
    if not seen.any():
        return np.zeros((len(codes), n_levels))
    if n_levels == 1:
        ranks, (_, which, counts) = (
            np.zeros(len(codes)),
            np.unique(codes[seen], return_inverse=True, return_counts=True),
        )
        ranks[seen] = (np.cumsum(counts) - (counts - 1) / 2)[which]
        return np.where(seen, ranks - ranks[seen].mean(), 0.0)[:, None] / max(ranks[seen].std(), 1e-9)
    given = codes[:, None] == np.arange(n_levels)
    share = given.sum(axis=0) / max(seen.sum(), 1)
    return (given - share) * seen[:, None] / np.sqrt(np.maximum(share, 1 / len(codes)))


def _squared_products(apart: Array) -> float:
    # The squares of the smaller of the two products have the same sum.
    products = apart.T @ apart if apart.shape[1] < len(apart) else apart @ apart.T
    return float((products**2).sum())


def _stands_out(
    means: Array, counted: CountedAnswers, rng: np.random.Generator, n_shuffles: int
) -> tuple[float, float]:
    """Return how far agreement about a house lies above that of shuffles, in standard deviations, and its rank."""
    codes, log_means = counted.codes, np.log(np.maximum(means, 1e-12))  # (K, S, V)
    logs = np.zeros((n_shuffles + 1, len(codes), len(means)))
    for slot, order in _orders(codes, counted.slots, rng, n_shuffles).items():
        said = np.zeros((len(codes), len(means)))
        for c in np.flatnonzero(counted.slots == slot):
            own = log_means[:, slot, np.maximum(codes[:, c], 0)].T
            said += np.where(codes[:, c, None] >= 0, own, 0.0)
        logs[0] += said
        logs[1:] += said[order]
    top = logs.max(axis=2, keepdims=True)
    values = (np.log(np.exp(logs - top).sum(axis=2)) + top[..., 0]).sum(axis=1)
    shuffled = values[1:]
    rank = (1 + (shuffled >= values[0] - 1e-9).sum()) / (1 + n_shuffles)
    return float((values[0] - shuffled.mean()) / max(shuffled.std(), 1e-12)), float(rank)


def _simulated_score(
    survey: Survey, prior: Prior, means: Array, codes: Array, membership: str, rng: np.random.Generator
) -> float:
    """Return how far agreement stands out in answers simulated from the survey, with as many left blank."""
    # Under single membership, people belong to practically one cluster.
    own, rest = (1000.0, 0.001) if membership == "single" else (7.0, 1.0)
    missing = float((codes < 0).mean())
    drawn = simulate(survey, len(codes), own=own, rest=rest, rng=rng, missing=missing, prior=prior).answers
    return _stands_out(means, counted_answers(survey, drawn), rng, _SHUFFLES_EACH)[0]

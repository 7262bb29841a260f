"""Whether leaving a question empty says something: blanks that come in blocks, or go with people's other answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Array = np.ndarray

# The largest chance that any question of a survey is wrongly said to have telling blanks.
FALSE_ALARM = 0.01
# Answers of a question with more levels than this are compared above and below their median.
_MOST_LEVELS = 12
# At least this many people must have left a question empty, and as many have answered it.
_FEWEST = 5
# A block of questions: this share of the people who leave one of them empty leave another one empty, too, and they are
# this share of all.
_TOGETHER = 2 / 3
_BLOCK_SHARE = 0.05
# People who are compared, at most.
_MOST_PEOPLE = 5000


def telling_blanks(codes: Sequence[Array]) -> Array:
    r"""Return for which questions leaving them empty says something, (Q,).

    Somebody left a question empty who answered a later one; those who stopped before it are not looked at. For each
    question q with blanks, Fisher's exact test compares the people who gave an answer v to another question r, or left
    it empty, with all others: with b people who left q empty among n, of whom m gave the answer,

    .. math:: X \sim \mathrm{Hypergeometric}(n, b, m), \qquad p = 2 \min(P(X \le x), P(X \ge x)).

    Blanks are telling if the smallest p-value is at most FALSE_ALARM / T, where T counts the tests of all questions
    (Bonferroni). That r is empty, too, counts only in a block: if two thirds of those who left q empty left r empty,
    and these are a twentieth of all. If blanks have nothing to do with answers or with each other, or people stop
    half-way, any question is found in at most one survey in a hundred.

    Parameters
    ----------
    codes
        (N,) for each question, in the order in which they were asked, what people answered; -1 where it was left empty.

    Examples
    --------
    >>> pray = np.repeat([0, 1], 40)
    >>> how_often = np.where(pray == 1, np.arange(80) % 3, -1)
    >>> telling_blanks([pray, how_often, np.tile([0, 1, -1, 0], 20), pray]).tolist()
    [False, True, False, False]
    """
    found = np.zeros(len(codes), bool)
    codes = [one[:: -(-len(one) // _MOST_PEOPLE)] for one in codes]
    empty = np.array([one < 0 for one in codes])
    if not len(codes):
        return found
    # Who answered this question or a later one.
    reached = np.logical_or.accumulate(~empty[::-1])[::-1]
    left = empty & reached
    asked = np.flatnonzero(np.minimum(left.sum(axis=1), (~empty).sum(axis=1)) >= _FEWEST)
    levels, of_question = _answers(codes)
    n_tests = sum(int((of_question != q).sum()) + len(codes) - 1 for q in asked)
    for q in asked.tolist():
        others = of_question != q
        answered = ~empty[of_question[others]] & reached[q]
        chances = _two_sided(left[q], levels[others] & answered, answered)
        both = left & left[q]
        block = both.sum(axis=1) >= np.maximum(_TOGETHER * left[q].sum(), _BLOCK_SHARE * reached[q].sum())
        block[q] = False
        there = reached[block] & reached[q]
        together = _two_sided(left[q], left[block] & there, there)
        found[q] = bool((np.append(chances, together) <= FALSE_ALARM / n_tests).any())
    return found


def _answers(codes: Sequence[Array]) -> tuple[Array, Array]:
    """Return who gave each answer, (A, N), and the question of each answer, (A,)."""
    rows, questions = [], []
    for q, one in enumerate(codes):
        given = np.unique(one[one >= 0])
        if len(given) > _MOST_LEVELS:
            rows.append(one > np.median(one[one >= 0]))
            questions.append(q)
            continue
        # With two answers, the second says nothing that the first does not.
        for level in given[: 1 if len(given) == 2 else None]:
            rows.append(one == level)
            questions.append(q)
    return np.array(rows, bool).reshape(len(rows), -1), np.array(questions, int)


def _two_sided(empty: Array, gave: Array, answered: Array) -> Array:
    """Return the p-values (A,) of answers (A, N) to questions that these people (A, N) answered."""
    from scipy.stats import hypergeom

    n_people, n_empty = answered.sum(axis=1), (answered & empty).sum(axis=1)
    n_gave, both = gave.sum(axis=1), (gave & empty).sum(axis=1)
    below = hypergeom.cdf(both, n_people, n_empty, n_gave)
    above = hypergeom.sf(both - 1, n_people, n_empty, n_gave)
    return np.minimum(1.0, 2 * np.minimum(below, above))

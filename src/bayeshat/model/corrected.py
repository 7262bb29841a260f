"""Chances of houses with corrections: what answers add to them."""

from __future__ import annotations

import numpy as np

from ..kinds.kind import NOT_ANSWERED
from ..kinds.table import kind_of
from ..survey.corrections import Corrections
from .columns import Columns

Array = np.ndarray

# Smaller probabilities are raised to this before logarithms are taken.
_TINY = 1e-300
# Times that versions are shifted. After two, averages differ from what they should be by less than a thousandth.
_SHIFTS = 2


def mark_answers(corrections: Corrections, codes: Array, columns: Columns) -> Array:
    """Return how much of each column of `Corrections.flat` everybody's answers (N, C) have, (N, F).

    That is 1 in the first column, 1 for an option that was chosen, and 1 for an empty answer. A number between two
    numbers of a table has a part of both. An answer that cannot be read has nothing.
    """
    starts = corrections.starts
    marks = np.zeros((len(codes), starts[-1]))
    marks[:, 0] = 1.0
    for q in range(len(corrections.tables)):
        own = np.flatnonzero(columns.questions == q)
        marks[:, starts[q + 1] - 1] = (codes[:, own] == NOT_ANSWERED).all(axis=1)
        for place, c in enumerate(own.tolist()):
            of_codes = _marks_of_codes(corrections, columns, c, place)
            person = np.flatnonzero(codes[:, c] >= 0)
            marks[person, starts[q] : starts[q + 1] - 1] += of_codes[codes[person, c]]
    return marks


def added_by_code(corrections: Corrections, columns: Columns) -> list[Array]:
    """Return what each code of each column of answers adds for every house, (K, codes)."""
    added, places = [], dict.fromkeys(columns.questions.tolist(), 0)
    for c, q in enumerate(columns.questions.tolist()):
        added.append(corrections.tables[q][:, :-1] @ _marks_of_codes(corrections, columns, c, places[q]).T)
        places[q] += 1
    return added


def _marks_of_codes(corrections: Corrections, columns: Columns, c: int, place: int) -> Array:
    """Return how much of each column of a question's table, but the last, the codes of a column have, (codes, L).

    The column is number ``place`` of those that answer the question.
    """
    q = columns.questions[c]
    width = corrections.tables[q].shape[1] - 1
    levels = columns.levels[c] if len(columns.levels) else None
    if levels is not None:
        return _between(levels, np.array(corrections.numbers[q])) if width else np.zeros((len(levels), 0))
    unit = np.eye(width)
    if kind_of(columns.asked[q]).many_answers:
        # First the options that were not ticked.
        return unit[[width // 2 + place, place]]
    return unit


def _between(values: Array, at: Array) -> Array:
    """Return how much of each of some rising numbers (L,) values have, (..., L): those on both sides of a value."""
    unit = np.eye(len(at))
    return np.stack([np.interp(values, at, row) for row in unit], axis=-1)


def add_up(corrections: Corrections, codes: Array, columns: Columns, shares: Array) -> Array:
    """Return what everybody's answers (N, C) add in each version of the corrections, (R, N, K); one if there are none.

    The average over versions of chances is less sharp than the chances of the best corrections, which were as sharp as
    they should be for people who were left out. So all versions are shifted until both are the same. Nothing is added
    for people who answered nothing.

    Parameters
    ----------
    corrections, codes, columns
        The corrections, and the answers.
    shares
        (K,) the houses' shares.
    """
    marks = mark_answers(corrections, codes, columns)
    # Nothing is known of somebody who answered nothing, so only the houses' shares count.
    marks[(codes < 0).all(axis=1)] = 0.0
    best = marks @ corrections.flat.T
    if corrections.versions is None:
        return best[None]
    added = marks @ np.swapaxes(corrections.versions, 1, 2)
    log_shares, part = np.log(np.maximum(shares, _TINY)), 1 - corrections.power
    wanted = _log_chances(log_shares + best / part)
    for _ in range(_SHIFTS):
        mean = np.exp(_log_chances(log_shares + added / part)).mean(axis=0)
        added += part * (wanted - np.log(np.maximum(mean, _TINY)))
    return added


def _log_chances(logs: Array) -> Array:
    top = logs.max(axis=-1, keepdims=True)
    return logs - top - np.log(np.exp(logs - top).sum(axis=-1, keepdims=True))


def correct(likelihoods: Array, shares: Array, additions: Array, power: float) -> Array:
    r"""Return everybody's chances, (..., N, K).

    Parameters
    ----------
    likelihoods
        (..., N, K) chances of the houses that follow from their shares and what people there answer.
    shares
        (..., K) these shares.
    additions
        (..., N, K) what everybody's answers add.
    power
        How much what people of a house answer counts.
    """
    log_shares = np.log(np.maximum(shares, _TINY))[..., None, :]
    logs = log_shares + additions
    if power:
        logs = logs + power * (np.log(np.maximum(likelihoods, _TINY)) - log_shares)
    return np.exp(_log_chances(logs))

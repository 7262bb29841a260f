"""Answers as columns of numbers, for peers that know nothing else."""

from __future__ import annotations

import numpy as np

from .protocol import Problem


def as_columns(problem: Problem) -> np.ndarray:
    """Return (N, C) columns: 0 or 1 for each category (all 0 if not answered), and standardised numbers."""
    parts: list[np.ndarray] = []
    if problem.answers is not None:
        parts += [codes[:, None] == np.arange(codes.max() + 1) for codes in problem.answers.T]
    if problem.numbers is not None:
        parts.append((problem.numbers - problem.numbers.mean(axis=0)) / problem.numbers.std(axis=0))
    return np.column_stack(parts).astype(float)

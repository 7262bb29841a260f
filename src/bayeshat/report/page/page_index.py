"""The part of the report where a person is looked up: everybody in alphabetical order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import numpy as np

from ...tables.person_names import sort_key
from ...words.phrases import tell_sureness

# With fewer people than this, the lists of members are short enough to look through.
FEWEST_INDEXED = 30
# With more people than this, the list would be most of the page.
MOST_INDEXED = 2000
# People up to which the list is unfolded.
OPEN_INDEX = 100


def describe_index(names: Sequence[str], labels: np.ndarray, levels: np.ndarray | None = None) -> dict[str, Any] | None:
    """Return everybody by the first letter of their name; None if people are few, or very many.

    ``labels`` are everybody's groups (N,), or those in each round (R, N).
    ``levels`` say how sure their places are, as positions in ``SETTLED_WORDS``.
    """
    n_people = len(names)
    if not FEWEST_INDEXED <= n_people <= MOST_INDEXED:
        return None
    keys = [sort_key(name) for name in names]
    groups = np.atleast_2d(labels).T.tolist()
    words = [""] * n_people if levels is None else [tell_sureness(level) for level in levels]
    letters = []
    for letter, people in groupby(sorted(range(n_people), key=keys.__getitem__), lambda n: _initial(keys[n])):
        rows = [{"n": n, "name": names[n], "groups": groups[n], "word": words[n]} for n in people]
        letters.append({"letter": letter, "rows": rows})
    return {"letters": letters, "unfolded": n_people <= OPEN_INDEX}


def _initial(key: str) -> str:
    """Return the letter that a name stands under; digits and signs come before all letters, as they are sorted."""
    return key[0].upper() if key and key[0].isalpha() else "#"

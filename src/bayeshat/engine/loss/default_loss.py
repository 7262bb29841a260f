"""The loss to sort by if none was chosen, and the reason in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..labels.draws import LabelDraws
from ..wanted.request import SOFT_WEIGHT
from ..wanted.target import Target
from .loss_kinds import Loss
from .losses import VI, Composition, Placement, as_loss, house_loss

# How people were sorted, as reasons begin.
TOGETHER = "People were grouped by who belongs together"
BY_HOUSE = "People were sorted by the house they most probably belong to"


def is_auto(loss: str | Loss) -> bool:
    """Say whether the loss is to be chosen automatically."""
    return isinstance(loss, str) and loss.strip(" '\"").lower() == "auto"


def looks_at_labels(loss: str | Loss) -> bool:
    """Say whether an explicitly chosen loss depends on which cluster is which."""
    return not is_auto(loss) and Composition(as_loss(loss)).placement_weight() > 0


def choose_loss(loss: str | Loss, draws: LabelDraws, target: Target) -> tuple[Loss, str]:
    """Return the loss to minimise, and one sentence that says why.

    Where the groups are the survey's houses and its prior tells at least some of them apart, "auto" looks at who
    belongs in which house, and also at who belongs together if sizes hold the groups apart. Elsewhere labels mean
    nothing, and only who is together counts.
    """
    if not is_auto(loss):
        chosen = as_loss(loss)
        return chosen, f"People were grouped by the chosen loss: {chosen!r}."
    houses = draws.houses
    if houses is None:
        return VI(), f"{TOGETHER}: draws from another tool do not say which label is which group."
    if len(houses) == 1:
        return Placement(), "Everybody is in the same house: the survey has only one."
    if target.names != houses:
        return VI(), f"{TOGETHER}: the groups are not the survey's houses."
    if not _differing_kinds(draws):
        return VI(), by_company(draws)
    why = _apart(draws) if draws.identified else _unclear(draws)
    if target.exact is None and target.soft_weight < SOFT_WEIGHT:
        # With nothing to hold the groups apart, who belongs together would pull vague people into one of them.
        return Placement(), f"{BY_HOUSE}: {why}."
    return house_loss(len(houses)), f"{BY_HOUSE}, and by who belongs together: {why}."


def by_company(draws: LabelDraws) -> str:
    """Return why only who belongs together counts, where a survey does not tell its houses apart."""
    which = "some of its groups" if _differing_kinds(draws) else "its groups"
    return f"{TOGETHER}: the survey does not say how {which} differ, so a group's name means nothing."


def _differing_kinds(draws: LabelDraws) -> bool:
    return draws.alike is not None and len(set(draws.alike.tolist())) > 1


def _apart(draws: LabelDraws) -> str:
    """Say what tells houses apart."""
    if draws.told_by_known:
        return "people whose house is known show how the houses differ"
    return "the totals tell the houses apart" if draws.told_by_totals else "the survey says how its houses differ"


def _unclear(draws: LabelDraws) -> str:
    """Say which houses nothing tells apart, given that some are told apart."""
    told = "; ".join(map(" and ".join, list_alike(np.asarray(draws.alike), draws.houses or ())))
    return f"{_apart(draws)}, but for {told}, where which is which means nothing"


def list_alike(alike: np.ndarray, houses: Sequence[str]) -> list[list[str]]:
    """Return the houses that nothing tells apart, those of one kind together.

    Examples
    --------
    >>> list_alike(np.array([0, 1, 1]), ("Owls", "Jays", "Crows"))
    [['Jays', 'Crows']]
    """
    same = [[houses[k] for k in np.flatnonzero(alike == kind).tolist()] for kind in np.unique(alike)]
    return [names for names in same if len(names) > 1]

"""The loss to sort by if none was chosen, and the reason in words."""

from __future__ import annotations

from .draws import LabelDraws
from .losses import VI, Composition, Loss, Placement, as_loss, house_loss
from .request import SOFT_WEIGHT
from .target import Target

_TOGETHER = "People were grouped by who belongs together"
_BY_HOUSE = "People were sorted by the house they most probably belong to"


def is_auto(loss: str | Loss) -> bool:
    """Say whether the loss is to be chosen automatically."""
    return isinstance(loss, str) and loss.strip().lower() == "auto"


def looks_at_labels(loss: str | Loss) -> bool:
    """Say whether an explicitly chosen loss depends on which cluster is which."""
    return not is_auto(loss) and Composition(as_loss(loss)).placement_weight() > 0


def choose_loss(loss: str | Loss, draws: LabelDraws, target: Target) -> tuple[Loss, str]:
    """Return the loss to minimise, and one sentence that says why.

    "auto" looks at who belongs in which house and at who belongs together where the groups are the survey's houses and
    its prior tells them all apart; only at the former where sizes matter less than in the paper, or not at all.
    Elsewhere labels mean nothing, and only who is together counts.
    """
    if not is_auto(loss):
        chosen = as_loss(loss)
        return chosen, f"People were grouped by the chosen loss: {chosen!r}."
    houses = draws.houses
    if houses is None:
        return VI(), f"{_TOGETHER}: draws from another tool do not say which label is which group."
    if not draws.identified:
        which = "some of its houses" if len(set(draws.alike.tolist())) > 1 else "its houses"  # type: ignore[union-attr]
        return VI(), f"{_TOGETHER}: the survey does not say how {which} differ, so a house's name means nothing."
    if target.names != houses:
        return VI(), f"{_TOGETHER}: the groups are not the survey's houses."
    if len(houses) == 1:
        return house_loss(1), "Everybody is in the same house: the survey has only one."
    if target.exact is None and target.soft_weight < SOFT_WEIGHT:
        # With nothing to hold the groups apart, who belongs together would pull vague people into one of them.
        return Placement(), f"{_BY_HOUSE}: the survey says how its houses differ."
    return house_loss(len(houses)), (
        f"{_BY_HOUSE}, and by who belongs together: the survey says how its houses differ."
    )

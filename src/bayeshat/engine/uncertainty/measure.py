"""``Decision.uncertainty``: how certain a decision is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import InputError
from ...options import Progress, Workers, as_generator, as_reporter, check_threads, part_of
from ...words.settings import setting
from ..losses import VI, Binder, Loss, as_loss
from ..tables import find_chances
from .again import Again
from .alternatives import Representatives, find_alternatives
from .changes import tell_changes
from .credible_ball import find_ball
from .sure_core import MIN_SETTLED_CHANCE, estimate_staying, find_levels, grow_core
from .uncertainty import Alternative, SureCore, Uncertainty

if TYPE_CHECKING:
    from ..decision import Decision

Array = np.ndarray

# With more people, the core is found in a random sample of this size.
MAX_CORE_PEOPLE = 1000


def measure_uncertainty(
    decision: Decision,
    level: float,
    *,
    distance: str | Loss | None,
    rng: int | np.random.Generator | None,
    threads: int | None,
    progress: bool | Progress,
    chances: Array | None = None,
) -> Uncertainty:
    """Return how certain a decision is; see :meth:`bayeshat.Decision.uncertainty`.

    ``chances`` (N, G) are the chances of belonging in each group, if the caller knows better ones than the draws'.
    """
    if isinstance(level, bool) or not isinstance(level, (int, float, np.number)) or not 0 < level <= 1:
        raise InputError(f"{setting('level')} must be a probability above 0 and up to 1; got {level!r}. Use e.g. 0.95.")
    draws = decision.problem.draws.on_host("The uncertainty of a decision")
    measured_in = _choose_distance(decision, distance)
    tell, generator = as_reporter(progress), as_generator(rng)
    with Workers(check_threads(threads)) as workers:
        again = Again(decision, draws, workers, generator)
        tell(0.0, "measuring distances")
        ball = find_ball(again, measured_in, float(level))
        found = find_alternatives(again, part_of(tell, 0.2, 0.6))
        tell(0.8, "looking for the sure core")
        core, staying, n_looked_at = _settle_people(again, found, decision, chances)
    people = decision.people or tuple(f"person {n + 1}" for n in range(decision.n_people))
    alternatives = tuple(
        Alternative(
            labels=labels,
            weight=min(float(weight), 1.0),
            changes=tell_changes(again.first, labels, people, decision.names),
            expected_loss=float(draws.weights @ losses) - again.wishes(labels),
            n_moved=int((labels != again.first).sum()),
        )
        for labels, weight, losses in zip(found.labels, found.weights(draws.weights), found.losses, strict=True)
    )
    tell(1.0, "done")
    return Uncertainty(
        level=float(level),
        distance=measured_in,
        ball=ball,
        alternatives=alternatives,
        sure_core=core,
        staying=staying,
        fixed=decision.has_fixed_place,
        staying_from="draws",
        based_on=n_looked_at,
        people=people,
    )


def _choose_distance(decision: Decision, distance: str | Loss | None) -> Loss:
    """Return the given distance, by default the one with the larger weight in the decision's loss."""
    if distance is None:
        pairs = decision.loss.pairs()
        heaviest = max(pairs, key=lambda pair: pair[0])[1] if pairs else VI()
        return Binder() if isinstance(heaviest, Binder) else VI()
    asked = as_loss(distance)
    if asked not in (VI(), Binder()):
        raise InputError(
            f"{setting('distance')} must be 'vi' or 'binder', which are distances; got {distance!r}. Use one of these."
        )
    return asked


def _settle_people(
    again: Again, found: Representatives, decision: Decision, chances: Array | None
) -> tuple[SureCore, Array, int]:
    """Return who is settled, who would stay, and the number of people among whom the core was found."""
    labels, draws = again.first, again.draws
    n_people = len(labels)
    if chances is None:
        chances = find_chances(labels, draws, again.n_groups, again.named, again.workers)
    belonging, levels = chances[np.arange(n_people), labels], find_levels(chances, labels, decision.left_no_choice)
    some = np.arange(n_people)
    if n_people > MAX_CORE_PEOPLE:
        some = np.sort(again.rng.choice(n_people, MAX_CORE_PEOPLE, replace=False))
    order, joint = grow_core(draws.codes[some], draws.weights, labels[some], belonging[some], named=again.named)
    core = SureCore(
        level=MIN_SETTLED_CHANCE,
        belonging=belonging,
        settled=levels == 0,
        leaning=levels == 1,
        elsewhere=levels == 3,
        order=some[order],
        joint=joint,
        ways=len({other[levels == 2].tobytes() for other in found.labels}),
    )
    return core, np.where(decision.has_fixed_place, 1.0, estimate_staying(chances, labels)), len(some)

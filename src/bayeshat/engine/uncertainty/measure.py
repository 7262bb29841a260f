"""``Decision.uncertainty``: a ball around the decision, alternatives to it, who is settled and who would stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...errors import InputError
from ...options import DONE, Progress, Workers, as_generator, as_reporter, part_of
from ...words.message import Message
from ...words.voice import setting
from ..losses import VI, Binder, Loss, as_loss
from ..partition import pair_loss
from ..tables import pair_losses
from .again import Again
from .changes import tell_changes
from .uncertainty import Alternative, CredibleBall, Extreme, SureCore, Uncertainty

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
    problem = decision.problem.on_host("The uncertainty of a decision")
    measured_in = _choose_distance(decision, distance)
    tell, generator = as_reporter(progress), as_generator(rng)
    with Workers(threads) as workers:
        again = Again(problem, decision.labels, workers, generator)
        tell(0.0, Message("progress-distances"))
        ball = find_ball(again, measured_in, float(level))
        found = find_alternatives(again, part_of(tell, 0.2, 0.6))
        tell(0.8, Message("progress-core"))
        core, staying, n_looked_at = _settle_people(again, found, decision, chances)
    people = problem.person_names
    weights = problem.draws.weights
    alternatives = tuple(
        Alternative(
            labels=labels,
            weight=min(float(weight), 1.0),
            changes=tell_changes(again.first, labels, people, decision.names),
            expected_loss=float(weights @ losses) - problem.wishes_cost(labels),
            n_moved=int((labels != again.first).sum()),
        )
        for labels, weight, losses in zip(found.labels, found.weights(weights), found.losses, strict=True)
    )
    tell(1.0, DONE)
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
        chances = again.problem.chances(labels, again.workers)
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


# The ball around a decision

# Distances that differ by less are equal: they are sums of many terms.
_DISTANCE_TOLERANCE = 1e-9


def ball_radius(distances: Array, weights: Array, level: float) -> float:
    """Return the smallest distance within which the draws have at least this weight.

    Examples
    --------
    >>> ball_radius(np.array([3.0, 1.0, 2.0, 4.0]), np.full(4, 0.25), 0.5)
    2.0
    """
    order = np.argsort(distances, kind="stable")
    reached = int(np.searchsorted(np.cumsum(weights[order]), level - _DISTANCE_TOLERANCE))
    return float(distances[order[min(reached, len(order) - 1)]])


def find_ball(again: Again, distance: Loss, level: float) -> CredibleBall:
    """Return the ball around the decision, with its extremes."""
    draws = again.draws
    tables = draws.count(again.first, again.n_groups, again.workers)
    distances = np.maximum(pair_losses(tables, distance), 0.0)
    radius = ball_radius(distances, draws.weights, level)
    inside = np.flatnonzero(distances <= radius + _DISTANCE_TOLERANCE)
    n_clusters = (tables.sum(axis=2) > 0).sum(axis=1)
    known: dict[int, Extreme] = {}

    def extreme(among: Array) -> Extreme:
        """Return the farthest of some draws; the first one of several."""
        far = distances[among]
        t = int(among[np.argmax(far >= far.max() - _DISTANCE_TOLERANCE)])
        if t not in known:
            loss = None if again.named else distance
            feasible = again.decide(np.array([t]), [again.first], loss)
            away = pair_loss(distance, feasible, again.first)
            known[t] = Extreme(draws.codes[:, t].astype(np.int64), feasible, float(distances[t]), away)
        return known[t]

    few, many = n_clusters[inside].min(), n_clusters[inside].max()
    return CredibleBall(
        radius=radius,
        level=level,
        inside=float(draws.weights[inside].sum()),
        horizontal=extreme(inside),
        upper=extreme(inside[n_clusters[inside] == few]),
        lower=extreme(inside[n_clusters[inside] == many]),
    )


# Alternatives

# Groupings, including the decision.
MAX_GROUPINGS = 5
# One more grouping must lower the expected loss by this share of the decision's loss.
MIN_GAIN = 0.05
# Every grouping but the decision must represent this share of the draws.
MIN_WEIGHT = 0.05
# Draws that are tried as the seed of one more grouping.
_SEEDS_PER_GROUPING = 4
# Rounds in which draws choose groupings and groupings are decided again.
_MAX_ROUNDS = 8
# With more people x draws, there are fewer seeds and rounds.
_MAX_CELLS_WITH_FULL_EFFORT = 20_000_000


class Representatives(NamedTuple):
    """Groupings, and the loss of each under every draw."""

    labels: list[Array]
    losses: Array  # (A, T)

    @property
    def nearest(self) -> Array:
        """(T,) the grouping with the least loss under each draw; the first of several."""
        return np.asarray(np.round(self.losses, 12).argmin(axis=0))

    def expected(self, weights: Array) -> float:
        """Return the expected loss if the right one of these groupings were known."""
        return float(weights @ self.losses.min(axis=0))

    def weights(self, weights: Array) -> Array:
        """Return the weight of the draws that each grouping represents, (A,)."""
        return np.bincount(self.nearest, weights=weights, minlength=len(self.labels))


def find_alternatives(again: Again, progress: Progress) -> Representatives:
    r"""Return the decision and up to four more groupings that meet sizes and rules.

    .. math:: \min_{a_2 \dots a_A} \sum_t w_t \min_i L(a_i, z_t), \quad a_1 = \hat a

    Every draw belongs to the grouping with the least loss. Each grouping but the first is decided again on its draws,
    until nothing changes. Groupings are added one by one, as long as each lowers this sum by at least 5 % of its value
    for the decision alone, and all of them represent at least 5 % of the draws.
    """
    weights = again.draws.weights
    now = Representatives([again.first], again.losses(again.first)[None])
    alone = now.expected(weights)
    for n_now in range(1, MAX_GROUPINGS):
        if now.expected(weights) <= 1e-12 or again.n_groups == 1:
            break
        progress(n_now / MAX_GROUPINGS, Message("progress-alternatives"))
        more = _settle(again, _one_more(again, now))
        too_light = (more.weights(weights)[1:] < MIN_WEIGHT).any()
        if too_light or now.expected(weights) - more.expected(weights) < MIN_GAIN * alone:
            break
        now = more
    order = [0, *(1 + np.argsort(-now.weights(weights)[1:], kind="stable")).tolist()]
    return Representatives([now.labels[i] for i in order], now.losses[order])


def _effort(again: Again) -> tuple[int, int]:
    """Return the number of seeds and rounds, fewer for large problems."""
    few = again.draws.n_people * again.draws.n_draws > _MAX_CELLS_WITH_FULL_EFFORT
    return (2, 1) if few else (_SEEDS_PER_GROUPING, _MAX_ROUNDS)


def _one_more(again: Again, now: Representatives) -> Representatives:
    """Add a grouping: try several badly represented draws as seeds, and keep the one that lowers the loss most."""
    draws = again.draws
    least = now.losses.min(axis=0)
    badly = draws.weights * least
    best: Representatives | None = None
    for t in again.rng.choice(draws.n_draws, _effort(again)[0], p=badly / badly.sum()):
        # Two draws are farther from each other than from a grouping between them, so distances from the seed are
        # compared with how well a draw is represented now. The nearest draws are the seed's neighbourhood.
        closeness = again.losses_of_draw(int(t)) - least
        share = 1.0 / (len(now.labels) + 1)
        order = np.argsort(closeness, kind="stable")
        near = order[: 1 + np.searchsorted(np.cumsum(draws.weights[order]), share)]
        labels = again.decide(np.sort(near), [again.first])
        tried = Representatives([*now.labels, labels], np.vstack([now.losses, again.losses(labels)]))
        if best is None or tried.expected(draws.weights) < best.expected(draws.weights) - 1e-12:
            best = tried
    assert best is not None
    return best


def _settle(again: Again, now: Representatives) -> Representatives:
    """Let draws choose their grouping, and decide each grouping but the first again, until nothing changes."""
    weights = again.draws.weights
    for _ in range(_effort(again)[1]):
        nearest = now.nearest
        labels, losses = list(now.labels), now.losses.copy()
        for i in range(1, len(labels)):
            own = np.flatnonzero(nearest == i)
            if not len(own):
                continue
            new = again.decide(own, [labels[i]])
            new_losses = again.losses(new)
            if weights[own] @ new_losses[own] < weights[own] @ losses[i, own] - 1e-12:
                labels[i], losses[i] = new, new_losses
        after = Representatives(labels, losses)
        if after.expected(weights) >= now.expected(weights) - 1e-12:
            break
        now = after
    return now


# Who is settled, and who would stay

# A person is settled if they belong in their group with at least this chance.
MIN_SETTLED_CHANCE = 0.8
# A person leans towards a group that is at least this many times as likely as any other.
MIN_LEANING_RATIO = 2.0
# The core stops growing below this probability that everybody in it is right.
_MIN_CORE_PROBABILITY = 0.01
# A core of unnamed groups is grown from each of the people who belong most clearly (this many of them), and from the
# clearest person of each group (of this many groups).
_MAX_FIRST_PEOPLE = 4


def find_levels(chances: Array, labels: Array, bound: Array) -> Array:
    """Return who is settled (0), leaning (1), could go either way (2), or is better elsewhere (3), (N,).

    All words about the certainty of a person's place come from here. Chances are rounded to whole percent, as they are
    shown, so a word never contradicts the percentage beside it.

    Parameters
    ----------
    chances
        (N, G) the chance that each person belongs in each group.
    labels
        (N,) everybody's group.
    bound
        (N,) whether a person has no choice; such people are settled.
    """
    read = np.round(chances, 2)
    own = read[np.arange(len(labels)), labels]
    other = np.where(np.arange(read.shape[1]) == labels[:, None], 0.0, read).max(axis=1)
    leaning = (own > 0) & (own >= MIN_LEANING_RATIO * other)
    elsewhere = (other > 0) & (other >= MIN_LEANING_RATIO * own)
    return np.select([bound | (own >= MIN_SETTLED_CHANCE), leaning, elsewhere], [0, 1, 3], 2)


def estimate_staying(chances: Array, labels: Array) -> Array:
    r"""Estimate everybody's probability of staying if the survey were taken again, from label draws alone, (N,).

    .. math:: P(\text{n stays}) = \sum_h P(h_n)\,C_{h a_n}, \quad
              C_{hg} = \frac{\sum_{m: a_m = g} P(h_m)}{\sum_m P(h_m)}

    A second survey that is as informative as this one puts a person who truly belongs to h into g as often as this one:
    with probability C.

    Parameters
    ----------
    chances
        (N, G) the chance that each person belongs in each group.
    labels
        (N,) everybody's group.
    """
    n_people, n_groups = chances.shape
    sizes = np.bincount(labels, minlength=n_groups)
    # Draws in which a person's cluster has no group are spread over all groups, by their sizes.
    whole = chances + (1.0 - chances.sum(axis=1, keepdims=True)) * sizes / n_people
    put = np.zeros((n_groups, n_groups))
    np.add.at(put.T, labels, whole)
    total = whole.sum(axis=0)[:, None]
    put = np.divide(put, total, out=np.zeros_like(put), where=total > 0)
    return np.asarray(np.clip((whole * put[:, labels].T).sum(axis=1), 0.0, 1.0))


def grow_core(codes: Array, weights: Array, labels: Array, belonging: Array, *, named: bool) -> tuple[Array, Array]:
    """Grow a core person by person: the next one is always the person who keeps it most probably right.

    The core is right in a draw that groups its people as their labels do: people with the same label together, others
    apart; with named labels, everybody's code must be their label. Without names the first person is always right, so
    several first people are tried.

    Parameters
    ----------
    codes, weights
        (N, T) and (T,) the draws.
    labels
        (N,) everybody's group.
    belonging
        (N,) probability that each person belongs in their group; it chooses the first people.
    named
        Whether labels mean the same in every draw.

    Returns
    -------
    (M,) the people in the order of joining, and the probability that all up to each of them are right.
    """
    if named:
        return _grow(codes == labels[:, None], codes, weights, labels, None)
    by_belonging = np.argsort(-belonging, kind="stable")
    firsts = by_belonging[:_MAX_FIRST_PEOPLE]
    # First people are those who belong most clearly, and the clearest person of each group.
    heads = by_belonging[np.sort(np.unique(labels[by_belonging], return_index=True)[1])][:_MAX_FIRST_PEOPLE]
    beginnings = list(dict.fromkeys([*firsts.tolist(), *heads.tolist()]))
    grown = [_grow(np.ones(codes.shape, bool), codes, weights, labels, n) for n in beginnings]
    return max(grown, key=lambda core: core[1].sum())


def _grow(right: Array, codes: Array, weights: Array, labels: Array, first: int | None) -> tuple[Array, Array]:
    """Grow a core; ``right`` (N, T) says who is right in which draw while the core is empty.

    Without named labels there is a ``first`` person, and a group is the cluster of its first person in the core.
    """
    alive = weights.copy()
    score = right @ alive
    waiting = np.ones(len(labels), bool)
    started = np.zeros(int(labels.max()) + 1, bool)
    order: list[int] = []
    joint: list[float] = []
    while waiting.any():
        n = first if first is not None and not order else int(np.argmax(np.where(waiting, score, -1.0)))
        lost = (alive > 0) & ~right[n]
        left = float(alive[~lost].sum())
        if left < _MIN_CORE_PROBABILITY:
            break
        order.append(n)
        joint.append(min(left, 1.0))
        waiting[n] = False
        if lost.any():
            score -= right[:, lost] @ alive[lost]
            alive[lost] = 0.0
        if first is not None and not started[labels[n]]:
            started[labels[n]] = True
            own, others = labels == labels[n], ~started[labels]
            right[own] &= codes[own] == codes[n]
            right[others] &= codes[others] != codes[n]
            score = right @ alive
    return np.array(order, dtype=np.int64), np.array(joint)

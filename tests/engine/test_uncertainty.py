"""How sure a decision is: every part against its definition, on problems that can be enumerated."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

import bayeshat as bh
import naive
from bayeshat.engine.draws import PartitionedDraws
from bayeshat.engine.uncertainty.changes import tell_changes
from bayeshat.engine.uncertainty.measure import ball_radius, estimate_staying, grow_core
from sample.calibration import FAILURE_RATE
from strategies import random_draws

DISTANCES = {"vi": naive.vi, "binder": naive.binder}
EXACT = float("inf")
# Two modes: people 6 and 7 change places with 8 and 9 in some of the draws.
ONE = np.repeat([0, 1, 2], [4, 4, 4])
OTHER = np.array([0, 0, 0, 0, 1, 1, 2, 2, 1, 1, 2, 2])


def plain(words):
    return str(words).replace("\xa0", " ")


def two_modes(seed=0, n_one=60, n_other=40):
    """Return draws of either grouping in which now and then somebody is elsewhere, their clusters renumbered."""
    rng = np.random.default_rng(seed)
    draws = np.repeat([ONE, OTHER], [n_one, n_other], axis=0)
    draws = np.where(rng.random(draws.shape) < 0.05, rng.integers(0, 3, draws.shape), draws)
    return np.array([rng.permutation(3)[draw] for draw in draws])


@pytest.mark.parametrize("distance", DISTANCES)
@pytest.mark.parametrize("level", [0.5, 0.95])
def test_ball_is_the_published_one(distance, level):
    draws = random_draws(3, n_draws=25, n_clusters=4)
    weights = np.random.default_rng(0).random(25)
    weights /= weights.sum()
    decision = bh.decide(draws, [3, 2, 2], loss=distance, weights=weights, rng=1)
    ball = decision.uncertainty(level).ball
    away = np.array([DISTANCES[distance](decision.labels, draw) for draw in draws])
    radius = min(r for r in away if weights[away <= r + 1e-9].sum() >= level - 1e-9)
    assert ball.radius == pytest.approx(radius)
    inside = [t for t in range(25) if away[t] <= radius + 1e-9]
    assert ball.inside == pytest.approx(weights[inside].sum())
    n_clusters = [len(set(draw)) for draw in draws]
    wanted = {
        "horizontal": max(away[inside]),
        "upper": max((-n_clusters[t], away[t]) for t in inside),
        "lower": max((n_clusters[t], away[t]) for t in inside),
    }
    assert ball.horizontal.distance == pytest.approx(wanted["horizontal"])
    for name, sign in (("upper", -1), ("lower", 1)):
        extreme = getattr(ball, name)
        assert (sign * len(set(extreme.draw_labels)), extreme.distance) == pytest.approx(wanted[name])
        assert DISTANCES[distance](decision.labels, extreme.draw_labels) == pytest.approx(extreme.distance)
        assert DISTANCES[distance](decision.labels, extreme.labels) == pytest.approx(extreme.feasible_distance)


@pytest.mark.parametrize("rules", [None, bh.Rules(apart=[["person 1", "person 2"]])])
@pytest.mark.parametrize("seed", range(2))
def test_extremes_are_the_nearest_groupings_that_keep_sizes_and_rules(rules, seed):
    draws = random_draws(seed, n_draws=20)
    decision = bh.decide(draws, [3, 2, 2], loss="vi", size_weight=EXACT, rules=rules, rng=1)
    rows = np.array(list(naive.assignments(7, 3)))
    rows = rows[(np.sort([np.bincount(row, minlength=3) for row in rows], axis=1) == [2, 2, 3]).all(axis=1)]
    rows = rows if rules is None else rows[rows[:, 0] != rows[:, 1]]
    ball = decision.uncertainty(0.9).ball
    for extreme in (ball.horizontal, ball.upper, ball.lower):
        assert sorted(np.bincount(extreme.labels)) == [2, 2, 3]
        assert rules is None or extreme.labels[0] != extreme.labels[1]
        nearest = min(naive.vi(row, extreme.draw_labels) for row in rows)
        assert naive.vi(extreme.labels, extreme.draw_labels) == pytest.approx(nearest)


def test_extremes_with_named_houses_are_nearest_in_the_decisions_own_loss():
    draws = random_draws(5, n_draws=20)
    decision = bh.decide(draws, {"a": 3, "b": 2, "c": 2}, loss="placement", size_weight=EXACT, rng=1)
    extreme = decision.uncertainty(0.9).ball.horizontal
    rows = [row for row in naive.assignments(7, 3) if np.bincount(row, minlength=3).tolist() == [3, 2, 2]]
    right = max((np.array(row) == extreme.draw_labels).sum() for row in rows)
    assert (extreme.labels == extreme.draw_labels).sum() == right
    assert np.bincount(extreme.labels).tolist() == [3, 2, 2]


def test_ball_holds_the_truth_as_often_as_it_says():
    """Draws and truth from one distribution: a correct ball fails with at most FAILURE_RATE; a narrow one must."""
    rng, level, n_sets = np.random.default_rng(1), 0.8, 80
    inside = {"right": 0, "broken": 0}
    for _ in range(n_sets):
        share = rng.dirichlet([0.6] * 3, 6)
        *draws, truth = (rng.random((61, 6, 1)) > share.cumsum(axis=1)).sum(axis=2).clip(max=2)
        # A sampler that is stuck for two thirds of the time makes the draws more alike than they should be.
        for twin, seen in (("right", draws), ("broken", [draws[0]] * 40 + draws[40:])):
            labels = bh.decide(np.array(seen), groups=3, loss="vi", rng=1, starts=2).labels
            away = np.array([bh.variation_of_information(labels, draw) for draw in seen])
            radius = ball_radius(away, np.full(60, 1 / 60), level)
            inside[twin] += bh.variation_of_information(labels, truth) <= radius + 1e-9
    assert stats.binomtest(inside["right"], n_sets, level, "less").pvalue > FAILURE_RATE
    assert stats.binomtest(inside["broken"], n_sets, level, "less").pvalue < FAILURE_RATE


def share_right(draws, labels, people, *, named):
    """Return the share of draws that group some people as the labels do."""
    if named:
        return np.mean([(draw[people] == labels[people]).all() for draw in draws])
    alike = labels[people][:, None] == labels[people]
    return np.mean([((draw[people][:, None] == draw[people]) == alike).all() for draw in draws])


@pytest.mark.parametrize("named", [True, False])
def test_core_is_right_as_often_as_it_says_and_hardly_smaller_than_the_largest(named):
    missed = []
    for seed in range(8):
        draws = random_draws(seed, n_draws=60, own=4.0)
        labels = stats.mode(draws).mode
        order, joint = grow_core(draws.T.copy(), np.full(60, 1 / 60), labels, np.zeros(7), named=named)
        for k in range(1, len(order) + 1):
            assert joint[k - 1] == pytest.approx(share_right(draws, labels, order[:k], named=named))
        for p in (0.9, 0.7, 0.5, 0.3):
            largest = max(
                k
                for k in range(8)
                if any(
                    share_right(draws, labels, list(some), named=named) >= p - 1e-9
                    for some in combinations(range(7), k)
                )
            )
            missed.append(largest - int((joint >= p - 1e-9).sum()))
    assert max(missed) <= 1
    assert np.mean(missed) <= 0.1


def test_core_by_level():
    core = bh.decide(random_draws(1), [3, 2, 2], rng=1).uncertainty().sure_core
    assert (np.diff(core.joint) <= 1e-12).all()
    for p in (0.2, 0.5, 0.9):
        assert len(core.at(p)) == (core.joint >= p - 1e-9).sum()
        assert set(core.settled_at(p)) == set(np.flatnonzero(core.belonging >= p - 1e-9))


def test_belonging_is_the_probability_of_the_house_or_of_the_matching_cluster():
    draws = random_draws(2, n_draws=50, own=6.0)
    named = bh.decide(draws, {"a": 3, "b": 2, "c": 2}, loss="placement", rng=1)
    assert named.uncertainty().sure_core.belonging == pytest.approx((draws == named.labels).mean(axis=0))
    free = bh.decide(draws, loss="vi", groups=3, rng=1)
    renumbered = np.array([np.random.default_rng(t).permutation(3)[draw] for t, draw in enumerate(draws)])
    other = bh.decide(renumbered, loss="vi", groups=3, rng=1)
    found = [decision.uncertainty().sure_core.belonging for decision in (free, other)]
    assert found[0] == pytest.approx(found[1])
    # Where a draw has the groups themselves, everybody belongs in theirs.
    sure = bh.decide(np.tile(ONE, (5, 1)), [4, 4, 4], rng=1).uncertainty()
    assert sure.sure_core.settled.all()
    assert plain(sure.words()).startswith(
        "12 of 12 people are settled: each is at least 80 % likely to belong in their group. No other grouping stands "
        "out."
    )


def test_groups_that_share_a_cluster_share_its_probability_in_every_draw():
    """Two clusters, three groups of two: in half of the draws the first group has its cluster to itself."""
    decision = bh.decide([[0, 0, 0, 0, 1, 1], [0, 0, 1, 1, 1, 1]] * 20, [2, 2, 2], loss="vi", size_weight=np.inf)
    own = decision.labels[0]
    assert decision.labels[1] == own
    assert np.sort(decision.chances()[0]) == pytest.approx([0.0, 0.25, 0.75])
    assert decision.chances()[0, own] == pytest.approx(0.75)


def test_who_shares_a_cluster_with_nobody_belongs_in_no_group_of_others():
    decision = bh.decide([[0, 0, 0, 1, 1, 1, 2]] * 50, [4, 3], size_weight=np.inf)
    assert decision.chances()[6].tolist() == [0.0, 0.0]
    alone = bh.decide([[0, 0, 1, 1, 2]] * 50, [4, 1], size_weight=np.inf)
    assert alone.chances()[4, alone.labels[4]] == 1.0


def test_staying_is_as_probable_as_claimed():
    """People are asked twice; the probability of being right, claimed as that of staying, must be found wrong."""
    rng, n_people = np.random.default_rng(0), 3000
    truth = rng.integers(0, 3, n_people)
    # Somebody's answer is their cluster, or anything; how clear people are differs.
    clear = rng.choice([0.2, 0.7], n_people)[:, None]

    def ask():
        answer = np.where(rng.random(n_people) < clear[:, 0], truth, rng.integers(0, 3, n_people))
        return clear * (np.arange(3) == answer[:, None]) + (1 - clear) / 3

    first, second = ask(), ask()
    labels, again = first.argmax(axis=1), second.argmax(axis=1)
    # Everybody who answers alike is equally clear here, so that what is claimed holds for each kind of people.
    errors = {"right": 0.0, "broken": 0.0}
    for kind in (0.2, 0.7):
        some = clear[:, 0] == kind
        claims = {"right": estimate_staying(first[some], labels[some]), "broken": first[some].max(axis=1)}
        for twin, claimed in claims.items():
            spread = np.sqrt((claimed * (1 - claimed)).sum())
            errors[twin] = max(errors[twin], abs((labels == again)[some].sum() - claimed.sum()) / spread)
    limit = stats.norm.isf(FAILURE_RATE / 4)
    assert errors["right"] < limit < errors["broken"]


def test_who_belongs_nowhere_in_some_draws_is_as_likely_in_each_group_as_it_is_large():
    chances, labels = np.array([[0.6, 0.2], [0.5, 0.5], [0.1, 0.4]]), np.array([0, 0, 1])
    # What the chances of the first and the third person lack, 0.2 and 0.5, is shared out 2 to 1.
    whole = np.array([[0.6 + 0.4 / 3, 0.2 + 0.2 / 3], [0.5, 0.5], [0.1 + 1 / 3, 0.4 + 0.5 / 3]])
    put = [[sum(whole[labels == g, h]) / sum(whole[:, h]) for g in range(2)] for h in range(2)]
    stays = [sum(whole[n, h] * put[h][labels[n]] for h in range(2)) for n in range(3)]
    assert estimate_staying(chances, labels) == pytest.approx(stays)


@pytest.mark.parametrize(("loss", "size_weight"), [("vi", EXACT), ("binder", EXACT), ("vi", 1.0)])
def test_alternatives_find_both_modes(loss, size_weight):
    decision = bh.decide(two_modes(n_one=24, n_other=16), [4, 4, 4], loss=loss, size_weight=size_weight, rng=1)
    found = decision.uncertainty().alternatives
    assert [naive.vi(a.labels, b) for a, b in zip(found, (ONE, OTHER), strict=True)] == [0.0, 0.0]
    assert [a.weight for a in found] == pytest.approx([0.6, 0.4], abs=0.05)
    assert found[0].expected_loss == pytest.approx(decision.expected_loss)
    assert found[1].expected_loss > found[0].expected_loss
    assert found[0].changes == ""
    assert (found[0].n_moved, found[1].n_moved) == (0, 4)
    # Either pair may be the one that changes places: the groups overlap equally.
    inner, outer = ["person 7", "person 8", "person 9", "person 10"], ["person 5", "person 6", "person 11", "person 12"]
    told = str(found[1].changes).rstrip(".").replace(" change places with ", " and ").split(" and ")
    assert sorted(told) in (sorted(inner), sorted(outer))


def test_draws_that_are_the_decision_itself():
    """Their loss is nothing, and by rounding it can be less than that."""
    one = np.arange(25) % 4
    other = np.sort(one)
    decision = bh.decide(np.repeat([one, other], [30, 20], axis=0), "balanced", size_weight=EXACT, rng=1)
    assert [alternative.weight for alternative in decision.uncertainty().alternatives] == pytest.approx([0.6, 0.4])


def test_alternatives_keep_sizes_and_rules():
    rules = bh.Rules(together=[["person 1", "person 9"]], apart=[["person 7", "person 8"]])
    draws = two_modes(n_one=24, n_other=16)
    decision = bh.decide(draws, [4, 4, 4], loss="vi", size_weight=EXACT, rules=rules, rng=1, starts=2)
    found = decision.uncertainty().alternatives
    assert len(found) >= 2
    for one in found:
        assert np.bincount(one.labels).tolist() == [4, 4, 4]
        assert not decision.kept.ruling.constraints.broken(one.labels)
    for one, other in combinations(found, 2):
        assert naive.vi(one.labels, other.labels) > 0
    assert sum(one.weight for one in found) == pytest.approx(1.0)


def test_each_alternative_is_the_best_grouping_for_the_draws_that_it_represents():
    draws = random_draws(1, n_draws=30, own=4.0)
    found = bh.decide(draws, [3, 2, 2], loss="vi", size_weight=EXACT, rng=1).uncertainty().alternatives
    assert len(found) > 1
    away = np.array([[naive.vi(one.labels, draw) for draw in draws] for one in found])
    nearest = np.round(away, 9).argmin(axis=0)
    assert np.bincount(nearest) / 30 == pytest.approx([one.weight for one in found])
    rows = [row for row in naive.assignments(7, 3) if np.bincount(row, minlength=3).tolist() == [3, 2, 2]]
    for i in range(1, len(found)):
        own = draws[nearest == i]
        least = min(sum(naive.vi(row, draw) for draw in own) for row in rows)
        assert away[i, nearest == i].sum() == pytest.approx(least)


def test_alternatives_of_named_houses_keep_their_names():
    draws = np.repeat([ONE, OTHER], [60, 40], axis=0)
    decision = bh.decide(draws, {"a": 4, "b": 4, "c": 4}, loss="vi + placement", size_weight=EXACT, rng=1)
    found = decision.uncertainty()
    assert [one.labels.tolist() for one in found.alternatives] == [ONE.tolist(), OTHER.tolist()]
    core = found.sure_core
    assert core.settled.sum() == 8
    assert core.ways == 2
    assert plain(found.words()).startswith(
        "8 of 12 people are settled: each is at least 80 % likely to belong in their group. 4 people could go either "
        "way (no group is at least twice as likely as the others): person 7, person 8, person 9 and person 10. "
        "There are 2 main ways to group these people. The chosen one "
        "is closest to the truth with a chance of 60 %. Another is closest with a chance of 40 %: person 7 and "
        "person 8 change places with person 9 and person 10. If the same people answered another survey that "
        "says as much about "
        "them, about"
    )


def test_one_grouping_is_enough_where_doubts_are_nobodys_company():
    draws = np.tile(ONE, (100, 1))
    draws[np.arange(100), np.arange(100) % 12] = 2
    decision = bh.decide(draws, [4, 4, 4], size_weight=EXACT, rng=1)
    assert len(decision.uncertainty().alternatives) == 1


def test_a_person_whom_a_rule_leaves_no_choice_is_settled():
    rules = bh.Rules(pins={"person 7": "c"})
    draws = np.repeat([ONE, OTHER], [60, 40], axis=0)
    decision = bh.decide(draws, {"a": 4, "b": 4, "c": 4}, loss="placement", size_weight=EXACT, rules=rules, rng=1)
    found = decision.uncertainty()
    assert found.sure_core.settled[6]
    assert found.staying[6] == 1.0
    assert found.fixed.tolist() == [n == 6 for n in range(12)]
    assert found.sure_core.belonging[6] == pytest.approx(0.4)
    n_settled = found.sure_core.n_settled
    assert str(found.settled_in_words()).startswith(
        f"{n_settled} of 12 people are settled: each is at least 80\xa0% likely to belong in their group, "
        "or their place is fixed. "
    )


def test_nothing_is_said_of_the_others_where_everybody_has_a_fixed_place():
    rules = bh.Rules(pins={f"person {n + 1}": "ab"[n % 2] for n in range(12)})
    draws = np.random.default_rng(1).integers(0, 2, (100, 12))
    told = bh.decide(draws, {"a": 6, "b": 6}, loss="vi", rules=rules, rng=1).uncertainty().settled_in_words()
    assert str(told) == "Everybody’s place is fixed, so no other places were looked for."


def test_who_fits_better_elsewhere_could_not_go_either_way():
    draws = np.repeat([[0, 0, 0, 1]], 10, axis=0)
    draws[:4, 1] = draws[0, 2] = 1
    decision = bh.decide(draws, {"a": 1, "b": 3}, loss="placement", size_weight=EXACT, rng=1)
    core = decision.uncertainty().sure_core
    assert decision.groups == ("a", "b", "b", "b")
    assert core.settled.tolist() == [True, False, False, True]
    assert core.open.tolist() == [False, True, False, False]
    assert core.elsewhere.tolist() == [False, False, True, False]
    assert str(decision.uncertainty().settled_in_words()) == (
        "2 of 4 people are settled: each is at least 80\xa0% likely to belong in their group. 1 person could go either "
        "way (no group is at least twice as likely as the others): person 2. 1 person would fit better elsewhere, but "
        "sizes, rules or the people they go with keep them where they are: person 3."
    )


def test_the_number_of_threads_changes_nothing():
    decision = bh.decide(two_modes(3), [4, 4, 4], size_weight=EXACT, rng=1)
    one, more = (decision.uncertainty(rng=7, threads=threads).to_dict() for threads in (1, 3))
    assert one == more


@pytest.mark.parametrize("n_fixed", [0, 1, 11, 12])
def test_people_with_a_fixed_place_are_not_said_to_stay(n_fixed):
    """Who cannot move stays whatever anybody answers: that is no sign of how sure the groups are."""
    draws = np.repeat([ONE, OTHER], [60, 40], axis=0)
    rules = bh.Rules(pins={f"person {n + 1}": "abc"[ONE[n]] for n in range(n_fixed)})
    sizes = {"a": 4, "b": 4, "c": 4}
    found = bh.decide(draws, sizes, loss="placement", size_weight=EXACT, rules=rules, rng=1).uncertainty()
    assert found.n_free == 12 - n_fixed
    assert found.share_staying == (1.0 if n_fixed == 12 else found.staying[n_fixed:].mean())
    told = str(found.words())
    assert ("would end up in the same group" in told) == (n_fixed < 11)
    assert ("of those without a fixed place" in told) == (0 < n_fixed < 11)


@pytest.mark.parametrize(
    ("draws", "options"),
    [
        ([[0]], {}),
        ([[0, 0, 1, 1]], {"target": "balanced"}),
        ([[0, 0, 0, 0]], {"groups": 2, "target": "balanced", "size_weight": EXACT}),
        (random_draws(1), {"groups": 1}),
        (random_draws(1), {"groups": 5}),
        (random_draws(1), {"target": [5, 2], "loss": "placement"}),
        (random_draws(1), {"target": [2, 2, 1, 1, 1], "loss": "binder"}),
        (random_draws(1), {"target": "1..3", "groups": 4}),
        (random_draws(1), {}),
    ],
)
def test_every_shape_of_problem(draws, options):
    decision = bh.decide(draws, rng=1, **options)
    found = decision.uncertainty(0.8)
    n_people = decision.n_people
    assert found.based_on == n_people
    assert found.sure_core.belonging.shape == found.staying.shape == (n_people,)
    assert ((found.staying >= 0) & (found.staying <= 1)).all()
    assert found.ball.inside >= 0.8 - 1e-9
    for labels in [found.ball.horizontal.labels, *(one.labels for one in found.alternatives)]:
        assert decision.problem.sizes.meets(np.bincount(labels, minlength=len(decision.names)), any_order=True)
    assert found.words()
    if len(decision.names) == 1:
        assert found.sure_core.settled.all()
        assert (found.staying == 1.0).all()


def test_where_nobody_belongs_with_anybody_nobody_is_settled():
    decision = bh.decide(np.zeros((3, 8), int), groups=4, target="balanced", size_weight=EXACT, rng=1)
    found = decision.uncertainty()
    assert found.sure_core.belonging == pytest.approx(0.25)
    assert found.staying == pytest.approx(0.25)
    assert plain(found.words()).startswith(
        "Nobody is settled: that would take a chance of at least 80 % of belonging in their group. 8 people could "
        "go either way (no group is at least twice as likely as the others): person 1,"
    )


def test_of_very_many_people_the_core_looks_at_some(monkeypatch):
    monkeypatch.setattr("bayeshat.engine.uncertainty.measure.MAX_CORE_PEOPLE", 6)
    found = bh.decide(two_modes(), [4, 4, 4], size_weight=EXACT, rng=1).uncertainty()
    assert found.based_on == 6
    assert len(found.sure_core.order) <= 6
    assert "To save time, some of this is based on 6 of 12 people." in str(found.words())


def test_draws_in_partitions_are_refused():
    array = pytest.importorskip("dask.array")
    decision = bh.decide(random_draws(1), rng=1)
    draws = decision.problem.draws
    apart = PartitionedDraws(array.from_array(draws.codes), draws.weights, draws.clusters, draws.n_clusters)
    with pytest.raises(bh.BayesHatError, match="needs all draws on one machine; got a Dask array"):
        replace(decision, problem=replace(decision.problem, draws=apart)).uncertainty()


def test_what_cannot_be_asked_for_is_refused():
    decision = bh.decide(random_draws(1), rng=1)
    with pytest.raises(bh.BayesHatError, match="level must be a probability above 0 and up to 1; got 95"):
        decision.uncertainty(95)
    with pytest.raises(bh.BayesHatError, match="distance must be 'vi' or 'binder'"):
        decision.uncertainty(distance="placement")


def test_changes_in_words():
    people = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ida"]
    labels, groups = np.repeat([0, 1, 2], 3), ["red", "blue", "green"]
    assert tell_changes(labels, labels, people, groups) == ""
    other = np.array([1, 1, 1, 0, 0, 0, 2, 2, 2])
    assert str(tell_changes(labels, other, people, groups)) == "Ann, Bo and Cy change places with Di, Ed and Flo."
    around = np.array([1, 0, 0, 2, 1, 1, 0, 2, 2])
    told = "Ann moves from red to blue. Di moves from blue to green. Gil moves from green to red."
    assert str(tell_changes(labels, around, people, groups)) == told

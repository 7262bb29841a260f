"""What ``decide`` does with a posterior where nobody chose anything: the loss, the names, the sizes, the status."""

from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.errors import LossError, TargetError
from sweeps import seeds

QUICK = {"chains": 2, "tune": 200, "draws": 300, "max_draws": 2400}


@pytest.fixture(scope="module")
def hogwarts():
    survey = bh.Survey.load("hogwarts")
    drawn = bh.simulate(survey, 21, rng=5)
    return drawn, bh.fit(survey, drawn.answers, rng=1, **QUICK)


def alike_houses():
    """Sample a posterior of three houses, the first two of which have the same prior."""
    survey = bh.Survey.load("simulation-even")
    prior = survey.answer_prior.copy()
    prior[1] = prior[0]
    drawn = bh.simulate(survey, 18, rng=1)
    return drawn, bh.fit(replace(survey, answer_prior=prior), drawn.answers, rng=1, **QUICK)


def test_named_houses_are_placed_by_name(hogwarts):
    _, posterior = hogwarts
    decision = bh.decide(posterior, "balanced")
    assert decision.loss.terms == (bh.VI() / 4 + bh.Placement()).terms
    assert "the survey says how its houses differ" in str(decision.loss_reason)
    assert sorted(decision.sizes.tolist()) == [5, 5, 5, 6]


@pytest.mark.parametrize(
    ("target", "options", "reason"),
    [
        ([10, 11], {}, "the groups are not the survey's houses"),
        ("balanced", {"groups": 3}, "the groups are not the survey's houses"),
        ("balanced", {"loss": "vi"}, "the chosen loss: VI()"),
    ],
)
def test_elsewhere_only_company_counts(hogwarts, target, options, reason):
    decision = bh.decide(hogwarts[1], target, **options)
    assert decision.loss == bh.VI()
    assert reason in str(decision.loss_reason)


def test_bare_draws_keep_the_papers_defaults(hogwarts):
    z = hogwarts[1].z
    decision, paper = bh.decide(z, "balanced"), bh.decide(z, "balanced", loss="vi", size_weight=1.0, labels="free")
    assert decision.loss == bh.VI()
    assert (decision.labels == paper.labels).all()
    assert decision.names == ("1", "2", "3", "4")


def test_sizes_by_house_put_people_into_their_houses(hogwarts):
    drawn, posterior = hogwarts
    truth = np.bincount(drawn.truth, minlength=4)
    sizes = dict(zip(posterior.survey.cluster_names, truth.tolist(), strict=True))
    by_default = bh.decide(posterior, sizes)
    placed = bh.decide(posterior, sizes, loss="placement")
    assert by_default.sizes.tolist() == placed.sizes.tolist() == truth.tolist()
    people = np.arange(21)
    right = [posterior.probabilities[people, decision.labels].sum() for decision in (by_default, placed)]
    assert right[0] > right[1] - 0.5


def test_a_pin_renames_no_house(hogwarts):
    _, posterior = hogwarts
    free = bh.decide(posterior, "balanced")
    unlikely = posterior.survey.cluster_names[int(posterior.probabilities[0].argmin())]
    pinned = bh.decide(posterior, "balanced", rules=bh.Rules(pins={posterior.names[0]: unlikely}))
    assert pinned.groups[0] == unlikely
    assert (pinned.labels == free.labels).mean() > 0.7


def test_an_unconverged_posterior_is_never_passed_over_in_silence(hogwarts):
    drawn, posterior = hogwarts
    short = bh.fit(posterior.survey, drawn.answers, chains=2, tune=0, draws=5, max_draws=5, thin=1)
    decision = bh.decide(short, "balanced")
    assert decision.status.code == "not_converged"
    assert short.status.message in decision.status.message


def test_houses_that_are_alike_are_equally_probable_whatever_the_chains_did():
    _, posterior = alike_houses()
    decision = bh.decide(posterior, "balanced")
    table = decision.table()
    assert decision.loss.terms == (bh.VI() / (2 * np.log2(3)) + bh.Placement()).terms
    assert "are arbitrary: Cluster 1 and Cluster 2" in str(decision.loss_reason)
    np.testing.assert_allclose(table["probability of Cluster 1"], table["probability of Cluster 2"])
    assert decision.status.code != "labels_disagree"


def test_the_one_house_that_differs_keeps_its_name():
    drawn, posterior = alike_houses()
    third = np.flatnonzero(drawn.truth == 2)
    groups = np.array(bh.decide(posterior, "balanced").groups)
    names, counts = np.unique(groups[third], return_counts=True)
    assert names[counts.argmax()] == "Cluster 3"


def test_the_size_of_the_house_that_differs_goes_to_its_people():
    drawn, posterior = alike_houses()
    third = np.flatnonzero(drawn.truth == 2)
    for size in (8, 12):
        decision = bh.decide(posterior, {"Cluster 3": size})
        assert decision.sizes[2] == size
        assert (decision.labels[third] == 2).mean() > 0.8


@pytest.mark.parametrize("size_weight", [None, 0.1, np.inf])
def test_named_sizes_on_switching_labels_go_to_the_clusters_of_that_size(size_weight):
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], [20, 10, 5])
    switched = np.array([rng.permutation(3)[truth] for _ in range(100)])
    decision = bh.decide(switched, {"a": 5, "b": 10, "c": 20}, loss="placement", size_weight=size_weight)
    assert bh.variation_of_information(decision.labels, truth) == 0
    assert decision.sizes.tolist() == [5, 10, 20]


@pytest.mark.parametrize(("target", "weight"), [(None, None), ("balanced", 0.0), ("balanced", 0.1)])
def test_without_sizes_people_go_to_their_likeliest_house_rather_than_all_into_one(hogwarts, target, weight):
    _, posterior = hogwarts
    decision = bh.decide(posterior, target, size_weight=weight)
    assert decision.loss == bh.Placement()
    if not weight:
        assert (decision.labels == posterior.probabilities.argmax(axis=1)).all()


def test_one_chain_is_not_passed_over_in_silence(hogwarts):
    drawn, posterior = hogwarts
    alone = bh.fit(posterior.survey, drawn.answers, chains=1, draws=2000, rng=1)
    assert "raise chains to 2 or more" in bh.decide(alone, "balanced").status.message


def test_placement_numbers_switching_labels_alike_first():
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 10)
    still = np.where(rng.random((400, 30)) < 0.85, truth, rng.integers(3, size=(400, 30)))
    switched = np.array([rng.permutation(3)[row] for row in still])
    decision = bh.decide(switched, "balanced", loss="placement")
    assert bh.variation_of_information(decision.labels, truth) == 0
    assert "renumbered consistently" in decision.status.message
    assert "renumbered consistently" not in bh.decide(still, "balanced", loss="placement").status.message


@pytest.mark.parametrize("seed", seeds(4, usual=1))
def test_placement_with_flat_priors_does_not_hang_on_the_chains_names(seed):
    """Two chains that name the clusters differently must not be averaged as they are."""
    rng = np.random.default_rng(seed)
    truth = np.repeat([0, 1, 2], 12)
    codes = np.where(rng.random((36, 8)) < 0.9, truth[:, None], rng.integers(3, size=(36, 8)))
    table = {f"q{q}": [f"a{code}" for code in codes[:, q]] for q in range(8)}
    survey = bh.Survey.from_answers(table, n_clusters=3)
    posterior = bh.fit(survey, bh.read_answers(table, survey), rng=seed, **QUICK)
    decision = bh.decide(posterior, [12, 12, 12], loss="placement")
    assert bh.variation_of_information(decision.labels, truth) < 0.3


def test_placement_on_labels_that_cannot_be_aligned_is_refused():
    rng = np.random.default_rng(0)
    halves = [np.repeat([0, 1], 10), np.tile([0, 1], 10)]
    draws = np.array([rng.permutation(2)[halves[t >= 200]] for t in range(400)])
    with pytest.raises(LossError, match="switch between draws"):
        bh.decide(draws, "balanced", loss="placement")


@pytest.mark.parametrize("target", [None, "balanced", {"Hufflepuff": 6}, [10, 11]])
def test_the_expected_loss_has_the_defaults_of_a_decision(hogwarts, target):
    _, posterior = hogwarts
    decision = bh.decide(posterior, target)
    assert bh.expected_loss(decision.labels, posterior, target) == decision.expected_loss


def test_a_typo_in_a_house_is_an_error(hogwarts):
    with pytest.raises(TargetError, match="Did you mean Gryffindor"):
        bh.decide(hogwarts[1], {"Griffindor": 5, "Slytherin": 5, "Ravenclaw": 5, "Hufflepuff": 6})


def test_the_table_of_a_posterior_has_names(hogwarts):
    _, posterior = hogwarts
    table = bh.decide(posterior, "balanced").table()
    assert table["person"].tolist() == list(posterior.names)
    few = bh.decide(posterior, [10, 11]).table()
    assert {"move to 1", "move to 2", "probability of Slytherin"} <= set(few)

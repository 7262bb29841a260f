"""What people may pass, and what they are told when they may not."""

import math
from types import SimpleNamespace

import numpy as np
import pandas as pd
import polars as pl
import pytest
import xarray as xr

import bayeshat as bh
import strategies as our

DRAWS = our.random_draws(0, n_draws=20, n_people=8)


def test_draws_come_in_many_forms():
    plain = bh.decide(DRAWS, "balanced").labels
    forms = [
        DRAWS.tolist(),
        DRAWS.astype(np.int8),
        DRAWS.astype(float),
        DRAWS.reshape(4, 5, 8),
        xr.DataArray(DRAWS.reshape(4, 5, 8), dims=("chain", "draw", "respondent")),
        xr.DataArray(DRAWS.reshape(4, 5, 8).transpose(2, 0, 1), dims=("respondent", "chain", "draw")),
        np.asfortranarray(DRAWS),
        DRAWS + 5,
    ]
    for form in forms:
        assert (bh.decide(form, "balanced").labels == plain).all()


CHAINS = xr.DataArray(
    DRAWS.reshape(4, 5, 8),
    dims=("chain", "draw", "person"),
    coords={"chain": range(4), "draw": range(5), "person": list("ABCDEFGH")},
)


def chains_in(folder):
    xr.DataTree.from_dict({"posterior": xr.Dataset({"z": CHAINS})}).to_netcdf(folder / "draws.nc", engine="h5netcdf")
    return folder / "draws.nc"


@pytest.mark.parametrize(
    "form",
    [
        lambda _: CHAINS,
        lambda _: CHAINS.transpose("person", "draw", "chain"),
        lambda _: xr.Dataset({"z": CHAINS, "theta": CHAINS * 0.1, "lp": CHAINS.mean("person")}),
        lambda _: xr.DataTree.from_dict({"posterior": xr.Dataset({"z": CHAINS}), "prior": xr.Dataset({"z": CHAINS})}),
        lambda _: SimpleNamespace(posterior=xr.Dataset({"z": CHAINS})),  # InferenceData
        chains_in,
        lambda folder: str(chains_in(folder)),
    ],
)
def test_names_in_coordinates_are_peoples_names(form, tmp_path):
    decision = bh.decide(form(tmp_path), "balanced")
    assert decision.people == tuple("ABCDEFGH")
    assert (decision.labels == bh.decide(DRAWS, "balanced").labels).all()


def test_coordinates_that_only_count_are_no_names():
    assert bh.decide(CHAINS.assign_coords(person=range(8)), "balanced").people is None
    assert bh.decide(CHAINS, "balanced", people=list("abcdefgh")).people == tuple("abcdefgh")


def test_several_variables_of_labels_are_not_guessed_between():
    with pytest.raises(bh.BayesHatError, match=r"found y, z\. Pass that variable alone"):
        bh.decide(xr.Dataset({"y": CHAINS, "z": CHAINS}), "balanced")


def table_of_draws(kind, folder):
    """Return draws as R's posterior package and CmdStan write them."""
    columns = {".chain": np.repeat(range(4), 5), ".iteration": np.tile(range(5), 4), ".draw": range(20)}
    columns |= {f"z[{n + 1}]": DRAWS[:, n] for n in range(8)} | {
        "lp__": np.full(20, -1.5),
        "accept_stat__": np.ones(20),
    }
    if kind == "polars":
        return pl.DataFrame({name: np.asarray(column) for name, column in columns.items()})
    frame = pd.DataFrame(columns)
    if kind == "pandas":
        return frame
    if kind == "pandas with row numbers":
        return frame.reset_index(names="Unnamed: 0")
    path = folder / "draws.csv"
    path.write_text("# model = mixture\n" + frame.to_csv(index=kind == "csv with row numbers"))
    return path


@pytest.mark.parametrize("kind", ["pandas", "pandas with row numbers", "polars", "csv", "csv with row numbers"])
def test_columns_that_count_draws_are_not_people(kind, tmp_path):
    decision = bh.decide(table_of_draws(kind, tmp_path), "balanced")
    assert (decision.labels == bh.decide(DRAWS, "balanced").labels).all()
    assert decision.people is None


def test_a_frame_has_names_and_weights():
    weights = np.arange(1.0, 21.0)
    frame = pd.DataFrame(DRAWS, columns=["names", "status", "z", "survey", *"abcd"])  # attributes of a posterior
    rules = bh.Rules(together=[["names", "a"]])
    decision = bh.decide(frame.assign(**{".log_weight": np.log(weights)}), "balanced", rules=rules)
    assert decision.people == ("names", "status", "z", "survey", *"abcd")
    given = bh.decide(DRAWS, "balanced", weights=weights, rules=rules, people=decision.people)
    assert decision.expected_loss == pytest.approx(given.expected_loss)


def test_weights_follow_the_names_of_dimensions():
    weights = xr.DataArray(np.arange(1.0, 21.0).reshape(4, 5), dims=("chain", "draw"), coords={"draw": range(5)})
    plain = bh.expected_loss([0, 0, 0, 0, 1, 1, 1, 1], DRAWS, weights=weights.values)
    for form in (weights, weights.transpose("draw", "chain"), weights.isel(draw=[3, 1, 0, 2, 4])):
        assert bh.expected_loss([0, 0, 0, 0, 1, 1, 1, 1], CHAINS, weights=form) == plain


def test_identify_follows_the_names_of_dimensions():
    theta = xr.DataArray(
        np.random.default_rng(0).dirichlet(np.ones(3), (4, 5, 3)), dims=("chain", "draw", "n", "cluster")
    )
    labels = np.array([2, 0, 1])
    for order in (("chain", "draw", "n", "cluster"), ("cluster", "draw", "n", "chain")):
        assert (bh.identify(labels, theta.transpose(*order)) == bh.identify(labels, theta.values)).all()
    renamed = theta.rename(cluster="k").transpose("k", "n", ...)
    by_name = bh.identify(xr.DataArray(labels, dims="n"), renamed)
    assert (by_name == bh.identify(labels, theta.values)).all()


def test_many_people_in_xarray_are_decided_as_in_numpy():
    draws = np.random.default_rng(0).integers(0, 2, (5, 3100))
    named = xr.DataArray(draws, dims=("draw", "person"))
    assert (bh.decide(named, "balanced").labels == bh.decide(draws, "balanced").labels).all()


@pytest.mark.parametrize(
    ("people", "message"),
    [(["x", "y"], r"one name per person \(8\); got 2"), (list("ABCDEFGA"), "got 'A' 2 times")],
)
def test_bad_names(people, message):
    with pytest.raises(bh.BayesHatError, match=message):
        bh.decide(DRAWS, people=people)
    with pytest.raises(bh.BayesHatError, match=message):
        bh.decide_path(DRAWS, "balanced", [1.0], people=people)


@pytest.mark.parametrize("loss", ["auto", "placement"])
@pytest.mark.parametrize("target", [None, "balanced", [4, 3, 1], {"2": 4, "0": 3, "1": 1}])
def test_the_expected_loss_of_a_decision_is_the_one_it_states(target, loss):
    decision = bh.decide(DRAWS, target, loss=loss)
    assert bh.expected_loss(decision.labels, DRAWS, target, loss=loss) == decision.expected_loss


@pytest.mark.parametrize(("target", "sizes"), [("balanced", [3, 3, 2]), ([6, 1, 1], [6, 1, 1])])
def test_sizes_are_exact_unless_there_is_a_weight(target, sizes):
    together = np.tile([0, 0, 0, 0, 0, 0, 1, 2], (20, 1))
    assert sorted(bh.decide(together, target).sizes) == sorted(sizes)
    assert sorted(bh.decide(together, target, size_weight=0.1).sizes) == [1, 1, 6]


def test_draws_may_be_memory_mapped(tmp_path):
    np.save(tmp_path / "draws.npy", DRAWS.astype(np.int8))
    mapped = np.load(tmp_path / "draws.npy", mmap_mode="r")
    assert (bh.decide(mapped, "balanced").labels == bh.decide(DRAWS, "balanced").labels).all()


def test_labels_that_start_afresh_in_every_draw():
    """Many label values, few clusters at a time: coded within each draw."""
    draws = np.concatenate([DRAWS, DRAWS[::-1]])
    shifted = draws + 100 * np.arange(40)[:, None]
    plain, other = bh.decide(draws, [4, 3, 1]), bh.decide(shifted, [4, 3, 1])
    assert other.expected_loss == pytest.approx(plain.expected_loss, abs=1e-9)
    np.testing.assert_allclose(other.table()["probability of 1"], other.chances()[:, 0])
    with pytest.raises(bh.BayesHatError, match="mean the same in every draw"):
        bh.decide(shifted, [4, 3, 1], loss="placement")


def test_placement_keeps_the_meaning_of_many_labels():
    """Eighty houses, of which no draw uses all: person n belongs to house n."""
    rng = np.random.default_rng(0)
    draws = np.where(rng.random((30, 80)) < 0.9, np.arange(80), rng.integers(0, 80, (30, 80)))
    for loss in (bh.Placement(), bh.VI() * 0.1 + bh.Placement()):
        decision = bh.decide(draws, loss=loss)
        assert (decision.labels == np.arange(80)).all()
    share = bh.expected_loss(np.arange(80), draws, groups=80, loss="placement")
    assert share == pytest.approx((draws != np.arange(80)).mean(), abs=1e-12)


def gapped(labels=(1, 3, 4), n_people=21, n_draws=40):
    """Return draws in which people stay in one of the labels, in stretches, nine times in ten."""
    rng = np.random.default_rng(0)
    own = np.repeat(labels, n_people // len(labels))
    return np.where(rng.random((n_draws, n_people)) < 0.9, own, rng.choice(labels, (n_draws, n_people)))


@pytest.mark.parametrize("loss", ["placement", "vi"])
@pytest.mark.parametrize(
    ("target", "groups"),
    [
        ({"1": 7, "2": 0, "3": 7, "4": 7}, ("1", "3", "4")),
        ([7, 0, 7, 7], ("1", "3", "4")),
        ({"4": 7, "3": 7, "1": 7}, ("1", "3", "4")),
        ({3: 7, 1: 7, 4: 7}, ("1", "3", "4")),
        (pd.Series({3: 7, 1: 7, 4: 7}), ("1", "3", "4")),
        ({"red": 7, "green": 7, "blue": 7}, ("red", "green", "blue")),
        ({"red": 7, "none": 0, "green": 7, "blue": 7}, ("red", "green", "blue")),
    ],
)
def test_a_group_is_the_label_that_it_stands_for(loss, target, groups):
    decision = bh.decide(gapped(), target, loss=loss, size_weight=math.inf)
    assert decision.groups == tuple(np.repeat(groups, 7))
    assert decision.status.ok


def test_a_label_that_never_occurs_keeps_its_place_in_the_expected_loss():
    draws = gapped()
    share = bh.expected_loss(np.repeat([0, 2, 3], 7), draws, groups=4, loss="placement")
    assert share == pytest.approx((draws != np.repeat([1, 3, 4], 7)).mean(), abs=1e-12)
    shifted = gapped((0, 2, 3))
    assert share == bh.expected_loss(np.repeat([0, 2, 3], 7), shifted, groups=4, loss="placement")


@pytest.mark.parametrize(
    ("labels", "options"),
    [
        ((1, 3, 4), {"groups": 2}),  # is group 2 the label 2, which nobody has, or 3?
        ((1, 2, 3), {"groups": 4}),  # are the labels counted from 0 or from 1?
        ((10, 11, 13), {"target": [7, 7, 0, 7]}),
        ((0, 1, 2), {"target": {"1": 7, "2": 7, "3": 7}}),  # is group 1 the label 1, or the first one?
    ],
)
def test_placement_refuses_to_guess_which_group_is_which_label(labels, options):
    with pytest.raises(bh.BayesHatError, match="which group stands for which label"):
        bh.decide(gapped(labels), loss="placement", **options)
    with pytest.raises(bh.BayesHatError, match="which group stands for which label"):
        bh.expected_loss(np.repeat([0, 1, 1], 7), gapped(labels), loss="placement", **options)
    assert bh.decide(gapped(labels), loss="vi", **options).sizes.sum() == 21


def test_labels_in_partitions_keep_their_groups():
    import dask.array as da
    from dask.callbacks import Callback

    draws = gapped(n_people=3003, n_draws=30)
    target = {"4": 1001, "2": 0, "1": 1001, "3": 1001}
    decision = bh.decide(da.from_array(draws, chunks=(-1, 1000)), target, starts=2)
    computed = []
    with Callback(start=computed.append):
        groups = decision.groups
    assert len(computed) == 1  # not once for each person
    assert {groups[0], groups[1500], groups[3000]} == {"1", "3", "4"}
    assert groups[0] == "1"


def test_one_respondent_works():
    decision = bh.decide([[4], [9]])
    assert decision.labels.tolist() == [0]
    assert decision.expected_loss == 0
    assert bh.decide([[4]], [1], size_weight=math.inf).sizes.tolist() == [1]


def test_one_group_and_one_draw_work():
    assert bh.decide(DRAWS, groups=1).sizes.tolist() == [8]
    assert bh.decide([[0, 1, 1, 2]]).expected_loss == pytest.approx(0, abs=1e-12)


def test_a_generator_moves_on_and_a_seed_does_not():
    draws = our.random_draws(0, n_draws=20, n_people=30)
    rng = np.random.default_rng(1)
    before = rng.bit_generator.state
    bh.decide(draws, "balanced", rng=rng)
    assert rng.bit_generator.state != before
    assert (bh.decide(draws, "balanced", rng=1).labels == bh.decide(draws, "balanced", rng=1).labels).all()


BAD_DRAWS = [
    ([], "got shape .0,."),
    (np.empty((0, 3)), "at least one draw"),
    (np.empty((3, 0)), "at least one draw"),
    ([[0, 1], [0]], "rectangular"),
    ([[0, -1]], "at least 0; got -1"),
    ([[0.0, np.nan]], "NaN or infinite"),
    ([[0.5, 1.0]], "whole numbers .cluster labels.; got 0.5"),
    ([["a", "b"]], "Number the labels first"),
    (np.zeros((2, 2, 2, 2), int), "got shape .2, 2, 2, 2."),
    (np.array([[2**53, 2**53 + 1]], np.uint64), "at most 9007199254740992; got 9007199254740993"),
    ([[1e300, 1.0]], "at most 9007199254740992; got 1e\\+300"),
    (np.ma.masked_equal([[0, 1, 9], [0, 9, 1]], 9), "2 masked values"),
]


@pytest.mark.parametrize(("draws", "message"), BAD_DRAWS)
def test_bad_draws(draws, message):
    with pytest.raises(bh.BayesHatError, match=message):
        bh.decide(draws, "balanced")


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0] * 19, "one entry per draw .20.; got 19"),
        ([-1.0] + [1.0] * 19, "not negative; got -1"),
        ([0.0] * 20, "not all be zero"),
        ([np.nan] + [1.0] * 19, "finite"),
    ],
)
def test_bad_weights(weights, message):
    with pytest.raises(bh.BayesHatError, match=message):
        bh.decide(DRAWS, "balanced", weights=weights)


BAD_OPTIONS = [
    ({"target": [4, 4], "groups": 3}, "one size per group .3.; got 2"),
    ({"target": [4, 4, 0], "pseudocount": 0, "size_weight": 1}, "must have people when pseudocount is 0"),
    ({"target": [4, 3]}, "people .8.; got 4\\+3 = 7. Add 1 place"),
    ({"target": [4, 5]}, "people .8.; got 4\\+5 = 9. Take 1 place"),
    ({"target": [0.5, 0.4]}, "add up to 0.9"),
    ({"target": [9, -1]}, "not negative; got 9, -1"),
    ({"target": [math.nan, 1]}, "finite"),
    ({"target": [math.inf, 1]}, "finite"),
    ({"target": [1e30, 1]}, "add up to the number of people"),
    ({"target": []}, "one size per group"),
    ({"target": [[4, 4]]}, "one size per group"),
    ({"target": ["a", "b"]}, "must be numbers"),
    ({"target": {4}}, "an order .a list. or names"),
    ({"target": "equal"}, 'Use target="balanced"'),
    ({"target": 4}, "one size per group"),
    ({"target": "balanced", "groups": 9}, "9 groups for 8 people"),
    ({"target": [1] * 8 + [0]}, "9 groups for 8 people"),
    ({"groups": 0}, "at least 1; got 0"),
    ({"groups": 2.5}, "whole number of at least 1; got 2.5"),
    ({"labels": "fixed"}, "needs sizes; got none"),
    ({"labels": "tied"}, '"free"'),
    ({"target": {1: 4, "1": 4}}, "names must differ"),
    ({"size_weight": math.inf}, "needs sizes to meet exactly"),
    ({"size_weight": -1}, "at least 0"),
    ({"size_weight": math.nan}, "at least 0"),
    ({"pseudocount": -0.1}, "at least 0"),
    ({"loss": "ari"}, "'vi', 'binder', 'placement'"),
    ({"loss": None}, "loss must be"),
    ({"starts": 0}, "starts must be"),
    ({"threads": 0}, "threads must be"),
    ({"rng": -1}, "rng must be"),
    ({"rng": "now"}, "rng must be"),
]


@pytest.mark.parametrize(("options", "message"), BAD_OPTIONS)
def test_bad_options(options, message):
    with pytest.raises(bh.BayesHatError, match=message):
        bh.decide(DRAWS, **options)


@pytest.mark.parametrize("a", [-0.1, 2.1, "big", True])
def test_bad_asymmetry(a):
    with pytest.raises(bh.BayesHatError, match="weight a of a loss must be"):
        bh.VI(a=a)


def test_losses_are_values():
    assert bh.VI() == bh.VI(a=1.0)
    assert bh.VI() + 0.5 * bh.Placement() == bh.VI() + bh.Placement() * 0.5
    assert repr(2 * (bh.VI(0.5) + bh.Binder())) == "2 * VI(a=0.5) + 2 * Binder()"
    with pytest.raises(bh.BayesHatError, match="at least 0; got -1"):
        -1 * bh.VI()
    with pytest.raises(TypeError):
        bh.VI() + 1


@pytest.mark.parametrize(
    ("assignment", "message"),
    [([0] * 7, "one whole number per person"), ([0.5] * 8, "one whole number"), ([0, 1, 2, 3] * 2, "groups 0 to 2")],
)
def test_bad_assignments(assignment, message):
    with pytest.raises(bh.BayesHatError, match=message):
        bh.expected_loss(assignment, DRAWS, [3, 3, 2])


def test_what_cannot_fit_is_refused_before_it_is_tried():
    draws = np.arange(60_000, dtype=np.int32)[None, :] % 30_000
    with pytest.raises(bh.BayesHatError, match="GiB of memory"):
        bh.decide(np.repeat(draws, 100, axis=0), groups=30_000)


def test_no_weights_on_the_path():
    with pytest.raises(bh.BayesHatError, match="at least one weight"):
        bh.decide_path(DRAWS, "balanced", [])

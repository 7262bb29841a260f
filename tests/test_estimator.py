import warnings

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import linear_sum_assignment
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import KBinsDiscretizer, OrdinalEncoder
from sklearn.utils.estimator_checks import parametrize_with_checks

import bayeshat as bh
from bayeshat.checks.halves import Halves
from bayeshat.engine.tables import match_clusters
from bayeshat.errors import TargetError
from bayeshat.estimator import _share_clusters
from bayeshat.options import Workers
from bayeshat.survey.frame import see_columns

# Too short to converge, which is not what most of these tests are about.
QUICK = {"chains": 2, "tune": 60, "draws": 60, "max_draws": 60}

unconverged = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
of_noise = pytest.mark.filterwarnings("ignore::bayeshat.errors.SeparationWarning")


@unconverged
@of_noise
@pytest.mark.usefixtures("few_penalties")
@parametrize_with_checks([bh.SortingHat(n_groups=2, chains=2, tune=20, draws=20, max_draws=20)])
def test_scikit_learn(estimator, check):
    check(estimator)


def answers(n=40, seed=0):
    """Two kinds of people who answer six questions differently."""
    rng = np.random.default_rng(seed)
    kind = np.arange(n) % 2
    flip = rng.random((n, 6)) < 0.1
    return kind, np.where((kind[:, None] == 1) ^ flip, "yes", "no").astype(object)


def test_clear_kinds_are_found_and_predicted():
    kind, table = answers()
    hat = bh.SortingHat(n_groups=2, tune=300, draws=300, random_state=1).fit(table)
    assert bh.variation_of_information(hat.labels_, kind) == pytest.approx(0, abs=1e-9)
    assert hat.decision_.sizes.tolist() == [20, 20]
    new_kind, new = answers(seed=1)
    probabilities = hat.predict_proba(new)
    assert np.allclose(probabilities.sum(axis=1), 1)
    same = (hat.predict(new) == hat.labels_[0]) == (new_kind == kind[0])
    assert same.mean() > 0.9


def test_mixed_membership_predicts_too():
    kind, table = answers()
    hat = bh.SortingHat(n_groups=2, membership="mixed", membership_prior=0.3, tune=300, draws=300).fit(table)
    same = (hat.predict(table) == hat.labels_[0]) == (kind == kind[0])
    assert same.mean() > 0.9


@unconverged
def test_frames_with_gaps_and_new_values():
    _, table = answers()
    frame = pd.DataFrame(table, columns=list("abcdef"))
    frame.loc[0, "a"] = None
    hat = bh.SortingHat(n_groups=2, **QUICK).fit(frame)
    assert hat.feature_names_in_.tolist() == list("abcdef")
    frame.loc[1, "b"] = "perhaps"
    assert hat.predict(frame).shape == (40,)


@unconverged
def test_bad_options_speak():
    _, table = answers()
    with pytest.raises(bh.BayesHatError, match="50 groups for 40 people"):
        bh.SortingHat(n_groups=50, n_clusters=2, **QUICK).fit(table)


def test_chains_that_do_not_agree_are_told():
    _, table = answers()
    with pytest.warns(ConvergenceWarning, match="have not converged") as told:
        hat = bh.SortingHat(n_groups=2, **QUICK).fit(table)
    assert [str(warning.message) for warning in told] == [hat.posterior_.status.message]
    bh.SortingHat(n_groups=2).fit(table)  # a warning would be an error here


def test_what_auto_is_with_flat_priors():
    _, table = answers()
    hat = bh.SortingHat(n_groups=2).fit(table)
    assert hat.posterior_.membership == "single"
    assert hat.decision_.loss == bh.VI()
    assert hat.decision_.names == ("0", "1")
    assert set(hat.labels_) == {0, 1}


def test_a_cluster_is_shared_out_over_its_groups():
    def share(counts):
        tables = np.array([counts])
        with Workers(1) as workers:
            return _share_clusters(tables, match_clusters(tables, workers))[0]

    # As many: each to its own, although the second group has most of the first cluster too.
    np.testing.assert_allclose(share([[10, 11], [1, 9]]), [[1, 0], [0, 1]])
    # A cluster too many joins the group that has most of its people.
    np.testing.assert_allclose(share([[9, 0], [0, 8], [1, 3]]), [[1, 0], [0, 1], [0, 1]])
    # A group too many takes its part of the cluster that it is made of.
    np.testing.assert_allclose(share([[6, 2, 0], [0, 0, 9]]), [[0.75, 0.25, 0], [0, 0, 1]], atol=1e-6)
    # Nobody is in the last cluster of this draw.
    np.testing.assert_allclose(share([[5, 4], [0, 0]]), [[1, 0], [0, 1]])


@pytest.mark.parametrize("n_clusters", [2, 5])
def test_those_who_were_sorted_are_predicted_into_their_groups(n_clusters):
    _, table = answers(60)
    hat = bh.SortingHat(n_groups=2, n_clusters=n_clusters, tune=300, draws=300, max_draws=1200, random_state=2)
    probabilities = unwarned(hat.fit, table).predict_proba(table)
    assert (hat.predict(table) == hat.labels_).mean() > 0.95
    assert probabilities.max(axis=1).mean() > 0.95


def unwarned(fit, *given):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.simplefilter("ignore", bh.SeparationWarning)
        return fit(*given)


def shared_out(tables, _):
    """Share every cluster out over all groups as its people are: what makes predictions vague."""
    return (tables + 1 / tables.shape[2]) / (tables.sum(axis=2, keepdims=True) + 1)


@pytest.mark.long
def test_claimed_probabilities_hold(monkeypatch):
    """The mean claimed probability of the predicted group is the rate of right groups.

    Over 30 data sets they differed by -0.003, with a standard deviation of 0.071 between data sets; clusters that are
    shared out gave -0.160. So eight data sets are further off than 0.1 about once in ten thousand times.
    """
    excess = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        phi = rng.dirichlet(np.full(3, 0.7), (4, 10))
        kinds = np.arange(260) % 4
        table = (rng.random((260, 10, 1)) > phi[kinds].cumsum(axis=2)[:, :, :-1]).sum(axis=2)
        options = {"tune": 200, "draws": 200, "max_draws": 200, "random_state": seed}
        hat = unwarned(bh.SortingHat(n_groups=4, **options).fit, table[:60])
        known = np.zeros((4, 4))
        np.add.at(known, (hat.labels_, kinds[:60]), 1)
        names = linear_sum_assignment(known, maximize=True)[1]
        for share in (_share_clusters, shared_out):
            monkeypatch.setattr("bayeshat.estimator._share_clusters", share)
            probabilities = hat.predict_proba(table[60:])
            right = names[probabilities.argmax(axis=1)] == kinds[60:]
            excess.append(probabilities.max(axis=1).mean() - right.mean())
    assert abs(np.mean(excess[::2])) < 0.1
    assert np.mean(excess[1::2]) < -0.1


def test_sizes_must_be_as_many_as_groups():
    with pytest.raises(TargetError, match=r"one size per group \(n_groups=3\); got 2"):
        bh.SortingHat(3, [10, 10], **QUICK).fit(np.zeros((20, 2)))


def mixed_frame(n=60, seed=0):
    """Two kinds of people: their colours, heights, marks from 1 to 4, and numbers of steps differ."""
    rng = np.random.default_rng(seed)
    kind = np.arange(n) % 2
    frame = pd.DataFrame(
        {
            "colour": np.where((rng.random(n) < 0.8) ^ (kind == 1), "red", "blue"),
            "height": 165 + 15.0 * kind + rng.normal(0, 5, n),
            "mark": 1 + kind + rng.integers(0, 3, n),
            "steps": rng.poisson(4000 + 2000 * kind),
            "member": rng.random(n) < 0.5,
        }
    )
    frame.loc[3, "height"] = np.nan
    frame["room"] = pd.Categorical(rng.choice([1.5, 2.5], n))
    return kind, frame


def test_frames_of_categories_and_numbers():
    kind, frame = mixed_frame()
    hat = bh.SortingHat(n_groups=2, tune=100, draws=100, max_draws=100, random_state=1)
    unwarned(hat.fit, frame)
    assert hat.kinds_ == ("category", "number", "rating", "number", "category", "category")
    assert hat.categories_[0] == ["blue", "red"]
    assert hat.categories_[1] is None
    same = (hat.labels_ == hat.labels_[0]) == (kind == kind[0])
    assert same.mean() > 0.95
    new_kind, new = mixed_frame(seed=5)
    same = (hat.predict(new) == hat.labels_[0]) == (new_kind == kind[0])
    assert same.mean() > 0.9
    assert np.allclose(hat.predict_proba(new).sum(axis=1), 1)


def test_blobs_of_numbers_are_found():
    table, kinds = make_blobs(50, random_state=1)
    hat = unwarned(bh.SortingHat(n_groups=3, tune=300, draws=300, max_draws=600).fit, table)
    assert hat.kinds_ == ("number", "number")
    assert adjusted_rand_score(hat.labels_, kinds) > 0.9


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({"categories": ["height"]}, "category category rating number category category"),
        ({"numbers": ["mark", 3]}, "category number number number category category"),
        ({"categories": "all"}, "category category category category category category"),
        ({"categories": "all", "numbers": ["height"]}, "category number category category category category"),
        ({"numbers": ["room"]}, "category number rating number category number"),
    ],
)
def test_kinds_of_columns_can_be_overruled(options, kinds):
    _, frame = mixed_frame(12)
    frame["mark"] = [1, 2, 3] * 4
    hat = unwarned(bh.SortingHat(n_groups=2, **QUICK, **options).fit, frame)
    assert " ".join(hat.kinds_) == kinds


def test_arrays_go_by_their_values():
    table = np.array([["a", 1.5, 1, True], ["b", 2.5, 2, False], ["a", 3.5, 3, True]] * 4, dtype=object)
    hat = unwarned(bh.SortingHat(n_groups=2, **QUICK).fit, table)
    assert hat.kinds_ == ("category", "number", "rating", "category")


def test_what_encoders_write_is_taken_for_categories():
    """Encoders write floats from 0 on, and pandas floats where a value is missing."""

    def kinds(table):
        return see_columns(np.asarray(table), (), set(), {"categories": (), "numbers": ()}).kinds

    rng = np.random.default_rng(0)
    words = rng.choice(["a", "b", "c"], (40, 2))
    assert kinds(OrdinalEncoder().fit_transform(words)) == ("category",) * 2
    assert kinds(pd.get_dummies(pd.Series(words[:, 0]), dtype=float)) == ("category",) * 3
    bins = KBinsDiscretizer(4, encode="ordinal", quantile_method="averaged_inverted_cdf")
    assert kinds(bins.fit_transform(rng.normal(size=(40, 1)))) == ("category",)
    assert kinds([[1.0], [np.nan], [2.0]]) == ("category",)
    assert kinds([[1.0], [2.5], [2.0]]) == ("number",)
    assert kinds(np.arange(12.0)[:, None]) == ("number",)


def test_scales_are_recognised_as_in_files():
    """The same columns as a file, and as a frame; categories are what files call choices."""
    rng = np.random.default_rng(0)
    words = np.array(["never", "sometimes", "often", "always"])
    table = {f"q{c}": rng.integers(1, 6, 200) for c in range(1, 5)} | {"q5": rng.choice([4, 5], 200)}
    table |= {
        "How often?": rng.choice(words, 200),
        "Tea?": rng.choice(["yes", "no"], 200),
        "Age": rng.normal(40, 9, 200),
    }
    frame = pd.DataFrame(table)
    asked = bh.Survey.from_answers(frame, 2).questions
    hat = unwarned(bh.SortingHat(n_groups=2, **QUICK).fit, frame)
    assert hat.kinds_ == tuple("category" if one.kind == "choice" else one.kind for one in asked)
    assert hat.kinds_ == (*["rating"] * 4, "category", "rating", "category", "number")
    read = hat.posterior_.survey.questions
    assert [(one.options, one.scale) for one in read[:7]] == [(one.options, one.scale) for one in asked[:7]]
    codes = bh.read_answers(frame, bh.Survey.from_answers(frame, 2)).codes
    np.testing.assert_array_equal(hat._answers(frame.to_numpy(dtype=object)).codes[:, :7], codes[:, :7])


def test_floats_and_integers_are_answers_alike():
    table = np.array([[1, 0], [2, 1], [3, 0]])
    said = {"categories": (), "numbers": ()}
    whole, floats = (see_columns(one, (), set(), said) for one in (table, table.astype(float)))
    (answers, _), (same, _) = whole.code(table), floats.code(table.astype(float))
    np.testing.assert_array_equal(answers.codes, same.codes)
    assert whole.questions(answers) == floats.questions(same)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {"categories": ["hight"]},
            r"categories must hold names or positions of columns \(0 to 5\), .* got 'hight'",
        ),
        ({"numbers": [9]}, "numbers must hold names or positions"),
        ({"numbers": ["colour"]}, "must hold numbers only; got others in column 0"),
        ({"numbers": ["mark"], "categories": ["mark"]}, "either categories or numbers; got column 2 in both"),
    ],
)
def test_columns_that_cannot_be_meant(options, told):
    with pytest.raises(bh.BayesHatError, match=told):
        bh.SortingHat(n_groups=2, **QUICK, **options).fit(mixed_frame(12)[1])


def test_known_groups_are_classes():
    """Texts, numbers and gaps name groups; known people stay where they are, and new people get classes."""
    kind, table = answers()
    words = np.array(["blue", "red"])[kind].astype(object)
    words[10:] = None
    hat = bh.SortingHat(n_groups=5, tune=50, draws=200, random_state=1).fit(table, words)
    assert hat.classes_.tolist() == ["blue", "red"]
    assert hat.labels_[:10].tolist() == words[:10].tolist()
    assert hat.decision_.names == ("blue", "red")
    assert (hat.labels_ == np.array(["blue", "red"])[kind]).mean() > 0.9
    new_kind, new = answers(seed=1)
    chances = hat.predict_proba(new)
    assert chances.shape == (40, 2)
    np.testing.assert_allclose(chances.sum(axis=1), 1)
    assert (hat.predict(new) == np.array(["blue", "red"])[new_kind]).mean() > 0.9
    assert (hat.classes_[chances.argmax(axis=1)] == hat.predict(new)).all()
    for first, gap in ((1, -1), (0, np.nan)):
        numbers = np.where(np.arange(40) < 10, kind + first, gap)
        same = bh.SortingHat(tune=50, draws=200, random_state=1).fit(table, numbers)
        np.testing.assert_array_equal(same.predict_proba(new), chances)
        assert same.classes_.tolist() == [first, first + 1]


def test_fit_predict_knows_the_groups_in_y():
    """With one group known to say yes, names come from y; without y they would be numbers."""
    _, table = votes((8, 8))
    y = np.where(np.arange(16) < 8, np.where(table[:, 0] == "yes", "up", "down"), "")
    hat = bh.SortingHat(random_state=1, **QUICK)
    found = unwarned(hat.fit_predict, table, y)
    assert set(found) == {"up", "down"}
    assert found[:8].tolist() == y[:8].tolist()


def test_known_groups_say_how_large_groups_are():
    """Of 42 people 12 are in the smaller group: even groups would have 9 in the wrong one."""
    truth, _ = votes()
    table = np.where(np.random.default_rng(1).random((42, 8)) < np.where(truth == 0, 0.9, 0.1)[:, None], "yes", "no")
    y = np.where(np.arange(42) < 18, np.array(["yes", "no"])[truth], "")
    free = unwarned(bh.SortingHat(random_state=1, **QUICK).fit, table, y)
    assert (free.labels_ == np.array(["yes", "no"])[truth]).sum() > 42 - 5
    even = unwarned(bh.SortingHat(target="balanced", random_state=1, **QUICK).fit, table, y)
    assert np.unique(even.labels_, return_counts=True)[1].tolist() == [21, 21]


def test_a_minus_one_that_may_be_a_group_is_told():
    _, table = votes((8, 8))
    with pytest.raises(bh.BayesHatError, match="at least two known groups; got 1, and -1, which stands for not known"):
        bh.SortingHat(**QUICK).fit(table, np.resize([-1, 1], 16))
    with pytest.warns(UserWarning, match=r"The group of 5 people is taken as not known, because y is -1"):
        unwarned(bh.SortingHat(**QUICK).fit, table, np.resize([0, 1, -1], 16))


@unconverged
def test_noise_is_told():
    """Whether answers of a fixed seed are called noise does not depend on the sampler."""
    noise = np.random.default_rng(0).integers(0, 3, (60, 6))
    with pytest.warns(bh.SeparationWarning, match="These answers hardly separate people"):
        bh.SortingHat(n_groups=2, **QUICK).fit(noise)


@unconverged
def test_columns_that_make_other_groups_are_told():
    """Three ways of answering, which each column shows in its own way, make the groups."""
    rng = np.random.default_rng(3)
    table = rng.normal(size=(120, 5)) @ rng.normal(size=(5, 8)) + rng.normal(size=(120, 8))
    with pytest.warns(bh.SeparationWarning, match="Other questions would make quite different groups"):
        hat = bh.SortingHat(n_groups=3, **QUICK).fit(table)
    assert hat.halves_.is_little
    assert hat.predict_proba(table).max(axis=1).mean() == pytest.approx(hat.halves_.agreement, abs=0.05)
    assert (hat.predict(table) == hat.labels_).mean() > 0.8
    assert bh.SortingHat(n_groups=3, **QUICK).fit(table, np.resize(["a", "b", "c", ""], 120)).halves_ is None


@unconverged
def test_a_y_that_has_nothing_to_do_with_the_answers_is_told():
    rng = np.random.default_rng(0)
    table, y = rng.integers(0, 3, (60, 6)), rng.integers(0, 2, 60)
    with pytest.warns(bh.SeparationWarning, match="60 people whose group is known hardly say who is in which group"):
        bh.SortingHat(**QUICK).fit(table, y)


def test_y_without_a_known_group_is_no_y():
    _, table = answers()
    options = {"n_groups": 2, "tune": 100, "draws": 300, "random_state": 1}
    plain = bh.SortingHat(**options).fit(table)
    empty = bh.SortingHat(**options).fit(table, [""] * 40)
    assert empty.lesson_ is None
    assert empty.classes_.tolist() == [0, 1]
    assert empty.labels_.tolist() == plain.labels_.tolist()


def test_numbers_teach_too():
    rng = np.random.default_rng(0)
    kind = np.arange(120) % 3
    table = np.column_stack([rng.normal(2.0 * kind), rng.normal(-1.5 * kind), rng.normal(size=120)])
    hat = bh.SortingHat(tune=50, draws=200).fit(table[:60], kind[:60])
    assert hat.kinds_ == ("number",) * 3
    assert (hat.predict(table[60:]) == kind[60:]).mean() > 0.75


def with_slips():
    """Two kinds of people; of two, the height is a slip of the pen."""
    kind, frame = mixed_frame()
    frame.loc[[7, 20], "height"] = [1800.0, 1.75]
    return kind, frame


@unconverged
def test_slips_among_numbers_are_left_out_and_named():
    """A slip that counted would get a group of its own."""
    kind, frame = with_slips()
    hat = bh.SortingHat(n_groups=2, target=None, tune=100, draws=100, max_draws=100, random_state=1)
    told = r"all other numbers of column 'height' \(1\d\d to 1\d\d\): 1800 in row 7, 1\.75 in row 20\. Correct"
    with pytest.warns(UserWarning, match=told):
        hat.fit(frame)
    blank = frame.copy()
    blank.loc[[7, 20], "height"] = np.nan
    assert hat.labels_.tolist() == unwarned(clone(hat).fit, blank).labels_.tolist()
    same = (hat.labels_ == hat.labels_[0]) == (kind == kind[0])
    assert same.mean() > 0.95
    with pytest.warns(UserWarning, match=r"'height' .* 1800 in row 0\."):
        found = hat.predict_proba(frame.iloc[[7, 8]])
    np.testing.assert_allclose(found, unwarned(hat.predict_proba, blank.iloc[[7, 8]]))


def test_numbers_that_pile_up_or_tail_off_are_no_slips():
    """Most people have 0, a few up to 16: none of these is far from all others."""
    rng = np.random.default_rng(0)
    piled = np.where(rng.random(300) < 0.88, 0.0, rng.integers(1, 17, 300))
    rare = np.where(rng.random(300) < 0.005, 16.0, 0.0)
    table = np.column_stack([piled, rare, rng.normal(size=300), rng.lognormal(size=300)])
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        unwarned(bh.SortingHat(n_groups=2, numbers="all", **QUICK).fit, table)


def votes(sizes=(30, 12), seed=1):
    """Two groups, the first of which mostly says yes."""
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.repeat([0, 1], sizes))
    return truth, np.where(rng.random((len(truth), 8)) < np.where(truth == 0, 0.8, 0.2)[:, None], "yes", "no")


@unconverged
def test_totals_are_known():
    truth, table = votes()
    quick = {"n_groups": 2, "totals": [30, 12], "tune": 100, "draws": 100, "max_draws": 100, "random_state": 1}
    hat = bh.SortingHat(**quick).fit(table)
    assert hat.decision_.sizes.tolist() == [30, 12]
    assert ((hat.posterior_.z == 0).sum(axis=2) == 30).all()
    assert (hat.labels_ == truth).mean() > 0.9
    assert (hat.predict(votes(seed=2)[1]) == votes(seed=2)[0]).mean() > 0.8
    even = bh.SortingHat(target="balanced", **quick).fit(table)
    assert even.decision_.sizes.tolist() == [21, 21]
    assert ((even.posterior_.z == 0).sum(axis=2) == 30).all()


def test_totals_and_sizes_go_by_class():
    truth, table = votes()
    y = np.where(np.arange(42) < 12, np.array(["yes", "Yes"])[truth], "")
    quick = {"tune": 100, "draws": 300, "random_state": 1}
    hat = bh.SortingHat(totals={"yes": 30, "Yes": 12}, **quick).fit(table, y)
    assert hat.classes_.tolist() == ["Yes", "yes"]
    assert (hat.labels_ == "yes").sum() == 30
    hat = bh.SortingHat(target={"yes": 20, "Yes": 22}, size_prior={"yes": 5, "Yes": 2}, **quick).fit(table, y)
    assert (hat.labels_ == "yes").sum() == 20
    assert hat.posterior_.survey.membership_prior.tolist() == [2, 5]


@pytest.mark.parametrize(
    ("options", "y", "told"),
    [
        ({"totals": [30, 13]}, None, r"totals must add up to the number of people who answered \(42\); got 30 \+ 13"),
        ({"totals": {"A": 30, "B": 12}}, None, r"totals must be a list .* got names \(A, B\)"),
        ({"totals": {"A": 30, "C": 12}}, ["A", "B"], r"totals must name every class of y once \(A, B\); got A, C"),
        ({"totals": [30, 12], "size_prior": 3}, None, "got both"),
    ],
)
def test_totals_that_cannot_be_meant(options, y, told):
    table = votes()[1]
    known = None if y is None else np.resize(np.array([*y, ""]), 42)
    with pytest.raises(bh.BayesHatError, match=told):
        bh.SortingHat(n_groups=2, **QUICK, **options).fit(table, known)


def test_predictions_are_classes_in_the_order_of_the_model():
    """Also where other columns bear out none of the chances, which predict_proba then gives as equal."""
    table = np.array([["a", "x", "p"], ["b", "y", "q"]], dtype=object)[np.arange(30) % 2]
    known = [(None if n > 19 else ("ja", "nein")[n % 2]) for n in range(30)]
    named = unwarned(bh.SortingHat(**QUICK, random_state=1).fit, table, known)
    assert named.classes_.tolist() == ["ja", "nein"]
    assert named.predict(table[:4]).tolist() == ["ja", "nein", "ja", "nein"]
    assert named.classes_[named.predict_proba(table[:4]).argmax(axis=1)].tolist() == ["ja", "nein", "ja", "nein"]
    hat = unwarned(bh.SortingHat(2, **QUICK, random_state=1).fit, table)
    before = hat.predict(table[:4]).tolist()
    assert before == hat.labels_[:4].tolist()
    hat.halves_ = Halves(0.5, 0.5, 0.5, 0.9, kept=0.0)
    np.testing.assert_allclose(hat.predict_proba(table[:4]), 0.5)
    assert hat.predict(table[:4]).tolist() == before

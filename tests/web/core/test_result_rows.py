"""What is kept of a result is what it was."""

import io
import math

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.report.explain import explanations
from bayeshat.report.page.html import render_report
from bayeshat.web.core import result_rows as stored
from bayeshat.web.core.result_rows import pack, read_arrays, rearrange, unpack
from bayeshat.web.db.schema import Sorting
from web.kept_results import QUICK


def keep(result):
    about, arrays = pack(result)
    return Sorting(survey_toml=result.survey.to_toml(), about=about, arrays=arrays)


def back_from(result):
    return unpack(keep(result), result.answers)


def test_a_result_comes_back_with_all_its_figures(sorted_result):
    back = back_from(sorted_result)
    one, other = sorted_result.decision, back.decision
    assert one.labels.tolist() == other.labels.tolist()
    for figure in ("expected_loss", "expected_vi", "size_distance"):
        assert getattr(one, figure) == pytest.approx(getattr(other, figure), abs=1e-12)
    assert (one.names, one.status, repr(one.loss)) == (other.names, other.status, repr(other.loss))
    assert one.kept.price == pytest.approx(other.kept.price)
    assert back.assignments() == sorted_result.assignments()
    assert back.comparison() == sorted_result.comparison()
    assert back.options == sorted_result.options
    assert explanations(back) == explanations(sorted_result)
    assert render_report(back) == render_report(sorted_result)


@pytest.mark.parametrize(
    ("target", "options"),
    [
        ("balanced", {}),
        (None, {"loss": "binder"}),
        ({"Owls": "3..5", "Larks": "4..6"}, {"loss": "placement"}),
        ("3..6", {"size_weight": math.inf}),
        ({"Larks": 5, "Owls": 4}, {"size_weight": math.inf}),
        ([3, 3, 3], {}),
        ("balanced", {"size_weight": 1.0}),
    ],
)
def test_every_kind_of_sort_comes_back(small, target, options):
    result = bh.sort_people(small, bh.simulate(small, 9, rng=2).answers, target, rng=1, **QUICK, **options)
    back = back_from(result)
    assert back.decision.expected_loss == pytest.approx(result.decision.expected_loss, abs=1e-12)
    assert back.assignments() == result.assignments()
    assert back.sizes() == result.sizes()
    assert back.cost_of_sizes() == result.cost_of_sizes()
    assert back.decision.loss_reason == result.decision.loss_reason


def test_many_draws_are_thinned(sorted_result, monkeypatch):
    monkeypatch.setattr(stored, "_MOST_BYTES", 9 * 500)
    kept = keep(sorted_result)
    z = read_arrays(kept.arrays)["z"]
    assert z.shape[0] == sorted_result.posterior.n_chains
    assert z.size <= 9 * 500
    assert kept.about["draws"] == {"kept": z.shape[0] * z.shape[1], "all": sorted_result.posterior.z[..., 0].size}
    assert unpack(kept, sorted_result.answers).decision.expected_loss == pytest.approx(
        sorted_result.decision.expected_loss, rel=0.1
    )


def test_groups_that_stand_for_no_house_keep_their_answer_probabilities(small, monkeypatch):
    monkeypatch.setattr(stored, "_MOST_BYTES", 40_000)
    result = bh.sort_people(small, bh.simulate(small, 9, rng=2).answers, [3, 3, 3], rng=1, **QUICK)
    arrays = read_arrays(pack(result)[1])
    assert arrays["phi"].nbytes <= 40_000
    assert arrays["phi"].shape[:2] == arrays["z"].shape[:2]
    assert "changed by hand" not in render_report(back_from(result))


def test_other_labels_are_measured_and_say_that_hands_made_them(sorted_result):
    decision = sorted_result.decision
    labels = decision.labels.copy()
    labels[0] = 1 - labels[0]
    changed = rearrange(decision, labels, sorted_result.names)
    want = bh.expected_loss(labels, sorted_result.posterior, None, loss=decision.loss)
    assert changed.expected_loss == pytest.approx(want)
    assert "Owls has 3 (wanted: 4), Larks has 6 (wanted: 5)" in changed.status.message
    assert changed.status.code == "changed_by_hand"
    assert sorted_result.names[0] in changed.status.message
    assert "1 rule is broken: " in changed.status.message
    assert [rule.words() for rule in changed.kept.unmet] == [f"{sorted_result.names[0]} must be in Owls"]
    assert changed.kept.price - decision.kept.price == pytest.approx(changed.expected_loss - decision.expected_loss)
    assert rearrange(changed, labels).labels.tolist() == labels.tolist()
    assert rearrange(decision, decision.labels) is decision


def test_exact_sizes_that_are_left_give_no_infinite_figures(small):
    answers = bh.simulate(small, 9, rng=2).answers
    result = bh.sort_people(small, answers, {"Owls": 4, "Larks": 5}, size_weight=math.inf, rng=1, **QUICK)
    decision = result.decision
    labels = decision.labels.copy()
    labels[0] = 1 - labels[0]
    changed = rearrange(decision, labels)
    assert math.isfinite(changed.expected_loss)
    assert changed.target.tolist() == [4, 5]
    assert "The sizes are not as wanted: " in changed.status.message
    assert np.isfinite(changed.table()["move to Owls"]).all()


def test_a_group_that_nobody_left_or_joined_is_still_wanted_as_large():
    decision = bh.decide([[0, 0, 1, 1, 2]] * 3, [2, 2, 1], size_weight=math.inf)
    assert sorted(decision.sizes) == [1, 2, 2]
    one, two = np.flatnonzero(decision.sizes == 2)
    (alone,) = np.flatnonzero(decision.sizes == 1)
    for here, there in ((one, two), (two, one)):
        labels = decision.labels.copy()
        labels[np.flatnonzero(labels == here)[0]] = there
        changed = rearrange(decision, labels)
        assert changed.target[alone] == 1
        told = str(stored.tell_off_sizes(decision, changed.sizes))
        assert [name for name in decision.names if f"{name} has " in told] == [
            name for name in decision.names if name in (decision.names[here], decision.names[there])
        ]


def test_the_kept_arrays_run_nothing():
    file = io.BytesIO()
    np.savez(file, z=np.array([object()]))
    with pytest.raises(ValueError, match="pickle"):
        read_arrays(file.getvalue())

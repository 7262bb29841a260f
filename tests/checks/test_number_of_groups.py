"""How many groups: the number that was simulated, and one where there are none."""

import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import bayeshat as bh
from bayeshat.checks import number_of_groups as room
from bayeshat.checks.number_of_groups import SMALL, Comparison, LeaveOneOut, leave_one_out
from bayeshat.cli.app import app
from bayeshat.cli.commands.sort import answers_table
from bayeshat.report.files import write_csv
from checks.designs import noise, one_house_each

EVEN = bh.Survey.load("simulation-even")
QUICK = {"draws": 100, "tune": 100, "max_draws": 100, "chains": 2}


def made(totals, errors=None, empty=None):
    """Return a comparison of 1, 2, ... groups with these densities; people's differences have the given spread."""
    rng, loo = np.random.default_rng(0), []
    for total, error in zip(totals, errors or [0.0] * len(totals), strict=True):
        spread = rng.permutation(np.repeat([-1.0, 1.0], 50)) * error / 10
        loo.append(LeaveOneOut(total / 100 + spread, np.zeros(100)))
    numbers = tuple(range(1, len(totals) + 1))
    return Comparison(numbers, tuple(loo), tuple(empty or [0] * len(totals)), (False,) * len(totals), EVEN, 1000)


def test_leaving_out_agrees_with_the_exact_density():
    """A coin with a flat prior: heads after 29 of 39 others have density 30/41, tails after 30 of 39 10/41."""
    p = np.random.default_rng(1).beta(31, 11, 4000)
    heads = np.arange(40) < 30
    found = leave_one_out(np.where(heads, np.log(p)[:, None], np.log1p(-p)[:, None]))
    np.testing.assert_allclose(found.pointwise, np.log(np.where(heads, 30 / 41, 10 / 41)), atol=0.01)
    assert found.pareto_k.max() < 0.5


def test_arviz_agrees():
    arviz = pytest.importorskip("arviz_stats")
    posterior = bh.fit(EVEN, bh.simulate(EVEN, rng=1).answers, rng=1, draws=500, max_draws=1500)
    tree = posterior.to_datatree()
    values = tree["log_likelihood"]["answers"].values
    ours = leave_one_out(values.reshape(-1, values.shape[2]))
    assert ours.total == pytest.approx(float(arviz.loo(tree, reff=1.0).elpd), abs=1e-6)


def test_the_smallest_number_within_one_standard_error_is_recommended():
    assert made([-500, -480, -478]).recommended == 2  # 2 below the best: too little to count
    assert made([-500, -480, -470]).recommended == 3
    assert made([-500, -480, -470], [0, 20, 0]).recommended == 2
    assert made([-500 - SMALL / 2, -500, -505]).recommended == 1
    assert "no separate groups" in str(made([-500 - SMALL / 2, -500, -505]).sentence())


def test_numbers_with_empty_groups_are_not_the_best():
    assert made([-500, -480, -400], empty=[0, 0, 1]).best == 2
    assert str(made([-500, -480, -400], empty=[0, 0, 1]).note(3)) == "1 group is empty"


def test_the_cost_of_another_number_is_told_per_answer():
    told = str(made([-600, -500, -500]).cost(1))
    assert told.startswith("With 1 group instead of 2, each answer of a new person would be 9.5 % less likely")
    assert told.endswith("That is more than chance explains.")


def test_three_groups_are_found_and_more_are_told_to_be_empty():
    found = bh.compare(EVEN, one_house_each(EVEN, 60, 1), range(1, 6), rng=1, **QUICK)
    assert found.recommended == found.survey.n_clusters == 3
    assert found.empty[found.houses.index(5)] >= 1
    assert not found.survey.is_informative


def test_one_group_where_there_are_none():
    assert bh.compare(EVEN, noise(EVEN, 60, 1), [1, 2, 3], rng=1, **QUICK).recommended == 1


def test_no_prior_of_sizes_is_the_default_one(monkeypatch):
    table = {"name": [f"P{n}" for n in range(12)], "a": ["red", "blue"] * 6, "b": ["one", "two", "three"] * 4}
    quick = {"tune": 5, "draws": 40, "max_draws": 40, "chains": 2, "threads": 1}
    priors, fit = [], room.fit
    monkeypatch.setattr(room, "fit", lambda *given, **options: priors.append(options) or fit(*given, **options))
    bh.compare(None, table, [2], **quick)
    bh.compare(None, table, [2], **quick, size_prior=None)
    assert priors[0]["size_prior"] == priors[1]["size_prior"] == 0.6


@pytest.mark.long
def test_the_command_writes_the_recommended_number_and_says_why(tmp_path):
    write_csv(answers_table(EVEN, one_house_each(EVEN, 40, 1)), tmp_path / "answers.csv")
    made_at = tmp_path / "survey.toml"
    command = ["survey", "new", str(tmp_path / "answers.csv"), "--houses", "2..4", "-o", str(made_at)]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert not made_at.with_name("survey-houses.png").exists()
    assert "3 groups predict a new person's answers best" in done.output
    assert bh.Survey.load(made_at).n_clusters == 3


def invoke_with_figures(tmp_path, *more):
    write_csv(answers_table(EVEN, one_house_each(EVEN, 12, 1)), tmp_path / "answers.csv")
    survey_file = ["-o", str(tmp_path / "survey.toml")]
    return CliRunner().invoke(app, ["survey", "new", str(tmp_path / "answers.csv"), "--figures", *survey_file, *more])


def test_the_command_draws_the_comparison(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("bayeshat.checks.number_of_groups.compare", lambda *_, **__: made([-500, -480, -478]))
    done = invoke_with_figures(tmp_path, "--houses", "1..3")
    assert done.exit_code == 0, done.output
    picture = tmp_path / "survey-houses.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "survey-houses.png: the same as a picture." in done.output.replace("\n", " ")
    told = json.loads(invoke_with_figures(tmp_path, "--houses", "1..3", "--force", "--json").output)
    assert told["figure"] == str(picture)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ([], '--figures must go with a range of groups to compare; got --groups "4". Write e.g. --groups 2..8'),
        (["--known", "house"], "--figures must go with a range of groups to compare; got --known."),
    ],
)
def test_figures_without_a_range_are_refused(tmp_path, more, message):
    done = invoke_with_figures(tmp_path, *more)
    assert done.exit_code == 2
    assert message in done.output
    assert not (tmp_path / "survey.toml").exists()


def test_an_earlier_picture_is_kept(tmp_path):
    pytest.importorskip("matplotlib")
    (tmp_path / "survey-houses.png").write_text("mine")
    done = invoke_with_figures(tmp_path, "--houses", "2..3")
    assert done.exit_code == 2
    assert "which exists. Choose another name, or add --force." in done.output
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["answers.csv", "survey-houses.png"]


def test_without_matplotlib_the_command_says_so_before_it_compares(tmp_path, monkeypatch):
    monkeypatch.setattr("bayeshat.report.files.find_spec", lambda _: None)
    done = invoke_with_figures(tmp_path, "--houses", "2..3")
    assert done.exit_code == 2
    assert "Install it with: pip install 'bayeshat[plot]', or leave the figures out." in done.output
    assert not (tmp_path / "survey.toml").exists()


def test_a_range_that_runs_backwards_is_refused(tmp_path):
    write_csv(answers_table(EVEN, noise(EVEN, 9, 1)), tmp_path / "answers.csv")
    done = CliRunner().invoke(app, ["survey", "new", str(tmp_path / "answers.csv"), "--houses", "8..2"])
    assert done.exit_code != 0
    with pytest.raises(bh.BayesHatError, match="at least 1"):
        bh.compare(EVEN, noise(EVEN, 9, 1), [0, 1])


def test_without_arviz_the_remedy_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "arviz_stats.base", None)
    with pytest.raises(bh.BayesHatError, match=r"pip install 'bayeshat\[compare\]'"):
        leave_one_out(np.zeros((10, 2)))


def test_without_arviz_nothing_is_sampled(monkeypatch):
    monkeypatch.setitem(sys.modules, "arviz_stats.base", None)
    monkeypatch.setattr("bayeshat.checks.number_of_groups.fit", lambda *_, **__: pytest.fail("sampled first"))
    with pytest.raises(bh.BayesHatError, match=r"pip install 'bayeshat\[compare\]'"):
        bh.compare(EVEN, noise(EVEN, 9, 1), [2, 3])


def test_pictures_show_what_the_tables_hold():
    plot = pytest.importorskip("bayeshat.plot")
    compared = made([-500, -480, -478])
    ax = plot.comparison(compared)
    heights = [float(line.get_ydata()[0]) for line in ax.lines[:3]]
    np.testing.assert_allclose(heights, [-22, -2, 0], atol=1e-9)
    posterior = bh.fit(EVEN, bh.simulate(EVEN, rng=1).answers, rng=1, **QUICK)
    pairs = bh.check_model(posterior).pairs
    np.testing.assert_array_equal(plot.pair_residuals(pairs).images[0].get_array(), pairs.residuals)


@pytest.mark.long
def test_the_page_about_checks_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[2] / "docs" / "analyse" / "checking.md").read_text(encoding="utf-8")
    names = {}
    for sample in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        exec(sample, names)
    assert names["compared"].houses == (1, 2, 3)
    assert Path("groups.png").exists()

import json
import re
from pathlib import Path

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.errors import InputError, SamplerError
from bayeshat.options import DONE
from bayeshat.paper import designs, experiments, figures
from bayeshat.paper import study as module
from bayeshat.paper.designs import DECISIONS, DESIGNS, PSEUDOCOUNT, SIZE_WEIGHT, SIZE_WEIGHTS
from bayeshat.paper.experiments import PSEUDOCOUNTS
from bayeshat.paper.page import make_page

DATA_SETS = 3
SEED = 5


@pytest.fixture(scope="module")
def quick():
    """Few draws and a short sweep: what is tested is the study, not the sampler."""
    with pytest.MonkeyPatch.context() as patch:
        real = designs.fit

        def short(survey, answers, **options):
            return real(survey, answers, **options | {"tune": 100, "draws": 100, "max_draws": 100})

        patch.setattr(designs, "fit", short)
        for room in (designs, experiments):
            patch.setattr(room, "SIZE_WEIGHTS", (0.0, 1.0))
        patch.setattr(experiments, "PSEUDOCOUNTS", (0.1, 1.0))
        patch.setattr(experiments, "MERGED_SIZES", {"even": ((14, 6),), "uneven": ((12, 8),)})
        yield patch


def run(folder, **options):
    return bh.paper.reproduce(
        folder, **{"data_sets": DATA_SETS, "seed": SEED, "nuts": False, "figures": False} | options
    )


@pytest.fixture(scope="module")
def study(quick, tmp_path_factory):
    return run(tmp_path_factory.mktemp("study"), threads=2)


def without_times(study):
    content = json.loads(json.dumps(study.to_dict()))
    for found in content["evidence"]["designs"].values():
        del found["seconds"]
    return content


def test_everything_is_written_and_says_the_same(study):
    names = {path.name for path in study.files}
    assert {f"{name}.csv" for name in study.tables()} | {"study.json", "study.md", "table_1.md"} == names
    assert all(path.stat().st_size > 0 for path in study.files)
    kept = json.loads((study.output / "study.json").read_text())
    assert kept["data_sets"] == study.data_sets
    assert kept["distribution"]["mean"] == study.distribution["mean"]
    assert not list(study.output.glob(".*")), "nothing half-written is left"


def test_table_1_has_the_papers_form(study):
    table = study.table_1
    assert table["observation"] == [*range(1, 21), "VI from truth", "accuracy"]
    for design in DESIGNS:
        truth = table[f"{design.name}: truth"][:20]
        assert np.bincount(truth)[1:].tolist() == list(design.sizes)
        for title in DECISIONS.values():
            column = table[f"{design.name}: {title}"]
            assert column[20] == f"{bh.variation_of_information(column[:20], truth):.2f}"
            assert column[21] == f"{np.mean(np.array(column[:20]) == truth):.2f}"
    assert table["paper, uneven: LSI"][20:] == ["1.24", "0.85"]


def test_the_tables_add_up(study):
    rows = study.data_sets
    assert len(rows["design"]) == DATA_SETS * len(DESIGNS) * len(DECISIONS)
    table = study.distribution
    for design, title, measure, mean, error in zip(
        *(table[name] for name in ("design", "decision", "measure", "mean", "standard error")), strict=True
    ):
        values = [
            value
            for d, t, value in zip(rows["design"], rows["decision"], rows[measure], strict=True)
            if (d, t) == (design, title)
        ]
        assert mean == pytest.approx(np.mean(values))
        assert error == pytest.approx(np.std(values, ddof=1) / np.sqrt(DATA_SETS))


def test_claims_hold_on_every_data_set(study):
    for found in study.evidence["designs"].values():
        for claim in ("same_value", "same_partition", "sorting_is_smallest", "assignment_is_best"):
            assert found[claim] == DATA_SETS, claim
        assert found["divisor_changes"] < 1e-12
    assert study.evidence["sorting"]["largest_difference"] < 1e-12
    assert study.evidence["weighed_twice"]["even"]["effective"] < study.evidence["weighed_twice"]["even"]["draws"]


def test_the_size_term_is_what_the_sweep_moves(study):
    table = study.sensitivity
    means = dict(
        zip(
            zip(table["design"], table["size weight"], table["pseudocount"], strict=True),
            table["sizes met"],
            strict=True,
        )
    )
    for design in ("even", "uneven"):
        assert means[design, 0.0, 0.1] == 0.0
        assert means[design, 1.0, 0.1] == 1.0


def test_the_papers_choices_do_not_hang_on_defaults_elsewhere(quick, monkeypatch):
    """Whatever the defaults of ``fit`` and ``decide`` are or become, each choice of the paper is stated in the call."""
    stated = []

    def watch(name, needed):
        real = getattr(designs, name)

        def watched(*arguments, **options):
            stated.append(name)
            assert needed.items() <= {key: options.get(key) for key in needed}.items(), (name, options)
            assert {"loss", "labels", "pseudocount"} <= options.keys() or name == "fit"
            assert "size_weight" in options or name != "decide"
            return real(*arguments, **options)

        monkeypatch.setattr(designs, name, watched)

    watch("fit", {"label": "drawn", "membership": "mixed", "chains": 4})
    watch("decide", {"size_weight": 1.0})
    watch("decide_path", {"loss": "vi", "labels": "free"})
    data = designs.draw_data_set(DESIGNS[1], SEED, 0)
    posterior = designs.sample(data)
    for work in (experiments.run_data_set, experiments.run_sensitivity, experiments.run_merging):
        work(data, posterior)
    assert set(stated) == {"fit", "decide", "decide_path"}
    assert designs.PSEUDOCOUNT == 0.1
    assert {rule["loss"] for rule in designs.RULES.values()} == {"vi", "placement"}


def test_drawn_and_dominant_labels_are_read_from_the_same_posterior(quick):
    data = designs.draw_data_set(DESIGNS[0], SEED, 0)
    posterior = designs.sample(data)
    dominant = designs.with_dominant_labels(posterior)
    for chain, draw, person in np.ndindex(2, 3, 20):
        theta = posterior.theta[chain, draw, person].tolist()
        assert dominant.z[chain, draw, person] == theta.index(max(theta))
    assert dominant.label == "dominant"
    assert posterior.label == "drawn"
    assert (posterior.z != dominant.z).any()


def test_the_sweep_includes_the_papers_own_choice():
    assert SIZE_WEIGHT in SIZE_WEIGHTS
    assert PSEUDOCOUNT in PSEUDOCOUNTS


def mean_accuracy(study):
    """Return the mean accuracy by design and decision, as the table has it."""
    columns = (study.distribution[name] for name in ("design", "decision", "measure", "mean"))
    rows = zip(*columns, strict=True)
    return {(design, title): mean for design, title, measure, mean in rows if measure == "accuracy"}


def test_gains_are_differences_of_the_tables_accuracies(study):
    accuracy = mean_accuracy(study)
    pairs = {"sizes": ("free", "vi"), "identifying": ("fixed_identified", "fixed")}
    pairs |= {"placement": ("placement", "free"), "placement_named": ("placement", "fixed")}
    for design, found in study.evidence["designs"].items():
        assert found["gain"].keys() == pairs.keys()
        for name, (one, other) in pairs.items():
            more = accuracy[design, DECISIONS[one]] - accuracy[design, DECISIONS[other]]
            assert found["gain"][name]["mean"] == pytest.approx(more)


def test_both_kinds_of_labels_stand_beside_each_other(study):
    table = study.labels
    assert list(zip(table["design"], table["labels"], strict=True)) == [
        (design, label) for design in ("even", "uneven", "houses") for label in ("drawn (paper)", "dominant")
    ]
    accuracy = mean_accuracy(study)
    for row, design in ((0, "even"), (2, "uneven")):
        assert table["VI alone: right houses"][row] == pytest.approx(accuracy[design, DECISIONS["vi"]])
        assert table["VI + sizes: right houses"][row] == pytest.approx(accuracy[design, DECISIONS["free"]])
        assert table["VI alone: groups used"][row] <= table["VI alone: groups used"][row + 1]
        assert table["likeliest house: claimed"][row] < table["likeliest house: claimed"][row + 1]
    page = (study.output / "study.md").read_text()
    assert "Correction 4. **The label to recover is the dominant house" in page
    assert f"{table['likeliest house: claimed'][1]:.3f}" in page


def test_the_evidence_on_labels_is_that_of_the_tables(study):
    table = study.labels
    for drawn, design in ((0, "even"), (2, "uneven"), (4, "houses")):
        found, dominant = study.evidence["labels"][design], drawn + 1
        for name, column in (("vi", "VI alone: right houses"), ("sized", "VI + sizes: right houses")):
            assert found[name]["mean"] == pytest.approx(table[column][dominant] - table[column][drawn])
        for kind, row in (("drawn", drawn), ("dominant", dominant)):
            more = table["likeliest house: claimed"][row] - table["likeliest house: right"][row]
            assert found["claimed_less_right"][kind]["mean"] == pytest.approx(more)
    counts = {design: study.evidence["labels"][design]["one_group"]["drawn"] for design in ("even", "uneven")}
    assert counts == {design: found["one_group"] for design, found in study.evidence["designs"].items()}
    assert any(counts.values()), "VI alone puts everybody into one group in some data sets"


def test_table_2_has_21_people_and_the_papers_columns(study):
    assert study.table_2["respondent"] == list(range(1, 22))
    sizes = dict(
        zip(study.table_2_sizes["column"], zip(*list(study.table_2_sizes.values())[1:], strict=True), strict=True)
    )
    assert sizes["paper: VI + balanced"] == (5, 5, 5, 6)
    assert sizes["simulated house"] == (2, 1, 9, 9)
    assert sorted(sizes["VI + balanced"]) == [5, 5, 5, 6]


def test_two_groups_hold_everybody(study):
    for sizes, cells in zip(study.merging["sizes"], study.merging["of clusters 1, 2, 3 in each group"], strict=True):
        assert sum(map(int, sizes.split())) == 20
        assert sum(int(count) for count in cells.replace("|", " ").split()) == 20


def test_corrections_are_numbered_as_in_the_documentation(study):
    """Words that the documentation's row and the page's point of the same number have in common."""
    words = {"1": "posterior draw", "2 and 3": "label", "4": "Categorical", "5": "both sides"}
    words |= {"6": "Linear assignment", "7": "renaming", "10": "simplex"}
    rows = (Path(__file__).parents[2] / "docs" / "method" / "corrections.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"^\| (\d+) \| (.*)$", rows, re.MULTILINE))
    page = (study.output / "study.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^- Correction ([\d and]+)\. (.*)$", page, re.MULTILINE))
    assert list(told) == list(words)
    for number, word in words.items():
        assert word in told[number]
        assert all(word in documented[one] for one in number.split(" and "))
    assert "see correction 4" in page


def test_a_figure_within_its_range_is_not_called_agreement(study):
    page = (study.output / "study.md").read_text()
    assert "is no evidence that the paper's method and ours do the same" in page
    assert not re.search(r"the paper's (VI|LSS|LSI) (agrees|differs)", page)


@pytest.mark.parametrize(("asked", "why"), [(False, "it was turned off"), (None, "NumPyro is not installed")])
def test_the_page_says_why_nuts_did_not_run(study, asked, why):
    page = make_page(study.tables(), study.evidence, study.options | {"nuts_asked": asked}, ())
    assert f"- NUTS did not run: {why}." in page


def test_the_page_tells_this_runs_numbers(study):
    page = (study.output / "study.md").read_text()
    row = next(i for i, title in enumerate(study.distribution["decision"]) if title == DECISIONS["free"])
    assert f"{study.distribution['mean'][row]:.3f}" in page
    assert f"{DATA_SETS} of {DATA_SETS}" in page
    assert "not public" in page


def test_a_second_run_computes_nothing_again_and_a_torn_line_is_made_up_for(study, quick):
    records = study.output / "records.jsonl"
    whole = records.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(designs, "fit", None)
        again = run(study.output, threads=1)
        assert without_times(again) == without_times(study)
        assert records.read_bytes() == whole
        records.write_bytes(whole[:-40])
        with pytest.raises(TypeError):
            run(study.output, threads=1)
    assert without_times(run(study.output, threads=1)) == without_times(study)
    lines = records.read_bytes().splitlines()
    assert len(lines) == len(whole.splitlines()) + 1
    with pytest.raises(ValueError, match=r"."):
        json.loads(lines[-2])


def test_results_depend_on_neither_threads_nor_order(study, quick, tmp_path):
    run(tmp_path, threads=1, data_sets=1)
    assert without_times(run(tmp_path, threads=1)) == without_times(study)


def test_nuts_stands_next_to_gibbs(study, quick):
    """NUTS itself is tested with the samplers; here another run of Gibbs stands for it."""

    def pretend(data, posterior):
        return experiments.evaluate(data, posterior) | {"agreement": experiments.compare_means(posterior, posterior)}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "wants_nuts", lambda nuts: True)
        patch.setitem(module.EXPERIMENTS, "nuts", module.EXPERIMENTS["nuts"]._replace(run=pretend))
        both = run(study.output, nuts=True)
    assert both.nuts["design"] == ["even", "uneven"]
    assert both.nuts["agree"] == [True, True]
    assert both.table_1["even: VI alone, NUTS"] == both.table_1["even: VI alone"]
    assert both.table_1_figures["sampler"] == ["Gibbs", "NUTS"] * 10
    assert "Gibbs agree within Monte Carlo error" in (study.output / "study.md").read_text()
    assert (study.output / "nuts.csv").exists()


def test_progress_grows_to_the_end(quick, monkeypatch, tmp_path):
    told = []

    def draw(_folder, _tables, _seed, tell):
        tell(0.0, "drawing")
        return []

    monkeypatch.setattr(module, "wants_figures", lambda figures, *_: figures)
    monkeypatch.setattr(module, "save_figures", draw)
    run(tmp_path, data_sets=1, figures=True, progress=lambda *news: told.append(news))
    *working, (before_drawing, word), last = told
    assert (word, last) == ("drawing", (1.0, DONE))
    shares = [share for share, _ in working]
    assert shares == sorted(set(shares))
    assert shares[-1] == before_drawing < 1


def test_what_cannot_be_used_is_said_at_once(tmp_path, monkeypatch):
    with pytest.raises(InputError, match="data_sets must be a whole number of at least 1"):
        run(tmp_path, data_sets=0)
    monkeypatch.setattr("bayeshat.report.files.find_spec", lambda name: None)
    with pytest.raises(InputError, match="matplotlib"):
        run(tmp_path, figures=True)
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    assert not module.wants_nuts(None)
    with pytest.raises(SamplerError, match=r"NumPyro.* or leave NUTS out"):
        run(tmp_path, nuts=True)
    assert not list(tmp_path.iterdir())
    assert module.DEFAULT_DATA_SETS == 200


def test_its_own_pictures_are_drawn(study, tmp_path):
    pytest.importorskip("matplotlib")
    made = figures.save(figures.draw_distribution(study.data_sets), tmp_path / "distribution")
    made += figures.save(figures.draw_sensitivity(study.sensitivity), tmp_path / "sensitivity")
    assert [path.name for path in made] == [f"{n}.{e}" for n in ("distribution", "sensitivity") for e in ("png", "svg")]
    assert made[0].read_bytes().startswith(b"\x89PNG")

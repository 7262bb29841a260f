"""The comparison with other systems: frozen cases, our own readings of published methods, and the scores."""

import ast
import hashlib
import json
import zlib
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
import peers
import pytest
from peers import (
    cases,
    chen_2006,
    chen_gu_2024,
    franzolini_2023,
    kim_2015,
    real_data,
    results_file,
    scores,
    teel_2015,
    zhong_ghosh_2003,
    zhu_2010,
)
from peers.goals import judge
from peers.peer_list import PEERS
from peers.protocol import KINDS, LOSSES, Peer, Problem, Solution, UnavailableError
from peers.runner import choose
from peers.table import summarise
from peers.worker import smaller

from naive import uneven

FROZEN = {
    "houses-21": 3467505349,
    "classes-200": 2143611357,
    "mixed-200": 235239914,
    "totals-clear": 1519981252,
    "paper-uneven": 3577577404,
    "sharp-200-vi": 1895515008,
    "mix-8-unevenness": 3663854079,
}


@pytest.mark.parametrize("path", sorted(Path(peers.__file__).parents[1].glob("*.py")), ids=lambda path: path.stem)
def test_what_a_benchmark_imports_is_there(path):
    """Benchmarks are not run by any test, so that a name that has moved would stop all of them."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("bayeshat", "peers"):
            module = import_module(node.module)
            for name in node.names:
                assert hasattr(module, name.name) or find_spec(f"{node.module}.{name.name}"), (
                    f"{node.module}.{name.name}"
                )


@pytest.mark.parametrize("name", FROZEN)
def test_cases_are_frozen(name):
    problem = cases.CASES[name].make(1 if cases.CASES[name].n_sets > 1 else 0)
    parts = [problem.draws, problem.answers, problem.truth]
    if problem.numbers is not None:
        parts.append(np.round(1000 * problem.numbers))
    text = [np.asarray(part, dtype="<i8").tobytes() for part in parts if part is not None]
    assert zlib.crc32(b"".join(text)) == FROZEN[name]


def test_cases_and_peers_name_kinds_and_losses_that_exist():
    assert {case.kind for case in cases.CASES.values()} <= set(KINDS)
    assert {peer.kind for peer in PEERS} <= set(KINDS)
    assert {loss for peer in PEERS for loss in peer.losses} <= set(LOSSES)
    assert len({(peer.name, peer.kind) for peer in PEERS}) == len(PEERS)


@pytest.mark.parametrize("name", ["houses-200", "sharp-200-paper", "mix-40-unevenness", "mixed-200"])
def test_a_warm_up_is_the_same_kind_of_problem(name):
    problem = cases.CASES[name].make(0)
    small = smaller(problem)
    n_people = small.draws.shape[1] if small.answers is None else len(small.answers)
    assert n_people < 200
    assert sum(small.sizes) == n_people
    assert min(small.sizes) > 0


def test_zhu_keeps_as_many_people_as_possible_in_their_cluster():
    rng = np.random.default_rng(1)
    labels, squares, sizes = rng.integers(0, 3, 7), rng.random((7, 3)), np.array([4, 2, 1])
    found = zhu_2010.match_sizes(labels, squares, sizes)
    assert sorted(np.bincount(found, minlength=3)) == [1, 2, 4]
    allowed = {tuple(perm) for perm in permutations([0, 0, 0, 0, 1, 1, 2])}
    renamed = {tuple(np.array(names)[list(one)]) for one in allowed for names in permutations(range(3))}
    assert (found == labels).sum() == max((np.array(one) == labels).sum() for one in renamed)


def test_zhong_and_ghosh_let_each_cluster_take_those_who_fit_it_best():
    fit = np.array([[5.0, 0, 0], [4, 0, 3], [3, 0, 0], [0, 2, 1], [0, 0, 6], [1, 0, 2]])
    assert zhong_ghosh_2003.bipartition(fit, np.array([2, 2, 2])).tolist() == [0, 2, 0, 1, 2, 1]


def test_zhong_and_ghosh_find_clear_groups():
    truth = np.repeat([0, 1, 2], 4)
    answers = np.tile(truth[:, None], (1, 5))
    assert scores.right(zhong_ghosh_2003.solve(Problem(1, 3, sizes=(4, 4, 4), answers=answers)).labels, truth) == 1


def test_chen_cuts_between_cliques_and_weighs_their_sizes():
    member = np.repeat([0, 1], [7, 3])
    similarity = np.where(member[:, None] == member, 1.0, 0.1)
    assert chen_2006.split_in_two(similarity, 3).tolist() == (member == 1).tolist()


def test_kim_ends_where_no_exchange_helps():
    rng = np.random.default_rng(2)
    points, labels = rng.random((9, 2)), np.repeat([0, 1, 2], [4, 3, 2])
    found = kim_2015.exchange(points, labels)
    assert np.bincount(found).tolist() == [4, 3, 2]
    least = kim_2015.squares(points, found)
    assert least < kim_2015.squares(points, labels)
    for n, m in combinations(range(9), 2):
        other = found.copy()
        other[[n, m]] = other[[m, n]]
        assert kim_2015.squares(points, other) >= least - 1e-9


def test_teel_conditions_on_the_total():
    log_odds = np.array([0.5, -1.0, 2.0, 0.0, -0.3])
    chosen = np.array([one for one in product([0, 1], repeat=5) if sum(one) == 2])
    weights = np.exp(chosen @ log_odds)
    np.testing.assert_allclose(teel_2015.marginals(log_odds, 2), weights @ chosen / weights.sum())


def test_franzolini_and_rebaudo_prefer_even_draws():
    draws = np.array([[0, 0, 0, 0, 0, 1]] * 3 + [[0, 0, 0, 1, 1, 1]] * 2)
    assert franzolini_2023.evenness(draws).round(2).tolist() == [0.65] * 3 + [1.0] * 2
    labels = franzolini_2023.solve(Problem(0, 2, "vi", draws=draws)).labels
    assert np.bincount(labels).tolist() == [3, 3]


def test_chen_and_gu_recover_memberships_from_expected_answers():
    rng = np.random.default_rng(1)
    shares = np.vstack([np.eye(3), rng.dirichlet(np.ones(3), 30)])
    found = chen_gu_2024.memberships(shares @ rng.random((3, 50)), 3)
    # Groups come in any order, so match them with the first three people, who belong to one group only.
    np.testing.assert_allclose(found[:, found[:3].argmax(axis=1)], shares, atol=1e-6)


def test_right_houses_do_not_depend_on_names():
    assert scores.right(np.array([2, 2, 0, 1]), np.array([0, 0, 1, 1])) == 0.75
    assert scores.sizes_met(np.array([1, 0, 0]), (1, 2))
    assert not scores.sizes_met(np.array([0, 0, 0]), (1, 2))


def test_chances_are_scored_for_those_whose_group_is_not_known():
    problem = Problem(
        0,
        2,
        sizes=(1, 2),
        known=np.array([-1, 0, -1, -1]),
        truth=np.array([0, 0, 1, 1]),
        between=np.array([1, 0, 0, 0]) > 0,
    )
    found = scores.score(problem, Solution(chances=np.array([[0.6, 0.4], [0.7, 0.3], [0.0, 1.0]])))
    # With sizes, the first of the two who seem to be in group 0 leaves it.
    assert (found["right"], found["right with sizes"]) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert found["log score"] == pytest.approx(np.log([0.6, 0.3, 1.0]).mean())
    # One person in each bin: 0.6 and right, 0.7 and wrong, 1 and right.
    assert found["calibration"] == pytest.approx((0.4 + 0.7) / 3)
    assert found["between"] == 1.0
    assert scores.area(np.array([1.0, 1.0, 0.0]), np.array([True, False, False])) == 0.75


def test_a_real_survey_is_read_only_if_it_is_the_file_that_was_measured(tmp_path, monkeypatch):
    monkeypatch.delenv(real_data.FOLDER, raising=False)
    read = real_data.read_source.__wrapped__
    with pytest.raises(UnavailableError, match="does not name a folder"):
        read("beps")
    monkeypatch.setenv(real_data.FOLDER, str(tmp_path))
    with pytest.raises(UnavailableError, match="is missing"):
        read("beps")
    lines = [
        "id,group,a,b",
        *(f"{n},{'xy'[n % 2]},{n % 3},{'?' if n == 0 else 'pq'[n % 2]}" for n in range(24)),
        "24,z,1,p",
    ]
    (tmp_path / "BEPS.csv").write_text("\n".join(lines))
    with pytest.raises(UnavailableError, match="not the file that was measured"):
        read("beps")
    digest = hashlib.sha256((tmp_path / "BEPS.csv").read_bytes()).hexdigest()
    source = real_data.SOURCES["beps"]._replace(digest=digest, questions=(2, 3))
    monkeypatch.setitem(real_data.SOURCES, "beps", source)
    monkeypatch.setattr(real_data, "read_source", read)
    problem = real_data.half_known("beps", 0)
    # The only one of group z is left out; the blank is no option.
    assert (problem.houses, problem.n_groups, sum(problem.sizes)) == (("x", "y"), 2, 12)
    assert problem.answers[:3, 0].tolist() == [-1, 1, 0]
    assert problem.numbers[:3, 0].tolist() == [0, 1, 2]
    assert real_data.nobody_known("beps", "even", 0).sizes == (12, 12)
    assert real_data.nobody_known("beps", "free", 0).sizes is None
    assert len(smaller(problem).table["name"]) == 24


def test_unevenness_is_that_of_the_slow_twin():
    problem = cases.people_to_mix(8, 6, "unevenness", 0)
    labels = np.arange(200) % 8
    assert scores.value(problem, labels) == pytest.approx(uneven(labels, problem.answers.T.astype(str).tolist(), 8))


def test_rows_compare_the_data_sets_that_both_did():
    peers = [
        Peer(name, "clusters answers", lambda _: Solution(), str, "", losses=("squares",))
        for name in ("ours", "theirs")
    ]
    ours = [{"index": n, "seconds": 1.0, "loss": 3.0, "right": 0.5} for n in range(3)]
    theirs = [{"index": n, "seconds": 10.0, "loss": loss, "right": 0.7} for n, loss in ((0, 2.0), (1, 4.0))]
    row = summarise(peers, [ours, theirs], None)[1]
    assert (row["sets"], row["times"], row["loss above"], row["loss worse in"], row["own loss"]) == (
        2,
        10.0,
        0.0,
        1,
        True,
    )
    assert row["right above"] == pytest.approx(-0.2)
    assert summarise(peers, [ours, "nothing in 5 minutes"], None)[1] == {
        "peer": "theirs",
        "reason": "nothing in 5 minutes",
    }


def test_goals_say_where_they_are_missed():
    row = {
        "peer": "salso",
        "sets": 2,
        "both": 2,
        "loss": 1.0,
        "own loss": True,
        "loss above": 0.01,
        "loss worse in": 1,
        "times": 4.0,
    }
    row |= {"right above": -0.1, "right above error": 0.05}
    case = {"title": "a case", "kind": "clusters answers", "loss": "vi", "rows": [{"peer": "bayeshat"}, row]}
    loss, other, right, _, faster = judge({"cases": [case]})
    assert loss.missed == ["a case: salso has 1, and bayeshat 1 % more (worse in 1 of 2 data sets)"]
    assert right.missed == ["a case: salso has 0.100 (standard error 0.050) more people right"]
    assert faster.missed == ["a case: salso takes 4 times as long as bayeshat"]
    assert (other.looked_at, other.missed) == (0, [])
    row |= {"loss above": -0.02}
    assert judge({"cases": [case]})[0].missed == [
        "a case: salso has 1, and bayeshat 2 % less (worse in 1 of 2 data sets)"
    ]
    row |= {"loss above": 0.0, "loss worse in": 0, "times": 10.0, "right above": -0.04}
    assert [goal.missed for goal in judge({"cases": [case]})] == [[], [], [], [], []]


def test_the_results_are_of_these_cases_and_peers():
    results = json.loads((Path(peers.__file__).parent / "results.json").read_text(encoding="utf-8"))
    for case in results["cases"]:
        known = cases.CASES[case["case"]]
        assert (case["title"], case["kind"]) == (known.title, known.kind)
        assert {row["peer"] for row in case["rows"]} <= {peer.name for peer in PEERS if peer.kind == known.kind}


def described(name, kind, missing=None):
    return {"name": name, "kind": kind, "missing": missing, "about": "", "losses": []}


def test_a_run_replaces_the_cases_it_measured_and_no_others():
    kept = {
        "peers": [described("bayeshat", "decides draws"), described("salso", "decides draws")],
        "cases": [{"case": name, "rows": [{"peer": "salso", "loss": 1.0}]} for name in ("exact", "sharp-200-vi")],
    }
    new = {"case": "sharp-200-vi", "rows": [{"peer": "salso", "loss": 0.5}]}
    first = {"case": "paper-even-vi", "rows": []}
    peers = [described("salso", "decides draws", "R is not installed"), described("kmodes", "clusters answers")]
    merged = results_file.merge(kept, peers, [new, first])
    assert merged["cases"] == [kept["cases"][0], first, new]
    assert merged["peers"] == [*kept["peers"], peers[1]]


def test_a_peer_s_rows_are_not_lost_by_measuring_a_case_without_it():
    kept = {"peers": [], "cases": [{"case": "exact", "rows": [{"peer": "bayeshat"}, {"peer": "salso"}]}]}
    assert results_file.find_lost(kept, {"exact"}, {"bayeshat"}) == ["salso"]
    assert results_file.find_lost(kept, {"sharp-200-vi"}, {"bayeshat"}) == []
    assert results_file.find_lost(kept, {"exact"}, {"bayeshat", "salso"}) == []


def test_results_are_read_as_they_were_written(tmp_path):
    path = tmp_path / "results.json"
    assert results_file.read_results(path) == {"peers": [], "cases": []}
    results_file.write_results(path, {"peers": [], "cases": [{"case": "exact"}]})
    assert results_file.read_results(path)["cases"] == [{"case": "exact"}]


def test_a_name_asks_for_itself_and_a_beginning_for_all_that_begin_so():
    names = ["classes-200", "classes-2000", "Houses-21"]
    assert choose(["classes-200"], names) == ["classes-200"]
    assert choose(["classes-20", "houses-21"], names) == names
    assert choose([""], names) == names
    assert choose([], names) == []

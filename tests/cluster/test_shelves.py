"""Partitions that one worker holds are seen to together, and that changes nothing but the number of tasks."""

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine.draws import as_draws
from bayeshat.engine.machines.numba_machine import NumbaMachine
from bayeshat.engine.problem import build_arrays
from bayeshat.engine.sizes import Sizes
from bayeshat.options import Workers

da = pytest.importorskip("dask.array", reason="needs bayeshat[dask]")

from bayeshat.engine.machines import dask_machine  # noqa: E402
from bayeshat.engine.machines.dask_machine import Shelves  # noqa: E402
from engine.test_machines import on_shelves  # noqa: E402

CHUNKS = (900, 1, 2000, 1099)


@pytest.fixture
def shelves():
    return Shelves([3, 0, 4, 2, 0, 1], [0, 1, 0, 1, 0, 1])


@pytest.fixture(scope="module")
def draws():
    """Labels of 4000 people in 60 draws, wrong in two of five."""
    rng = np.random.default_rng(1)
    truth = rng.integers(4, size=4000)
    return np.where(rng.random((60, 4000)) < 0.6, truth, rng.integers(4, size=(60, 4000)))


def test_places_on_shelves_and_numbers_of_people_belong_together(shelves):
    everybody = [np.concatenate(parts) for parts in shelves.group(np.split(np.arange(10), shelves.edges[1:-1]))]
    assert [own.tolist() for own in everybody] == [[0, 1, 2, 3, 4, 5, 6], [7, 8, 9]]
    people = np.array([8, 0, 5, 9, 4])  # in any order
    for shelf, places, some in shelves.split(people):
        assert everybody[shelf][places].tolist() == people[some].tolist()
    numbers, order = shelves.merge([np.array([1, 6]), np.array([0, 2])])
    assert numbers.tolist() == [1, 6, 7, 9]
    assert np.array([1, 6, 7, 9])[order].tolist() == numbers.tolist()


def test_people_of_shelves_are_merged_by_their_numbers():
    numbers, order = Shelves([2, 2, 2], [0, 1, 0]).merge([np.array([1, 2]), np.array([0, 1])])
    assert numbers.tolist() == [1, 2, 3, 4]
    assert np.array([1, 4, 2, 3])[order].tolist() == numbers.tolist()


@pytest.mark.parametrize(
    "options", [{"target": "balanced"}, {"target": [1500, 1000, 1000, 500], "size_weight": np.inf, "loss": "binder"}]
)
def test_shelves_change_nothing(draws, options, monkeypatch):
    monkeypatch.setattr(dask_machine, "share_out", lambda _: [1, 0, 0, 1])
    options = {**options, "starts": 4, "rng": 3}
    whole = bh.decide(draws, **options)
    parts = bh.decide(da.from_array(draws, chunks=(60, CHUNKS)), **options)
    assert (np.asarray(parts.labels) == whole.labels).all()
    assert parts.labels.chunks == (CHUNKS,)


def test_a_decision_takes_few_rounds_of_scheduling(draws, monkeypatch):
    rounds, ask = [], dask_machine.DaskMachine._ask

    def count(self, tasks):
        rounds.append(len(tasks))
        return ask(self, tasks)

    monkeypatch.setattr(dask_machine, "share_out", lambda _: [1, 0, 0, 1])
    monkeypatch.setattr(dask_machine.DaskMachine, "_ask", count)
    bh.decide(da.from_array(draws, chunks=(60, CHUNKS)), "balanced", rng=3)
    assert max(rounds) <= 2  # a task for each shelf
    assert len(rounds) <= 90  # 72, for four ends of the search


@pytest.mark.parametrize(("most", "narrowed"), [(2e8, True), (2e5, True), (0, False)])
def test_few_enough_people_come_here(draws, most, narrowed, monkeypatch):
    """With less space fewer people move at a time, and the decision is as good."""
    seen, narrow = [], dask_machine.DaskMachine.narrowed

    def count(self, people):
        seen.append(len(people))
        return narrow(self, people)

    monkeypatch.setattr(dask_machine, "_MAX_GATHERED_BYTES", most)
    monkeypatch.setattr(dask_machine.DaskMachine, "narrowed", count)
    parts = bh.decide(da.from_array(draws, chunks=(60, CHUNKS)), "balanced", starts=4, rng=3)
    assert all(0 < n * (60 + 16 * 4 + 24) <= most for n in seen)
    assert bool(seen) == narrowed
    assert parts.expected_loss <= bh.decide(draws, "balanced", starts=4, rng=3).expected_loss + 1e-4


def test_people_on_shelves_move_as_in_one_place(monkeypatch):
    monkeypatch.setattr(dask_machine, "share_out", lambda _: [1, 0, 0, 1])
    rng = np.random.default_rng(0)
    truth, start = rng.integers(3, size=(2, 203))
    draws = as_draws(np.where(rng.random((20, 203)) < 0.6, truth, rng.integers(3, size=(20, 203))))
    shares = np.stack([(draws.codes == k).mean(axis=1) for k in range(3)], axis=1)
    options = {"size_weight": 0.5, "pseudocount": 0.1, "labels": "fixed"}
    target = Sizes.read([100, 60, 43], n_people=203, n_clusters=3, **options)
    problem = build_arrays(draws, bh.VI() + 0.5 * bh.Placement(), target, shares, 203)
    told = []
    for kind in (NumbaMachine, on_shelves):
        people = kind(problem, Workers(1))
        people.start(start)
        seen = [people.objective(), np.trace(people.costs_by_group())]
        changes = people.move_each(50)
        assert changes > 0
        seen += [changes, people.objective(), np.trace(people.costs_by_group())]
        told.append((seen, people.labels_on_host().tolist()))
    assert told[0][0] == pytest.approx(told[1][0])
    assert told[0][1] == told[1][1]

"""From Parquet to Parquet, in threads and in a cluster of two worker processes."""

import json
import os
import signal
from dataclasses import asdict
from inspect import signature
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import bayeshat as bh
from bayeshat.cluster.partitioned_answers import open_partitions
from bayeshat.cluster.scheduler import connect, tell_memory
from bayeshat.cluster.tasks import hold, share_out
from bayeshat.errors import AnswersError, CapacityError, ClusterError, InputError
from bayeshat.sample.fit import PLACES

da = pytest.importorskip("dask.array", reason="needs bayeshat[dask]")
dd = pytest.importorskip("dask.dataframe", reason="needs bayeshat[dask]")
distributed = pytest.importorskip("distributed", reason="needs bayeshat[dask]")

from dask.system import CPU_COUNT  # noqa: E402

QUICK = {"learn_from": 200, "chains": 2, "tune": 50, "draws": 20, "max_draws": 20, "rng": 7}


def groups(folder):
    return pd.read_parquet(folder)


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    return tmp_path_factory.mktemp("sorted") / "here"


@pytest.fixture(scope="module")
def sorted_here(survey, parts, here):
    """Sort without a scheduler."""
    result = bh.sort_partitions(survey, parts, folder=here, **QUICK)
    return result, groups(here)


@pytest.fixture(scope="module")
def client(sorted_here):  # which is sorted before there is a scheduler
    """Connect to two workers that are threads of this process, whose memory they share."""
    place = {"host": "127.0.0.1", "dashboard_address": ":0", "protocol": "tcp"}
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, memory_limit="16GB", **place
        ) as cluster,
        connect(cluster.scheduler_address) as client,
    ):
        client.wait_for_workers(2)
        yield client


def test_every_setting_of_fit_reaches_people_in_partitions(survey, people, monkeypatch):
    """Two settings were dropped without a word; ``known``, ``totals`` and a ``style`` are refused."""
    given = {}

    def keep(survey, answers, settings, rng, progress, **options):
        given.update(asdict(settings) | {"rng": rng, "progress": progress} | options)

    monkeypatch.setitem(PLACES, "partitions", keep)
    bh.fit(survey, dd.from_pandas(people[1][:10], npartitions=2))
    assert set(given) == set(signature(bh.fit).parameters) - {"survey", "answers", "unknown", "style"}


def test_everybody_has_a_group_and_its_probability(survey, people, sorted_here, here):
    result, written = sorted_here
    assert written["name"].tolist() == people[1]["name"].tolist()
    assert written["group"].value_counts().to_dict() == dict.fromkeys(survey.cluster_names, 1000)
    z, labels = result.posterior.z.compute(), np.asarray(result.decision.labels)
    np.testing.assert_allclose(written["probability"], (z == labels).mean(axis=(0, 1)), atol=1e-12)
    told = json.loads((here / "_decision.json").read_text())
    assert told["people"] == 4000
    assert told["learned_from"] == 200
    assert told["sizes"] == [1000] * 4


def test_neither_partitions_nor_the_place_of_the_decision_matter(survey, people, sorted_here):
    result, _ = sorted_here
    other = bh.fit(survey, dd.from_pandas(people[1], npartitions=3), **QUICK)
    assert (other.z.compute() == result.posterior.z.compute()).all()
    here = bh.fit(survey, people[1], **QUICK)
    assert (here.z == other.z.compute()).all()
    whole = bh.LabelDraws(other.codes.compute(), np.full(40, 1 / 40), survey.cluster_names, 4, np.arange(4))
    one, many = (bh.decide(draws, [1000] * 4, size_weight=1.0, rng=1) for draws in (whole, other))
    assert (np.asarray(many.labels) == one.labels).all()


def test_a_posterior_in_partitions_knows_clusters_but_not_single_people(survey, people):
    posterior = bh.fit(survey, dd.from_pandas(people[1], npartitions=3), **QUICK)
    assert isinstance(posterior, bh.Posterior)
    assert (posterior.n_chains, posterior.n_draws, posterior.n_people, posterior.n_clusters) == (2, 20, 4000, 4)
    assert posterior.phi.shape[:3] == (2, 20, 4)
    assert posterior.identified
    assert posterior.prior is posterior.learned.prior
    for name in ("names", "theta", "theta_mean", "memberships", "columns"):
        with pytest.raises(InputError, match=rf"has no {name}.* Use posterior\.learned\.{name} for the 200 people"):
            getattr(posterior, name)
    with pytest.raises(InputError, match="has no names"):
        posterior.summary()
    with pytest.raises(AttributeError, match=r"^nonsense$"):
        _ = posterior.nonsense


def test_chunks_that_one_worker_holds_are_one_share(client):
    (held,) = hold([da.arange(60, chunks=10)])
    holders = client.who_has(distributed.futures_of(held))
    shares = share_out(held)
    together = {(share, *holders[key]) for share, key in zip(shares, held.__dask_keys__(), strict=True)}
    assert len(together) == len(set(shares)) == len(set(holders.values()))
    alone = share_out(da.arange(60, chunks=10))
    assert alone == sorted(alone)
    assert len(set(alone)) == min(6, CPU_COUNT)


def test_workers_sort_alike(survey, parts, sorted_here, client, tmp_path):
    bh.sort_partitions(survey, parts, folder=tmp_path / "there", **QUICK)
    pd.testing.assert_frame_equal(groups(tmp_path / "there"), sorted_here[1])


@pytest.mark.long
def test_a_cluster_sorts_alike_even_if_a_worker_is_lost(survey, parts, sorted_here, tmp_path):
    lost = []

    def kill(_, word):
        if str(word).startswith("deciding: improving") and not lost:
            lost.extend(client.run(os.getpid).values())
            os.kill(lost[0], signal.SIGKILL)

    with connect("local", workers=2, memory="1GB") as client:
        bh.sort_partitions(survey, parts, folder=tmp_path / "there", progress=kill, **QUICK)
    assert len(lost) == 2
    pd.testing.assert_frame_equal(groups(tmp_path / "there"), sorted_here[1])


def test_memory_is_stated_and_refused_if_workers_have_too_little(client):
    told = str(tell_memory(10**6, 100))
    assert told.startswith("1,000,000 people x 100 draws: 95.4 MiB, 47.7 MiB on each of 2 workers")
    with pytest.raises(CapacityError, match=r"must fit into 60% of the workers' memory.*Add workers"):
        tell_memory(10**8, 1000)


def test_a_lost_scheduler_is_said_plainly(survey, parts):
    cluster = distributed.LocalCluster(
        n_workers=1, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=":0"
    )

    def work():
        with connect(cluster.scheduler_address) as client:
            frame = open_partitions(parts)
            client._timeout = 0.5  # seconds in which it tries to connect again
            cluster.close()
            bh.fit(survey, frame, **QUICK)

    with pytest.raises(ClusterError, match=r"must stay reachable until the end; the connection was lost.*same seed"):
        work()


def test_a_scheduler_must_answer(monkeypatch):
    monkeypatch.setattr("bayeshat.cluster.scheduler._MAX_SECONDS_TO_CONNECT", 0.2)
    with (
        pytest.raises(ClusterError, match=r"A scheduler must answer at tcp://127.0.0.1:1; got no answer"),
        connect("tcp://127.0.0.1:1"),
    ):
        pass
    with pytest.raises(InputError, match="must be 'local' or an address"), connect("somewhere"):
        pass


def test_folders_with_other_parts_and_missing_files_are_refused(survey, parts, tmp_path):
    with pytest.raises(InputError, match=r"new or empty folder.*part-0.parquet"):
        bh.sort_partitions(survey, parts, folder=Path(parts).parent)
    with pytest.raises(AnswersError, match="Parquet files that exist"):
        bh.sort_partitions(survey, "nothing-*.parquet", folder=tmp_path / "out")

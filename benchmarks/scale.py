"""Draws in partitions: what each step costs, whether the formula of docs/method/scale.md holds, what a cluster adds."""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
from tools import say, uncertain_draws

import bayeshat as bh

# The partitions of the checks; small enough that the scheduler's part shows.
PARTITIONS = 8
# Without a scheduler, the partitions are shared out among the cores of this machine.
SHARES = min(PARTITIONS, os.cpu_count())
# How many rounds a decision takes, and which share of the people moves in one, on average.
ROUNDS, MOVED = 12, 0.1
# People, draws, groups of the sizes that the formula is checked at.
SIZES = ((20_000, 1000, 4), (100_000, 200, 8), (400_000, 100, 4))


def scale():
    """Time and bytes per step of people in partitions: constants, a check at three sizes, two workers, memory."""
    import dask

    with dask.config.set(scheduler="sync"):
        constants = measure()
        for name, value in constants.items():
            print(f"  {name:<56} {value * 1e9:10.3g} ns")
        for size in SIZES:
            predicted, measured = predict(constants, *size, SHARES), one_round(*size)["round"]
            say("N={} T={} G={}: a round, formula / measured".format(*size), predicted / measured, 1.5)
            say("N={} T={} G={}: a round, measured / formula".format(*size), measured / predicted, 1.5)
    for n_people, workers in ((10**9, 100), (10**9, 1000), (10**10, 100), (10**10, 1000)):
        tell_cluster(constants, n_people, workers)
    for n_draws in (200, 1000):
        overhead(n_draws=n_draws)


def measure():
    """Return the constants in seconds: per cell of a pass, per person, per task, per answer read, per label drawn."""
    wide, narrow = one_round(50_000, 400, 4), one_round(50_000, 20, 4)
    cells = 50_000 * 380
    empty, many = one_round(4000, 4, 4), one_round(400_000, 4, 4)
    return {
        "gains, per person, draw and four groups": (wide["majorise"] - narrow["majorise"]) / cells,
        "counts, per mover and draw": (wide["adopt"] - narrow["adopt"]) / (380 * wide["moved"]),
        "prices and choices, per person": (many["step"] - empty["step"]) / 396_000,
        "scheduling (in this process), per thread and round": empty["round"] / SHARES,
        **labels_and_answers(),
    }


def one_round(n_people, n_draws, n_groups):
    """Return the CPU seconds of the parts of one round of the descent from a random start, and how many moved."""
    import dask.array as da

    from bayeshat.engine.draws import as_draws
    from bayeshat.engine.machines.dask_machine import DaskMachine
    from bayeshat.engine.problem import build_arrays
    from bayeshat.engine.search.transport import Transport
    from bayeshat.engine.sizes import Sizes
    from bayeshat.options import Workers

    known = as_draws(uncertain_draws(n_people, 4, n_draws))
    target = Sizes.read([1 / n_groups] * n_groups, size_weight=np.inf, n_people=n_people, n_clusters=4)
    problem = build_arrays(known, bh.VI(), target, None, n_people)
    pieces = da.from_array(known.codes, chunks=(-(-n_people // PARTITIONS), -1)).persist()
    people = DaskMachine(problem._replace(z=pieces), Workers(1))
    people.start(np.arange(n_people) % n_groups)
    transport = Transport(problem.size)
    best = {}
    for _ in range(3):
        before = np.asarray(people.labels_on_host())
        took = {
            "majorise": cpu(lambda: (people.majorise(), people.gains_of(np.arange(1)))),  # gains wait until asked for
            "step": cpu(lambda: transport(people)),
            "adopt": cpu(people.adopt),
        }
        took["round"] = sum(took.values())
        took["moved"] = int((np.asarray(people.labels_on_host()) != before).sum())
        people.start(np.arange(n_people) % n_groups)
        best = took if not best or took["round"] < best["round"] else best
    return best


def labels_and_answers():
    """Return the seconds per answer that is read and coded, and per answer and draw of a label."""
    import dask.dataframe as dd

    from bayeshat.cluster.partitioned_answers import read_partitions

    survey = bh.Survey.load("hogwarts")
    n_people, n_draws = 50_000, 100
    answers = read_partitions(dd.from_pandas(frame_of(survey, n_people), npartitions=1), survey)
    options = {"learn_from": 300, "chains": 2, "tune": 50, "draws": n_draws // 2, "max_draws": n_draws // 2}
    few = dd.from_pandas(frame_of(survey, 400), npartitions=1)
    bh.fit(survey, few, **options)
    learning = cpu(lambda: bh.fit(survey, few, **options))
    cells = n_people * survey.n_questions
    read = cpu(lambda: read_partitions(answers.frame, survey)) / cells
    return {
        "answers read and coded, each": read,
        "labels, per person, draw and answer": (cpu(lambda: bh.fit(survey, answers, **options)) - learning)
        / (cells * n_draws),
    }


def predict(constants, n_people, n_draws, n_groups, partitions, moved=0.75):
    """Return the CPU seconds of one round by the formula of docs/method/scale.md."""
    gains, counts, choices, task, *_ = constants.values()
    cells = n_people * n_draws * (gains * -(-n_groups // 4) + counts * moved)
    return cells + n_people * choices * -(-n_groups // 4) + partitions * task


def tell_cluster(constants, n_people, workers, n_draws=1000, n_questions=12):
    """Print what the formula says for a cluster, with partitions of a million people."""
    partitions = n_people // 10**6
    whole = predict(constants, n_people, n_draws, 4, 0, MOVED) * ROUNDS / workers
    scheduled = ROUNDS * min(partitions, workers) * constants["scheduling (in this process), per thread and round"]
    labels = n_people * n_draws * n_questions * constants["labels, per person, draw and answer"] / workers
    each = n_people * (n_draws * 4 / 3 + 8 * 4 * 3 + 4 + n_questions) / workers / 2**30
    print(
        f"  {n_people:.0e} people on {workers} workers (one core each): labels {labels:.0f} s, decision {whole:.0f} s "
        f"and {scheduled:.0f} s of scheduling; {each:.0f} GiB on each worker"
    )


def overhead(n_people=1_000_000, n_draws=200):
    """Compare the CPU time of a cluster of two worker processes, all processes together, with one process."""
    import dask.array as da

    from bayeshat.cluster.scheduler import connect
    from bayeshat.cluster.tasks import task

    draws = uncertain_draws(n_people, 4, n_draws)
    bh.decide(draws[:, :10_000], "balanced", threads=1)
    found = []
    alone = cpu(lambda: found.append(bh.decide(draws, "balanced", size_weight=1, threads=1).labels))
    with connect("local", workers=2, memory="4GB") as client, tempfile.TemporaryDirectory() as folder:
        np.save(Path(folder) / "draws.npy", draws)
        edges = np.linspace(0, n_people, PARTITIONS + 1).astype(int).tolist()
        pieces = [
            (stop - start, task(load_part, f"{folder}/draws.npy", start, stop)) for start, stop in pairwise(edges)
        ]
        lazy = da.concatenate([da.from_delayed(piece, (n_draws, n), np.int8) for n, piece in pieces], axis=1)
        warm = bh.decide(lazy[:, :10_000].rechunk((-1, 5000)), "balanced")
        assert warm.n_people == 10_000
        idle = cpu_of_all(client, lambda: time.sleep(3)) / 3
        began = time.perf_counter()
        took = cpu_of_all(client, lambda: found.append(np.asarray(bh.decide(lazy, "balanced", size_weight=1).labels)))
        waited = idle * (time.perf_counter() - began)
        peak = max(client.run(peak_memory).values())
    assert (found[0] == found[1]).all()
    print(f"  N={n_people} T={n_draws}: CPU seconds {alone:.1f} in one process, {took:.1f} in client and two workers,")
    print(
        f"  {waited:.1f} of them by being up so long (on a loaded machine); the same labels; {peak:.2f} GiB in a worker"
    )
    say(f"N={n_people} T={n_draws}: client and two workers / one process", (took - waited) / alone, 1.5)


def end_to_end(n_people, draws=25):
    """Sort people from Parquet to Parquet in a local cluster of two workers with 4 GB each."""
    from bayeshat.cluster.scheduler import connect

    survey = bh.Survey.load("hogwarts")
    part = 500_000
    with tempfile.TemporaryDirectory() as folder, connect("local", workers=2, memory="4GB") as client:
        for number in range(-(-n_people // part)):
            frame = frame_of(survey, min(part, n_people - number * part), seed=number)
            frame.to_parquet(Path(folder) / f"part-{number:05d}.parquet", index=False)
        began = time.perf_counter()
        said = set()

        def tell(_, word):
            if word not in said:
                said.add(word)
                print(f"  {time.perf_counter() - began:6.0f} s  {word}", flush=True)

        result = bh.sort_partitions(
            survey, f"{folder}/part-*.parquet", folder=f"{folder}/out", progress=tell, draws=draws, max_draws=2000
        )
        took, peak = time.perf_counter() - began, max(client.run(peak_memory).values())
    print(f"  N={n_people} T={4 * draws}: {took:.0f} s, at most {peak:.2f} GiB in a worker, {result.decision.sizes}")


def frame_of(survey, n_people, seed=0):
    """Return simulated answers as a frame of options."""
    import pandas as pd

    codes = bh.simulate(survey, n_people, rng=seed).answers.codes
    asked = zip(survey.questions, codes.T, strict=True)
    columns = {question.id: np.array(question.options)[chosen] for question, chosen in asked}
    return pd.DataFrame({"name": [f"{seed}-{n}" for n in range(n_people)], **columns})


def cpu(work):
    """Return the CPU seconds of this process, all threads, for the work."""
    began = time.process_time()
    work()
    return time.process_time() - began


def load_part(path, start, stop):
    """Return the draws of some people, as a worker reads them."""
    return np.load(path, mmap_mode="r")[:, start:stop].copy()


def cpu_of_all(client, work):
    """Return the CPU seconds of this process and the workers for the work."""
    before = sum(client.run(time.process_time).values())
    here = cpu(work)
    return here + sum(client.run(time.process_time).values()) - before


def peak_memory():
    """Return the most memory that this process has ever had, in GiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


if __name__ == "__main__":
    end_to_end(int(float(sys.argv[1])) if len(sys.argv) > 1 else 1_000_000)

"""What sorting costs as it grows, through the public functions: on the CPU, on one GPU, in a cluster.

``python benchmarks/cost.py cpu cuda cluster decisions`` measures these on this machine and writes each figure into
``docs/pictures/cost.json``; without a word it only draws ``docs/pictures/cost.svg`` from that file. "cuda" needs
``bayeshat[cuda]``, and "cluster", a local one with a worker for each core, ``bayeshat[dask]``. "decisions" are those by
draws, clusters and groups: on one thread, and on the GPU where there is one.

Each number of people is a process of its own, which first runs once on few people, so kernels are compiled and the most
memory is that of the run alone. 1e8 people take 32 GiB of the GPU's memory.
"""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from scale import frame_of
from tools import say, uncertain_draws

import bayeshat as bh
from bayeshat._cuda import has_gpu, load_cupy
from bayeshat.survey.answers import Answers

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
RESULTS, PICTURE = PICTURES / "cost.json", PICTURES / "cost.svg"
# Numbers of people, by where they are sorted. With more it would take many minutes there.
PEOPLE = {
    "cpu": (10, 100, 1000, 10_000, 100_000),
    "cuda": (10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000),
    "cluster": (1000, 10_000, 100_000),
}
# People whose decisions are timed by draws, clusters and groups, and how many of these there are otherwise.
DECIDED = 100_000
USUAL = {"draws": 300, "clusters": 4, "groups": 4}
SIZES = {
    "draws": (100, 300, 1000, 3000),
    "clusters": (2, 4, 16, 64),
    "groups": (2, 4, 16),
}
# Seconds from answers to groups on one GPU, at most.
LIMITS = {10_000: 1.0, 1_000_000: 6.0, 100_000_000: 90.0}
# People who are sorted first.
WARM = 4000
# People whose answers are simulated; with more, answers come again.
SIMULATED = 1_000_000
NAMES = {"cpu": "CPU", "cuda": "GPU", "cluster": "cluster"}
COLORS = {"cpu": "#d55e00", "cuda": "#0072b2", "cluster": "#009e73"}
MARKS = {"cpu": "o", "cuda": "s", "cluster": "^"}


class Names(Sequence):
    """Names that take no memory."""

    def __init__(self, n_people):
        self.n_people = n_people

    def __len__(self):
        return self.n_people

    def __getitem__(self, n):
        return f"person {n + 1}"


def twelve_questions():
    """The survey hogwarts, with some of its questions asked twice."""
    survey = bh.Survey.load("hogwarts")
    again = tuple(
        replace(question, id=f"{question.id}-again", text=f"{question.text} (again)")
        for question in survey.questions[: 12 - survey.n_questions]
    )
    prior = np.concatenate([survey.answer_prior, survey.answer_prior[:, : len(again)]], axis=1)
    return replace(survey, questions=survey.questions + again, answer_prior=prior)


def answers_of(survey, n_people):
    """Simulated answers, every million of people the same ones in another order."""
    if n_people <= SIMULATED:
        return bh.simulate(survey, n_people, rng=1).answers
    some, rng = bh.simulate(survey, SIMULATED, rng=1).answers, np.random.default_rng(1)
    codes = np.empty((n_people, some.codes.shape[1]), np.int16)
    for first in range(0, n_people, SIMULATED):
        here = codes[first : first + SIMULATED]
        here[:] = some.codes[rng.permutation(SIMULATED)[: len(here)]]
    return Answers(codes, Names(n_people), {}, some.questions)


def measure_people(device, n_people):
    """Sort this many people from their answers; return seconds, memory, and whether the chains agreed."""
    survey = twelve_questions()
    if device == "cluster":
        return measure_cluster(survey, n_people)
    short = {"draws": 50, "max_draws": 50, "thin": 1, "tune": 50} if n_people > WARM else {}
    sort(survey, answers_of(survey, min(n_people, WARM)), device, **short)
    answers = answers_of(survey, n_people)
    forget_peak()
    took = sort(survey, answers, device)
    took["memory"] = {"host": peak_memory()}
    if device == "cuda":
        took["memory"]["gpu"] = load_cupy().get_default_memory_pool().total_bytes() / 2**30
    return took


def measure_cluster(survey, n_people):
    """Sort people in partitions, in a local cluster; the memory is that of the client and all workers."""
    import dask.dataframe as dd

    from bayeshat.cluster.scheduler import connect

    with connect("local") as client:
        n_workers = len(client.scheduler_info(n_workers=-1)["workers"])
        short = {"draws": 50, "max_draws": 50, "thin": 1, "tune": 50}
        sort(survey, dd.from_pandas(frame_of(survey, WARM), npartitions=n_workers), None, **short)
        answers = dd.from_pandas(frame_of(survey, n_people), npartitions=2 * n_workers)
        forget_peak()
        client.run(forget_peak)
        took = sort(survey, answers, None)
        took["memory"] = {"host": peak_memory() + sum(client.run(peak_memory).values())}
        return took


def sort(survey, answers, device, **options):
    """Sample and decide; return the seconds of both, and whether the chains agreed."""
    where = {} if device is None else {"device": device}
    began = time.perf_counter()
    posterior = bh.fit(survey, answers, rng=1, **where, **options)
    sampled = time.perf_counter()
    decision = bh.decide(posterior, "balanced", rng=1, **where)
    labels = np.asarray(decision.labels)
    done = time.perf_counter()
    assert len(labels) == posterior.n_people
    status = posterior.status
    return {
        "fit": sampled - began,
        "decide": done - sampled,
        "converged": status.converged,
        "r_hat": status.r_hat,
        "effective": status.effective,
        "loss": float(decision.expected_loss),
    }


def measure_decisions():
    """Keep a row for each number of draws, clusters and groups."""
    devices = ("cpu", "cuda") if has_gpu() else ("cpu",)
    for what, sizes in SIZES.items():
        for size in sizes:
            about = USUAL | {what: size}
            draws = uncertain_draws(DECIDED, about["clusters"], about["draws"])
            for device in devices:
                row = {"what": what, "size": size, "device": device, **decide(draws, about["groups"], device)}
                print(f"  {size} {what}, {device}: {row['decide']:.2f} s, loss {row['loss']:.5f}", flush=True)
                keep(row)


def decide(draws, groups, device):
    """Decide twice on draws, which lie on the GPU if it decides; return the seconds of the second decision.

    On the CPU it is processor time, so that other work on the machine matters little.
    """
    clock, threads = time.process_time, 1
    if device == "cuda":
        draws, clock, threads = load_cupy().asarray(draws), time.perf_counter, None
    for _ in range(2):
        began = clock()
        found = bh.decide(draws, "balanced", groups=groups, device=device, rng=1, threads=threads)
        took = clock() - began
    return {"decide": took, "loss": float(found.expected_loss)}


def many_groups(n_people=DECIDED, n_clusters=50, n_draws=1000):
    """Draws of many clusters, sorted into as many groups, on the GPU and on all cores."""
    rng = np.random.default_rng(0)
    own = rng.integers(n_clusters, size=n_people, dtype=np.uint8)
    other = rng.integers(n_clusters, size=(n_draws, n_people), dtype=np.uint8)
    draws = np.where(rng.random((n_draws, n_people), dtype=np.float32) < 0.5, own, other)
    there, took = load_cupy().asarray(draws), {}
    for device, given in (("cuda", there), ("cpu", draws)):
        for _ in range(2):
            began = time.perf_counter()
            found = bh.decide(given, "balanced", device=device, rng=1)
            took[device] = time.perf_counter() - began
        print(f"  {n_clusters} groups, {device}: {took[device]:.2f} s, loss {found.expected_loss:.5f}", flush=True)
    say(f"{n_people:,} people in {n_clusters} groups: seconds on the GPU", took["cuda"], 3)
    times = took["cpu"] / took["cuda"]
    say(f"{n_people:,} people in {n_clusters} groups: times faster than the CPU", times, 1, "at least")


def forget_peak():
    """Let the most memory of this process begin with what it has now."""
    Path("/proc/self/clear_refs").write_text("5")


def peak_memory():
    """Return the most memory that this process has had since then, in GiB."""
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 2**20


def measure(devices):
    """Sort people on these devices."""
    rows = []
    for device in devices:
        for n_people in PEOPLE[device]:
            command = [sys.executable, __file__, "--case", device, str(n_people)]
            run = subprocess.run(command, check=True, capture_output=True, text=True)
            row = {"what": "people", "size": n_people, "device": device, **json.loads(run.stdout.splitlines()[-1])}
            rows.append(row)
            print(
                f"  {n_people:,} people, {device}: fit {row['fit']:.2f} s, decide {row['decide']:.2f} s, "
                f"{row['memory']} GiB, R-hat {row['r_hat']:.4f}, {row['effective']:.0f} effective draws",
                flush=True,
            )
            keep(row)
    check(rows)


def keep(row):
    """Write a row into the file, in the place of an earlier one."""
    rows = json.loads(RESULTS.read_text())["rows"] if RESULTS.exists() else []
    same = ("what", "size", "device")
    others = [one for one in rows if any(one[name] != row[name] for name in same)]
    rows = sorted([*others, rounded(row | machine())], key=lambda one: tuple(one[name] for name in same))
    RESULTS.write_text(json.dumps({"rows": rows}, indent=1) + "\n")


def machine():
    """Return where and when this was measured, and how busy the machine was."""
    about = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}"
    if has_gpu():
        name = load_cupy().cuda.runtime.getDeviceProperties(0)["name"].decode()
        about = f"{name}, {about}"
    return {"machine": about, "day": datetime.date.today().isoformat()}


def rounded(value):
    """Return numbers with five digits."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return float(f"{value:.5g}") if isinstance(value, float) else value


def check(rows):
    """Say whether the chains agreed, and how the GPU compares with its limits and with the CPU."""
    seconds = {(row["device"], row["size"]): row["fit"] + row["decide"] for row in rows if row["what"] == "people"}
    for row in rows:
        if row["what"] == "people":
            say(f"{row['size']:,} people, {row['device']}: converged (1 is yes)", row["converged"], 1, "at least")
    for (device, n_people), took in seconds.items():
        if device == "cuda" and n_people in LIMITS:
            say(f"{n_people:,} people: seconds on the GPU", took, LIMITS[n_people])
        if device == "cuda" and n_people >= 1000 and ("cpu", n_people) in seconds:
            say(f"{n_people:,} people: times faster than the CPU", seconds["cpu", n_people] / took, 1, "at least")


def draw(rows):
    """Return the picture."""
    from matplotlib.figure import Figure

    from bayeshat.plot.canvas import MEDIUM, add_legend

    figure = Figure(figsize=(7.5, 5.6), layout="constrained")
    above, below = figure.subfigures(2, 1, height_ratios=[1.25, 1])
    top, bottom = above.subplots(1, 2), below.subplots(1, 3, sharey=True)
    people = [row for row in rows if row["what"] == "people"]
    draw_lines(top[0], people, lambda row: row["fit"] + row["decide"], "people", "seconds from answers to groups")
    draw_lines(top[1], people, lambda row: row["memory"]["host"], "people", "GiB of memory")
    on_gpu = [row for row in people if row["device"] == "cuda"]
    draw_lines(top[1], on_gpu, lambda row: row["memory"]["gpu"], "people", "GiB of memory", linestyle=":")
    for ax, what in zip(bottom, SIZES, strict=True):
        mine = [row for row in rows if row["what"] == what]
        others = ", ".join(f"{size} {name}" for name, size in USUAL.items() if name != what)
        draw_lines(ax, mine, lambda row: row["decide"], f"{what} ({others})", "")
        ax.set_xticks(SIZES[what], labels=[str(size) for size in SIZES[what]])
        ax.set_xticks([], minor=True)
    bottom[0].set_ylabel("seconds", fontsize=MEDIUM)
    bottom[0].set_ylim(0.05, 50)
    words = "Decisions about 100 000 people; on the CPU, of one thread"
    below.suptitle(words, fontsize=MEDIUM)
    lines = [*top[0].lines, top[1].lines[-1]]
    add_legend(figure, lines, [*(NAMES[line.get_gid()] for line in top[0].lines), "GPU's memory"])
    return figure


def draw_lines(ax, rows, value, x_words, y_words, linestyle="-"):
    """Draw a line for each device, on logarithmic axes."""
    from bayeshat.plot.canvas import FAINT, MEDIUM, style_axes

    for device in dict.fromkeys(row["device"] for row in rows):
        mine = sorted((row for row in rows if row["device"] == device), key=lambda row: row["size"])
        ax.loglog(
            [row["size"] for row in mine],
            [value(row) for row in mine],
            linestyle,
            color=COLORS[device],
            marker=MARKS[device],
            markersize=3.5,
            linewidth=1.2,
            gid=device,
        )
    ax.set_xlabel(x_words, fontsize=MEDIUM)
    ax.set_ylabel(y_words, fontsize=MEDIUM)
    ax.grid(color=FAINT, linewidth=0.4, alpha=0.6)
    style_axes(ax)


def main():
    words = sys.argv[1:]
    if words[:1] == ["--case"]:
        print(json.dumps(measure_people(words[1], int(words[2]))))
        return
    measure([word for word in words if word in PEOPLE])
    if "decisions" in words:
        measure_decisions()
        if has_gpu():
            many_groups()
    import matplotlib

    # The same figures give the same file.
    matplotlib.rcParams["svg.hashsalt"] = "cost"
    draw(json.loads(RESULTS.read_text())["rows"]).savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    main()

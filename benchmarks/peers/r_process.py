"""One Rscript process per call: files in a temporary folder in, files out, and R's own stopwatch.

What the script finds in the folder named by its one argument (what the problem has not, is not there):

    settings.csv          one row with a heading: loss, n_groups, seed
    sizes.csv             one wanted size per line, no heading
    draws.csv             T lines of N clusters, from 1
    answers.csv           N lines of Q categories, from 1; NA if not answered
    numbers.csv           N lines of P numbers
    answer_prior.csv      cluster, question, option (from 1), count; no heading
    membership_prior.csv  one number per line

What it writes there:

    seconds.txt           processor seconds of the work alone: ``sum(proc.time()[1:2])`` after less before
    labels.csv            one group per line, from 1
    loss.txt              the loss by its own reckoning
                          or, for a sampler:
    theta.bin, theta.txt  ``writeBin(as.double(x), ...)`` of an array dim = c(K, N, draw, chain); these four numbers
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import numpy as np

from .protocol import Problem, Solution, UnavailableError

SCRIPTS = Path(__file__).parent / "r"


@cache
def version_in_r(package: str) -> str:
    """Return the version of an R package, or raise `UnavailableError`."""
    if shutil.which("Rscript") is None:
        raise UnavailableError("R is not installed")
    asked = f"cat(as.character(packageVersion('{package}')), as.character(getRversion()))"
    done = subprocess.run(["Rscript", "--vanilla", "-e", asked], capture_output=True, text=True, check=False)
    if done.returncode:
        raise UnavailableError(f"R package {package} is not installed in R's library or a folder that R_LIBS names")
    own, language = done.stdout.split()
    return f"{own} (R {language})"


def solve_in_r(script: str, *options: str) -> Callable[[Problem], Solution]:
    """Return what runs a script of the folder ``r`` on a problem, on one thread."""
    return partial(_solve, script, options)


def _solve(script: str, options: tuple[str, ...], problem: Problem) -> Solution:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder, problem)
        one = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MC_CORES": "1"}
        done = subprocess.run(
            ["Rscript", "--vanilla", script, name, *options],
            cwd=SCRIPTS,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, **one},
        )
        if done.returncode < 0:
            raise TimeoutError(f"{script} was stopped")
        if done.returncode:
            raise RuntimeError(f"{script} failed: {done.stderr.strip()[-500:]}")
        seconds = float((folder / "seconds.txt").read_text())
        if (folder / "labels.csv").exists():
            labels = np.loadtxt(folder / "labels.csv", dtype=int, ndmin=1) - 1
            own = float((folder / "loss.txt").read_text())
            return Solution(labels=labels, seconds=seconds, notes={"own loss": own})
        shape = [int(n) for n in (folder / "theta.txt").read_text().split()]
        return Solution(theta=np.fromfile(folder / "theta.bin").reshape(shape[::-1]), seconds=seconds)


def _write(folder: Path, problem: Problem) -> None:
    settings = f"loss,n_groups,seed\n{problem.loss or ''},{problem.n_groups},{problem.seed}\n"
    (folder / "settings.csv").write_text(settings)
    if problem.sizes is not None:
        np.savetxt(folder / "sizes.csv", problem.sizes, fmt="%d")
    if problem.draws is not None:
        (folder / "draws.csv").write_bytes(_lines_of_digits(problem.draws))
    if problem.answers is not None:
        text = np.where(problem.answers < 0, "NA", (problem.answers.astype(int) + 1).astype(str))
        np.savetxt(folder / "answers.csv", text, fmt="%s", delimiter=",")
    if problem.numbers is not None:
        np.savetxt(folder / "numbers.csv", problem.numbers, delimiter=",")
    if problem.answer_prior is not None:
        places = np.argwhere(problem.answer_prior > 0)
        counts = problem.answer_prior[tuple(places.T)]
        np.savetxt(folder / "answer_prior.csv", np.column_stack([places + 1, counts]), fmt="%.17g", delimiter=",")
    if problem.membership_prior is not None:
        np.savetxt(folder / "membership_prior.csv", problem.membership_prior)


def _lines_of_digits(codes: np.ndarray) -> bytes:
    """Return lines of clusters from 1 to 9, with commas between them; millions of them, so not one by one."""
    lines = np.full((len(codes), 2 * codes.shape[1]), ord(","), np.uint8)
    lines[:, ::2] = codes + ord("1")
    lines[:, -1] = ord("\n")
    return lines.tobytes()

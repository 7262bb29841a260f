"""``reproduce``: the paper's simulations, tables and figures, over many data sets, with their uncertainty."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from .. import __version__
from ..errors import InputError, SamplerError
from ..options import DONE, Progress, Workers, as_reporter, check_threads, part_of, whole
from ..report.files import make_folder, to_json, wants_figures, write_csv, write_json, write_text
from ..report.tables import Table
from ..sample.posterior import Posterior
from .designs import DESIGNS, HOUSES, DataSet, Design, draw_data_set, sample
from .experiments import Piece, run_data_set, run_merging, run_nuts, run_sensitivity
from .figures import save_figures
from .page import gather_evidence, make_page
from .tables import make_tables, select, to_markdown, to_rows

DEFAULT_DATA_SETS = 200
DEFAULT_SEED = 2017
# Roughly how long all figures take.
FIGURES_SECONDS = 15.0
# Raise this number when experiments return something else, or compute it differently: older lines are then ignored.
FORM = 4

# The kind of experiment, the design's name, and the number of the data set.
Key = tuple[str, str, int]


class Experiment(NamedTuple):
    """One kind of experiment.

    Attributes
    ----------
    run
        What is done with a data set and its posterior.
    designs
        Where the data sets come from.
    most
        The largest number of data sets per design; None for as many as the study has.
    seconds
        Roughly how long one takes, to tell how much is left.
    """

    run: Callable[[DataSet, Posterior], Piece]
    designs: tuple[Design, ...]
    most: int | None
    seconds: float


# The longest come first, so that no thread waits at the end; but NUTS runs alone.
EXPERIMENTS = {
    "sensitivity": Experiment(run_sensitivity, DESIGNS, 16, 3.0),
    "merging": Experiment(run_merging, DESIGNS, 1, 1.0),
    "Table 2": Experiment(run_data_set, (HOUSES,), 24, 0.7),
    "data set": Experiment(run_data_set, DESIGNS, None, 0.7),
    "nuts": Experiment(run_nuts, DESIGNS, 1, 20.0),
}


@dataclass(frozen=True, eq=False, repr=False)
class Study:
    """The paper's study, reproduced.

    Attributes
    ----------
    output
        The folder with all files.
    options
        What was asked for, to reproduce it.
    table_1
        Table 1 in the paper's form for one data set per design, ours and the paper's.
    table_1_figures
        Its last rows: VI and accuracy of every decision, next to the paper's.
    data_sets
        One row per simulated data set and decision.
    distribution
        One row per design, decision and measure: mean, standard error, quantiles, and the percentile of the paper's.
    labels
        Drawn and dominant labels of the same posteriors, side by side; one row per design and kind of label.
    table_2, table_2_sizes, table_2_figures
        Table 2 in the paper's form with simulated answers; people per house; accuracies over several groups of people.
    sensitivity
        One row per design, λ and δ.
    merging
        Three clusters sorted into two groups.
    nuts
        Agreement of NUTS with Gibbs; None if NUTS did not run.
    evidence
        The numbers that the page's claims rest on.
    files
        The files written.
    """

    output: Path
    options: dict[str, Any]
    table_1: Table
    table_1_figures: Table
    data_sets: Table
    distribution: Table
    labels: Table
    table_2: Table
    table_2_sizes: Table
    table_2_figures: Table
    sensitivity: Table
    merging: Table
    evidence: dict[str, Any]
    nuts: Table | None = None
    files: tuple[Path, ...] = ()

    def tables(self) -> dict[str, Table]:
        """Return the tables by name."""
        others = ("output", "options", "evidence", "files")
        return {name: table for name, table in vars(self).items() if name not in others and table is not None}

    def to_dict(self) -> dict[str, Any]:
        """Return every number as plain values, ready for JSON."""
        return {"options": self.options, **self.tables(), "evidence": self.evidence}

    def __repr__(self) -> str:
        lines = [f"Study of {self.options['data_sets']} data sets per design, in {self.output}"]
        rows = to_rows(select(self.distribution, measure="accuracy"))
        lines += [f"  {row['design']:6}  {row['decision']:36}  accuracy {row['mean']:.3f}" for row in rows]
        return "\n".join(lines)


def reproduce(
    output: str | os.PathLike[str],
    *,
    data_sets: int = DEFAULT_DATA_SETS,
    seed: int = DEFAULT_SEED,
    nuts: bool | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    figures: bool | None = None,
) -> Study:
    """Reproduce the study of "The Bayesian Sorting Hat", and check the paper's claims.

    Finished data sets are kept in ``records.jsonl`` in the output folder. A run that was interrupted, or one that asks
    for more data sets, continues from there. Results depend on the seed alone, not on threads or interruptions.

    Parameters
    ----------
    output
        Folder to write into; it is made if it does not exist.
    data_sets
        Simulated data sets per design.
    seed
        A whole number of at least 0.
    nuts
        Whether to sample the example data sets with NUTS too; by default if NumPyro is installed.
    threads
        How many data sets to work on at the same time; by default one per core.
    progress
        A function of the share done and a few words.
    figures
        Whether to draw figures; by default if matplotlib is installed.

    Returns
    -------
    Study
        All tables; ``study.md`` in the output folder is the page to read first.

    Examples
    --------
    >>> import bayeshat as bh
    >>> study = bh.paper.reproduce("paper", data_sets=20)  # doctest: +SKIP
    """
    data_sets = whole("data_sets", data_sets, 1, f"Use {DEFAULT_DATA_SETS} for errors of about 0.01.")
    seed = whole("seed", seed, 0, f"Use e.g. {DEFAULT_SEED}.")
    n_threads, with_nuts = check_threads(threads), wants_nuts(nuts)
    with_figures = wants_figures(figures, "mpltern", "arviz_plots")
    folder = make_folder(output)
    records = Records(folder / "records.jsonl", seed, __version__)
    jobs = [
        (kind, design.name, index)
        for kind, experiment in EXPERIMENTS.items()
        for design in experiment.designs
        for index in range(min(data_sets, experiment.most or data_sets))
        if kind != "nuts" or with_nuts
    ]
    tell = as_reporter(progress or False)
    seconds = sum(EXPERIMENTS[kind].seconds for kind, _, _ in jobs)
    share = seconds / (seconds + FIGURES_SECONDS) if with_figures else 1.0
    _run_jobs(jobs, records, seed, n_threads, part_of(tell, 0.0, share))
    found = {
        kind: {design.name: [records[job] for job in jobs if job[:2] == (kind, design.name)] for design in each.designs}
        for kind, each in EXPERIMENTS.items()
    }
    options = {"data_sets": data_sets, "seed": seed, "nuts": with_nuts, "nuts_asked": nuts, "version": __version__}
    tables, evidence = make_tables(found), gather_evidence(found, seed)
    study = Study(output=folder, options=options, evidence=evidence, **tables)
    files = [write_csv(table, folder / f"{name}.csv") for name, table in tables.items()]
    files.append(write_text(to_markdown(study.table_1) + "\n", folder / "table_1.md"))
    if with_figures:
        files += save_figures(folder / "figures", tables, seed, part_of(tell, share, 1 - share))
    files.append(write_json(study.to_dict(), folder / "study.json"))
    pictures = [path.relative_to(folder).as_posix() for path in files if path.suffix == ".png"]
    files.append(write_text(make_page(tables, evidence, options, pictures), folder / "study.md"))
    tell(1.0, DONE)
    return replace(study, files=tuple(files))


def wants_nuts(nuts: bool | None) -> bool:
    """Return whether NUTS is to run: as asked, or if NumPyro is installed."""
    installed = find_spec("numpyro") is not None
    if nuts and not installed:
        raise SamplerError(
            "NUTS needs NumPyro and JAX; got an installation without them. Install them with: pip install "
            "'bayeshat[nuts]', or leave NUTS out."
        )
    return installed if nuts is None else nuts


class Records(dict[Key, dict[str, Any]]):
    """A file of JSON lines, one per finished experiment.

    Lines of another seed, version or form stay in the file but are not used. A last line that was cut off is ignored.

    Parameters
    ----------
    path
        The file; it need not exist yet.
    seed, version
        What the experiments must have been run with.
    """

    def __init__(self, path: Path, seed: int, version: str) -> None:
        self.path = path
        self._about = {"form": FORM, "seed": seed, "version": version}
        self._lock = Lock()
        try:
            lines = path.read_bytes().splitlines() if path.exists() else []
        except OSError as error:
            raise InputError(
                f"The file of finished data sets must be readable; got {str(path)!r} ({error.strerror}). "
                "Choose another output folder."
            ) from None
        for line in lines:
            self._read(line)

    def _read(self, line: bytes) -> None:
        with suppress(ValueError, KeyError, TypeError):
            record = json.loads(line)
            if all(record[name] == value for name, value in self._about.items()):
                self[tuple(record["key"])] = record["content"]

    def add(self, key: Key, content: dict[str, Any]) -> None:
        """Append a finished experiment; several threads may do so at the same time."""
        # Begins a line of its own, even after one that was cut off.
        line = b"\n" + to_json(self._about | {"key": key, "content": content}).encode()
        with self._lock:
            with self.path.open("ab") as file:
                file.write(line)
            # Read back, so that this run and one that continues from the file have equal values.
            self._read(line)


def _run_jobs(jobs: list[Key], records: Records, seed: int, threads: int, tell: Progress) -> None:
    """Run all experiments that are not in the records yet."""
    designs = {design.name: design for design in (*DESIGNS, HOUSES)}
    left = [job for job in jobs if job not in records]
    total = sum(EXPERIMENTS[kind].seconds for kind, _, _ in jobs)
    done = total - sum(EXPERIMENTS[kind].seconds for kind, _, _ in left)
    lock = Lock()

    def run(job: Key) -> None:
        nonlocal done
        kind, design, index = job
        data = draw_data_set(designs[design], seed, index)
        records.add(job, EXPERIMENTS[kind].run(data, sample(data)))
        with lock:
            done += EXPERIMENTS[kind].seconds
            tell(done / total, f"{kind}: {design} {index + 1}")

    with Workers(threads) as workers:
        workers.map(run, [job for job in left if job[0] != "nuts"])
    # One after the other, because JAX starts its own threads.
    for job in left:
        if job[0] == "nuts":
            run(job)

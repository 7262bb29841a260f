"""``reproduce``: the paper's simulations, tables and figures, over many data sets, with their uncertainty."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from .. import __version__
from ..errors import SamplerError
from ..options import Progress, Workers, as_reporter, check_threads, part_of, whole
from ..report.files import make_folder, wants_figures, write_csv, write_json, write_text
from ..report.tables import Table
from . import tables
from .designs import DESIGNS, HOUSES, Design
from .evidence import gather_evidence
from .experiments import run_data_set, run_merging, run_nuts, run_sensitivity
from .figures import save_figures
from .page import make_page
from .records import Records

DEFAULT_DATA_SETS = 200
DEFAULT_SEED = 2017
# Data sets for which λ and δ vary: each takes several times as long as a plain one.
MAX_SENSITIVITY_SETS = 16
# Simulated groups of people for Table 2.
MAX_HOUSES_SETS = 24

EXPERIMENTS = {"data set": run_data_set, "sensitivity": run_sensitivity, "merging": run_merging, "nuts": run_nuts}
# Roughly how long each kind of experiment takes, to tell how much is left.
SECONDS = {"data set": 0.7, "sensitivity": 3.0, "merging": 1.0, "nuts": 20.0}
# Roughly how long all figures take.
FIGURES_SECONDS = 15.0


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
    nuts: Table | None
    evidence: dict[str, Any]
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
        rows = [row for row in tables.to_rows(self.distribution) if row["measure"] == "accuracy"]
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
    n_threads, with_nuts, with_figures = check_threads(threads), wants_nuts(nuts), wants_figures(figures)
    folder = make_folder(output)
    records = Records(folder / "records.jsonl", seed, __version__)
    jobs = _plan_jobs(data_sets, with_nuts)
    tell = as_reporter(progress or False)
    seconds = sum(SECONDS[job.kind] for job in jobs)
    share = seconds / (seconds + FIGURES_SECONDS) if with_figures else 1.0
    _run_jobs(jobs, records, seed, n_threads, part_of(tell, 0.0, share))

    def pieces(kind: str, *designs: Design) -> tables.Pieces:
        return {
            design.name: [records[job.key] for job in jobs if (job.kind, job.design) == (kind, design)]
            for design in designs
        }

    simulated, houses = pieces("data set", *DESIGNS), pieces("data set", HOUSES)
    sensitivity, nuts_pieces = pieces("sensitivity", *DESIGNS), pieces("nuts", *DESIGNS)
    table_2 = tables.make_table_2(houses[HOUSES.name][0])
    study = Study(
        output=folder,
        options={"data_sets": data_sets, "seed": seed, "nuts": with_nuts, "nuts_asked": nuts, "version": __version__},
        table_1=tables.make_table_1(simulated, nuts_pieces),
        table_1_figures=tables.make_table_1_figures(simulated, nuts_pieces),
        data_sets=tables.make_data_sets_table(simulated),
        distribution=tables.make_distribution_table(simulated),
        labels=tables.make_labels_table(simulated | houses),
        table_2=table_2,
        table_2_sizes=tables.make_table_2_sizes(table_2),
        table_2_figures=tables.make_table_2_figures(houses[HOUSES.name]),
        sensitivity=tables.make_sensitivity_table(sensitivity),
        merging=tables.make_merging_table(pieces("merging", *DESIGNS)),
        nuts=tables.make_nuts_table(nuts_pieces) if with_nuts else None,
        evidence=gather_evidence(simulated, houses, sensitivity, seed),
    )
    files = [write_csv(table, folder / f"{name}.csv") for name, table in study.tables().items()]
    files.append(write_text(tables.to_markdown(study.table_1) + "\n", folder / "table_1.md"))
    if with_figures:
        files += save_figures(folder / "figures", study.tables(), seed, part_of(tell, share, 1 - share))
    files.append(write_json(study.to_dict(), folder / "study.json"))
    pictures = [path.relative_to(folder).as_posix() for path in files if path.suffix == ".png"]
    page = make_page(study.tables(), study.evidence, study.options, pictures)
    files.append(write_text(page, folder / "study.md"))
    tell(1.0, "done")
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


@dataclass(frozen=True)
class _Job:
    """One experiment on one data set."""

    kind: str
    design: Design
    index: int

    @property
    def key(self) -> tuple[str, str, int]:
        """Its key in the records."""
        return self.kind, self.design.name, self.index


def _plan_jobs(data_sets: int, nuts: bool) -> list[_Job]:
    """List all experiments, the longest first."""
    counts = [
        *(("sensitivity", design, min(data_sets, MAX_SENSITIVITY_SETS)) for design in DESIGNS),
        *(("merging", design, 1) for design in DESIGNS),
        ("data set", HOUSES, min(data_sets, MAX_HOUSES_SETS)),
        *(("data set", design, data_sets) for design in DESIGNS),
        *(("nuts", design, 1) for design in DESIGNS if nuts),
    ]
    return [_Job(kind, design, index) for kind, design, count in counts for index in range(count)]


def _run_jobs(jobs: list[_Job], records: Records, seed: int, threads: int, tell: Progress) -> None:
    """Run all experiments that are not in the records yet."""
    left = [job for job in jobs if job.key not in records]
    total = sum(SECONDS[job.kind] for job in jobs)
    done = total - sum(SECONDS[job.kind] for job in left)
    lock = Lock()

    def run(job: _Job) -> None:
        nonlocal done
        records.add(job.key, EXPERIMENTS[job.kind](job.design, seed, job.index))
        with lock:
            done += SECONDS[job.kind]
            tell(done / total, f"{job.kind}: {job.design.name} {job.index + 1}")

    with Workers(threads) as workers:
        workers.map(run, [job for job in left if job.kind != "nuts"])
    # One after the other, because JAX starts its own threads.
    for job in left:
        if job.kind == "nuts":
            run(job)

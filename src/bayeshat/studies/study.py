"""``reproduce``: the paper's simulations, tables and pictures again, many times over, with their uncertainty."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

from .. import __version__
from ..options import Progress, Workers, check_threads, whole
from ..report.files import make_folder, wants_figures, write_csv, write_json, write_text
from ..report.tables import Table
from .designs import DESIGNS, HOUSES, Design, run_data_set
from .evidence import gather_evidence
from .figures import save_figures
from .houses import house_figures, house_sizes_table, houses_table, run_houses
from .ledger import Ledger
from .markdown import to_markdown
from .page import make_page
from .samplers import run_nuts, wants_nuts
from .sensitivity import run_merging, run_sensitivity
from .summaries import (
    Pieces,
    data_sets_table,
    distribution_table,
    first_figures,
    first_table,
    labels_table,
    merging_table,
    nuts_table,
    sensitivity_table,
)

DEFAULT_DATA_SETS = 200
DEFAULT_SEED = 2017
# The sweep over λ and δ takes several times as long as a data set, and needs fewer.
_SENSITIVITY_SETS = 16
_HOUSES_SETS = 24

Work = Callable[[Design, int, int], dict[str, Any]]
# What each kind of piece takes, in seconds or so: for telling how much is left.
_COST = {"sensitivity": 3.0, "houses": 0.8, "merging": 1.0, "data set": 0.7, "nuts": 20.0}
_FIGURES_COST = 15.0


@dataclass(frozen=True, eq=False, repr=False)
class Study:
    """The paper's study, run again.

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
        Drawn and dominant labels of the same posteriors beside each other; one row per design and kind of label.
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
        names = ["table_1", "table_1_figures", "data_sets", "distribution", "labels", "table_2"]
        names += ["table_2_sizes", "table_2_figures", "sensitivity", "merging", "nuts"]
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}

    def to_dict(self) -> dict[str, Any]:
        """Return every number as plain values, ready for JSON."""
        return {"options": self.options, **self.tables(), "evidence": self.evidence}

    def __repr__(self) -> str:
        lines = [f"Study of {self.options['data_sets']} data sets per design, in {self.output}"]
        shown = zip(*(self.distribution[name] for name in ("design", "decision", "measure", "mean")), strict=True)
        lines += [f"  {d:6}  {title:36}  accuracy {mean:.3f}" for d, title, m, mean in shown if m == "accuracy"]
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
    """Run the study of "The Bayesian Sorting Hat" again, and say what of it stands.

    Finished data sets are kept in ``records.jsonl`` in the output folder: a run that was interrupted, or one that asks
    for more data sets, goes on from there. Results depend on the seed alone, not on threads or interruptions.

    Parameters
    ----------
    output
        Folder to write into; it is made if need be.
    data_sets
        Simulated data sets per design.
    seed
        A whole number of at least 0.
    nuts
        Whether to sample the example data sets with NUTS too; by default if NumPyro is installed.
    threads
        Data sets that are worked on at the same time; by default one per core.
    progress
        A function of the share done and a word.
    figures
        Whether to draw figures; by default if matplotlib is installed.

    Returns
    -------
    Study
        All tables; ``study.md`` in the output folder is the page to read first.

    Examples
    --------
    >>> import bayeshat as bh
    >>> study = bh.studies.reproduce("study", data_sets=20)  # doctest: +SKIP
    """
    data_sets = whole("data_sets", data_sets, 1, f"Use {DEFAULT_DATA_SETS} for errors of about 0.01.")
    seed = whole("seed", seed, 0, f"Use e.g. {DEFAULT_SEED}.")
    n_threads, with_nuts, with_figures = check_threads(threads), wants_nuts(nuts), wants_figures(figures)
    folder = make_folder(output)
    ledger = Ledger(folder / "records.jsonl", seed, __version__)
    plan = _Plan(data_sets, with_nuts, with_figures, progress or (lambda *_: None))
    plan.run(ledger, seed, n_threads)
    pieces, nuts_pieces, swept = (plan.pieces(ledger, kind) for kind in ("data set", "nuts", "sensitivity"))
    houses = plan.pieces(ledger, "houses")
    table_2 = houses_table(houses[HOUSES.name][0])
    study = Study(
        output=folder,
        options={"data_sets": data_sets, "seed": seed, "nuts": with_nuts, "nuts_asked": nuts, "version": __version__},
        table_1=first_table(pieces, nuts_pieces),
        table_1_figures=first_figures(pieces, nuts_pieces),
        data_sets=data_sets_table(pieces),
        distribution=distribution_table(pieces),
        labels=labels_table(pieces | houses),
        table_2=table_2,
        table_2_sizes=house_sizes_table(table_2),
        table_2_figures=house_figures(houses[HOUSES.name]),
        sensitivity=sensitivity_table(swept),
        merging=merging_table(plan.pieces(ledger, "merging")),
        nuts=nuts_table(nuts_pieces) if with_nuts else None,
        evidence=gather_evidence(pieces, houses, swept, seed),
    )
    return _write(study, plan, with_figures)


def _write(study: Study, plan: _Plan, with_figures: bool) -> Study:
    """Write all files, and return the study with their names."""
    folder = study.output
    made = [write_csv(table, folder / f"{name}.csv") for name, table in study.tables().items()]
    made.append(write_text(to_markdown(study.table_1) + "\n", folder / "table_1.md"))
    if with_figures:
        made += save_figures(folder / "figures", study.tables(), study.options["seed"], plan.tell_figures)
    made.append(write_json(study.to_dict(), folder / "study.json"))
    pictures = [path.relative_to(folder).as_posix() for path in made if path.suffix == ".png"]
    page = make_page(study.tables(), study.evidence, study.options, pictures)
    made.append(write_text(page, folder / "study.md"))
    plan.finish()
    return replace(study, files=tuple(made))


class _Plan:
    """What there is to do, and how much of it is done."""

    def __init__(self, data_sets: int, nuts: bool, figures: bool, tell: Progress) -> None:
        self.jobs: list[tuple[str, Design, int, Work]] = []
        for design in DESIGNS:
            self._plan("sensitivity", design, min(data_sets, _SENSITIVITY_SETS), run_sensitivity)
            self._plan("merging", design, 1, run_merging)
        self._plan("houses", HOUSES, min(data_sets, _HOUSES_SETS), run_houses)
        for design in DESIGNS:
            self._plan("data set", design, data_sets, run_data_set)
        for design in DESIGNS if nuts else ():
            self._plan("nuts", design, 1, run_nuts)
        self._total = sum(_COST[kind] for kind, *_ in self.jobs) + (_FIGURES_COST if figures else 0.0)
        self._done, self._tell, self._lock = 0.0, tell, Lock()

    def _plan(self, kind: str, design: Design, count: int, work: Work) -> None:
        self.jobs += [(kind, design, index, work) for index in range(count)]

    def run(self, ledger: Ledger, seed: int, threads: int) -> None:
        """Do what is not in the ledger yet."""
        left = [job for job in self.jobs if (job[0], job[1].name, job[2]) not in ledger]
        self._done = sum(_COST[kind] for kind, *_ in self.jobs) - sum(_COST[kind] for kind, *_ in left)

        def work_on(job: tuple[str, Design, int, Work]) -> None:
            kind, design, index, work = job
            ledger.add((kind, design.name, index), work(design, seed, index))
            with self._lock:
                self._done += _COST[kind]
                self._tell(min(0.999, self._done / self._total), f"{kind}: {design.name} {index + 1}")

        with Workers(threads) as workers:
            workers.map(work_on, [job for job in left if job[0] != "nuts"])
        # JAX has threads of its own.
        for job in left:
            if job[0] == "nuts":
                work_on(job)

    def pieces(self, ledger: Ledger, kind: str) -> Pieces:
        """Return the finished pieces of a kind by design, in order."""
        found: Pieces = {}
        for name, design, index, _ in self.jobs:
            if name == kind:
                found.setdefault(design.name, []).append(ledger[name, design.name, index])
        return found

    def tell_figures(self, share: float, word: str) -> None:
        """Tell how far the figures are."""
        self._tell(min(0.999, (self._done + share * _FIGURES_COST) / self._total), word)

    def finish(self) -> None:
        """Say that all is done."""
        self._tell(1.0, "done")

"""``sort_partitions``: people in partitions, from Parquet to Parquet."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..cluster.partitioned_answers import open_partitions, read_partitions, write_partitions
from ..engine.decide import DEFAULT_STARTS, decide
from ..engine.decision import Decision
from ..engine.losses import Loss
from ..options import DONE, Progress, as_generator, as_reporter, part_of
from ..report.files import write_json
from ..report.whole_folder import check_folder, whole_folder
from ..sample.fit import fit
from ..sample.places.partitions import PartitionedPosterior
from ..survey.spec import Survey

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class PartitionedResult:
    """What was sampled and decided, and the files with everybody's group."""

    posterior: PartitionedPosterior
    decision: Decision
    files: tuple[Path, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return everything that does not grow with the number of people as plain values."""
        decision, posterior = self.decision, self.posterior
        return {
            "survey": posterior.survey.title,
            "people": posterior.n_people,
            "learned_from": posterior.learned.n_people,
            "draws": int(posterior.codes.shape[1]),
            "groups": list(decision.names),
            "sizes": decision.sizes.tolist(),
            "expected_loss": decision.expected_loss,
            "loss": repr(decision.loss),
            "loss_reason": str(decision.loss_reason),
            "sampling": posterior.status.message,
            "status": decision.status.message,
        }


def sort_partitions(
    survey: Survey | str | os.PathLike[str],
    answers: Any,
    target: Any = "balanced",
    *,
    folder: str | os.PathLike[str],
    loss: str | Loss = "auto",
    size_weight: float | None = None,
    starts: int = DEFAULT_STARTS,
    rng: int | np.random.Generator | None = None,
    progress: bool | Progress = False,
    name_column: str | None = None,
    **sampling: Any,
) -> PartitionedResult:
    """Sort people whose answers are in partitions, and write one Parquet file per partition.

    A file has a row per person: the columns that say who, ``group``, and, where the groups are the survey's houses,
    ``probability``: how likely the group is to be the person's house. ``_decision.json`` has what there is about all;
    those who read the folder as one table skip a file of such a name.

    Parameters
    ----------
    survey
        A survey, the name of a packaged one, or a path to a TOML file.
    answers
        A pattern of Parquet files such as ``"part-*.parquet"``, or a Dask frame.
    target, loss, size_weight, starts
        As for :func:`bayeshat.decide`; ranges of sizes and rules are not possible.
    folder
        Where the files go; workers must be able to write there.
    rng
        Seed or generator. The same seed gives the same groups, whatever the partitions and the workers.
    progress
        True for a line on standard error, or a function of the share done and a word.
    name_column
        The column that says who; by default it is found by common headings.
    **sampling
        Options of :func:`bayeshat.fit`, such as ``learn_from``, ``draws`` and ``membership``.

    Examples
    --------
    >>> import tempfile
    >>> import bayeshat as bh
    >>> import dask.dataframe as dd
    >>> import pandas as pd
    >>> survey = bh.Survey.load("simulation-even")
    >>> codes = bh.simulate(survey, 12, rng=1).answers.codes
    >>> table = {question.id: codes[:, q] + 1 for q, question in enumerate(survey.questions)}
    >>> frame = dd.from_pandas(pd.DataFrame(table | {"name": range(12)}), npartitions=2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = bh.sort_partitions(survey, frame, folder=f"{folder}/groups", draws=50, tune=50, max_draws=50)
    >>> found.decision.sizes.tolist(), [file.name for file in found.files]
    ([4, 4, 4], ['part-00000.parquet', 'part-00001.parquet', '_decision.json'])
    """
    tell = as_reporter(progress)
    asked = Survey.load(survey)
    check_folder(Path(folder))
    frame = open_partitions(answers) if isinstance(answers, str) else answers
    read = read_partitions(frame, asked, name_column=name_column, progress=part_of(tell, 0.0, 0.1))
    generator = as_generator(rng)
    posterior = fit(asked, read, rng=generator, progress=part_of(tell, 0.1, 0.5), **sampling)
    assert isinstance(posterior, PartitionedPosterior)  # since the answers are in partitions
    decision = decide(
        posterior,
        target,
        loss=loss,
        size_weight=size_weight,
        starts=starts,
        rng=generator,
        progress=part_of(tell, 0.6, 0.3, "progress-deciding"),
    )
    with whole_folder(Path(folder)) as new:
        files = write_partitions(read, _columns(decision, posterior), new, part_of(tell, 0.9, 0.1))
        files.append(write_json(PartitionedResult(posterior, decision, ()).to_dict(), new / "_decision.json"))
    tell(1.0, DONE)
    return PartitionedResult(posterior, decision, tuple(Path(folder) / file.name for file in files))


def _columns(decision: Decision, posterior: PartitionedPosterior) -> dict[str, Any]:
    """Return what is written of everybody, as Dask arrays (N,)."""
    import dask.array as da

    labels: Any = decision.labels
    if isinstance(labels, np.ndarray):  # few people, who were gathered
        labels = da.from_array(labels)
    names = np.array(decision.names)
    columns = {"group": labels.map_blocks(_name, names, dtype=names.dtype)}
    shares: Any = decision.shares
    if shares is not None and posterior.identified and decision.names == tuple(posterior.survey.cluster_names):
        shares = da.from_array(shares) if isinstance(shares, np.ndarray) else shares
        shares = shares.rechunk((labels.chunks[0], -1))
        columns["probability"] = da.map_blocks(_own, shares, labels[:, None], drop_axis=1, dtype=float)
    return columns


def _name(labels: Array, names: Array) -> Array:
    return names[labels]


def _own(shares: Array, labels: Array) -> Array:
    return np.take_along_axis(shares, labels.astype(np.int64), axis=1)[:, 0]

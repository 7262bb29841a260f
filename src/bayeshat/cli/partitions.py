"""Sorting people in partitions, on a Dask scheduler."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from ..errors import InputError
from .options import consoles, in_options, print_json


def sort_on_cluster(
    survey: str,
    pattern: str | None,
    scheduler: str,
    output: Path,
    unusable: list[str],
    *,
    quiet: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Sort people whose answers are in Parquet files, print the sizes and say where everybody's group is."""
    from ..cluster.scheduler import connect
    from ..partitioned_pipeline import sort_partitions
    from .show import progress_bar

    if pattern is None:
        raise InputError("--scheduler needs answers in partitions; got none. Give --answers 'part-*.parquet'.")
    if unusable:
        raise InputError(f"Answers in partitions are sorted without {', '.join(unusable)}. Leave it out.")
    began = time.perf_counter()
    out, err = consoles()
    with connect(scheduler) as client, progress_bar(err, quiet or as_json) as progress:
        if not (quiet or as_json):
            err.print(f"Scheduler {client.scheduler.address}, {len(client.nthreads())} workers.")
        result = sort_partitions(survey, pattern, folder=output, progress=progress, **options)
    if as_json:
        print_json(result.to_dict())
    elif not quiet:
        told = result.to_dict()
        for group, size in zip(told["groups"], told["sizes"], strict=True):
            out.print(f"{group}  {size}", markup=False)
        for sentence in (told["loss_reason"], told["sampling"], told["status"]):
            out.print(in_options(sentence), markup=False)
        out.print(f"{len(result.files) - 1} files of groups in {output}, {time.perf_counter() - began:.1f} s.")

"""Sorting people in partitions, on a Dask scheduler."""

from __future__ import annotations

import time

from ...errors import InputError
from ...words.message import Message, join
from ...words.phrases import tell_tenths
from ..options import Model, Output, Reading, Wanted, changed_options, consoles, print_json

# Options about sampling that answers in partitions do not have.
_ONE_MACHINE = ("--known", "--known-count", "--weights", "--prove", "--threads", "--sensitivity")


def sort_on_cluster(
    survey: str,
    pattern: str | None,
    scheduler: str,
    sizes: str | None,
    unusable: list[str],
    output: Output,
    wanted: Wanted,
    reading: Reading,
    model: Model,
) -> None:
    """Sort people whose answers are in Parquet files, print the sizes and say where everybody's group is.

    ``unusable`` are options that were given and belong to a sort on one machine; others of this kind are added.
    """
    from ...cluster.partitioned_answers import open_partitions
    from ...cluster.scheduler import check_scheduler, connect
    from ...report.whole_folder import check_folder
    from ...sorting.partitions import sort_partitions
    from ...survey.spec import Survey
    from ..show import progress_bar

    if pattern is None:
        raise InputError(Message("command-no-partitions"))
    unusable = [
        *unusable,
        *changed_options(wanted),
        *(option for option in changed_options(reading) if option != "--name-column"),
        *(option for option in changed_options(model) if option in _ONE_MACHINE),
        *(option for option in changed_options(output) if option not in ("--output", "--json", "--quiet")),
    ]
    if unusable:
        raise InputError(Message("command-partitions-without", options=join(unusable), count=len(unusable)))
    own = [option[2:].replace("-", "_") for option in _ONE_MACHINE]
    settings = {name: value for name, value in model.settings(sizes).items() if name not in own}
    settings["name_column"] = reading.name_column
    check_scheduler(scheduler)
    # Before workers are started, so that nobody waits for a refusal.
    check_folder(output.output)
    spec, answers = Survey.load(survey), open_partitions(pattern)
    silent = output.is_silent
    began = time.perf_counter()
    out, err = consoles()
    with connect(scheduler) as client, progress_bar(err, silent) as progress:
        if not silent:
            err.print(str(Message("show-scheduler", address=client.scheduler.address, count=len(client.nthreads()))))
        result = sort_partitions(spec, answers, folder=output.output, progress=progress, **settings)
    told = result.to_dict()
    if output.as_json:
        print_json(told)
    elif not output.quiet:
        for group, size in zip(told["groups"], told["sizes"], strict=True):
            out.print(f"{group}  {size}", markup=False)
        for sentence in (told["loss_reason"], told["sampling"], told["status"]):
            out.print(sentence, markup=False)
        about = {"folder": str(output.output), "seconds": tell_tenths(time.perf_counter() - began)}
        out.print(str(Message("show-partitions", count=len(result.files) - 1, **about)), markup=False)

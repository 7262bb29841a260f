"""Sorting people in partitions, on a Dask scheduler."""

from __future__ import annotations

import time
from typing import Any

from ...errors import InputError
from ..options import OPTIONS, consoles, print_json
from ..sort_options import ONE_MACHINE, SortOptions


def sort_on_cluster(
    survey: str, pattern: str | None, scheduler: str, others: dict[str, Any], options: SortOptions
) -> None:
    """Sort people whose answers are in Parquet files, print the sizes and say where everybody's group is.

    ``others`` are options of a sort alone; like those of one machine, they cannot be used here.
    """
    from ...cluster.partitioned_answers import open_partitions
    from ...cluster.scheduler import check_scheduler, connect
    from ...report.whole_folder import check_folder
    from ...sorting.partitions import sort_partitions
    from ...survey.spec import Survey
    from ..show import progress_bar

    if pattern is None:
        raise InputError("--scheduler needs answers in partitions; got none. Give --answers 'part-*.parquet'.")
    others |= {"--rules": options.rules, "--threads": options.threads}
    others |= {"--mix": options.mix, "--free-times": options.free_times}
    others |= {"--report": options.report, "--xlsx": options.xlsx, "--lists": options.lists}
    others |= {"--sensitivity": options.sensitivity}
    asked = {name: getattr(options, name) for name in ONE_MACHINE}
    others |= {OPTIONS[name]: value for name, value in asked.items() if value != ONE_MACHINE[name]}
    unusable = [name for name, value in others.items() if value not in (None, False)]
    if unusable:
        raise InputError(
            f"Answers in partitions are sorted without {', '.join(unusable)}. "
            f"Leave {'it' if len(unusable) == 1 else 'them'} out."
        )
    settings = {
        name: value for name, value in options.settings().items() if name not in ("rules", "threads", *ONE_MACHINE)
    }
    check_scheduler(scheduler)
    # Before workers are started, so that nobody waits for a refusal.
    check_folder(options.output)
    spec, answers = Survey.load(survey), open_partitions(pattern)
    silent = options.quiet or options.as_json
    began = time.perf_counter()
    out, err = consoles()
    with connect(scheduler) as client, progress_bar(err, silent) as progress:
        if not silent:
            n_workers = len(client.nthreads())
            workers = f"{n_workers} {'worker' if n_workers == 1 else 'workers'}"
            err.print(f"Scheduler {client.scheduler.address}, {workers}.")
        result = sort_partitions(spec, answers, folder=options.output, progress=progress, **settings)
    told = result.to_dict()
    if options.as_json:
        print_json(told)
    elif not options.quiet:
        for group, size in zip(told["groups"], told["sizes"], strict=True):
            out.print(f"{group}  {size}", markup=False)
        for sentence in (told["loss_reason"], told["sampling"], told["status"]):
            out.print(sentence, markup=False)
        n_files = len(result.files) - 1
        files = f"{n_files} {'file' if n_files == 1 else 'files'}"
        out.print(f"{files} of groups in {options.output}, {time.perf_counter() - began:.1f} s.", markup=False)

"""The paper, reproduced."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from ..options import Json, Quiet, Seed, Threads, consoles, print_json, whole_number


def paper(
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the files.")] = Path("paper"),
    data_sets: Annotated[
        int, typer.Option(parser=whole_number(1), metavar="NUMBER", help="Simulated data sets per design.")
    ] = 200,
    nuts: Annotated[bool | None, typer.Option(help="Sample with NUTS too; by default if it is installed.")] = None,
    figures: Annotated[bool | None, typer.Option(help="Draw the figures; by default if matplotlib is there.")] = None,
    seed: Seed = 2017,
    threads: Threads = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Reproduce the simulations and tables of Silverman and Silverman (2017).

    This takes some minutes; a run that was stopped continues where it left off.

    Example: bayeshat paper -o paper
    """
    from ...paper import reproduce
    from ..show import progress_bar

    began = time.perf_counter()
    out, err = consoles()
    with progress_bar(err, quiet or as_json) as progress:
        study = reproduce(
            output, data_sets=data_sets, seed=seed, nuts=nuts, threads=threads, progress=progress, figures=figures
        )
    if as_json:
        print_json(study.to_dict())
    elif not quiet:
        out.print((study.output / "study.md").read_text(encoding="utf-8"), markup=False, soft_wrap=True)
        out.print(f"Done in {time.perf_counter() - began:.0f} s; everything is in {study.output}.", soft_wrap=True)

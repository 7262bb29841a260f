"""The paper, reproduced."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from .options import Folder, Quiet, Threads, consoles


def paper(
    output: Folder = Path("paper"),
    data_sets: Annotated[int, typer.Option(min=1, help="Simulated data sets per design.")] = 200,
    nuts: Annotated[bool | None, typer.Option(help="Sample with NUTS too; by default if it is installed.")] = None,
    figures: Annotated[bool | None, typer.Option(help="Draw the figures; by default if matplotlib is there.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same study.")] = 2017,
    threads: Threads = None,
    quiet: Quiet = False,
) -> None:
    """Reproduce the simulations and tables of Silverman and Silverman (2017).

    Takes some minutes; a run that was stopped goes on where it was.

    Example: bayeshat paper -o paper
    """
    from ..studies import reproduce
    from .show import progress_bar

    began = time.perf_counter()
    out, err = consoles()
    with progress_bar(err, quiet) as progress:
        study = reproduce(
            output, data_sets=data_sets, seed=seed, nuts=nuts, threads=threads, progress=progress, figures=figures
        )
    if not quiet:
        out.print((study.output / "study.md").read_text(encoding="utf-8"), markup=False, soft_wrap=True)
        out.print(f"Done in {time.perf_counter() - began:.0f} s; everything is in {study.output}.", soft_wrap=True)

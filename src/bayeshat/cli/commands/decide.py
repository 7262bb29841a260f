"""Deciding on label draws from other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...words.message import Message
from ...words.voice import for_programs
from ..options import (
    Force,
    Groups,
    Json,
    LossName,
    Prove,
    Quiet,
    RulesFile,
    Seed,
    Sizes,
    Starts,
    Weight,
    consoles,
    print_json,
)
from ..parse import existing, parse_sizes, read_draws


def decide(
    draws: Annotated[Path, typer.Argument(help="Label draws: .npy, .csv (a row per draw) or .nc (ArviZ).")],
    sizes: Sizes = "none",
    groups: Groups = None,
    size_weight: Weight = None,
    loss: LossName = "auto",
    starts: Starts = 16,
    prove: Prove = None,
    labels: Annotated[
        str | None, typer.Option(help='"free", or "fixed": each size to its own group; fixed where sizes have names.')
    ] = None,
    variable: Annotated[str | None, typer.Option(help="Variable of a .nc file that holds the labels.")] = None,
    rules: RulesFile = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="CSV file to write.")] = None,
    force: Force = False,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Decide on label draws from another tool (Stan, PyMC, NumPyro, …).

    Example: bayeshat decide draws.npy --sizes "8,7,5" -o groups.csv
    """
    from ...engine.decide import decide as decide_on
    from ...report.files import write_tables
    from ...report.tables import assignments_table
    from ...report.whole_folder import check_new_file
    from ...rules.reading import read_rules
    from ..show import progress_bar, show_decision, show_groups

    out, err = consoles()
    wanted = parse_sizes(sizes)
    existing(rules, "rules")
    if output is not None:
        check_new_file(output, force)
    with progress_bar(err, quiet or as_json) as progress:
        decision = decide_on(
            read_draws(draws, variable),
            wanted,
            groups=groups,
            loss=loss,
            starts=starts,
            prove=prove,
            size_weight=size_weight,
            labels=labels,
            rules=read_rules(rules),
            rng=seed,
            progress=progress,
        )
    names = decision.problem.person_names
    chances = decision.chances()
    if output is not None:
        with for_programs():
            write_tables({output: assignments_table(names, decision, chances)})
    if as_json:
        with for_programs():
            print_json(decision.to_dict())
    elif not quiet:
        show_groups(out, decision, names, chances)
        show_decision(out, decision)
        if output is not None:
            out.print(f"\n{Message('show-file', file=str(output))}", soft_wrap=True, markup=False)

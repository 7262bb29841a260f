"""The page to read first: what of the paper stands, what does not, and why, with this run's numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..report.tables import Table
from .corrections import describe_corrections, describe_what_stands
from .designs import DECISIONS, PSEUDOCOUNT, SIZE_WEIGHT
from .markdown import to_markdown
from .summaries import MEASURES

Tables = dict[str, Table]

_SHOWN = ["design", "decision", "data sets", "mean", "standard error", "5 %", "50 %", "95 %", "paper"]
_SHOWN += ["percentile of paper"]

# The paper's columns, each with the decision of ours that it is held against.
_PAIRS = (
    ("even", "VI", "vi"),
    ("even", "LSS", "free"),
    ("uneven", "VI", "vi"),
    ("uneven", "LSS", "fixed"),
    ("uneven", "LSS", "fixed_identified"),
    ("uneven", "LSI", "free"),
)


def make_page(tables: Tables, evidence: dict[str, Any], options: dict[str, Any], pictures: Sequence[str]) -> str:
    """Return the page as Markdown."""
    parts = [
        "# The Bayesian Sorting Hat, run again",
        _what_was_run(options),
        "## What stands, and where the paper's figures lie among ours",
        _compare(tables["distribution"], evidence),
        "## Table 1",
        _first(tables),
        "## The same over many data sets",
        _distribution(tables["distribution"]),
        "## The label of a person: drawn or dominant",
        _labels(tables["labels"]),
        "## The samplers",
        _samplers(tables, evidence, options),
        "## Corrections to the paper, with this run's evidence",
        "Numbers are those of the page *Corrections to the paper* in bayeshat's documentation, which has more of them.",
        describe_corrections(evidence),
        "## Table 2",
        _houses(tables),
        "## How much λ and δ matter",
        _sensitivity(tables["sensitivity"]),
        "## Fewer groups than clusters",
        _merging(tables["merging"]),
    ]
    if pictures:
        parts += ["## Figures", "\n".join(f"- [{name}]({name})" for name in pictures)]
    return "\n\n".join(parts) + "\n"


def _what_was_run(options: dict[str, Any]) -> str:
    return (
        f"This is the simulation study of Silverman and Silverman (2017) with bayeshat {options['version']}, seed "
        f"{options['seed']}: {options['data_sets']} simulated data sets for each of the paper's two designs (even "
        "groups of 7, 7 and 6; uneven ones of 8, 7 and 5; 20 people, 3 clusters, 10 questions with 3 options). "
        "Memberships are drawn with α = 7 for a person's own cluster and 1 for the others, answers with the β of "
        "Supplement A; the sampler is given β plus Uniform(0, 1) noise, and α = 0.5. Membership is mixed, and labels "
        "are drawn from θ. Decisions minimise Variation of Information, or Placement where it is named, with "
        f"λ = {SIZE_WEIGHT:g} and δ = {PSEUDOCOUNT:g}; apart from Placement these are the paper's choices. Equal sizes "
        "are wanted in the even design, and 8, 7, 5 in the uneven one. The paper shows one data set per design. "
        "These are not available, so the same data cannot be analysed again; its figures are single draws from the "
        "distributions below. "
        "All numbers on this page are of this run; `study.json` has all of them, unrounded."
    )


def _compare(distribution: Table, evidence: dict[str, Any]) -> str:
    rows = {row[:3]: dict(zip(distribution, row, strict=True)) for row in zip(*distribution.values(), strict=True)}
    lines = [describe_what_stands(evidence), ""]
    for design, column, key in _PAIRS:
        found = [rows[design, DECISIONS[key], measure] for measure in MEASURES.values()]
        said = [
            f"{row['measure']} {row['paper']:.2f} is {'within' if _within(row) else '**outside**'} "
            f"{row['5 %']:.2f} to {row['95 %']:.2f} (mean {row['mean']:.3f} ± {row['standard error']:.3f})"
            for row in found
        ]
        lines.append(f"- {design}, the paper's {column} beside {DECISIONS[key]}: {'; '.join(said)}.")
    lines += [
        "",
        "The ranges are those of the middle 90 % of our data sets, the means with their standard errors. That a figure "
        "of one data set lies within such a range is no evidence that the paper's method and ours do the same: any "
        "other figure in the range would have passed as well. One that lies outside is rare among ours.",
    ]
    return "\n".join(lines)


def _within(row: dict[str, Any]) -> bool:
    return bool(row["5 %"] - 1e-9 <= row["paper"] <= row["95 %"] + 1e-9)


def _first(tables: Tables) -> str:
    return (
        "One data set per design, the first of this run; every person's cluster and decision is in `table_1.csv` and "
        "[table_1.md](table_1.md), next to the paper's columns. Its last rows:\n\n"
        + to_markdown(tables["table_1_figures"], digits=2)
        + "\n\nAccuracy is the share of people in their true cluster. VI does not see labels: *as decided*, the "
        "label-fixed decision numbers its groups by their sizes alone; *identified*, by what the posterior supports."
    )


def _distribution(distribution: Table) -> str:
    parts = []
    for measure in ("accuracy", "VI from truth"):
        rows = [i for i, name in enumerate(distribution["measure"]) if name == measure]
        chosen = {name: [values[i] for i in rows] for name, values in distribution.items()}
        parts.append(f"{measure[0].upper()}{measure[1:]}:\n\n{to_markdown(chosen, _SHOWN)}")
    return "\n\n".join(parts)


def _labels(table: Table) -> str:
    return (
        "The paper draws everybody's label from θ, z ~ Categorical(θ), and so do all other parts of this page. What "
        "says where a person belongs is the dominant cluster, the one with the largest θ. Both can be read from the "
        "same posterior draws:\n\n"
        + to_markdown(table)
        + "\n\n*Houses* are the 21 people of Table 2 below. *Likeliest house* is everybody's most probable label: "
        "*claimed* is its mean probability, *right* how often it is the true cluster. A drawn label is uncertain even "
        "where a person's dominant cluster is not; the less certain labels are, the sooner VI alone prefers one big "
        'group. Outside this study bayeshat takes dominant labels by default; `label="drawn"` gives the paper\'s.'
    )


def _samplers(tables: Tables, evidence: dict[str, Any], options: dict[str, Any]) -> str:
    lines = []
    for design, found in evidence["designs"].items():
        lines.append(
            f"- Gibbs, {design}: {found['converged']} of {found['data_sets']} data sets converged (R-hat below 1.01 "
            f"and at least 400 effective draws for every parameter); the largest R-hat of all is "
            f"{found['r_hat_max']:.4f}. Median time {found['seconds']['sampling']:.2f} s for sampling and "
            f"{found['seconds']['deciding']:.2f} s for all four decisions, on one thread."
        )
    if "nuts" not in tables:
        why = "it was turned off" if options["nuts_asked"] is False else "NumPyro is not installed"
        return "\n".join([*lines, f"- NUTS did not run: {why}."])
    for row in zip(*tables["nuts"].values(), strict=True):
        found = dict(zip(tables["nuts"], row, strict=True))
        verdict = "agree" if found["agree"] else "do not agree"
        lines.append(
            f"- NUTS, {found['design']}, the data set of Table 1: its posterior means and those of Gibbs {verdict} "
            f"within Monte Carlo error. The largest difference of {found['parameters']} means is "
            f"{found['largest difference']:.4f}; the smallest p-value of all, times their number, is "
            f"{found['p-value']:.2f} (below 0.05 they would not agree). "
            f"{'It converged' if found['converged'] else 'It had not converged'} after {found['seconds']:.0f} s, "
            "compiling included."
        )
    return "\n".join(lines)


def _houses(tables: Tables) -> str:
    one_house = dict(
        zip(tables["table_2_figures"]["decision"], tables["table_2_figures"]["all in one house"], strict=True)
    )
    count = tables["table_2_figures"]["groups of people"][0]
    return (
        "The answers of the paper's 21 people are not public. Here are simulated answers to the packaged Hogwarts "
        "survey (questions of our own, the paper's prior counts and α = 0.3), of as many people of each house as the "
        "paper finds dominant: 2 Gryffindor, 1 Slytherin, 9 Ravenclaw, 9 Hufflepuff. Rows of the two sides are of "
        "different people; what can be compared is the sizes:\n\n"
        + to_markdown(tables["table_2_sizes"])
        + f"\n\nOver {count} simulated groups of 21, VI alone put everybody into one house {one_house['VI alone']} "
        "times, as it did in the paper; accuracy against the simulated houses, which are far from balanced:\n\n"
        + to_markdown(tables["table_2_figures"])
    )


def _sensitivity(table: Table) -> str:
    rows = [i for i, pseudocount in enumerate(table["pseudocount"]) if pseudocount == PSEUDOCOUNT]
    chosen = {name: [values[i] for i in rows] for name, values in table.items()}
    columns = ["design", "size weight", "VI from truth", "accuracy", "accuracy standard error", "largest group"]
    columns += ["smallest group", "groups", "sizes met"]
    return (
        f"VI + sizes, label-free, identified; means over {table['data sets'][0]} data sets per design, at "
        f"δ = {PSEUDOCOUNT:g} (`sensitivity.csv` has the other δ; *groups* counts those with anybody in them, *sizes "
        "met* is the share of decisions with exactly the wanted sizes):\n\n" + to_markdown(chosen, columns)
    )


def _merging(table: Table) -> str:
    return (
        "Three clusters sorted into two groups, for the data sets of Table 1: with a target of two groups, and, nearer "
        "to the paper's words, with three groups of which one is wanted empty. *Nearest truth joins* names the two "
        "true clusters that, taken together, come nearest to the decision.\n\n" + to_markdown(table)
    )

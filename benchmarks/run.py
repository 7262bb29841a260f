"""Speed, as ratios between sides timed in one run: ``make bench`` or ``python benchmarks/run.py [name ...]``.

``--against CHECKOUT`` also runs the parts that can be compared, with the code of another checkout.
"""

from __future__ import annotations

import argparse
import os
from inspect import signature
from pathlib import Path

from beside_salso import salso
from certificates import certificates
from deciding import cold, growth, million, separated, small, swaps, vague
from halves import halves
from learning import known
from mixing import meeting, mixing
from proofs import proofs
from rated import rated
from right import right
from ruling import annealing, crowds, mixes, rules
from sampling import choices, converge, demo, gibbs, labels, many, newcomers, people, sampling, seeds
from scale import scale
from serving import serving
from styled import styled
from ticking import ticks
from totals import totals
from uncertainty import uncertainty
from unnamed import unnamed
from wording import wording

ALL = (
    cold,
    demo,
    small,
    vague,
    salso,
    separated,
    swaps,
    growth,
    million,
    certificates,
    proofs,
    rules,
    crowds,
    mixes,
    annealing,
    mixing,
    meeting,
    gibbs,
    people,
    labels,
    converge,
    sampling,
    choices,
    seeds,
    many,
    newcomers,
    serving,
    scale,
    right,
    known,
    totals,
    ticks,
    wording,
    uncertainty,
    unnamed,
    rated,
    styled,
    halves,
)
PARTS = {part.__name__: part for part in ALL}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="name", help=", ".join(PARTS))
    parser.add_argument("--against", type=Path, help="a checkout of another commit to compare with")
    parser.add_argument("--data", type=Path, nargs="*", help="CSV files of people and their groups, for known")
    parser.add_argument("--cases", type=int, nargs="*", help="numbers of the cases to run, for annealing")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f} at the start" + (" (loaded: read with care)" if load > 0.5 else ""))
    for name in asked.parts or PARTS:
        part = PARTS[name]
        print(f"{name}: {part.__doc__.splitlines()[0]}", flush=True)
        given = {"against": asked.against, "data": asked.data, "cases": asked.cases}
        part(**{name: given[name] for name in given.keys() & signature(part).parameters.keys()})


if __name__ == "__main__":
    main()

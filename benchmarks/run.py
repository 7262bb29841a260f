"""Speed, as ratios between sides timed in one run: ``make bench`` or ``python benchmarks/run.py [name ...]``."""

from __future__ import annotations

import os
import sys

from deciding import cold, growth, million, separated, small, swaps
from right import right
from ruling import annealing, crowds, rules
from sampling import converge, demo, gibbs, labels, people
from serving import serving

ALL = (
    cold,
    demo,
    small,
    separated,
    swaps,
    growth,
    million,
    rules,
    crowds,
    annealing,
    gibbs,
    people,
    labels,
    converge,
    serving,
    right,
)
PARTS = {part.__name__: part for part in ALL}


def main():
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f} at the start" + (" (loaded: read with care)" if load > 0.5 else ""))
    for name in sys.argv[1:] or PARTS:
        print(f"{name}: {PARTS[name].__doc__.splitlines()[0]}", flush=True)
        PARTS[name]()


if __name__ == "__main__":
    main()

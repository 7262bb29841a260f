"""Decide on packaged draws and print the groups: ``python -m bayeshat.demo``."""

from __future__ import annotations

from importlib.resources import files

import numpy as np

from .engine.api import decide
from .engine.decision import Decision

_BAR = 12


def load_draws() -> np.ndarray:
    """Return 1000 posterior draws of the clusters of 20 people in the paper's design with even groups."""
    with (files("bayeshat") / "data" / "demo_draws.npz").open("rb") as file, np.load(file) as archive:
        return np.asarray(archive["draws"])


def describe(decision: Decision) -> str:
    """Return the groups as text: members, how probable each is there, and who could change places cheaply."""
    table = decision.table()
    lines = []
    for name, size in zip(decision.names, decision.sizes, strict=True):
        lines.append(f"\n{name} ({size} people)")
        for n in decision.members(name):
            share = float(table[f"probability of {name}"][n])
            bar = "█" * round(share * _BAR)
            partner, cost = int(table["swap with"][n]), float(table["swap change"][n])
            lines.append(f"  person {n + 1:2d}  {bar:<{_BAR}} {share:4.0%}   swap with {partner + 1:2d}: {cost:+.3f}")
    return "\n".join(lines)


def main() -> None:
    """Sort 20 people into three groups of equal size."""
    draws = load_draws()
    print(f"20 people, {len(draws)} posterior draws of their clusters, three groups of equal size.")
    print("Bars: the probability of each person's own group. Swaps: what the cheapest one would cost, in bits.")
    decision = decide(draws, dict.fromkeys(("red", "green", "blue"), 1 / 3))
    print(describe(decision))
    print(f"\n{decision!r}")


if __name__ == "__main__":
    main()

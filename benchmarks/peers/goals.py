"""What we want of ourselves beside other systems, and where the results say that we miss it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

# How many times faster we want to be, for the same or a better loss.
FASTER = {"salso": 10, "rgenoud (Silverman 2017)": 1000}
# bayeshat without the survey's prior, as the others have to do.
FLAT = "bayeshat"
# Losses that bayeshat can be asked to minimise; on others it is compared all the same.
OURS = ("vi", "vi a=0.5", "binder", "paper", "unevenness")
# What there is more of where people teach.
GAINS = {"right": "its people right", "log score": "log score"}


@dataclass
class Goal:
    """One aim, how often it was looked at, and where it is missed, in words."""

    text: str
    looked_at: int = 0
    missed: list[str] = field(default_factory=list)

    def look(self, met: bool, otherwise: str) -> None:
        self.looked_at += 1
        if not met:
            self.missed.append(otherwise)


def judge(results: dict[str, Any]) -> list[Goal]:
    """Return the goals, judged by the runner's results."""
    loss = Goal("Never a worse loss than a system that minimises it, where bayeshat minimises it too")
    other = Goal("Never a worse loss than a system that minimises it, where bayeshat does not minimise it")
    right = Goal("Right houses at least equal, within a standard error of the difference, where answers are clustered")
    faster = Goal(
        "At least 10 times faster than salso and 1000 times faster than rgenoud, for the same loss or a better one"
    )
    taught = Goal(
        "Right groups and log score at least those of every other system, within a standard error of the difference, "
        "where the groups of half of the people are known"
    )
    for case in results["cases"]:
        for row in case["rows"]:
            where = f"{case['title']}: {row['peer']}"
            if row.get("own loss"):
                aim = loss if case["loss"] in OURS else other
                aim.look(row["loss worse in"] == 0, f"{where} {_tell_loss(row)}")
            # Where draws are decided on, the loss is what counts: a worse loss may be right more often.
            known = case["kind"] == "clusters answers" and row.get("right above error") is not None
            # Only one other system is told what the survey's prior says.
            fair = case["rows"][0]["peer"] == FLAT or row["peer"].startswith("Teel")
            if known and fair and not row["peer"].startswith(("bayeshat", "plain mixture")):
                behind, error = -row["right above"], row["right above error"]
                words = f"{where} has {behind:.3f} (standard error {error:.3f}) more people right"
                right.look(behind <= error, words)
            if case["kind"] == "learns groups" and not row["peer"].startswith("bayeshat"):
                for key in ("right", "log score"):
                    if row.get(f"{key} above error") is not None:
                        behind, error = -row[f"{key} above"], row[f"{key} above error"]
                        words = f"{where} has {behind:.3f} (standard error {error:.3f}) more of {GAINS[key]}"
                        taught.look(behind <= error, words)
            if row.get("times") is not None and row["peer"] in FASTER:
                words = f"{where} takes {row['times']:.3g} times as long as bayeshat"
                faster.look(row["times"] >= FASTER[row["peer"]], words)
    return [loss, other, right, taught, faster]


def _tell_loss(row: dict[str, Any]) -> str:
    share = 100 * row["loss above"] / abs(row["loss"])
    times = f"worse in {row['loss worse in']} of {row['both']} data set{'' if row['both'] == 1 else 's'}"
    return f"has {row['loss']:.6g}, and bayeshat {abs(share):.2g} % {'less' if share < 0 else 'more'} ({times})"

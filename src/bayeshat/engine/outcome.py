"""How the rules were kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..rules.rule_set import RuleSet
from ..rules.rules import Bounds, Rule, Spread
from ..words.phrases import tell_cost


@dataclass(frozen=True, eq=False)
class Kept:
    """How the rules were kept.

    Attributes
    ----------
    ruling
        The rules, with the people and groups that they name.
    unmet
        Rules that would have been met if possible, and wishes, that are not.
    price
        How much expected loss keeping to the rules costs, against the best decision without them; at least 0. The cost
        of unmet wishes is not in it.
    gap
        The largest optimality gap of the integer programs that improved the decision or prove it, relative to what was
        at stake in them; programs that only made starts do not count.
    worth
        The unit of weights: what one person in their right group is worth in expected loss, or 20 times that where
        wishes come first.
    fewer_right
        How many fewer people are expected in their right group than without rules, negative if more; None if not
        known.
    starts_left_out
        How many of the requested starts the search left out to save time.
    hurried
        Whether the clock stopped a step of the search; if not, the same seed gives the same groups on any machine.
    outcomes
        How evenly each column is spread that was to be, in sentences.
    """

    ruling: RuleSet
    unmet: tuple[Rule, ...]
    price: float
    gap: float
    worth: float = 0.0
    fewer_right: float | None = None
    starts_left_out: int = 0
    hurried: bool = False
    outcomes: tuple[str, ...] = ()

    def words(self) -> str:
        """Return in sentences how the organiser's own rules were met, and what all rules cost in people."""
        own = [rule for rule in self.ruling.rules if not getattr(rule, "automatic", False)]
        unmet = set(self.unmet)
        hard = sum(rule.is_hard for rule in own)
        wishes = [rule for rule in own if not rule.is_hard and not isinstance(rule, Spread)]
        granted = sum(rule not in unmet for rule in wishes)
        are = "is" if granted == 1 else "are"
        told = []
        if hard:
            told.append({1: "The rule is met.", 2: "Both rules are met."}.get(hard, f"All {hard} rules are met."))
        if wishes:
            told.append(f"Of {len(wishes)} {'wish' if len(wishes) == 1 else 'wishes'}, {granted} {are} fully granted.")
        told += self.outcomes
        only_ranges = all(isinstance(rule, Bounds) for rule in self.ruling.rules)
        if only_ranges and not own:
            told.append("All sizes are within their ranges.")
        if self.fewer_right is not None:
            subject = f"Keeping to {'it' if len(own) == 1 else 'them'}"
            if not own and not only_ranges:
                subject = "Leaving people where they were"
            told.append(f"{tell_cost(subject, max(self.fewer_right, 0.0), 'group')}.")
        if self.starts_left_out > 0:
            told.append(f"To save time, the search skipped {self.starts_left_out} of its starts.")
        if self.hurried:
            told.append(
                "One step of the search took too long and was stopped: on another computer the groups may differ."
            )
        return " ".join(told)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "rules": [rule.words() for rule in self.ruling.rules],
            "unmet": [rule.words() for rule in self.unmet],
            "price": self.price,
            "gap": self.gap,
            "hurried": self.hurried,
            "worth": self.worth,
            "fewer_right": self.fewer_right,
            "outcomes": list(self.outcomes),
        }

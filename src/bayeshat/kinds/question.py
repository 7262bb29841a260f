"""One question of a survey."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    """One question of a survey.

    Attributes
    ----------
    id
        A short name, unique in the survey; a column of answers may carry it as its heading.
    text
        What people are asked.
    options
        What people may answer, at least two options. For a rating, the names of its bins or of its numbers; empty for a
        number or a count.
    kind
        "choice" for one option, "several" for as many as apply, "rating" for a number on a scale, "number" for any
        number, "count" for how many, "ranking" for options in order.
    scale
        For a rating, its smallest and its largest number; for a number, the range in which most answers lie.
    bins
        Where a rating without order is cut: the last number of every bin but the last.
    weight
        How much its answers count: a power of their likelihood. 2 counts the question double, 0 not at all.
    log
        Whether the logarithm of a number is normal, and not the number itself.
    unit
        The unit of a number: "cm".
    blank
        Of a choice, the option that counts where people left the question empty; if not given, they gave no answer.
    unknown
        What to do with answers that are not among the options, or are no numbers: "refuse" them, or leave them "blank".
    ordered
        Whether the numbers of a rating are in order. With bins they are not.

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.Question("tea", "Tea or coffee?", ("tea", "coffee")).kind
    'choice'
    >>> bh.Question("height", "How tall are you?", (), kind="number", scale=(150, 200), unit="cm").unit
    'cm'
    """

    id: str
    text: str
    options: tuple[str, ...]
    kind: str = "choice"
    scale: tuple[float, float] | None = None
    bins: tuple[float, ...] = ()
    weight: float = 1.0
    log: bool = False
    unit: str = ""
    ordered: bool = True
    unknown: str = "refuse"
    blank: str = ""

    def __post_init__(self) -> None:
        if self.bins:
            object.__setattr__(self, "ordered", False)

"""One house of a survey."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cluster:
    """One house: a group that people are sorted into.

    Attributes
    ----------
    name
        Its name, unique in the survey.
    color
        Its colour in pictures, ``"#1f6b45"`` or a CSS name; None to leave it to the picture.

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.Survey.load("hogwarts").clusters[0].name, bh.Cluster("Larks", "#e69f00").color
    ('Gryffindor', '#e69f00')
    """

    name: str
    color: str | None = None

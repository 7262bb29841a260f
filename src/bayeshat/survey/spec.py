"""A survey: questions with options, houses (clusters), and what is expected of them beforehand."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import SurveyError
from ..kinds.question import Question
from ..rules.rules import Rules
from ..tables.text import in_line
from ..tables.toml import parse_toml
from ..words.message import Message
from .checks import check_survey
from .cluster import Cluster
from .corrections import Corrections
from .toml import format_comment, format_survey, read_fields, read_source

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Survey:
    """Questions, clusters, and the prior.

    Attributes
    ----------
    title
        What the survey is called.
    questions
        The Q questions, in order.
    clusters
        The K clusters, in order.
    answer_prior
        (K, Q, P) the prior of each cluster's answers, as many numbers as a question's kind has and zeros beyond: of a
        choice or a ranking, prior counts of the options; of several, those who tick each option, then those who do
        not; of a number or a rating, mean, strength, shape and scale of a normal-inverse-gamma distribution; of a
        count, shape and rate of a gamma distribution.
    membership_prior
        (K,) Dirichlet parameters of every person's membership weights: α.
    description
        More about the survey in words, shown to everybody who is asked.
    sizes
        The wanted group sizes, one per cluster, if the survey names any.
    rules
        The organiser's rules.
    noun
        What the survey calls its clusters wherever people read of them: "group" or "house".
    learns_favourites
        Whether choices with a flat prior learn from the answers how clearly each house has a favourite option, and
        ratings with a flat prior are expected around those of everybody; else the prior is taken as it stands.
    learned_from
        How many people whose house is known each house was learned from, if the survey was learned (`learn_survey`).
        If every house has some, sorting others keeps what was learned of answers and of the houses' shares.
    corrections
        What people whose house is known taught beyond that (`learn_survey`); None if nothing.
    notes
        What `from_answers` left out and what it assumed; in a file they are only a comment.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> survey.n_questions, survey.cluster_names[0], survey.is_informative
    (8, 'Gryffindor', True)
    >>> survey.to_toml().splitlines()[0]
    'title = "Which Hogwarts house?"'
    """

    title: str
    questions: tuple[Question, ...]
    clusters: tuple[Cluster, ...]
    answer_prior: Array
    membership_prior: Array
    description: str = field(default="", kw_only=True)
    sizes: tuple[int, ...] | None = None
    rules: Rules = field(default_factory=Rules, kw_only=True)
    noun: str = field(default="group", kw_only=True)
    learns_favourites: bool = field(default=False, kw_only=True)
    learned_from: tuple[int, ...] | None = field(default=None, kw_only=True)
    corrections: Corrections | None = field(default=None, kw_only=True)
    notes: tuple[Message, ...] = field(default=(), kw_only=True)

    @property
    def n_questions(self) -> int:
        """Number of questions, Q."""
        return len(self.questions)

    @property
    def n_clusters(self) -> int:
        """Number of clusters, K."""
        return len(self.clusters)

    @property
    def n_options(self) -> Array:
        """(Q,) number of options of each question."""
        return np.array([len(question.options) for question in self.questions], dtype=np.int64)

    @property
    def cluster_names(self) -> tuple[str, ...]:
        """The clusters' names, in order."""
        return tuple(cluster.name for cluster in self.clusters)

    @property
    def is_taught(self) -> bool:
        """Whether people whose house is known have taught what people of every house answer."""
        return self.learned_from is not None and 0 not in self.learned_from

    @property
    def is_informative(self) -> bool:
        """Whether the answer prior tells at least two clusters apart."""
        return bool((self.answer_prior != self.answer_prior[:1]).any())

    @classmethod
    def load(cls, source: Survey | str | os.PathLike[str]) -> Survey:
        """Return a packaged survey by its name, or one from a TOML file; a survey is returned as it is.

        Parameters
        ----------
        source
            ``"hogwarts"``, ``"simulation-even"``, ``"simulation-uneven"``, or the path of a ``.toml`` file.

        Raises
        ------
        SurveyError
            If there is no such survey, or it cannot be used; the message names the line or the key.

        Examples
        --------
        >>> import bayeshat as bh
        >>> survey = bh.Survey.load("hogwarts")
        >>> survey.cluster_names
        ('Gryffindor', 'Slytherin', 'Ravenclaw', 'Hufflepuff')
        """
        return source if isinstance(source, Survey) else parse_survey(*read_source(source))

    @classmethod
    def from_answers(
        cls,
        source: Any,
        n_clusters: int | Sequence[str] = 4,
        *,
        name_column: str | None = None,
        only: Sequence[str] = (),
        skip: Sequence[str] = (),
        headings: bool = True,
        known: str | None = None,
    ) -> Survey:
        """Infer a survey from a table of answers; its priors say nothing of its houses.

        Every column becomes a question and its distinct values the options, except the name column and columns that do
        not look like a question with options (ids, dates, free text, a known group, one value only); `notes` say which
        were left out, and why, and which are more than a choice. Cells that join several answers make a question
        of kind "several"; numbers make a "rating" if they are whole and from 0 to 10, a "count" if most are small and a
        few large, and else a "number".

        Parameters
        ----------
        source
            A table in any form that `read_answers` takes.
        n_clusters
            How many clusters to look for, called "Group 1", "Group 2", …; or their names.
        name_column
            The heading of the column with people's names; found by common headings if not given.
        only, skip
            Headings of the columns that are questions, whatever they look like; and of those that are none.
        headings
            Whether the first row of a file holds headings, as for `read_answers`.
        known
            The heading of the column with the group that people are known to be in. It is not a question, and neither
            is a column that tells of this group.

        Examples
        --------
        >>> import bayeshat as bh
        >>> table = {"name": ["Ann", "Bo", "Cy"], "Tea?": ["yes", "no", "Yes"]}
        >>> bh.Survey.from_answers(table, n_clusters=2).questions[0].options
        ('no', 'yes')
        """
        from .infer import infer_fields

        return cls(**infer_fields(source, n_clusters, name_column, only, skip, headings, known)).validate()

    def with_groups(self, names: Sequence[str]) -> Survey:
        """Return the survey with houses of these names; of a new one it says the average of what it says of all.

        Examples
        --------
        >>> import bayeshat as bh
        >>> survey = bh.Survey.load("hogwarts").with_groups(["Ravenclaw", "Owls"])
        >>> survey.cluster_names, survey.n_questions
        (('Ravenclaw', 'Owls'), 8)
        """
        known = {cluster.name: cluster for cluster in self.clusters}
        priors = dict(zip(known, self.answer_prior, strict=True))
        average = self.answer_prior.mean(axis=0)
        taught = None if self.learned_from is None else dict(zip(known, self.learned_from, strict=True))
        learned_from = None if taught is None else tuple(taught.get(name, 0) for name in names)
        corrections = None
        # Corrections compare all houses with each other, so they only hold for the same ones.
        if self.corrections is not None and sorted(names) == sorted(known):
            corrections = self.corrections.of_houses([self.cluster_names.index(name) for name in names])
        return replace(
            self,
            clusters=tuple(known.get(name, Cluster(name)) for name in names),
            answer_prior=np.stack([priors.get(name, average) for name in names]),
            membership_prior=np.full(len(names), float(self.membership_prior.mean())),
            sizes=None,
            learned_from=learned_from if any(learned_from or ()) else None,
            corrections=corrections,
        ).validate()

    def __repr__(self) -> str:
        kinds = Counter(question.kind for question in self.questions)
        return (
            f"Survey {self.title!r}\n"
            f"  questions  {self.n_questions} ({', '.join(f'{kind}: {n}' for kind, n in kinds.items())})\n"
            f"  groups     {self.n_clusters} ({in_line(self.cluster_names)})"
        )

    def validate(self) -> Survey:
        """Return the survey itself, or raise SurveyError naming the key that cannot be used."""
        check_survey(self)
        return self

    def to_toml(self) -> str:
        """Return the survey as TOML text; loading it gives the same survey, without notes."""
        return format_survey(self.validate())

    def save(self, path: str | os.PathLike[str], *, comment: str = "") -> None:
        """Write the survey to a TOML file; a comment, or else its notes, go above it."""
        text = format_comment(comment or " ".join(map(str, self.notes))) + self.to_toml()
        try:
            Path(path).expanduser().write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise SurveyError(Message("survey-unwritable", file=repr(os.fspath(path)), reason=error.strerror)) from None


def parse_survey(text: str, origin: str | Message) -> Survey:
    """Return the checked survey that TOML text describes; `origin` says in messages where the text came from."""
    document = parse_toml(text, origin, SurveyError)
    try:
        return Survey(**read_fields(document)).validate()
    except SurveyError as error:
        raise SurveyError(Message("words-at", where=origin, what=error.words)) from None

"""All quick checks of a model, as every sort makes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from ..engine.sizes import round_sizes
from ..sample.posterior import Posterior
from ..words.message import Message, from_plain, join, to_plain
from .chains import ChainModes, check_modes
from .halves import Halves, check_halves
from .one_group_each import OneGroupEach, check_one_group_each
from .pairs import PairResiduals, check_pairs
from .separation import Separation, check_separation


@dataclass(frozen=True, eq=False)
class ModelCheck:
    """Whether the model fits the answers.

    Attributes
    ----------
    separation
        Whether the answers separate people, or are noise.
    one_group_each
        Whether people belong to one group each, where that was assumed.
    pairs
        How far questions and pairs of questions are from what the model predicts; None where that was not kept.
    modes
        How chains that sit in different places are weighted.
    pair_words
        What ``pairs`` says in words, which stays where the tables are not kept.
    odd_pairs
        The ids of two questions each that go together more than the groups explain; None where that was not checked.
    halves
        Whether other questions would make the same groups; None where groups are not made from the answers alone, and
        where the answers hardly separate people.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 8, rng=1).answers
    >>> check = bh.check_model(bh.fit(survey, people, draws=50, tune=50, max_draws=50, rng=1))
    >>> check.warnings(), check.pairs.residuals.shape
    ([], (8, 8))
    """

    separation: Separation
    one_group_each: OneGroupEach
    pairs: PairResiduals | None = None
    modes: ChainModes = field(default_factory=ChainModes)
    pair_words: str | Message = ""
    odd_pairs: tuple[tuple[str, str], ...] | None = None
    halves: Halves | None = None

    def warnings(self, *, remedies: bool = True) -> list[str | Message]:
        """Return what calls for a second look, in sentences, with or without the settings to change."""
        partly = self.one_group_each.sentence(remedies=remedies)
        doubt = self.halves.sentence() if self.halves is not None and self.halves.is_little else ""
        sentences = (self.separation.sentence(), partly, self.modes.sentence(), doubt)
        return [told for told in sentences if told]

    def sentence(self) -> str | Message:
        """Return everything in words for analysts."""
        calm = "" if self.halves is None or self.halves.is_little else self.halves.sentence()
        return join([told for told in (*self.warnings(), calm, self.pair_words) if told], "space")

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the tables of pairs as plain values, ready for JSON."""
        return {
            "separation": asdict(self.separation),
            "one_group_each": asdict(self.one_group_each),
            "modes": asdict(self.modes),
            "pairs": to_plain(self.pair_words),
            "odd_pairs": None if self.odd_pairs is None else [list(pair) for pair in self.odd_pairs],
            "halves": None if self.halves is None else asdict(self.halves),
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> ModelCheck:
        """Return what `to_dict` made plain, without the tables of pairs."""
        pairs = plain["odd_pairs"]
        return cls(
            Separation(**plain["separation"]),
            OneGroupEach(**plain["one_group_each"]),
            None,
            ChainModes(tuple(plain["modes"]["weights"])),
            from_plain(plain["pairs"]),
            None if pairs is None else tuple((first, second) for first, second in pairs),
            None if plain["halves"] is None else Halves(**plain["halves"]),
        )

    def __str__(self) -> str:
        return str(self.sentence())


def check_model(posterior: Posterior, rng: int = 0, sizes: Any = "balanced") -> ModelCheck:
    """Check whether the model fits the answers; this takes a fraction of the time that sampling takes.

    Parameters
    ----------
    posterior
        What :func:`bayeshat.fit` returned.
    rng
        Seed of the simulated answers.
    sizes
        (G,) the sizes of the groups. Where groups are made from the answers alone, it is seen whether other questions
        would make the same ones; None to leave that out.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> check = bh.check_model(bh.fit(survey, bh.simulate(survey, rng=1).answers, rng=1))
    >>> check.separation.is_noise, check.warnings()
    (False, [])
    """
    pairs = check_pairs(posterior, rng)
    separation = check_separation(posterior.survey, posterior.answers, posterior.membership, rng, posterior.prior)
    halves = None
    if sizes is not None and posterior.prior.is_blank and not separation.is_noise:
        even = round_sizes(np.ones(posterior.n_clusters), posterior.n_people)
        wanted = even if isinstance(sizes, str) else sizes
        about = (posterior.survey, posterior.answers, wanted, posterior.membership)
        halves = check_halves(*about, rng, style=posterior.prior.style)
    return ModelCheck(
        separation,
        check_one_group_each(posterior, rng),
        pairs,
        check_modes(posterior),
        pairs.sentence(),
        pairs.odd_pairs,
        halves,
    )

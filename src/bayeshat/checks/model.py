"""All quick checks of a model, as every sort makes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ..sample.posterior import Posterior
from ..words.message import Message, from_plain, join, to_plain
from .chains import ChainModes, check_modes
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

    def warnings(self, *, remedies: bool = True) -> list[str | Message]:
        """Return what calls for a second look, in sentences, with or without the settings to change."""
        partly = self.one_group_each.sentence(remedies=remedies)
        sentences = (self.separation.sentence(), partly, self.modes.sentence())
        return [told for told in sentences if told]

    def sentence(self) -> str | Message:
        """Return everything in words for analysts."""
        return join([*self.warnings(), *([self.pair_words] if self.pair_words else [])], "space")

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the tables of pairs as plain values, ready for JSON."""
        return {
            "separation": asdict(self.separation),
            "one_group_each": asdict(self.one_group_each),
            "modes": asdict(self.modes),
            "pairs": to_plain(self.pair_words),
            "odd_pairs": None if self.odd_pairs is None else [list(pair) for pair in self.odd_pairs],
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
        )

    def __str__(self) -> str:
        return str(self.sentence())


def check_model(posterior: Posterior, rng: int = 0) -> ModelCheck:
    """Check whether the model fits the answers; this takes a fraction of the time that sampling takes.

    Parameters
    ----------
    posterior
        What :func:`bayeshat.fit` returned.
    rng
        Seed of the simulated answers.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> check = bh.check_model(bh.fit(survey, bh.simulate(survey, rng=1).answers, rng=1))
    >>> check.separation.is_noise, check.warnings()
    (False, [])
    """
    pairs = check_pairs(posterior, rng)
    return ModelCheck(
        check_separation(posterior.survey, posterior.answers, posterior.membership, rng, posterior.prior),
        check_one_group_each(posterior, rng),
        pairs,
        check_modes(posterior),
        pairs.sentence(),
        pairs.odd_pairs,
    )

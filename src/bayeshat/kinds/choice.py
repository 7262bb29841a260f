"""Questions with one answer among several options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..tables.numbers import show_short
from ..tables.table import Column
from .cells import UNKNOWN, count_signs, split_answers
from .counted_kind import CountedKind, check_counts, find_nearest, read_counts, write_counts
from .kind import NOT_ANSWERED, CodedColumn, WhyUnknown
from .question import Question

Array = np.ndarray


class Choice(CountedKind):
    r"""One option: :math:`x \sim \mathrm{Categorical}(\phi),\ \phi \sim \mathrm{Dirichlet}(\beta)`.

    The prior numbers β count imagined people who chose each option.
    """

    plain = True

    def n_prior(self, question: Question) -> int:
        return len(question.options)

    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        return read_counts(entry, question, key)

    def write_prior(self, question: Question, prior: Array) -> str:
        return write_counts(prior)

    def show_prior(self, question: Question, prior: Array) -> list[str]:
        return [show_short(count) for count in prior]

    def check_prior(self, key: str, question: Question, prior: Array) -> None:
        check_counts(key, prior)

    def option_chances(self, question: Question, prior: Array) -> Array:
        return prior / prior.sum()

    def code(self, column: Column, question: Question, tool: str = "", other: int = NOT_ANSWERED) -> CodedColumn:
        find = self.finder(question, tool)
        found = [find(value) for value in column.values]
        unknown = {place: [column.values[place]] for place, code in enumerate(found) if code == UNKNOWN}
        codes = np.array([other if code == UNKNOWN else code for code in found], dtype=np.int16)
        return CodedColumn(codes[column.places][:, None], None, unknown)

    def explain_unknown(self, text: str, question: Question, tool: str) -> WhyUnknown:
        parts = split_answers(text, self.finder(question, tool), count_signs(question.options))
        if len(parts) > 1 and all(code >= 0 for _, code in parts):
            return WhyUnknown('several options; if that may be, write kind = "several" in the survey', "several")
        return find_nearest(text, question)

    def code_options(self, question: Question, chosen: Sequence[Sequence[float]]) -> CodedColumn:
        codes = [int(options[0]) if options else NOT_ANSWERED for options in chosen]
        return CodedColumn(np.array(codes, dtype=np.int16).reshape(-1, 1), None, {})

    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        return [[code] if code >= 0 else [] for code in codes[:, 0].tolist()]

    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        return question.options[code], True

    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        return ["" if code < 0 else question.options[code] for code in codes[:, 0].tolist()]

    def given(self, question: Question, codes: Array, levels: Array | None) -> Array:
        return np.bincount(codes[:, 0], minlength=len(question.options))

    def n_levels(self, question: Question) -> int:
        return len(question.options)

    def counts(self, prior: Array) -> Array:
        return prior[..., None, :]

    def probabilities(self, parameters: Any, xp: Any = np) -> Any:
        return parameters[..., None, :]

    def parameters(self, probabilities: Array) -> Array:
        return probabilities[..., 0, :]

    def site(self, numpyro: Any, name: str, prior: Array) -> Any:
        import jax.numpy as jnp

        return numpyro.sample(name, numpyro.distributions.Dirichlet(jnp.asarray(prior)).to_event(2))

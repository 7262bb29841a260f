"""Questions with as many answers as apply: every option is ticked or not, and both say something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import SurveyError
from ..tables.table import Column
from ..tables.text import RECOGNISED, normalise
from ..tables.toml import describe, read_float, refuse_unknown
from ..words.message import Message
from ..words.phrases import tell_figures
from .cells import count_signs, find_answers
from .choice import CountedKind, check_counts, read_counts, write_counts
from .kind import NOT_ANSWERED, UNKNOWN, CodedColumn
from .question import Question

Array = np.ndarray

# Cells that say that nothing applies, unless an option says so.
NOTHING = frozenset(RECOGNISED["nothing"])
# The smallest probability of an option not being ticked: the difference to a probability that is stored as 1.
_ROUNDING = 1e-16


class Several(CountedKind):
    r"""Any number of options, each ticked or not: :math:`x_v \sim \mathrm{Bernoulli}(p_v),\ p_v \sim \mathrm{Beta}`.

    The prior numbers count imagined people: those who ticked each option, then those who did not. Every option has a
    column of answers, with 1 where it was ticked and 0 where not; the parameters are the probabilities of a tick.
    """

    many_answers = True
    in_parts = "ticks"
    gave_it = Message("report-gave-several")

    def n_prior(self, question: Question) -> int:
        return 2 * len(question.options)

    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        if not isinstance(entry, dict):
            raise SurveyError(
                Message(
                    "survey-ticks", key=key, got=describe(entry), counts=write_counts(np.ones(len(question.options)))
                )
            )
        refuse_unknown(entry, ("ticks", "people"), f"{key}.")
        ticks = read_counts(entry.get("ticks"), question, f"{key}.ticks")
        return np.concatenate([ticks, _read_people(entry.get("people"), question, f"{key}.people") - ticks])

    def write_prior(self, question: Question, prior: Array) -> str:
        ticks, others = _halves(prior)
        people = ticks + others
        told = write_counts(people[:1])[1:-1] if (people == people[0]).all() else write_counts(people)
        return f"{{ ticks = {write_counts(ticks)}, people = {told} }}"

    def show_prior(self, question: Question, prior: Array) -> list[str | Message]:
        return [
            Message("show-ticks", ticks=tell_figures(f"{tick:g}"), people=tell_figures(f"{tick + other:g}"))
            for tick, other in zip(*_halves(prior), strict=True)
        ]

    def check_prior(self, key: str, question: Question, prior: Array) -> None:
        ticks, others = _halves(prior)
        check_counts(key, ticks)
        wrong = np.flatnonzero(~self.is_valid(others))
        if len(wrong):
            v = wrong[0]
            raise SurveyError(
                Message(
                    "survey-ticks-people",
                    key=key,
                    ticks=f"{ticks[v]:g}",
                    people=f"{ticks[v] + others[v]:g}",
                    option=str(v + 1),
                    fewer=f"{ticks[v] + others[v] - 0.5:g}",
                )
            )

    def option_chances(self, question: Question, prior: Array) -> Array:
        ticks, others = _halves(prior)
        return ticks / (ticks + others)

    def code(self, column: Column, question: Question, tool: str = "", other: int = UNKNOWN) -> CodedColumn:
        find, most_signs = self.finder(question, tool), count_signs(question.options)
        codes = np.full((len(column.values), len(question.options)), NOT_ANSWERED, dtype=np.int16)
        unknown: dict[int, list[str]] = {}
        for place, cell in enumerate(column.cells):
            if cell == () or (isinstance(cell, str) and normalise(cell) in NOTHING and find(cell) < 0):
                codes[place] = 0
                continue
            found = find_answers(cell, find, most_signs)
            strange = [text for text, code in found if code == UNKNOWN]
            ticked = {code for _, code in found if code >= 0}
            if strange:
                unknown[place] = strange
                codes[place] = UNKNOWN
                ticked |= {other} - {UNKNOWN}
            if ticked:
                codes[place] = 0
                codes[place, list(ticked)] = 1
        return CodedColumn(codes[column.places], None, unknown)

    def code_options(self, question: Question, chosen: Sequence[Sequence[float]]) -> CodedColumn:
        codes = np.full((len(chosen), len(question.options)), NOT_ANSWERED, dtype=np.int16)
        for row, options in zip(codes, chosen, strict=True):
            if options:
                row[:] = 0
                row[[int(option) for option in options]] = 1
        return CodedColumn(codes, None, {})

    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        return [[*map(int, np.flatnonzero(row == 1))] for row in codes]

    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        return question.options[place], code == 1

    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        return [
            "; ".join(option for option, code in zip(question.options, row, strict=True) if code == 1)
            or ("none" if 0 in row else "")
            for row in codes.tolist()
        ]

    def given(self, question: Question, codes: Array, levels: Array | None) -> Array:
        return (codes == 1).sum(axis=0)

    def n_columns(self, question: Question) -> int:
        return len(question.options)

    def n_levels(self, question: Question) -> int:
        return 2

    def counts(self, prior: Array) -> Array:
        ticks, others = _halves(prior)
        return np.stack([others, ticks], axis=-1)

    def probabilities(self, parameters: Any, xp: Any = np) -> Any:
        return xp.stack([xp.maximum(1.0 - parameters, _ROUNDING), parameters], axis=-1)

    def parameters(self, probabilities: Array) -> Array:
        return probabilities[..., 1]

    def site(self, numpyro: Any, name: str, prior: Array) -> Any:
        return numpyro.sample(name, numpyro.distributions.Beta(*_halves(prior)).to_event(3))


def _halves(prior: Array) -> list[Array]:
    """Return the counts (..., V) of imagined people who ticked each option, and of those who did not."""
    return np.split(prior, 2, axis=-1)


def _read_people(value: Any, question: Question, key: str) -> Array:
    if isinstance(value, list):
        return read_counts(value, question, key)
    if value is None:
        raise SurveyError(Message("survey-people", key=key))
    return np.full(len(question.options), read_float(value, key))

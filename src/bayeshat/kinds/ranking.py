"""Rankings: options in order, best first."""

from __future__ import annotations

import numpy as np

from ..tables.table import Column
from ..words.message import Message
from .cells import count_signs, find_answers, split_ranking
from .choice import Choice, find_nearest
from .kind import NOT_ANSWERED, UNKNOWN, CodedColumn
from .question import Question


class Ranking(Choice):
    r"""Options in order, of which only the first choice counts: :math:`x_1 \sim \mathrm{Categorical}(\phi)`.

    The first choice has these probabilities under the model of Plackett and Luce, too. Later places would tell more,
    but are not used.
    """

    keys = ("options",)
    in_parts = "places"
    gave_it = Message("report-gave-ranking")

    def code(self, column: Column, question: Question, tool: str = "", other: int = UNKNOWN) -> CodedColumn:
        find, most_signs = self.finder(question, tool), count_signs(question.options)
        firsts = np.full(len(column.values), NOT_ANSWERED, dtype=np.int16)
        unknown: dict[int, list[str]] = {}
        for place, cell in enumerate(column.cells):
            if isinstance(cell, str) and find(cell) == UNKNOWN and (ranked := split_ranking(cell)) != (cell.strip(),):
                cell = ranked
            found = find_answers(cell, find, most_signs)
            strange = [text for text, code in found if code == UNKNOWN]
            if strange:
                unknown[place] = strange
            if found:
                firsts[place] = other if found[0][1] == UNKNOWN else found[0][1]
        return CodedColumn(firsts[column.places][:, None], None, unknown)

    def explain_unknown(self, text: str, question: Question, tool: str) -> Message:
        return find_nearest(text, question)

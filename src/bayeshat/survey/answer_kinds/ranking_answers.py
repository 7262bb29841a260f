"""Rankings: options put in order, of which the first choice counts."""

from __future__ import annotations

import numpy as np

from ...tables.table import Column
from ...tables.text import is_blank
from ..answer_codes.multiple_choice import JOINED, most_signs
from ..answer_codes.option_codes import UNKNOWN, known_answers, make_finder
from ..answer_codes.ranking_columns import split_ranking
from ..spec import Question
from .answer_kind import NOT_ANSWERED, CodedColumn, WhyUnknown
from .option_answers import ChoiceAnswers, find_nearest


class RankingAnswers(ChoiceAnswers):
    """Options in order, best first. What is learned from a ranking is its first choice."""

    name = "ranking"
    gave_it = "Put it first"

    def code(self, column: Column, question: Question, tool: str = "", other: int = NOT_ANSWERED) -> CodedColumn:
        find, most = make_finder(question, tool), most_signs(question.options)
        firsts = np.full(len(column.values), NOT_ANSWERED, dtype=np.int16)
        unknown: dict[int, list[str]] = {}
        for place, cell in enumerate(column.values):
            ranked = split_ranking(cell)
            joined = "".join(f"{part}{JOINED}" for part in ranked) if find(cell) < 0 and ranked != [cell] else cell
            found = [] if is_blank(cell) else known_answers(joined, find, most)
            strange = [text for text, code in found if code == UNKNOWN]
            if strange:
                unknown[place] = strange
            if found:
                firsts[place] = other if found[0][1] == UNKNOWN else found[0][1]
        return CodedColumn(firsts[column.places][:, None], None, unknown)

    def explain_unknown(self, text: str, question: Question, tool: str) -> WhyUnknown:
        return find_nearest(text, question)

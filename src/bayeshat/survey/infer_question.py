"""What kind of question a column of answers looks like, and with which options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np

from ..kinds.cells import split_ranking
from ..kinds.question import Question
from ..kinds.several import NOTHING
from ..kinds.table import kind_of
from ..kinds.word_scales import order_words, whole_scales
from ..tables.numbers import common_unit, convert_unit, read_number, read_numbers
from ..tables.table import Column
from ..tables.text import clip, is_blank, normalise, plain_number, says_dont_know
from ..words.message import Message
from .scales import LARGEST_RATING, LEAST_NUMBERS, Codes, number_question, rating_question, word_rating

# A column is free text if its different values are more than this share of its answers, and more than _FEW; or if no
# answer was given twice and most people gave none, as with "Anything else?".
_FREE_TEXT_SHARE = 0.8
# Different values that are options, whatever their share of the answers.
_FEW = 5
# Options of an inferred question.
_MANY = 30
# Numbers that a column must have before cells that are not numbers count as strays.
_MOST_OF_THEM = 10
# The largest share of cells that may be strays; one cell always may.
_STRAY_SHARE = 0.05
# Whole numbers that cover a range of less than this for each number are ids: they follow each other.
_GAPS = 1.5
# Whole numbers from this one on are ids, too, unless they are round.
_LONG_ID = 10_000
# Round numbers are multiples of this.
_ROUND = 100
# The codes of options, and the tools that write them.
_CODES = Codes(1, 7)
_CODED = ("Qualtrics", "LimeSurvey", "KoboToolbox")
# How each tool joins answers with commas: the pattern between answers, and the text that joins two parts again.
_COMMAS = {"Qualtrics": (r",(?!\s)", ","), "Google Forms": (r",\s", ", ")}
# The same for tables that somebody made or changed, where a comma before a digit may belong to a number.
_COMMA = (r",(?!\s*\d)", ", ")
# A mark that stands for no answer, and an option if more than this share of the answers are the mark.
_MARK = "?"
_MARK_SHARE = 0.1
# Signs between answers that say nothing about their order.
_UNRANKED = r"[;|\n]"


def infer_question(column: Column, tool: str, sure: bool = False) -> Question | Message:
    """Return the question that a column answers, without id and text; or why it is not a question.

    If somebody is `sure` that it is a question, no number and no answer has to come twice.
    """
    counts = _counts(column)
    n_answered = sum(counts.values())
    if n_answered == 0:
        return Message("survey-no-answers")
    for kind, tallies in _find_lists(column, counts, tool):
        # The parts of a question are options, however many.
        if len(options := _spell(tallies)) >= 2 and (column.kind or len(options) <= _MANY):
            return Question("", "", options, kind=kind)
    options = _spell(counts)
    if len(options) == 1 and n_answered == len(column.places):
        return Message("survey-all-the-same")
    if len(options) == 1:
        return Message("survey-nothing-but", option=clip(options[0]))
    # "Don't know" has no place on a scale.
    known = {cell: n for cell, n in counts.items() if not says_dont_know(cell)}
    numeric = _numeric(known, tool, sure)
    if numeric is not None:
        return numeric
    in_order = order_words(options) or order_words(_spell(known))
    if in_order is not None:
        return word_rating(in_order)
    if len(options) > _FEW and len(options) > _FREE_TEXT_SHARE * n_answered:
        return Message("survey-free-text", values=len(options), answers=n_answered)
    if not sure and len(options) == n_answered < len(column.places) / 2:
        return Message("survey-free-text-rare", answers=n_answered, people=len(column.places))
    if len(options) > _MANY:
        return Message("survey-many-values", values=len(options))
    n_marks = sum(normalise(text) == _MARK for text in column.texts())
    if n_marks > _MARK_SHARE * (n_answered + n_marks):
        options = (*options, _MARK)
    return Question("", "", options)


def complete_scales(questions: Sequence[Question]) -> list[Question]:
    """Return the questions; those whose options are words of a scale get the whole scale, also steps nobody chose."""
    words = [() if kind_of(question).in_parts else question.options for question in questions]
    return [
        question if scale is None else word_rating(scale)
        for question, scale in zip(questions, whole_scales(words), strict=True)
    ]


def column_options(column: Column) -> tuple[str, ...]:
    """Return the different answers of a column in order, each in its commonest spelling."""
    return _spell(_counts(column))


def _counts(column: Column) -> Counter[str]:
    """Return how many people gave each answer."""
    people = np.bincount(column.places, minlength=len(column.values)).tolist()
    return _tally(([value], n) for value, n in zip(column.values, people, strict=True) if n and not is_blank(value))


def _tally(cells: Iterable[tuple[Iterable[str], int]]) -> Counter[str]:
    """Return how many people gave each answer, from the answers in each cell and how many people gave these."""
    found: Counter[str] = Counter()
    for answers, n_people in cells:
        for answer in answers:
            found[answer] += n_people
    return found


def _spell(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return the options in order, each in its commonest spelling."""
    spellings: dict[str, tuple[int, str]] = {}
    for value, count in counts.items():
        shown = plain_number(" ".join(value.split()))
        best = spellings.get(normalise(shown))
        if best is None or count > best[0]:
            spellings[normalise(shown)] = (count, shown)
    return tuple(sorted((shown for _, shown in spellings.values()), key=_order))


def _order(option: str) -> tuple[float, str]:
    """Return a sorting key: numbers by value and before text, text by alphabet."""
    number = read_number(option)
    return (float("inf"), normalise(option)) if number is None else (number, "")


def _numeric(counts: Mapping[str, int], tool: str, sure: bool) -> Question | None:
    """Return a rating, a count or a number; None if too few cells are numbers, or they may be options or names."""
    read = read_numbers(list(counts))
    unit = common_unit(read)
    tallies: dict[float, int] = {}
    strays: dict[str, int] = {}
    for number, (cell, count) in zip(read, counts.items(), strict=True):
        value = None if number is None else convert_unit(number.value, number.unit, unit)
        if value is None:
            strays[cell] = count
        else:
            tallies[value] = tallies.get(value, 0) + count
    if strays and not _are_strays(strays, tallies):
        return _labelled_rating(counts)
    codes = _CODES if tool in _CODED else None
    found = number_question(tallies, unit, codes)
    if found is not None and found.kind == "number" and not unit and not sure and _are_ids(tallies):
        return None
    return found


def whole_numbers(column: Column) -> dict[float, int] | None:
    """Return how many people gave each number in a column of whole numbers from 0 to 10; None for any other column."""
    counts = {cell: n for cell, n in _counts(column).items() if not says_dont_know(cell)}
    tallies: dict[float, int] = {}
    for cell, n_people in counts.items():
        number = None if column.kind else read_number(cell)
        if number is None or not number.is_integer() or not 0 <= number <= LARGEST_RATING:
            return None
        tallies[number] = tallies.get(number, 0) + n_people
    return tallies or None


def _are_ids(tallies: Mapping[float, int]) -> bool:
    """Return whether numbers are ids of people, such as seats or numbers of students.

    Ids are whole and all different, and follow each other with few gaps, or have many digits and are not round.
    """
    numbers = np.array(sorted(tallies))
    if max(tallies.values()) > 1 or len(numbers) <= _CODES.most or (numbers % 1).any():
        return False
    follow = numbers[-1] - numbers[0] < _GAPS * len(numbers)
    return bool(follow or (numbers[-1] >= _LONG_ID and (numbers % _ROUND).any()))


def _are_strays(strays: dict[str, int], tallies: dict[float, int]) -> bool:
    """Return whether cells without a number are slips or "don't know" among numbers, rather than options."""
    n_strays, n_numbers = sum(strays.values()), sum(tallies.values())
    few = n_numbers >= _MOST_OF_THEM and n_strays <= max(1.0, _STRAY_SHARE * (n_strays + n_numbers))
    # "More than 5" is an option beside a few numbers, and a slip beside many.
    wordy = not any(any(map(str.isdigit, cell)) for cell in strays)
    return few and len(tallies) >= LEAST_NUMBERS and (wordy or len(tallies) > _CODES.most)


def _labelled_rating(counts: Mapping[str, int]) -> Question | None:
    """Return a rating whose numbers carry labels, "10 - very likely", or None."""
    numbers = [read_number(value) for value in counts]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers) or len(set(known)) <= _CODES.most or max(known) > LARGEST_RATING or min(known) < 0:
        return None
    return rating_question(dict(zip(known, counts.values(), strict=True)))


# Cells with several answers


def _find_lists(column: Column, counts: Mapping[str, int], tool: str) -> list[tuple[str, Mapping[str, int]]]:
    """Return the kinds of lists that a column may hold, and how often each option then occurs."""
    if column.kind:
        people = np.bincount(column.places, minlength=len(column.lists)).tolist()
        return [(column.kind, _tally((cell, n) for cell, n in zip(column.lists, people, strict=True) if cell))]
    # A cell that says that nothing applies ticks nothing.
    ticked = {cell: n for cell, n in counts.items() if normalise(cell) not in NOTHING}
    found = (("ranking", _split_rankings(counts)), ("several", _split_joined(ticked, tool)))
    return [(kind, _tally((cells[cell], counts[cell]) for cell in cells)) for kind, cells in found]


def _split_rankings(counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
    """Return the options in cells that rank options; nothing if the cells do not.

    Most such cells have ">" or arrows between options, or all name all options, in different orders.
    """
    cells = {cell: split_ranking(cell) for cell in counts}
    options = {part for parts in cells.values() for part in parts}
    ranked = {part for parts in cells.values() if len(parts) > 1 for part in parts}
    n_ranking = sum(n for cell, n in counts.items() if len(cells[cell]) > 1)
    # An option may have such a sign in its name, beside others without.
    if (
        2 * n_ranking >= sum(counts.values())
        and options == ranked
        and 2 * len(options) <= sum(map(len, cells.values()))
    ):
        return cells
    orders = {cell: _pieces(cell, _UNRANKED) for cell in counts}
    same = set(map(frozenset, orders.values()))
    return orders if len(same) == 1 and len(orders) > 1 and len(next(iter(same))) > 2 else {}


def _split_joined(counts: Mapping[str, int], tool: str) -> Mapping[str, Sequence[str]]:
    """Return the answers in cells that join several; nothing if the cells do not.

    Parts that recur in different cells are a sign of joined answers. Commas also stand within options, so parts that
    always occur together are one option, and commas need more evidence: a tool that joins with commas and a part that
    also stands alone; or fewer parts than different cells, one of which comes first in one cell and later in another.
    """
    by_semicolon, by_bar = ({cell: _pieces(cell, sign) for cell in counts} for sign in (";", r"\|"))
    always = tool == "Microsoft Forms" and all(cell.rstrip().endswith(";") for cell in counts)
    if always or _recur(by_semicolon):
        return by_semicolon
    if _recur(by_bar) and _stand_alone(by_bar):
        return by_bar
    comma, between = _COMMAS.get(tool, _COMMA)
    cells = _merge_neighbours({cell: _pieces(cell, comma) for cell in counts}, between)
    clear = (tool in _COMMAS and _stand_alone(cells)) or _trade_places(cells)
    return cells if clear and _recur(cells) else {}


def _pieces(cell: str, sign: str) -> list[str]:
    return [piece.strip() for piece in re.split(sign, cell) if piece.strip()]


def _recur(cells: Mapping[str, Sequence[str]]) -> bool:
    """Return whether some cells hold several parts, and at least half of the parts occur in more than one cell."""
    found = _in_cells(cells)
    joined = any(len(pieces) > 1 for pieces in cells.values())
    return joined and 2 <= len(found) <= _MANY and sum(n > 1 for n in found.values()) * 2 >= len(found)


def _stand_alone(cells: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a part that occurs in several cells stands alone in one of them."""
    found = _in_cells(cells)
    return any(len(pieces) == 1 and found[normalise(pieces[0])] > 1 for pieces in cells.values())


def _trade_places(cells: Mapping[str, Sequence[str]]) -> bool:
    """Return whether there are fewer parts than cells, and a part that comes first in one cell comes later in another.

    Options with a comma, such as "Monday, early" and "Monday, late", begin with some words and end with others.
    """
    first = {normalise(pieces[0]) for pieces in cells.values() if pieces}
    later = {normalise(piece) for pieces in cells.values() for piece in pieces[1:]}
    return len(first | later) < len(cells) and not first.isdisjoint(later)


def _in_cells(cells: Mapping[str, Sequence[str]]) -> Counter[str]:
    """Return in how many different cells each part occurs."""
    return _tally((set(map(normalise, pieces)), 1) for pieces in cells.values())


def _merge_neighbours(cells: Mapping[str, Sequence[str]], sign: str) -> dict[str, Sequence[str]]:
    """Return the cells with those parts merged that stand side by side in every cell that has one of them."""
    merged = dict(cells)
    while True:
        having: dict[str, set[str]] = {}
        pairs: dict[tuple[str, str], set[str]] = {}
        for cell, pieces in merged.items():
            for piece in pieces:
                having.setdefault(piece, set()).add(cell)
            for pair in pairwise(pieces):
                pairs.setdefault(pair, set()).add(cell)
        once = [pair for pair, where in pairs.items() if len(where) > 1 and having[pair[0]] == having[pair[1]] == where]
        if not once:
            return merged
        for cell in pairs[once[0]]:
            pieces = merged[cell]
            place = next(i for i in range(len(pieces) - 1) if (pieces[i], pieces[i + 1]) == once[0])
            merged[cell] = [*pieces[:place], sign.join(once[0]), *pieces[place + 2 :]]

"""The form of a survey in the browser: its fields, the buttons that add and remove rows, what is still missing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from ...report.colors import to_hex
from ...survey.spec import Survey
from ...tables.text import normalise
from ...words.message import Message
from ..refusals import Refused
from .builder import (
    RATING,
    Draft,
    DraftHouse,
    DraftNumbers,
    DraftOption,
    DraftQuestion,
    find_number_gaps,
    is_number_kind,
    restore_texts,
)

MOST_HOUSES = 20
MOST_OPTIONS = 20
# Requests with many more fields are refused before anybody reads them.
MOST_FIELDS = 15_000
LONGEST = 500
LONGEST_DESCRIPTION = 2000
# What no page can show and no database can keep, and the sign that takes its place.
_INVALID = re.compile("[\0\ud800-\udfff]")
_REPLACED = "\ufffd"


def read_draft(fields: Mapping[str, str], base: Survey, mark: str = ".") -> Draft:
    """Return what was typed; rows are numbered anew where some were left out.

    Parameters
    ----------
    fields
        ``h-0`` is the name of the first house, ``c-0`` its colour; ``q-0`` the first question, ``k-0`` its kind;
        ``q-0-1`` its second answer; ``s-0-1-2`` how typical that is of the third house. Of a question for numbers,
        ``u-0`` is the unit, ``lo-0`` and ``hi-0`` the usual range, ``t-0-2`` what is typical of the third house.
        ``was-`` before the name of a house, question or answer: its position in the survey that the form began from.
    base
        That survey.
    mark
        The decimal mark of the language that it was typed in.
    """
    fields = {field: _INVALID.sub(_REPLACED, text) for field, text in fields.items()}
    rows = _rows(fields)
    houses = rows["h"]
    questions = []
    for q in rows["q"]:
        asked_before = _was(fields, f"q-{q}", base.n_questions)
        n_options = 0 if asked_before is None else len(base.questions[asked_before].options)
        options = [
            DraftOption(
                fields[f"q-{q}-{o}"].strip(),
                [fields.get(f"s-{q}-{o}-{h}", "none") for h in houses],
                _was(fields, f"q-{q}-{o}", n_options),
            )
            for o in rows[f"q-{q}"]
        ]
        kind = fields.get(f"k-{q}", "choice")
        questions.append(
            DraftQuestion(fields[f"q-{q}"].strip(), options, kind, asked_before, _read_numbers(fields, q, houses, mark))
        )
    return Draft(
        fields.get("description", "").replace("\r\n", "\n").strip(),
        [
            DraftHouse(
                fields[f"h-{h}"].strip(), fields.get(f"c-{h}", "").strip(), _was(fields, f"h-{h}", base.n_clusters)
            )
            for h in houses
        ],
        questions,
    )


def count_fields(draft: Draft) -> int:
    """Return how many fields the form of a draft sends: a text and a position for each row, a menu for each cell."""
    n_houses = len(draft.houses)
    n_questions = len(draft.questions)
    return 3 * n_houses + (n_houses + 6) * n_questions + (n_houses + 2) * len(_options(draft))


def change_draft(draft: Draft, action: str, most_questions: int) -> str:
    """Add or remove a row, as a button says, and return the field to go on with."""
    verb, _, rest = action.partition("-")
    what, *places = rest.split("-")
    try:
        where = [int(place) for place in places]
        match verb, what, where:
            case "add", "house", []:
                _check_room(len(draft.houses), MOST_HOUSES, "houses")
                _check_size(draft, 3 + len(draft.questions) + len(_options(draft)))
                draft.houses.append(DraftHouse(""))
                for option in _options(draft):
                    option.strengths.append("none")
                for asked in draft.questions:
                    asked.numbers.typical.append("")
                return f"h-{len(draft.houses) - 1}"
            case "add", "question", []:
                _check_room(len(draft.questions), most_questions, "questions")
                _check_size(draft, 6 + len(draft.houses) + 2 * (len(draft.houses) + 2))
                numbers = DraftNumbers(typical=[""] * len(draft.houses))
                draft.questions.append(DraftQuestion("", [_blank(draft), _blank(draft)], numbers=numbers))
                return f"q-{len(draft.questions) - 1}"
            case "add", "option", [q]:
                asked = draft.questions[q]
                _check_scale(asked, q)
                _check_room(len(asked.options), MOST_OPTIONS, "answers")
                _check_size(draft, len(draft.houses) + 2)
                asked.options.append(_blank(draft))
                return f"q-{q}-{len(asked.options) - 1}"
            case "remove", "house", [h]:
                del draft.houses[h]
                for option in _options(draft):
                    del option.strengths[h]
                for asked in draft.questions:
                    del asked.numbers.typical[h]
                return "add-house"
            case "remove", "question", [q]:
                del draft.questions[q]
                return "add-question"
            case "remove", "option", [q, o]:
                _check_scale(draft.questions[q], q)
                del draft.questions[q].options[o]
                return f"add-option-{q}"
    except (IndexError, ValueError):
        raise Refused(Message("surveys-row-gone")) from None
    raise Refused(Message("surveys-no-such-button"))


def find_gaps(draft: Draft, base: Survey) -> dict[str, Message]:
    """Return what is missing or cannot be used, by the form's fields."""
    typed, draft = draft, restore_texts(draft, base)
    gaps: dict[str, Message] = {}
    # A survey file may have a single house, and keep it.
    if len(draft.houses) < min(2, base.n_clusters):
        gaps["add-house"] = Message("surveys-few-houses")
    if not draft.questions:
        gaps["add-question"] = Message("surveys-few-questions")
    _check_text(gaps, "description", typed.description, draft.description == base.description, LONGEST_DESCRIPTION)
    names: set[str] = set()
    for h, house in enumerate(draft.houses):
        kept = None if house.was is None else base.clusters[house.was]
        _check_text(gaps, f"h-{h}", typed.houses[h].name, kept is not None and kept.name == house.name)
        if not house.name.strip():
            gaps[f"h-{h}"] = Message("surveys-house-empty", number=h + 1)
        elif normalise(house.name) in names:
            gaps[f"h-{h}"] = Message("surveys-house-twice", house=house.name)
        if house.color and to_hex(house.color) is None and (kept is None or kept.color != house.color):
            gaps[f"c-{h}"] = Message("surveys-not-a-colour", colour=house.color)
        names.add(normalise(house.name))
    # An id and a text must not name two questions.
    owners = {
        normalise(base.questions[asked.was].id): q for q, asked in enumerate(draft.questions) if asked.was is not None
    }
    for q, asked in enumerate(draft.questions):
        before = None if asked.was is None else base.questions[asked.was]
        _check_text(gaps, f"q-{q}", typed.questions[q].text, before is not None and before.text == asked.text)
        if not asked.text.strip():
            gaps[f"q-{q}"] = Message("surveys-question-empty", number=q + 1)
        elif (owner := owners.setdefault(normalise(asked.text), q)) != q:
            gaps[f"q-{q}"] = Message("surveys-question-twice", number=q + 1, other=owner + 1)
        if is_number_kind(asked.kind):
            places = [house.was for house in draft.houses]
            gaps |= find_number_gaps(asked.numbers, asked.kind, q, base, asked.was, places)
            continue
        if len(asked.options) < 2 and asked.kind != "rating":
            gaps[f"add-option-{q}"] = Message("surveys-few-answers", number=q + 1)
        answers: set[str] = set()
        for o, option in enumerate(asked.options):
            kept_text = None if before is None or option.was is None else before.options[option.was]
            _check_text(gaps, f"q-{q}-{o}", typed.questions[q].options[o].text, kept_text == option.text)
            if not option.text.strip():
                gaps[f"q-{q}-{o}"] = Message("surveys-answer-empty", number=o + 1, question=q + 1)
            elif normalise(option.text) in answers:
                gaps[f"q-{q}-{o}"] = Message("surveys-answer-twice", question=q + 1, answer=option.text)
            answers.add(normalise(option.text))
    return gaps


def _read_numbers(fields: Mapping[str, str], q: int, houses: Iterable[int], mark: str) -> DraftNumbers:
    unit, low, high = (fields.get(f"{field}-{q}", "").strip() for field in ("u", "lo", "hi"))
    return DraftNumbers(unit, low, high, [fields.get(f"t-{q}-{h}", "").strip() for h in houses], mark)


def _check_text(gaps: dict[str, Message], field: str, typed: str, is_kept: bool, longest: int = LONGEST) -> None:
    if is_kept:
        return
    if _REPLACED in typed:
        gaps[field] = Message("surveys-invalid-characters", sign=_REPLACED)
    elif len(typed) > longest:
        gaps[field] = Message("surveys-text-length", longest=longest, count=len(typed))


def _check_room(n_rows: int, most: int, what: str) -> None:
    if n_rows >= most:
        raise Refused(Message(f"surveys-most-{what}", most=most))


def _check_size(draft: Draft, n_more: int) -> None:
    if count_fields(draft) + n_more > MOST_FIELDS:
        raise Refused(Message("surveys-most-fields"))


def _check_scale(asked: DraftQuestion, q: int) -> None:
    if asked.kind == "rating":
        raise Refused(RATING, f"k-{q}")


def _options(draft: Draft) -> list[DraftOption]:
    return [option for asked in draft.questions for option in asked.options]


def _blank(draft: Draft) -> DraftOption:
    return DraftOption("", ["none"] * len(draft.houses))


def _was(fields: Mapping[str, str], field: str, n_before: int) -> int | None:
    """Return the position in the survey that the form began from; None for a new row."""
    text = fields.get(f"was-{field}", "")
    return int(text) if re.fullmatch("[0-9]{1,4}", text) and int(text) < n_before else None


def _rows(fields: Iterable[str]) -> dict[str, list[int]]:
    """Return the numbers k of the fields prefix-k, in order, by their prefixes."""
    rows: defaultdict[str, list[int]] = defaultdict(list)
    for field in fields:
        prefix, _, number = field.rpartition("-")
        if re.fullmatch(r"0|[1-9][0-9]{0,4}", number):
            rows[prefix].append(int(number))
    return defaultdict(list, {prefix: sorted(numbers) for prefix, numbers in rows.items()})

"""The form of a survey in the browser: its fields, the buttons that add and remove rows, what is still missing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ...kinds.rating import rating_options
from ...report.colors import to_hex
from ...survey.spec import Survey
from ...tables.text import normalise
from ...words.message import Message
from ..refusals import Refused
from .builder import (
    BINS,
    NEUTRAL,
    OWN,
    POINTING,
    Draft,
    DraftHouse,
    DraftOption,
    DraftQuestion,
    clean_lines,
    clean_text,
    read_cell,
    show_typical,
)

MOST_HOUSES = 20
MOST_OPTIONS = 20
# Requests with many more fields are refused before anybody reads them.
MOST_FIELDS = 15_000
LONGEST = 500
LONGEST_DESCRIPTION = 2000
LONGEST_UNIT = 20
# What no page can show and no database can keep, and the sign that takes its place.
_INVALID = re.compile("[\0\ud800-\udfff]")
_REPLACED = "\ufffd"


def read_draft(fields: Mapping[str, str], base: Survey, mark: str = ".") -> Draft:
    """Return what was typed; rows are numbered anew where some were left out.

    Texts that only differ in what a form cannot show, such as spaces, stay as they were.

    Parameters
    ----------
    fields
        ``h-0`` is the name of the first house, ``c-0`` its colour; ``q-0`` the first question, ``k-0`` its kind;
        ``q-0-1`` its second answer; ``p-0-1`` the house that this points to; ``s-0-1-2`` its count in the third house,
        which counts if ``p-0-1`` says so. Of a question for numbers, ``u-0`` is the unit, ``lo-0`` and ``hi-0`` the
        range, ``n-0`` the names of a rating's numbers, ``t-0-2`` what is typical of the third house. ``was-`` before
        the name of a house, question or answer: its position in the survey that the form began from.
    base
        That survey.
    mark
        The decimal mark of the language that it was typed in.
    """
    fields = defaultdict(str, {field: _INVALID.sub(_REPLACED, text).strip() for field, text in fields.items()})
    rows = _rows(fields)
    houses = []
    for h in rows["h"]:
        was = _was(fields, f"h-{h}", base.n_clusters)
        houses.append(DraftHouse(_kept(fields[f"h-{h}"], base.cluster_names, was), fields[f"c-{h}"], was))
    description = clean_lines(fields["description"])
    if description == clean_lines(base.description):
        description = base.description
    return Draft(description, houses, [_read_question(fields, rows, q, base, mark) for q in rows["q"]])


def _read_question(
    fields: Mapping[str, str], rows: Mapping[str, list[int]], q: int, base: Survey, mark: str
) -> DraftQuestion:
    was = _was(fields, f"q-{q}", base.n_questions)
    before = None if was is None else base.questions[was]
    known = () if before is None else before.options
    options = []
    for o in rows[f"q-{q}"]:
        place = _was(fields, f"q-{q}-{o}", len(known))
        chosen = fields.get(f"p-{q}-{o}", OWN)
        if chosen == OWN:
            counts = [fields[f"s-{q}-{o}-{h}"] or NEUTRAL for h in rows["h"]]
        else:
            counts = [POINTING if chosen == str(h) else NEUTRAL for h in rows["h"]]
        options.append(DraftOption(_kept(fields[f"q-{q}-{o}"], known, place), counts, place))
    steps = clean_lines(fields[f"n-{q}"])
    return DraftQuestion(
        _kept(fields[f"q-{q}"], [one.text for one in base.questions], was),
        options,
        fields[f"k-{q}"] or "choice",
        was,
        _kept(fields[f"u-{q}"], [one.unit for one in base.questions], was),
        fields[f"lo-{q}"],
        fields[f"hi-{q}"],
        known if steps and steps == show_steps(known) else tuple(filter(None, steps.split("\n"))),
        [fields[f"t-{q}-{h}"] for h in rows["h"]],
        mark,
    )


def show_steps(names: Iterable[str]) -> str:
    """Return the names of a rating's numbers as the form shows them, one on each line."""
    return clean_lines("\n".join(map(clean_text, names)))


def count_fields(draft: Draft) -> int:
    """Return how many fields the form of a draft sends: texts, positions and menus of each row, and each cell."""
    n_houses = len(draft.houses)
    n_options = sum(len(asked.options) for asked in draft.questions)
    return 3 * n_houses + (n_houses + 7) * len(draft.questions) + (n_houses + 3) * n_options


def change_draft(
    fields: Mapping[str, str], action: str, base: Survey, mark: str, most_questions: int
) -> tuple[Draft, str]:
    """Return what was typed with a row added or removed, as a button says, and the field to go on with."""
    rows, fields = _rows(fields), dict(fields)
    pressed = re.fullmatch("(add|remove)-(house|question|option)((?:-[0-9]{1,4})*)", action)
    if pressed is None:
        raise Refused(Message("surveys-no-such-button"))
    verb, what, place = pressed.groups()
    row = f"{'h' if what == 'house' else 'q'}{place}"
    if row not in fields if verb == "remove" or what == "option" else place:
        raise Refused(Message("surveys-row-gone"))
    if what == "option" and fields.get(f"k-{place.split('-')[1]}") == BINS:
        raise Refused(Message("surveys-rating"), f"k-{place.split('-')[1]}")
    if verb == "remove":
        # Whatever else belongs to the row is no longer read.
        del fields[row]
        return read_draft(fields, base, mark), f"add-{what}{place.rpartition('-')[0]}"
    most, rows_called = {
        "house": (MOST_HOUSES, "houses"),
        "question": (most_questions, "questions"),
        "option": (MOST_OPTIONS, "answers"),
    }[what]
    if len(rows[row]) >= most:
        raise Refused(Message(f"surveys-most-{rows_called}", most=most))
    fresh = f"{row}-{max(rows[row], default=-1) + 1}"
    fields[fresh] = ""
    if what == "question":
        fields |= {f"{fresh}-0": "", f"{fresh}-1": ""}
    draft = read_draft(fields, base, mark)
    if count_fields(draft) > MOST_FIELDS:
        raise Refused(Message("surveys-most-fields"))
    return draft, fresh


def find_gaps(draft: Draft, base: Survey) -> dict[str, Message]:
    """Return what is missing or cannot be used, by the form's fields."""
    gaps: dict[str, Message] = {}
    # A survey file may have a single house, and keep it.
    if len(draft.houses) < min(2, base.n_clusters):
        gaps["add-house"] = Message("surveys-few-houses")
    if not draft.questions:
        gaps["add-question"] = Message("surveys-few-questions")
    _check_text(gaps, "description", draft.description, base.description, LONGEST_DESCRIPTION)
    names: set[str] = set()
    for h, house in enumerate(draft.houses):
        before = None if house.was is None else base.clusters[house.was]
        _check_text(gaps, f"h-{h}", house.name, None if before is None else before.name)
        if not house.name.strip():
            gaps[f"h-{h}"] = Message("surveys-house-empty", number=h + 1)
        elif normalise(house.name) in names:
            gaps[f"h-{h}"] = Message("surveys-house-twice", house=house.name)
        if house.color and to_hex(house.color) is None and (before is None or before.color != house.color):
            gaps[f"c-{h}"] = Message("surveys-not-a-colour", colour=house.color)
        names.add(normalise(house.name))
    # An id and a text must not name two questions.
    owners = {
        normalise(base.questions[asked.was].id): q for q, asked in enumerate(draft.questions) if asked.was is not None
    }
    for q, asked in enumerate(draft.questions):
        before_text = None if asked.was is None else base.questions[asked.was].text
        _check_text(gaps, f"q-{q}", asked.text, before_text)
        if not asked.text.strip():
            gaps[f"q-{q}"] = Message("surveys-question-empty", number=q + 1)
        elif (owner := owners.setdefault(normalise(asked.text), q)) != q:
            gaps[f"q-{q}"] = Message("surveys-question-twice", number=q + 1, other=owner + 1)
        gaps |= _find_option_gaps(draft, q, base) if asked.is_counted else _find_number_gaps(draft, q, base)
    return gaps


def _find_option_gaps(draft: Draft, q: int, base: Survey) -> dict[str, Message]:
    gaps: dict[str, Message] = {}
    asked = draft.questions[q]
    if len(asked.options) < 2 and asked.kind != BINS:
        gaps[f"add-option-{q}"] = Message("surveys-few-answers", number=q + 1)
    answers: set[str] = set()
    for o, option in enumerate(asked.options):
        before = None if asked.was is None or option.was is None else base.questions[asked.was].options[option.was]
        _check_text(gaps, f"q-{q}-{o}", option.text, before)
        if not option.text.strip():
            gaps[f"q-{q}-{o}"] = Message("surveys-answer-empty", number=o + 1, question=q + 1)
        elif normalise(option.text) in answers:
            gaps[f"q-{q}-{o}"] = Message("surveys-answer-twice", question=q + 1, answer=option.text)
        answers.add(normalise(option.text))
        for h, house in enumerate(draft.houses):
            if read_cell(asked, o, h, house.was, base) is None:
                gaps[f"s-{q}-{o}-{h}"] = Message("surveys-not-a-count", given=option.counts[h])
    return gaps


def _find_number_gaps(draft: Draft, q: int, base: Survey) -> dict[str, Message]:
    gaps: dict[str, Message] = {}
    asked = draft.questions[q]
    before = None if asked.was is None or base.questions[asked.was].kind != asked.kind else base.questions[asked.was]
    is_log = before is not None and before.log
    if len(asked.unit) > LONGEST_UNIT and (before is None or before.unit != asked.unit):
        gaps[f"u-{q}"] = Message("surveys-unit-length", longest=LONGEST_UNIT)
    for h, typed in enumerate(asked.typical):
        value = asked.read(typed)
        if typed and value is None:
            gaps[f"t-{q}-{h}"] = Message("surveys-not-a-number", given=typed)
        elif value is not None and value <= 0 and (is_log or not asked.has("scale")):
            gaps[f"t-{q}-{h}"] = Message("surveys-not-positive", number=q + 1)
    if not asked.has("scale") or (before is not None and before.scale is None and _keeps_numbers(draft, q, base)):
        return gaps
    missing = Message("surveys-scale-missing" if asked.has("options") else "surveys-range-missing", number=q + 1)
    low, high = asked.scale
    if low is None:
        gaps[f"lo-{q}"] = Message("surveys-not-a-number", given=asked.low) if asked.low else missing
    elif high is None:
        gaps[f"hi-{q}"] = Message("surveys-not-a-number", given=asked.high) if asked.high else missing
    elif not low < high:
        gaps[f"hi-{q}"] = Message("surveys-range-order", number=q + 1)
    elif is_log and low <= 0:
        gaps[f"lo-{q}"] = Message("surveys-not-positive", number=q + 1)
    elif asked.has("options") and asked.steps:
        n_steps = len(rating_options((low, high), ()))
        if len(asked.steps) != n_steps or len(set(map(normalise, asked.steps))) < n_steps:
            gaps[f"n-{q}"] = Message("surveys-steps", count=n_steps, number=q + 1)
        elif before is None or before.options != asked.steps:
            _check_text(gaps, f"n-{q}", max(asked.steps, key=len), None)
    return gaps


def _keeps_numbers(draft: Draft, q: int, base: Survey) -> bool:
    """Say whether a question still has no range and every house its typical number, as a survey file may say."""
    asked = draft.questions[q]
    was = asked.was
    return not (asked.low or asked.high or was is None) and all(
        house.was is not None and typed == show_typical(base, was, house.was, asked.mark)
        for house, typed in zip(draft.houses, asked.typical, strict=True)
    )


def _check_text(gaps: dict[str, Message], field: str, text: str, before: str | None, longest: int = LONGEST) -> None:
    if text == before:
        return
    if _REPLACED in text:
        gaps[field] = Message("surveys-invalid-characters", sign=_REPLACED)
    elif len(text) > longest:
        gaps[field] = Message("surveys-text-length", longest=longest, count=len(text))


def _kept(typed: str, originals: Sequence[str], was: int | None) -> str:
    """Return a clean text; the original, if it differs in nothing that a form can show."""
    plain = clean_text(typed)
    return plain if was is None or plain != clean_text(originals[was]) else originals[was]


def _was(fields: Mapping[str, str], field: str, n_before: int) -> int | None:
    """Return the position in the survey that the form began from; None for a new row."""
    text = fields[f"was-{field}"]
    return int(text) if re.fullmatch("[0-9]{1,4}", text) and int(text) < n_before else None


def _rows(fields: Iterable[str]) -> dict[str, list[int]]:
    """Return the numbers k of the fields prefix-k, in order, by their prefixes."""
    rows: defaultdict[str, list[int]] = defaultdict(list)
    for field in fields:
        prefix, _, number = field.rpartition("-")
        if re.fullmatch(r"0|[1-9][0-9]{0,4}", number):
            rows[prefix].append(int(number))
    return defaultdict(list, {prefix: sorted(numbers) for prefix, numbers in rows.items()})

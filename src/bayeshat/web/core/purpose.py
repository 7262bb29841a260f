"""What an event's groups are for: people who are alike, mixed groups, workshops, or rounds of meetings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ...engine.rounds import check_rounds
from ...errors import BayesHatError
from ...rules.fair import FIRST, ORDERS
from ...rules.rules import Rules, Spread
from ...sorting.waiting import WAYS
from ...survey.choices import choices_with
from ...survey.spec import Survey
from ...tables.text import normalise
from ...words.message import Message
from ..refusals import Refused, words_of

KINDS = ("alike", "mixed", "choices", "rounds")
# Kinds of questions whose options people choose among.
_CHOOSING = ("choice", "several", "ranking")


@dataclass(frozen=True)
class Purpose:
    """What groups are for.

    Attributes
    ----------
    kind
        "alike": who answers alike is together; "mixed": people who differ are; "choices": everybody gets one of their
        choices; "rounds": people meet others in each round.
    mix
        Headings of the columns that are spread evenly over the groups; None for all questions.
    choices
        The id of the question in which people choose their groups; empty where the form asks for wishes.
    rounds
        How many rounds there are.
    fair
        In which order choices are granted: one of ``ORDERS``.
    waiting
        How it is decided who waits where there are fewer places than people: one of ``WAYS``; empty: nobody may wait.
    """

    kind: str = "alike"
    mix: list[str] | None = None
    choices: str = ""
    rounds: int = 4
    fair: str = FIRST
    waiting: str = ""

    @property
    def is_mixed(self) -> bool:
        """Whether nobody is sorted by their answers."""
        return self.kind != "alike"

    @property
    def n_rounds(self) -> int:
        """How many rounds of groups are made."""
        return self.rounds if self.kind == "rounds" else 1

    def to_plain(self) -> dict[str, Any]:
        """Return the purpose as an event keeps it."""
        return asdict(self)

    @property
    def order(self) -> Rules:
        """The rule for the order of choices, where groups are made by choices in another than the usual one."""
        return Rules(fair=self.fair) if self.kind == "choices" and self.fair != FIRST else Rules()

    def spread(self, survey: Survey, columns: Mapping[str, Sequence[str]]) -> Rules:
        """Return rules that spread the columns that there are as evenly as possible, each once."""
        if self.kind not in ("mixed", "rounds"):
            return Rules()
        wanted = self.mixed_by(survey)
        known = dict.fromkeys(heading for heading in columns if normalise(heading) in map(normalise, wanted))
        return Rules(Spread(heading, weight=1.0) for heading in known)

    def mixed_by(self, survey: Survey) -> list[str]:
        """Return the headings of the columns that are spread: those chosen, or all questions of mixed groups."""
        if self.mix is None:
            return [question.text for question in survey.questions] if self.kind == "mixed" else []
        return self.mix


def check_purpose(value: Purpose, survey: Survey) -> dict[str, Any]:
    """Return a purpose as it is kept, or refuse it."""
    if value.kind not in KINDS:
        raise Refused(Message("events-purpose-choose"), "purpose")
    if value.kind == "rounds":
        try:
            check_rounds(value.rounds, 2)
        except BayesHatError as error:
            raise Refused(words_of(error), "rounds") from None
        if value.rounds < 2:
            raise Refused(Message("events-rounds-number"), "rounds")
    if value.fair not in ORDERS:
        raise Refused(Message("events-fair-choose"), "fair")
    if value.waiting and value.waiting not in WAYS:
        raise Refused(Message("events-waiting-choose"), "waiting")
    if value.choices and value.choices not in choosing_questions(survey):
        raise Refused(Message("events-choices-question"), "choices")
    return value.to_plain()


def find_choices(survey: Survey) -> str:
    """Return the id of the question in which people plainly choose groups: one for each place, or a ranking."""
    kinds = {question.id: question.kind for question in survey.questions}
    texts = [question.text for question in survey.questions]
    asked = choosing_questions(survey).items()
    return next((one for one, text in asked if kinds[one] == "ranking" or len(choices_with(texts, text)) > 1), "")


def groups_chosen(survey: Survey, question_id: str) -> tuple[str, ...]:
    """Return the groups that people choose among in a question, and in those that go with it."""
    texts = {question.text: question for question in survey.questions}
    together = choices_with(texts, choosing_questions(survey)[question_id])
    return tuple(dict.fromkeys(option for text in together for option in texts[text].options))


def choosing_questions(survey: Survey) -> dict[str, str]:
    """Return the texts of the questions in which people may choose their groups, by id; of several places, the first.

    Examples
    --------
    >>> choosing_questions(Survey.load("hogwarts"))["q5"]
    'Which pet would you take to school?'
    """
    asked = {question.text: question for question in survey.questions if question.kind in _CHOOSING}
    first = [heading for heading in asked if choices_with(asked, heading)[0] == heading]
    return {asked[heading].id: heading for heading in first}

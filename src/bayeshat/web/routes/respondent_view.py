"""What all pages of respondents share: their language, the form as it is shown and read, refusals that lose nothing."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...errors import BayesHatError
from ...kinds.question import Question
from ...survey.spec import Survey
from ...words.message import Catalogue, Message, catalogue, choose_language
from ...words.phrases import title_of
from ..auth import SiteOf
from ..core.events import survey_of
from ..core.form_fields import (
    LONGEST_NAME,
    LONGEST_NUMBER,
    Doubtful,
    FormClosed,
    FormRefused,
    SurveyChanged,
    asks_number,
    asks_order,
    tell_limits,
)
from ..core.wishes import CHOICES, LONGEST_FRIENDS, NO_WISHES, Wishes
from ..db.schema import Event
from ..forms import FreeForm, PageRoute
from ..limits import client_of
from ..pages import render
from ..problems import wants_json
from ..refusals import Refused, TooMany, status_of
from ..security import hash_token

_LONGEST_SHOWN = 200
# The longest name of a rating's number that stands in a row with the others.
_SHORT = 4
# Pages for what cannot be answered otherwise, by status.
_PAGES = {404: "missing", 413: "large"}

# What is chosen or typed, by the question's place: positions of options, or a number as a text.
Chosen = Mapping[int, Sequence[int | str]]


class AnswerForm(FreeForm):
    """What somebody answers: besides these fields, q0, q1, … hold the numbers of the chosen options, or a number.

    Beside a number, m0, m1, … tell its question from those of another version of the survey. wish0, wish1, wish2 name
    the groups that somebody would like, the best first.
    """

    submission_key: Annotated[str, Field(description="the form's own number: sent twice, kept once")] = ""
    survey_version: Annotated[str, Field(description="the survey's version; empty: the first")] = ""
    name: Annotated[str, Field(description="the person's name, where it is asked")] = ""
    friends: Annotated[str, Field(description="whom the person would like to be with, where it is asked")] = ""
    consent: Annotated[str, Field(description='"yes" agrees to the consent text, where there is one')] = ""
    send_anyway: Annotated[
        str, Field(description='"yes" if somebody else may have the same name, and odd numbers are right')
    ] = ""

    @property
    def version(self) -> int:
        """The survey's version: 1 if the form does not say, 0 if it is not a number."""
        if not self.survey_version:
            return 1
        return int(self.survey_version) if _is_number(self.survey_version) else 0

    @property
    def wishes(self) -> Wishes:
        """The wished groups, empty where a choice was left out, and the friends."""
        return Wishes(tuple("".join(self.fields.get(f"wish{n}", [])) for n in range(len(CHOICES))), self.friends)

    def read_answers(self, survey: Survey) -> dict[str, list[int | str]]:
        """Return the chosen options by question, -1 for anything else, and numbers as they were typed."""
        return {asked.id: self._codes(q, asked) for q, asked in enumerate(survey.questions)}

    def carry_over(self, survey: Survey) -> Chosen:
        """Return what still fits a survey that has changed: the same options, and numbers in the same unit."""
        places = {
            option_mark(asked, option): (q, code)
            for q, asked in enumerate(survey.questions)
            for code, option in enumerate(asked.options)
        }
        kept: dict[int, tuple[int | str, ...]] = {}
        numbers = {texts[-1]: name[1:] for name, texts in self.fields.items() if texts and name.startswith("m")}
        for q, asked in enumerate(survey.questions):
            if asks_number(asked) and number_mark(asked) in numbers:
                kept[q] = tuple(self._numbers(numbers[number_mark(asked)]))
        for texts in self.fields.values():
            for mark in (text.partition(".")[2] for text in texts):
                if mark in places:
                    q, code = places[mark]
                    kept[q] = (*kept.get(q, ()), code)
        return kept

    def chosen(self, event: Event, survey: Survey) -> Chosen:
        """Return what was chosen, to be shown in the event's form as it is now."""
        if self.version != event.survey_version:
            return self.carry_over(survey)
        return {q: self._codes(q, asked) for q, asked in enumerate(survey.questions)}

    def _numbers(self, q: int | str) -> list[int | str]:
        return [text.strip()[:_LONGEST_SHOWN] for text in self.fields.get(f"q{q}", []) if text.strip()]

    def _codes(self, q: int, asked: Question) -> list[int | str]:
        if asks_number(asked):
            return self._numbers(q)
        texts = self.fields.get(f"q{q}", [])
        if asks_order(asked):
            # A place that is left out before one that is not would give its answer another place.
            texts = texts[: max((place for place, text in enumerate(texts, 1) if text), default=0)]
            return [_read_option(asked, text) for text in texts]
        return [_read_option(asked, text) for text in texts if text]


@dataclass(frozen=True)
class Sheet:
    """A form to fill in.

    Attributes
    ----------
    event, action
        What it asks, and where it is sent.
    key
        What tells this submission from others; empty where answers are changed.
    name, chosen, wishes
        What it holds at first.
    has_fixed_name
        Whether the name is known, and not asked.
    asks_consent
        Whether the person has still to agree to the consent text.
    back
        Where to go without changing anything.
    """

    event: Event
    action: str
    key: str = ""
    name: str = ""
    chosen: Chosen = field(default_factory=dict)
    wishes: Wishes = NO_WISHES
    has_fixed_name: bool = False
    asks_consent: bool = True
    back: str = ""


class RespondentRoute(PageRoute):
    """A route that words its refusals in the reader's language."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                return await handle(request)
            except (BayesHatError, RequestValidationError, HTTPException) as error:
                if wants_json(request):
                    raise
                return _refusal_page(request, error)

        return answer


async def find_obstacle(request: Request, site: SiteOf) -> TooMany | None:
    """Return why nothing is taken from this address now, if it sends too often.

    It is no exception, so that the page can be shown again with everything that was typed.
    """
    try:
        site.submissions.check(client_of(request))
    except TooMany as error:
        return error
    return None


Obstacle = Annotated[TooMany | None, Depends(find_obstacle)]


def respondent_page(
    request: Request, event: Event | None, template: str, context: dict[str, Any], status: int = 200
) -> Response:
    """Return a page in the event's language; where there is no event, in the browser's."""
    language = event.language if event else choose_language(request.headers.get("accept-language", ""))
    base = {"event": event, "say": catalogue(language), "said": "", "mark": option_mark, "number_mark": number_mark}
    return render(template, {**base, **context}, status)


def form_page(
    request: Request, sheet: Sheet, sent: AnswerForm | None = None, error: BayesHatError | None = None
) -> Response:
    """Return the form, empty, or with what was sent and what was wrong with it."""
    event, survey = sheet.event, survey_of(sheet.event)
    name = sheet.name if sent is None or sheet.has_fixed_name else sent.name[:_LONGEST_SHOWN]
    chosen = sheet.chosen if sent is None else sent.chosen(event, survey)
    wishes = sheet.wishes if sent is None else sent.wishes
    say = catalogue(event.language)
    errors = {} if error is None else problems_in(say, error)
    if isinstance(error, FormClosed):
        # What was typed can be copied.
        answered = list_answered(survey, chosen) + list_wishes(event, wishes)
        more = {"because": errors[""], "name": name, "answered": answered}
        return notice_page(request, event, "unsent", status=status_of(error), **more)
    context = {
        "survey": survey,
        "sheet": sheet,
        "name": name,
        "chosen": chosen,
        "wishes": wishes,
        "n_choices": min(len(CHOICES), survey.n_clusters),
        "group_titles": {group: title_of(group) for group in survey.cluster_names},
        "longest_friends": LONGEST_FRIENDS,
        "n_answered": sum(1 for codes in chosen.values() if codes),
        "agreed": sent is not None and sent.consent == "yes",
        "errors": errors,
        "is_doubtful": isinstance(error, Doubtful),
        "limits": {q: tell_limits(one, say) for q, one in enumerate(survey.questions) if asks_number(one)},
        "longest_name": LONGEST_NAME,
        "longest_number": LONGEST_NUMBER,
        "asks_order": asks_order,
        "is_short": is_short_scale,
    }
    return with_status(respondent_page(request, event, "form", context), error)


def is_short_scale(question: Question) -> bool:
    """Say whether a question's options are numbers, or as short as numbers, which stand in one row."""
    return question.kind == "rating" and all(len(option) <= _SHORT for option in question.options)


def with_status(page: Response, error: BayesHatError | None) -> Response:
    """Give a page that is shown again the status of what was wrong."""
    if error is not None:
        page.status_code = status_of(error)
    if isinstance(error, TooMany):
        page.headers["retry-after"] = str(error.retry_after)
    return page


def notice_page(request: Request, event: Event | None, why: str, *, status: int = 200, **more: Any) -> Response:
    """Return a page that only says something.

    Parameters
    ----------
    why
        Which messages of the catalogue: its heading and its words.
    **more
        Further parts: `closed_at`; `because`, a sentence before the words; `name` and `answered`, to be copied;
        `number`, the request's.
    """
    parts = {"closed_at": None, "because": "", "name": "", "answered": None, "number": ""}
    return respondent_page(request, event, "closed", {"why": why, **parts, **more}, status)


def problems_in(say: Catalogue, error: BayesHatError) -> dict[str, str]:
    """Return what is wrong in the reader's language, by field."""
    match error:
        case FormRefused():
            problems = error.problems
        case SurveyChanged():
            problems = {"": Message("form-wrong-survey")}
        case TooMany():
            problems = {"": Message("form-wrong-too-often", seconds=error.retry_after)}
        case Refused():
            return {error.field or "": say.tell(error.words)}
        case _:
            raise error
    return {field: say.tell(message) for field, message in problems.items()}


def list_answered(survey: Survey, chosen: Chosen) -> list[tuple[str, list[str]]]:
    """Return every question with the options that were chosen, or the number with its unit."""
    return [(asked.text, _show_chosen(asked, chosen.get(q, ()))) for q, asked in enumerate(survey.questions)]


def list_wishes(event: Event, wishes: Wishes) -> list[tuple[str, list[str]]]:
    """Return what somebody wishes for, as far as the event asks for it."""
    say, told = catalogue(event.language), []
    if event.asks_wishes:
        asked = "form-choose" if event.purpose.get("kind") == "choices" else "form-wishes"
        told.append((say(asked), [say.tell(title_of(group)) for group in wishes.groups if group]))
    if event.asks_friends:
        told.append((say("form-friends"), [wishes.friends] if wishes.friends else []))
    return told


def _show_chosen(asked: Question, given: Sequence[int | str]) -> list[str]:
    if asks_number(asked):
        # Who typed a number with a unit should read it as they wrote it.
        return [f"{text} {asked.unit}".rstrip() if str(text)[-1:].isdigit() else str(text) for text in given]
    return [asked.options[code] for code in given if isinstance(code, int) and 0 <= code < len(asked.options)]


def number_mark(question: Question) -> str:
    """Return what tells a question for a number from all others, also after the survey has changed."""
    return option_mark(question, f"{question.kind} {question.unit}")


def option_mark(question: Question, option: str) -> str:
    """Return what tells an option from all others, also after the survey has changed.

    Examples
    --------
    >>> option_mark(Question("tea", "Tea?", ("yes", "no")), "yes")
    '9fca70d3f4'
    """
    return hash_token(f"{question.id}\n{option}")[:10]


def _refusal_page(request: Request, error: BayesHatError | RequestValidationError | HTTPException) -> Response:
    """Return a page for what no form can be shown with."""
    if isinstance(error, HTTPException):
        status = error.status_code
    elif isinstance(error, RequestValidationError):
        status = 404 if any(one["loc"][0] == "path" for one in error.errors()) else 422
    else:
        status = status_of(error)
    number = request.scope.get("state", {}).get("request_id", "")
    return notice_page(request, None, _PAGES.get(status, "broken"), status=status, number=number)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _read_option(asked: Question, text: str) -> int:
    """Return the number of an option, which its mark may follow; -1 for anything else."""
    number, dot, mark = text.partition(".")
    code = int(number) if _is_number(number) else -1
    if not 0 <= code < len(asked.options) or (dot and mark != option_mark(asked, asked.options[code])):
        return -1
    return code

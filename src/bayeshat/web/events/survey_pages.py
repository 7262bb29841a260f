"""The survey of an event: a preview, and building it in the browser."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...survey.spec import Survey
from ..http.dependencies import (
    EventOf,
    Form,
    OrganiserForm,
    OrganiserOf,
    Site,
    SiteOf,
    Visitor,
    go_to,
    is_partial,
    organiser_page,
)
from ..http.documentation import answers, form_fields
from ..http.problems import status_of
from ..http.rendering import colors_address
from ..refusals import Refused
from ..storage.schema import Event
from . import events
from .survey_builder import BuiltHouse, BuiltOption, BuiltQuestion, BuiltSurvey, build_survey, describe_build

router = APIRouter(prefix="/events/{event_id}/survey", tags=["survey"], default_response_class=HTMLResponse)

MOST_HOUSES = 20
MOST_OPTIONS = 20


@dataclass
class DraftOption:
    """An option as typed, with a strength for each house in turn."""

    text: str
    strengths: list[str]


@dataclass
class DraftQuestion:
    """A question as typed."""

    text: str
    options: list[DraftOption]
    kind: str = "choice"


@dataclass
class Draft:
    """A survey as typed, whether or not it can be used yet."""

    description: str
    houses: list[str]
    questions: list[DraftQuestion]


@router.get("", operation_id="preview_survey", responses=answers(303, 401, 404))
def preview_survey(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """Show the survey as it is asked, and what each answer speaks for."""
    survey = events.survey_of(event)
    with site.database.reading() as session:
        answered = events.summary(session, event).n_responses
    why_not = "People have answered it, so it stays as it is. To ask something else, make a new event."
    context = {
        "event": event,
        "base": f"/events/{event.id}",
        "survey": survey,
        "names": survey.cluster_names,
        "leaning": _leanings(survey),
        "editable": not answered,
        "why_not": why_not,
        "colors": colors_address(survey.cluster_names, [cluster.color for cluster in survey.clusters]),
    }
    return organiser_page(request, site, visitor, "survey", context)


@router.get("/edit", operation_id="show_survey_builder", responses=answers(303, 401, 404))
def show_survey_builder(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """Show the survey as a form to change it."""
    built = describe_build(events.survey_of(event))
    houses = [house.name for house in built.houses]
    questions = [
        DraftQuestion(
            asked.text,
            [
                DraftOption(option.text, [option.strengths.get(house, "none") for house in houses])
                for option in asked.options
            ],
            asked.kind,
        )
        for asked in built.questions
    ]
    return _builder(request, site, visitor, event, Draft(built.description, houses, questions), event.version)


@router.post(
    "",
    operation_id="build_survey",
    responses=answers(303, 401, 403, 404, 409, 413, 422, about="The form with a row more or less."),
    openapi_extra=form_fields(
        version="the event's version that the page showed",
        action="save, add-house, add-question, add-option-0, remove-house-0, remove-question-0, remove-option-0-0",
        description="?a few words above the questions",
    ),
)
def change_survey(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: OrganiserForm
) -> Response:
    """Add or remove a row of the form, or save the survey."""
    draft, action, version = read_draft(form), form.text("action", "save"), form.whole("version")
    try:
        if action != "save":
            change_draft(draft, action, site.settings.max_questions)
            return _builder(request, site, visitor, event, draft, version)
        missing = find_gaps(draft)
        if missing:
            return _builder(request, site, visitor, event, draft, version, missing, 422)
        survey = build_survey(_built(draft, event.title))
        with site.database.session() as session:
            events.update_event(session, event, version, settings=site.settings, survey_toml=survey.to_toml())
    except BayesHatError as error:
        status = status_of(error)
        field = _field_of(getattr(error, "field", None))
        return _builder(request, site, visitor, event, draft, version, {field: str(error)}, status)
    goal = f"/events/{event.id}/survey"
    if is_partial(request):
        return HTMLResponse("", headers={"hx-redirect": f"{goal}?said=saved"})
    return go_to(goal, "saved")


def read_draft(form: Form) -> Draft:
    """Return what was typed; rows are numbered anew where some were left out."""
    texts = dict(form.items())
    houses = _numbers(texts, "h")
    questions = []
    for q in _numbers(texts, "q"):
        options = [
            DraftOption(texts[f"q-{q}-{o}"].strip(), [texts.get(f"s-{q}-{o}-{h}", "none") for h in houses])
            for o in _numbers(texts, f"q-{q}")
        ]
        questions.append(DraftQuestion(texts[f"q-{q}"].strip(), options, texts.get(f"k-{q}", "choice")))
    return Draft(form.text("description"), [texts[f"h-{h}"].strip() for h in houses], questions)


def change_draft(draft: Draft, action: str, most_questions: int) -> None:
    """Add or remove a row, as a button says."""
    verb, *rest = action.split("-")
    what, places = (rest[0], rest[1:]) if rest else ("", [])
    try:
        where = [int(place) for place in places]
        match verb, what, where:
            case "add", "house", [] if len(draft.houses) < MOST_HOUSES:
                draft.houses.append("")
                for option in (option for asked in draft.questions for option in asked.options):
                    option.strengths.append("none")
            case "add", "question", [] if len(draft.questions) < most_questions:
                draft.questions.append(DraftQuestion("", [_blank(draft), _blank(draft)]))
            case "add", "option", [q] if len(draft.questions[q].options) < MOST_OPTIONS:
                draft.questions[q].options.append(_blank(draft))
            case "remove", "house", [h]:
                del draft.houses[h]
                for option in (option for asked in draft.questions for option in asked.options):
                    del option.strengths[h]
            case "remove", "question", [q]:
                del draft.questions[q]
            case "remove", "option", [q, o]:
                del draft.questions[q].options[o]
            case _:
                raise Refused("There can be no more of these, or this is no button of the page. Go on without.")
    except (IndexError, ValueError):
        raise Refused("What this button was for is gone. Look at the form again.") from None


def find_gaps(draft: Draft) -> dict[str, str]:
    """Return what is still missing, by the form's fields."""
    gaps: dict[str, str] = {}
    if len(draft.houses) < 2:
        gaps["houses"] = "There must be at least two houses. Add one."
    if not draft.questions:
        gaps[""] = "There must be at least one question. Add one."
    for h, house in enumerate(draft.houses):
        if not house:
            gaps[f"h-{h}"] = f"House {h + 1} has no name. Write one, or remove the house."
        elif house.casefold() in (other.casefold() for other in draft.houses[:h]):
            gaps[f"h-{h}"] = f"There are two houses called {house}. Choose another name."
    for q, asked in enumerate(draft.questions):
        if not asked.text:
            gaps[f"q-{q}"] = f"Question {q + 1} is empty. Write what is asked, or remove it."
        if len(asked.options) < 2:
            gaps[f"q-{q}"] = f"Question {q + 1} must have at least two answers. Add one."
        for o, option in enumerate(asked.options):
            if not option.text:
                gaps[f"q-{q}-{o}"] = f"Answer {o + 1} of question {q + 1} is empty. Write one, or remove it."
            elif option.text.casefold() in (other.text.casefold() for other in asked.options[:o]):
                gaps[f"q-{q}-{o}"] = f"Question {q + 1} has the answer {option.text} twice. Change one of them."
    return gaps


def _builder(
    request: Request,
    site: Site,
    visitor: Visitor,
    event: Event,
    draft: Draft,
    version: int,
    errors: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    context: dict[str, Any] = {
        "event": event,
        "base": f"/events/{event.id}",
        "draft": draft,
        "version": version,
        "errors": errors or {},
    }
    template = "builder_form" if is_partial(request) else "builder"
    return organiser_page(request, site, visitor, template, context, status)


def _built(draft: Draft, title: str) -> BuiltSurvey:
    questions = [
        BuiltQuestion(
            asked.text,
            [
                BuiltOption(option.text, dict(zip(draft.houses, option.strengths, strict=True)))
                for option in asked.options
            ],
            asked.kind,
        )
        for asked in draft.questions
    ]
    return BuiltSurvey(title, [BuiltHouse(name) for name in draft.houses], questions, draft.description)


def _blank(draft: Draft) -> DraftOption:
    return DraftOption("", ["none"] * len(draft.houses))


def _numbers(texts: dict[str, str], prefix: str) -> list[int]:
    """Return the numbers k of the fields prefix-k, in order."""
    rests = (field.removeprefix(f"{prefix}-") for field in texts if field.startswith(f"{prefix}-"))
    return sorted({int(rest) for rest in rests if re.fullmatch(r"0|[1-9][0-9]{0,4}", rest)})


def _field_of(field: str | None) -> str:
    """Return the form's field for the builder's: question-1-option-2 is q-0-1."""
    parts = (field or "").split("-")
    if parts[0] != "question" or len(parts) not in (2, 4):
        return ""
    return "-".join(["q", *(str(int(part) - 1) for part in parts[1::2])])


def _leanings(survey: Survey) -> list[list[list[float]]]:
    """Return, for each question and option, how it speaks for each house before anybody answered."""
    prior = survey.answer_prior
    chances = prior / prior.sum(axis=2, keepdims=True)
    shares = chances / np.maximum(chances.sum(axis=0, keepdims=True), 1e-300)
    return [[shares[:, q, o].tolist() for o in range(len(asked.options))] for q, asked in enumerate(survey.questions)]

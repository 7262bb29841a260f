"""The survey of an event: a preview, changing it in the browser, and learning from past people."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Form, Request
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...kinds.kind import Kind
from ...kinds.table import KINDS, kind_of, option_chances
from ...report.colors import group_colors, to_hex
from ...rules.rules import Rules
from ...survey.spec import Survey, parse_survey
from ...words.message import Message
from ..auth import (
    Editing,
    EventVisit,
    Site,
    Viewing,
    go_to,
    is_partial,
    say_to,
    site_of,
)
from ..core import events
from ..core.builder import (
    BINS,
    NEUTRAL,
    OWN,
    POINTING,
    Draft,
    changed_names,
    clean_lines,
    clean_text,
    draft_survey,
    kind_in_form,
    merge_draft,
    show_typical,
    tell_leanings,
)
from ..core.builder_form import (
    LONGEST,
    LONGEST_DESCRIPTION,
    LONGEST_UNIT,
    MOST_FIELDS,
    change_draft,
    count_fields,
    find_gaps,
    read_draft,
    show_steps,
)
from ..core.event_fields import KnownTotals
from ..core.surveys import forget_learned, keep_learned, learn_from_table
from ..core.uploads import Uploads
from ..core.wishes import rename_wishes
from ..db.schema import Event
from ..forms import FreeForm, LongText, PageForm, PageRoute, Text, UploadId, read_file
from ..pages import colors_address, render
from ..refusals import LoginError, Refused, Stale, problems_of, status_of
from ..security import new_token

SAVE = "save"
# Followed by the version that is to be replaced.
SAVE_OVER = "save-over-"
# The question that a field of the form belongs to.
_QUESTION = re.compile("(?:q|k|p|s|u|lo|hi|n|t|add-option)-([0-9]+).*")

past_router = APIRouter(
    prefix="/events/{event_id}/past", tags=["survey"], default_response_class=HTMLResponse, route_class=PageRoute
)

FORGET = "forget"


class SurveyForm(FreeForm):
    """A survey in the making; further fields are its houses, questions and answers (see `read_draft`)."""

    base: Annotated[LongText, Field(description="the survey that the form began from, signed by the server")] = ""
    action: Annotated[
        Text,
        Field(
            description="save; save-over-7, if the newer survey of version 7 is to be replaced; add-house, "
            "add-question, add-option-0; remove-house-0, remove-question-0, remove-option-0-0"
        ),
    ] = SAVE

    @property
    def typed(self) -> dict[str, str]:
        """What was typed, by field."""
        return {field: texts[-1] for field, texts in self.fields.items() if texts}


class SurveyRoute(PageRoute):
    """A route whose form comes back, with all that was typed, to those who are no longer logged in."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                return await handle(request)
            except LoginError as error:
                if request.method != "POST":
                    raise
                data = await request.form()
                typed = {field: value for field, value in data.multi_items() if isinstance(value, str)}
                page = await run_in_threadpool(_give_back, request, typed, error)
                if page is None:
                    raise
                return page

        return answer


router = APIRouter(
    prefix="/events/{event_id}/survey", tags=["survey"], default_response_class=HTMLResponse, route_class=SurveyRoute
)


@router.get("", operation_id="preview_survey")
def preview_survey(visit: Viewing) -> Response:
    """Show the survey as it is asked, and which houses each answer is typical of."""
    survey = events.survey_of(visit.event)
    with visit.site.database.reading() as session:
        answered = events.summary(session, visit.event).n_responses
    context = {
        "survey": survey,
        "names": survey.cluster_names,
        "leaning": _leanings(survey),
        "typical": [
            []
            if kind_of(question).counted
            else [show_typical(survey, q, k, visit.say("form-decimal-mark")) for k in range(survey.n_clusters)]
            for q, question in enumerate(survey.questions)
        ],
        "why_not": Message("surveys-answered")
        if answered
        else Message("surveys-too-large")
        if _is_large(survey)
        else "",
        "colors": colors_address(survey.cluster_names, [cluster.color for cluster in survey.clusters]),
    }
    return visit.event_page("survey", context)


@router.get("/edit", operation_id="show_survey_builder")
def show_survey_builder(visit: Viewing) -> Response:
    """Show the survey as a form to change it."""
    survey = events.own_survey_of(visit.event)
    if _is_large(survey):
        raise Refused(Message("surveys-too-large"))
    shown = show_draft(
        visit.site, survey, visit.event.survey_toml, draft_survey(survey, visit.say("form-decimal-mark"))
    )
    return _builder(visit, shown)


@router.post("", operation_id="build_survey")
def change_survey(visit: Editing, form: Annotated[SurveyForm, Form()]) -> Response:
    """Add or remove a row of the form, or save the survey."""
    text = visit.site.keys.unsign(form.base, "survey")
    # A form that cannot say what it began from can only have begun from the survey that there is.
    text = text if isinstance(text, str) else visit.event.survey_toml
    is_newer = text != visit.event.survey_toml
    survey = parse_survey(text, "the survey") if is_newer else events.own_survey_of(visit.event)
    mark = visit.say("form-decimal-mark")
    draft = read_draft(form.typed, survey, mark)
    errors: dict[str, str | Message] = {}
    fresh, status = "", 200
    try:
        if form.action != SAVE and not form.action.startswith(SAVE_OVER):
            draft, fresh = change_draft(form.typed, form.action, survey, mark, visit.site.settings.max_questions)
        elif errors := dict(find_gaps(draft, survey)):
            status = 422
        else:
            changed = merge_draft(draft, survey)
            # A file keeps its comments if nothing was changed, and who presses the button twice has saved once.
            if changed.to_toml() != events.own_survey_of(visit.event).to_toml():
                if is_newer and form.action != f"{SAVE_OVER}{visit.event.version}":
                    raise Stale(Message("surveys-changed"))
                _save(visit, changed, changed_names(draft, survey))
            return _saved(visit.request, visit.event)
    except BayesHatError as error:
        errors, status = problems_of(error), status_of(error)
    shown = show_draft(visit.site, survey, text, draft, errors, fresh, newer=visit.event.version if is_newer else None)
    return _builder(visit, shown, status)


def show_draft(
    site: Site,
    survey: Survey,
    text: str,
    draft: Draft,
    errors: Mapping[str, str | Message] | None = None,
    fresh: str = "",
    newer: int | None = None,
) -> dict[str, Any]:
    """Return what the builder's template shows of a draft; `text` is the survey that it began from."""
    errors = errors or {}
    automatic = group_colors([house.name for house in draft.houses])
    opened = {match[1] for name in (*errors, fresh) if (match := _QUESTION.fullmatch(name))}
    return {
        "draft": draft,
        "began": site.keys.sign(text, "survey"),
        "kinds": {name: _parts(kind) for name, kind in KINDS.items()},
        "leanings": [tell_leanings(asked, draft.houses, survey) for asked in draft.questions],
        "binned": [
            asked.was is not None and kind_in_form(survey.questions[asked.was]) == BINS for asked in draft.questions
        ],
        "pickers": [to_hex(house.color) or color for house, color in zip(draft.houses, automatic, strict=True)],
        "opened": opened if opened or errors else {"0"},
        # Of parts with one name, one is open; a form that takes the place of another has names of its own.
        "accordion": new_token()[:8],
        "counts": {"neutral": NEUTRAL, "pointing": POINTING, "own": OWN},
        "bins": BINS,
        "clean": clean_text,
        "clean_lines": clean_lines,
        "show_steps": show_steps,
        "longest": LONGEST,
        "longest_unit": LONGEST_UNIT,
        "longest_description": LONGEST_DESCRIPTION,
        "errors": errors,
        "fresh": fresh,
        "newer": newer,
        "is_logged_out": False,
    }


def _parts(kind: Kind) -> str:
    """Return which parts of the form a kind of question has, as classes of the style sheet."""
    if kind.counted:
        return "answers ticks" if kind.many_answers else "answers"
    steps = "steps" if "options" in kind.keys else "free"
    return " ".join(["numbers", steps, *(key for key in ("scale", "unit") if key in kind.keys)])


def _give_back(request: Request, typed: dict[str, str], error: LoginError) -> Response | None:
    """Return the form for somebody who has logged out; None if this is no form of ours."""
    site = site_of(request)
    text = site.keys.unsign(typed.get("base", ""), "survey")
    if not isinstance(text, str):
        return None
    survey, say = parse_survey(text, "the survey"), say_to(request)
    errors = {"": Message("surveys-logged-out")}
    context = {
        "say": say,
        "event": Event(title=survey.title),
        "base": f"/events/{request.path_params['event_id']}",
        **show_draft(site, survey, text, read_draft(typed, survey, say("form-decimal-mark")), errors),
        "is_logged_out": True,
    }
    # A part is shown in the page only if it is no refusal to htmx.
    template, status = ("builder_form", 422) if is_partial(request) else ("builder", status_of(error))
    return render(template, context, status)


def _builder(visit: EventVisit, shown: dict[str, Any], status: int = 200) -> Response:
    template = "builder_form" if visit.is_partial else "builder"
    return visit.event_page(template, shown, status)


def _save(visit: EventVisit, survey: Survey, names: dict[str, str | None]) -> None:
    """Save the survey, whatever else of the event was changed since the form was opened, its title for instance.

    The event's sizes and rules follow the new names of houses.
    """
    event, settings = visit.event, visit.site.settings
    follow: dict[str, Any] = {}
    sizes = event.target["sizes"]
    if isinstance(sizes, dict):
        renamed = {names.get(house, house): size for house, size in sizes.items()}
        kept = {house: size for house, size in renamed.items() if house in survey.cluster_names}
        if kept != sizes:
            is_whole = event.target.get("facts") and len(kept) == survey.n_clusters
            follow["target"] = KnownTotals(kept) if is_whole else kept or "balanced"
    changes: dict[str, Any] = {"survey_toml": survey.to_toml()}
    if names and event.rules:
        changes["rules"] = Rules.from_plain(event.rules).rename_groups(names).to_plain()
    with visit.write("changed-survey") as session:
        known = events.update_event(session, event, event.version, settings=settings, **changes)
        rename_wishes(session, known, names)
        if follow:
            events.update_event(session, known, known.version, settings=settings, **follow)


def _saved(request: Request, event: Event) -> Response:
    goal = f"/events/{event.id}/survey"
    if is_partial(request):
        return HTMLResponse("", headers={"hx-redirect": f"{goal}?said=saved"})
    return go_to(goal, "saved")


def _is_large(survey: Survey) -> bool:
    return count_fields(draft_survey(survey)) > MOST_FIELDS


def _leanings(survey: Survey) -> list[list[list[float]]]:
    """Return, for each question and option, how it speaks for each house before anybody answered."""
    told = []
    for q in range(survey.n_questions):
        chances = option_chances(survey.questions[q], survey.answer_prior[:, q])
        told.append((chances / np.maximum(chances.sum(axis=0), 1e-300)).T.tolist())
    return told


class PastForm(PageForm):
    """A file with the answers and houses of people of an earlier year, or that what was learned is to be forgotten."""

    file: Annotated[UploadFile | str | None, Field(description="a CSV or XLSX file with answers and houses")] = None
    upload: UploadId = ""
    column: Annotated[Text, Field(description="the heading of the column with houses; empty to find it")] = ""
    action: Annotated[Text, Field(description="learn, or forget")] = "learn"


@past_router.get("", operation_id="show_past_people")
def show_past_people(visit: Viewing) -> Response:
    """Show from whom the survey was learned, and the form for a file."""
    return _past_page(visit)


@past_router.post("", operation_id="learn_from_past_people")
def learn_from_past_people(visit: Editing, form: Annotated[PastForm, Form()]) -> Response:
    """Learn from people of an earlier year whose houses are known, or forget what was learned."""
    if form.action == FORGET:
        with visit.write("forgot") as session:
            forget_learned(session, visit.event)
        return go_to(f"/events/{visit.event.id}/past", "forgotten")
    uploads = Uploads(visit.site.database, visit.organiser.id, "past", visit.event.id)
    table, upload = None, form.upload
    try:
        table, upload, _ = uploads.open(upload, read_file(form.file), visit.site.settings)
        learned = learn_from_table(events.own_survey_of(visit.event), table, form.column, visit.site.settings)
        with visit.write("learned") as session:
            keep_learned(session, visit.event, learned)
            uploads.drop(session, upload)
    except BayesHatError as error:
        context = {"column": form.column, "errors": problems_of(error, "file")}
        if table is not None and "column" in context["errors"]:
            context |= {"held": str(table.origin), "upload": uploads.keep(table, upload_id=upload)}
        return _past_page(visit, context, error)
    return go_to(f"/events/{visit.event.id}/past", "learned")


def _past_page(
    visit: EventVisit, context: dict[str, Any] | None = None, error: BayesHatError | None = None
) -> Response:
    known = {"survey": events.survey_of(visit.event), "column": "", "held": ""}
    return visit.event_page("past_people", known | (context or {}), error=error)

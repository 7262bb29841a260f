"""The step Groups: how many there are, and how large."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Form
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, Response

from ...engine.sizes import read_group_size
from ...errors import BayesHatError
from ...rules.fair import FIRST, ORDERS
from ...sorting.waiting import WAYS
from ...tables.text import normalise
from ...words.message import Catalogue, Message, catalogue
from ..auth import (
    Editing,
    EventVisit,
    Viewing,
    go_to,
)
from ..core import events
from ..core.builder import clean_text
from ..core.event_fields import LOSSES, KnownTotals
from ..core.group_numbers import change_groups, enqueue_comparison, read_group_numbers, take_number
from ..core.group_sizes import MOST_GROUPS, fit_number, name_groups, tell_outcome, tell_size
from ..core.purpose import Purpose, choosing_questions, groups_chosen
from ..core.steps import Overview, list_misfits
from ..core.wishes import is_wish
from ..db.schema import Event
from ..forms import FreeForm, PageForm, PageRoute, Text, Version, read_whole
from ..refusals import Refused, Stale
from ..step_frame import Fields, check_version, step_page

router = APIRouter(
    prefix="/events/{event_id}", tags=["sorting"], default_response_class=HTMLResponse, route_class=PageRoute
)


class SizesForm(FreeForm):
    """The wanted sizes, or known totals; the fields name-0 and size-0 are for the first group, and so on."""

    version: Version = ""
    sizes: Annotated[Text, Field(description="balanced, each, range, houses, or free")] = "balanced"
    groups: Annotated[Text, Field(description="for balanced: number of groups")] = ""
    each: Annotated[Text, Field(description="for each: about how many people in each group")] = ""
    range: Annotated[Text, Field(description="for range: from..to")] = ""
    any: Annotated[Text, Field(description="for free: number of groups")] = ""
    facts: Annotated[Text, Field(description="for houses: any text if the sizes are known facts")] = ""
    size_weight: Annotated[Text, Field(description="auto: sizes are met exactly; a number makes them a guide")] = "auto"
    loss: Annotated[Text, Field(description="auto, vi, binder or placement")] = "auto"


# Rows for further groups, where a page lists groups by name.
_FREE_ROWS = 3


class Wanted(NamedTuple):
    """What a form asks for: the groups' names, the new names' old ones, and the sizes."""

    names: tuple[str, ...]
    before: dict[str, str]
    sizes: Any


class PurposeForm(PageForm):
    """What the groups are for."""

    version: Version = ""
    purpose: Annotated[Text, Field(description="alike, mixed, choices, or rounds")] = "alike"
    mix: Annotated[list[Text], Field(default_factory=list, description="for mixed and rounds: columns to spread")]
    choices: Annotated[Text, Field(description="for choices: the question's id; empty: the form asks for wishes")] = ""
    rounds: Annotated[Text, Field(description="for rounds: how many")] = ""
    fair: Annotated[Text, Field(description=f"for choices: how they are granted: {', '.join(ORDERS)}")] = FIRST
    waiting: Annotated[Text, Field(description=f"for choices: who waits: {', '.join(WAYS)}; empty: nobody")] = ""


@router.post("/purpose", operation_id="set_purpose")
def set_purpose(visit: Editing, form: Annotated[PurposeForm, Form()]) -> Response:
    """Set what the groups are for."""
    typed = {"purpose": form.purpose, "choices": form.choices, "rounds": form.rounds, "mix": "\n".join(form.mix)}
    typed |= {"fair": form.fair, "waiting": form.waiting}
    try:
        with visit.write("changed-purpose") as session:
            known = events.hold_event(session, visit.event)
            check_version(purpose_fields(known), form.version)
            purpose = Purpose(
                form.purpose,
                form.mix if form.purpose in ("mixed", "rounds") else None,
                form.choices if form.purpose == "choices" else "",
                read_whole(form.rounds, "rounds") if form.purpose == "rounds" else Purpose().rounds,
                form.fair if form.purpose == "choices" else FIRST,
                form.waiting if form.purpose == "choices" else "",
            )
            known = events.update_event(session, known, known.version, settings=visit.site.settings, purpose=purpose)
            if purpose.choices:
                change_groups(session, known, groups_chosen(events.own_survey_of(known), purpose.choices))
            elif purpose.kind == "choices":
                events.change_event(session, known, asks_wishes=True)
            if events.has_fixed_groups(known) and read_group_size(known.target["sizes"]) is not None:
                events.change_event(session, known, target={"sizes": "balanced"})
    except BayesHatError as error:
        return groups_page(visit, error=error, aim=typed)
    return go_to(f"/events/{visit.event.id}/groups", "saved")


@router.get("/groups", operation_id="show_groups")
def show_groups(visit: Viewing) -> Response:
    """Show the groups and their wanted sizes; while these are typed, htmx asks what they would lead to."""
    return groups_page(visit, typed=dict(visit.request.query_params) if visit.is_partial else None)


@router.post("/sizes", operation_id="set_sizes")
def set_sizes(visit: Editing, form: Annotated[SizesForm, Form()]) -> Response:
    """Set how many groups there are, how large they are, and how much that counts."""
    typed = form.model_dump(exclude={"version"})
    typed = {name: value for name, value in typed.items() if isinstance(value, str)}
    typed |= {name: texts[0].strip() for name, texts in form.fields.items() if texts}
    try:
        with visit.write("changed-sizes") as session:
            known = events.hold_event(session, visit.event)
            check_version(sizes_of(known, visit.say), form.version)
            wanted = read_wanted(typed, known)
            change_groups(session, known, wanted.names, wanted.before)
            events.update_event(
                session,
                known,
                known.version,
                settings=visit.site.settings,
                target=KnownTotals(wanted.sizes) if form.facts else wanted.sizes,
                size_weight=form.size_weight or "auto",
                loss=form.loss,
            )
    except BayesHatError as error:
        return groups_page(visit, error=error, typed=typed)
    return go_to(f"/events/{visit.event.id}/groups", "saved")


def groups_page(
    visit: EventVisit,
    *,
    error: BayesHatError | None = None,
    typed: dict[str, str] | None = None,
    aim: dict[str, str] | None = None,
) -> Response:
    """Return the page of the step Groups; after an error with what was typed about sizes, or about their purpose."""

    def gather(session: Session, overview: Overview) -> dict[str, Any]:
        return {"numbers": read_group_numbers(session, overview.event, overview.summary.n_responses)}

    def complete(overview: Overview, _: dict[str, Any]) -> dict[str, Any]:
        event = overview.event
        stored = sizes_of(event, visit.say)
        survey = events.own_survey_of(event)
        # Wishes stand among people's further columns, and nobody is mixed by these.
        further = [name for name in overview.checks.cast.columns if not is_wish(name)]
        ids = {question.id for question in survey.questions}
        context = {
            "aims": Fields(purpose_fields(event), aim or {}, aim is not None and isinstance(error, Stale)),
            "purpose": events.purpose_of(event),
            "columns": list(
                dict.fromkeys(
                    [*(asked.text for asked in survey.questions), *(name for name in further if name not in ids)]
                )
            ),
            "choosing": choosing_questions(survey),
            "orders": ORDERS,
            "ways": ("", *WAYS),
            "fields": Fields(stored, typed or {}, typed is not None and isinstance(error, Stale)),
            "houses": events.own_survey_of(event).cluster_names,
            "n_rows": sum(name.startswith("size-") for name in stored),
            "is_fixed": events.has_fixed_groups(event),
            "losses": LOSSES,
            "outcome": overview.outcome,
            "misfits": list_misfits(event, event.target["sizes"], overview.survey.cluster_names, overview.summary),
        }
        if typed is not None:
            with suppress(BayesHatError):
                wanted = read_wanted(typed, event)
                groups, known = wanted.names, overview.summary
                if not context["is_fixed"]:
                    number = fit_number(wanted.sizes, len(groups), known.n_to_group)
                    groups = name_groups(groups, number, catalogue(event.language))
                context["outcome"] = tell_outcome(wanted.sizes, groups, known.n_to_group)
                context["misfits"] = list_misfits(event, wanted.sizes, groups, known)
        return context

    return step_page(visit, "groups", gather, complete, error=error, form="target" if aim is None else "purpose")


def purpose_fields(event: Event) -> dict[str, str]:
    """Return what an event's groups are for as the fields of a form have it."""
    purpose = events.purpose_of(event)
    mixed_by = purpose.mixed_by(events.own_survey_of(event))
    return {
        "purpose": purpose.kind,
        "choices": purpose.choices,
        "rounds": str(purpose.rounds),
        "fair": purpose.fair,
        "waiting": purpose.waiting,
        "mix": "\n".join(mixed_by),
    }


def sizes_of(event: Event, say: Catalogue) -> dict[str, str]:
    """Return the groups and wanted sizes of an event as the fields of a form have them, ranges in words."""
    sizes, survey = event.target["sizes"], events.own_survey_of(event)
    by_house = sizes if isinstance(sizes, dict) else {}
    size = read_group_size(sizes)
    kind = "free" if sizes is None else "houses" if by_house else "balanced" if sizes == "balanced" else "range"
    fields = {
        "sizes": kind if size is None else "each",
        "range": tell_size(sizes, say) if kind == "range" and size is None else "",
        "facts": "yes" if event.target.get("facts") else "",
        "size_weight": event.size_weight,
        "loss": event.loss,
    }
    names = survey.cluster_names
    if not events.has_fixed_groups(event):
        fields |= {"groups": str(len(names)), "any": str(len(names)), "each": str(size or "")}
        fields |= {f"name-{k}": name for k, name in enumerate((*names, *[""] * _FREE_ROWS))}
        names = (*names, *[""] * _FREE_ROWS)
    return fields | {f"size-{k}": tell_size(str(by_house.get(name, "")), say) for k, name in enumerate(names)}


def read_wanted(typed: Mapping[str, str], event: Event) -> Wanted:
    """Return the groups and sizes that a form asks for."""
    names, before = events.own_survey_of(event).cluster_names, {}
    is_fixed = events.has_fixed_groups(event)
    kind = typed.get("sizes", "")
    if kind == "each" and not is_fixed:
        return Wanted(names, {}, f"groups of {read_whole(typed.get('each', ''), 'each')}")
    if kind == "range":
        if not typed.get("range"):
            raise Refused(Message("events-range-missing"), "target")
        return Wanted(names, {}, typed["range"])
    if kind == "houses":
        rows = range(len(names) if is_fixed else len(names) + _FREE_ROWS)
        sizes = [typed.get(f"size-{k}", "") for k in rows]
        if is_fixed:
            return Wanted(names, {}, {name: size for name, size in zip(names, sizes, strict=True) if size})
        called = [clean_text(typed.get(f"name-{k}", (*names, *[""] * _FREE_ROWS)[k])) for k in rows]
        before = {name: names[k] for k, name in enumerate(called) if name and k < len(names) and name != names[k]}
        by_name = {name: size for name, size in zip(called, sizes, strict=True) if name}
        if len(set(map(normalise, by_name))) < sum(map(bool, called)) or not by_name:
            raise Refused(Message("events-groups-names"), "target")
        return Wanted(tuple(by_name), before, {name: size for name, size in by_name.items() if size} or "balanced")
    if kind not in ("balanced", "free"):
        raise Refused(Message("events-sizes-choose"), "target")
    field = "groups" if kind == "balanced" else "any"
    if not is_fixed and typed.get(field):
        number = read_whole(typed[field], field)
        if not 1 <= number <= MOST_GROUPS:
            raise Refused(Message("events-groups-number", most=MOST_GROUPS), field)
        names = name_groups(names, number, catalogue(event.language))
    return Wanted(names, {}, "balanced" if kind == "balanced" else None)


class NumbersForm(PageForm):
    """What is to happen about the number of groups."""

    action: Annotated[Text, Field(description="compare, or take the recommended number")] = "compare"


@router.get("/group-numbers", operation_id="show_group_numbers")
def show_group_numbers(visit: Viewing) -> Response:
    """Show how far the comparison is, or what it found: for htmx a part of the page, else the whole page."""
    if not visit.is_partial:
        return go_to(f"/events/{visit.event.id}/groups")
    with visit.site.database.reading() as session:
        numbers = read_group_numbers(session, visit.event, events.summary(session, visit.event).n_responses)
    return visit.event_page("group_numbers_part", {"numbers": numbers})


@router.post("/group-numbers", operation_id="compare_group_numbers")
def compare_group_numbers(visit: Editing, form: Annotated[NumbersForm, Form()]) -> Response:
    """Let the answers say how many groups there are, or take the number that they recommend."""
    try:
        with visit.write("took-number" if form.action == "take" else "compared-numbers") as session:
            match form.action:
                case "compare":
                    enqueue_comparison(session, visit.event)
                case "take":
                    take_number(session, visit.event)
                case _:
                    raise Refused(Message("jobs-numbers-action"))
    except BayesHatError as error:
        return groups_page(visit, error=error)
    visit.site.worker.wake()
    where = f"/events/{visit.event.id}/groups"
    return go_to(where, "saved") if form.action == "take" else go_to(where)

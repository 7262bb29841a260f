"""The step Rules: sentences that are put together by choosing, one card each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Path, Query
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...rules.rule import Rule
from ...rules.rules import Rules
from ...tables.person_names import sort_key
from ...words.message import Message, join
from ..auth import Editing, EventVisit, Viewing, go_to
from ..core import events, rules
from ..core.group_sizes import tell_size
from ..core.rule_outcomes import outcomes_of, read_told
from ..core.rule_sentences import (
    WEIGHTS,
    Draft,
    draft_of,
    form_kinds,
    key_of,
    make_rule,
    tell_weight,
    usual_weight,
)
from ..core.rules import examine, find_conflict, read_rules_file
from ..core.steps import Checks, Overview, read_overview
from ..core.uploads import Uploads
from ..db.schema import Event
from ..forms import PageForm, PageRoute, Text, UploadId, read_file
from ..refusals import Refused, words_of
from ..step_frame import step_page

router = APIRouter(
    prefix="/events/{event_id}/rules", tags=["sorting"], default_response_class=HTMLResponse, route_class=PageRoute
)

RuleKey = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="what names a rule: 16 hexadecimal digits")]


class RuleForm(PageForm):
    """A sentence."""

    kind: Annotated[Text, Field(description=f"what it says: {', '.join(form_kinds())}")] = ""
    people: list[Text] = Field(default_factory=list, description="names; for a companion, the second is whom they like")
    groups: list[Text] = Field(default_factory=list, description="groups; of a wish, the best first")
    column: Annotated[Text, Field(description="a question or a column of a file")] = ""
    value: Annotated[Text, Field(description="one of its values; empty for any")] = ""
    bands: Annotated[Text, Field(description="how many bands to cut numbers into; empty: as many as usual")] = ""
    shares: Annotated[Text, Field(description="values and the shares that every group should have of them")] = ""
    size: Annotated[Text, Field(description="a number of people, or a range such as 4 to 6")] = ""
    weight: Annotated[Text, Field(description="how much it counts; empty: it must hold")] = ""
    reason: Annotated[Text, Field(description="why")] = ""
    anyway: Annotated[Text, Field(description="any text: keep it although something is wrong")] = ""
    action: Annotated[Text, Field(description="show: keep nothing, show the fields of the kind that was chosen")] = ""

    @property
    def draft(self) -> Draft:
        """What was typed."""
        plain = self.model_dump(exclude={"anyway", "action"})
        return Draft(**{**plain, "people": tuple(self.people), "groups": tuple(self.groups)})


class RulesFileForm(PageForm):
    """Rules in a file, or those of one that was looked at before."""

    file: Annotated[UploadFile | str | None, File(description="CSV, XLSX or TOML")] = None
    upload: UploadId = ""
    earlier: Annotated[
        Text, Field(description="earlier groups in the file: stay, or apart if they should not meet")
    ] = ""


@router.get("", operation_id="show_rules")
def show_rules(
    visit: Viewing,
    kind: Annotated[str, Query(max_length=20, description="the sentence to put together")] = "",
    rule: Annotated[str, Query(max_length=20, description="the rule to change")] = "",
    people: Annotated[list[str] | None, Query(description="names to start with")] = None,
    groups: Annotated[list[str] | None, Query(description="groups to start with")] = None,
) -> Response:
    """Show the rules, and a sentence to add or to change."""
    draft = None
    if rule:
        draft = draft_of(rules.find_rule(visit.event, rule))
    if draft is None or kind in form_kinds():
        chosen = kind if kind in form_kinds() else "apart"
        draft = replace(
            draft or Draft(),
            kind=chosen,
            people=tuple((people or ())[:50]),
            groups=tuple((groups or ())[:50]),
            weight=usual_weight(chosen),
        )
    return rules_page(visit, draft=draft, changing=rule)


@router.post("/add", operation_id="add_rule")
def add_rule(visit: Editing, form: Annotated[RuleForm, Form()]) -> Response:
    """Add one rule."""
    return _keep_rule(visit, form)


@router.post("/{rule}/change", operation_id="change_rule")
def change_rule(visit: Editing, rule: RuleKey, form: Annotated[RuleForm, Form()]) -> Response:
    """Put another sentence in the place of a rule."""
    return _keep_rule(visit, form, rule)


@router.post("/{rule}/remove", operation_id="remove_rule")
def remove_rule(visit: Editing, rule: RuleKey) -> Response:
    """Remove a rule."""
    with visit.write("removed-rule") as session:
        rules.remove_rule(session, visit.event, rule)
    return go_to(f"/events/{visit.event.id}/rules", "rule-removed")


@router.post("/upload", operation_id="add_rules_from_file")
def add_rules_from_file(
    visit: Editing, form: Annotated[RulesFileForm, Form(media_type="multipart/form-data")]
) -> Response:
    """Add all rules of a file; if something is wrong with them, show what, and ask first."""
    uploads = Uploads(visit.site.database, visit.organiser.id, "rules", visit.event.id)
    try:
        if form.upload:
            given = list(Rules.from_plain(uploads.find(form.upload)[0]))
        else:
            given = read_rules_file(*read_file(form.file), visit.site.settings, not_again=form.earlier == "apart")
            checks = _checks_of(visit)
            if doubts := _doubts_of(visit.event, checks, given):
                looked = [{"words": rule.sentence(), "finding": examine(rule, checks.cast)} for rule in given]
                return rules_page(visit, looked=looked, upload=uploads.keep(Rules(given).to_plain()), doubts=doubts)
        with visit.write("added-rules") as session:
            rules.add_rules(session, visit.event, given)
            uploads.drop(session, form.upload)
    except BayesHatError as error:
        wrong = error if isinstance(error, Refused) and error.field else Refused(words_of(error), "file")
        return rules_page(visit, error=wrong)
    return go_to(f"/events/{visit.event.id}/rules", "rules-added")


def rules_page(
    visit: EventVisit,
    *,
    draft: Draft | None = None,
    changing: str = "",
    doubts: Sequence[str | Message] = (),
    looked: Sequence[dict[str, Any]] = (),
    upload: str = "",
    error: BayesHatError | None = None,
) -> Response:
    """Return the page of the step Rules; after an error with what was typed."""

    def gather(session: Session, overview: Overview) -> dict[str, Any]:
        latest = overview.results[0] if overview.results else None
        return {
            "latest": latest,
            "told": read_told(session, latest) if latest is not None and overview.event.rules else None,
        }

    def complete(overview: Overview, read: dict[str, Any]) -> dict[str, Any]:
        checks = overview.checks
        outcomes, price = outcomes_of(read["told"], [rule for rule, _ in checks.rules])
        cards = [
            {
                "key": key_of(rule),
                "words": rule.sentence(),
                "reason": rule.reason,
                "finding": finding,
                "clashes": n in checks.conflict.places,
                "outcome": outcomes[n],
                "sentence": rule.fits_form,
            }
            for n, (rule, finding) in enumerate(checks.rules)
        ]
        return {
            "cards": cards,
            "conflict": checks.conflict.words,
            "price": price,
            "names": sorted({*checks.cast.people, *checks.cast.expected}, key=sort_key),
            "groups": checks.cast.groups,
            "columns": list(checks.cast.columns),
            "doubts": doubts,
            "looked": looked,
            "upload": upload,
            **_sentence(draft or Draft("apart"), changing),
            "tell_size": partial(tell_size, say=visit.say),
        }

    page = step_page(visit, "rules", gather, complete, error=error)
    page.status_code = 422 if doubts else page.status_code
    return page


def _sentence(draft: Draft, changing: str) -> dict[str, Any]:
    """Return what the form of a sentence needs: as many fields as it has names, and one to spare."""
    if draft.kind not in form_kinds():
        draft = replace(draft, kind="apart")
    asks = set(draft.asks)
    groups = [name for name in draft.groups if name]
    # Of a companion, the place tells who wishes and who is wished for.
    people = [name for name in draft.people if name or "companion" in asks]
    n_people, n_groups = 2 if asks & {"people", "companion"} else 1, 1
    if "people" in asks:
        n_people = max(len(people), n_people) + 1
    if asks & {"groups", "several_groups", "choices"}:
        n_groups = max(len(groups), 3 if "several_groups" in asks else 1) + 1
    weights = {weight: tell_weight(weight) for weight in WEIGHTS}
    if draft.weight and draft.weight not in weights:
        weights[draft.weight] = tell_weight(draft.weight)
    can_be_must = draft.rule.usual_weight() is None
    return {
        "draft": draft,
        "asks": asks,
        "changing": changing,
        "people_fields": [*people, *[""] * n_people][:n_people],
        "group_fields": [*groups, *[""] * n_groups][:n_groups],
        "kinds": form_kinds(),
        "weights": ({"": Message("rules-weight-always")} if can_be_must else {}) | weights,
        "can_be_must": can_be_must,
    }


def _keep_rule(visit: EventVisit, form: RuleForm, changing: str = "") -> Response:
    draft = form.draft
    if form.action == "show":
        return rules_page(visit, draft=draft, changing=changing)
    try:
        checks = _checks_of(visit)
        rule = checks.cast.spell(make_rule(draft))
        finding = examine(rule, checks.cast)
        if finding.broken:
            field = "column" if "column" in draft.asks else "groups"
            raise Refused(join(finding.problems, "space"), field)
        if key_of(rule) != changing and rule in [one for one, _ in checks.rules]:
            raise Refused(Message("rules-exists"), "people")
        doubts = _doubts_of(visit.event, checks, [rule], changing)
        if doubts and not form.anyway:
            return rules_page(visit, draft=draft, changing=changing, doubts=doubts)
        with visit.write("changed-rule" if changing else "added-rule") as session:
            if changing:
                rules.change_rule(session, visit.event, changing, rule)
            else:
                rules.add_rules(session, visit.event, [rule])
    except BayesHatError as error:
        return rules_page(visit, draft=draft, changing=changing, error=error)
    said = "rule-waits" if finding.waiting or finding.strangers else "saved" if changing else "rule-added"
    return go_to(f"/events/{visit.event.id}/rules", said)


def _checks_of(visit: EventVisit) -> Checks:
    with visit.site.database.reading() as session:
        overview = read_overview(session, events.get_event(session, visit.organiser, visit.event.id))
    return overview.checks


def _doubts_of(event: Event, checks: Checks, new: Sequence[Rule], changing: str = "") -> list[str | Message]:
    """Say what would be wrong with rules if they were added, and was not before."""
    doubts = [words for rule in new for words in examine(rule, checks.cast).problems]
    others = [rule for rule, _ in checks.rules if key_of(rule) != changing]
    weight = events.read_weight(event.size_weight)
    conflict = find_conflict([*new, *others], checks.cast, event.target["sizes"], weight)
    if any(n < len(new) for n in conflict.places):
        doubts.append(conflict.words)
    return doubts

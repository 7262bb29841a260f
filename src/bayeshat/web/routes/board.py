"""The board: a result, changed by hand and locked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

from fastapi import APIRouter, Form, Path, Query
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...tables.person_names import sort_key
from ...words.message import Catalogue, Message, join
from ..auth import ResultEditing, ResultViewing, ResultVisit, go_to
from ..core import editing, results
from ..core.board import BoardGroup, Member, list_choices, make_board
from ..core.downloads import files_of
from ..core.editing import Preview
from ..core.results import read_listed, read_standing
from ..db.schema import Sorting
from ..forms import WHOLE_LIMIT, PageForm, PageRoute, Text, Version, read_whole
from ..pages import colors_address
from ..refusals import Refused, status_of, words_of

router = APIRouter(
    prefix="/events/{event_id}/sortings/{sorting_id}",
    tags=["board"],
    default_response_class=HTMLResponse,
    route_class=PageRoute,
)

# With more people than this, the board has one line for each unless visit otherwise.
ROOMY = 60
VIEWS = ("full", "compact")
# What the page's script says.
SCRIPT_WORDS = (
    *("tick", "old", "failed", "offline", "found", "by-doubt", "by-name"),
    *("one", "several", "choose", "none", "people", "to", "swap"),
)
# A change, given a session, the result, and its version on the page.
Act: TypeAlias = Callable[[Session, Sorting, int], None]
Number = Annotated[int, Query(ge=0, lt=WHOLE_LIMIT, description="position of the person or group")]
Person = Annotated[int, Path(ge=0, lt=WHOLE_LIMIT, description="position of the person")]


class EditForm(PageForm):
    """A change by hand."""

    version: Version = ""


class PeopleForm(EditForm):
    """A change that is about people."""

    person: Annotated[list[Text], Field(default_factory=list, description="positions of the people")]

    @property
    def people(self) -> list[int]:
        """Their positions."""
        return [read_whole(text, "person") for text in self.person]


class MoveForm(PeopleForm):
    """Who moves where."""

    group: Annotated[Text, Field(description="position of the group")] = ""


class ArrangeForm(EditForm):
    """Which of the main ways to group people."""

    way: Annotated[Text, Field(description="number of the way, from 1: as sorted")] = ""


class SwapForm(EditForm):
    """Who changes places with whom."""

    person: Annotated[Text, Field(description="position of one")] = ""
    other: Annotated[Text, Field(description="position of the other")] = ""


class Forecast(BaseModel):
    """What a move would do."""

    fewer_right: float = Field(description="how many fewer people would be expected in their right group")
    loss_change: float = Field(description="change in expected loss, wishes counted in")
    words: str = Field(description="what would change, in words: people, sizes and rules")
    sizes: str = Field(description="which sizes would differ from exact wanted ones; empty if none would")
    exchange: int | None = Field(description="position of the person who could best swap places to keep the sizes")
    broken: list[str] = Field(description="rules and wishes that would no longer be met")
    mended: list[str] = Field(description="rules and wishes that would be met again")


@router.get("", operation_id="show_board")
def show_board(
    visit: ResultViewing,
    find: Annotated[str, Query(max_length=200, description="show only people whose names hold this")] = "",  # noqa: ARG001
    order: Annotated[str, Query(max_length=10, description="name, or doubt: the least sure first")] = "",  # noqa: ARG001
    view: Annotated[str, Query(max_length=10, description="compact: one line a person, or full")] = "",  # noqa: ARG001
) -> Response:
    """Show the groups, and how sure each place is."""
    return _page(visit)


@router.get("/preview", operation_id="preview_move", response_model=Forecast, response_class=Response)
def preview_move(visit: ResultViewing, person: Number, group: Number) -> Response:
    """Say what moving somebody would do, without doing it."""
    standing, say = visit.read(), visit.say
    preview = editing.preview_move(standing, person, group)
    forecast = Forecast(
        fewer_right=preview.fewer_right,
        loss_change=preview.loss_change,
        words=_tell(preview, standing.names, say),
        sizes=say.tell(preview.sizes),
        exchange=preview.exchange,
        broken=list(map(say.tell, preview.broken)),
        mended=list(map(say.tell, preview.mended)),
    )
    return Response(forecast.model_dump_json(), media_type="application/json")


@router.get("/person/{person}", operation_id="show_choices")
def show_choices(visit: ResultViewing, person: Person) -> Response:
    """Show where somebody could be instead."""
    standing = visit.read()
    context = {
        "sorting": standing.sorting,
        "choices": list_choices(standing, person),
        "version": standing.sorting.version,
        "is_mixed": standing.sorting.purpose != "alike",
    }
    return visit.result_page("person_part" if visit.is_partial else "person", context)


@router.post("/move", operation_id="move_people")
def move_people(visit: ResultEditing, form: Annotated[MoveForm, Form()]) -> Response:
    """Move people to another group."""

    def act(session: Session, sorting: Sorting, version: int) -> None:
        editing.move(session, sorting, version, form.people, read_whole(form.group, "group"))

    return _edit(visit, form, "moved", act)


@router.post("/swap", operation_id="swap_people")
def swap_people(visit: ResultEditing, form: Annotated[SwapForm, Form()]) -> Response:
    """Exchange two people."""

    def act(session: Session, sorting: Sorting, version: int) -> None:
        person, other = read_whole(form.person, "person"), read_whole(form.other, "other")
        editing.swap(session, sorting, version, person, other)

    return _edit(visit, form, "swapped", act)


@router.post("/arrange", operation_id="arrange_people")
def arrange_people(visit: ResultEditing, form: Annotated[ArrangeForm, Form()]) -> Response:
    """Put one of the main ways to group people on the board."""
    settled = visit.read().decided.how_settled()

    def act(session: Session, sorting: Sorting, version: int) -> None:
        ways, number = () if settled is None else settled.alternatives, read_whole(form.way, "way")
        if not 1 <= number <= len(ways):
            raise Refused(Message("settled-no-way"), "way")
        editing.arrange(session, sorting, version, ways[number - 1].labels.tolist())

    return _edit(visit, form, "arranged", act)


@router.post("/lock", operation_id="lock_people")
def lock_people(visit: ResultEditing, form: Annotated[PeopleForm, Form()]) -> Response:
    """Keep people where they are."""

    def act(session: Session, sorting: Sorting, version: int) -> None:
        editing.lock(session, sorting, version, form.people)

    return _edit(visit, form, "locked", act)


@router.post("/unlock", operation_id="unlock_people")
def unlock_people(visit: ResultEditing, form: Annotated[PeopleForm, Form()]) -> Response:
    """Let people be moved again."""

    def act(session: Session, sorting: Sorting, version: int) -> None:
        editing.lock(session, sorting, version, form.people, locked=False)

    return _edit(visit, form, "unlocked", act)


@router.post("/undo", operation_id="undo")
def undo(visit: ResultEditing, form: Annotated[EditForm, Form()]) -> Response:
    """Take the last change back."""
    return _edit(visit, form, "undone", editing.undo)


@router.post("/redo", operation_id="redo")
def redo(visit: ResultEditing, form: Annotated[EditForm, Form()]) -> Response:
    """Make the change again that was taken back last."""
    return _edit(visit, form, "redone", editing.redo)


def _edit(visit: ResultVisit, form: EditForm, done: str, act: Act) -> Response:
    """Make a change and show what it changed; a change to what has changed meanwhile shows how it is now.

    Parameters
    ----------
    done
        The end of the ids of what the page says, and of what the audit log tells.
    act
        Makes the change.
    """
    try:
        version = read_whole(form.version, "version")
        with visit.write(done) as session:
            act(session, visit.sorting, version)
    except BayesHatError as error:
        return show_refusal(visit, error)
    return _page(visit, said=done) if visit.is_partial else go_to(visit.path, done)


def show_refusal(visit: ResultVisit, error: BayesHatError) -> Response:
    """Return the board as it is now, and why a change was refused."""
    return _page(visit, refused=words_of(error), status=status_of(error))


def _page(visit: ResultVisit, *, said: str = "", refused: str | Message = "", status: int = 200) -> Response:
    with visit.site.database.reading() as session:
        standing = read_standing(session, visit.sorting)
        others = [one for one in results.list_sortings(session, visit.event) if one.id != standing.sorting.id]
        listed = read_listed(session, visit.event, standing.sorting, standing.history)
    board = make_board(standing)
    told = f"{visit.say(f'page-said-{said}')} {visit.say.tell(board.summary)}" if said else ""
    partial = visit.is_partial
    # After a change, htmx says how the board was being looked at.
    address = visit.request.headers.get("hx-current-url", "") if partial else str(visit.request.url)
    looked = {name: values[0][:200] for name, values in parse_qs(urlsplit(address).query).items()}
    order = "doubt" if looked.get("order") == "doubt" else "name"
    view = looked.get("view") if looked.get("view") in VIEWS else VIEWS[board.n_people > ROOMY]
    names = [visit.say.tell(group.name) for group in board.groups]
    context: dict[str, Any] = {
        "board": board,
        "names": names,
        "find": looked.get("find", "").strip(),
        "order": order,
        "view": view,
        "members_of": lambda group: _arrange(group, order),
        "others": others,
        "listed": listed,
        "files": files_of(board.purpose),
        "told": told,
        "script_words": {word: visit.say(f"board-script-{word}") for word in SCRIPT_WORDS},
        "refused": refused,
        "colors": colors_address(names, [group.color for group in board.groups]),
    }
    # Where groups stand for no houses, every move changes how well they fit everybody.
    whole = bool(refused) or not board.stands_for_houses
    page = visit.result_page(("board_part" if whole else "board_change") if partial else "board", context, status)
    if partial and whole:
        page.headers["HX-Retarget"], page.headers["HX-Reswap"] = "#board", "outerHTML"
    return page


def _arrange(group: BoardGroup, order: str) -> list[Member]:
    """Return a group's people by name, or the least sure first."""
    by_name = sorted(group.members, key=lambda member: sort_key(member.name))
    return sorted(by_name, key=lambda member: member.share) if order == "doubt" else by_name


def _tell(preview: Preview, names: tuple[str, ...], say: Catalogue) -> str:
    fit = say.tell(preview.words)
    words = [f"{fit[:1].upper()}{fit[1:]}."] if fit else []
    if preview.sizes:
        words.append(say("board-then", sizes=preview.sizes))
    if preview.exchange is not None:
        words.append(say("board-could-swap", name=names[preview.exchange]))
    if preview.broken:
        words.append(say("board-would-break", rules=join(preview.broken, "semicolon")))
    if preview.mended:
        words.append(say("board-would-mend", rules=join(preview.mended, "semicolon")))
    return " ".join(words)

"""What organisers do, written into the audit log by the operation of the route: nothing is forgotten."""

from __future__ import annotations

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..accounts import audit
from ..refusals import TooMany
from ..storage.database import Database
from .logs import log

# What is written for an operation, in the past tense; nothing for what only shows or prepares something. A table tells
# apart what the form's field "action", or the file's name in the address, asks for; "" is everything else.
ACTIONS: dict[str, str | dict[str, str]] = {
    "accept_invitation": "accepted an invitation",
    "add_rule": {"show": "", "": "added a rule"},
    "add_rules_from_file": "added rules from a file",
    "build_survey": {"save": "changed the survey", "": ""},
    "change_event": "changed the settings",
    "change_job": {"cancel": "cancelled a sort", "restart": "started a sort again"},
    "change_member": "changed who can see the event",
    "change_name": "changed their name",
    "change_password": "changed their password",
    "change_rule": {"show": "", "": "changed a rule"},
    "copy_event": "made a copy of the event",
    "create_event": "made the event",
    "delete_answers_of_person": "deleted one person's answers",
    "delete_event": "deleted the event",
    "delete_result": "deleted a result",
    "download_event_file": {"answers.csv": "downloaded the answers", "survey.toml": "", "": "downloaded {key}"},
    "download_person": "downloaded one person's answers",
    "download_result_file": "downloaded a result ({key})",
    "import_answers": "read answers from a file",
    "invite_member": "invited somebody",
    "invite_organiser": "invited an organiser",
    "lock_person": "locked or unlocked somebody",
    "log_out": "logged out",
    "log_out_everywhere": "logged out everywhere",
    "move_person": "moved somebody by hand",
    "publish_result": {"unpublish": "unpublished a result", "": "published a result"},
    "remove_rule": "removed a rule",
    "set_roster": "changed who is expected",
    "set_sizes": "changed the sizes",
    "sort_around_locks": "started a sort around the locked people",
    "sort_people": "started a sort",
    "swap_people": "swapped two people by hand",
    "switch_form": {"open": "opened the form", "close": "closed the form", "renew": "made a new link to the form"},
    "undo_or_redo": "undid or redid a change by hand",
    "withdraw_invitation": "withdrew an invitation",
    "withdraw_member_invitation": "withdrew an invitation",
}


def describe_action(operation: str, key: str) -> str:
    """Return what is written for an operation; nothing if it need not be.

    Examples
    --------
    >>> describe_action("switch_form", "close")
    'closed the form'
    """
    words = ACTIONS.get(operation, "")
    if isinstance(words, dict):
        words = words.get(key, words.get("", ""))
    return words.format(key=key)


def note_action(request: Request, words: str) -> None:
    """Say more exactly what this request does than the table can, such as "published Result 2"; name no respondent."""
    request.state.words = words


class RecordActions:
    """Write down what an organiser did before they are told that it was done.

    Dependencies of the routes note in the request's state who is asking, the event, and the form's action.

    Parameters
    ----------
    app
        What answers.
    database
        Where the log is.
    """

    def __init__(self, app: ASGIApp, database: Database) -> None:
        self.app = app
        self.database = database

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""

        async def send_recorded(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                await self._record(scope)
            await send(message)

        await self.app(scope, receive, send_recorded if scope["type"] == "http" else send)

    async def _record(self, scope: Scope) -> None:
        state = scope.get("state", {})
        operation = getattr(scope.get("route"), "operation_id", None)
        if operation is None or "organiser" not in state:
            return
        key = state.get("action") or scope.get("path_params", {}).get("name", "")
        words = state.get("words") or describe_action(operation, key)
        if words:
            await run_in_threadpool(self._write, state, words)

    def _write(self, state: dict[str, object], words: str) -> None:
        try:
            with self.database.session() as session:
                audit.record(session, state.get("event"), state["organiser"], words)  # type: ignore[arg-type]
        except (SQLAlchemyError, TooMany):
            # It was done all the same, and must not look as if it were not.
            log.exception("not in the audit log", action=words)

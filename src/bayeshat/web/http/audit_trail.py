"""What organisers do, written into the audit log by the operation of the route: nothing is forgotten."""

from __future__ import annotations

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..accounts import audit
from ..refusals import TooMany
from ..server.logs import log
from ..storage.database import Database

LONGEST_ACTION = 200
# What is written for an operation, in the past tense; nothing for what only shows or prepares something. A table tells
# apart what the form's field "action", or the file's name in the address, asks for; "" is everything else.
ACTIONS: dict[str, str | dict[str, str]] = {
    "accept_invitation": "accepted an invitation",
    "add_rule": {"show": "", "": "added a rule"},
    "add_rules_from_file": "added rules from a file",
    "add_to_roster": "added people to the list of those expected",
    "build_survey": "",
    "change_event": "changed the settings",
    "change_job": {"cancel": "cancelled a sort", "restart": "started a sort again"},
    "change_member": "changed who can see the event",
    "change_name": "changed their name",
    "change_password": "changed their password",
    "change_rule": {"show": "", "": "changed a rule"},
    "choose_language": "",
    "copy_event": "made a copy of the event",
    "create_event": "made the event",
    "delete_answers_of_people": "",
    "download_course_file": "downloaded {key} of {result}",
    "delete_event": "deleted the event",
    "delete_result": "deleted {result}",
    "download_event_file": {"answers.csv": "downloaded the answers", "survey.toml": "", "": "downloaded {key}"},
    "download_links": "downloaded the personal links",
    "download_person": "downloaded one person's answers",
    "download_result_file": "downloaded {key} of {result}",
    "import_answers": "read answers from a file",
    "invite_member": "invited somebody",
    "invite_organiser": "invited an organiser",
    "lock_people": "locked people",
    "log_out": "logged out",
    "log_out_everywhere": "logged out everywhere",
    "make_trade_off": "",
    "move_people": "moved people by hand",
    "place_latecomers": "placed latecomers in {result}",
    "publish_result": {"unpublish": "unpublished {result}", "": "published {result}"},
    "redo": "redid a change by hand",
    "remove_from_roster": "removed people from the list of those expected",
    "remove_rule": "removed a rule",
    "rename_result": "renamed {result}",
    "send_mail": "sent mail to people",
    "set_sizes": "changed the sizes",
    "sort_around_locks": "started a sort around the locked people",
    "sort_people": "started a sort",
    "stop_mail": "stopped sending mail",
    "swap_people": "swapped two people by hand",
    "switch_form": {"open": "opened the form", "close": "closed the form", "renew": "made a new link to the form"},
    "undo": "undid a change by hand",
    "unlock_people": "unlocked people",
    "withdraw_invitation": "withdrew an invitation",
    "withdraw_member_invitation": "withdrew an invitation",
}


def describe_action(operation: str, key: str = "", result: str = "") -> str:
    """Return what is written for an operation; nothing if it need not be.

    Parameters
    ----------
    operation
        The route's operation.
    key
        The form's action, or the name of the file.
    result
        What the result is called that it was done to.

    Examples
    --------
    >>> describe_action("switch_form", "close")
    'closed the form'
    >>> describe_action("publish_result", result="Result 2")
    'published Result 2'
    """
    words = ACTIONS.get(operation, "")
    if isinstance(words, dict):
        words = words.get(key, words.get("", ""))
    return words.format(key=key, result=result or "a result")


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
        words = state.get("words") or describe_action(operation, key, state.get("result", ""))
        if words:
            await run_in_threadpool(self._write, state, words)

    def _write(self, state: dict[str, object], words: str) -> None:
        try:
            with self.database.session() as session:
                audit.record(session, state.get("event"), state["organiser"], words[:LONGEST_ACTION])  # type: ignore[arg-type]
        except (SQLAlchemyError, TooMany):
            # It was done all the same, and must not look as if it were not.
            log.exception("not in the audit log", action=words)

"""What organisers do, written into the audit log by the operation of the route: nothing is forgotten."""

from __future__ import annotations

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..words.message import Message as Words
from .core import audit
from .db.database import Database
from .logs import log
from .refusals import TooMany

# What is written for an operation: the end of a message's id, after "accounts-did-"; nothing for what only shows or
# prepares something. A table tells apart what the form's field "action", or the file's name in the address, asks for;
# "" is everything else.
ACTIONS: dict[str, str | dict[str, str]] = {
    "accept_invitation": "accepted",
    "add_rule": {"show": "", "": "added-rule"},
    "add_rules_from_file": "added-rules",
    "add_to_roster": "added-people",
    "arrange_people": "arranged",
    "build_survey": "",
    "change_event": "changed-settings",
    "change_job": {"cancel": "cancelled", "restart": "sorted-again"},
    "change_member": "",
    "change_name": "changed-name",
    "change_password": "changed-password",
    "change_rule": {"show": "", "": "changed-rule"},
    "choose_language": "",
    "compare_group_numbers": {"take": "took-number", "": "compared-numbers"},
    "copy_event": "copied",
    "create_event": "made",
    "create_event_from_table": "made",
    # Written with the deletion itself: the server's log, and each event's.
    "delete_account": "",
    "delete_answers_of_people": "",
    "download_course_file": "downloaded-of",
    "delete_event": "deleted-event",
    "delete_result": "deleted-result",
    "download_event_file": {"answers.csv": "downloaded-answers", "survey.toml": "", "": "downloaded"},
    "download_links": "downloaded-links",
    "download_person": "downloaded-person",
    "download_result_file": "downloaded-of",
    "import_answers": "imported",
    "invite_member": "",
    "invite_organiser": "invited-organiser",
    "learn_from_past_people": {"forget": "forgot", "": "learned"},
    "lock_people": "locked",
    "log_out": "logged-out",
    "log_out_everywhere": "logged-out-everywhere",
    "make_trade_off": "",
    "move_people": "moved",
    "place_latecomers": "placed",
    "publish_result": {"unpublish": "unpublished", "": "published"},
    "redo": "redid",
    "remove_from_roster": "removed-people",
    "remove_rule": "removed-rule",
    "rename_result": "renamed",
    "send_mail": "sent-mail",
    "set_sizes": "changed-sizes",
    "sort_around_locks": "sorted-around",
    "sort_people": "sorted",
    "stop_mail": "stopped-mail",
    "swap_people": "swapped",
    "switch_form": {"open": "opened", "close": "closed", "renew": "renewed"},
    "undo": "undid",
    "unlock_people": "unlocked",
    "withdraw_invitation": "withdrew",
    "withdraw_member_invitation": "withdrew",
}


def describe_action(operation: str, key: str = "", result: str = "") -> Words | None:
    """Return what is written for an operation; None if nothing need be.

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
    >>> str(describe_action("switch_form", "close"))
    'closed the form'
    >>> str(describe_action("publish_result", result="Result 2"))
    'published Result 2'
    """
    did = ACTIONS.get(operation, "")
    if isinstance(did, dict):
        did = did.get(key, did.get("", ""))
    told = {"file": key if did.startswith("downloaded") else "", "result": result}
    return Words(f"accounts-did-{did}", **{name: text for name, text in told.items() if text}) if did else None


def note_action(request: Request, action: Words) -> None:
    """Say more exactly what this request does than the table can; name no respondent."""
    request.state.words = action


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

    def _write(self, state: dict[str, object], words: Words) -> None:
        try:
            with self.database.session() as session:
                audit.record(session, state.get("event"), state["organiser"], words)  # type: ignore[arg-type]
        except (SQLAlchemyError, TooMany):
            # It was done all the same, and must not look as if it were not.
            log.exception("not in the audit log", action=words.id)

"""Pages for everything that goes wrong: a plain sentence and the request's number, never a traceback."""

from __future__ import annotations

from urllib.parse import quote

from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ..errors import BayesHatError
from ..words.message import Message, catalogue
from ..words.voice import DEFAULT
from .auth import Visit, find_visit, say_to, site_of
from .pages import render
from .refusals import TooMany, status_of, words_of


def answer_error(request: Request, status: int, words: str | Message, field: str | None = None) -> Response:
    """Return an error as a page in the reader's language, or as JSON, in English, for those who ask for that."""
    request_id = request.scope.get("state", {}).get("request_id", "")
    if wants_json(request):
        return JSONResponse({"error": str(words), "field": field, "request_id": request_id}, status)
    # Respondents have no business on the organisers' pages.
    home = not request.url.path.startswith(("/f/", "/p/", "/r/"))
    context = {
        "heading": _known(f"page-error-{status}", "page-error-other"),
        "words": words,
        "request_id": request_id,
        "home": home,
        "log_in": status == 401 or request.url.path.startswith("/login/"),
    }
    visit = _find_visit(request) if home and 400 < status < 500 else None
    return (
        render("error", {"say": say_to(request), **context}, status)
        if visit is None
        else visit.page("error", context, status)
    )


def _sentence(status: int) -> Message:
    return _known(f"page-error-words-{status}", "page-error-words-other")


def _known(message: str, other: str) -> Message:
    return Message(message if message in catalogue(DEFAULT) else other)


def _find_visit(request: Request) -> Visit | None:
    """Return who has logged in, so that an error does not look like the end of a login; None if that is not known."""
    try:
        return find_visit(request, site_of(request))
    except (BayesHatError, SQLAlchemyError):
        return None


def answer_refusal(request: Request, error: Exception) -> Response:
    """Answer what a service refused."""
    assert isinstance(error, BayesHatError)
    status = status_of(error)
    if status == 401 and request.method == "GET" and not wants_json(request) and "hx-request" not in request.headers:
        return RedirectResponse(f"/login?next={quote(request.url.path)}", status_code=303)
    response = answer_error(request, status, words_of(error), getattr(error, "field", None))
    if isinstance(error, TooMany):
        response.headers["retry-after"] = str(error.retry_after)
    return response


def answer_http(request: Request, error: Exception) -> Response:
    """Answer a request that no route takes."""
    assert isinstance(error, HTTPException)
    response = answer_error(request, error.status_code, _sentence(error.status_code))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def answer_invalid(request: Request, error: Exception) -> Response:
    """Answer an address whose parts cannot be read."""
    assert isinstance(error, RequestValidationError)
    places = [one["loc"] for one in error.errors()]
    if any(place[0] == "path" for place in places):
        return answer_error(request, 404, _sentence(404))
    field = str(places[0][-1]) if places else None
    ours = [one["ctx"]["error"].args[0] for one in error.errors() if one["type"] == "value_error"]
    if ours:
        return answer_error(request, 422, ours[0], field)
    return answer_error(request, 422, Message("page-field", field=field or ""), field)


def refuse_host(request: Request) -> Response:
    """Answer a request that is addressed to another name than the server's."""
    named = request.headers.get("host", "")[:100]
    return answer_error(request, 400, Message("page-wrong-host", name=named))


def refuse_origin(request: Request) -> Response:
    """Answer a form that was not sent from a page of ours."""
    return answer_error(request, 403, Message("page-other-site"))


def apologise(request: Request) -> Response:
    """Answer a request that failed in a way nobody thought of."""
    return answer_error(request, 500, _sentence(500))


def wants_json(request: Request) -> bool:
    """Say whether a program asks, rather than a browser."""
    accepted = request.headers.get("accept", "")
    return "application/json" in accepted and "text/html" not in accepted

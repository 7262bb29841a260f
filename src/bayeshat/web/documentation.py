"""What the description of the routes (OpenAPI) says besides what their code shows."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

WORDS = {
    303: "Done; the browser is sent to the page that shows it.",
    401: "Nobody is logged in.",
    403: "The form does not come from our page in this browser, or this is not allowed.",
    404: "There is no such page, or it belongs to somebody else.",
    405: "This address does not take requests of this kind.",
    409: "Somebody changed it in the meantime; the page shows how it is now.",
    413: "What was sent is too large.",
    422: "What was sent cannot be used; a sentence says why.",
    429: "Too many attempts; the header Retry-After says how many seconds to wait.",
}


class Problem(BaseModel):
    """An error, for those who ask for JSON; others get a page that says the same."""

    error: str = Field(description="what is wrong and what to do, in a sentence")
    field: str | None = Field(None, description="the field of the form that it is about")
    request_id: str = Field(description="the number under which the server's log has this request")


def answers(
    *statuses: int, content: str | tuple[str, ...] = "text/html", about: str = "The page."
) -> dict[int | str, dict[str, Any]]:
    """Return the documented answers of a route.

    Parameters
    ----------
    *statuses
        Answers besides 200; 400, 405 are always among them.
    content
        What 200 holds, or may hold; empty if there is no such answer.
    about
        What that is.

    Examples
    --------
    >>> sorted(answers(404))
    [200, 400, 404]
    """
    problem = {"application/json": {"schema": Problem.model_json_schema()}, "text/html": {"schema": {"type": "string"}}}
    documented: dict[int | str, dict[str, Any]] = {
        400: {"description": "The request cannot be read.", "content": problem}
    }
    if content:
        kinds = (content,) if isinstance(content, str) else content
        schema = {"type": "string"}
        documented[200] = {"description": about, "content": {kind: {"schema": schema} for kind in kinds}}
    for status in statuses:
        documented[status] = {"description": WORDS[status]}
        if status != 303:
            documented[status]["content"] = problem
        elif not content:
            documented[status]["headers"] = {"Location": {"schema": {"type": "string"}, "description": "where to"}}
    return documented

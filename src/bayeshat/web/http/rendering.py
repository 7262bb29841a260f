"""How pages are put together: templates, addresses of static files, colours of groups."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ...report.colors import group_colors, text_on
from ...report.page.page_people import percent
from ..answers.retention import warns_of_deletion

STATIC = Path(__file__).parent / "static"
# Every room has its own; no two have the same name.
TEMPLATES = sorted(Path(__file__).parent.parent.glob("*/templates"))
HTMX = "htmx-2.0.11.min.js"
# No code in attributes or answers is ever run; boards that come with a refusal are shown as well.
HTMX_CONFIG = {
    "allowEval": False,
    "allowScriptTags": False,
    # Without "style", which the policy would refuse.
    "attributesToSettle": ["class"],
    "includeIndicatorStyles": False,
    "historyCacheSize": 0,
    "selfRequestsOnly": True,
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        {"code": "409|422", "swap": True, "error": False},
        {"code": "[45]..", "swap": False, "error": True},
    ],
}
# What a page says after a form was sent; the address only holds the key.
SAID = {
    "moved": "Moved. The numbers are up to date.",
    "swapped": "Swapped. The numbers are up to date.",
    "locked": "Locked. Sorting again leaves them where they are.",
    "unlocked": "Unlocked.",
    "undone": "Undone.",
    "redone": "Redone.",
    "published": "Published: everybody's own link now shows their own group.",
    "unpublished": "No longer published.",
    "saved": "Saved.",
    "opened": "The form is open.",
    "closed": "The form is closed. Nobody can answer or change answers until you open it again.",
    "renewed": "The form has a new link. The old one no longer works.",
    "imported": "The answers were imported.",
    "deleted": "Deleted.",
    "removed": "That person's answers were deleted.",
    "all-removed": "These people's answers were deleted.",
    "nobody": "Nobody was selected.",
    "expected": "The list was changed.",
    "unexpected": "Removed from the list. Their links no longer work; what they answered stays.",
    "password": "The password was changed. Log in with the new one.",
    "changed": "Your changes have been saved.",
    "rule-added": "The rule was added.",
    "rules-added": "The rules were added.",
    "rule-removed": "The rule was removed.",
    "rule-waits": "The rule was saved. It names somebody who has not answered yet.",
    "named": "Your name was changed. Log in with it from now on.",
    "withdrawn": "The invitation was withdrawn. Its link no longer works.",
    "left-out": "That person can no longer see the event.",
    "joined": "You can now see this event.",
    "copied": "This is the copy. Its form is closed until you open it.",
    "out": "You are logged out everywhere.",
}


class CachedFiles(StaticFiles):
    """Static files, kept by browsers for good when they were asked for by the hash of what they hold."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file."""
        response = await super().get_response(path, scope)
        by_hash = bool(scope["query_string"]) and scope["query_string"].decode("latin-1") == f"v={_hash_of(path)}"
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if by_hash else "no-cache"
        return response


@cache
def environment() -> Environment:
    """Return the templates; everything in them is escaped, and a name that is missing is an error."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # Templates change with the package only; looking whether they did takes several system calls for each page.
        auto_reload=False,
    )
    made.globals.update(
        static=static,
        percent=percent,
        signed=signed,
        day=day,
        warns_of_deletion=warns_of_deletion,
        by_lines=by_lines,
        htmx_file=HTMX,
        htmx_config=json.dumps(HTMX_CONFIG, separators=(",", ":")),
        organiser=None,
        role="",
        can_edit=False,
        is_owner=False,
        said="",
        errors={},
    )
    return made


def render(template: str, context: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    """Return a page."""
    return HTMLResponse(render_part(template, context), status_code=status)


def render_part(template: str, context: Mapping[str, Any]) -> str:
    """Return a page, or a part of one, as text."""
    return load_template(template).render(**context)


def load_template(name: str) -> Template:
    """Return a template."""
    return environment().get_template(f"{name}.html.jinja")


def static(path: str) -> str:
    """Return the address of a static file.

    Examples
    --------
    >>> static("app.css").startswith("/static/app.css?v=")
    True
    """
    return f"/static/{path}?v={_hash_of(path)}"


def signed(number: float) -> str:
    """Return a number with its sign.

    Examples
    --------
    >>> signed(0.0124), signed(-0.5), signed(0.0)
    ('+0.012', '−0.500', '±0')
    """
    if abs(number) < 0.0005:
        return "±0"
    return f"{'+' if number > 0 else '−'}{abs(number):.3f}"


def by_lines(words: str) -> list[tuple[bool, list[str]]]:
    r"""Return the lines of a message in runs: whether they are indented, as the mistakes in a list are, and the lines.

    Examples
    --------
    >>> by_lines("Two are wrong:\n  - Ann\n  Bo\nCorrect them.")
    [(False, ['Two are wrong:']), (True, ['Ann', 'Bo']), (False, ['Correct them.'])]
    """
    runs = groupby((line for line in words.splitlines() if line.strip()), key=lambda line: line.startswith(" "))
    return [(indented, [line.strip().removeprefix("- ") for line in lines]) for indented, lines in runs]


def day(time: datetime) -> str:
    """Return a day in words.

    Examples
    --------
    >>> day(datetime(2026, 3, 9))
    '9 March 2026'
    """
    return f"{time.day} {time:%B %Y}"


def colors_address(names: Sequence[str], wanted: Sequence[str | None] | None = None) -> str:
    """Return the address of the style sheet that gives groups their colours.

    Examples
    --------
    >>> colors_address(["Red", "Green"])
    '/colors/e69f00-56b4e9.css'
    """
    return _colors_address(tuple(names), None if wanted is None else tuple(wanted))


@lru_cache(maxsize=256)
def _colors_address(names: tuple[str, ...], wanted: tuple[str | None, ...] | None) -> str:
    return f"/colors/{'-'.join(color[1:] for color in group_colors(names, wanted))}.css"


def colors_style(codes: str) -> str | None:
    """Return that style sheet: a class for each group; None if the codes are no colours.

    Examples
    --------
    >>> print(colors_style("e69f00-0072b2"), end="")
    .g0 { --c: #e69f00; --t: #000000; }
    .g1 { --c: #0072b2; --t: #ffffff; }
    """
    if not re.fullmatch(r"[0-9a-f]{6}(-[0-9a-f]{6}){0,99}", codes):
        return None
    colors = [f"#{code}" for code in codes.split("-")]
    return "".join(f".g{k} {{ --c: {color}; --t: {text_on(color)}; }}\n" for k, color in enumerate(colors))


@cache
def _hash_of(path: str) -> str:
    """Return a hash of a static file; of one that does not exist, none."""
    file = (STATIC / path).resolve()
    if not file.is_relative_to(STATIC.resolve()) or not file.is_file():
        return ""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]

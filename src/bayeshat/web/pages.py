"""How pages are put together: templates, addresses of static files, colours of groups."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, pass_context
from jinja2.runtime import Context
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..errors import BayesHatError
from ..report.colors import group_colors, text_on
from ..words.message import Catalogue, English, join_some
from ..words.phrases import LARGE_ERROR, tell_share, title_of
from .core.deletion import warns_of_deletion
from .refusals import problems_of, status_of

STATIC = Path(__file__).parent / "static"
TEMPLATES = Path(__file__).parent / "templates"
HTMX = "htmx-2.0.11.min.js"
# No code in attributes or answers is ever run; boards that come with a refusal are shown as well.
HTMX_CONFIG = {
    "allowEval": False,
    "allowScriptTags": False,
    # Without "style", which the policy would refuse.
    "attributesToSettle": ["class"],
    # At once: later, the keyboard would be taken from the field in which somebody has begun to type.
    "defaultSettleDelay": 0,
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
    """Return the templates; everything in them is escaped, and a name that is missing is an error.

    Every page needs the catalogue `say` of its reader's language.
    """
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
        warns_of_deletion=warns_of_deletion,
        by_lines=by_lines,
        join_some=join_some,
        title_of=title_of,
        htmx_file=HTMX,
        htmx_config=json.dumps(HTMX_CONFIG, separators=(",", ":")),
        organiser=None,
        role="",
        can_edit=False,
        is_owner=False,
        said="",
        errors={},
    )
    made.filters["tell"] = lambda words, say: say.tell(words)
    made.tests["english"] = lambda words: isinstance(words, English)
    return made


def render(
    template: str, context: Mapping[str, Any], status: int = 200, error: BayesHatError | None = None
) -> HTMLResponse:
    """Return a page; after an error with what is wrong at each field, and with its status."""
    if error is not None:
        context, status = {"errors": problems_of(error), **context}, status_of(error)
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


@pass_context
def percent(context: Context, share: float, error: float = 0.0) -> str:
    """Return a share as the report writes it, in the page's language, with its Monte Carlo error where that is large.

    Only exactly 0 and 1 are shown as 0 and 100 %.
    """
    say: Catalogue = context["say"]
    if error > LARGE_ERROR:
        return say.tell(tell_share(share, error))
    # Below 1 and over 99 % have their own words.
    return _percents(say)[101 if 0 < share < 0.005 else 102 if 0.995 <= share < 1 else round(100 * share)]


@lru_cache(maxsize=16)
def _percents(say: Catalogue) -> list[str]:
    """Return what there is to say in a language, looked up once: a board of 1000 people has thousands of shares."""
    return [say.tell(tell_share(share)) for share in (*(n / 100 for n in range(101)), 0.001, 0.999)]


@pass_context
def signed(context: Context, number: float) -> str:
    """Return a number with its sign, in the page's language."""
    if abs(number) < 0.0005:
        return "±0"
    return f"{'+' if number > 0 else '−'}{context['say']('page-decimal', number=abs(number))}"


def by_lines(words: str) -> list[tuple[bool, list[str]]]:
    r"""Return the lines of a message in runs: whether they are indented, as the mistakes in a list are, and the lines.

    Examples
    --------
    >>> by_lines("Two are wrong:\n  - Ann\n  Bo\nCorrect them.")
    [(False, ['Two are wrong:']), (True, ['Ann', 'Bo']), (False, ['Correct them.'])]
    """
    runs = groupby((line for line in words.splitlines() if line.strip()), key=lambda line: line.startswith(" "))
    return [(indented, [line.strip().removeprefix("- ") for line in lines]) for indented, lines in runs]


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


def colors_of(names: Sequence[str], wanted: Sequence[str | None] | None = None) -> str:
    """Return the style sheet that gives groups their colours, for a page that is a file."""
    codes = colors_address(names, wanted).rpartition("/")[2].removesuffix(".css")
    return colors_style(codes) or ""


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

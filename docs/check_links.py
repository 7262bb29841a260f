"""Check every internal link, anchor and picture of the built pages, and those of the Markdown files beside ``docs``.

Nothing is fetched: addresses with a scheme are left alone. ``python docs/check_links.py docs/_build/html README.md``
prints what is broken, and then exits with status 1.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

_FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
# [words](place "title"), [words]: place, <a href="place">, <img src="place">
_LINK = re.compile(
    r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|^\[[^\]]+\]:\s*(\S+)|<(?:a|img)\b[^>]*?\b(?:href|src)=\"([^\"]*)\"",
    re.MULTILINE,
)
_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)


class Page(NamedTuple):
    """What a page links to, and the anchors that others may link to."""

    links: list[str]
    anchors: set[str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page([], set())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value}
        named = ("id", "name") if tag == "a" else ("id",)
        self.page.anchors.update(given[name] for name in named if name in given)
        self.page.links.extend(given[name] for name in ("href", "src") if name in given)
        sources = given.get("srcset", "").split(",")
        self.page.links.extend(source.split()[0] for source in sources if source.strip())


def read_page(path: Path) -> Page:
    """Return the links and anchors of an HTML or Markdown file; any other file has none."""
    if path.suffix == ".html":
        reader = _Reader()
        reader.feed(path.read_text(encoding="utf-8"))
        return reader.page
    if path.suffix != ".md":
        return Page([], set())
    text = _FENCE.sub("", path.read_text(encoding="utf-8"))
    anchors = {_slug(heading) for heading in _HEADING.findall(text)}
    return Page(["".join(found) for found in _LINK.findall(_CODE.sub("", text))], anchors)


def _slug(heading: str) -> str:
    """Return the anchor of a heading in Markdown."""
    words = re.sub(r"[^\w\s-]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower())
    return words.strip().replace(" ", "-")


def find_broken(pages: list[Path]) -> list[str]:
    """Return a line for each link of these pages that leads nowhere."""
    known: dict[Path, Page] = {}

    def read(path: Path) -> Page:
        if path not in known:
            known[path] = read_page(path)
        return known[path]

    broken = []
    for path in pages:
        for link in dict.fromkeys(read(path.resolve()).links):
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            target = (path.parent / unquote(address.path)).resolve() if address.path else path.resolve()
            if target.is_dir() and path.suffix == ".html":
                target /= "index.html"
            if not target.exists():
                broken.append(f"{path}: {link} leads to no file")
            elif address.fragment and target.is_file() and unquote(address.fragment) not in read(target).anchors:
                broken.append(f"{path}: {link} leads to no such place in {target.name}")
    return broken


def main(places: list[str]) -> int:
    """Check files, and all pages of folders; print what is broken."""
    pages: list[Path] = []
    for place in map(Path, places):
        found = sorted(place.rglob("*.html")) if place.is_dir() else [place]
        if not found:
            print(f"{place} has no pages to check. Build them first: make docs", file=sys.stderr)
            return 1
        # What the theme has in _static are templates.
        pages += [page for page in found if "_static" not in page.parts]
    broken = find_broken(pages)
    for line in broken:
        print(line, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

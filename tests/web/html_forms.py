"""What a browser would send of a form."""

import re
from html.parser import HTMLParser


class _Form(HTMLParser):
    """The fields of a form, by its id."""

    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.form_id, self.inside = form_id, False
        self.fields: dict[str, str] = {}
        self.menu = self.area = ""

    def handle_starttag(self, tag, attributes) -> None:
        given = dict(attributes)
        if tag == "form":
            self.inside = given.get("id") == self.form_id
        if not self.inside:
            return
        name = given.get("name", "")
        if tag == "input" and name:
            text = given.get("value") or ""
            # A field of one line has no line breaks.
            self.fields[name] = text if given.get("type") == "hidden" else re.sub("[\r\n]", "", text)
        elif tag == "select":
            self.menu = name
        elif tag == "option" and ("selected" in given or self.menu not in self.fields):
            self.fields[self.menu] = given["value"]
        elif tag == "textarea":
            self.area = name
            self.fields[name] = ""

    def handle_data(self, data) -> None:
        if self.inside and self.area:
            self.fields[self.area] += data

    def handle_endtag(self, tag) -> None:
        if tag == "form":
            self.inside = False
        if tag == "textarea" and self.inside:
            # The first line break after the tag does not count; others are sent in the way of Windows.
            text = self.fields[self.area].removeprefix("\n")
            self.fields[self.area] = text.replace("\n", "\r\n")
            self.area = ""


def form_fields(page: str, form_id: str = "survey") -> dict[str, str]:
    """Return the fields that a browser would send of a page's form, without buttons."""
    parser = _Form(form_id)
    parser.feed(page)
    return parser.fields

"""What says who people are in form tools and course systems: e-mail addresses, numbers and logins, by their kind."""

from __future__ import annotations

from collections.abc import Mapping

from .text import is_blank, normalise

# Headings as class lists and form tools write them, by what they hold; the first is what our own files write.
ID_HEADINGS = {
    "email": ("e-mail", "email", "e-mail address", "email address", "mail", "recipientemail", "e-mail-adresse"),
    "username": ("username", "user name", "anmeldename"),
    "id_number": ("id number", "idnumber", "student id", "student number", "matriculation number", "matrikelnummer"),
    "moodle_user_id": ("moodle_user_id", "moodle user id"),
    "canvas_user_id": ("canvas_user_id", "canvas user id"),
    "user_id": ("user_id", "sis user id", "sis_user_id", "sis id", "user id"),
    "login_id": ("login_id", "sis login id", "sis_login_id", "login id"),
}
_KINDS = {heading: kind for kind, headings in ID_HEADINGS.items() for heading in headings}


def ids_of(columns: Mapping[str, str]) -> dict[str, str]:
    """Return what somebody's further columns say about who they are, by its kind.

    Examples
    --------
    >>> ids_of({"E-Mail": "ann@example.org", "Room": "12", "Student ID": ""})
    {'email': 'ann@example.org'}
    """
    found: dict[str, str] = {}
    for heading, text in columns.items():
        kind = _KINDS.get(normalise(heading))
        if kind is not None and not is_blank(str(text)):
            found.setdefault(kind, str(text))
    return found


def same_ids(one: Mapping[str, str], other: Mapping[str, str]) -> bool | None:
    """Say whether two people's columns are about the same person; None if they do not say.

    Examples
    --------
    >>> same_ids({"email": "Ann@example.org"}, {"e-mail": "ann@example.org"}), same_ids({"email": "a@b.org"}, {})
    (True, None)
    """
    mine, theirs = ids_of(one), ids_of(other)
    shared = mine.keys() & theirs.keys()
    return any(normalise(mine[kind]) == normalise(theirs[kind]) for kind in shared) if shared else None

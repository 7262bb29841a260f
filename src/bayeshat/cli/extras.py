"""Which packages of an extra are missing."""

from __future__ import annotations

import re
from importlib import metadata

from ..errors import InputError


def missing_packages(extra: str) -> list[str]:
    """Return the packages of an extra that are not installed, as pip wants them written.

    The list is empty where bayeshat is a folder on Python's path and not an installation: nothing is known then.
    """
    if installed_version("bayeshat") is None:
        return []
    missing = []
    for line in metadata.requires("bayeshat") or []:
        needed, _, marker = (part.strip() for part in line.partition(";"))
        name = re.match(r"[\w.-]+", needed)
        if name and re.search(rf"extra == ['\"]{extra}['\"]", marker):
            if name[0] == "bayeshat":
                missing += [part for inner in re.findall(r"\w+", needed)[1:] for part in missing_packages(inner)]
            elif installed_version(name[0]) is None:
                missing.append(needed)
    return missing


def installed_version(name: str) -> str | None:
    """Return the version of an installed package; None if it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def check_web(command: str) -> None:
    """Refuse a command of the web server where a package is missing that it, or one of its pages, needs."""
    if missing := missing_packages("web"):
        raise InputError(
            f"{command} needs bayeshat[web]; got an installation without {', '.join(missing)}. Install what is missing "
            "with: pip install 'bayeshat[web]'."
        )

"""Where a survey's TOML text comes from: the package, or a file."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path

from ...errors import SurveyError
from ...tables.text import nearest, quote


def packaged_names() -> tuple[str, ...]:
    """Return the names of the packaged surveys.

    Examples
    --------
    >>> packaged_names()
    ('hogwarts', 'simulation-even', 'simulation-uneven')
    """
    entries = (resources.files(__package__) / "data").iterdir()
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in entries if entry.name.endswith(".toml")))


def read_source(source: str | os.PathLike[str]) -> tuple[str, str]:
    """Return a survey's text, and in words where it came from."""
    if isinstance(source, str) and source in packaged_names():
        text = (resources.files(__package__) / "data" / f"{source}.toml").read_text(encoding="utf-8")
        return text, f"the packaged survey {quote(source)}"
    try:
        path = Path(source).expanduser()
    except TypeError:
        raise SurveyError(
            f"A survey must be given as a packaged name or the path of a TOML file; got {type(source).__name__}. "
            "Pass a string or a path."
        ) from None
    try:
        return path.read_bytes().decode("utf-8-sig"), str(path)
    except UnicodeDecodeError as error:
        raise SurveyError(
            f"{path} must be UTF-8 text, as TOML is; got byte 0x{error.object[error.start]:02x} at position "
            f"{error.start}. "
            "Save the file as UTF-8."
        ) from None
    except OSError as error:
        raise SurveyError(_not_found(source, path, error)) from None


def _not_found(source: str | os.PathLike[str], path: Path, error: OSError) -> str:
    names = ", ".join(packaged_names())
    if isinstance(source, str) and path.suffix == "" and len(path.parts) <= 1 and not path.exists():
        near = nearest(source, packaged_names(), cutoff=0.5)
        hint = f"Did you mean {quote(near)}?" if near else "Use one of these, or give the path of a .toml file."
        return f"A survey must be a packaged name ({names}) or the path of a TOML file; got {quote(source)}. {hint}"
    return (
        f"A survey must be a TOML file that can be read; got {str(path)!r} ({error.strerror}). "
        f"Check the path, or use a packaged survey: {names}."
    )

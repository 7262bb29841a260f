"""Finished pieces of a study, kept line by line so that an interrupted run continues where it stopped."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Lock
from typing import Any

from ..errors import InputError
from ..report.files import to_json

# Raise this when what a piece holds, or how it is computed, changes: older lines are then left aside.
FORM = 2

Key = tuple[str, str, int]


class Ledger:
    """A file of JSON lines, one per finished piece of work.

    Lines of another seed, version or form are left alone and not used; a last line that was cut off is ignored.

    Parameters
    ----------
    path
        The file; it need not be there yet.
    seed, version
        What the pieces must have been computed with.
    """

    def __init__(self, path: Path, seed: int, version: str) -> None:
        self.path = path
        self._about = {"form": FORM, "seed": seed, "version": version}
        self._lock = Lock()
        self._pieces: dict[Key, dict[str, Any]] = {}
        try:
            content = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise InputError(
                f"The file of finished data sets must be readable; got {str(path)!r} ({error.strerror}). "
                "Choose another output folder."
            ) from None
        for line in content.splitlines():
            self._take(line)
        self._torn = bool(content) and not content.endswith(b"\n")

    def _take(self, line: bytes) -> None:
        try:
            piece = json.loads(line)
            if all(piece[name] == value for name, value in self._about.items()):
                self._pieces[piece["kind"], piece["design"], piece["index"]] = piece["content"]
        except (ValueError, KeyError, TypeError):
            return

    def __contains__(self, key: Key) -> bool:
        return key in self._pieces

    def __getitem__(self, key: Key) -> dict[str, Any]:
        return self._pieces[key]

    def add(self, key: Key, content: dict[str, Any]) -> None:
        """Append a finished piece; threads may do so at the same time."""
        kind, design, index = key
        line = to_json(self._about | {"kind": kind, "design": design, "index": index, "content": content})
        with self._lock:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(("\n" if self._torn else "") + line + "\n")
            self._torn = False
            # As a later run would read it, so that both say the same.
            self._pieces[key] = json.loads(line)["content"]

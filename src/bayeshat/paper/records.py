"""Finished experiments, kept line by line in a file, so that an interrupted study continues where it stopped."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Lock
from typing import Any

from ..errors import InputError
from ..report.files import to_json

# Raise this number when experiments return something else, or compute it differently: older lines are then ignored.
FORM = 4

# The kind of experiment, the design's name, and the number of the data set.
Key = tuple[str, str, int]


class Records(dict[Key, dict[str, Any]]):
    """A file of JSON lines, one per finished experiment.

    Lines of another seed, version or form stay in the file but are not used. A last line that was cut off is ignored.

    Parameters
    ----------
    path
        The file; it need not exist yet.
    seed, version
        What the experiments must have been run with.
    """

    def __init__(self, path: Path, seed: int, version: str) -> None:
        self.path = path
        self._about = {"form": FORM, "seed": seed, "version": version}
        self._lock = Lock()
        try:
            text = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise InputError(
                f"The file of finished data sets must be readable; got {str(path)!r} ({error.strerror}). "
                "Choose another output folder."
            ) from None
        for line in text.splitlines():
            self._read(line)
        self._cut_off = bool(text) and not text.endswith(b"\n")

    def _read(self, line: bytes) -> None:
        try:
            record = json.loads(line)
            if all(record[name] == value for name, value in self._about.items()):
                self[tuple(record["key"])] = record["content"]
        except (ValueError, KeyError, TypeError):
            return

    def add(self, key: Key, content: dict[str, Any]) -> None:
        """Append a finished experiment; several threads may do so at the same time."""
        line = to_json(self._about | {"key": key, "content": content})
        with self._lock:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(("\n" if self._cut_off else "") + line + "\n")
            self._cut_off = False
            # Read back, so that this run and one that continues from the file have equal values.
            self._read(line.encode())

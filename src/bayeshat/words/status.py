"""How something ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from .message import Message, join


@dataclass(frozen=True)
class Status:
    """How something ended: a code for programs and messages for people, with the remedy where there is one.

    Attributes
    ----------
    code
        "ok", or the most important problem.
    notes
        What to say about it, problems first.

    Examples
    --------
    >>> import bayeshat as bh
    >>> status = bh.decide([[0, 0, 1, 1]], [2, 2]).status
    >>> status.ok, status.code, str(status)
    (True, 'ok', 'No problems found.')
    """

    code: str
    notes: tuple[Message, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there is no problem."""
        return self.code == "ok"

    @property
    def words(self) -> str | Message:
        """All notes as one."""
        return join(self.notes, "space") or Message("words-no-problems")

    @property
    def message(self) -> str:
        """All notes as one text."""
        return str(self.words)

    def has(self, note_id: str) -> bool:
        """Say whether there is a note with this id."""
        return any(note.id == note_id for note in self.notes)

    def without(self, note_id: str) -> Self:
        """Return the status without the notes of this id; its code too if they were the problem."""
        notes = tuple(note for note in self.notes if note.id != note_id)
        return replace(self, code="ok" if self.code == note_id else self.code, notes=notes)

    def to_dict(self) -> dict[str, Any]:
        """Return the code and the notes as plain values."""
        return {"code": self.code, "notes": [note.to_plain() for note in self.notes]}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Read what :meth:`to_dict` returned."""
        return cls(values["code"], tuple(map(Message.from_plain, values["notes"])))

    def __str__(self) -> str:
        return self.message

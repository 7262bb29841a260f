"""The table of all kinds of rules, in the order in which rules are kept and told."""

from __future__ import annotations

from collections.abc import Iterable

from ..tables.text import nearest, normalise
from .bounds import Bounds
from .columns import CommonTimes, NotAlone, Spread
from .company import Apart, NotAgain, Together
from .fair import Fair
from .placing import Bar, Pin, Stay
from .quotas import AtLeast, JointSize, Running
from .rule import Rule
from .slot import Slot
from .wish import Wish

KINDS: dict[str, type[Rule]] = {
    "size": Bounds,
    "joint_size": JointSize,
    "running": Running,
    "pin": Pin,
    "bar": Bar,
    "together": Together,
    "apart": Apart,
    "spread": Spread,
    "not_alone": NotAlone,
    "at_least": AtLeast,
    "common_times": CommonTimes,
    "wish": Wish,
    "companion": Wish,
    "stay": Stay,
    "not_again": NotAgain,
    "fair": Fair,
    "slot": Slot,
}
_NO = frozenset(("not", "never", "no", "don't", "nicht", "nie", "kein", "keine"))


def find_kind(word: str) -> str | None:
    """Return the kind that somebody calls by a word; None if there is none.

    Examples
    --------
    >>> find_kind("Free times:"), find_kind("common_times"), find_kind("free")
    ('common_times', 'common_times', None)
    """
    return _kinds_by_word().get(_plain(word))


def nearest_word(word: str) -> str | None:
    """Return the word for a kind that is most like this one, unless that means the opposite.

    Examples
    --------
    >>> nearest_word("togther"), nearest_word("not togther")
    ('together', 'not together')
    """
    # "not togther" is not "together".
    alike = [known for known in _kinds_by_word() if _says_no(known) == _says_no(_plain(word))]
    return nearest(_plain(word), alike, cutoff=0.6)


def in_order(rules: Iterable[Rule]) -> list[Rule]:
    """Return rules in the order of their kinds, each once."""
    place = {kind: number for number, kind in enumerate(KINDS)}
    return sorted(dict.fromkeys(rules), key=lambda rule: place[rule.kind])


def _plain(word: str) -> str:
    return normalise(word).replace("_", " ").replace("-", " ").rstrip(":. ")


def _kinds_by_word() -> dict[str, str]:
    return {_plain(word): kind for kind, rule in KINDS.items() for word in (kind, *rule.forms[kind].words)}


def _says_no(words: str) -> bool:
    return not _NO.isdisjoint(words.split())

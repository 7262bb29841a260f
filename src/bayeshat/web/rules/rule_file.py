"""Rules from a file that an organiser uploads."""

from __future__ import annotations

from pathlib import PurePath

from ...errors import BayesHatError
from ...rules.rules import Rule, Rules
from ...rules.rules_read import read_rules
from ...rules.toml_rules import format_rules
from ..answers.uploads import check_text, check_workbook, named_file
from ..languages import Message
from ..refusals import Refused, words_of
from ..server.settings import Settings

_KINDS = (".csv", ".tsv", ".xlsx", ".toml")
_LONGEST = 1_000_000


def read_rules_file(name: str, data: bytes, settings: Settings) -> list[Rule]:
    """Return the rules in a CSV, TSV, XLSX or TOML file, or refuse it with all that is wrong."""
    if not data:
        raise Refused(Message("rules-file-missing"), "file")
    suffix = PurePath(name).suffix.lower()
    if suffix not in _KINDS:
        raise Refused(Message("rules-file-kind"), "file")
    if len(data) > _LONGEST:
        raise Refused(Message("rules-file-large", size=_LONGEST // 1000), "file")
    if suffix == ".xlsx":
        check_workbook(data, settings.max_people)
    elif suffix != ".toml":
        check_text(data, settings.max_people)
    return _read(data, name, suffix)


def rules_to_text(rules: list[Rule]) -> str:
    """Return rules as a page carries them."""
    return "\n".join(format_rules(Rules(rules)))


def rules_from_text(text: str) -> list[Rule]:
    """Return what `rules_to_text` wrote."""
    return _read(text.encode(), "rules", ".toml")


def _read(data: bytes, name: str, suffix: str) -> list[Rule]:
    with named_file(name, suffix, data) as path:
        try:
            return list(read_rules(path))
        except BayesHatError as error:
            raise Refused(words_of(error, "rules-file"), "file") from None

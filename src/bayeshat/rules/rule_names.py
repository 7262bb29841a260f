"""Where the web still looks for `names`."""

from typing import Any

from . import names
from .names import rename_groups

__all__ = ["match_names", "rename_groups"]

match_names: Any = names.match_names

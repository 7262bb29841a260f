"""Where the web still looks for `reading`."""

from .reading import read_rules

__all__ = ["read_rules"]

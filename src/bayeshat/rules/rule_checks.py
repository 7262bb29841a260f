"""Where the web still looks for `bounds` and `rule`."""

from .bounds import check_bounds, parse_bounds
from .rule import STRENGTHS

__all__ = ["STRENGTHS", "check_bounds", "parse_bounds"]

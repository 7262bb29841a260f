"""Where the web still looks for `values`."""

from .values import listing_column

__all__ = ["listing_column"]

"""Kept for imports until they move."""

from .._jit import helper, kernel

__all__ = ["helper", "kernel"]

"""Compiled kernels of the engine; nobody outside it imports them."""

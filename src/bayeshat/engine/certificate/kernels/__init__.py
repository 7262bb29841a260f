"""Compiled kernels of bounds and proofs; nobody outside the folder imports them."""

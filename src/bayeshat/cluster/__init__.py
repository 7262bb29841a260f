"""Answers in partitions, and the Dask scheduler that works on them."""

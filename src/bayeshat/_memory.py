"""How much memory there is, in numbers and in words."""

from __future__ import annotations

from pathlib import Path


def free_memory() -> int:
    """Return the memory that can still be had, in bytes; without bound where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration, ValueError):
        return 2**62


def in_words(size: int) -> str:
    """Return a number of bytes for people to read.

    Examples
    --------
    >>> in_words(3 * 2**20)
    '3.0 MiB'
    """
    return f"{size / 2**30:.1f} GiB" if size >= 2**30 else f"{size / 2**20:.1f} MiB"

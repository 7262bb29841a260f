"""How much memory there is, in numbers and in words."""

from __future__ import annotations

import ctypes
import os
import sys
from importlib import import_module
from pathlib import Path

# Where a system does not say how much memory is free, this share of all of it is taken to be.
_FREE_SHARE = 0.5


def free_memory() -> int:
    """Return the memory that can still be had, in bytes.

    psutil says it on every system where it is installed. Without it Linux and Windows are asked directly, and macOS,
    which only says how much memory there is altogether, is taken to have half of that free. On any other system the
    number is without bound: nothing is then refused for its size.
    """
    try:
        return int(import_module("psutil").virtual_memory().available)
    except ImportError:
        pass
    try:
        if sys.platform == "win32":
            return _free_on_windows()
        if sys.platform == "darwin":
            return int(_FREE_SHARE * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration, ValueError):
        return 2**62


class _MemoryStatus(ctypes.Structure):
    """What Windows fills in: MEMORYSTATUSEX."""

    _fields_ = (
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        *((name, ctypes.c_ulonglong) for name in ("total", "free", "page_total", "page_free", "all", "left", "more")),
    )


def _free_on_windows() -> int:
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    if not ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):  # type: ignore[attr-defined]
        raise OSError("Windows did not say how much memory is free")
    return int(status.free)


def in_words(size: int) -> str:
    """Return a number of bytes for people to read.

    Examples
    --------
    >>> in_words(3 * 2**20)
    '3.0 MiB'
    """
    return f"{size / 2**30:.1f} GiB" if size >= 2**30 else f"{size / 2**20:.1f} MiB"

"""Compiling ahead."""

from __future__ import annotations

import time

from ...errors import InputError
from ...words.message import Message
from ..options import Json, Quiet, consoles, print_json


def warm(as_json: Json = False, quiet: Quiet = False) -> None:
    """Prepare the calculations now, so that the first sort need not wait for it; takes about a minute.

    For images of containers, and for installations that people share: run it as the user who owns the installation.
    It prepares what is used by default; the rest (proofs, known totals) is prepared on first use.

    Example: bayeshat warm
    """
    from ..._jit import count_kept, is_compiling
    from ..._kernel_cache import find_folders
    from ..show import progress_bar
    from ..warm_up import warm_up

    if not is_compiling():
        raise InputError(Message("command-no-compiling"))
    began = time.perf_counter()
    out, err = consoles()
    with progress_bar(err, quiet or as_json) as progress:
        warm_up(progress)
    kept, _ = count_kept()
    folder = find_folders()[0]
    if as_json:
        print_json({"folder": str(folder), "kernels": kept, "seconds": time.perf_counter() - began})
    elif not quiet:
        ready = Message("show-ready", seconds=round(time.perf_counter() - began), folder=str(folder))
        out.print(str(ready), soft_wrap=True, markup=False)

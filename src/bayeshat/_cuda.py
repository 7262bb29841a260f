"""One NVIDIA GPU: whether it is available, and kernels that are compiled on first use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from .errors import DeviceError, InputError
from .words.message import Message

# The values of the argument ``device``.
DEVICES = ("cpu", "cuda", "auto")


def check_device(device: str) -> str:
    """Return the name of the device; raise an error if it is unknown or not available.

    Examples
    --------
    >>> check_device("cpu")
    'cpu'
    """
    if device not in DEVICES:
        raise InputError(f"device must be 'cpu', 'cuda' or 'auto'; got {device!r}. Leave it out to use the CPU.")
    if device == "cuda":
        load_cupy()
    return device


def has_gpu() -> bool:
    """Say whether there are CuPy and a GPU; where CuPy is not installed, nothing is imported."""
    if find_spec("cupy") is None:
        return False
    try:
        load_cupy()
    except DeviceError:
        return False
    return True


def load_cupy() -> Any:
    """Return CuPy; the DeviceError says what is missing."""
    try:
        import cupy
    except ImportError:
        raise DeviceError(Message("sampling-no-cupy")) from None
    try:
        n_devices = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError:
        n_devices = 0
    if n_devices == 0:
        raise DeviceError(Message("sampling-no-gpu"))
    return cupy


def to_host(values: Any) -> np.ndarray:
    """Copy an array from the GPU; one that is on the host stays as it is."""
    return values if isinstance(values, np.ndarray) else values.get()


def is_on_cuda(values: Any) -> bool:
    """Say whether an array, or bit planes, are on a GPU, without importing anything."""
    return hasattr(getattr(values, "words", values), "__cuda_array_interface__")


def compile_kernels(module_file: str, names: Sequence[str], **constants: int | str) -> dict[str, Any]:
    """Compile the CUDA C file beside a module, with these constants.

    CuPy keeps the result on disk for the next process.
    """
    cupy = load_cupy()
    options = ("--std=c++17", *(f"-D{name}={value}" for name, value in constants.items()))
    module = cupy.RawModule(code=Path(module_file).with_suffix(".cu").read_text(encoding="ascii"), options=options)
    return {name: module.get_function(name) for name in names}


def record_launches(xp: Any, work: Callable[[], None]) -> Callable[[], None]:
    """Return a function that launches again what ``work`` launches, all at once, as a CUDA graph.

    Everything that the kernels read and write must have been allocated before.
    """
    if xp is np:
        return work  # the tests' stand-in
    stream = xp.cuda.Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        work()
        graph = stream.end_capture()

    def launch() -> None:
        graph.launch(xp.cuda.get_current_stream())

    return launch

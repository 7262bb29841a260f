"""Where compiled kernels are kept between runs, so that they are compiled once.

They are kept beside the installed files. If that folder is read-only, its kernels are still read, and new ones go to
the user's cache folder. ``NUMBA_CACHE_DIR`` takes precedence over both. A damaged or read-only cache costs nothing but
time. numba's own cache does not notice a change in a helper that stands in another file, and stops where it cannot read
or write its files.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import resources
from pathlib import Path
from threading import Lock
from typing import Any

import numba
from numba import config
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from .words.message import Message

# Files that kernels depend on, besides the kernels: how they are compiled, and constants that are compiled into them.
SOURCES = ("_jit.py", "engine/kernels/arrays.py")
# The message when compilation starts.
PREPARING = Message("progress-preparing")
# Processes that compile kernels for this one, each with what the names of these kernels begin with.
_helpers: list[tuple[str, subprocess.Popen[bytes]]] = []
# Seconds between looks at whether another process has compiled a kernel.
_LOOK_EVERY = 0.02
# Functions that receive messages.
_listeners: list[Callable[[Message], None]] = []
_telling = Lock()


@cache
def find_folders() -> tuple[Path, ...]:
    """Return the folder where kernels are written, then others where they are read; found once per process."""
    package = Path(__file__).parent
    own = f"kernels-{hashlib.sha256(os.fsencode(package)).hexdigest()[:12]}"
    folders = [package / "__pycache__" / "kernels"]
    if chosen := config.CACHE_DIR:  # type: ignore[attr-defined]
        folders.insert(0, Path(chosen).absolute() / own)
    with suppress(RuntimeError):  # the user's home is unknown
        folders.append(user_folder() / own)
    written = next(filter(can_write, folders), folders[-1])
    return (written, *folders[: folders.index(written)])


def unusable_choice() -> str:
    """Return NUMBA_CACHE_DIR if kernels can be neither written to it nor read from it; else an empty text."""
    chosen: str = config.CACHE_DIR  # type: ignore[attr-defined]
    return "" if not chosen or can_write(Path(chosen)) or Path(chosen).is_dir() else chosen


def user_folder() -> Path:
    """Return this user's cache folder."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "bayeshat" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "bayeshat"
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    # The specification says that relative paths must be ignored.
    return (Path(chosen) if os.path.isabs(chosen) else Path.home() / ".cache") / "bayeshat"


def can_write(folder: Path) -> bool:
    """Say whether files can be created in a folder; the folder is created if necessary."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@contextmanager
def telling(tell: Callable[[Message], None], *, again: bool = False) -> Iterator[None]:
    """Call a function with a sentence when compilation starts, and when kernels cannot be kept.

    The same sentence is sent once or, with `again`, for every kernel.
    """
    told: set[Message] = set()

    def listen(sentence: Message) -> None:
        # Several threads may start to compile at the same moment.
        with _telling:
            is_new = again or sentence not in told
            told.add(sentence)
        if is_new:
            tell(sentence)

    _listeners.append(listen)
    try:
        yield
    finally:
        _listeners.remove(listen)


def _tell(sentence: Message) -> None:
    for listen in _listeners.copy():
        listen(sentence)


def _tell_of_trouble(sentence: Message) -> None:
    _tell(sentence)
    if not _listeners:
        warnings.warn(str(sentence), RuntimeWarning, stacklevel=2)


@contextmanager
def compiling_elsewhere(package: str, module: str, *words: str) -> Iterator[None]:
    """Run a module in a second process that compiles the kernels of a package; who needs one of these waits for it.

    What that process does not compile, for whatever reason, is compiled here. It ends with the context.
    """
    process = _start(module, words)
    if process is None:
        yield
        return
    with process:
        _helpers.append((package, process))
        try:
            yield
        finally:
            _helpers.remove((package, process))
            process.kill()


def _start(module: str, words: tuple[str, ...]) -> subprocess.Popen[bytes] | None:
    """Run a module in a second process; None where that is refused, or Python is part of another program."""
    if not Path(sys.executable or "").stem.lower().startswith("python"):
        return None
    # -P: modules in the working folder are not ours.
    command, nowhere = [sys.executable, "-P", "-m", module, *words], subprocess.DEVNULL
    try:
        return subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere)
    except OSError:
        return None


@cache
def source_stamp() -> str:
    """Return a digest of numba's version and of all kernels together, since kernels call helpers in other files."""
    package = resources.files(__package__)
    digest = hashlib.sha256(numba.__version__.encode())
    for source in [*(package.joinpath(name) for name in SOURCES), *_find_kernels(package)]:
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _find_kernels(folder: Any) -> Iterator[Any]:
    """Yield the files with kernels in a folder and its subfolders."""
    for found in sorted(folder.iterdir(), key=lambda found: found.name):
        if found.name.endswith("_numba.py"):
            yield found
        elif "." not in found.name and found.name != "__pycache__" and found.is_dir():
            yield from _find_kernels(found)


class KernelCache:
    """What numba asks for a kernel before it compiles it, and hands the kernel to afterwards.

    A file holds a kernel for one kind of machine and the types of its arguments; its first line is the source stamp.
    """

    def __init__(self, function: Any) -> None:
        self._name = f"{function.__module__}.{function.__qualname__}".replace("<locals>.", "")
        self.cache_path = str(find_folders()[0])  # shown in numba's statistics

    def _file_name(self, codegen: Any, sig: object = "*") -> str:
        """Return the name of a kernel's file, or a pattern for any arguments."""
        machine = f"{sys.implementation.cache_tag}-{_short_digest(codegen.magic_tuple())}"
        return f"{self._name}-{machine}-{sig if sig == '*' else _short_digest(sig)}.kernel"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a compiled kernel; None if it must be compiled."""
        # What compiled code calls. What compiling needs besides takes longer to load than all kernels of a sort; numba
        # loads it before it compiles.
        rtsys.initialize(target_context)
        name = self._file_name(target_context.codegen(), sig)
        found = self._read(name, target_context)
        if found is None:
            _tell(PREPARING)
            for package, process in _helpers.copy():
                while found is None and self._name.startswith(package) and process.poll() is None:
                    time.sleep(_LOOK_EVERY)
                    found = self._read(name, target_context)
        return found

    def _read(self, name: str, target_context: Any) -> Any:
        """Return a compiled kernel from its file; None if there is no file, or one that is damaged or out of date."""
        for folder in find_folders():
            with suppress(Exception):
                stamp, _, kept = (folder / name).read_bytes().partition(b"\n")
                if stamp.decode() == source_stamp():
                    return CompileResult._rebuild(target_context, *pickle.loads(kept))
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel if possible."""
        folder = find_folders()[0]
        file = folder / self._file_name(data.codegen, sig)
        # Another process may read or write the same file at this moment.
        new = file.with_name(f"{file.name}.{os.getpid()}")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            new.write_bytes(source_stamp().encode() + b"\n" + dumps(data._reduce()))
            new.replace(file)
        except OSError as error:
            with suppress(OSError):
                new.unlink()
            _tell_of_trouble(Message("progress-not-kept", folder=repr(str(folder)), why=str(error.strerror)))
            return
        if unusable := unusable_choice():
            _tell_of_trouble(Message("progress-kept-elsewhere", got=repr(unusable), folder=repr(str(folder))))

    def has(self, codegen: Any) -> bool:
        """Say whether a kernel is kept for this machine, for any types of arguments."""
        stamp = source_stamp().encode()
        files = (file for folder in find_folders() for file in folder.glob(self._file_name(codegen)))
        return any(file.read_bytes().startswith(stamp) for file in files)


def _short_digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:12]

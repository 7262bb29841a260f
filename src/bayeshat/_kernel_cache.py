"""Where compiled kernels are kept between runs, so that they are compiled once.

They are kept beside the installed files. If that folder is read-only, its kernels are still read, and new ones go to
the user's cache folder or, failing that, to a temporary one. ``NUMBA_CACHE_DIR`` takes precedence over all of them. A
damaged or read-only cache costs nothing but time.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import resources
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from numba import config
from numba.core import sigutils
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator

# Files that kernels depend on, besides the kernels: how they are compiled, and constants that are compiled into them.
SOURCES = ("_jit.py", "engine/kernels/arrays.py")
# The message when compilation starts.
PREPARING = "Preparing the calculations (once, up to half a minute)."
# Functions that receive messages, with the messages that each had already; None for those that get repetitions, too.
_listeners: list[tuple[Callable[[str], None], set[str] | None]] = []
_warned: set[str] = set()
_telling = Lock()


class Folders(NamedTuple):
    """Where kernels are kept."""

    written: Path
    also_read: tuple[Path, ...]
    is_temporary: bool


@cache
def find_folders() -> Folders:
    """Return the folders where kernels are read and written; they are found once per process."""
    package = Path(__file__).parent
    own = f"kernels-{hashlib.sha256(os.fsencode(package)).hexdigest()[:12]}"
    lasting = [package / "__pycache__" / "kernels"]
    if chosen := config.CACHE_DIR:  # type: ignore[attr-defined]
        lasting.insert(0, Path(chosen).absolute() / own)
    with suppress(RuntimeError):  # the user's home is unknown
        lasting.append(user_folder() / own)
    for n, folder in enumerate(lasting):
        if can_write(folder):
            return Folders(folder, tuple(lasting[:n]), False)
    temporary = _temporary_folder()
    if temporary is not None and can_write(temporary / own):
        return Folders(temporary / own, tuple(lasting), True)
    return Folders(lasting[-1], tuple(lasting[:-1]), False)


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


def _temporary_folder() -> Path | None:
    """Return a temporary folder of this user; None if it cannot be created, or if other users could write to it.

    Kernels are executable code: a user who can write them can make this user run anything.
    """
    user = os.getuid() if hasattr(os, "getuid") else None
    try:
        folder = Path(tempfile.gettempdir()) / f"bayeshat-{'kernels' if user is None else user}"
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    if user is None:  # on Windows, every user has their own temporary folder
        return folder
    is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o022
    return folder if is_ours else None


@contextmanager
def telling(tell: Callable[[str], None], *, again: bool = False) -> Iterator[None]:
    """Call a function with a sentence when compilation starts, and when kernels cannot be kept.

    The same sentence is sent once or, with `again`, for every kernel.
    """
    listener = (tell, None if again else set[str]())
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def _tell(sentence: str) -> bool:
    """Send a sentence to all listeners that do not have it yet; return whether there are any listeners."""
    listeners = list(_listeners)
    for tell, told in listeners:
        # Several threads may start to compile at the same moment.
        with _telling:
            is_new = told is None or sentence not in told
            if told is not None:
                told.add(sentence)
        if is_new:
            tell(sentence)
    return bool(listeners)


def _tell_of_trouble(sentence: str) -> None:
    if not _tell(sentence) and sentence not in _warned:
        _warned.add(sentence)
        warnings.warn(sentence, RuntimeWarning, stacklevel=2)


@cache
def source_stamp() -> str:
    """Return a digest of all kernels together, since kernels call helpers in other files."""
    package = resources.files(__package__)
    digest = hashlib.sha256()
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


class _Locator(_CacheLocator):
    """Tells numba where the kernels of this package are kept, and which sources they depend on."""

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file  # for a warning of numba
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Any, file: str) -> _Locator:
        return cls(function, file)

    def get_cache_path(self) -> str:
        return str(find_folders().written)

    def get_source_stamp(self) -> str:
        return source_stamp()

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Kept(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012


class KernelCache(FunctionCache):
    """The cache that numba reads before it compiles a kernel, and writes afterwards."""

    _impl_class = _Kept

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        name, stamp = self._impl.filename_base, self._impl.locator.get_source_stamp()
        others = [IndexDataCacheFile(str(folder), name, stamp) for folder in find_folders().also_read]
        self._files = [self._cache_file, *others]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a compiled kernel; None if it must be compiled."""
        target_context.refresh()
        key = self._index_key(sig, target_context.codegen())
        for file in self._files:
            # If a file is damaged in any way, the kernel is compiled and the file replaced.
            with suppress(Exception):
                data = file.load(key)
                made = None if data is None else self._impl.rebuild(target_context, data)
                # Two processes that compile at the same moment may have written the same file.
                if made is not None and tuple(made.signature.args) == tuple(sigutils.normalize_signature(sig)[0]):
                    return made
        _tell(PREPARING)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel if possible."""
        try:
            try:
                self._save_overload(sig, data)
            except OSError:
                raise
            except Exception:  # the index is damaged in some way
                self._cache_file.flush()
                self._save_overload(sig, data)
        except OSError as error:
            _tell_of_trouble(
                f"The prepared calculations could not be kept in {self.cache_path!r} ({error.strerror}), so they will "
                "be prepared again next time. Free some space, or set NUMBA_CACHE_DIR to a folder that can be written "
                "to."
            )
            return
        if find_folders().is_temporary:
            _tell_of_trouble(
                f"The prepared calculations are kept in a temporary folder, {self.cache_path!r}, since no other one is "
                "writable. Set NUMBA_CACHE_DIR to a writable folder."
            )
        elif unusable := unusable_choice():
            _tell_of_trouble(
                f"NUMBA_CACHE_DIR must name a folder that can be written to; got {unusable!r}. The prepared "
                f"calculations are kept in {self.cache_path!r} instead."
            )

    def has(self, codegen: Any) -> bool:
        """Say whether a kernel is kept for this machine, for any types of arguments."""
        for file in self._files:
            with suppress(Exception):
                if any(machine == codegen.magic_tuple() for _, machine, _ in file._load_index()):
                    return True
        return False

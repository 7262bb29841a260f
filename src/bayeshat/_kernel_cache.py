"""Where compiled kernels are kept between runs, so that they are compiled once.

They are kept beside the installed files. Where those cannot be written to, kernels that are there are still read, and
new ones go to the user's folder for caches, or at last to a temporary one. ``NUMBA_CACHE_DIR`` comes before all of
them. A cache that is damaged, or that cannot be written, costs time and nothing else.
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

# Besides the kernels themselves: how they are compiled, and numbers that are compiled into them.
SOURCES = ("_jit.py", "engine/kernels/arrays.py")
PREPARING = "Preparing the calculations (once, up to half a minute)."
# Who is told, and what they were told already; None for those who are told again.
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
    """Return where kernels are read and written; looks once in a process."""
    package = Path(__file__).parent
    own = f"kernels-{hashlib.sha256(os.fsencode(package)).hexdigest()[:12]}"
    lasting = [package / "__pycache__" / "kernels"]
    if chosen := config.CACHE_DIR:  # type: ignore[attr-defined]
        lasting.insert(0, Path(chosen).absolute() / own)
    with suppress(RuntimeError):  # nobody knows where this user's home is
        lasting.append(user_folder() / own)
    for n, folder in enumerate(lasting):
        if can_write(folder):
            return Folders(folder, tuple(lasting[:n]), False)
    temporary = _temporary_folder()
    if temporary is not None and can_write(temporary / own):
        return Folders(temporary / own, tuple(lasting), True)
    return Folders(lasting[-1], tuple(lasting[:-1]), False)


def unusable_choice() -> str:
    """Return what NUMBA_CACHE_DIR names if kernels can be neither written to it nor read from it, or nothing."""
    chosen: str = config.CACHE_DIR  # type: ignore[attr-defined]
    return "" if not chosen or can_write(Path(chosen)) or Path(chosen).is_dir() else chosen


def user_folder() -> Path:
    """Return the folder where programs of this user keep what they can make again."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "bayeshat" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "bayeshat"
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    # As the specification has it, a path that is not absolute does not count.
    return (Path(chosen) if os.path.isabs(chosen) else Path.home() / ".cache") / "bayeshat"


def can_write(folder: Path) -> bool:
    """Say whether files can be made in a folder, which is made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _temporary_folder() -> Path | None:
    """Return a temporary folder of this user, or None if it cannot be had or another user could write into it.

    Kernels are read as code is: whoever can write them can have this user run anything.
    """
    user = os.getuid() if hasattr(os, "getuid") else None
    try:
        folder = Path(tempfile.gettempdir()) / f"bayeshat-{'kernels' if user is None else user}"
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    if user is None:  # on Windows, every user has temporary folders of their own
        return folder
    is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o022
    return folder if is_ours else None


@contextmanager
def telling(tell: Callable[[str], None], *, again: bool = False) -> Iterator[None]:
    """Have a function told, in a sentence, when compiling begins and when it cannot be kept.

    The same sentence is told once or, with `again`, for every kernel.
    """
    listener = (tell, None if again else set[str]())
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def _tell(sentence: str) -> bool:
    """Tell whoever listens and has not been told yet; say whether somebody listens."""
    listeners = list(_listeners)
    for tell, told in listeners:
        # Several threads may begin to compile at the same moment.
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
    """Return a digest of all kernels: a helper that changed changes those that call it, whatever file they are in."""
    package = resources.files(__package__)
    digest = hashlib.sha256()
    for source in [*(package.joinpath(name) for name in SOURCES), *_find_kernels(package)]:
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _find_kernels(folder: Any) -> Iterator[Any]:
    """Yield the files with kernels in a folder, and below."""
    for found in sorted(folder.iterdir(), key=lambda found: found.name):
        if found.name.endswith("_numba.py"):
            yield found
        elif "." not in found.name and found.name != "__pycache__" and found.is_dir():
            yield from _find_kernels(found)


class _Locator(_CacheLocator):
    """Says where the kernels of this package are kept, and what they were compiled from."""

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file  # numba names it in a warning
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
    """What numba asks before it compiles a kernel, and gives the result to."""

    _impl_class = _Kept

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        name, stamp = self._impl.filename_base, self._impl.locator.get_source_stamp()
        others = [IndexDataCacheFile(str(folder), name, stamp) for folder in find_folders().also_read]
        self._files = [self._cache_file, *others]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a compiled kernel, or None: then it is compiled."""
        target_context.refresh()
        key = self._index_key(sig, target_context.codegen())
        for file in self._files:
            # Whatever is wrong with a file: the kernel is compiled, and the file replaced.
            with suppress(Exception):
                data = file.load(key)
                made = None if data is None else self._impl.rebuild(target_context, data)
                # Two processes that compile at the same moment may have written to the same file.
                if made is not None and tuple(made.signature.args) == tuple(sigutils.normalize_signature(sig)[0]):
                    return made
        _tell(PREPARING)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel if that is possible."""
        try:
            try:
                self._save_overload(sig, data)
            except OSError:
                raise
            except Exception:  # the index is damaged, in whatever way
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
                f"The prepared calculations are kept in a temporary folder, {self.cache_path!r}, as no other could be "
                "written to. Set NUMBA_CACHE_DIR to a folder that can be."
            )
        elif unusable := unusable_choice():
            _tell_of_trouble(
                f"NUMBA_CACHE_DIR must name a folder that can be written to; got {unusable!r}. The prepared "
                f"calculations are kept in {self.cache_path!r} instead."
            )

    def has(self, codegen: Any) -> bool:
        """Say whether a kernel is kept for this machine, for whatever kinds of arguments."""
        for file in self._files:
            with suppress(Exception):
                if any(machine == codegen.magic_tuple() for _, machine, _ in file._load_index()):
                    return True
        return False

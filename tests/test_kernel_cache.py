"""Compiled kernels are kept wherever they can be, and whatever is wrong with the folder."""

import ast
import errno
import os
import re
import sys
from pathlib import Path

import pytest

import bayeshat
from bayeshat import _jit
from bayeshat import _kernel_cache as kept

PACKAGE = Path(bayeshat.__file__).parent


@pytest.fixture
def folders(monkeypatch, tmp_path):
    """Look for folders anew, with a home and a list of folders that refuse to be written to."""
    refused = []
    able = kept.can_write
    monkeypatch.setattr(
        kept, "can_write", lambda folder: not any(folder.is_relative_to(no) for no in refused) and able(folder)
    )
    monkeypatch.setattr(kept.config, "CACHE_DIR", "")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    kept.find_folders.cache_clear()
    yield refused
    monkeypatch.undo()
    kept.find_folders.cache_clear()


def test_kernels_lie_beside_the_installed_files(folders):
    assert kept.find_folders() == (PACKAGE / "__pycache__" / "kernels",)


def test_a_read_only_installation_is_read_and_the_users_folder_written(folders, tmp_path):
    folders.append(PACKAGE)
    written, also_read = kept.find_folders()
    assert written.parent == tmp_path / "home" / ".cache" / "bayeshat"
    assert also_read == PACKAGE / "__pycache__" / "kernels"


def test_where_nothing_can_be_written_kernels_are_read(folders, tmp_path):
    folders += [PACKAGE, tmp_path / "home"]
    assert kept.find_folders()[1:] == (PACKAGE / "__pycache__" / "kernels",)


def test_no_home_is_no_fault(folders, monkeypatch):
    def fail():
        raise RuntimeError("Could not determine home directory.")

    folders.append(PACKAGE)
    monkeypatch.setattr(kept.Path, "home", fail)
    assert kept.find_folders() == (PACKAGE / "__pycache__" / "kernels",)


@pytest.mark.parametrize(
    ("system", "variables", "end"),
    [
        ("linux", {"XDG_CACHE_HOME": "/var/mine"}, "/var/mine/bayeshat"),
        ("linux", {"XDG_CACHE_HOME": "not/absolute"}, "/home/ann/.cache/bayeshat"),
        ("darwin", {}, "/home/ann/Library/Caches/bayeshat"),
        ("win32", {"LOCALAPPDATA": "/c/Local"}, "/c/Local/bayeshat/Cache"),
        ("win32", {}, "/home/ann/AppData/Local/bayeshat/Cache"),
    ],
)
def test_each_system_has_its_own_folder_for_caches(monkeypatch, system, variables, end):
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"HOME": "/home/ann"} | variables).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", system)
    assert kept.user_folder().as_posix() == end


def double(x):
    return 2 * x


@pytest.fixture
def run(folders, monkeypatch, tmp_path):
    """Run a small kernel as a new process would, kept in a folder; returns how it came, and what was told."""
    monkeypatch.setattr(kept.config, "CACHE_DIR", str(tmp_path / "cache"))

    def call():
        told = []
        with kept.telling(told.append):
            made = _jit.kernel(double)
            assert made(21) == 42
        _jit.KERNELS.remove(made)
        assert made._cache.has(made.targetctx.codegen()) == (len(list(tmp_path.rglob("*.kernel"))) > 0)
        return "compiled" if made.stats.cache_misses else "read", told

    return call


def test_a_kernel_is_compiled_once_and_damaged_files_are_replaced(run, tmp_path):
    assert run() == ("compiled", [kept.PREPARING])
    assert run() == ("read", [])
    [file] = tmp_path.rglob("*.kernel")
    stamp = file.read_bytes().partition(b"\n")[0]
    for damage in (b"", b"not a kernel", stamp, stamp + b"\n\x80\x05garbage"):
        file.write_bytes(damage)
        assert run()[0] == "compiled", damage
        assert run()[0] == "read", damage


def test_each_kind_of_arguments_has_a_file_of_its_own(run, tmp_path):
    run()
    made = _jit.kernel(double)
    assert made(0.5) == 1.0
    _jit.KERNELS.remove(made)
    assert len(list(tmp_path.rglob("*.kernel"))) == 2
    assert run() == ("read", [])


def test_literal_numbers_compile_nothing_of_their_own(run):
    helper = _jit.helper(double)

    def both(x):
        return helper(1) + helper(x) + helper(-1)

    made = _jit.kernel(both)
    assert made(20) == 40
    _jit.KERNELS.remove(made)
    assert len(helper.signatures) == 1


@pytest.mark.parametrize("kept_by_it", [True, False])
def test_what_another_process_compiles_is_waited_for(run, kept_by_it, tmp_path):
    """The other process puts the kernel where it belongs a little later, or ends without."""
    run()
    [file] = tmp_path.rglob("*.kernel")
    hidden = file.rename(tmp_path / "hidden")
    (tmp_path / "late.py").write_text(
        "import os, sys, time\ntime.sleep(0.2)\nif sys.argv[1:]: os.rename(*sys.argv[1:])\n"
    )
    words = (str(hidden), str(file)) if kept_by_it else ()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(tmp_path))
        with kept.compiling_elsewhere(double.__module__, "late", *words):
            assert run() == ("read" if kept_by_it else "compiled", [kept.PREPARING])
    assert not kept._helpers


def test_another_process_compiles_only_its_own_kernels(run, tmp_path):
    (tmp_path / "forever.py").write_text("import time\ntime.sleep(60)\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(tmp_path))
        with kept.compiling_elsewhere("bayeshat.engine.", "forever"):
            assert run()[0] == "compiled"


def test_no_other_process_is_run_inside_another_program(run, monkeypatch):
    monkeypatch.setattr(kept.subprocess, "Popen", lambda *_, **__: pytest.fail("ran a process"))
    for program in (None, "", "/opt/sorter/sorter"):
        monkeypatch.setattr(kept.sys, "executable", program)
        with kept.compiling_elsewhere(double.__module__, "late"):
            assert run()[0] in ("compiled", "read")


def test_a_process_that_is_refused_stops_nothing(run, monkeypatch):
    def refuse(*_, **__):
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(kept.subprocess, "Popen", refuse)
    with kept.compiling_elsewhere(double.__module__, "late"):
        assert run()[0] == "compiled"


def test_another_version_of_the_kernels_is_not_read(run, monkeypatch):
    run()
    monkeypatch.setattr(kept, "source_stamp", lambda: "another")
    assert [run()[0], run()[0]] == ["compiled", "read"]


def test_a_full_disk_is_told_and_stops_nothing(run, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(kept.Path, "write_bytes", refuse)
    state, told = run()
    assert state == "compiled"
    assert re.search(r"could not be kept in '.*cache.*' \(No space left on device\).*NUMBA_CACHE_DIR", str(told[1]))


def test_what_is_compiled_in_a_read_only_installation_is_read(run, folders, monkeypatch, tmp_path):
    run()
    folders.append(tmp_path / "cache")
    kept.find_folders.cache_clear()
    assert not kept.find_folders()[0].is_relative_to(tmp_path / "cache")
    assert run() == ("read", [])


def test_the_stamp_covers_all_that_kernels_are_made_of():
    """Kernels import nothing of the package but what their stamp covers, so a change there compiles them anew."""
    for path in PACKAGE.rglob("*_numba.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                source = path.parents[node.level - 1].joinpath(*node.module.split(".")).with_suffix(".py")
                covered = source.name.endswith("_numba.py") or source.relative_to(PACKAGE).as_posix() in kept.SOURCES
                assert covered, f"{path.name} imports {node.module}"


def test_a_changed_helper_changes_the_stamp(tmp_path, monkeypatch):
    for source in (*kept.SOURCES, "engine/kernels/_sizes_numba.py", "sample/kernels/_predict_numba.py"):
        copy = tmp_path / source
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((PACKAGE / source).read_bytes())
    monkeypatch.setattr(kept.resources, "files", lambda _: tmp_path)
    stamps = [kept.source_stamp.__wrapped__()]
    for source in ("sample/kernels/_predict_numba.py", "engine/kernels/arrays.py"):
        with (tmp_path / source).open("a") as file:
            file.write("# changed\n")
        stamps.append(kept.source_stamp.__wrapped__())
    assert len(set(stamps)) == 3


def test_what_several_threads_say_at_the_same_moment_is_told_once():
    said = []

    def tell(sentence):
        said.append(sentence)
        if len(said) < 3:
            kept._tell(sentence)  # another thread, before this one has finished telling

    with kept.telling(tell):
        kept._tell(kept.PREPARING)
    assert said == [kept.PREPARING]


def test_trouble_is_a_warning_where_nobody_listens():
    with pytest.warns(RuntimeWarning, match="gone"):
        kept._tell_of_trouble("The folder is gone.")

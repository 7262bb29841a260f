"""The package as a whole: what it exports, what it imports, how its layers lie."""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import bayeshat as bh

ROOT = Path(bh.__file__).parent
# A file imports only from layers above its own.
LAYERS = [
    "errors",
    "words",
    "options",
    "_cuda",
    "_kernel_cache",
    "_jit",
    "_bit_planes",
    "tables",
    "kinds",
    "rules",
    "courses",
    "survey",
    "model",
    "cluster",
    "sample",
    "engine",
    "checks",
    "known_people",
    "report",
    "plot",
    "sorting",
    "estimator",
    "paper",
    "web",
    "cli",
]
HEAVY = [
    "numba",
    "scipy",
    "numpy",
    "xarray",
    "pandas",
    "jax",
    "sklearn",
    "rich",
    "typer",
    "jinja2",
    "matplotlib",
    "dask",
    "distributed",
    "fastapi",
    "sqlalchemy",
]


def test_everything_exported_is_there():
    assert sorted(bh.__all__) == sorted(bh._HOME)
    for name in bh.__all__:
        assert getattr(bh, name).__name__ == name
    assert set(bh.__all__) <= set(dir(bh))


def test_decide_stays_a_function_whatever_is_imported_first():
    code = "import bayeshat as bh; bh.VI(); import bayeshat.engine.decide; assert callable(bh.decide)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_importing_is_light():
    code = f"import sys, bayeshat; print([m for m in {HEAVY} if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert result.stdout.strip() == "[]"


@cache
def parsed(path):
    return ast.parse(path.read_text())


@cache
def nodes(path):
    return tuple(ast.walk(parsed(path)))


def layer(path):
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def test_layers_import_upwards_only():
    for path in ROOT.rglob("*.py"):
        if path.parent == ROOT and path.stem in ("__init__", "__main__"):
            continue
        depth = len(path.relative_to(ROOT).parts)
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.level == depth and node.module:
                other = node.module.split(".")[0]
                assert LAYERS.index(other) < LAYERS.index(layer(path)), f"{path} imports {node.module}"


@cache
def imported_modules(path):
    """Return what a file imports from this package at run time, as parts of the modules' paths."""
    here = path.relative_to(ROOT).parts[:-1]
    for_types = {
        id(node)
        for block in nodes(path)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test)
        for node in ast.walk(block)
    }
    found = []
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.level and id(node) not in for_types:
            base = (*here[: len(here) - (node.level - 1)], *(node.module or "").split("."))
            found += [tuple(part for part in (*base, name.name) if part) for name in node.names]
    return found


def test_nothing_is_imported_in_a_circle():
    """In every folder, files and folders import each other one way only."""
    for folder in [ROOT, *(path for path in ROOT.rglob("*") if path.is_dir())]:
        prefix = folder.relative_to(ROOT).parts
        graph = {}
        for path in folder.rglob("*.py"):
            one = path.relative_to(folder).parts[0].removesuffix(".py")
            others = {name[len(prefix)] for name in imported_modules(path) if name[: len(prefix)] == prefix != name}
            if path.name != "__init__.py" or path.parent != folder:
                graph.setdefault(one, set()).update(others - {one})
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            pytest.fail(f"{'/'.join(prefix)}: {' <- '.join(error.args[1])}")


def test_the_web_is_in_three_layers():
    """`db` knows nothing of `core`, `core` nothing of `routes` and of HTTP."""
    imported = {
        layer: {name for path in (ROOT / "web" / layer).rglob("*.py") for name in imported_modules(path)}
        for layer in ("db", "core")
    }
    assert not [name for name in imported["db"] if name[:2] in (("web", "core"), ("web", "routes"))]
    assert not [name for name in imported["core"] if name[:2] == ("web", "routes")]
    http = {"fastapi", "starlette", "uvicorn"}
    for path in (ROOT / "web" / "core").rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom | ast.Import):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
                assert not [name for name in names if name.split(".")[0] in http], path


def test_only_their_own_modules_and_tests_import_kernels():
    """Kernels belong to their layer: nobody outside it imports them."""
    for path in ROOT.rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module and re.search(r"_\w+_(numba|cuda)$", node.module):
                depth = len(path.relative_to(ROOT).parts)
                assert node.level < depth, f"{path} imports {node.module}"


def test_no_file_needs_the_private_names_of_another():
    for path in ROOT.rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom):
                private = [name.name for name in node.names if re.match(r"_[a-z]", name.name)]
                assert not private, f"{path} imports {private} from {node.module}"


def test_version_is_in_the_changelog():
    changelog = (Path(__file__).parent.parent / "CHANGELOG.md").read_text()
    assert f"## [{bh.__version__}]" in changelog


def test_without_scikit_learn_the_estimator_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.base", None)
    monkeypatch.delitem(sys.modules, "bayeshat.estimator", raising=False)
    monkeypatch.delitem(vars(bh), "SortingHat", raising=False)
    with pytest.raises(ImportError, match=r"SortingHat needs scikit-learn; .* pip install 'bayeshat\[sklearn\]'"):
        _ = bh.SortingHat

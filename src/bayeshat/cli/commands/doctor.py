"""Whether the installation works, and what could be added to it."""

from __future__ import annotations

import platform
import re
import sys
import time
from importlib import import_module, metadata
from typing import Any

import typer

from ..options import Json, consoles, print_json

# What each extra adds; those for working on the package itself are left out.
EXTRAS = {
    "compare": "how many groups to make: survey new --groups 2..8",
    "cuda": "sampling and searching on an NVIDIA GPU",
    "dask": "very many people, in partitions: sort --scheduler",
    "netcdf": "draws of other tools in .nc files: decide draws.nc",
    "nuts": "the paper's sampler: sort --sampler nuts",
    "plot": "figures in Python: bayeshat.plot",
    "postgres": "PostgreSQL for the web server, rather than SQLite",
    "sklearn": "the scikit-learn estimator in Python: bayeshat.SortingHat",
    "web": "the survey form and the organiser's pages: serve",
}
_VERSIONS = ("numpy", "numba", "scipy")
_PEOPLE = 5
_KERNELS = ("proof.prove", "decide", "decision", "ruled.units", "programs.deal_out")


def doctor(as_json: Json = False) -> None:
    """Say whether sorting works here, what it runs on, and what could be added.

    Sorts five made-up people to find out. The exit code is 0 if that works, and 1 if not.

    Example: bayeshat doctor
    """
    sorting = _try_sorting(quiet=as_json)
    found = {
        "versions": _find_versions(),
        "machine": _find_machine(),
        "kernels": _find_kernels(),
        "extras": _find_extras(),
        "sorting": sorting,
    }
    if as_json:
        print_json(found)
    else:
        consoles()[0].print("\n".join(_tell(found)), markup=False, soft_wrap=True)
    if not sorting["works"]:
        raise typer.Exit(1)


def _find_versions() -> dict[str, str | None]:
    from ... import __version__

    return {"bayeshat": __version__, "python": platform.python_version()} | {
        name: _installed_version(name) for name in _VERSIONS
    }


def _find_machine() -> dict[str, Any]:
    from ...options import check_threads, free_memory

    return {
        "system": platform.platform(),
        "cores": check_threads(None),
        "free_memory": free_memory(),
        "gpu": _find_gpu(),
    }


def _find_gpu() -> dict[str, str | None]:
    """Return the name of the GPU that would be used, or why none would be."""
    from ..._cuda import load_cupy
    from ...errors import BayesHatError

    try:
        cupy = load_cupy()
        name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
        driver = cupy.cuda.runtime.driverGetVersion()
    except BayesHatError as error:
        return {"name": None, "why_not": str(error)}
    except Exception as error:  # whatever a driver that does not fit raises
        return {"name": None, "why_not": f"CuPy cannot use it: {error}"}
    return {"name": name, "cuda_of_driver": f"{driver // 1000}.{driver % 1000 // 10}"}


def _find_kernels() -> dict[str, Any]:
    """Return where compiled kernels are kept, and how many are."""
    try:
        from ..._jit import count_kept, is_compiling
        from ..._kernel_cache import can_write, find_folders, unusable_choice

        for name in _KERNELS:
            import_module(f"bayeshat.engine.{name}")
        written, *others = find_folders()
        kept, n_kernels = count_kept()
    except Exception as error:  # numba cannot be loaded: sorting says why
        return {"folder": None, "why_not": _in_a_line(error)}
    return {
        "folder": str(written),
        "writable": can_write(written),
        "unusable": unusable_choice() or None,
        "compiling": is_compiling(),
        "also_read": [str(folder) for folder in others if folder.is_dir()],
        "kept": kept,
        "all": n_kernels,
    }


def _find_extras() -> dict[str, dict[str, Any]]:
    """Return, for each extra, what it adds and the packages of it that are missing; nothing if that is not known."""
    if _installed_version("bayeshat") is None:  # a folder on Python's path, not an installation
        return {}
    return {
        name: {"adds": adds, "missing": missing_packages(name), "install": f"pip install 'bayeshat[{name}]'"}
        for name, adds in EXTRAS.items()
    }


def missing_packages(extra: str) -> list[str]:
    """Return the packages of an extra that are not installed, as pip wants them written."""
    missing = []
    for line in metadata.requires("bayeshat") or []:
        needed, _, marker = (part.strip() for part in line.partition(";"))
        name = re.match(r"[\w.-]+", needed)
        if name and re.search(rf"extra == ['\"]{extra}['\"]", marker):
            if name[0] == "bayeshat":
                missing += [part for inner in re.findall(r"\w+", needed)[1:] for part in missing_packages(inner)]
            elif _installed_version(name[0]) is None:
                missing.append(needed)
    return missing


def _installed_version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _try_sorting(quiet: bool) -> dict[str, Any]:
    """Sort five people; return whether that worked, and if not, why."""
    began = time.perf_counter()
    try:
        from ...model.simulate import simulate
        from ...sorting.people import sort_people
        from ...survey.spec import Survey
        from ..show import progress_bar

        survey = Survey.load("hogwarts")
        answers = simulate(survey, _PEOPLE, rng=1).answers
        with progress_bar(consoles()[1], quiet) as progress:
            sort_people(survey, answers, rng=1, draws=100, tune=100, max_draws=100, progress=progress)
    except Exception as error:  # finding out what is wrong is what this is for
        return {"works": False, "why_not": _in_a_line(error), "do": _advise(error)}
    return {"works": True, "seconds": round(time.perf_counter() - began, 1)}


def _advise(error: Exception) -> str:
    """Return what to do about a failure."""
    if isinstance(error, ImportError):
        return (
            f"A package that sorting needs is missing or does not fit. Run {sys.executable} -m pip check, or install "
            "bayeshat again in a new environment."
        )
    if isinstance(error, (OSError, MemoryError)):
        return "Make room: free some memory or disk space, and run bayeshat doctor again."
    return "Install bayeshat again in a new environment. If that does not help, report it with the lines above."


def _in_a_line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def _tell(found: dict[str, Any]) -> list[str]:
    """Return what was found, in lines for people."""
    from ...options import show_bytes

    machine, kernels, sorting = found["machine"], found["kernels"], found["sorting"]
    memory = f"{show_bytes(machine['free_memory'])} free"
    gpu = machine["gpu"]
    lines = [f"{name:<10} {version or 'not installed'}" for name, version in found["versions"].items()]
    lines += [
        f"{'system':<10} {machine['system']}",
        f"{'cores':<10} {machine['cores']}",
        f"{'memory':<10} {memory}",
        f"{'GPU':<10} "
        + (f"{gpu['name']}, CUDA {gpu['cuda_of_driver']}" if gpu["name"] else f"none: {gpu['why_not']}"),
        "",
        *_tell_of_kernels(kernels),
        "",
        "Extras (pip finds bayeshat installed already, and adds what is missing)"
        if found["extras"]
        else "Extras: unknown, as bayeshat is on Python's path but not installed. Run pip install . in its folder.",
    ]
    for name, extra in found["extras"].items():
        state = "not installed" if extra["missing"] else "installed"
        lines.append(f"  {name:<9} {state:<14} {extra['adds']}")
        if extra["missing"]:
            lines.append(f"  {'':<9} {'':<14} {extra['install']}")
    lines.append("")
    if sorting["works"]:
        lines.append(f"Sorting works: {_PEOPLE} people in {sorting['seconds']} s.")
    else:
        lines += [f"Sorting does not work. {sorting['why_not']}", sorting["do"]]
    return lines


def _tell_of_kernels(kernels: dict[str, Any]) -> list[str]:
    if kernels["folder"] is None:
        return ["Compiled calculations: none, as numba cannot be used."]
    if not kernels["compiling"]:
        return ["Compiling is switched off by NUMBA_DISABLE_JIT, so sorting is very slow. Unset NUMBA_DISABLE_JIT."]
    lines = [f"Compiled calculations are kept in {kernels['folder']}"]
    if kernels["unusable"]:
        lines.append(f"  and not in {kernels['unusable']}, which NUMBA_CACHE_DIR names: nothing can be written there")
    if not kernels["writable"]:
        lines.append("  This folder cannot be written to, so each run prepares them again. Set NUMBA_CACHE_DIR.")
    lines += [f"  and read from {folder} too" for folder in kernels["also_read"]]
    lines.append(f"  {kernels['kept']} of {kernels['all']} are there")
    if kernels["kept"] < kernels["all"]:
        lines.append("  The others are prepared on first use. bayeshat warm prepares only what is used by default.")
    return lines

"""Whether the installation works, and what could be added to it."""

from __future__ import annotations

import platform
import sys
import time
from contextlib import nullcontext
from importlib import import_module
from typing import Any

import typer

from ...words.message import Message
from ...words.phrases import tell_figures
from ...words.voice import for_programs
from ..extras import installed_version, missing_packages
from ..options import Json, consoles, print_json

# The extras that users may want; those for working on the package itself are left out.
EXTRAS = ("arviz", "compare", "cuda", "dask", "netcdf", "nuts", "openid", "plot", "postgres", "sklearn", "web")
_VERSIONS = ("numpy", "numba", "scipy")
_PEOPLE = 5
_KERNELS = ("proof.prove", "decide", "decision", "ruled.units", "programs.deal_out")


def doctor(as_json: Json = False) -> None:
    """Say whether sorting works here, what it runs on, and what could be added.

    Sorts five made-up people to find out. The exit code is 0 if that works, and 1 if not.

    Example: bayeshat doctor
    """
    with for_programs() if as_json else nullcontext():
        found = {
            "sorting": _try_sorting(quiet=as_json),
            "versions": _find_versions(),
            "machine": _find_machine(),
            "kernels": _find_kernels(),
            "extras": _find_extras(),
        }
    if as_json:
        print_json(found)
    else:
        consoles()[0].print("\n".join(map(str, _tell(found))), markup=False, soft_wrap=True)
    if not found["sorting"]["works"]:
        raise typer.Exit(1)


def _find_versions() -> dict[str, str | None]:
    from ... import __version__

    return {"bayeshat": __version__, "python": platform.python_version()} | {
        name: installed_version(name) for name in _VERSIONS
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
        return {"name": None, "why_not": str(Message("doctor-gpu-trouble", why=str(error)))}
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
    if installed_version("bayeshat") is None:  # a folder on Python's path, not an installation
        return {}
    return {
        name: {
            "adds": str(Message(f"doctor-extra-{name}")),
            "missing": missing_packages(name),
            "install": f"pip install 'bayeshat[{name}]'",
        }
        for name in EXTRAS
    }


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
        return str(Message("doctor-do-install", python=sys.executable))
    return str(Message("doctor-do-room" if isinstance(error, (OSError, MemoryError)) else "doctor-do-report"))


def _in_a_line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def _tell(found: dict[str, Any]) -> list[str | Message]:
    """Return what was found, in lines for people."""
    from ...options import show_bytes

    machine, sorting = found["machine"], found["sorting"]
    gpu, missing = machine["gpu"], Message("doctor-missing")
    facts = {name: version or missing for name, version in found["versions"].items()}
    facts |= {
        Message("doctor-system"): machine["system"],
        Message("doctor-cores"): machine["cores"],
        Message("doctor-memory"): Message("doctor-free", memory=show_bytes(machine["free_memory"])),
        "GPU": Message("doctor-gpu", name=gpu["name"], cuda=gpu["cuda_of_driver"])
        if gpu["name"]
        else Message("doctor-no-gpu", why=gpu["why_not"]),
    }
    lines: list[str | Message] = [f"{name!s:<15} {fact}" for name, fact in facts.items()]
    lines += ["", *_tell_of_kernels(found["kernels"]), ""]
    lines.append(Message("doctor-extras" if found["extras"] else "doctor-extras-unknown"))
    for name, extra in found["extras"].items():
        state = missing if extra["missing"] else Message("doctor-installed")
        lines.append(f"  {name:<9} {state!s:<18} {extra['adds']}")
        if extra["missing"]:
            lines.append(f"  {'':<9} {'':<18} {extra['install']}")
    lines.append("")
    if sorting["works"]:
        seconds = tell_figures(str(sorting["seconds"]))
        return [*lines, Message("doctor-works", count=_PEOPLE, seconds=seconds)]
    return [*lines, Message("doctor-broken", why=sorting["why_not"]), sorting["do"]]


def _tell_of_kernels(kernels: dict[str, Any]) -> list[Message]:
    if kernels["folder"] is None:
        return [Message("doctor-kernels-none")]
    if not kernels["compiling"]:
        return [Message("doctor-kernels-off")]
    lines = [Message("doctor-kernels", folder=kernels["folder"])]
    if kernels["unusable"]:
        lines.append(Message("doctor-kernels-unusable", folder=kernels["unusable"]))
    if not kernels["writable"]:
        lines.append(Message("doctor-kernels-read-only"))
    lines += [Message("doctor-kernels-also", folder=folder) for folder in kernels["also_read"]]
    lines.append(Message("doctor-kernels-kept", kept=kernels["kept"], all=kernels["all"]))
    if kernels["kept"] < kernels["all"]:
        lines.append(Message("doctor-kernels-rest"))
    return lines

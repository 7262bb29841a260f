"""How every kernel is compiled.

Kernels release the interpreter's lock, so plain threads run them in parallel; this needs no parallel backend and
compiles much faster than one. Helpers are called only from other kernels and need no wrappers for Python. Helpers with
a single caller are inlined before compilation: otherwise every layer of calls would be optimised again in the layer
above it. Helpers whose arrays never overlap (``apart``) become vector instructions without a test before every loop.
"""

from collections.abc import Callable
from typing import Any

from numba import config, njit, types
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

from ._kernel_cache import KernelCache

# The kernels that were imported so far, without helpers.
KERNELS: list[Any] = []


class _Apart(Compiler):
    """Compiles functions whose arguments never overlap."""

    def define_pipelines(self) -> Any:
        self.state.flags.noalias = True
        return super().define_pipelines()


class _Compiled(CPUDispatcher):
    """A kernel or helper; other kernels that call it with literal numbers use what is compiled for any numbers."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(types.unliteral(one) for one in args), kws)


def _kept(**options: Any) -> Callable[[Any], Any]:
    """Return a decorator that compiles without the interpreter's lock, and keeps the result between runs."""
    compiled = njit(nogil=True, **options)

    def decorate(function: Any) -> Any:
        made = compiled(function)
        if made is not function:  # NUMBA_DISABLE_JIT leaves functions unchanged
            made._cache = KernelCache(function)
            made.__class__ = _Compiled
        return made

    return decorate


def kernel(function: Any) -> Any:
    """Compile a function that Python calls."""
    made = _kept()(function)
    KERNELS.append(made)
    return made


helper = _kept(no_cpython_wrapper=True, no_cfunc_wrapper=True)
apart = _kept(no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy", pipeline_class=_Apart)
inlined = njit(nogil=True, inline="always")
# May sum in any order, and so several terms at a time; the order depends only on the number of terms.
summing = _kept(no_cpython_wrapper=True, no_cfunc_wrapper=True, fastmath={"reassoc"})


def is_compiling() -> bool:
    """Say whether kernels are compiled; with NUMBA_DISABLE_JIT they run as plain Python, hundreds of times slower."""
    return not config.DISABLE_JIT  # type: ignore[attr-defined]


def count_kept() -> tuple[int, int]:
    """Return how many of the imported kernels are kept for the next run, and how many there are."""
    compiled = [made for made in KERNELS if hasattr(made, "targetctx")]
    return sum(made._cache.has(made.targetctx.codegen()) for made in compiled), len(compiled)

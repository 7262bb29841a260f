"""How every kernel is compiled.

Kernels release the interpreter's lock, so that plain threads run them side by side; that needs no parallel
backend, and compiles much faster than one. Helpers are called from other kernels only, which spares them the
wrappers that Python would call them through. Those that one kernel alone calls, and once, are inlined before they
are compiled: every layer of calls would otherwise be optimised again in the layer above it. Helpers that say that
their arrays lie apart (never overlap) become vector instructions without a test of that before every loop.
"""

from typing import Any

from numba import njit
from numba.core.compiler import Compiler


class _Apart(Compiler):
    """Compiles functions whose arguments never overlap."""

    def define_pipelines(self) -> Any:
        self.state.flags.noalias = True
        return super().define_pipelines()


kernel = njit(cache=True, nogil=True)
helper = njit(  # type: ignore[call-overload]
    cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
)
apart = njit(  # type: ignore[call-overload]
    cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy", pipeline_class=_Apart
)
inlined = njit(nogil=True, inline="always")
# Adds up in any order, and so several terms at a time; the order depends on nothing but the number of terms.
summing = njit(  # type: ignore[call-overload]
    cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, fastmath={"reassoc"}
)

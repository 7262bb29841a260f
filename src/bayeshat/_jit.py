"""How every kernel is compiled.

Kernels release the interpreter's lock, so that plain threads run them side by side; that needs no parallel
backend, and compiles much faster than one. Helpers are called from other kernels only, which spares them the
wrappers that Python would call them through. Those that one kernel alone calls, and once, are inlined before they
are compiled: every layer of calls would otherwise be optimised again in the layer above it.
"""

from numba import njit

kernel = njit(cache=True, nogil=True)
helper = njit(  # type: ignore[call-overload]
    cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
)
inlined = njit(nogil=True, inline="always")
# Adds up in any order, and so several terms at a time; the order depends on nothing but the number of terms.
summing = njit(  # type: ignore[call-overload]
    cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, fastmath={"reassoc"}
)

"""Compiled functions if numba is installed, plain Python if not."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

from conjunct.count.engines import tell_compilation

try:
    import numba
    from numba import config, types
    from numba.core import event
    from numba.extending import intrinsic, overload

    from conjunct.count.kernel_cache import kept, kernel_folder, tell_unkept

    HAS_NUMBA, IS_COMPILED = True, not config.DISABLE_JIT
except ImportError:  # every kernel also runs as plain Python, only slower
    HAS_NUMBA, IS_COMPILED = False, False


def njit(cache: bool = False, **options: Any) -> Callable[[Any], Any]:
    """Compile a function if numba is installed; `cache` keeps the code for the next run."""
    if not IS_COMPILED:
        return lambda function: function
    if cache:
        return lambda function: kept(numba.njit, function, options)
    decorate: Callable[[Any], Any] = numba.njit(**options)
    return decorate


inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""Compiles functions that only compiled functions call, which takes less time."""


NOTHING_TO_DO = nullcontext()


def wrapping() -> AbstractContextManager[object]:
    """Let integers wrap around without a warning, as they do in compiled code."""
    return NOTHING_TO_DO if IS_COMPILED else np.errstate(over="ignore")


def ones(word: Any) -> int:
    """Count the set bits of a 64-bit word."""
    return int(word).bit_count()


def lowest(word: Any) -> int:
    """Return the position of the lowest set bit of a non-zero 64-bit word."""
    word = int(word)
    return int((word & -word).bit_length() - 1)


if HAS_NUMBA:

    class _Teller(event.Listener):  # type: ignore[misc]
        """Announces that code is being compiled, not merely loaded."""

        def on_start(self, event: Any) -> None:
            tell_compilation()
            if kernel_folder() is None:
                tell_unkept()

        def on_end(self, event: Any) -> None:
            """Do nothing: only the start is announced."""

    event.register("numba:compile", _Teller())

    @intrinsic
    def _ctpop(context, word):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return types.uint64(types.uint64), generate

    @intrinsic
    def _cttz(context, word):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.cttz(args[0], context.get_constant(types.boolean, 0))

        return types.uint64(types.uint64), generate

    @overload(ones)
    def _compiled_ones(word):  # type: ignore[no-untyped-def]
        return lambda word: np.int64(_ctpop(np.uint64(word)))

    @overload(lowest)
    def _compiled_lowest(word):  # type: ignore[no-untyped-def]
        return lambda word: np.int64(_cttz(np.uint64(word)))

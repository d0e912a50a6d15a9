"""Whether the kernels have been compiled on this machine before."""

from __future__ import annotations

from typing import Any

from conjunct.count import kernels as counting
from conjunct.count.bitsets import MOST_ROWS
from conjunct.search import bit_kernels, kernels


def is_compiled(n_rows: int) -> bool:
    """Tell whether the kernels for a table are in numba's cache, or need no compiling.

    The first run after an installation or an update compiles, which takes about half a minute;
    later runs load the result. Small and large tables have kernels of their own.

    Parameters
    ----------
    n_rows : int
        Rows of the table.
    """
    if n_rows <= MOST_ROWS:
        return _is_cached(bit_kernels.run_beams)
    large = (counting.count_covers, kernels.pick_refinements, kernels.survey_beams)
    return all(_is_cached(kernel) for kernel in large)


def _is_cached(kernel: Any) -> bool:
    """Ask numba's own index, which knows whether it belongs to the kernel as it is now."""
    cache = getattr(kernel, "_cache", None)
    if cache is None:
        return True
    return bool(cache._cache_file._load_index())

"""Whether the kernels have been compiled on this machine before."""

from __future__ import annotations

from typing import Any

from conjunct.choose import poe_kernels
from conjunct.count import kernels as counting
from conjunct.count.bitsets import MOST_ROWS
from conjunct.search import bit_kernels, kernels


def is_compiled(n_rows: int, poe: bool = False) -> bool:
    """Tell whether the kernels for a table are in numba's cache, or need no compiling.

    The first run after an installation or an update compiles, which takes about half a minute;
    later runs load the result. Small and large tables have kernels of their own.

    Parameters
    ----------
    n_rows : int
        Rows of the table.
    poe : bool
        Whether process-oriented evaluation is used, which has a kernel of its own.
    """
    needed = [counting.count_covers, kernels.pick_refinements, kernels.survey_beams]
    if n_rows <= MOST_ROWS:
        needed = [bit_kernels.run_beams]
    if poe:
        needed.append(poe_kernels.mean_rate)
    return all(_is_cached(kernel) for kernel in needed)


def _is_cached(kernel: Any) -> bool:
    """Ask numba's own index, which knows whether it belongs to the kernel as it is now."""
    cache = getattr(kernel, "_cache", None)
    if cache is None:
        return True
    return bool(cache._cache_file._load_index())

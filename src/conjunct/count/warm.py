"""Whether the kernels have been compiled on this machine before."""

from __future__ import annotations

from typing import Any

from conjunct.count import kernels


def is_compiled() -> bool:
    """Tell whether the largest kernels are in numba's cache, or need no compiling.

    The first run after an installation or an update compiles, which takes about half a minute;
    later runs load the result.
    """
    large = (kernels.pick_refinements, kernels.count_covers, kernels.survey)
    return all(_is_cached(kernel) for kernel in large)


def _is_cached(kernel: Any) -> bool:
    """Ask numba's own index, which knows whether it belongs to the kernel as it is now."""
    cache = getattr(kernel, "_cache", None)
    if cache is None:
        return True
    return bool(cache._cache_file._load_index())

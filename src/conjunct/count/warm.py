"""Whether the kernels have been compiled on this machine before."""

from __future__ import annotations

from pathlib import Path

from conjunct.count import kernels


def is_compiled() -> bool:
    """Tell whether the largest kernels are in numba's cache, or need no compiling.

    The first run after an installation or an update compiles, which takes about half a minute;
    later runs load the result.
    """
    stats = getattr(kernels.pick_refinements, "stats", None)
    if stats is None:
        return True
    folder, written = Path(stats.cache_path), Path(kernels.__file__).stat().st_mtime
    return all(
        any(found.stat().st_mtime > written for found in folder.glob(f"kernels.{name}-*.nbi"))
        for name in ("pick_refinements", "count_covers", "survey")
    )

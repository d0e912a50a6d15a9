"""Whether the kernels have been compiled on this machine before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from conjunct.cards import weight_kernels
from conjunct.choose import poe_kernels
from conjunct.count import kernels as counting
from conjunct.count.bitsets import MOST_ROWS
from conjunct.search import bit_kernels, climb_kernels, gain_kernels, kernels, newton_kernels
from conjunct.trees import kernels as splitting

Part = Literal["beams", "climbs", "gains", "trees", "cards", "poe"]
"""Compiled apart: beams, climbs, RIPPER, trees, score cards, process-oriented evaluation."""


def is_compiled(n_rows: int, parts: Sequence[Part] = ("beams",)) -> bool:
    """Tell whether the kernels for a table are in numba's cache, or need no compiling.

    The first run after an installation or an update compiles, which takes about half a minute;
    later runs load the result. Small and large tables have kernels of their own.

    Parameters
    ----------
    n_rows : int
        Rows of the table.
    parts : sequence of {"beams", "climbs", "gains", "trees", "cards", "poe"}
        What will be used.
    """
    return all(_is_cached(kernel) for part in parts for kernel in _kernels(part, n_rows))


def _kernels(part: Part, n_rows: int) -> Iterator[Any]:
    """Yield kernels of a part whose compiling takes most of the time."""
    if part == "poe":
        yield poe_kernels.mean_rate
    elif part == "cards":
        yield newton_kernels.search_newton
        yield weight_kernels.fit_weights
    elif part == "beams" and n_rows <= MOST_ROWS:
        yield bit_kernels.run_beams
    else:
        yield counting.count_covers
    if part == "beams" and n_rows > MOST_ROWS:
        yield kernels.pick_refinements
        yield kernels.survey_beams
    if part == "climbs":
        yield climb_kernels.list_refinements
    if part == "gains":
        yield gain_kernels.best_condition
    if part == "trees":
        yield splitting.best_splits


def _is_cached(kernel: Any) -> bool:
    """Ask numba's own index, which knows whether it belongs to the kernel as it is now."""
    cache = getattr(kernel, "_cache", None)
    if cache is None:
        return True
    return bool(cache._cache_file._load_index())

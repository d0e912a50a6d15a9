"""Run one function over a few chunks of work, in threads. Kernels and NumPy release the GIL."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

MANY_CELLS = 2_000_000
"""Number of cells below which starting threads costs more than it saves."""

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")


def worth_threads(n_cells: int, n_threads: int) -> int:
    """Return the number of threads to use for a number of cells.

    Examples
    --------
    >>> worth_threads(1_000, 4), worth_threads(10_000_000, 4)
    (1, 4)
    """
    return n_threads if n_cells >= MANY_CELLS else 1


def in_threads(
    work: Callable[[Chunk], Result], chunks: Sequence[Chunk], n_threads: int | None = None
) -> list[Result]:
    """Return ``[work(chunk) for chunk in chunks]``, with `n_threads` threads or one per chunk.

    Examples
    --------
    >>> in_threads(sum, [[1, 2], [3]])
    [3, 3]
    """
    return list(each_in_threads(work, chunks, n_threads))


def each_in_threads(
    work: Callable[[Chunk], Result], chunks: Sequence[Chunk], n_threads: int | None = None
) -> Iterator[Result]:
    """Yield the results of `in_threads`, in order, each as soon as it is ready."""
    if len(chunks) <= 1 or n_threads == 1:
        yield from map(work, chunks)
        return
    contexts = [copy_context() for _ in chunks]  # threads keep the caller's context variables
    with ThreadPoolExecutor(n_threads or len(chunks)) as pool:
        yield from pool.map(lambda context, chunk: context.run(work, chunk), contexts, chunks)

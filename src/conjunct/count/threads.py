"""Run one function over a few chunks of work, in threads. The kernels release the GIL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")


def in_threads(
    work: Callable[[Chunk], Result], chunks: Sequence[Chunk], n_threads: int | None = None
) -> list[Result]:
    """Return ``[work(chunk) for chunk in chunks]``, in so many threads, else a thread a chunk.

    Examples
    --------
    >>> in_threads(sum, [[1, 2], [3]])
    [3, 3]
    """
    if len(chunks) == 1 or n_threads == 1:
        return [work(chunk) for chunk in chunks]
    with ThreadPoolExecutor(n_threads or len(chunks)) as pool:
        return list(pool.map(work, chunks))

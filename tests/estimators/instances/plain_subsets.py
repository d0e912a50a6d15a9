"""The search for retained rows in plain Python: slow and obviously right."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Cell = float | str | None


def squared_distance(a: Sequence[Cell], b: Sequence[Cell], ranges: Sequence[float]) -> float:
    """Add up squared differences; missing cells differ by 1 from everything."""
    return sum(difference(*cells) ** 2 for cells in zip(a, b, ranges, strict=True))


def difference(a: Cell, b: Cell, span: float) -> float:
    if a is None or b is None:
        return 1.0
    if isinstance(a, str) or isinstance(b, str):
        return float(a != b)
    return abs(a - b) / span if span else 0.0


def count_errors(
    retained: Iterable[int], distances: Sequence[Sequence[float]], labels: Sequence[int]
) -> int:
    """Count the rows whose nearest retained row, the lowest of equals, has another class."""
    wrong = 0
    for row, label in enumerate(labels):
        nearest = min(retained, key=lambda item: (distances[row][item], item))
        wrong += labels[nearest] != label
    return wrong


def plain_beam(
    distances: Sequence[Sequence[float]], labels: Sequence[int], n_items: int, width: float
) -> tuple[tuple[int, ...], int]:
    """Return the retained rows and their errors."""
    beam: list[tuple[int, ...]] = [()]
    for _ in range(n_items):
        found = []
        for place, subset in enumerate(beam):
            for row in range(len(labels)):
                if row not in subset:
                    extended = tuple(sorted((*subset, row)))
                    errors = count_errors(extended, distances, labels)
                    found.append((errors, place, row, extended))
        beam = []
        for *_, extended in sorted(found):
            if extended not in beam and len(beam) < width:
                beam.append(extended)
    return beam[0], count_errors(beam[0], distances, labels)


NO_LIMIT = math.inf

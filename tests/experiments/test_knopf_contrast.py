"""Where Pfahringer's and Quinlan's measures choose differently."""

from __future__ import annotations

from itertools import product
from math import comb, log2

import pytest

from conjunct.experiments.knopf import (
    CLEARLY,
    contrast,
    contrast_grids,
    contrast_sentence,
    costs_of,
)

from .reading import data_of


def entropy_bits(positives: int, negatives: int) -> float:
    rows = positives + negatives
    return sum(own * log2(rows / own) for own in (positives, negatives) if own)


def plain_costs(positives: tuple[int, ...], n_rows: int) -> tuple[list[float], list[float]]:
    """Return the costs by Pfahringer's measure and by Quinlan's, from the formulas as printed."""
    first, second = [], []
    for size in range(3):
        bodies = size * log2(3)
        inside, outside = positives[:size], positives[size:]
        left = len(outside) * n_rows
        shares = sum(entropy_bits(own, n_rows - own) for own in inside)
        first.append(bodies + shares + entropy_bits(sum(outside), left - sum(outside)))
        covered = size * n_rows
        ways = comb(covered, covered - sum(inside)) * comb(left, sum(outside))
        second.append(bodies + log2(ways))
    return first, second


def test_counts_are_those_of_plain_loops_over_all_tables() -> None:
    different = clear = 0
    tables = {tuple(sorted(one, reverse=True)) for one in product(range(13), repeat=3)}
    for positives in tables:
        first, second = plain_costs(positives, 12)
        assert costs_of(positives, 12, "pfahringer") == pytest.approx(first, abs=1e-9)
        assert costs_of(positives, 12, "quinlan") == pytest.approx(second, abs=1e-9)
        one, two = (min(range(3), key=lambda n, c=c: (round(c[n], 9), n)) for c in (first, second))
        different += one != two
        clear += first[two] - first[one] > CLEARLY and second[one] - second[two] > CLEARLY
    found = contrast(12)
    assert (found["tables"], found["different"], found["clearly"]) == (
        len(tables),
        different,
        clear,
    )
    assert clear > 0


def test_the_page_shows_the_counts_and_the_example() -> None:
    counts, worked = contrast_grids()
    assert counts.lines[1] == ("12", "455", "156", "6", "6", "49", "33")
    assert worked.lines[2] == ("2", "79.5", "142.7", "100.1", "50")
    for grid in (counts, worked):
        assert len(data_of(grid)) == len(grid.lines)
    assert "Of all 2,925 tables of three values with 24 rows each" in contrast_sentence()

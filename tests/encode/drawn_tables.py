"""Small tables with missing cells, drawn at random, and plain ways to build their columns."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from tests.drawn_bytes import numbers_below

from conjunct.data.table import Column, Table
from conjunct.types import Floats


def nominal(name: str, positions: list[int], n_levels: int) -> Column:
    levels = tuple(f"v{number}" for number in range(n_levels))
    return Column(name, "nominal", np.array(positions, np.int32), levels)


def numeric(name: str, values: list[float]) -> Column:
    return Column(name, "numeric", np.array(values, float))


def target_of(positions: list[int], n_classes: int = 2) -> Column:
    return nominal("class", positions, n_classes)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw up to 40 rows of numeric and nominal columns with missing cells."""
    n_rows = draw(st.integers(1, 40))
    n_classes = draw(st.integers(2, 4))
    columns = []
    for at, is_numeric in enumerate(draw(st.lists(st.booleans(), max_size=4))):
        if is_numeric:
            columns.append(Column(f"x{at}", "numeric", _numbers(draw, n_rows)))
        else:
            n_levels = draw(st.integers(1, 5))
            places = numbers_below(draw, n_levels + 1, n_rows) - 1
            columns.append(nominal(f"c{at}", places.tolist(), n_levels))
    classes = numbers_below(draw, n_classes, n_rows)
    return Table(tuple(columns), target_of(classes.tolist(), n_classes))


def _numbers(draw: st.DrawFn, n_rows: int) -> Floats:
    """Draw cells, of which a third is missing and a third are small whole numbers."""
    some = [0.0, *draw(st.lists(st.floats(-1e6, 1e6), max_size=12))]
    kind, place = np.divmod(numbers_below(draw, 3 * 840, n_rows), 840)
    whole, real = place % 7 - 3.0, np.array(some)[place % len(some)]
    if draw(st.booleans()):  # different in every row
        real = real + np.arange(n_rows) / 8
    return np.select([kind == 0, kind == 1], [whole, real], np.nan)

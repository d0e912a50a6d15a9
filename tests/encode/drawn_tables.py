"""Small tables with missing cells, drawn at random, and plain ways to build their columns."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from conjunct.data.table import Column, Table


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
    number = st.one_of(st.just(float("nan")), st.floats(-1e6, 1e6), st.integers(-3, 3).map(float))
    columns = []
    for at, is_numeric in enumerate(draw(st.lists(st.booleans(), max_size=4))):
        if is_numeric:
            cells = draw(st.lists(number, min_size=n_rows, max_size=n_rows))
            columns.append(numeric(f"x{at}", cells))
        else:
            n_levels = draw(st.integers(1, 5))
            places = st.lists(st.integers(-1, n_levels - 1), min_size=n_rows, max_size=n_rows)
            columns.append(nominal(f"c{at}", draw(places), n_levels))
    classes = st.lists(st.integers(0, n_classes - 1), min_size=n_rows, max_size=n_rows)
    return Table(tuple(columns), target_of(draw(classes), n_classes))

from __future__ import annotations

import numpy as np

from conjunct.data.table import Column, Table


def test_a_table_shows_its_columns_and_first_rows() -> None:
    columns = (
        Column("size <cm>", "numeric", np.array([1.5, np.nan, 3, 4, 5, 6])),
        Column("colour", "nominal", np.array([0, 1, -1, 0, 0, 0]), ("red", "<b>")),
    )
    target = Column("kind", "nominal", np.zeros(6, int), ("a",))
    text = Table(columns, target, name="t.csv", notes=("Left out: id.",))._repr_html_()
    for part in (
        *("t.csv: 6 rows, 2 attributes", "size &lt;cm&gt;", "kind (target)", "&lt;b&gt;"),
        *(">1.5<", "row 5", "Left out: id.", ">numeric<", ">nominal<"),
    ):
        assert part in text
    assert "row 6" not in text
    assert "<b>" not in text


def test_of_many_columns_the_first_are_shown() -> None:
    columns = tuple(Column(f"c{place}", "numeric", np.zeros(2)) for place in range(25))
    text = Table(columns)._repr_html_()
    assert "c19" in text
    assert "c20" not in text
    assert "5 more attributes are not shown." in text

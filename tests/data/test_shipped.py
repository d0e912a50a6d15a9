from __future__ import annotations

from conjunct.data import shipped_table


def test_the_shipped_table_is_the_one_that_its_description_tells_of() -> None:
    table = shipped_table()
    assert table.name == "penguins (shipped)"
    assert (table.n_rows, len(table.columns), table.n_missing) == (344, 7, 19)
    assert table.target is not None
    assert table.target.levels == ("Adelie", "Chinstrap", "Gentoo")
    assert table.column("sex").levels == ("female", "male")
    assert table.notes == ()

"""The small table that comes with the package, for a first try without your own data."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

from conjunct.data.read import read_table
from conjunct.data.table import Table

SHIPPED_NAME = "penguins"
SHIPPED_TARGET = "species"


def shipped_table() -> Table:
    """Return the shipped table: 344 penguins of three species, with 19 missing cells.

    Examples
    --------
    >>> table = shipped_table()
    >>> table.name, table.n_rows, len(table.columns), table.n_missing
    ('penguins (shipped)', 344, 7, 19)
    >>> table.target.levels
    ('Adelie', 'Chinstrap', 'Gentoo')
    """
    folder = resources.files("conjunct.data") / "shipped"
    with resources.as_file(folder / f"{SHIPPED_NAME}.csv") as path:
        table = read_table(path, target=SHIPPED_TARGET)
    return replace(table, name=f"{SHIPPED_NAME} (shipped)")

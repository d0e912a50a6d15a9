"""A data set as a paper lists it; two papers may list one table under different names."""

from __future__ import annotations

from typing import NamedTuple


class Size(NamedTuple):
    """Rows, classes, and numeric and nominal attributes."""

    n_rows: int
    n_classes: int
    n_numeric: int
    n_nominal: int


class Listed(NamedTuple):
    """What a paper says of a data set, and what our table of it differs in.

    Parameters
    ----------
    name : str
        What the paper calls it.
    size : Size or None
        As the paper prints it, if it does.
    stands_in_for : str or None
        The data set that is not public, where our table replaces it.
    notes : tuple of str
        Other differences of our table.
    """

    name: str
    size: Size | None = None
    stands_in_for: str | None = None
    notes: tuple[str, ...] = ()

"""Tables that are passed to `fit` by name or in batches: files, folders, datasets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from conjunct.data import Table, column_names, read_table
from conjunct.data.parquet import is_batch, is_dataset
from conjunct.errors import DataError


def is_stored(source: Any) -> bool:
    """Tell whether a source is a file, a folder, an Arrow dataset or batches, not rows in memory.

    Examples
    --------
    >>> is_stored("loans.csv"), is_stored([[1.0, 2.0]])
    (True, False)
    """
    if isinstance(source, list | tuple):
        return bool(source) and is_batch(source[0])
    return isinstance(source, str | Path | Iterator) or is_dataset(source)


def read_stored(
    source: Any,
    target: Any,
    weight: Any,
    categorical: Callable[[list[str]], Iterable[str]],
) -> Table:
    """Read a table to learn from.

    Parameters
    ----------
    source : str, Path, Arrow dataset or batches
    target : str
        Name of the column with the classes.
    weight : str or None
        Name of the column with the weights of the rows.
    categorical : callable
        Returns the attributes to read as nominal.
    """
    for what, name in (("y", target), ("sample_weight", weight)):
        if not isinstance(name, str) and (what == "y" or name is not None):
            raise DataError(
                f"{what} must be the name of a column if the rows come from a file or in "
                f"batches, not a {type(name).__name__}"
            )
    names = [one for one in _names(source) if one not in (target, weight)]
    kinds = dict.fromkeys(categorical(names), "nominal")
    if weight is None:
        return read_table(source, target, kinds=kinds)
    return read_table(source, target, kinds={**kinds, weight: "numeric"}).weighted_by(weight)


def _names(source: Any) -> tuple[str, ...]:
    """Return the names of all columns; empty if only reading rows would tell them."""
    if isinstance(source, str | Path):
        return column_names(source)
    return tuple(source.schema.names) if hasattr(source, "schema") else ()

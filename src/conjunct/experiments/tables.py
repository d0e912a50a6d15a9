"""The public tables of the papers: how they are read and found, and what the papers report."""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from conjunct.data import Column, Kind, Table, column_names, read_table
from conjunct.errors import DataError, DataWarning
from conjunct.model.condition import Missing

ENDINGS = (".arff", ".csv", ".tsv", ".tab", ".parquet", ".pq", ".names", ".data", ".txt")
"""Endings of files of tables, in the order of the search; text files may also end in ``.gz``."""


@dataclass(frozen=True)
class PublicTable:
    """A public table and how the studies read it, whatever the papers call it.

    `openml` is the number of the data set on OpenML that holds the same rows, None if none is
    known. `kinds` has columns that the papers type otherwise than the usual file.
    """

    n_rows: int
    openml: int | None = None
    missing: Missing = "fails"
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    notes: Sequence[str] = ()


_HERE = resources.files("conjunct.experiments")
PUBLIC = {
    name: PublicTable(**one)
    for name, one in tomllib.loads((_HERE / "public.toml").read_text(encoding="utf-8")).items()
}
"""The public tables by our names. A missing cell is the same to all studies."""


@cache
def paper(name: str) -> Mapping[str, Any]:
    """Return what a paper reports, by the names of its file in ``published/``.

    What it says of data sets is in ``names`` (ours, and what the paper calls them), ``sizes``
    (rows, classes, numeric and nominal attributes), ``stand_ins`` for data that are not public,
    with what these are ``called``, and ``notes`` on other differences of our tables.

    Examples
    --------
    >>> paper("quinlan1995")["table_3"]["glass"][:3]  # error of GS, LS and ES
    [36.2, 34.1, 33.2]
    """
    return tomllib.loads((_HERE / "published" / f"{name}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class TableFacts:
    """What readers must know of a table that a study used.

    `published_as` is what the paper calls it, `stands_in_for` a table of the paper that is not
    public and that this one replaces; `notes` tell other differences from the paper's table.
    """

    name: str
    published_as: str
    n_rows: int
    n_attributes: int
    n_classes: int
    stands_in_for: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Its name, and that of the table of the paper that it stands in for."""
        return self.name if self.stands_in_for is None else f"{self.name} (for {self.published_as})"


def stand_in_notes(tables: Iterable[TableFacts]) -> list[str]:
    """Say in a sentence each which tables stand in for one that is not public."""
    return [f"{one.name} stands in for {one.stands_in_for}." for one in tables if one.stands_in_for]


def find_table(name: str, data_dir: Path) -> Table | None:
    r"""Read a table from the folder that should hold it, None if there is no file of its name.

    The target is the last column. Notes of the reader stay in ``Table.notes``.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "loans.csv").write_text("income,status\n10,bad\n30,good\n")
    >>> find_table("loans", folder).target.levels, find_table("vote", folder)
    (('bad', 'good'), None)
    """
    path = table_files(data_dir).get(name)
    if path is None:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return read_table(path, target=column_names(path)[-1])


def table_files(data_dir: Path) -> dict[str, Path]:
    r"""Return the files of the tables in a folder by their names, in the order of the alphabet.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> for name in ("loans.csv", "churn.names", "churn.data", "notes.pdf"):
    ...     _ = (folder / name).write_text("")
    >>> [(name, path.name) for name, path in table_files(folder).items()]
    [('churn', 'churn.names'), ('loans', 'loans.csv')]
    """
    if not data_dir.is_dir():
        raise DataError(f"there is no folder {data_dir}; name the one that holds the tables")
    files, found = sorted(path for path in data_dir.iterdir() if path.is_file()), dict[str, Path]()
    for ending in ENDINGS:
        for path in files:
            name = path.name.removesuffix(".gz")
            if name.endswith(ending):
                found.setdefault(name.removesuffix(ending), path)
    return dict(sorted(found.items()))


def facts_of(name: str, table: Table, said: Mapping[str, Any] | None = None) -> TableFacts:
    """Return what readers must know of a table, with differences from what a paper said of it."""
    said = said or {"names": {}}
    called = {**said.get("names", {}), **said.get("called", {})}.get(name, name)
    stand_in, size = said.get("stand_ins", {}).get(name), said.get("sizes", {}).get(called)
    notes = [said["notes"][name]] if name in said.get("notes", {}) else []
    notes += PUBLIC[name].notes if name in PUBLIC else ()
    notes += _differences(size, table) if size and not stand_in and name in said["names"] else ()
    sizes = (table.n_rows, len(table.columns), len(np.unique(target_of(table).values)))
    return TableFacts(name, called, *sizes, stand_in, (*notes, *table.notes))


def _differences(size: Sequence[int], table: Table) -> list[str]:
    """Compare the size of a table with the paper's."""
    n_numeric = sum(column.kind == "numeric" for column in table.columns)
    kinds = (n_numeric, len(table.columns) - n_numeric)
    ours = (table.n_rows, len(np.unique(target_of(table).values)), *kinds)
    names = ("rows", "occurring classes", "numeric attributes", "nominal attributes")
    return [
        f"{here:,} {what}, the paper lists {there:,}"
        for what, here, there in zip(names, ours, size, strict=True)
        if here != there
    ]


def target_of(table: Table) -> Column:
    """Return the target of a table; refuse a table without one."""
    if table.target is None:
        raise DataError(f"{table.name} has no target; read it with one to run a study on it")
    return table.target

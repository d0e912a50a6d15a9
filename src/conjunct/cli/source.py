"""The table of a command: its target, and a sentence about it."""

from __future__ import annotations

import shlex
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conjunct.cli.large_tables import kept_or_read, make_room
from conjunct.cli.option_groups import OptionGroup
from conjunct.cli.options import Reading, TableToLearn, Target
from conjunct.cli.streams import note
from conjunct.errors import DataError, DataWarning

if TYPE_CHECKING:
    from conjunct.data import Table
    from conjunct.model import Rules

LISTED = 30
"""Largest number of columns that a message lists."""

_NONE_MISSING = "no missing cells"


@dataclass(frozen=True)
class Source:
    """A table to learn from and how it was named.

    Parameters
    ----------
    table : Table
        A table with a target.
    words : str
        The words for it on the command line.
    by_convention : bool
        Whether the format, not the user, determines the target.
    rows : str, default=""
        The words with which other commands read the rows of the table; empty if it has no file.
    """

    table: Table
    words: str
    by_convention: bool = False
    rows: str = ""

    @property
    def target(self) -> str:
        """Name of the column to predict."""
        assert self.table.target is not None
        return self.table.target.name

    def sentence(self) -> str:
        """Return a sentence on the content of the table."""
        from conjunct.model.notation import amount_text, count_text

        table = self.table
        assert table.target is not None
        counted = "" if table.weights is None else f" that count as {amount_text(table.n_counted)}"
        missing = count_text(table.n_missing, "missing cell") if table.n_missing else _NONE_MISSING
        how = " (by convention, see --target)" if self.by_convention else ""
        return (
            f"{table.name}: {count_text(table.n_rows, 'row')}{counted}, "
            f"{count_text(len(table.columns), 'attribute')}, "
            f"{len(table.target.levels)} classes, {missing}. Target: {self.target}{how}."
        )

    def facts(self) -> dict[str, Any]:
        """Return the facts of `sentence` as plain data, ready for JSON."""
        table = self.table
        assert table.target is not None
        return {
            "name": table.name,
            "rows": table.n_rows,
            "attributes": list(table.names),
            "classes": list(table.target.levels),
            "missing_cells": table.n_missing,
            "target": self.target,
            "notes": list(table.notes),
        }


def open_source(
    path: Path | None, target: str | None, reading: Reading, cache: Path | None = None
) -> Source:
    """Read the table to learn from, and print its notes.

    Parameters
    ----------
    path : Path or None
        The file; None means the shipped table.
    target : str or None
        The target; None takes the class that ARFF and C4.5 files have by convention.
    reading : Reading
        The user's options for reading the file.
    cache : Path or None
        A folder that keeps tables.
    """
    if path is None:
        return _shipped(target, reading)
    from conjunct.data import read_table
    from conjunct.data.formats import opened
    from conjunct.data.standard_input import STANDARD_INPUT

    name = shlex.quote(str(path))
    words = [name, *(["--target", shlex.quote(target)] if target else []), *reading.words()]
    kinds = dict(reading.kinds)
    if reading.weight is not None:
        kinds[reading.weight] = "numeric"
    with quiet(), opened(path) as file:
        wanted = _class_attribute(file, reading) if target is None else target
        read = partial(
            read_table,
            file,
            target=wanted,
            kinds=kinds,
            delimiter=reading.delimiter,
            encoding=reading.encoding,
            dates=reading.dates,
            sheet=reading.sheet,
        )
        table = kept_or_read(cache, file, wanted, reading, read)
        if reading.weight is not None:
            table = table.weighted_by(reading.weight)
    plain = replace(reading, kinds={}, dates=None, weight=None)
    rows = "" if str(path) == STANDARD_INPUT else " ".join([name, *plain.words()])
    return _noted(Source(table, " ".join(words), target is None, rows))


@dataclass(frozen=True)
class WantedTable:
    """The table that a command will learn from, before it is read.

    Parameters
    ----------
    context : typer.Context
        Context of the command; temporary files are deleted when it ends.
    path : Path or None
        The file; None means the shipped table.
    target : str or None
        The target; None takes the class that ARFF and C4.5 files have by convention.
    """

    context: typer.Context
    path: Path | None
    target: str | None

    @classmethod
    def of(
        cls, context: typer.Context, table: TableToLearn = None, target: Target = None
    ) -> WantedTable:
        """Read the values of the arguments with these names."""
        return cls(context, table, target)

    def open(self, reading: Reading, limit: str | None, cache: Path | None = None) -> Source:
        """Read the table, into temporary files if it needs more memory than the limit."""
        make_room(self.context, self.path, limit)
        return open_source(self.path, self.target, reading, cache)


SourceToLearn = Annotated[WantedTable, OptionGroup(WantedTable.of)]


def open_rows(rules: Rules, path: Path, reading: Reading) -> Table:
    """Read the table to predict, and print its notes."""
    with quiet():
        table = rules.table_of(
            path, delimiter=reading.delimiter, encoding=reading.encoding, sheet=reading.sheet
        )
    print_notes(table)
    return table


def print_notes(table: Table) -> None:
    """Print notes on what was done to the table while reading it."""
    for text in table.notes:
        note(text)


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress the warnings of the readers, because every note is printed as a line of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        yield


def _shipped(target: str | None, reading: Reading) -> Source:
    if target is not None or reading != Reading():
        raise typer.BadParameter(
            "name the TABLE to use with --target, --kind and other options for reading a table"
        )
    with quiet():
        from conjunct.data import shipped_table

        table = shipped_table()
    return _noted(Source(table, ""))


def _noted(source: Source) -> Source:
    from conjunct.data.giveaways import giveaway_note
    from conjunct.data.repeated import repeated_note

    print_notes(source.table)
    for said in (repeated_note(source.table), giveaway_note(source.table)):
        if said:
            note(said)
    return source


def _class_attribute(path: Path, reading: Reading) -> str:
    """Return the target that the format implies: the column named class, or the last one."""
    from conjunct.data import column_names
    from conjunct.data.formats import find_format

    names = column_names(
        path, delimiter=reading.delimiter, encoding=reading.encoding, sheet=reading.sheet
    )
    if find_format(path) in ("arff", "c45"):
        return next((name for name in names if name.lower() == "class"), names[-1])
    shown = ", ".join(names[:LISTED])
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    raise DataError(f"name the column to predict with --target; the columns are {shown}{more}")

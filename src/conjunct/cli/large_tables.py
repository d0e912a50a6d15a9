"""Options of `conjunct learn` for tables that are large: a memory limit, and a folder to keep them.

A table that needs more memory than the limit is read, coded and counted in temporary files. Where
that needs too much as well, the command ends before it starts, with numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Annotated

import typer

from conjunct.cli.streams import inform, note
from conjunct.errors import DataError

if TYPE_CHECKING:
    from conjunct.cli.options import Reading
    from conjunct.data import Table

MemoryLimit = Annotated[
    str | None,
    typer.Option(
        "--memory-limit",
        metavar="SIZE",
        show_default=False,
        help="Memory to take, such as 2GB or 500MB; larger tables are put into temporary files.",
    ),
]
Cache = Annotated[
    Path | None,
    typer.Option(
        "--cache",
        metavar="FOLDER",
        show_default=False,
        help="Keep the table there as it was read, and take it from there the next time.",
    ),
]

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


def read_size(given: str) -> int:
    """Read a number of bytes.

    Examples
    --------
    >>> read_size("2GB"), read_size("1.5 MiB"), read_size("100k")
    (2147483648, 1572864, 102400)
    """
    found = _SIZE.fullmatch(given.strip())
    if found is None or not float(found[1]):
        raise typer.BadParameter(
            f"{given!r} is not a size such as 2GB or 500MB", param_hint="'--memory-limit'"
        )
    return int(float(found[1]) * 1024 ** _POWERS[found[2].upper()])


def make_room(context: typer.Context, table: Path | None, limit: str | None) -> None:
    """Put what this command works on into temporary files if it needs more memory than allowed.

    Parameters
    ----------
    context : typer.Context
        Of the command, at whose end the files vanish.
    table : Path or None
        What is to be learned from; the shipped table is never too large.
    limit : str or None
        As the user wrote it.
    """
    allowed = None if limit is None else read_size(limit)
    if allowed is None or table is None:
        return
    from conjunct.data.formats import opened
    from conjunct.data.size import table_size
    from conjunct.rooms import on_disk

    with opened(table) as file:
        size = table_size(file)
    if size is None or size.in_memory <= allowed:
        return
    if size.on_disk > allowed:
        raise DataError(
            f"{table.name} has about {size.n_rows:,} rows of {size.n_columns} columns, for which "
            f"at least {_text(size.on_disk)} of memory are needed; raise --memory-limit, or learn "
            "from a part of the rows"
        )
    inform(
        f"{table.name} would take about {_text(size.in_memory)} of memory; it is put into "
        f"temporary files in {gettempdir()}"
    )
    context.with_resource(on_disk(gettempdir()))


def kept_or_read(
    cache: Path | None, path: Path, target: str, reading: Reading, read: Callable[[], Table]
) -> Table:
    """Return a table from the folder that keeps it, or read it."""
    if cache is None:
        return read()
    from dataclasses import asdict

    from conjunct.data.table_cache import cached_table

    table, sentence = cached_table(cache, path, {"target": target, **asdict(reading)}, read)
    note(f"{path.name} was {sentence}")
    return table


def _text(n_bytes: int) -> str:
    return f"{n_bytes / 2**30:,.1f} GB" if n_bytes >= 2**30 else f"{n_bytes / 2**20:,.0f} MB"

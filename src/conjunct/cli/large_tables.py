"""Options for large tables: a memory limit, and a folder to keep them in.

A table that needs more memory than the limit is read, coded and counted in temporary files. If
that needs too much as well, the command refuses to start and names the numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Annotated

import typer

from conjunct.cli.option import option
from conjunct.cli.streams import inform, note
from conjunct.params import read_size

if TYPE_CHECKING:
    from conjunct.cli.options import Reading
    from conjunct.data import Table

MemoryLimit = Annotated[
    str | None,
    option(
        "SIZE",
        "Memory to use, such as 2GB or 500MB. Larger tables are put into temporary files.",
        "--memory-limit",
    ),
]
Cache = Annotated[
    Path | None,
    option(
        "FOLDER",
        "Folder to keep the table in after reading, and to load it from the next time.",
        "--cache",
    ),
]


def make_room(context: typer.Context, table: Path | None, limit: str | None) -> None:
    """Use temporary files for this command if it needs more memory than allowed.

    Parameters
    ----------
    context : typer.Context
        Context of the command; the files are deleted when it ends.
    table : Path or None
        The table to learn from; None means the shipped table, which is never too large.
    limit : str or None
        The limit as the user wrote it.
    """
    allowed = _allowed(limit)
    if allowed is None or table is None:
        return
    from conjunct.data.formats import opened
    from conjunct.data.size import bytes_text, needs_files, table_size
    from conjunct.rooms import on_disk

    with opened(table) as file:
        size = table_size(file)
    if size is None or not needs_files(size, allowed, table.name, "--memory-limit"):
        return
    inform(
        f"{table.name} would take about {bytes_text(size.in_memory)} of memory; it is put into "
        f"temporary files in {gettempdir()}"
    )
    context.with_resource(on_disk(gettempdir()))


def _allowed(limit: str | None) -> int | None:
    try:
        return None if limit is None else read_size(limit)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="'--memory-limit'") from None


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

"""Numbers and statements of the papers that the studies repeat: a TOML file for each paper."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple


class Size(NamedTuple):
    """Rows, classes, and numeric and nominal attributes."""

    n_rows: int
    n_classes: int
    n_numeric: int
    n_nominal: int


class Listed(NamedTuple):
    """What a paper says of a data set, and what our table of it differs in.

    `name` and `size` are as the paper prints them. Where our table replaces a data set that is not
    public, `stands_in_for` is that data set; `notes` tell other differences.
    """

    name: str
    size: Size | None = None
    stands_in_for: str | None = None
    notes: tuple[str, ...] = ()


@cache
def paper(name: str) -> Mapping[str, Any]:
    """Return what a paper reports, by the names of its file.

    Examples
    --------
    >>> paper("quinlan1995")["table_3"]["glass"][:3]  # error of GS, LS and ES
    [36.2, 34.1, 33.2]
    """
    file = resources.files("conjunct.experiments.published") / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def listed(name: str) -> dict[str, Listed]:
    """Return what a paper says of our tables, by our names."""
    said = paper(name)
    stand_ins, notes, sizes = (said.get(key, {}) for key in ("stand_ins", "notes", "sizes"))
    called = {**said["names"], **said.get("called", {})}
    return {
        table: Listed(
            theirs,
            Size(*sizes[theirs]) if theirs in sizes and table not in stand_ins else None,
            stand_ins.get(table),
            (notes[table],) if table in notes else (),
        )
        for table, theirs in called.items()
    }

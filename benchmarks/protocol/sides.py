"""The two sides of the tables: choices are made on design tables, and checked on confirm tables.

The side of a table follows from the digest of its name. Versions of one table form a group. A group
is on the side of its name's digest, and only its first table is run. Tables that the first score
cards were designed on are on the design side, whatever their digest.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from conjunct.errors import DataError
from public_tables import CORE14

Side = Literal["design", "confirm"]
LEAST_ROWS = 100
"""Smallest number of rows; smaller tables are toys and left out."""

LISTED = Path(__file__).with_name("tables.csv")
GROUPS: Mapping[str, tuple[str, ...]] = {
    "anneal": ("anneal", "anneal.ORIG"),
    "breast-cancer": ("breast-cancer", "breast-cancer-4c"),
    "bridges": ("bridges1", "bridges2"),
    "colic": ("colic", "colic.ORIG"),
    "echocardiogram": ("echocardiogram", "echocardiogram-11"),
    "glass": ("glass", "glass2"),
    "heart": ("heart-c", "heart-h", "heart-switzerland", "heart-va", "cleveland", "cleveland-2"),
    "lymph": ("lymph", "lymph-18d"),
    "monks-1": ("monks-1", "monks-1-train", "monks-1-test"),
    "monks-2": ("monks-2", "monks-2-train", "monks-2-test"),
    "monks-3": ("monks-3", "monks-3-train", "monks-3-test"),
    "solar-flare": ("solar-flare-2", "solar-flare-1"),
    "splice": ("splice", "dna"),
    "thyroid": ("hypothyroid", "hypothyroid-3163", "sick", "sick-euthyroid"),
    "vote": ("vote", "vote-1"),
}
"""Tables with several versions, or several classes of the same rows; the first is run."""

_GROUP = {name: group for group, names in GROUPS.items() for name in names}
_DESIGNED_ON = {_GROUP.get(name, name) for name in CORE14}


class Listed(NamedTuple):
    """A table and its side; only the first table of a group is run."""

    name: str
    group: str
    side: Side
    is_run: bool


def side_of(group: str) -> Side:
    """Return the side of a group of tables.

    Examples
    --------
    >>> side_of("monks-1"), side_of("adult"), side_of("vote")
    ('design', 'confirm', 'design')
    """
    if group in _DESIGNED_ON:
        return "design"
    is_odd = hashlib.sha256(group.encode()).digest()[-1] % 2
    return "confirm" if is_odd else "design"


def listed(name: str) -> Listed:
    """Return a table with its group and its side.

    Examples
    --------
    >>> listed("vote-1")
    Listed(name='vote-1', group='vote', side='design', is_run=False)
    """
    group = _GROUP.get(name, name)
    return Listed(name, group, side_of(group), GROUPS.get(group, (name,))[0] == name)


def as_csv(n_rows: Mapping[str, int]) -> str:
    """Return the list of all tables that are large enough.

    Parameters
    ----------
    n_rows : mapping of str to int
        Number of rows by table name.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Listed._fields)
    found = (listed(name) for name in n_rows if n_rows[name] >= LEAST_ROWS)
    for one in sorted(found, key=lambda one: (one.side, one.group, not one.is_run, one.name)):
        writer.writerow([*one[:-1], "yes" if one.is_run else "no"])
    return text.getvalue()


def read_listed(path: Path = LISTED) -> list[Listed]:
    """Return the tables that the file of the repository lists."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [Listed(row["name"], row["group"], row["side"], row["is_run"] == "yes") for row in rows]


def tables_on(side: str, only: list[str] | None = None) -> list[str]:
    """Return the names of the tables that are run on a side, perhaps only those requested."""
    found = [one.name for one in read_listed() if one.side == side and one.is_run]
    for name in only or ():
        if name not in found:
            raise DataError(f"{name} is not run on the {side} side; choose of {', '.join(found)}")
    return [name for name in found if not only or name in only]

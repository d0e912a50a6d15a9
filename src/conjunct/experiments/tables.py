"""The public tables of the papers: what the papers call them, and how a file of them is found."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from conjunct.data import Kind, Table, column_names, read_table
from conjunct.errors import DataError, DataWarning
from conjunct.experiments.study import TableFacts

ENDINGS = (".arff", ".csv", ".tsv", ".tab", ".parquet", ".pq", ".names", ".data", ".txt")
"""Of files that a table is looked for in, in this order; text files may end in ``.gz`` too."""


@dataclass(frozen=True)
class PublicTable:
    """A table of a paper and what stands for it here.

    Parameters
    ----------
    published_as : str
        What the paper calls it.
    n_rows, n_classes, n_numeric, n_nominal : int
        As the paper lists them; where it does not, as the public file has them.
    missing : {"fails", "value"}
        What the studies take a missing cell for.
    openml : int or None
        Number of the data set on OpenML that holds the same rows; None if none is known.
    kinds : mapping of str to {"numeric", "nominal"}
        Columns that the paper types otherwise than the usual file; text such as ``30-39`` is
        read as the number that it starts with.
    stands_in_for : str or None
        The table of the paper that is not public and that this one replaces.
    notes : tuple of str
        Other differences from the paper's table.
    """

    published_as: str
    n_rows: int
    n_classes: int
    n_numeric: int
    n_nominal: int
    openml: int | None
    missing: Literal["fails", "value"] = "fails"
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    stands_in_for: str | None = None
    notes: tuple[str, ...] = ()


PUBLIC: dict[str, PublicTable] = {
    "breast-cancer-4c": PublicTable(
        "breast cancer",
        *(286, 2, 4, 5),
        openml=13,
        kinds=dict.fromkeys(("age", "tumor-size", "inv-nodes", "deg-malig"), "numeric"),
        notes=(
            "its published error fits no reading of the paper (about 32 % instead of 29 %): "
            "probably another version of the data; shown, not judged",
        ),
    ),
    "vote": PublicTable(
        "house voting",
        *(435, 2, 0, 16),
        openml=56,
        missing="value",
        notes=("a missing vote is a value of its own",),
    ),
    "lymph-18d": PublicTable(
        "lymphography",
        *(148, 4, 0, 18),
        openml=10,
        kinds=dict.fromkeys(("lym_nodes_dimin", "lym_nodes_enlar", "no_of_nodes_in"), "nominal"),
    ),
    "primary-tumor": PublicTable("primary tumor", *(339, 21, 0, 17), openml=171),
    "autos": PublicTable("auto insurance", *(205, 6, 14, 10), openml=9),
    "kr-vs-kp": PublicTable(
        "chess endgame",
        *(551, 2, 0, 39),
        openml=3,
        stands_in_for="chess endgame (551 rows, 39 attributes), which is not public",
        notes=("other data than the paper's: its numbers are not comparable",),
    ),
    "credit-a": PublicTable("credit approval", *(690, 2, 6, 9), openml=29),
    "glass": PublicTable("glass", *(214, 7, 9, 0), openml=41),
    "hepatitis": PublicTable("hepatitis", *(155, 2, 6, 13), openml=55),
    "diabetes": PublicTable("Pima diabetes", *(768, 2, 8, 0), openml=37),
    "promoters": PublicTable("promoters", *(106, 2, 0, 57), openml=164),
    "soybean": PublicTable("soybean", *(683, 19, 0, 35), openml=42),
    "breast-cancer": PublicTable("Breast", *(286, 2, 0, 9), openml=13),
    "echocardiogram": PublicTable("Echocardio", *(131, 2, 6, 1), openml=None),
    "cleveland-2": PublicTable("HeartC", *(303, 2, 6, 7), openml=None),
    "heart-h": PublicTable("HeartH", *(294, 2, 6, 7), openml=51),
    "lymph": PublicTable("Lympho", *(148, 4, 3, 15), openml=10),
    "hypothyroid": PublicTable("Thyroid", *(3772, 4, 6, 22), openml=57),
    **{
        f"monks-{number}-test": PublicTable(
            f"monks-{number}",
            *(432, 2, 0, 6),
            openml=None,
            notes=("the test part, which is the whole space: each row once, without noise",),
        )
        for number in (1, 2, 3)
    },
    "mushroom": PublicTable("mushroom", *(8124, 2, 0, 22), openml=24),
}
"""The twelve tables of Quinlan & Cameron-Jones (1995), in the order of their Table 1, those of
Domingos (1998) that are not among them, then further ones of our own studies. A missing cell is the
same to all studies."""


def find_table(name: str, data_dir: Path) -> Table | None:
    r"""Read a table from the folder that should hold it, None if there is no file of its name.

    The target is the last column. Notes of the reader stay in ``Table.notes``.

    Parameters
    ----------
    name : str
        Of the file, without its ending.
    data_dir : Path
        A folder of files that `conjunct.read_table` reads.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "loans.csv").write_text("income,status\n10,bad\n30,good\n")
    >>> find_table("loans", folder).target.levels
    ('bad', 'good')
    >>> find_table("vote", folder) is None
    True
    """
    path = _file_of(name, data_dir)
    if path is None:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return read_table(path, target=column_names(path)[-1])


def facts_of(name: str, table: Table) -> TableFacts:
    """Return what readers must know of a table, differences from the paper's own included."""
    public = PUBLIC.get(name)
    notes = [] if public is None else [*public.notes, *_differences(public, table)]
    return TableFacts(
        name=name,
        published_as=name if public is None else public.published_as,
        n_rows=table.n_rows,
        n_attributes=len(table.columns),
        n_classes=_n_classes(table),
        stands_in_for=None if public is None else public.stands_in_for,
        notes=(*notes, *table.notes),
    )


def _file_of(name: str, data_dir: Path) -> Path | None:
    if not data_dir.is_dir():
        raise DataError(f"there is no folder {data_dir}; name the one that holds the tables")
    names = (f"{name}{ending}{packed}" for ending in ENDINGS for packed in ("", ".gz"))
    return next((data_dir / one for one in names if (data_dir / one).is_file()), None)


def _differences(public: PublicTable, table: Table) -> list[str]:
    """Compare sizes with the paper's; a table that stands in differs by nature."""
    if public.stands_in_for is not None:
        return []
    n_numeric = sum(column.kind == "numeric" for column in table.columns)
    sizes = (
        ("rows", table.n_rows, public.n_rows),
        ("occurring classes", _n_classes(table), public.n_classes),
        ("numeric attributes", n_numeric, public.n_numeric),
        ("nominal attributes", len(table.columns) - n_numeric, public.n_nominal),
    )
    return [
        f"{here:,} {what}, the paper lists {there:,}"
        for what, here, there in sizes
        if here != there
    ]


def _n_classes(table: Table) -> int:
    if table.target is None:
        raise DataError(f"{table.name} has no target; read it with one to run a study on it")
    return len(np.unique(table.target.values))

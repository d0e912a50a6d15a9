"""The public tables of the papers: how the studies read them, and how a file of them is found."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from conjunct.data import Kind, Table, column_names, read_table
from conjunct.errors import DataError, DataWarning
from conjunct.experiments.published import Listed, Size
from conjunct.experiments.study import TableFacts

ENDINGS = (".arff", ".csv", ".tsv", ".tab", ".parquet", ".pq", ".names", ".data", ".txt")
"""Of files that a table is looked for in, in this order; text files may end in ``.gz`` too."""


@dataclass(frozen=True)
class PublicTable:
    """A public table and how the studies read it, whatever the papers call it.

    Parameters
    ----------
    n_rows : int
        Of the public file.
    openml : int or None
        Number of the data set on OpenML that holds the same rows; None if none is known.
    missing : {"fails", "value"}
        What the studies take a missing cell for.
    kinds : mapping of str to {"numeric", "nominal"}
        Columns that the papers type otherwise than the usual file; text such as ``30-39`` is
        read as the number that it starts with.
    notes : tuple of str
        What readers must know of the reading.
    """

    n_rows: int
    openml: int | None
    missing: Literal["fails", "value"] = "fails"
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


_OTHERS: dict[str, tuple[int, int | None]] = {
    "anneal": (898, 2),
    "arrhythmia": (452, 5),
    "audiology": (226, 7),
    "auto-mpg": (398, None),
    "balance-scale": (625, 11),
    "balloons": (20, None),
    "breast-w": (699, 15),
    "bridges2": (105, None),
    "car": (1728, 21),
    "cleveland": (303, None),
    "colic": (368, 27),
    "colic.ORIG": (368, 25),
    "column2C": (310, 1524),
    "contact-lenses": (24, None),
    "credit-g": (1000, 31),
    "flag": (194, None),
    "glass2": (163, None),
    "haberman": (306, 43),
    "hayes-roth": (132, None),
    "heart-switzerland": (123, None),
    "heart-va": (200, None),
    "hypothyroid-3163": (3163, None),
    "ionosphere": (351, 59),
    "iris": (150, 61),
    "labor": (57, 4),
    "liver-disorders": (345, None),
    "machine": (209, None),
    "monks-1": (556, 333),
    "monks-2": (601, 334),
    "monks-3": (554, 335),
    "mushroom": (8124, 24),
    "post-operative": (90, 34),
    "segment": (2310, 36),
    "sick-euthyroid": (3163, None),
    "solar-flare-1": (323, None),
    "solar-flare-2": (1066, None),
    "sonar": (208, 40),
    "spect": (267, 336),
    "splice": (3190, None),
    "tic-tac-toe": (958, 50),
    "titanic": (2201, None),
    "vote-1": (435, None),
    "vowel": (990, 307),
    "wine": (178, 187),
    "zoo": (101, None),
}
"""Tables that no paper describes: rows and OpenML number."""

PUBLIC: dict[str, PublicTable] = {
    "breast-cancer-4c": PublicTable(
        286,
        openml=13,
        kinds=dict.fromkeys(("age", "tumor-size", "inv-nodes", "deg-malig"), "numeric"),
    ),
    "vote": PublicTable(
        435, openml=56, missing="value", notes=("a missing vote is a value of its own",)
    ),
    "lymph-18d": PublicTable(
        148,
        openml=10,
        kinds=dict.fromkeys(("lym_nodes_dimin", "lym_nodes_enlar", "no_of_nodes_in"), "nominal"),
    ),
    "primary-tumor": PublicTable(339, openml=171),
    "autos": PublicTable(205, openml=9),
    "kr-vs-kp": PublicTable(3196, openml=3),
    "credit-a": PublicTable(690, openml=29),
    "glass": PublicTable(214, openml=41),
    "hepatitis": PublicTable(155, openml=55),
    "diabetes": PublicTable(768, openml=37),
    "promoters": PublicTable(106, openml=164),
    "soybean": PublicTable(683, openml=42),
    "breast-cancer": PublicTable(286, openml=13),
    "echocardiogram": PublicTable(131, openml=None),
    "cleveland-2": PublicTable(303, openml=None),
    "heart-h": PublicTable(294, openml=51),
    "lymph": PublicTable(148, openml=10),
    "hypothyroid": PublicTable(3772, openml=57),
    **{
        f"monks-{number}-test": PublicTable(
            432,
            openml=None,
            notes=("the test part, which is the whole space: each row once, without noise",),
        )
        for number in (1, 2, 3)
    },
    **{name: PublicTable(rows, openml=number) for name, (rows, number) in _OTHERS.items()},
}
"""The twelve tables of Quinlan & Cameron-Jones (1995), in the order of their Table 1, those of
Domingos (1998) that are not among them, then those of our other studies. A missing cell is the same
to all studies."""


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


def table_names(data_dir: Path) -> tuple[str, ...]:
    r"""Return the names of all tables in a folder, in the order of the alphabet.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> for name in ("loans.csv", "churn.names", "churn.data", "notes.pdf"):
    ...     _ = (folder / name).write_text("")
    >>> table_names(folder)
    ('churn', 'loans')
    """
    _check_folder(data_dir)
    names = set()
    for path in data_dir.iterdir():
        name = path.name.removesuffix(".gz")
        ending = next((one for one in ENDINGS if name.endswith(one)), None)
        if ending is not None and path.is_file():
            names.add(name.removesuffix(ending))
    return tuple(sorted(names))


def facts_of(name: str, table: Table, listed: Listed | None = None) -> TableFacts:
    """Return what readers must know of a table, differences from the paper's own included.

    Parameters
    ----------
    name : str
        Of the table.
    table : Table
        With a target.
    listed : Listed or None
        What the paper of the study says of it, if anything.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> facts_of("penguins", shipped_table(), Listed("Penguins", Size(350, 3, 5, 2))).notes
    ('344 rows, the paper lists 350',)
    """
    public = PUBLIC.get(name)
    listed = listed or Listed(name)
    return TableFacts(
        name=name,
        published_as=listed.name,
        n_rows=table.n_rows,
        n_attributes=len(table.columns),
        n_classes=_n_classes(table),
        stands_in_for=listed.stands_in_for,
        notes=(
            *listed.notes,
            *(public.notes if public else ()),
            *(_differences(listed.size, table) if listed.size else ()),
            *table.notes,
        ),
    )


def _check_folder(data_dir: Path) -> None:
    if not data_dir.is_dir():
        raise DataError(f"there is no folder {data_dir}; name the one that holds the tables")


def _file_of(name: str, data_dir: Path) -> Path | None:
    _check_folder(data_dir)
    names = (f"{name}{ending}{packed}" for ending in ENDINGS for packed in ("", ".gz"))
    return next((data_dir / one for one in names if (data_dir / one).is_file()), None)


def _differences(size: Size, table: Table) -> list[str]:
    """Compare the size of a table with the paper's."""
    n_numeric = sum(column.kind == "numeric" for column in table.columns)
    sizes = (
        ("rows", table.n_rows, size.n_rows),
        ("occurring classes", _n_classes(table), size.n_classes),
        ("numeric attributes", n_numeric, size.n_numeric),
        ("nominal attributes", len(table.columns) - n_numeric, size.n_nominal),
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

"""Where the tables of a study come from: a folder, OpenML, or what scikit-learn ships."""

from __future__ import annotations

import socket
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError

import numpy as np

from conjunct.data import Column, Kind, Table, read_table
from conjunct.errors import DataError
from conjunct.experiments.made_tables import made_table
from conjunct.experiments.tables import PUBLIC, find_table

# Sets that scikit-learn ships, by its own names. None of them is a table of a paper.
BUNDLED = ("iris", "wine", "breast_cancer")
PATIENCE = 20.0  # seconds without an answer from OpenML after which there is no network


@dataclass(frozen=True)
class Found:
    """The tables that a study can run on, with sentences on where they come from, or do not."""

    tables: tuple[tuple[str, Table], ...]
    absent: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def find_tables(names: Sequence[str], data_dir: Path | None = None, bundled: bool = True) -> Found:
    """Find tables by name: in a folder if one is given, else on OpenML, else in scikit-learn.

    No table is replaced silently: one that is not found is absent. The sets of scikit-learn are
    used if `bundled` allows it and there is nothing else. Made tables, as ``dnf-20``, need neither.
    """
    found = _in_folder(names, data_dir) if data_dir is not None else _elsewhere(names)
    if found.tables:
        return found
    if data_dir is not None:
        raise DataError(
            f"{data_dir} holds none of the tables {', '.join(names)}; "
            f"put files such as {names[0]}.arff or {names[0]}.csv there"
        )
    if not bundled:
        raise DataError(f"{'; '.join(found.notes)}; name a folder with --data-dir")
    note = (
        f"instead of them, scikit-learn's own sets {', '.join(BUNDLED)} are used: "
        "they are in no paper, so no published number stands beside them; "
        "name a folder of tables with --data-dir"
    )
    tables = tuple((name, bundled_table(name)) for name in BUNDLED)
    return Found(tables, found.absent, (*found.notes, note))


def bundled_table(name: str) -> Table:
    """Return a set that scikit-learn ships."""
    from sklearn import datasets

    data = getattr(datasets, f"load_{name}")()
    columns = dict(zip(data.feature_names, np.asarray(data.data).T, strict=True))
    labels = np.asarray(data.target_names)[data.target]
    return replace(read_table({**columns, "class": labels}, target="class"), name=name)


def retyped(table: Table, kinds: Mapping[str, Kind]) -> Table:
    """Change the kind of columns: bands such as ``30-39`` to their lower bound, numbers to text."""
    turn = {one.name for one in table.columns if kinds.get(one.name, one.kind) != one.kind}
    columns = (_turned(one) if one.name in turn else one for one in table.columns)
    return replace(table, columns=tuple(columns))


def _turned(column: Column) -> Column:
    if column.kind == "nominal":
        bounds = [float(level.partition("-")[0]) for level in column.levels]
        return Column(column.name, "numeric", np.array([*bounds, np.nan])[column.values])
    numbers = np.unique(column.values[~np.isnan(column.values)])
    codes = np.where(np.isnan(column.values), -1, np.searchsorted(numbers, column.values))
    levels = tuple(f"{number:g}" for number in numbers)
    return Column(column.name, "nominal", codes.astype(np.int32), levels)


def _in_folder(names: Sequence[str], data_dir: Path) -> Found:
    tables = {name: made_table(name) or find_table(name, data_dir) for name in names}
    absent = tuple(name for name, table in tables.items() if table is None)
    notes = (f"{data_dir} does not hold {', '.join(absent)}",) if absent else ()
    here = tuple((name, table) for name, table in tables.items() if table is not None)
    return Found(here, absent, notes)


def _elsewhere(names: Sequence[str]) -> Found:
    """Take what scikit-learn ships by its name, and ask OpenML for the public tables."""
    tables, notes, offline = {}, [], ""
    for name in names:
        at_hand = bundled_table(name) if name in BUNDLED else made_table(name)
        try:
            if at_hand is None and (offline or name not in PUBLIC):
                raise DataError(offline or f"{name} is no public table")
            tables[name] = at_hand or _from_openml(name)
        except ImportError:
            offline = "reading from OpenML needs pandas: pip install 'conjunct[frames]'"
            notes.append(offline)
        except (URLError, TimeoutError, ConnectionError) as error:
            offline = f"OpenML cannot be reached ({getattr(error, 'reason', error)})"
            notes.append(offline)
        except DataError as error:
            notes.append(str(error))
    absent = tuple(name for name in names if name not in tables)
    if absent:
        notes.append(f"not found: {', '.join(absent)}")
    return Found(tuple(tables.items()), absent, tuple(dict.fromkeys(notes)))


def _from_openml(name: str) -> Table:
    """Download a table, or take it from scikit-learn's cache; refuse one of another size."""
    from sklearn.datasets import fetch_openml

    public = PUBLIC[name]
    if public.openml is None:
        raise DataError(f"OpenML does not have {name} as the studies use it; name a folder of it")
    try:
        with _impatient(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            data: Any = fetch_openml(data_id=public.openml, as_frame=True, n_retries=1, delay=0.1)
            table = read_table(data.frame, target=data.target_names[0])
    except HTTPError as error:
        raise DataError(f"OpenML does not give {name} (number {public.openml}): {error}") from None
    if table.n_rows != public.n_rows:
        sizes = f"{table.n_rows:,} rows instead of {public.n_rows:,}"
        raise DataError(f"number {public.openml} of OpenML is not {name}: {sizes}")
    return replace(retyped(table, public.kinds), name=name)


@contextmanager
def _impatient() -> Iterator[None]:
    """Give up on connections that do not answer; scikit-learn would wait for ever."""
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(PATIENCE)
    try:
        yield
    finally:
        socket.setdefaulttimeout(before)

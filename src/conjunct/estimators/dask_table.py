"""Dask frames: their parts are read, summarised and coded on the workers where they lie."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets

from conjunct.count.dask_engine import DaskEngine, answers, client_of
from conjunct.count.dask_rows import DaskRows
from conjunct.data import Column, Kind, Table
from conjunct.data.frame import is_dask_frame
from conjunct.data.identifiers import without_identifiers
from conjunct.data.part import agreed, part_table, read_part
from conjunct.data.values import value_text
from conjunct.encode import Cuts, NumericSummary, TableSummary, code_table, make_coding, summarise
from conjunct.encode.coding import Missing
from conjunct.encode.repetition import can_repeat, repeated
from conjunct.errors import ConjunctError, DataError, DataWarning
from conjunct.estimators.class_labels import class_labels, target_name
from conjunct.estimators.dask_weights import WEIGHTS, is_column, require_same_parts, weighing
from conjunct.types import AnyArray, Floats, Rows

ANSWERS = "classes to be learned \N{WHITE RIGHT POINTING INDEX}"
"""A column of classes beside the attributes; no table has a column of that name."""


@dataclass(frozen=True, eq=False)
class DaskTable(Table):
    """A table whose rows are on the workers of a Dask cluster.

    Its columns have names, kinds and levels, and no values.

    Parameters
    ----------
    client : distributed.Client
        Of the cluster.
    parts : tuple of Future
        Tables with all columns and the target, a part of the rows each.
    sizes : tuple of int
        Number of rows of each part.
    """

    client: Any = None
    parts: tuple[Any, ...] = ()
    sizes: tuple[int, ...] = ()

    def coded(
        self,
        missing: Missing,
        max_codes: int,
        cuts: Cuts | None,
        also: Cuts | None,
        largest_first: bool = False,
    ) -> DaskRows:
        """Code the rows where they are: summaries come here, what codes mean goes back."""
        client = self.client
        parts = client.map(_chosen, self.parts, [self.names] * len(self.parts), pure=False)
        if self.weights is not None:
            parts = client.map(_weighing, parts, self.by_parts(self.weights), pure=False)
        summary = _merged(client, client.map(summarise, parts, pure=False))
        coding = make_coding(summary, missing, max_codes, cuts, also, largest_first)
        coded = client.map(code_table, parts, [coding] * len(parts), pure=False)
        are_weighted = self.weights is not None and not can_repeat(self.weights)
        if self.weights is not None and not are_weighted:
            coded = client.map(repeated, coded, pure=False)
        return DaskRows.of(client, coded, coding.columns, coding.classes, are_weighted)

    def take(self, rows: Rows | AnyArray) -> DaskTable:
        """Return the given rows, which must be in rising order."""
        assert self.target is not None
        starts = np.cumsum(self.sizes) - self.sizes
        pieces = np.split(rows, np.searchsorted(rows, starts[1:]))
        own = [piece - start for piece, start in zip(pieces, starts.tolist(), strict=True)]
        return replace(
            self,
            parts=tuple(self.client.map(Table.take, self.parts, own, pure=False)),
            sizes=tuple(map(len, own)),
            n_rows=len(rows),
            target=self.target.take(rows),
            weights=None if self.weights is None else self.weights[rows],
        )

    def by_parts(self, values: AnyArray) -> list[AnyArray]:
        """Divide numbers of all rows as the rows are divided."""
        return np.split(values, np.cumsum(self.sizes)[:-1])

    def from_parts(
        self, function: Callable[..., Any], *given: Any, each: Sequence[Any] | None = None
    ) -> list[Any]:
        """Return what a function makes of every part, and of one of `each` where there are some."""
        same = [[one] * len(self.parts) for one in given]
        own = [] if each is None else [each]
        futures = self.client.map(function, self.parts, *same, *own, pure=False)
        return answers(self.client, futures)


def cluster_of(X: Any, engine: Any) -> Any:
    """Return the client of the cluster where the rows of a Dask frame are; None for other rows.

    Without a client the rows are brought here, unless an engine on a cluster is asked for.
    """
    if not is_dask_frame(X):
        return None
    is_asked = engine == "dask" or isinstance(engine, DaskEngine)
    try:
        return client_of(engine.client if isinstance(engine, DaskEngine) else None)
    except ConjunctError:
        if is_asked:
            raise
        return None


def dask_table(
    X: Any,
    y: Any,
    client: Any,
    categorical: Callable[[list[str]], Iterable[str]],
    sample_weight: Any = None,
) -> tuple[DaskTable, AnyArray]:
    """Read a Dask frame part by part; return it with its target, and the classes.

    Parameters
    ----------
    X : dask.dataframe.DataFrame
        The attributes.
    y : dask.dataframe.Series
        The classes, divided as `X` is.
    client : distributed.Client
        Of the cluster.
    categorical : callable
        Returns which of the columns are nominal whatever they hold.
    sample_weight : dask.dataframe.Series, Dask array, array or None
        How much each row counts. The weights of all rows come here.
    """
    frames, targets, weights = _parts(X, y, sample_weight, client)
    names = [str(name) for name in X.columns]
    keep: dict[str, Kind] = dict.fromkeys(categorical(names), "nominal")
    n_parts = len(frames)
    labels = client.map(class_labels, targets, pure=False)
    classes = _classes(answers(client, client.map(np.unique, labels, pure=False)))
    read = client.map(read_part, frames, [keep] * n_parts, range(n_parts), pure=False)
    seen = answers(client, client.map(operator.attrgetter("seen"), read, pure=False))
    what = agreed(names, seen, keep)
    orders = _declared(X)
    tables = client.map(part_table, read, frames, [what] * n_parts, [orders] * n_parts, pure=False)
    given = [classes] * n_parts, [target_name(y)] * n_parts
    tables = client.map(_with_target, tables, labels, *given, pure=False)
    summary = _merged(client, client.map(summarise, tables, pure=False))
    table = _described(summary, tables, target_name(y), client)
    table = _without_identifiers(replace(table, notes=what.notes), summary, keep)
    return (table if sample_weight is None else weighing(table, weights)), classes


def _parts(X: Any, y: Any, weights: Any, client: Any) -> tuple[list[Any], list[Any], Any]:
    """Return futures of the parts of attributes and classes, and of a column of weights.

    All are computed as one frame: Dask may divide them differently when it computes them apart.
    Weights that are no column of a frame are returned as they are.
    """
    if not hasattr(y, "to_delayed") or (hasattr(y, "columns") and len(y.columns) != 1):
        raise DataError("y must be a column of a Dask frame, as X is; both divided alike")
    if X.npartitions != y.npartitions:
        raise DataError(
            f"X has {X.npartitions} parts and y has {y.npartitions}; take both from one Dask frame"
        )
    more = {ANSWERS: y}
    if is_column(weights):
        more[WEIGHTS] = require_same_parts(X, weights)
    parts = client.compute(X.assign(**more).to_delayed())
    if is_column(weights):
        weights = client.map(operator.itemgetter(WEIGHTS), parts, pure=False)
    return (
        client.map(_without, parts, [list(more)] * len(parts), pure=False),
        client.map(operator.itemgetter(ANSWERS), parts, pure=False),
        weights,
    )


def _without(frame: Any, columns: list[str]) -> Any:
    return frame.drop(columns=columns)


def _classes(found: Sequence[AnyArray]) -> AnyArray:
    """Return the classes of all parts; refuse what cannot be classes."""
    some = [one for one in found if len(one)]
    if not some:
        raise DataError("the table has no rows")
    if len({one.dtype.kind in "OUS" for one in some}) > 1:
        raise DataError("y mixes texts and numbers in its parts; give labels of one type")
    classes: AnyArray = np.unique(np.concatenate(some))
    check_classification_targets(classes)
    return classes


def _declared(X: Any) -> dict[str, list[str]]:
    """Return the levels of categorical columns, where all parts know them."""
    found = {}
    for name, dtype in X.dtypes.items():
        categories = getattr(dtype, "categories", None)
        if categories is not None and getattr(X[name].cat, "known", False):
            found[str(name)] = [value_text(one).strip() for one in categories]
    return found


def _with_target(table: Table, labels: AnyArray, classes: AnyArray, name: str) -> Table:
    if len(labels) != table.n_rows:
        raise DataError(
            f"{table.name} has {table.n_rows:,} rows of X and {len(labels):,} of y; take both "
            "from one Dask frame"
        )
    codes = np.searchsorted(classes, labels).astype(np.int32)
    levels = tuple(str(label) for label in classes.tolist())
    return replace(table, target=Column(name, "nominal", codes, levels))


def _chosen(table: Table, names: Sequence[str]) -> Table:
    """Return a table with some of its columns."""
    return replace(table, columns=tuple(table.column(name) for name in names))


def _merged(client: Any, summaries: list[Any]) -> TableSummary:
    """Add summaries up on the workers, two and two, and bring the sum here."""
    while len(summaries) > 1:
        pairs = zip(summaries[::2], summaries[1::2], strict=False)
        added = [client.submit(operator.add, *pair, pure=False) for pair in pairs]
        summaries = [*added, *summaries[len(added) * 2 :]]
    merged: TableSummary = answers(client, summaries)[0]
    return merged


def _described(summary: TableSummary, tables: Sequence[Any], target: str, client: Any) -> DaskTable:
    columns = []
    for (name, kind), one in zip(summary.described, summary.columns, strict=True):
        levels: tuple[str, ...] = ()
        if not isinstance(one, NumericSummary):
            levels = tuple(v for v, n in zip(one.levels, one.counts, strict=True) if n)
        columns.append(Column(name, kind, np.empty(0, np.int32), levels))
    classes = Column(target, "nominal", np.empty(0, np.int32), summary.target.levels)
    return DaskTable(
        tuple(columns),
        classes,
        name="the table",
        n_rows=summary.n_rows,
        client=client,
        parts=tuple(tables),
    )


def _without_identifiers(table: DaskTable, summary: TableSummary, keep: Iterable[str]) -> DaskTable:
    """Leave out columns that can only name rows, and warn of all that was left out."""
    columns = []
    for column, one in zip(table.columns, summary.columns, strict=True):
        n_known = int(one.counts.sum())
        if not isinstance(one, NumericSummary):
            columns.append(replace(column, values=np.broadcast_to(np.int32(0), n_known)))
            continue
        values: Floats = one.low if one.counts.max(initial=0) <= 1 else np.zeros(n_known)
        if one.level and _may_number_rows(one):
            values = np.concatenate(table.from_parts(_values, column.name))
        columns.append(replace(column, values=values))
    stand_in = Table(tuple(columns), notes=table.notes, n_rows=table.n_rows)
    learnable = without_identifiers(stand_in, keep=list(keep))
    for note in learnable.notes:
        warnings.warn(note, DataWarning, stacklevel=6)
    kept = set(learnable.names)
    if not kept:
        raise DataError("the table has no attribute that can be learned from")
    columns = [column for column in table.columns if column.name in kept]
    return replace(table, columns=tuple(columns), notes=learnable.notes)


def _may_number_rows(one: NumericSummary) -> bool:
    """Tell whether numbers that are summarised in buckets may all be whole and different."""
    ends = np.concatenate((one.low, one.high))
    is_whole = bool((ends == np.floor(ends)).all())
    return is_whole and float(ends.max() - ends.min()) >= float(one.counts.sum() - 1)


def _weighing(table: Table, weights: Floats) -> Table:
    return replace(table, weights=weights)


def _values(table: Table, name: str) -> AnyArray:
    return table.column(name).values

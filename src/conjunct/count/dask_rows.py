"""Rows that were coded on the workers of a Dask cluster and stay there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from conjunct.count.content_order import Content, content_of, content_ranks
from conjunct.count.dask_engine import DaskEngine, Rows, answers, lying
from conjunct.count.engines import LocalName
from conjunct.count.partitioned import PartitionedEngine
from conjunct.encode import CodedColumn, CodedTable
from conjunct.errors import ConjunctError
from conjunct.types import Floats


@dataclass(frozen=True, eq=False)
class DaskRows:
    """Coded rows on the workers of a Dask cluster, and what a learner needs to know about them.

    Dask makes lost parts again. `content` has the classes and hashes of all rows, gathered from the
    parts: a class and eight bytes per row. `weights` are in its order; None if every row counts as
    1.
    """

    client: Any
    parts: tuple[Any, ...]
    columns: tuple[CodedColumn, ...]
    classes: tuple[str, ...]
    content: Content
    weights: Floats | None = None

    @classmethod
    def of(
        cls,
        client: Any,
        parts: Sequence[Any],
        columns: tuple[CodedColumn, ...],
        classes: tuple[str, ...],
        are_weighted: bool = False,
    ) -> DaskRows:
        """Rank rows by their content: hashes are gathered from the parts, and ranks sent back."""
        found = answers(client, client.map(content_of, parts, pure=False))
        labels = np.concatenate([one.labels for one in found])
        words = np.concatenate([one.words for one in found])
        order = np.argsort(labels, kind="stable")
        content = Content(labels[order], words[order])
        ranks = np.empty(len(labels), np.int32)
        weights = None
        if are_weighted:
            own = answers(client, client.map(attrgetter("weights"), parts, pure=False))
            weights = np.concatenate(own)[order]
        ranks[order] = content_ranks(content, weights)
        ends = np.cumsum([len(one.labels) for one in found])[:-1]
        ranked = client.map(_with_ranks, parts, np.split(ranks, ends), pure=False)
        return cls(client, tuple(ranked), columns, classes, content, weights)

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.content.labels)

    def with_classes(self, order: Sequence[int]) -> DaskRows:
        """Return the same rows with the classes in another order; `order` has their numbers."""
        parts = self.client.map(
            partial(CodedTable.with_classes, order=list(order)), self.parts, pure=False
        )
        labels = np.argsort(order).astype(self.content.labels.dtype)[self.content.labels]
        rows = np.argsort(labels, kind="stable")
        content = Content(labels[rows], self.content.words[rows])
        return replace(
            self,
            parts=tuple(parts),
            classes=tuple(self.classes[one] for one in order),
            content=content,
            weights=None if self.weights is None else self.weights[rows],
        )

    def gathered(self) -> CodedTable:
        """Gather all coded rows in this process: one or two bytes per cell."""
        return CodedTable.joined(answers(self.client, self.parts))

    def engine(self, engine: Any) -> PartitionedEngine:
        """Return an engine over the rows where they are; `engine` says how each part is counted."""
        maker = dask_engine_of(engine)
        places = lying(self.client, self.parts)
        rows: list[tuple[str, Rows]] = [
            (worker, partial(_same, own)) for worker, own in places.items()
        ]
        return maker.over(self.client, rows, self.columns, len(self.classes))


def dask_engine_of(engine: Any) -> DaskEngine:
    """Return the engine for the rows of a Dask frame, from a name or a `DaskEngine`."""
    if isinstance(engine, DaskEngine):
        return engine
    names: dict[str, LocalName] = {
        "auto": "auto",
        "dask": "auto",
        "numpy": "numpy",
        "local": "local",
    }
    if isinstance(engine, str) and engine in names:
        return DaskEngine(engine=names[engine])
    raise ConjunctError(
        "the rows of a Dask frame are counted where they are; give engine='dask', another name, "
        "or DaskEngine(client)"
    )


def _same(futures: list[Any], worker: str) -> list[Any]:
    """Return the rows of a part: Dask moves them to the worker."""
    return futures


def _with_ranks(table: CodedTable, ranks: npt.NDArray[np.int32]) -> CodedTable:
    return replace(table, ranks=ranks)

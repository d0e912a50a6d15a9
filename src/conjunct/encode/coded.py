"""A table as integer codes, column by column, and how codes become readable conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

import numpy as np
import numpy.typing as npt

from conjunct import rooms
from conjunct.data.table import Kind
from conjunct.encode.cuts import Bins, shortest_between
from conjunct.types import AnyArray, Floats

Reading = tuple[str, str, str | float | None]
"""A readable condition: attribute, operator and value; None stands for "missing"."""


@dataclass(frozen=True, eq=False)
class CodedColumn:
    """The meaning of the codes of one column. The code `n_codes` stands for "missing".

    Parameters
    ----------
    name : str
        Name of the attribute.
    attribute : int
        Number of the attribute; two coded columns may belong to one attribute.
    kind : {"numeric", "nominal"}
        Codes of numeric columns are ordered.
    n_codes : int
        Number of known codes.
    bins : Bins or None
        Lowest and highest training value of each code of a numeric column; or the cut points
        around it, if these were given.
    levels : tuple
        Readable value of each code of a nominal column; None stands for "missing" if
        missing values count as a value.
    presence : bool
        True for the second column of a numeric attribute: code 0 is missing, 1 is known.
    """

    name: str
    attribute: int
    kind: Kind
    n_codes: int
    bins: Bins | None = None
    levels: tuple[str | None, ...] = ()
    presence: bool = False

    def threshold(self, code: int) -> float:
        """Return the printed number that separates `code` from the code after it.

        It is a whole number if all values are whole: 28 separates 28 from 29 in ``x <= 28``.

        Examples
        --------
        >>> ages = np.array([28.0, 29.0, 32.0])
        >>> age = CodedColumn("age", 0, "numeric", 3, Bins(ages, ages))
        >>> age.threshold(0), age.threshold(1)
        (28.0, 30.0)
        """
        if code not in self._thresholds:
            assert self.bins is not None
            low, high = float(self.bins.high[code]), float(self.bins.low[code + 1])
            is_near = high - low <= 1 and self._is_whole
            self._thresholds[code] = low if is_near else shortest_between(low, high)
        return self._thresholds[code]

    @cached_property
    def _thresholds(self) -> dict[int, float]:
        """The thresholds that were asked for: many rules share them."""
        return {}

    @cached_property
    def _is_whole(self) -> bool:
        assert self.bins is not None
        return all((ends == np.rint(ends)).all() for ends in self.bins)

    def read(self, op: str, code: int) -> Reading:
        """Return the readable form of a condition on codes."""
        if self.kind == "numeric":
            return self.name, op, self.threshold(code)
        if self.presence:
            return self.name, "=" if (code == 0) == (op == "=") else "!=", None
        return self.name, op, self.levels[code]

    def code_of(self, value: str | float | None) -> int:
        """Return the code whose conditions have this value in their readable form.

        Examples
        --------
        >>> ages = Bins(np.array([18.0, 25.0, 40.0]), np.array([24.0, 39.0, 70.0]))
        >>> age = CodedColumn("age", 0, "numeric", 3, ages)
        >>> [age.code_of(age.threshold(code)) for code in (0, 1)]
        [0, 1]
        """
        if self.presence:
            return 0
        if self.kind == "nominal":
            return self.levels.index(cast("str | None", value))
        assert self.bins is not None
        return int(np.searchsorted(self.bins.high, cast(float, value), side="right")) - 1


@dataclass(frozen=True, eq=False)
class CodedTable:
    """The codes of all attributes, and the class of every row. Rows are ordered by class.

    Parameters
    ----------
    columns : tuple of CodedColumn
        The coded columns, in the order of the attributes.
    narrow, wide : ndarray
        The codes; each row of an array is a column of the table. Codes have one byte if all codes
        and "missing" fit, else two.
    place : ndarray of int32
        Column ``c`` is ``narrow[place[c]]``, or ``wide[-1 - place[c]]`` if its place is negative.
    labels : ndarray
        Class number of every row; one byte up to 255 classes.
    classes : tuple of str
        Names of the classes.
    ranks : ndarray of int32
        Position of each row among the rows of its class in the whole data, from 0, in the original
        order of the rows. A part of the data keeps the ranks of the whole.
    weights : ndarray of float or None
        Weight of each row; None if each row counts once.
    """

    columns: tuple[CodedColumn, ...]
    narrow: npt.NDArray[np.uint8]
    wide: npt.NDArray[np.uint16]
    place: npt.NDArray[np.int32]
    labels: AnyArray
    classes: tuple[str, ...]
    ranks: npt.NDArray[np.int32]
    weights: Floats | None = None

    def __post_init__(self) -> None:
        """Check the lengths and the order of the rows: engines treat a class as a range of rows."""
        weights = self.labels if self.weights is None else self.weights
        lengths = (self.narrow.shape[1], self.wide.shape[1], len(self.ranks), len(weights))
        if any(length != self.n_rows for length in lengths):
            raise ValueError(
                f"labels of {self.n_rows} rows need as many narrow and wide codes, ranks and "
                f"weights, not {lengths}"
            )
        if np.any(self.labels[1:] < self.labels[:-1]):
            raise ValueError("the rows of a coded table must be in the order of their class")

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.labels)

    @property
    def n_columns(self) -> int:
        """Number of coded columns."""
        return len(self.columns)

    @property
    def nbytes(self) -> int:
        """Number of bytes of the codes and the classes."""
        return int(self.narrow.nbytes + self.wide.nbytes + self.labels.nbytes)

    def take(self, rows: AnyArray) -> CodedTable:
        """Return the rows with given numbers, in ascending order, or those whose flag is true."""
        return replace(
            self,
            narrow=_columns_taken(self.narrow, rows),
            wide=_columns_taken(self.wide, rows),
            labels=self.labels[rows],
            ranks=self.ranks[rows],
            weights=None if self.weights is None else self.weights[rows],
        )

    @classmethod
    def joined(cls, parts: Sequence[CodedTable]) -> CodedTable:
        """Return the rows of several parts with the same coding, ordered by class."""
        first, *others = parts
        if not others:
            return first
        labels = np.concatenate([part.labels for part in parts])
        order = np.argsort(labels, kind="stable")
        weights = [part.weights for part in parts if part.weights is not None]
        return replace(
            first,
            labels=labels[order],
            narrow=np.concatenate([part.narrow for part in parts], axis=1)[:, order],
            wide=np.concatenate([part.wide for part in parts], axis=1)[:, order],
            ranks=np.concatenate([part.ranks for part in parts])[order],
            weights=np.concatenate(weights)[order] if weights else None,
        )

    def with_classes(self, order: Sequence[int]) -> CodedTable:
        """Return the same rows with the classes in another order; `order` has their numbers."""
        if list(order) == sorted(order):
            return self
        ends = np.searchsorted(self.labels, np.arange(len(order) + 1))
        blocks = [slice(*ends[one : one + 2].tolist()) for one in order]
        sizes = np.diff(ends)[list(order)]
        return replace(
            self,
            labels=np.arange(len(order), dtype=self.labels.dtype).repeat(sizes),
            classes=tuple(self.classes[one] for one in order),
            narrow=_regrouped(self.narrow, blocks),
            wide=_regrouped(self.wide, blocks),
            ranks=_regrouped(self.ranks, blocks),
            weights=None if self.weights is None else _regrouped(self.weights, blocks),
        )

    def codes(self, column: int) -> AnyArray:
        """Return the codes of one column."""
        place = int(self.place[column])
        codes: AnyArray = self.narrow[place] if place >= 0 else self.wide[-1 - place]
        return codes


def _columns_taken(codes: AnyArray, rows: AnyArray) -> AnyArray:
    """Return ``codes[:, rows]``, column by column."""
    rows = np.flatnonzero(rows) if rows.dtype == np.bool_ else rows
    made = rooms.empty((len(codes), len(rows)), codes.dtype)
    for own, out in zip(codes, made, strict=True):
        np.take(own, rows, out=out)
    return made


def _regrouped(values: AnyArray, blocks: Sequence[slice]) -> AnyArray:
    """Return the values of rows, rearranged block by block."""
    made = rooms.empty(values.shape, values.dtype)
    start = 0
    for block in blocks:
        end = start + block.stop - block.start
        made[..., start:end] = values[..., block]
        start = end
    return made

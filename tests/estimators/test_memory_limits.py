"""Memory limits: learners put large tables into files, and refuse tables too large for that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from tests.estimators.test_any_table import LEARNERS

from conjunct import RuleTreeClassifier, read_table, rooms
from conjunct.count import NumpyEngine
from conjunct.data import Column, Table, size
from conjunct.errors import DataError
from conjunct.estimators.memory_limits import columns_at_once
from conjunct.rooms import on_disk
from conjunct.threads import MANY_CELLS

X, Y = np.arange(40.0).reshape(20, 2) % 7, np.arange(20) % 3 == 0
ROOM = 1_000 + 20 * (size.MAPPED_ROW + 1)
"""A limit in bytes that is enough with arrays in files, but not in memory."""


@pytest.fixture
def mapped() -> Iterator[list[bool]]:
    """Record, for every array with one entry per row, whether it was put into a file."""
    made: list[bool] = []
    empty = rooms.empty

    def watched(shape: object, dtype: object) -> object:
        made.append(rooms.is_on_disk())
        return empty(shape, dtype)  # type: ignore[arg-type]

    with patch.object(size, "BASE", 1_000), patch.object(rooms, "empty", watched):
        yield made


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_puts_a_large_table_into_files(name: str, mapped: list[bool]) -> None:
    learner = clone(LEARNERS[name]).set_params(promises=False)
    whole = learner.fit(X, Y).rules_
    assert not any(mapped)
    mapped.clear()
    within = clone(learner).set_params(memory_limit=ROOM).fit(X, Y).rules_
    assert mapped
    assert all(mapped)
    assert within == whole
    assert not rooms.is_on_disk()


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_refuses_what_is_too_large_even_so(name: str) -> None:
    learner = clone(LEARNERS[name]).set_params(memory_limit="100MB")
    with pytest.raises(DataError, match="at least 400 MB of memory are needed; raise memory_limit"):
        learner.fit(X, Y)
    with pytest.raises(DataError, match="the table has about 20 rows of 2 columns"):
        learner.fit(X.tolist(), Y)
    with pytest.raises(DataError, match="the table has about 20 rows of 2 columns"):
        learner.fit(pd.DataFrame(X), Y)


@pytest.mark.parametrize("limit", ["much", "-1GB", 0, -5, 1.5, True, "0", "9" * 400])
def test_what_is_no_size_is_refused(limit: object) -> None:
    with pytest.raises(ValueError, match=r"must be a number of bytes, a text such as '2GB'"):
        RuleTreeClassifier(memory_limit=limit).fit(X, Y)  # type: ignore[arg-type]


def test_a_limit_that_is_not_reached_changes_nothing(mapped: list[bool]) -> None:
    RuleTreeClassifier(memory_limit="2GB").fit(X, Y)
    assert not any(mapped)


def test_array_operations_cannot_keep_arrays_in_files(mapped: list[bool]) -> None:
    with pytest.raises(DataError, match="use engine='mapped', or raise memory_limit"):
        RuleTreeClassifier(memory_limit=ROOM, engine="numpy").fit(X, Y)


def test_engines_that_are_given_keep_rows_where_they_like(mapped: list[bool]) -> None:
    RuleTreeClassifier(memory_limit=ROOM, engine=NumpyEngine).fit(X, Y)
    assert not any(mapped)


def test_files_are_judged_before_they_are_read(tmp_path: Path, mapped: list[bool]) -> None:
    path = tmp_path / "rows.csv"
    pd.DataFrame({"a": X[:, 0], "b": X[:, 1], "y": Y}).to_csv(path, index=False)
    within = RuleTreeClassifier(memory_limit=ROOM).fit(path, "y").rules_
    assert mapped
    assert all(mapped)
    assert within == RuleTreeClassifier().fit(path, "y").rules_
    with pytest.raises(DataError, match=r"rows.csv has about 20 rows of 3 columns"):
        RuleTreeClassifier(memory_limit=1_500).fit(path, "y")
    table = read_table(path, target="y")
    with pytest.raises(DataError, match=r"rows.csv has about 20 rows of 2 columns"):
        RuleTreeClassifier(memory_limit=1_500).fit_table(table)


def test_columns_are_worked_on_side_by_side_where_there_is_memory(tmp_path: Path) -> None:
    column = Column("x", "numeric", np.zeros(MANY_CELLS))
    table, few = Table((column,)), Table((column.take(np.arange(9)),))
    assert [columns_at_once(table, n_jobs) for n_jobs in (None, 1, 3)] == [1, 1, 3]
    assert columns_at_once(few, 3) == 1
    with on_disk(tmp_path):
        assert columns_at_once(table, 3) == 1

"""What may count the rows of a Dask frame."""

from __future__ import annotations

from typing import Any

import pytest

from conjunct.count.partitioned import Partitioned
from conjunct.errors import ConjunctError

pytest.importorskip("distributed", reason="distributed is not installed")
from conjunct.count.dask_engine import DaskEngine
from conjunct.count.dask_rows import dask_engine_of


@pytest.mark.parametrize(
    ("name", "local"),
    [("auto", "auto"), ("dask", "auto"), ("numpy", "numpy"), ("local", "local")],
)
def test_a_name_says_what_counts_each_part(name: str, local: str) -> None:
    assert dask_engine_of(name) == DaskEngine(engine=local)


def test_an_engine_of_dask_counts_as_it_is() -> None:
    engine = DaskEngine(engine="numpy")
    assert dask_engine_of(engine) is engine


@pytest.mark.parametrize("engine", ["mapped", "", Partitioned(2, "numpy"), None], ids=str)
def test_what_needs_the_rows_here_is_refused_in_one_sentence(engine: Any) -> None:
    with pytest.raises(ConjunctError, match="of a Dask frame are counted where they are; give"):
        dask_engine_of(engine)

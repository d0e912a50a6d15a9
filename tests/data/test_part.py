"""Parts of a frame that are read apart and agree on their columns."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from conjunct.data.part import Agreed, agreed, part_table, read_part
from conjunct.errors import DataError


def read(frames: list[pd.DataFrame], keep: tuple[str, ...] = ()) -> Agreed:
    kinds = dict.fromkeys(keep, "nominal")
    parts = [read_part(frame, kinds, number) for number, frame in enumerate(frames)]
    return agreed(list(frames[0].columns), [part.seen for part in parts], keep)


def mixed(*values: object) -> pd.DataFrame:
    return pd.DataFrame({"a": pd.Series(values, dtype=object)})


@pytest.mark.parametrize(
    ("one", "two", "kind"),
    [
        (mixed(1, 2), mixed(3.5), "numeric"),
        (mixed(1, 2), mixed("x"), "nominal"),
        (mixed(1, 2), mixed(None, None), "numeric"),
        (mixed("x"), mixed(None, None), "nominal"),
        (mixed("x"), mixed(), "nominal"),
        (mixed(), mixed(4), "numeric"),
    ],
)
def test_parts_agree_on_a_kind(one: pd.DataFrame, two: pd.DataFrame, kind: str) -> None:
    what = read([one, two])
    assert what.kinds == {"a": kind}
    for number, frame in enumerate((one, two)):
        column = part_table(read_part(frame, {}, number), frame, what, {}).columns[0]
        assert (column.kind, len(column)) == (kind, len(frame))
        assert column.n_missing == frame["a"].isna().sum()


def test_numbers_of_a_nominal_column_are_written_as_in_one_piece() -> None:
    one, two = mixed(1, 2.5), mixed("x")
    table = part_table(read_part(one, {}, 0), one, read([one, two]), {})
    assert table.columns[0].levels == ("1", "2.5")


def test_what_no_part_can_be_learned_from_is_left_out_with_a_note() -> None:
    frame = pd.DataFrame({"a": [1.0], "b": [None], "c": pd.to_datetime(["2020-01-01"])})
    what = read([frame, frame])
    assert what.kinds == {"a": "numeric"}
    assert [note.split(":")[0] for note in what.notes] == ["Left out 'b'", "Left out 'c'"]


def test_a_column_that_is_to_stay_is_nominal() -> None:
    assert read([pd.DataFrame({"a": [1, 2]})], keep=("a",)).kinds == {"a": "nominal"}


def test_written_numbers_are_refused() -> None:
    with pytest.raises(DataError, match="'a' holds numbers that are written as text"):
        read([mixed("1.234,50", "2,5"), mixed("x")])


def test_declared_levels_keep_their_order() -> None:
    sizes = pd.Categorical(["high", None, "low"], categories=["low", "middle", "high"])
    frame = pd.DataFrame({"size": sizes})
    order = {"size": ["low", "middle", "high"]}
    column = part_table(read_part(frame, {}, 0), frame, read([frame]), order).columns[0]
    assert column.levels == ("low", "middle", "high")
    np.testing.assert_array_equal(column.values, [2, -1, 0])

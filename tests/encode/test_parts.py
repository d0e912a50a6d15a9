"""Parts of a table, coded one by one, are the rows of the whole."""

from __future__ import annotations

import pickle
from dataclasses import fields, is_dataclass, replace
from functools import reduce
from itertools import pairwise
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.data.levels import without_unused_levels
from conjunct.data.table import Table
from conjunct.encode import CodedTable, Coding, code_table, encode, make_coding, summarise
from conjunct.errors import DataError

from .drawn_tables import nominal, numeric, tables, target_of

NAN = float("nan")


@st.composite
def parts(draw: st.DrawFn) -> tuple[Table, list[Table]]:
    """Draw a table, and contiguous parts of it, of which some may be empty."""
    table = draw(tables())
    cuts = sorted(draw(st.lists(st.integers(0, table.n_rows), max_size=4)))
    edges = [0, *cuts, table.n_rows]
    return table, [table.take(np.arange(start, end)) for start, end in pairwise(edges)]


def same(one: object, other: object) -> bool:
    """Say whether two values are equal to the last bit, arrays and parts of parts included."""
    if type(one) is not type(other):
        return False
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return bool(one == other)


def together(coding: Coding, pieces: list[CodedTable]) -> CodedTable:
    """Put coded parts together, the rows by class and rank."""
    labels = np.concatenate([piece.labels for piece in pieces])
    ranks = np.concatenate([piece.ranks for piece in pieces])
    order = np.lexsort((ranks, labels))
    weights = [piece.weights for piece in pieces if piece.weights is not None]
    return CodedTable(
        coding.columns,
        np.concatenate([piece.narrow for piece in pieces], axis=1)[:, order],
        np.concatenate([piece.wide for piece in pieces], axis=1)[:, order],
        pieces[0].place,
        labels[order],
        coding.classes,
        ranks[order],
        np.concatenate(weights)[order] if weights else None,
    )


def coded_by_parts(
    pieces: list[Table], weights: np.ndarray, missing: str, max_codes: int
) -> tuple[Coding, CodedTable]:
    """Take the three steps, part by part."""
    ends = np.cumsum([piece.n_rows for piece in pieces])[:-1]
    own = np.split(weights, ends)
    pieces = [replace(piece, weights=one) for piece, one in zip(pieces, own, strict=True)]
    summaries = [summarise(piece) for piece in pieces]
    coding = make_coding(reduce(add, summaries), missing, max_codes)
    first_ranks = np.zeros(len(coding.classes), np.int64)
    coded = []
    for piece, summary in zip(pieces, summaries, strict=True):
        coded.append(code_table(piece, coding, first_ranks))
        first_ranks = first_ranks + summary.target.counts_of(coding.classes)
    return coding, together(coding, coded)


@given(parts(), st.sampled_from([2, 5, 65_536]), st.randoms(use_true_random=False))
def test_merged_summaries_are_the_summary_of_the_whole(drawn, limit, random):
    table, pieces = drawn
    whole = summarise(table, limit)
    summaries = [summarise(piece, limit) for piece in pieces]
    assert same(reduce(add, summaries), whole)
    random.shuffle(summaries)
    assert same(reduce(add, summaries), whole)
    assert same(reduce(lambda one, other: other + one, summaries), whole)


@given(parts(), st.sampled_from(["fails", "value"]), st.sampled_from([2, 1024]))
def test_coded_parts_are_the_coded_whole(drawn, missing, max_codes):
    table, pieces = drawn
    weights = np.arange(table.n_rows) / 4
    table = replace(table, weights=weights)
    coding, rows = coded_by_parts(pieces, weights, missing, max_codes)
    assert same(coding, make_coding(summarise(table), missing, max_codes))
    assert same(rows, encode(table, missing, max_codes))


@given(parts(), st.sampled_from(["fails", "value"]))
def test_parts_may_list_only_the_levels_that_they_have(drawn, missing):
    table, pieces = drawn
    small = [
        Table(
            tuple(map(without_unused_levels, piece.columns)),
            without_unused_levels(piece.target),
            n_rows=piece.n_rows,
        )
        for piece in pieces
    ]
    weights = np.ones(table.n_rows)
    target = without_unused_levels(table.target)
    whole = Table(table.columns, target, n_rows=table.n_rows, weights=weights)
    _, rows = coded_by_parts(small, weights, missing, 1024)
    assert same(rows, encode(whole, missing))


@given(tables())
def test_ranks_number_the_rows_of_each_class(table):
    coded = encode(table)
    for number in range(len(coded.classes)):
        n_own = int(np.count_nonzero(table.target.values == number))
        assert coded.ranks[coded.labels == number].tolist() == list(range(n_own))
    assert coded.ranks.dtype == np.int32


@given(tables(), st.sampled_from([2, 1024]), st.integers(2, 4), st.booleans())
def test_threads_code_the_same(table, max_codes, n_threads, weigh):
    if weigh:
        table = replace(table, weights=np.arange(table.n_rows) % 3 + 0.5)
    assert same(summarise(table, 3, n_threads), summarise(table, 3))
    one = encode(table, "value", max_codes)
    assert same(encode(table, "value", max_codes, n_threads=n_threads), one)


def test_in_threads_the_first_column_that_cannot_be_coded_is_named():
    whole = Table((numeric("a", [1.0, 2.0]), numeric("b", [1.0, 2.0])), target_of([0, 1]))
    other = Table((numeric("a", [1.0, 5.0]), numeric("b", [1.0, 7.0])), target_of([0, 1]))
    with pytest.raises(DataError, match="column 'a' has the value 5"):
        code_table(other, make_coding(summarise(whole)), n_threads=2)


def test_ranks_go_on_from_those_of_the_parts_before():
    table = Table((), target_of([1, 0, 1, 1]))
    coded = code_table(table, make_coding(summarise(table)), first_ranks=[10, 20])
    assert coded.ranks.tolist() == [10, 20, 21, 22]


def test_weights_follow_the_rows():
    table = Table((numeric("x", [1.0, 2.0, 3.0]),), target_of([1, 0, 1]))
    coded = encode(replace(table, weights=np.array([0.5, 2.0, 4.0])))
    assert coded.weights is not None
    assert coded.weights.tolist() == [2.0, 0.5, 4.0]
    assert encode(table).weights is None


def test_weights_and_ranks_of_another_length_are_refused():
    table = Table((numeric("x", [1.0, 2.0, 3.0]),), target_of([1, 0, 1]))
    with pytest.raises(DataError, match="weights must have one number per row: 3, not 2"):
        encode(replace(table, weights=np.ones(2)))
    with pytest.raises(DataError, match="first_ranks must have one number per class: 2, not 3"):
        code_table(table, make_coding(summarise(table)), first_ranks=[0, 0, 0])


def small_coding(**changes) -> Coding:
    columns = {"c": nominal("c", [0, 1], 4), "x": numeric("x", [1.0, 4.0])} | changes
    return make_coding(summarise(Table(tuple(columns.values()), target_of([0, 1]))))


def part(places: list[int], values: list[float], classes: list[int], n_classes: int = 2) -> Table:
    columns = (nominal("c", places, 4), numeric("x", values))
    return Table(columns, target_of(classes, n_classes))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (part([0, 3], [1.0, 1.0], [0, 0]), "column 'c' has the value 'v3'"),
        (part([0, 0], [1.0, 4.5], [0, 0]), "column 'x' has the value 4.5"),
        (part([0, 0], [NAN, -9.0], [0, 0]), "column 'x' has the value -9.0"),
        (part([0, 0], [1.0, 1.0], [0, 2], 3), "the target 'class' has the value 'v2'"),
    ],
)
def test_values_that_the_coding_does_not_know_are_refused(table, message):
    with pytest.raises(DataError, match=message):
        code_table(table, small_coding())


def test_a_value_in_a_column_that_was_all_missing_is_refused():
    coding = small_coding(x=numeric("x", [NAN, NAN]))
    coded = code_table(part([1, 0], [NAN, NAN], [0, 1]), coding)
    assert coded.codes(1).tolist() == [0, 0]
    with pytest.raises(DataError, match=r"column 'x' has the value 2\.0"):
        code_table(part([1, 0], [2.0, NAN], [0, 1]), coding)


def test_levels_that_no_row_has_need_not_be_known():
    coded = code_table(part([1, -1], [4.0, NAN], [1, 0], n_classes=5), small_coding())
    assert coded.codes(0).tolist() == [2, 1]
    assert coded.codes(1).tolist() == [2, 1]


def test_a_table_with_other_columns_than_the_coding_is_refused():
    table = Table((numeric("x", [1.0]), nominal("c", [0], 4)), target_of([0]))
    with pytest.raises(DataError, match=r"column 1 is 'c' \(nominal\) .* and 'x' \(numeric\)"):
        code_table(table, small_coding())


def test_a_coding_can_be_sent_to_another_process():
    table = part([1, 0], [4.0, NAN], [1, 0])
    coding = pickle.loads(pickle.dumps(make_coding(summarise(table), "value")))
    assert same(code_table(table, coding), encode(table, "value"))

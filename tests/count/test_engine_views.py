"""Some rows of an engine answer as an engine over these rows alone."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from conjunct.count import (
    NO_TESTS,
    EngineWithin,
    Fold,
    NumpyEngine,
    WeightedEngine,
    as_tests,
    class_counts,
    each_class,
)
from conjunct.count.deadline import Deadline, TimeIsUpError
from conjunct.count.engine import HEAVIEST, SCALE, n_channels
from conjunct.count.engine_views import TimedEngine, exact_weights, n_rows_of
from conjunct.count.local import LocalEngine
from conjunct.count.partitioned import PartitionedEngine
from conjunct.data import shipped_table
from conjunct.encode import CodedTable, encode
from conjunct.trees import GrowthLimits, grow


@given(table=st.from_type(CodedTable), seed=st.integers(0, 9), n_folds=st.integers(2, 4))
def test_a_fold_answers_as_its_rows_alone(table: CodedTable, seed: int, n_folds: int) -> None:
    fold = Fold(seed, n_folds)
    whole = NumpyEngine(table)
    within = EngineWithin(whole, whole.subset(whole.root(), fold=fold))
    alone = NumpyEngine(table.take(np.flatnonzero(fold.has(table.ranks))))
    channels = each_class(within.n_classes)

    for engine in (within, alone):
        inner = engine.subset(engine.root(), fold=Fold(seed + 1, 2))
        engine.release(np.array([engine.root()]))  # the root stays
        assert class_counts(engine, engine.root()) == class_counts(alone, alone.root())
        assert sum(class_counts(engine, inner)) <= sum(class_counts(engine, engine.root()))
    counts = [one.count(np.array([one.root()]), channels) for one in (within, alone)]
    for column, coded in enumerate(within.columns):
        first, second = (one.dense(0, column, coded.n_codes) for one in counts)
        np.testing.assert_array_equal(first, second)


some_weights = st.floats(0, 1e6) | st.sampled_from([1.0, 1 / 3, 1e-9, 12345.0])


@st.composite
def weighted_tables(draw: st.DrawFn) -> CodedTable:
    """Draw a coded table whose weights can be added up."""
    table = draw(st.from_type(CodedTable))
    weights = draw(npst.arrays(float, table.n_rows, elements=some_weights))
    weights = exact_weights(weights)
    assume(weights.all() and weights.size)
    return replace(table, weights=weights)


def in_two(table: CodedTable) -> PartitionedEngine:
    parts = np.array_split(np.arange(table.n_rows), 2)
    return PartitionedEngine.of([NumpyEngine(table.take(part)) for part in parts])


def added(
    weights: np.ndarray, channels: np.ndarray, flags: np.ndarray, width: int
) -> list[Fraction]:
    """Add up the weights of marked rows, exactly, by the channel of each row."""
    sums = [Fraction(0)] * width
    for weight, channel, flag in zip(weights, channels, flags, strict=True):
        if flag and channel >= 0:
            sums[channel] += Fraction(float(weight))
    return sums


@pytest.mark.parametrize("make", [NumpyEngine, LocalEngine, in_two])
@given(table=weighted_tables(), data=st.data())
def test_counts_are_the_sums_of_plain_loops(make, table: CodedTable, data: st.DataObject) -> None:
    n_classes = len(table.classes)
    channels = np.array(
        data.draw(st.lists(st.integers(-1, 1), min_size=n_classes, max_size=n_classes))
    )
    assume(channels.max() >= 0)
    engine = WeightedEngine(make(table))
    counts = engine.count(np.array([engine.root()]), channels)
    of_rows = channels[table.labels]
    assert table.weights is not None
    every = np.ones(table.n_rows, bool)
    width = n_channels(channels)
    assert counts.totals[0].tolist() == added(table.weights, of_rows, every, width)
    for column, coded in enumerate(table.columns):
        codes, values = counts.segment(0, column)
        expected = {
            code: added(table.weights, of_rows, table.codes(column) == code, width)
            for code in range(coded.n_codes)
        }
        expected = {code: sums for code, sums in expected.items() if any(sums)}
        found = dict(zip(codes.tolist(), values.tolist(), strict=True))
        assert found == {code: list(map(float, sums)) for code, sums in expected.items()}


@given(table=weighted_tables(), first=st.booleans())
def test_tallies_of_parts_and_folds_are_those_of_the_whole(table: CodedTable, first: bool) -> None:
    bodies = [as_tests([])]
    if table.n_columns and table.columns[0].n_codes:
        bodies.insert(0, as_tests([(0, 0, 0)]))
    answers = []
    for make in (NumpyEngine, LocalEngine, in_two):
        engine = WeightedEngine(make(table))
        half = EngineWithin(engine, engine.subset(engine.root(), fold=Fold(3, 2)))
        covers = np.array([engine.root(), half.root()])
        answers.append(half.tally(covers, bodies, each_class(half.n_classes), first).tolist())
        assert n_rows_of(engine, engine.root()) == table.n_rows
        assert n_rows_of(half, half.root()) <= table.n_rows
    assert answers[1:] == answers[:1] * 2


def test_counts_of_classes_are_whole_where_they_can_be(iris_like: CodedTable) -> None:
    engine = WeightedEngine(NumpyEngine(iris_like))
    assert class_counts(engine, engine.root()) == (1.5, 3)
    assert [type(one) for one in class_counts(engine, engine.root())] == [float, int]


@pytest.fixture
def iris_like() -> CodedTable:
    from conjunct.data.table import Column, Table
    from conjunct.encode import encode

    kind = Column("kind", "nominal", np.array([0, 1, 1]), ("a", "b"))
    return encode(Table((), kind, weights=np.array([1.5, 1.0, 2.0])))


@given(npst.arrays(float, st.integers(1, 60), elements=st.floats(0, 1e6)), st.randoms())
def test_sums_of_exact_weights_do_not_depend_on_the_order(weights, random) -> None:
    exact = exact_weights(weights)
    shuffled = exact.tolist()
    random.shuffle(shuffled)
    assert sum(shuffled) == sum(exact.tolist()) == math.fsum(shuffled)
    assert (np.ldexp(exact, 32) % 1 == 0).all()
    assert np.abs(exact - weights).max() <= max(0.5 / SCALE, weights.sum() * 2.0**-51)


@given(npst.arrays(float, st.integers(1, 20), elements=st.integers(0, 1000).map(float)))
def test_whole_weights_are_exact_already(weights) -> None:
    assert (exact_weights(weights) == weights).all()
    assert exact_weights(np.array([HEAVIEST])) == HEAVIEST


@pytest.fixture(scope="module")
def plain() -> NumpyEngine:
    return NumpyEngine(encode(shipped_table()))


def test_while_there_is_time_the_answers_are_those_of_the_engine(plain: NumpyEngine) -> None:
    timed = TimedEngine(plain, Deadline(seconds=1e6))
    channels = each_class(plain.n_classes)
    root = np.array([plain.root()])
    one, other = timed.count(root, channels), plain.count(root, channels)
    for name in ("offsets", "codes", "values", "totals"):
        assert np.array_equal(getattr(one, name), getattr(other, name))
    assert timed.root() == plain.root()
    assert timed.columns is plain.columns
    assert timed.bare is plain


def test_when_time_is_up_only_searches_end(plain: NumpyEngine) -> None:
    deadline = Deadline()
    timed = TimedEngine(plain, deadline)
    deadline.stop()
    assert not deadline.has_ended
    part = timed.subset(timed.root(), fold=Fold(1, 2))
    within = EngineWithin(timed, part)
    assert class_counts(within, part) == class_counts(plain, part)
    for engine in (timed, within):
        with pytest.raises(TimeIsUpError):
            engine.search(None)
        with pytest.raises(TimeIsUpError):
            engine.count(np.array([part]), each_class(engine.n_classes))
    assert deadline.has_ended


def test_a_tree_without_time_is_a_leaf_or_none_at_all(plain: NumpyEngine) -> None:
    deadline = Deadline()
    deadline.stop()
    timed = TimedEngine(plain, deadline)
    grown = grow(timed, timed.root(), GrowthLimits())
    assert grown.n_nodes == 1
    whole = plain.tally(np.array([plain.root()]), [NO_TESTS], each_class(plain.n_classes))[0]
    assert np.array_equal(grown.counts, whole)
    with pytest.raises(TimeIsUpError):
        grow(timed, timed.root(), GrowthLimits(), partly=False)


def test_the_sentence_says_what_ended_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [0.0]
    monkeypatch.setattr("conjunct.count.deadline.now", lambda: seconds[0])
    deadline = Deadline(2.5)
    seconds[0] = 1.25
    deadline.check()
    assert deadline.sentence("that is all") == "Stopped after 1.2 s: that is all."
    seconds[0] = 2.5
    with pytest.raises(TimeIsUpError):
        deadline.check()
    assert deadline.sentence("that is all") == "Stopped by the time limit of 2.5 s: that is all."

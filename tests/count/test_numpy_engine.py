"""The engine of array operations answers as plain loops do."""

from __future__ import annotations

import weakref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.count.plain_engine import PlainEngine
from tests.count.twins import Twins, plans

from conjunct.count import NO_TESTS, NumpyEngine, Points, Splits, as_tests, each_class, one_class
from conjunct.data.table import Column, Table
from conjunct.encode import CodedTable, encode

COLOUR, SIZE = 0, 1
EQUAL, UNEQUAL, AT_MOST, ABOVE = range(4)


@pytest.mark.parametrize("most_cells", [1 << 22, 1])
@given(table=st.from_type(CodedTable), plan=plans)
def test_array_operations_answer_as_plain_loops(most_cells, table, plan):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("conjunct.count.numpy_engine.MOST_CELLS", most_cells)
        patch.setattr("conjunct.count.row_states.MOST_CELLS", most_cells)
        twins = Twins(NumpyEngine(table), PlainEngine(table), table)
        for verb, seed in plan:
            twins.ask(verb, seed)


@given(table=st.from_type(CodedTable))
def test_what_is_kept_for_cards_does_not_keep_an_engine(table):
    engine, none = NumpyEngine(table), np.empty(0, np.int64)
    points = Points([NO_TESTS], none, none, np.empty(0), np.zeros(1))
    engine.apply("card", engine.root(), points)
    engine.tally(np.array([engine.root()]), [NO_TESTS], "card")
    gone = weakref.ref(engine)
    del engine
    assert gone() is None


@pytest.mark.parametrize("make", [NumpyEngine, PlainEngine])
class TestSixRows:
    """Both engines on a table that is counted by hand."""

    @staticmethod
    def six_rows() -> CodedTable:
        """Build the table below; a dash is a missing cell.

        ======  ===== ===== ===== ===== ===== =====
        class   a     a     a     b     b     c
        colour  blue  red   —     blue  blue  red
        size    1     2     3     3     —     2
        ======  ===== ===== ===== ===== ===== =====
        """
        colour = Column("colour", "nominal", np.array([0, 1, -1, 0, 0, 1]), ("blue", "red"))
        size = Column("size", "numeric", np.array([1, 2, 3, 3, np.nan, 2]))
        kind = Column("kind", "nominal", np.array([0, 0, 0, 1, 1, 2]), ("a", "b", "c"))
        return encode(Table((colour, size), kind))

    def test_the_root_is_counted_by_code(self, make):
        engine = make(self.six_rows())
        counts = engine.count(np.array([engine.root()]), one_class(0, 3))
        assert counts.totals.tolist() == [[3, 3]]
        assert counts.dense(0, COLOUR, 2).tolist() == [[2, 1], [1, 1]]
        assert counts.dense(0, SIZE, 3).tolist() == [[0, 1], [1, 1], [1, 1]]

    def test_every_operator_keeps_the_rows_that_pass_and_never_a_missing_cell(self, make):
        engine = make(self.six_rows())
        tests = as_tests(
            [(COLOUR, EQUAL, 0), (COLOUR, UNEQUAL, 0), (SIZE, AT_MOST, 1), (SIZE, ABOVE, 1)]
        )
        covers = engine.refine(np.full(4, engine.root()), tests)
        counts = engine.count(covers, each_class(3))
        assert counts.totals.tolist() == [[1, 2, 0], [1, 0, 1], [2, 0, 1], [1, 1, 0]]

    def test_rows_count_for_the_first_body_that_they_satisfy(self, make):
        engine = make(self.six_rows())
        bodies = [as_tests([(COLOUR, EQUAL, 0), (SIZE, ABOVE, 1)]), as_tests([(COLOUR, EQUAL, 0)])]
        root = np.array([engine.root()])
        first = engine.tally(root, bodies, each_class(3), first=True)
        assert first.tolist() == [[[0, 1, 0], [1, 1, 0]]]
        assert engine.tally(root, bodies, each_class(3)).tolist() == [[[0, 1, 0], [1, 2, 0]]]

    def test_a_missing_cell_goes_where_the_last_code_says(self, make):
        engine = make(self.six_rows())
        splits = Splits(np.array([COLOUR]), np.array([0, 1, 1]), np.array([2]))
        parts = engine.part(np.array([engine.root()]), splits)
        assert engine.count(parts, each_class(3)).totals.tolist() == [[1, 2, 0], [2, 0, 1]]

    def test_covered_rows_of_a_class_are_dropped(self, make):
        engine = make(self.six_rows())
        left = engine.subset(engine.root(), without=[as_tests([(COLOUR, EQUAL, 0)])], of=[1])
        assert engine.count(np.array([left]), each_class(3)).totals.tolist() == [[3, 0, 1]]

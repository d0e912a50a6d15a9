"""The reference engine on a table that is counted by hand."""

from __future__ import annotations

import numpy as np

from conjunct.count import ReferenceEngine, as_tests
from conjunct.data.table import Column, Table
from conjunct.encode import encode

COLOUR, SIZE = 0, 1
EQUAL, UNEQUAL, AT_MOST, ABOVE = range(4)


def six_rows() -> ReferenceEngine:
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
    return ReferenceEngine(encode(Table((colour, size), kind)))


def test_the_root_is_counted_by_code_negatives_first():
    engine = six_rows()
    engine.begin(head=0)
    counts = engine.count(np.array([engine.root()]))
    assert counts.totals.tolist() == [[3, 3]]
    assert counts.dense(0, COLOUR, 2).tolist() == [[2, 1], [1, 1]]
    assert counts.dense(0, SIZE, 3).tolist() == [[0, 1], [1, 1], [1, 1]]


def test_every_operator_keeps_the_rows_that_pass_and_never_a_missing_cell():
    engine = six_rows()
    engine.begin(head=0)
    tests = as_tests(
        [(COLOUR, EQUAL, 0), (COLOUR, UNEQUAL, 0), (SIZE, AT_MOST, 1), (SIZE, ABOVE, 1)]
    )
    covers = engine.refine(np.full(4, engine.root()), tests)
    assert [engine.totals(cover) for cover in covers.tolist()] == [(1, 2), (1, 1), (2, 1), (1, 1)]


def test_a_refined_cover_is_refined_further():
    engine = six_rows()
    engine.begin(head=1)
    blue = engine.refine(np.array([engine.root()]), as_tests([(COLOUR, EQUAL, 0)]))
    small = engine.refine(blue, as_tests([(SIZE, AT_MOST, 0)]))
    assert engine.totals(int(small[0])) == (0, 1)
    assert engine.count(small).segment(0, SIZE)[0].tolist() == [0]


def test_covers_made_after_a_released_one_are_forgotten():
    engine = six_rows()
    engine.begin(head=0)
    root = engine.root()
    covers = engine.refine(np.full(2, root), as_tests([(COLOUR, EQUAL, 0), (COLOUR, EQUAL, 1)]))
    engine.release(int(covers[0]))
    again = engine.refine(np.array([root]), as_tests([(COLOUR, EQUAL, 1)]))
    assert again.tolist() == covers[:1].tolist()
    assert engine.totals(int(again[0])) == (1, 1)


def test_covered_positives_are_dropped_and_negatives_stay():
    engine = six_rows()
    engine.begin(head=0)
    assert engine.drop(as_tests([(SIZE, ABOVE, 0)])) == 2
    assert engine.drop(as_tests([(SIZE, ABOVE, 0)])) == 0
    assert engine.totals(engine.root()) == (1, 3)
    engine.begin(head=0)
    assert engine.totals(engine.root()) == (3, 3)


def test_class_counts_are_of_the_whole_table_whatever_was_dropped():
    engine = six_rows()
    engine.begin(head=0)
    engine.drop(as_tests([]))
    assert engine.class_counts(as_tests([(COLOUR, EQUAL, 0)])) == (1, 2, 0)
    assert engine.class_counts(as_tests([])) == (3, 2, 1)


def test_rows_are_dealt_to_the_first_body_that_they_satisfy():
    engine = six_rows()
    engine.begin(head=0)
    bodies = [as_tests([(COLOUR, EQUAL, 0), (SIZE, ABOVE, 1)]), as_tests([(COLOUR, EQUAL, 0)])]
    rest, counts = engine.deal(engine.root(), bodies)
    assert counts.tolist() == [[1, 0], [1, 1]]
    assert engine.totals(rest) == (2, 1)


def test_nothing_is_dealt_to_no_body_and_everything_to_an_empty_one():
    engine = six_rows()
    engine.begin(head=0)
    rest, counts = engine.deal(engine.root(), [])
    assert (counts.shape, engine.totals(rest)) == ((0, 2), (3, 3))
    rest, counts = engine.deal(rest, [as_tests([])])
    assert (counts.tolist(), engine.totals(rest)) == ([[3, 3]], (0, 0))


def test_conditions_are_followed_one_by_one():
    engine = six_rows()
    engine.begin(head=0)
    tests = as_tests([(SIZE, ABOVE, 0), (COLOUR, EQUAL, 1)])
    last, counts = engine.follow(engine.root(), tests)
    assert counts.tolist() == [[2, 2], [1, 1]]
    assert engine.totals(last) == (1, 1)


def test_a_cover_is_split_without_loss():
    engine = six_rows()
    engine.begin(head=0)
    growing, pruning = engine.hold_out(engine.root(), 3, np.random.default_rng(0))
    assert (engine.totals(growing), engine.totals(pruning)) == ((2, 2), (1, 1))
    counts = engine.count(np.array([0, growing, pruning]))
    for column, n_codes in ((COLOUR, 2), (SIZE, 3)):
        whole, *parts = (counts.dense(cover, column, n_codes) for cover in range(3))
        assert (whole == sum(parts)).all()

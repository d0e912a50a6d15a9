from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import OPERATORS, NumpyEngine, class_counts
from conjunct.evaluate import laplace
from conjunct.search.exhaustive import ExhaustiveSearch
from conjunct.search.language import Limits
from conjunct.search.layered import BeamSearch

from .plain_beam import ALL, PlainSearch, Test
from .small_tables import CLASSES, Rows, local_engine, problem_of, small_rows
from .watched_engine import WatchedEngine

Rank = tuple[float, int, int]
FORMS = [("=", "<=", ">"), ("!=", ">"), ("=", "!="), OPERATORS]


def every_test(plain: PlainSearch, column: int) -> list[Test | None]:
    """Return all tests of a column, and None for no test. A cut lies between two values."""
    n_codes = len(plain.rows.levels[column]) - (plain.rows.kinds[column] == "numeric")
    tests = [
        (column, op, code) for op in ALL for code in range(n_codes) if plain.may_use(column, op)
    ]
    return [None, *tests]


def best_conjunct(plain: PlainSearch) -> Rank | None:
    """Try every conjunct; return score, less errors, less length of the best."""
    ranks: list[Rank] = []
    n_rows = len(plain.rows.cells)
    for tests in product(*(every_test(plain, i) for i in range(len(plain.rows.kinds)))):
        body = [test for test in tests if test is not None]
        if plain.max_conditions is not None and len(body) > plain.max_conditions:
            continue
        cover = [row for row in range(n_rows) if all(plain.passes(row, test) for test in body)]
        positives = sum(plain.rows.labels[row] == plain.head for row in cover)
        if positives and plain.min_coverage <= len(cover) < n_rows:
            score = plain.laplace(positives, len(cover) - positives)
            ranks.append((float(score), positives - len(cover), -len(body)))
    return max(ranks, default=None)


@given(
    small_rows(max_rows=12, max_columns=3),
    st.sampled_from([None, 1, 2]),
    st.sampled_from([1, 3]),
    st.sampled_from(FORMS),
)
def test_it_finds_the_best_of_all_conjuncts(
    rows: Rows, max_conditions: int | None, min_coverage: int, forms: tuple[str, ...]
) -> None:
    coded = rows.coded()
    engine = NumpyEngine(coded)
    for head, label in enumerate(CLASSES):
        limit = Limits(forms, max_conditions, min_coverage)
        plain = PlainSearch(rows, label, len(CLASSES), forms, max_conditions, min_coverage)
        best = best_conjunct(plain)
        outcome = ExhaustiveSearch().find(problem_of(coded, limit, head=head))
        if outcome is None:
            assert best is None
            continue
        counts = class_counts(engine, engine.root(), outcome.body)
        errors = sum(counts) - counts[head]
        found = float(laplace(counts[head], errors, len(CLASSES))), -errors, -len(outcome.body)
        assert found == best
        assert (outcome.record.covered, outcome.record.errors) == (sum(counts), errors)


@given(small_rows(max_rows=30, max_columns=5))
def test_no_beam_finds_a_better_rule(rows: Rows) -> None:
    coded = rows.coded()
    best = ExhaustiveSearch().find(problem_of(coded))
    for width in (1, 4, 32):
        outcome = BeamSearch(width).find(problem_of(coded))
        if best is None or outcome is None:
            assert outcome is best is None
            return
        merits = [
            (float(laplace(r.covered - r.errors, r.errors, 3)), -r.errors, -len(found.body))
            for found in (best, outcome)
            for r in (found.record,)
        ]
        assert merits[0] >= merits[1]


@given(small_rows(max_rows=30, max_columns=4))
def test_both_engines_find_the_same(rows: Rows) -> None:
    coded = rows.coded()
    first, second = (
        ExhaustiveSearch().find(problem_of(coded, engine=engine))
        for engine in (local_engine(coded), NumpyEngine(coded))
    )
    if first is None or second is None:
        assert first is second is None
    else:
        assert first.body.tolist() == second.body.tolist()
        assert first.record == second.record


def test_it_finds_the_parity_that_no_narrow_beam_sees() -> None:
    """Rows of x have an odd number of b; noise columns look better at first."""
    cells = tuple((a, b, c) for a in "ab" for b in "ab" for c in "ab")
    labels = tuple("x" if row.count("b") % 2 else "y" for row in cells)
    outcome = ExhaustiveSearch().find(problem_of(Rows(("nominal",) * 3, cells, labels).coded()))
    assert outcome is not None
    assert (outcome.record.covered, outcome.record.errors) == (1, 0)
    assert len(outcome.body) == 3


def test_an_equal_score_with_fewer_errors_is_looked_for_among_longer_rules() -> None:
    """Laplace of three classes gives 1/2 to 2 rows and 1 error, and to 1 row without an error."""
    ours = (("b", "c", "d"), ("a", "a", "a"), ("a", "a", "a"))
    others = (("a", "a", "a"), ("b", "a", "d"), ("a", "c", "d"), ("a", "a", "d"))
    coded = Rows(("nominal",) * 3, ours + others, ("x",) * 3 + ("y",) * 4).coded()
    outcome = ExhaustiveSearch().find(problem_of(coded))
    assert outcome is not None
    assert (outcome.record.covered, outcome.record.errors) == (1, 0)
    assert outcome.body.tolist() == [[0, 0, 1], [1, 0, 1]]


def test_equal_rules_go_to_the_first_columns_and_codes() -> None:
    cells = (("a", "a"), ("b", "b"), ("c", "c"))
    outcome = ExhaustiveSearch().find(
        problem_of(Rows(("nominal",) * 2, cells, ("x", "y", "x")).coded())
    )
    assert outcome is not None
    assert outcome.body.tolist() == [[0, 1, 1]]


@pytest.mark.parametrize("most", [1, 2])
def test_the_rounds_end_at_the_largest_number_of_conditions(most: int) -> None:
    cells = tuple((a, b, c) for a in "abc" for b in "abc" for c in "abc")
    labels = tuple("xy"[row.count("a") % 2] for row in cells)
    coded = Rows(("nominal",) * 3, cells, labels).coded()
    outcome = ExhaustiveSearch().find(problem_of(coded, Limits(max_conditions=most)))
    assert outcome is not None
    assert len(outcome.body) <= most
    assert [one.level for one in outcome.record.rounds] == list(range(1, most + 1))
    assert {one.width for one in outcome.record.rounds} == {0}
    assert outcome.record.combinations <= 3 * most


def test_nothing_to_test_gives_no_outcome() -> None:
    coded = Rows(("nominal",), (("a",), ("a",)), ("x", "y")).coded()
    assert ExhaustiveSearch().find(problem_of(coded)) is None


@given(small_rows(max_rows=12, max_columns=3))
def test_no_cover_is_left_behind(rows: Rows) -> None:
    engine = WatchedEngine(rows.coded())
    ExhaustiveSearch().find(problem_of(engine.table, engine=engine))
    assert set(engine.living) == {engine.root()}

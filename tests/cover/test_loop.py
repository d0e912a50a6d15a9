from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.search.plain_beam import PlainSearch
from tests.search.small_tables import CLASSES, Rows, local_engine, small_rows
from tests.search.watched_engine import WatchedEngine

from conjunct.choose import CheapestTheory, Pfahringer, laplace_error
from conjunct.count import CountingEngine, NumpyEngine
from conjunct.cover.loop import PerClassCovering, RuleSearch
from conjunct.evaluate import Laplace
from conjunct.model import NO_PROMISE, Rule
from conjunct.search.exhaustive import ExhaustiveSearch
from conjunct.search.language import Limits
from conjunct.search.layered import BeamSearch, LayeredSearch

SEARCHES = [BeamSearch(1), BeamSearch(4, "extensive"), LayeredSearch(8, 2), ExhaustiveSearch()]


def learned(
    rows: Rows,
    search: RuleSearch = BeamSearch(1),  # noqa: B008
    engine: CountingEngine | None = None,
    progress: Any = None,
    max_rules: int | None = None,
    min_coverage: int = 1,
) -> list[Rule]:
    limits = Limits(min_coverage=min_coverage)
    covering = PerClassCovering(search, Laplace(len(CLASSES)), limits, max_rules)
    return covering.rules(engine or NumpyEngine(rows.coded()), progress)


def satisfied(rows: Rows, rule: Rule) -> set[int]:
    """Return the rows that a rule covers, by its conditions on raw values."""
    return {
        number
        for number, cells in enumerate(rows.cells)
        if all(holds(cells[int(c.attribute[1:])], c.op, c.value) for c in rule.conditions)
    }


def holds(cell: Any, op: str, value: Any) -> bool:
    if cell is None:
        return False
    if op in ("=", "!="):
        return bool((cell == value) == (op == "="))
    return bool(cell <= value) == (op == "<=")


@given(small_rows(), st.sampled_from(SEARCHES))
@example(Rows(("nominal",), (("a",), ("a",), ("b",)), ("x", "y", "x")), SEARCHES[2])
@example(Rows(("numeric",), ((1.0,), (1.0,), (1.0,)), ("x", "y", "x")), SEARCHES[2])
def test_every_rule_covers_a_new_row_until_none_can_be_covered(
    rows: Rows, search: RuleSearch
) -> None:
    rules = learned(rows, search)
    assert [rule.head for rule in rules] == sorted(rule.head for rule in rules)
    for head, label in enumerate(CLASSES):
        uncovered = {i for i, other in enumerate(rows.labels) if other == label}
        others = set(range(len(rows.labels))) - uncovered
        for rule in rules:
            if rule.head == head:
                covered = satisfied(rows, rule)
                assert covered & uncovered
                assert rule.search.covered == len(covered & (uncovered | others))
                assert rule.search.errors == len(covered & others)
                uncovered -= covered
        if uncovered:
            plain = PlainSearch(rows, label, len(CLASSES))
            left = plain.candidate(frozenset(), frozenset(uncovered | others))
            assert not plain.refinements(left)


@given(small_rows(), st.sampled_from(SEARCHES), st.sampled_from([1, 3]))
def test_the_counts_of_a_rule_are_those_of_its_conditions_on_the_whole_table(
    rows: Rows, search: RuleSearch, min_coverage: int
) -> None:
    for rule in learned(rows, search, min_coverage=min_coverage):
        covered = satisfied(rows, rule)
        labels = [rows.labels[i] for i in covered]
        assert rule.counts == tuple(labels.count(label) for label in CLASSES)
        assert rule.covered >= min_coverage
        assert rule.laplace_error == laplace_error(rule.covered, rule.errors, len(CLASSES))
        assert rule.promise == NO_PROMISE


@given(small_rows(max_rows=60, max_columns=6), st.sampled_from(SEARCHES))
def test_engines_learn_equal_rules(rows: Rows, search: RuleSearch) -> None:
    coded = rows.coded()
    assert learned(rows, search) == learned(rows, search, local_engine(coded))


@given(small_rows(max_rows=60), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_changes_nothing(rows: Rows, random: Any) -> None:
    order = list(range(len(rows.labels)))
    random.shuffle(order)
    shuffled = Rows(
        rows.kinds, tuple(rows.cells[i] for i in order), tuple(rows.labels[i] for i in order)
    )
    assert learned(rows, LayeredSearch(8, 2)) == learned(shuffled, LayeredSearch(8, 2))


@given(small_rows(), st.integers(0, 6))
def test_a_largest_number_of_rules_keeps_the_first_ones(rows: Rows, max_rules: int) -> None:
    assert learned(rows, max_rules=max_rules) == learned(rows)[:max_rules]


def test_no_search_is_started_for_a_rule_too_many() -> None:
    rows = Rows(("nominal",), (("a",), ("b",), ("c",)), ("x", "y", "x"))
    engine = WatchedEngine(rows.coded())
    assert learned(rows, engine=engine, max_rules=0) == []
    assert engine.counted == []


@given(small_rows(), st.sampled_from([None, 1]), st.booleans())
def test_no_cover_is_left_behind(rows: Rows, max_rules: int | None, paying: bool) -> None:
    engine = WatchedEngine(rows.coded())
    theory = CheapestTheory(Pfahringer()) if paying else None
    about = BeamSearch(1), Laplace(len(CLASSES)), Limits(), max_rules
    PerClassCovering(*about, theory=theory).rules(engine)
    assert set(engine.living) == {engine.root()}


@given(small_rows(max_rows=60))
def test_progress_rises_to_one_at_most(rows: Rows) -> None:
    shares: list[float] = []
    rules = learned(rows, progress=shares.append)
    assert len(shares) == len(rules)
    assert all(0 < share <= 1 for share in shares)
    assert shares == sorted(shares)


def test_progress_ends_at_one_when_all_rows_are_covered() -> None:
    shares: list[float] = []
    rows = Rows(("nominal",), (("a",), ("b",), ("c",)), ("x", "y", "z"))
    learned(rows, progress=shares.append)
    assert shares == pytest.approx([1 / 3, 2 / 3, 1])


def test_a_class_without_rows_has_no_rules() -> None:
    rows = Rows(("numeric",), ((1.0,), (2.0,), (3.0,)), ("y", "z", "y"))
    assert {rule.head for rule in learned(rows)} == {1, 2}


def test_one_class_alone_gets_rules_for_its_rows() -> None:
    rows = Rows(("nominal",), (("a",), ("b",), ("b",)), ("y",) * 3)
    rules = learned(rows)
    assert {rule.head for rule in rules} == {1}
    assert all(rule.errors == 0 for rule in rules)


def test_rows_alike_of_different_classes_are_covered_with_errors_or_not_at_all() -> None:
    """The last row of y is left: nothing tells it from the row of x, the only other one left."""
    rows = Rows(("nominal",), (("a",), ("a",), ("b",)), ("x", "y", "y"))
    found = [(rule.body, rule.head, rule.counts) for rule in learned(rows)]
    assert found == [("c0 = a", 0, (1, 1, 0)), ("c0 = b", 1, (0, 1, 0))]


def test_a_table_without_a_test_has_no_rules() -> None:
    rows = Rows(("nominal", "numeric"), (("a", 1.0), ("a", 1.0)), ("x", "y"))
    assert learned(rows) == []


def test_rows_with_nothing_but_missing_cells_stay_uncovered() -> None:
    rows = Rows(("nominal", "numeric"), ((None, None), ("a", 1.0), ("b", 2.0)), ("x", "x", "y"))
    rules = learned(rows)
    assert not any(0 in satisfied(rows, rule) for rule in rules)
    assert np.sum([rule.counts for rule in rules if rule.head == 0]) == 1

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.cover.test_loop import satisfied
from tests.search.small_tables import CLASSES, Rows, local_engine, plain_beams, small_rows
from tests.search.watched_engine import WatchedEngine

from conjunct.choose import NoGain
from conjunct.count import NumpyEngine
from conjunct.cover.loop import OrderedCovering
from conjunct.evaluate import Laplace
from conjunct.search.beam import beam_search
from conjunct.search.language import Limits
from conjunct.search.layered import BeamSearch

COVERING = OrderedCovering(BeamSearch(3, "beam", NoGain()), Laplace(len(CLASSES)), Limits())


@given(small_rows())
def test_each_rule_counts_the_rows_that_no_rule_before_it_covers(rows: Rows) -> None:
    rules, left = COVERING.rules(NumpyEngine(rows.coded()))
    remaining = set(range(len(rows.cells)))
    for rule in rules:
        covered = satisfied(rows, rule) & remaining
        labels = [rows.labels[number] for number in covered]
        assert rule.counts == tuple(labels.count(label) for label in CLASSES)
        assert covered
        remaining -= covered
    labels = [rows.labels[number] for number in remaining]
    assert left == tuple(labels.count(label) for label in CLASSES)


@given(small_rows())
def test_both_engines_learn_the_same_list(rows: Rows) -> None:
    coded = rows.coded()
    assert COVERING.rules(local_engine(coded)) == COVERING.rules(NumpyEngine(coded))


@given(small_rows())
def test_no_class_has_a_better_first_rule(rows: Rows) -> None:
    coded = rows.coded()
    rules, _ = COVERING.rules(NumpyEngine(coded))
    for head in range(len(CLASSES)):
        result = beam_search(plain_beams(coded, head=head), 3, NoGain())
        if result is not None and rules:
            first = rules[0]
            score = (first.counts[first.head] + 1) / (first.covered + len(CLASSES))
            assert result.score <= score


def test_a_list_by_hand() -> None:
    """The numbers up to 2 are x; of the others a is y, and what is left is one class."""
    cells = ((1.0, "a"), (2.0, "b"), (2.0, "a"), (3.0, "a"), (3.0, "a"), (3.0, "b"))
    rows = Rows(("numeric", "nominal"), cells, ("x", "x", "x", "y", "y", "z"))
    rules, left = COVERING.rules(NumpyEngine(rows.coded()))
    assert [str(rule.body) for rule in rules] == ["c0 ≤ 2", "c1 = a"]
    assert [rule.counts for rule in rules] == [(3, 0, 0), (0, 2, 0)]
    assert left == (0, 0, 1)


def test_progress_ends_with_the_share_of_rows_covered() -> None:
    rows = Rows(("numeric",), ((1.0,), (2.0,), (3.0,)), ("x", "y", "y"))
    seen: list[float] = []
    COVERING.rules(NumpyEngine(rows.coded()), seen.append)
    assert seen
    assert seen == sorted(seen)


@given(small_rows(), st.sampled_from([None, 1]))
def test_no_cover_is_left_behind(rows: Rows, max_rules: int | None) -> None:
    engine = WatchedEngine(rows.coded())
    replace(COVERING, max_rules=max_rules).rules(engine)
    assert set(engine.living) == {engine.root()}

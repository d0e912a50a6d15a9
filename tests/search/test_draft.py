from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.plain_ripper import FORMS, PlainRipper
from tests.search.plain_climb import PlainClimb
from tests.search.small_tables import CLASSES, Rows, small_rows

from conjunct.count import OPERATORS, CountingEngine, LocalEngine, ReferenceEngine, as_tests
from conjunct.evaluate import smoothed_gain
from conjunct.search import Language, Limits
from conjunct.search.draft import Draft, grow, prune
from conjunct.search.gain_kernels import best_condition

engines = pytest.mark.parametrize("make_engine", [LocalEngine, ReferenceEngine])


def started(rows: Rows, make_engine: type) -> tuple[CountingEngine, Language, PlainRipper]:
    engine = make_engine(rows.coded())
    engine.begin(0)
    language = Language(engine.columns, Limits(FORMS))
    everything = frozenset(range(len(rows.cells)))
    plain = PlainRipper(
        rows, CLASSES[0], everything, 0.3, language.n_tests, np.random.default_rng(0)
    )
    return engine, language, plain


def readable(draft: Draft) -> list[tuple[int, str, int]]:
    return [(column, OPERATORS[op], code) for column, op, code in draft.tests.tolist()]


@engines
@given(rows=small_rows(max_rows=40), least=st.integers(1, 3))
def test_rules_grow_as_in_plain_lists(make_engine, rows, least):
    engine, language, plain = started(rows, make_engine)
    plain.least = least
    draft = grow(engine, language, engine.root(), as_tests([]), least)
    assert readable(draft) == plain.grow(plain.left, [])


@engines
@given(rows=small_rows(max_rows=40), data=st.data())
def test_grown_rules_grow_on_where_they_stopped(make_engine, rows, data):
    engine, language, plain = started(rows, make_engine)
    plain.least = 1
    whole = plain.grow(plain.left, [])
    start = whole[: data.draw(st.integers(0, len(whole)))]
    tests = as_tests((column, OPERATORS.index(op), code) for column, op, code in start)
    cover, _ = engine.follow(engine.root(), tests)
    assert readable(grow(engine, language, cover, tests)) == whole


@engines
@given(rows=small_rows(max_rows=40), worth=st.sampled_from(["rule", "theory"]))
def test_rules_are_pruned_as_in_plain_lists(make_engine, rows, worth):
    engine, language, plain = started(rows, make_engine)
    draft = grow(engine, language, engine.root(), as_tests([]))
    _, pruning = engine.hold_out(engine.root(), 2, np.random.default_rng(5))
    plain.folds, plain.random = 2, np.random.default_rng(5)
    _, rows_to_prune_on = plain.split(plain.left)
    pruned = prune(engine, pruning, draft, worth)
    assert readable(pruned) == plain.prune(rows_to_prune_on, readable(draft), worth)
    assert pruned.rounds == draft.rounds


@given(small_rows(max_rows=40))
def test_the_compiled_choice_has_the_highest_gain(rows):
    engine, language, plain = started(rows, LocalEngine)
    cover = engine.root()
    positives, negatives = engine.totals(cover)
    counts = engine.count(np.array([cover]))
    entries = counts.offsets, counts.codes, counts.values
    scored, covered, column, op, code, p, n = best_condition(
        entries, (language.columns.numeric, language.columns.allowed), positives, negatives
    )
    found = PlainClimb(rows, CLASSES[0], lambda *_: 0.0, FORMS).refinements(plain.left, (0, 0))
    assert (scored, covered) == (len(found), sum(len(one.cover) for one in found))
    gains = [smoothed_gain(one.positives, one.negatives, positives, negatives) for one in found]
    if column < 0:
        assert max(gains, default=0.0) <= 1e-12
    else:
        best = found[[one.test for one in found].index((column, OPERATORS[op], code))]
        assert (best.positives, best.negatives) == (p, n)
        assert smoothed_gain(p, n, positives, negatives) == pytest.approx(max(gains))


def numbers(labels: str) -> Rows:
    """Return rows with one number each, from 0 up."""
    cells = tuple((float(number),) for number in range(len(labels)))
    return Rows(("numeric",), cells, tuple(labels))


def test_needless_conditions_are_not_told_but_what_was_tried_is():
    engine, language, _ = started(numbers("yyyyxxxxyy"), LocalEngine)
    tests = as_tests([(0, 2, 8), (0, 3, 3), (0, 2, 7)])
    drafts = [grow(engine, language, engine.root(), as_tests([])) for _ in range(2)]
    outcome = Draft(tests).chosen_from(drafts).outcome(engine, language, 0)
    assert outcome.body.tolist() == [[0, 3, 3], [0, 2, 7]]
    assert (outcome.record.covered, outcome.record.errors) == (4, 0)
    assert outcome.score == pytest.approx(5 / 6)
    assert outcome.record.rounds == drafts[0].rounds * 2
    assert outcome.record.scored == sum(one.scored for one in outcome.record.rounds) > 0
    assert outcome.record.combinations == 1


def test_a_number_may_be_tested_twice_and_a_category_once():
    engine, language, _ = started(numbers("yyyyxxxxyy"), LocalEngine)
    draft = grow(engine, language, engine.root(), as_tests([]), 2)
    assert readable(draft) == [(0, ">", 3), (0, "<=", 7)]
    assert [one.level for one in draft.rounds] == [1, 2]
    assert draft.refined == (frozenset(), frozenset({0}))


def test_nothing_is_pruned_where_no_rows_are_left_to_prune_on():
    engine, language, _ = started(numbers("yyyyxxxxyy"), LocalEngine)
    draft = grow(engine, language, engine.root(), as_tests([]))
    nothing, _ = engine.deal(engine.root(), [as_tests([])])
    assert prune(engine, nothing, draft).tests.tolist() == draft.tests.tolist()

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.plain_ripper import FORMS, PlainRipper
from tests.search.small_tables import CLASSES, Rows, local_engine, small_rows

from conjunct.count import (
    NO_TESTS,
    OPERATORS,
    CountingEngine,
    Fold,
    NumpyEngine,
    Tests,
    as_tests,
    one_class,
)
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language, Limits
from conjunct.search.ripper_rule import RipperRule, grow_ripper_rule, prune_ripper_rules

engines = pytest.mark.parametrize("make_engine", [local_engine, NumpyEngine])
HEAD = one_class(0, len(CLASSES))


def started(rows: Rows, make_engine=NumpyEngine) -> tuple[CountingEngine, Language, PlainRipper]:
    engine = make_engine(rows.coded())
    language = Language(engine.columns, Limits(FORMS), reuse="numeric")
    everything = frozenset(range(len(rows.cells)))
    plain = PlainRipper(
        rows, CLASSES[0], everything, 0.3, language.n_tests, np.random.default_rng(0)
    )
    return engine, language, plain


def grown(
    engine: CountingEngine, language: Language, cover: int, body: Tests = NO_TESTS, least: int = 1
) -> RipperRule:
    return grow_ripper_rule(GrowingBody(engine, language, cover, HEAD, body), least)


def readable(rule: RipperRule) -> list[tuple[int, str, int]]:
    return [(column, OPERATORS[op], code) for column, op, code in rule.body.tolist()]


@engines
@given(rows=small_rows(max_rows=40), least=st.integers(1, 3))
def test_rules_grow_as_in_plain_lists(make_engine, rows, least):
    engine, language, plain = started(rows, make_engine)
    plain.least = least
    rule = grown(engine, language, engine.root(), NO_TESTS, least)
    assert readable(rule) == plain.grow(plain.left, [])
    assert [one.tried for one in rule.rounds] == plain.scored
    assert [body.tolist() for body in rule.refined] == [
        rule.body[:size].tolist() for size in range(len(rule.rounds))
    ]


@engines
@given(rows=small_rows(max_rows=40), data=st.data())
def test_grown_rules_grow_on_where_they_stopped(make_engine, rows, data):
    engine, language, plain = started(rows, make_engine)
    plain.least = 1
    whole = plain.grow(plain.left, [])
    start = whole[: data.draw(st.integers(0, len(whole)))]
    tests = as_tests((column, OPERATORS.index(op), code) for column, op, code in start)
    assert readable(grown(engine, language, engine.root(), tests)) == whole


@engines
@given(rows=small_rows(max_rows=40), worth=st.sampled_from(["rule", "theory"]))
def test_rules_are_pruned_as_in_plain_lists(make_engine, rows, worth):
    engine, language, plain = started(rows, make_engine)
    rule = grown(engine, language, engine.root())
    fold = Fold(int(np.random.default_rng(5).integers(2**62)), 2)
    pruning = engine.subset(engine.root(), fold=fold)
    plain.folds, plain.random = 2, np.random.default_rng(5)
    _, rows_to_prune_on = plain.split(plain.left)
    rules = [rule, RipperRule(rule.body[:1]), RipperRule(NO_TESTS), rule]
    pruned = prune_ripper_rules(engine, pruning, HEAD, rules, worth)
    for before, after in zip(rules, pruned, strict=True):
        assert readable(after) == plain.prune(rows_to_prune_on, readable(before), worth)
        assert after.rounds == before.rounds


@given(rows=small_rows(max_rows=40), start=st.booleans())
def test_the_same_rows_are_grown_on_whether_or_not_they_are_picked_first(rows, start):
    engine, language, _ = started(rows)
    whole = grown(engine, language, engine.root())
    body = whole.body[:1] if start else NO_TESTS
    picked = engine.root()
    for test in body:
        picked = int(engine.refine(np.array([picked]), test[None])[0])
    again = grown(engine, language, picked, body)
    assert again.body.tolist() == whole.body.tolist()
    assert again.rounds == whole.rounds[len(body) :]


def numbers(labels: str) -> Rows:
    """Return rows with one number each, from 0 up."""
    cells = tuple((float(number),) for number in range(len(labels)))
    return Rows(("numeric",), cells, tuple(labels))


def test_needless_conditions_are_not_told_but_what_was_tried_is():
    engine, language, _ = started(numbers("yyyyxxxxyy"))
    tests = as_tests([(0, 2, 8), (0, 3, 3), (0, 2, 7)])
    rules = [grown(engine, language, engine.root()) for _ in range(2)]
    outcome = RipperRule(tests).chosen_from(rules).outcome(engine, language, engine.root(), 0)
    assert outcome.body.tolist() == [[0, 3, 3], [0, 2, 7]]
    assert (outcome.record.covered, outcome.record.errors) == (4, 0)
    assert outcome.score == pytest.approx(5 / 6)
    assert outcome.record.rounds == rules[0].rounds * 2
    assert outcome.record.tried == sum(one.tried for one in outcome.record.rounds) > 0
    assert outcome.record.combinations == 1


def test_a_number_may_be_tested_twice_and_a_category_once():
    engine, language, _ = started(numbers("yyyyxxxxyy"))
    rule = grown(engine, language, engine.root(), NO_TESTS, 2)
    assert readable(rule) == [(0, ">", 3), (0, "<=", 7)]
    assert [one.level for one in rule.rounds] == [1, 2]
    assert [body.tolist() for body in rule.refined] == [[], rule.body[:1].tolist()]


def test_nothing_is_pruned_where_no_rows_are_left_to_prune_on():
    engine, language, _ = started(numbers("yyyyxxxxyy"))
    rule = grown(engine, language, engine.root())
    nothing = engine.subset(engine.root(), without=[NO_TESTS])
    (pruned,) = prune_ripper_rules(engine, nothing, HEAD, [rule])
    assert pruned.body.tolist() == rule.body.tolist()

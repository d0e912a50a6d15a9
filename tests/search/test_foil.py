"""None"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.plain_theory import FORMS, GainSearch, covered
from tests.cover.plain_theory import grow as plain_grow
from tests.cover.plain_theory import prune as plain_prune
from tests.search.small_tables import CLASSES, Rows, small_rows

from conjunct.count import OPERATORS, NumpyEngine, one_class
from conjunct.search.foil import PRUNINGS, FoilRule, Pruning, grow_foil_rule, prune_foil_rule
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language, Limits


def grown_from(rows: Rows, head: int = 0) -> FoilRule | None:
    engine = NumpyEngine(rows.coded())
    channels = one_class(head, len(CLASSES))
    return grow_foil_rule(GrowingBody(engine, language_of(rows), engine.root(), channels))


def language_of(rows: Rows, forms: tuple[str, ...] = FORMS) -> Language:
    return Language(rows.coded().columns, Limits(forms))


@given(small_rows())
def test_a_body_grows_as_in_plain_lists(rows: Rows) -> None:
    for head, label in enumerate(CLASSES):
        grown = grown_from(rows, head)
        search = GainSearch(rows, label, len(CLASSES))
        everything = set(range(len(rows.cells)))
        body = plain_grow(search, everything) if label in rows.labels else []
        if grown is None:
            assert not body
            continue
        assert [(c, OPERATORS[op], code) for c, op, code in grown.body.tolist()] == body
        found = search.candidate(frozenset(body), covered(search, body, everything))
        assert (grown.positives, grown.negatives) == (found.positives, found.negatives)


@given(small_rows())
def test_the_record_tells_what_was_tried_and_which_attributes_were_considered(rows: Rows) -> None:
    grown = grown_from(rows)
    if grown is None:
        return
    record = grown.outcome().record
    usable = len(GainSearch(rows, CLASSES[0], len(CLASSES)).usable())
    assert [one.level for one in record.rounds] == list(range(1, len(grown.body) + 1))
    assert record.combinations == sum(usable - level for level in range(len(grown.body)))
    assert record.tried == sum(one.tried for one in record.rounds)
    assert (record.covered, record.errors) == (
        grown.positives + grown.negatives,
        grown.negatives,
    )


def test_the_possible_tests_are_counted_with_every_threshold() -> None:
    rows = Rows(
        ("nominal", "numeric", "numeric"),
        (("a", 1.0, 5.0), ("b", 2.0, 5.0), (None, 3.5, None), ("c", 3.5, 5.0)),
        tuple("xyxy"),
    )
    assert language_of(rows).n_tests == 3 + 2 * 2 + 0
    assert language_of(rows, OPERATORS).n_tests == 2 * 3 + 2 * 2
    assert language_of(rows, ("=", "<=")).n_tests == 3 + 2


def test_of_equal_gains_the_one_with_fewer_negatives_wins() -> None:
    """A quarter is x; c0 = a keeps 2 of x and 2 of y, c1 = a just 1 of x: both gain 2 bits."""
    x = (("a", "b"), ("a", "b"), ("b", "a"), ("b", "b"))
    y = (("a", "b"),) * 2 + (("b", "b"),) * 10
    grown = grown_from(Rows(("nominal",) * 2, x + y, ("x",) * 4 + ("y",) * 12))
    assert grown is not None
    assert grown.body.tolist() == [[1, 0, 0]]


def test_of_equal_counts_an_upper_limit_wins_over_a_lower_one_at_a_lower_code() -> None:
    """A negative at either end: each limit keeps all positives and the other negative."""
    cells = tuple((float(number),) for number in range(6))
    grown = grown_from(Rows(("numeric",), cells, tuple("yxxxxy")))
    assert grown is not None
    assert grown.body.tolist() == [[0, 2, 4]]


def grown_and_pruned(rows: Rows, pruning: Pruning) -> tuple[FoilRule, FoilRule] | None:
    engine = NumpyEngine(rows.coded())
    language = Language(engine.columns, Limits(FORMS))
    problem = engine, language, engine.root(), one_class(0, len(CLASSES))
    grown = grow_foil_rule(GrowingBody(*problem))
    return None if grown is None else (grown, prune_foil_rule(*problem, grown, pruning))


@given(small_rows(max_rows=40), st.sampled_from(PRUNINGS))
def test_bodies_are_pruned_as_in_plain_lists(rows: Rows, pruning: Pruning) -> None:
    both = grown_and_pruned(rows, pruning)
    if both is not None:
        search = GainSearch(rows, CLASSES[0], len(CLASSES))
        everything = set(range(len(rows.cells)))
        body = plain_prune(search, plain_grow(search, everything), everything, pruning)
        kept = [(c, OPERATORS[op], code) for c, op, code in both[1].body.tolist()]
        assert kept == body


@given(small_rows(max_rows=40))
def test_correctness_is_preserved_and_the_difference_never_falls(rows: Rows) -> None:
    both = grown_and_pruned(rows, "correctness-preserving")
    if both is not None:
        grown, pruned = both
        assert pruned.negatives <= grown.negatives
        assert pruned.positives >= grown.positives
    both = grown_and_pruned(rows, "p - n")
    if both is not None:
        grown, pruned = both
        assert pruned.positives - pruned.negatives >= grown.positives - grown.negatives
        assert len(pruned.body)


# a and b lead to x in four rows, a alone in six with two of y: p - n is 4 with, 4 without b.
NESTED = Rows(
    ("nominal", "nominal"),
    (("a", "b"),) * 4 + (("a", "a"),) * 2 + (("a", "c"),) * 2 + (("b", "b"),) * 6,
    ("x",) * 4 + ("x", "x") + ("y", "y") + ("y",) * 6,
)


@pytest.mark.parametrize(
    ("pruning", "length"), [("unpruned", 2), ("correctness-preserving", 2), ("p - n", 1)]
)
def test_the_shorter_body_wins_where_the_difference_is_the_same(
    pruning: Pruning, length: int
) -> None:
    both = grown_and_pruned(NESTED, pruning)
    assert both is not None
    assert len(both[0].body) == 2
    assert len(both[1].body) == length


def test_deletions_that_were_tried_are_in_the_record() -> None:
    both = grown_and_pruned(NESTED, "correctness-preserving")
    assert both is not None
    grown, pruned = both
    *before, last = pruned.rounds
    assert tuple(before) == grown.rounds
    assert (last.level, last.tried, last.mean_covered) == (1, 2, (8 + 10) / 2)
    assert len(pruned.tried) == len(grown.tried) == 3

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cover.plain_theory import FORMS, GainSearch
from tests.cover.plain_theory import grow as plain_grow
from tests.cover.plain_theory import prune as plain_prune
from tests.search.small_tables import CLASSES, Rows, small_rows

from conjunct.count import OPERATORS, NumpyEngine, one_class
from conjunct.search.foil import PRUNINGS, FoilRule, Pruning, grow_foil_rule, prune_foil_rule
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language, Limits


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

"""What must hold for every score card, against a reading of it row by row in fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from conjunct.data.table import Table
from conjunct.errors import ModelError
from conjunct.model import ScoreCard, load_model
from conjunct.model.card_order import in_order
from conjunct.model.condition import body_cover

from .random_cards import decimal_points, score_cards, whole_points
from .random_rules import tables


def slow_sums(card: ScoreCard, table: Table, row: int) -> list[Fraction]:
    """Add up the decimals that are printed, as fractions."""
    held = [
        rule.points for rule in card.rules if body_cover(rule.conditions, table, card.missing)[row]
    ]
    by_class = zip(card.base, *held, strict=True)
    return [sum((Fraction(repr(one)) for one in column), Fraction()) for column in by_class]


def slow_class(card: ScoreCard, sums: list[Fraction]) -> int:
    best = 0
    for one in range(1, len(sums)):
        if (sums[one], card.class_counts[one]) > (sums[best], card.class_counts[best]):
            best = one
    return best


@given(score_cards(), tables())
@settings(max_examples=60, deadline=None)
def test_sums_and_classes_agree_with_a_row_by_row_reading(card: ScoreCard, table: Table) -> None:
    sums = [slow_sums(card, table, row) for row in range(table.n_rows)]
    expected = [slow_class(card, one) for one in sums]
    assert card.decide(table).tolist() == expected
    assert card.predict(table).tolist() == [card.classes[one] for one in expected]
    assert card.sums(table).tolist() == [[float(part) for part in one] for one in sums]


@given(score_cards(), tables())
@settings(max_examples=60, deadline=None)
def test_probabilities_are_shares_of_exponentials(card: ScoreCard, table: Table) -> None:
    shares = card.predict_proba(table)
    assert shares.shape == (table.n_rows, len(card.classes))
    for row in range(table.n_rows):
        sums = slow_sums(card, table, row)
        behind = [float(one - max(sums)) / card.unit for one in sums]
        weights = [math.exp(one) for one in behind]
        assert shares[row] == pytest.approx([one / sum(weights) for one in weights], abs=2e-9)
        predicted = slow_class(card, sums)
        assert shares[row].argmax() == predicted
        assert np.count_nonzero(shares[row] == shares[row].max()) == 1
        assert shares[row].sum() == pytest.approx(1)


@given(score_cards())
@settings(max_examples=40, deadline=None)
def test_json_reads_back_equal(card: ScoreCard) -> None:
    loaded = load_model(card.to_json())
    assert type(loaded) is ScoreCard
    assert loaded == card
    assert loaded.to_json() == card.to_json()


@given(score_cards(), tables())
@settings(max_examples=40, deadline=None)
def test_explanations_add_up_to_the_sum_and_the_probability(card: ScoreCard, table: Table) -> None:
    explanations = card.explain(table)
    shares, matches = card.predict_proba(table), card.matches(table)
    for row, one in enumerate(explanations):
        parts = [card.base, *(reason.points for reason in one.reasons)]
        by_class = [[Fraction(repr(part)) for part in each] for each in zip(*parts, strict=True)]
        assert one.sums == tuple(float(sum(each)) for each in by_class)
        assert one.probabilities == tuple(shares[row])
        assert one.probability == shares[row].max()
        assert one.predicted == card.classes[shares[row].argmax()]
        assert [reason.rule for reason in one.reasons] == [
            place + 1 for place in np.flatnonzero(matches[row])
        ]
        assert str(one).startswith(f"row {row + 1:,}: ")
        assert card.explain_row(table, row) == one


@given(score_cards())
@settings(max_examples=60, deadline=None)
def test_every_card_prints_at_every_width(card: ScoreCard) -> None:
    for width in (1, 60, 100):
        for details in (False, True):
            assert card.to_text(width=width, details=details)
    assert card._repr_html_().count("<tr>") >= len(card)


@given(score_cards(points=decimal_points))
@settings(max_examples=40, deadline=None)
def test_rounded_cards_have_whole_points_near_the_old_ones(card: ScoreCard) -> None:
    rounded = card.rounded(10.0)
    assert (rounded.unit, rounded.n_decimals) == (10.0, 0)
    factor = 10.0 / card.unit
    assert rounded.base == tuple(float(round(one * factor)) for one in card.base)
    left = list(rounded.rules)
    for rule in card.rules:
        expected = [round(one * factor) for one in rule.points]
        if not any(expected):
            continue
        found = next(
            one
            for one in left
            if (one.conditions, one.head, one.against, one.search)
            == (rule.conditions, rule.head, rule.against, rule.search)
            and all(abs(a - b) <= 1 for a, b in zip(one.points, expected, strict=True))
        )
        left.remove(found)
        others = [place for place in range(len(expected)) if place != rule.head]
        assert [found.points[place] for place in others] == [expected[place] for place in others]
    assert left == []
    assert set(rounded.kinds) == set(rounded.attributes)


@given(score_cards(points=whole_points))
@settings(max_examples=60, deadline=None)
def test_a_card_in_another_order_is_refused_and_put_right(card: ScoreCard) -> None:
    turned = card.rules[::-1]
    assert {id(rule) for rule in in_order(turned)} == {id(rule) for rule in turned}
    facts: dict[str, Any] = {
        name: getattr(card, name) for name in ("classes", "class_counts", "kinds", "base", "unit")
    }
    again = ScoreCard.of(turned, **facts)
    assert in_order(again.rules) == again.rules
    if in_order(turned) != turned:
        with pytest.raises(ModelError, match=r"not in the order of print; make a card by"):
            ScoreCard(rules=turned, default=card.default, **facts)
